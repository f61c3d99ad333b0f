# Random play, for measurements and for statistics of play.

ctypedef struct tally_t:
    uint64_t lengths[MOST_CARDS + 1]                  # completed snakes, by length
    uint64_t won[MOST_PLAYERS][MOST_PLAYERS]          # games, by player and by how many others shared the win
    uint64_t left                                     # cards that stayed on the table
    uint64_t choices                                  # turns with more than one move
    uint64_t turns

ctypedef struct game_t:
    table_t table
    score_t scores[MOST_PLAYERS]
    int players
    int player
    int in_hand               # the kind of the card in hand, or -1
    int cards                 # in the deck
    uint8_t deck[MOST_CARDS]


cdef bint not_begun(const table_t *t, const score_t *scores, int players) noexcept nogil:
    """Whether the next card belongs to nobody."""
    cdef int i
    for i in range(players):
        if scores[i].cards:
            return False
    return t.count == 0


cdef void collect(score_t *score, int length) noexcept nogil:
    score.cards += <uint8_t> length
    if length > score.longest:
        score.longest = <uint8_t> length


cdef int winners(const score_t *scores, int players) noexcept nogil:
    """The players who win if the game ends here, as a mask."""
    cdef int i, mask = 0, best = -1, score
    for i in range(players):
        score = scores[i].cards << 8 | scores[i].longest
        if score > best:
            best = score
            mask = 0
        if score == best:
            mask |= 1 << i
    return mask


cdef void play_out(game_t *g, bint optional, uint64_t *random, laying_t *room, tally_t *tally) noexcept nogil:
    """Play one game to its end, every card and every move of it equally likely."""
    cdef table_t after
    cdef int kind = g.in_hand, place, n, i, mask, sharers = 0
    cdef bint first = not_begun(&g.table, g.scores, g.players)
    cdef laying_t *laying
    while True:
        if kind < 0:
            if g.cards == 0:
                break
            place = random_below(random, g.cards)
            kind = g.deck[place]
            g.cards -= 1
            g.deck[place] = g.deck[g.cards]
        n = layings(&g.table, kind, optional, room)
        laying = &room[random_below(random, n)]
        lay(&g.table, laying, &after)
        copy_table(&after, &g.table)
        if laying.collected:
            collect(&g.scores[g.player], laying.collected)
            tally.lengths[laying.collected] += 1
        if not first:
            tally.turns += 1
            tally.choices += n > 1
            g.player = g.player + 1 if g.player + 1 < g.players else 0
        first = False
        kind = -1
    for i in range(g.table.count):
        tally.left += length_of(g.table.snakes[i])
    mask = winners(g.scores, g.players)
    for i in range(g.players):
        sharers += mask >> i & 1
    for i in range(g.players):
        if mask >> i & 1:
            tally.won[i][sharers - 1] += 1


cdef int read_game(object snakes, object deck, object scores, object player, object card, game_t *g) except -1:
    cdef uint8_t counts[KINDS]
    cdef int kind, i, cards
    cards = read_table(snakes, &g.table) + read_counts(deck, counts) + read_scores(scores, g.scores, &g.players)
    g.player = checked(player, "player", 0, g.players - 1)
    g.in_hand = checked(card, "card", -1, KINDS - 1)
    check_cards(cards + (g.in_hand >= 0))
    g.cards = 0
    for kind in range(KINDS):
        for i in range(counts[kind]):
            g.deck[g.cards] = <uint8_t> kind
            g.cards += 1
    return 0


def playouts(snakes, deck, scores, player, card, optional, games, seed):
    """Play random games from a position: every card and every move equally likely.

    Returns (lengths, left, won, choices, turns): lengths[k] snakes of k cards were completed; `left` cards stayed on
    the table; player p won won[p][k] games together with k others; in `choices` of all `turns` there was more than one
    move.  The card that is laid for nobody is no turn.
    """
    cdef game_t start, game
    cdef tally_t tally
    cdef bint free_choice = read_flag(optional, "optional")
    cdef uint64_t count = checked(games, "games", 1, 0xFFFFFFFF)
    cdef uint64_t random = checked(seed, "seed", 0, 0xFFFFFFFFFFFFFFFF)
    cdef uint64_t number
    cdef laying_t *room
    cdef int i, k
    read_game(snakes, deck, scores, player, card, &start)
    memset(&tally, 0, sizeof(tally_t))
    room = <laying_t *> malloc(MOST_LAYINGS * sizeof(laying_t))
    if room == NULL:
        raise MemoryError("no memory for a list of moves")
    with nogil:
        for number in range(count):
            if number & 0xFF == 0 and interrupted():
                break
            game = start
            play_out(&game, free_choice, &random, room, &tally)
    free(room)
    raise_pending()
    return ([tally.lengths[i] for i in range(MOST_CARDS + 1)], tally.left,
            [[tally.won[i][k] for k in range(start.players)] for i in range(start.players)],
            tally.choices, tally.turns)
