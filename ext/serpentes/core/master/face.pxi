# What Python sees of boards: cells, cards and players as numbers, sets of them as integers.
#
# Everything that comes from Python is checked here, once, so that nothing can make the compiled code read or write
# where it should not.

cdef extern from *:
    enum: SERPENTES_CHECKS        # 1 if bounds checks are compiled in (see setup.py)

cdef enum:
    MOST_LISTED = 1 << 20     # rounds


cdef tuple part_of(object state, int i, str name, object players):
    """One of the four parts of a state, a tuple with something for each player."""
    part = state[i]
    if not isinstance(part, tuple):
        raise TypeError(f"{name}: expected a tuple, got {type(part).__name__}")
    if len(part) != players:
        raise ValueError(f"{name}: expected {players} of them, one a player, got {len(part)}")
    return part


cdef int read_cells(object cells, str name, const board_t *b, uint64_t *out) except -1:
    """A set of open cells."""
    if not isinstance(cells, int):
        raise TypeError(f"{name}: expected an int whose bits are cells, got {type(cells).__name__}")
    if not 0 <= cells <= 0xFFFFFFFFFFFFFFFF or cells & ~b.open:
        raise ValueError(f"{name}: expected cells of the board that are not blocked, got {cells:#x}")
    out[0] = cells
    return 0


cdef int read_hand(object hand, const board_t *b, uint32_t *out) except -1:
    if not isinstance(hand, int):
        raise TypeError(f"hand: expected an int whose bits are cards, got {type(hand).__name__}")
    if hand < 0 or hand >> b.cards:
        raise ValueError(f"hand: expected some of the {b.cards} cards, got {hand:#x}")
    out[0] = hand
    return 0


cdef int read_head(object head, str name, const board_t *b) except? -2:
    """The cell of a head, or NO_CELL."""
    cdef int cell = checked(head, name, NO_CELL, CELLS - 1)
    if cell != NO_CELL and not b.open >> cell & 1:
        raise ValueError(f"{name}: expected -1 or a cell of the board that is not blocked, got {cell}")
    return cell


cdef int check_players(const state_t *s) except -1:
    """Whether what the players have fits together."""
    cdef uint64_t shown = 0
    cdef int player
    for player in range(s.players):
        if s.showing[player] & shown:
            raise ValueError("showing: expected at most one showing token on a cell")
        shown |= s.showing[player]
        if s.heads[player] == NO_CELL:
            if s.showing[player]:
                raise ValueError(f"showing: expected none of player {player}, whose head is not on the board")
        elif bit_at(s.heads[player]) & other_heads(s, player):
            raise ValueError("heads: expected at most one head on a cell")
    for player in range(s.players):
        if s.heads[player] != NO_CELL and bit_at(s.heads[player]) & shown & ~s.showing[player]:
            raise ValueError(f"showing: expected no token of another player under the head of player {player}")
    return 0


cdef int read_state(object state, const board_t *b, state_t *s) except -1:
    """A state as the tuple (showing, heads, hands, order)."""
    cdef int player
    if not isinstance(state, tuple) or len(state) != 4:
        raise TypeError(f"state: expected a tuple (showing, heads, hands, order), got {type(state).__name__}")
    if not isinstance(state[0], tuple):
        raise TypeError(f"showing: expected a tuple, got {type(state[0]).__name__}")
    if not 1 <= len(state[0]) <= PLAYERS:
        raise ValueError(f"state: expected 1 to {PLAYERS} players, got {len(state[0])}")
    s.players = <int> len(state[0])
    showing, heads, hands, order = [part_of(state, i, name, s.players)
                                    for i, name in enumerate(("showing", "heads", "hands", "order"))]
    for player in range(s.players):
        read_cells(showing[player], "showing", b, &s.showing[player])
        read_hand(hands[player], b, &s.hands[player])
        s.heads[player] = read_head(heads[player], "heads", b)
        s.order[player] = checked(order[player], "order", 0, s.players - 1)
    if len(set(order)) < s.players:
        raise ValueError(f"order: expected each player once, got {order}")
    return check_players(s)


cdef int read_round(object state, const board_t *b, state_t *s) except -1:
    """A state between rounds."""
    cdef int player
    read_state(state, b, s)
    for player in range(s.players):
        if popcount64(s.hands[player]) != popcount64(s.hands[0]):
            raise ValueError("hands: expected as many cards of each player")
    return 0


cdef int begin_visit(visit_t *v, const board_t *b, const state_t *s, object ordered) except -1:
    if not isinstance(ordered, bool):
        raise TypeError(f"ordered: expected a bool, got {type(ordered).__name__}")
    if ordered and s.players > 1:
        raise ValueError(f"ordered: expected False with {s.players} players")
    v.b = b
    v.ordered = ordered
    v.count = v.laid = 0
    v.most = <uint64_t> 0xFFFFFFFFFFFFFFFF
    v.stopped = False
    v.listed = NULL
    return 0


cdef int count_rounds(visit_t *v, const state_t *s, int depth) except -1:
    """Count the sequences of rounds; releases the GIL."""
    cdef round_t round
    with nogil:
        pick(v, s, 0, &round, depth)
    return raise_pending()


cdef tuple round_as_tuple(const round_t *round, int players):
    cdef int player
    steps = []
    for player in range(players):
        if round.laid[player].place == NULL:
            steps.append((round.picked[player], -1, -1))
        else:
            steps.append((round.picked[player], round.laid[player].start, round.laid[player].place.heading))
    return tuple(steps)


cdef class Board:
    """A board of 3x3 to 8x8 cells, some blocked, with the placements of the cards of a deck worked out.

    `blocked` is a set of cells; `paths` has a string of F, L and R for each card, the highest number first.

    >>> board = Board(3, 3, 0, ["FF", "FL"])
    >>> start = ((0,), (-1,), (3,), (0,))
    >>> [end for _, _, _, end in board.placements(start, player=0, card=0)]
    [16, 2, 17, 18, 0, 10, 8, 18, 0, 1, 2, 16]
    """
    cdef board_t b

    def __cinit__(self, width, height, blocked, paths):
        cdef int columns = checked(width, "width", SMALLEST, LARGEST)
        cdef int rows = checked(height, "height", SMALLEST, LARGEST)
        if isinstance(paths, str) or not isinstance(paths, (list, tuple)):
            raise TypeError(f"paths: expected a list or tuple of strings, got {type(paths).__name__}")
        make_board(&self.b, columns, rows, checked(blocked, "blocked", 0, 0xFFFFFFFFFFFFFFFF), list(paths))

    def __dealloc__(self):
        free_board(&self.b)

    @property
    def memory(self):
        """The bytes of all that is worked out."""
        return sizeof(board_t) + CELLS * self.b.cards * (HEADINGS * sizeof(place_t) + 1)

    def path(self, card, start, heading):
        """The cells that a card is laid on, in order; None if it would leave the cells that are not blocked.

        >>> Board(3, 3, 0, ["FFL"]).path(0, 0, 0)
        >>> Board(3, 3, 0, ["FFL"]).path(0, 0, 1)
        (1, 2, 10)
        """
        cdef int cells[LONGEST]
        cdef int number = checked(card, "card", 0, self.b.cards - 1), i
        cdef int first = checked(start, "start", 0, CELLS - 1)
        if not trace(&self.b, number, first, checked(heading, "heading", 0, HEADINGS - 1), cells):
            return None
        return tuple([cells[i] for i in range(self.b.lengths[number])])

    def placements(self, state, player, card):
        """The placements open to a player for a card if it were resolved next: (start, heading, tokens, end).

        By start cell, then by heading.  The card need not be in the hand.
        """
        cdef state_t s
        cdef choice_t open[MOST_PLACES]
        cdef int n, i, who, number = checked(card, "card", 0, self.b.cards - 1)
        read_state(state, &self.b, &s)
        who = checked(player, "player", 0, s.players - 1)
        n = open_places(&self.b, &s, who, number, open)
        return [(open[i].start, open[i].place.heading, open[i].place.tokens, open[i].place.end) for i in range(n)]

    def rounds(self, state, ordered=False):
        """Every legal round: what becomes of each player's card, (card, start, heading), or (card, -1, -1) discarded.

        By the cards of the players, the first player's first, then by the placements in the order in which they are
        resolved.  One player alone never discards; with `ordered` the highest card comes next.  ValueError if there are
        more than MOST_ROUNDS.
        """
        cdef state_t s
        cdef visit_t v
        cdef round_t round
        cdef uint64_t i
        read_round(state, &self.b, &s)
        begin_visit(&v, &self.b, &s, ordered)
        v.most = MOST_LISTED
        count_rounds(&v, &s, 1)
        if v.count > v.most:
            raise ValueError(f"state: expected at most {MOST_LISTED} rounds to list, there are more")
        v.most = v.count
        v.count = 0
        v.listed = <round_t *> malloc((v.most + 1) * sizeof(round_t))
        if v.listed == NULL:
            raise MemoryError("no memory for a list of rounds")
        try:
            pick(&v, &s, 0, &round, 1)
            raise_pending()
            return [round_as_tuple(&v.listed[i], s.players) for i in range(v.count)]
        finally:
            free(v.listed)

    def perft(self, state, depth, ordered=False):
        """The number of sequences of exactly `depth` rounds, 0 to 32.

        >>> Board(3, 3, 0, ["FF", "FL"]).perft(((0, 0), (-1, -1), (3, 3), (0, 1)), 2)
        396
        """
        cdef state_t s
        cdef visit_t v
        cdef int rounds = checked(depth, "depth", 0, CARDS)
        read_round(state, &self.b, &s)
        begin_visit(&v, &self.b, &s, ordered)
        if rounds == 0:
            return 1
        count_rounds(&v, &s, rounds)
        return v.count

    def playouts(self, state, games, seed):
        """Play random games to the end: (wins, tokens, discards, placements), sums over `games` games by player.

        `wins[player][k]` are the games whose win the player shares with k others; one player alone wins by placing all
        cards.  `tokens` are those that show at the end.
        """
        cdef state_t s
        cdef tally_t tally
        cdef int i, k
        cdef uint64_t count = checked(games, "games", 1, 0xFFFFFFFF)
        cdef uint64_t random = checked(seed, "seed", 0, 0xFFFFFFFFFFFFFFFF)
        cdef const board_t *b = &self.b
        read_round(state, b, &s)
        memset(&tally, 0, sizeof(tally_t))
        with nogil:
            play_out(b, &s, count, random, &tally)
        raise_pending()
        return ([[tally.wins[i][k] for k in range(s.players)] for i in range(s.players)],
                [tally.tokens[i] for i in range(s.players)], [tally.discards[i] for i in range(s.players)],
                [tally.placements[i] for i in range(s.players)])


CHECKS = SERPENTES_CHECKS != 0
MOST_CARDS = CARDS
MOST_PLAYERS = PLAYERS
MOST_ROUNDS = MOST_LISTED
