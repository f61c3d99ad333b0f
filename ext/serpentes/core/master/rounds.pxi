# Rounds: every way for the players to pick cards, and to lay them in the order in which they are resolved.
#
# A card without an open placement is discarded, which is one way to go on; in a solo task it cannot be played.

cdef enum:
    POLL = 0xFFFF             # look for Ctrl-C whenever this many cards more have been laid

ctypedef struct round_t:
    # A round under way: what became of each player's card; no place is a discard.
    int picked[PLAYERS]
    choice_t laid[PLAYERS]

ctypedef struct visit_t:
    # What is done with all rounds: they are counted, or listed.
    const board_t *b
    bint ordered
    uint64_t count
    uint64_t most             # counting stops once there are more; no more are listed
    bint stopped
    uint64_t laid             # cards, for `POLL`
    round_t *listed           # room for `most` rounds, or NULL


cdef inline void add_to(visit_t *v, uint64_t count) noexcept nogil:
    """Count rounds; not even bulk counting comes to 64 bits in a lifetime."""
    v.count += count
    if v.count > v.most:
        v.stopped = True


cdef void pick(visit_t *v, const state_t *s, int player, round_t *round, int depth) noexcept nogil:
    """Every choice of cards of this player and those after."""
    cdef uint32_t cards
    cdef state_t begun
    if player == s.players or player == PLAYERS:
        begun = s[0]
        begin_round(&begun, round.picked)
        resolve(v, &begun, 0, round, depth)
        return
    cards = choices_of(s, player, v.ordered)
    while cards and not v.stopped:
        round.picked[player] = lowest_index64(cards)
        cards &= cards - 1
        pick(v, s, player + 1, round, depth)


cdef void resolve(visit_t *v, const state_t *s, int i, round_t *round, int depth) noexcept nogil:
    """Every way to lay the cards of the players from place i in the order on."""
    cdef choice_t open[MOST_PLACES]
    cdef state_t after
    cdef int player, card, n, k
    if i == s.players or i == PLAYERS:
        end_round(v, s, round, depth)
        return
    player = s.order[i]
    card = round.picked[player]
    v.laid += 1
    if v.laid & POLL == 0 and interrupted():
        v.stopped = True
        return
    if i == s.players - 1 and depth == 1 and v.listed == NULL:
        n = count_places(v.b, s, player, card)
        add_to(v, 1 if n == 0 and s.players > 1 else n)
        return
    n = open_places(v.b, s, player, card, open)
    if n == 0 and s.players > 1:
        round.laid[player].place = NULL
        resolve(v, s, i + 1, round, depth)
    for k in range(n):
        if v.stopped:
            return
        after = s[0]
        lay(&after, player, open[k].place)
        round.laid[player] = open[k]
        resolve(v, &after, i + 1, round, depth)


cdef void end_round(visit_t *v, const state_t *s, round_t *round, int depth) noexcept nogil:
    """Go on with the next round; or list this one."""
    cdef round_t next
    if v.listed == NULL:
        pick(v, s, 0, &next, depth - 1)
    elif v.count < v.most:
        v.listed[v.count] = round[0]
        v.count += 1
