# Values of games of two, by alpha-beta search.
#
# Once the cards of a round are revealed, their players lay them in turn, in the open: the first one for the most, the
# second one for the least.  So with one card left nothing is hidden, and the value an integer.  With two cards left,
# four such integers are a matrix game, whose value is a fraction in closed form.  With more, the same search settles
# the serialised games, where one side announces its card in every round: they bound the value from below (player 0
# announces) and from above (player 1 does).  See A. Saffidine, H. Finnsson, M. Buro, Alpha-Beta Pruning for Games with
# Simultaneous Moves, AAAI 2012; B. Bosansky, V. Lisy, M. Lanctot, J. Cermak, M. H. M. Winands, Algorithms for computing
# strategies in two-player simultaneous move games, Artificial Intelligence 237, 2016.
#
# Every function here takes a state in which player 0 goes first with equal cards, and gives the value to player 0 where
# nothing else is said.  It is exact inside the window from `low` to `high`, and else a bound on the side where it lies
# (fail-soft).

cdef inline int play_from_other_side(int play) noexcept nogil:
    return play if play == UNSEEN else 1 - play


cdef inline ratio_t at_end(const duel_t *d, int margin) noexcept nogil:
    return whole((margin > 0) - (margin < 0) if d.by_win else margin)


cdef inline bint goes_on(duel_t *d) noexcept nogil:
    """Count a card laid; False once the search has to end."""
    d.nodes += 1
    if d.nodes & POLL == 0 and interrupted():
        d.stopped = True
    return not d.stopped


cdef inline int margin_of(const state_t *s) noexcept nogil:
    return popcount64(s.showing[0]) - popcount64(s.showing[1])


cdef inline int last_gain(const board_t *b, const state_t *s, int card) noexcept nogil:
    """What player 1 gains at most by the last card: its tokens, and those of player 0 under it."""
    cdef uint64_t starts = starts_of(b, s, 1), taken = s.showing[1] | other_heads(s, 1)
    cdef const place_t *places
    cdef int i, covered = -b.lengths[card]
    while starts:
        for i in range(ways(b, card, lowest_index64(starts), &places)):
            if not places[i].tokens & taken:
                covered = max(covered, popcount64(places[i].tokens & s.showing[0]))
        starts &= starts - 1
    return covered + b.lengths[card]


cdef inline void most_covering_first(choice_t *open, int n, uint64_t tokens) noexcept nogil:
    """Sort placements by how many of these tokens they cover, those that cover as many as they are."""
    cdef choice_t one
    cdef int covered[MOST_PLACES]
    cdef int i, k, covers
    for i in range(n):
        one = open[i]
        covers = popcount64(one.place.tokens & tokens)
        k = i
        while k > 0 and covered[k - 1] < covers:
            open[k] = open[k - 1]
            covered[k] = covered[k - 1]
            k -= 1
        open[k] = one
        covered[k] = covers


cdef ratio_t lay_second(duel_t *d, const state_t *s, int card, int play, ratio_t low, ratio_t high) noexcept nogil:
    """Player 1 lays a card, or discards it; the round is over then."""
    cdef choice_t open[MOST_PLACES]
    cdef state_t after
    cdef ratio_t value, best = whole(d.limit + 1)
    cdef int n, k
    if not s.hands[0]:
        goes_on(d)
        return at_end(d, margin_of(s) - last_gain(d.b, s, card))
    n = open_places(d.b, s, 1, card, open)
    if n == 0:
        return settle(d, s, play, low, high)
    most_covering_first(open, n, s.showing[0])
    for k in range(n):
        after = s[0]
        lay(&after, 1, open[k].place)
        value = settle(d, &after, play, low, high)
        if less(value, best):
            best = value
        if less(best, high):
            high = best
        if not goes_on(d) or not less(low, high):
            break
    return best


cdef ratio_t lay_first(duel_t *d, const state_t *s, int card, int second, int play, ratio_t low,
                       ratio_t high) noexcept nogil:
    """Player 0 lays a card, or discards it; player 1 comes next with the card `second`."""
    cdef choice_t open[MOST_PLACES]
    cdef state_t after
    cdef ratio_t value, best = whole(-d.limit - 1)
    cdef int n = open_places(d.b, s, 0, card, open), k
    if n == 0:
        return lay_second(d, s, second, play, low, high)
    most_covering_first(open, n, s.showing[1])
    for k in range(n):
        after = s[0]
        lay(&after, 0, open[k].place)
        value = lay_second(d, &after, second, play, low, high)
        if less(best, value):
            best = value
        if less(low, best):
            low = best
        if not goes_on(d) or not less(low, high):
            break
    return best


cdef inline state_t revealed(const state_t *s, int own, int other) noexcept nogil:
    """The state when cards are revealed: they are out of the hands, and player 0 is the one who lays first."""
    cdef state_t begun = s[0]
    begun.hands[0] &= ~((<uint32_t> 1) << own)
    begun.hands[1] &= ~((<uint32_t> 1) << other)
    return begun if own <= other else exchanged(&begun)


cdef ratio_t settle_pair(duel_t *d, const state_t *s, int own, int other, int play, ratio_t low,
                         ratio_t high) noexcept nogil:
    """The value once the cards of a round are revealed."""
    cdef state_t begun = revealed(s, own, other)
    if own <= other:
        return lay_first(d, &begun, own, other, play, low, high)
    return negative(lay_first(d, &begun, other, own, play_from_other_side(play), negative(high), negative(low)))


cdef ratio_t settle_reply(duel_t *d, const state_t *s, int card, int play, ratio_t low, ratio_t high) noexcept nogil:
    """A card is announced, and the other player picks one; the value to the player who announced."""
    cdef ratio_t value, best = whole(d.limit + 1)
    cdef uint32_t replies = s.hands[1 - play]
    cdef int reply
    while replies and not d.stopped and less(low, high):
        reply = lowest_index64(replies)
        replies &= replies - 1
        if play == OWN_FIRST:
            value = settle_pair(d, s, card, reply, play, low, high)
        else:
            value = negative(settle_pair(d, s, reply, card, play, negative(high), negative(low)))
        if less(value, best):
            best = value
        if less(best, high):
            high = best
    return best


cdef ratio_t settle_announced(duel_t *d, const state_t *s, int play, ratio_t low, ratio_t high) noexcept nogil:
    """A serialised game, to the player who announces."""
    cdef ratio_t value, best = whole(-d.limit - 1)
    cdef uint32_t cards = s.hands[play]
    while cards and not d.stopped and less(low, high):
        value = settle_reply(d, s, lowest_index64(cards), play, low, high)
        cards &= cards - 1
        if less(best, value):
            best = value
        if less(low, best):
            low = best
    return best


cdef ratio_t settle_two(duel_t *d, const state_t *s) noexcept nogil:
    """The matrix game of two cards each; the last cell is left out where it does not matter."""
    cdef int own[2]
    cdef int other[2]
    cdef int cells[4]
    cdef int i, low, high
    cdef ratio_t value
    for i in range(2):
        own[i] = lowest_index64(s.hands[0] if i == 0 else s.hands[0] & (s.hands[0] - 1))
        other[i] = lowest_index64(s.hands[1] if i == 0 else s.hands[1] & (s.hands[1] - 1))
    d.matrices += 1
    for i in range(4):
        d.cells += 1
        cells[i] = settle_pair(d, s, own[i >> 1], other[i & 1], UNSEEN, whole(-d.limit), whole(d.limit)).num
        if i == 2 and cells[2] <= cells[0] <= cells[1]:
            return whole(cells[0])
    low = max(min(cells[0], cells[1]), min(cells[2], cells[3]))
    high = min(max(cells[0], cells[2]), max(cells[1], cells[3]))
    if low == high:
        return whole(low)
    value.num = cells[0] * cells[3] - cells[1] * cells[2]
    value.den = cells[0] + cells[3] - cells[1] - cells[2]
    if value.den < 0:
        value.num = -value.num
        value.den = -value.den
    return value


cdef ratio_t search_state(duel_t *d, const state_t *s, int play, ratio_t low, ratio_t high) noexcept nogil:
    if play == UNSEEN:
        return settle_two(d, s)
    if play == OWN_FIRST:
        return settle_announced(d, s, play, low, high)
    return negative(settle_announced(d, s, play, negative(high), negative(low)))


cdef ratio_t settle(duel_t *d, const state_t *s, int play, ratio_t low, ratio_t high) noexcept nogil:
    """The value of a state between two rounds; with more than two cards only that of a serialised game."""
    cdef settled_t key
    cdef ratio_t value, known
    if not s.hands[0]:
        return at_end(d, margin_of(s))
    if not s.hands[0] & (s.hands[0] - 1):
        return settle_pair(d, s, lowest_index64(s.hands[0]), lowest_index64(s.hands[1]), play, low, high)
    key = key_of(d, s, play)
    recall(d, &key)
    known.den = key.den
    known.num = key.high
    if key.low == key.high or not less(low, known):
        return known
    known.num = key.low
    if not less(known, high):
        return known
    value = search_state(d, s, play, low, high)
    if play == UNSEEN:
        key.low = key.high = <int16_t> value.num
        key.den = <int16_t> value.den
    else:
        if less(low, value):
            key.low = <int16_t> value.num
        if less(value, high):
            key.high = <int16_t> value.num
    if not d.stopped:
        remember(d, &key)
    return value
