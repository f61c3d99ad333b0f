# Random play, for measurements and for statistics of play.

ctypedef struct tally_t:
    # Sums over games.
    uint64_t wins[PLAYERS][PLAYERS]     # of a player, by how many share the win, less one
    uint64_t tokens[PLAYERS]            # showing at the end
    uint64_t discards[PLAYERS]
    uint64_t placements[PLAYERS]


cdef inline int random_card(uint32_t hand, uint64_t *random) noexcept nogil:
    cdef int i
    for i in range(random_below(random, popcount64(hand))):
        hand &= hand - 1
    return lowest_index64(hand)


cdef void play_round(const board_t *b, state_t *s, uint64_t *random, tally_t *tally) noexcept nogil:
    """One round: a card of each player at random, then a placement of each, in turn, at random."""
    cdef choice_t open[MOST_PLACES]
    cdef int picked[PLAYERS]
    cdef int i, player, n
    for player in range(s.players):
        picked[player] = random_card(s.hands[player], random)
    begin_round(s, picked)
    for i in range(s.players):
        player = s.order[i]
        n = open_places(b, s, player, picked[player], open)
        if n:
            lay(s, player, open[random_below(random, n)].place)
            tally.placements[player] += 1
        else:
            tally.discards[player] += 1


cdef void tally_game(const state_t *s, bint all_placed, tally_t *tally) noexcept nogil:
    """Count a game that is over; alone, a player wins by placing all cards."""
    cdef int player, sharing = 0, most = 0
    for player in range(s.players):
        most = max(most, popcount64(s.showing[player]))
    for player in range(s.players):
        sharing += popcount64(s.showing[player]) == most
    for player in range(s.players):
        tally.tokens[player] += popcount64(s.showing[player])
        if popcount64(s.showing[player]) == most and (all_placed or s.players > 1):
            tally.wins[player][sharing - 1] += 1


cdef void play_out(const board_t *b, const state_t *first, uint64_t games, uint64_t random,
                   tally_t *tally) noexcept nogil:
    cdef state_t s
    cdef uint64_t game, discards
    for game in range(games):
        if game & 0xFF == 0 and interrupted():
            return
        s = first[0]
        discards = tally.discards[0]
        while s.hands[0]:
            play_round(b, &s, &random, tally)
        tally_game(&s, tally.discards[0] == discards, tally)
