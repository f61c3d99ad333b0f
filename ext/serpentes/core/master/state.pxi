# A state of a game, and the placements that are open in it.
#
# WHY THIS REPRESENTATION.  Tokens are never taken away, so one that is covered never shows again: a set of cells for
# each player, where own tokens show, says all that bears on play.  Ties of equal cards go by the latest round in which
# the players' cards differed, that is by the order in which the latest round was resolved: sorting by card, equal
# cards in the order before, gives the next order, and no history is kept.

cdef enum:
    PLAYERS = 4
    NO_CELL = -1              # a head that is not on the board
    MOST_PLACES = 28 * HEADINGS    # of a card: from each edge cell of 8x8

ctypedef struct state_t:
    int players
    uint64_t showing[PLAYERS]
    uint32_t hands[PLAYERS]
    int heads[PLAYERS]
    int order[PLAYERS]        # the players; the first of them goes first with equal cards

ctypedef struct choice_t:
    # A placement that is open: a way to lay a card, and where from.
    const place_t *place
    int start


cdef inline uint64_t other_heads(const state_t *s, int player) noexcept nogil:
    cdef uint64_t heads = 0
    cdef int other
    for other in range(s.players):
        if other != player and s.heads[other] != NO_CELL:
            heads |= bit_at(s.heads[other])
    return heads


cdef inline uint64_t starts_of(const board_t *b, const state_t *s, int player) noexcept nogil:
    """The head, or the edge cells by which it may enter."""
    if s.heads[player] != NO_CELL:
        return bit_at(s.heads[player])
    return b.edge & ~other_heads(s, player)


cdef inline int open_places(const board_t *b, const state_t *s, int player, int card, choice_t *out) noexcept nogil:
    """Write the placements open to a player for a card, by start cell, then by heading; how many there are."""
    cdef uint64_t starts = starts_of(b, s, player), taken = s.showing[player] | other_heads(s, player)
    cdef const place_t *places
    cdef int start, i, n = 0
    while starts:
        start = lowest_index64(starts)
        starts &= starts - 1
        for i in range(ways(b, card, start, &places)):
            if not places[i].tokens & taken:
                out[n].place = &places[i]
                out[n].start = start
                n += 1
    return n


cdef inline int count_places(const board_t *b, const state_t *s, int player, int card) noexcept nogil:
    """The number of placements open to a player for a card."""
    cdef uint64_t starts = starts_of(b, s, player), taken = s.showing[player] | other_heads(s, player)
    cdef const place_t *places
    cdef int i, n = 0
    while starts:
        for i in range(ways(b, card, lowest_index64(starts), &places)):
            n += not places[i].tokens & taken
        starts &= starts - 1
    return n


cdef inline void lay(state_t *s, int player, const place_t *place) noexcept nogil:
    """Change a state by a placement; the card is still in the hand."""
    cdef int other
    for other in range(s.players):
        s.showing[other] &= ~place.tokens
    s.showing[player] |= place.tokens
    s.heads[player] = place.end


cdef inline void begin_round(state_t *s, const int *picked) noexcept nogil:
    """Take the cards picked out of the hands, and the players into the order in which these are resolved."""
    cdef int i, k, player
    for i in range(s.players):
        player = s.order[i]
        s.hands[player] &= ~((<uint32_t> 1) << picked[player])
        k = i
        while k > 0 and picked[s.order[k - 1]] > picked[player]:
            s.order[k] = s.order[k - 1]
            k -= 1
        s.order[k] = player


cdef inline uint32_t choices_of(const state_t *s, int player, bint ordered) noexcept nogil:
    """The cards that a player may pick: with `ordered`, only the highest in the hand."""
    cdef uint32_t hand = s.hands[player]
    return hand & (0 - hand) if ordered else hand
