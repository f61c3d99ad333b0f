# Games of two with few cards left, as Python sees them.

cdef enum:
    FEWEST_ENTRIES = 2
    DEFAULT_DUEL_MEMO = 1 << 25     # bytes


cdef tuple duel_state_as_tuple(const state_t *s):
    return ((s.showing[0], s.showing[1]), (s.heads[0], s.heads[1]), (s.hands[0], s.hands[1]), (0, 1))


cdef class Duel:
    """A game of two on a board: exact values with few cards left, bounds with any number of them.

    A value is that to player 0 under best play: with `by_win` 1 for a win, 0 for equal counts and -1 for a loss, else
    the margin of tokens.  It is a fraction, given as a tuple of its numerator and its denominator, which may have a
    common divisor.  What is known of states is remembered in `memo_bytes`, which change `nodes` and no value.

    >>> duel = Duel(Board(3, 3, 0, ["FF", "FL", "FR"]))
    >>> duel.value(((0, 0), (-1, -1), (3, 3), (0, 1)))
    (-1, 1)
    >>> duel.bounds(((0, 0), (-1, -1), (7, 7), (0, 1)))
    (-1, 0)
    """
    cdef Board board
    cdef duel_t d
    cdef bint busy

    def __cinit__(self, Board board not None, by_win=True, memo_bytes=DEFAULT_DUEL_MEMO):
        cdef uint64_t bytes = checked(memo_bytes, "memo_bytes", FEWEST_ENTRIES * sizeof(settled_t), 1 << 40)
        cdef uint64_t entries = FEWEST_ENTRIES
        if not isinstance(by_win, bool):
            raise TypeError(f"by_win: expected a bool, got {type(by_win).__name__}")
        while 2 * entries * sizeof(settled_t) <= bytes:
            entries *= 2
        self.board = board
        self.d.b = &board.b
        self.d.by_win = by_win
        self.d.limit = 1 if by_win else CELLS
        self.d.turns = turns_of(&board.b)
        self.d.mask = entries - AT_ONCE
        self.d.memo = <settled_t *> calloc(entries, sizeof(settled_t))
        if self.d.memo == NULL:
            raise MemoryError("no memory to remember states in")

    def __dealloc__(self):
        free(self.d.memo)

    @property
    def nodes(self):
        """The cards laid so far."""
        return self.d.nodes

    @property
    def matrices(self):
        """The matrix games of two cards each that were solved so far."""
        return self.d.matrices

    @property
    def cells(self):
        """The cells of these matrices that were worked out."""
        return self.d.cells

    @property
    def memory(self):
        """The bytes in use, but for the board's."""
        return sizeof(duel_t) + (self.d.mask + AT_ONCE) * sizeof(settled_t)

    cdef bint begin(self, object state, state_t *s, int most) except -1:
        """Read a state of two with at most so many cards each; True if its players are exchanged for the search."""
        read_round(state, &self.board.b, s)
        if s.players != 2:
            raise ValueError(f"state: expected 2 players, got {s.players}")
        if popcount64(s.hands[0]) > most:
            raise ValueError(f"hands: expected at most {most} cards of each player, got {popcount64(s.hands[0])}")
        if self.busy:
            raise RuntimeError("this game is being solved by another thread")
        if s.order[0] == 0:
            return False
        s[0] = exchanged(s)
        return True

    cdef ratio_t settled(self, const state_t *s, int own, int other, int play) except *:
        """The value of a state, or of a pair of cards in it; releases the GIL."""
        cdef duel_t *d = &self.d
        cdef ratio_t low = whole(-d.limit), high = whole(d.limit), value
        self.busy = True
        d.stopped = False
        with nogil:
            if own == NO_CARD:
                value = settle(d, s, play, low, high)
            else:
                value = settle_pair(d, s, own, other, play, low, high)
        self.busy = False
        raise_pending()
        return value

    cdef tuple pair_of(self, object own, object other, const state_t *s, bint turned):
        """The cards picked by players 0 and 1 of the search; ValueError for one that is not in the hand."""
        cdef int cards[2]
        cdef int i
        cards[0] = checked(own, "own", 0, self.board.b.cards - 1)
        cards[1] = checked(other, "other", 0, self.board.b.cards - 1)
        if turned:
            cards[0], cards[1] = cards[1], cards[0]
        for i in range(2):
            if not s.hands[i] >> cards[i] & 1:
                name = "own" if (i == 0) != turned else "other"
                raise ValueError(f"{name}: expected a card in the hand, got {cards[i]}")
        return cards[0], cards[1]

    cdef tuple bounds_of(self, const state_t *s, int own, int other, bint turned):
        """The values of both serialised games."""
        cdef int low = self.settled(s, own, other, OWN_FIRST).num, high = self.settled(s, own, other, OTHER_FIRST).num
        return (-high, -low) if turned else (low, high)

    def value(self, state):
        """The value of a state with at most two cards each."""
        cdef state_t s
        cdef bint turned = self.begin(state, &s, 2)
        cdef ratio_t value = self.settled(&s, NO_CARD, NO_CARD, UNSEEN)
        return (-value.num if turned else value.num), value.den

    def cell(self, state, own, other):
        """The value once player 0 has picked the card `own` and player 1 `other`, with at most three cards each."""
        cdef state_t s
        cdef bint turned = self.begin(state, &s, 3)
        cdef ratio_t value
        first, second = self.pair_of(own, other, &s, turned)
        value = self.settled(&s, first, second, UNSEEN)
        return (-value.num if turned else value.num), value.den

    def bounds(self, state):
        """Integers that the value of a state is not below and not above: the values of the serialised games."""
        cdef state_t s
        cdef bint turned = self.begin(state, &s, CARDS)
        return self.bounds_of(&s, NO_CARD, NO_CARD, turned)

    def cell_bounds(self, state, own, other):
        """As `bounds`, once both players have picked a card."""
        cdef state_t s
        cdef bint turned = self.begin(state, &s, CARDS)
        first, second = self.pair_of(own, other, &s, turned)
        return self.bounds_of(&s, first, second, turned)

    def children(self, state, own, other):
        """The states after a round in which player 0 has picked the card `own` and player 1 `other`.

        The player who lays first (and so comes first in `order` then) is player 0 in them, whoever that was.  They are
        given in groups, one for each placement of that player, of those that the other player can choose from; of
        states that rotations of the board take to each other there is one, and so of groups.
        """
        cdef state_t s
        cdef bint turned = self.begin(state, &s, CARDS)
        cdef choice_t open[MOST_PLACES]
        cdef state_t begun, laid
        cdef int n, k
        first, second = self.pair_of(own, other, &s, turned)
        begun = revealed(&s, first, second)
        n = open_places(&self.board.b, &begun, 0, min(first, second), open)
        if n == 0:
            return [self.group(&begun, max(first, second))]
        groups = set()
        for k in range(n):
            laid = begun
            lay(&laid, 0, open[k].place)
            groups.add(self.group(&laid, max(first, second)))
        return sorted(groups)

    cdef tuple group(self, const state_t *s, int card):
        """The states after player 1 has laid a card, or discarded it."""
        cdef choice_t open[MOST_PLACES]
        cdef state_t after
        cdef int n = open_places(&self.board.b, s, 1, card, open), k
        states = set()
        for k in range(max(n, 1)):
            after = s[0]
            if n:
                lay(&after, 1, open[k].place)
            after = least_image(&self.d, &after)
            states.add(duel_state_as_tuple(&after))
        return tuple(sorted(states))
