# Exact values, as Python sees them.
#
# The position is one root or several: what is left after each move of a card in hand, or after each kind that may be
# laid open for nobody.  The value of a root is the sum over the kinds that may be drawn then, and each of these is a
# task.

cdef enum:
    WORKERS = 32              # more than threads; those that find nothing to do return at once
    MOST_BUDGET = 1 << 22     # nodes of a chunk of work
    MOST_ORDERS_BITS = 60     # so that a value times 4 fits 64
    MOST_ORDERS_BITS_OF_SEVERAL = 48
    NO_CARD = -1

ctypedef struct root_t:
    # A position before a card is drawn.
    table_t table
    score_t scores[MOST_PLAYERS]
    int player
    uint32_t deck


cdef int64_t value_of_task(worker_t *w, const root_t *root, int kind) noexcept nogil:
    """The value for the player to move at a root, of two, once a kind has been drawn; void if stopped."""
    cdef const score_t *own = &root.scores[root.player]
    cdef const score_t *other = &root.scores[1 - root.player]
    cdef node_t s
    copy_table(&root.table, &s.table)
    s.deck = root.deck
    s.lead = own.cards - other.cards
    s.own = own.longest
    s.other = other.longest
    if kind == NO_CARD:
        return outcome(s.lead, s.own, s.other)
    return drawn(w, &s, kind, -(<int64_t> 1 << MOST_ORDERS_BITS), <int64_t> 1 << MOST_ORDERS_BITS, False, 0)


cdef void shares_of_task(worker_t *w, const root_t *root, int kind, shares_t *shares) noexcept nogil:
    """The shares at a root, of the player to move first, once a kind has been drawn; void if stopped."""
    cdef int players = w.search.players, i, place
    cdef round_t s
    copy_table(&root.table, &s.table)
    s.deck = root.deck
    s.out = 0
    for i in range(players):
        place = (root.player + i) % players
        s.cards[i] = root.scores[place].cards
        s.longest[i] = root.scores[place].longest
    if kind == NO_CARD:
        share_among(leaders(&s, players), players, 1, shares)
    else:
        s.deck = without(&w.search.decks, s.deck, kind)
        round_decision(w, &s, kind, shares, 0)


cdef void do_task(worker_t *w, const root_t *root, int kind, shares_t *shares) noexcept nogil:
    """The shares once a kind has been drawn, as `shares_of_task`; void if stopped."""
    cdef uint32_t deck = root.deck
    cdef int64_t orders, value
    if w.search.players > 2:
        shares_of_task(w, root, kind, shares)
        return
    value = value_of_task(w, root, kind)
    if kind != NO_CARD:
        deck = without(&w.search.decks, deck, kind)
    orders = w.search.decks.decks[deck].orders
    shares.parts[0] = orders + value
    shares.parts[1] = orders - value
    shares.divisor = 2


cdef class Values:
    """Exact chances of winning, when every player maximises their own.

    `memo_bytes` is for the memo of positions; it begins small, and when it is full, more is searched again.

    >>> values = Values(2, False)
    >>> counts = [0] * 29
    >>> counts[1] = counts[23] = 1             # oy and T:o
    >>> values.begin(((1, 1, -1, 2),), counts, ((0, 0), (0, 0)), 0)
    >>> while values.advance(map):
    ...     pass
    >>> [str(chance) for chance in values.values]
    ['3/4', '1/4']
    """
    cdef search_t search
    cdef root_t *roots
    cdef int root_count
    cdef int mover                # who is to move in the position, or to draw
    cdef bint chooses             # the roots are the moves of a card in hand
    cdef list tasks               # (root, kind)
    cdef list waiting             # tasks, by number
    cdef list begun               # tasks that workers are at
    cdef list sums                # for each root, each player's share over all orders, as far as tasks are finished
    cdef int patience             # how often the chunks of work have been doubled, as the memo forgot too much
    cdef bint advancing
    cdef bint halted              # for good, see `stop`
    cdef int active               # workers
    cdef bint overflow
    cdef readonly object nodes

    def __cinit__(self, players, optional, memo_bytes=1 << 28):
        self.search.players = checked(players, "players", 2, MOST_PLAYERS)
        self.search.optional = read_flag(optional, "optional")
        checked(memo_bytes, "memo_bytes", 1 << 20, 1 << 40)
        make_neighbours()
        number_classes()
        if self.search.players == 2:
            make_memo(&self.search.memo, KEY_WORDS, KNOWN_WORDS, memo_bytes)
        else:
            make_memo(&self.search.memo, SEVERAL_KEY_WORDS, sizeof(shares_t) // sizeof(uint64_t), memo_bytes)
        self.tasks = []
        self.sums = []
        self.nodes = 0

    def __dealloc__(self):
        free(self.search.memo.memory)
        free(self.search.finished)
        free(self.roots)
        free_decks(&self.search.decks)

    def begin(self, snakes, deck, scores, player, card=-1, order=None):
        """Set the position: a closed deck as counts, or None and the kinds of an open one in their order.

        ValueError for a position that is none, or a deck too large to count the orders in which it can lie;
        RuntimeError if this object is at work.
        """
        cdef root_t start
        cdef uint8_t cards[MOST_CARDS]
        cdef int players, kind, count
        if self.advancing or self.active:
            raise RuntimeError("these values are at work in another thread")
        if (deck is None) == (order is None):
            raise TypeError("deck: expected counts, or None and an order")
        count = read_counts(deck, cards) if order is None else read_order(order, cards)
        count += read_table(snakes, &start.table) + read_scores(scores, start.scores, &players)
        if players != self.search.players:
            raise ValueError(f"scores: expected those of {self.search.players} players, got {players}")
        start.player = checked(player, "player", 0, players - 1)
        kind = checked(card, "card", NO_CARD, KINDS - 1)
        check_cards(count + (kind != NO_CARD))
        self.forget()
        if order is None:
            number_counts(&self.search.decks, cards, <int64_t> 1 << (
                MOST_ORDERS_BITS if players == 2 else MOST_ORDERS_BITS_OF_SEVERAL))
            find_alike(&self.search.decks, cards)
        else:
            number_order(&self.search.decks, cards, len(order))
        self.search.windows_from = WINDOWS_FROM if order is None else 0
        start.deck = self.search.decks.count - 1
        self.make_roots(&start, kind)
        self.make_tasks()

    cdef int forget(self) except -1:
        """Forget the position before."""
        self.tasks = []
        self.sums = []
        free_decks(&self.search.decks)
        free(self.roots)
        self.roots = NULL
        free(self.search.finished)
        self.search.finished = NULL
        forget(&self.search.memo)
        self.patience = 0
        self.overflow = False
        self.nodes = 0
        return 0

    cdef int make_roots(self, const root_t *start, int card) except -1:
        """Make the positions before a card is drawn, for nobody's card or the moves of one in hand."""
        cdef const deck_t *d = &self.search.decks.decks[start.deck]
        cdef bint first = not_begun(&start.table, start.scores, self.search.players)
        cdef laying_t *room = <laying_t *> malloc(MOST_LAYINGS * sizeof(laying_t))
        cdef int i, n
        self.mover = start.player
        self.chooses = card != NO_CARD
        self.root_count = 0
        try:
            self.roots = <root_t *> malloc((MOST_LAYINGS if self.chooses else KINDS) * sizeof(root_t))
            if room == NULL or self.roots == NULL:
                raise MemoryError("no memory for a list of moves")
            if self.chooses:
                n = layings(&start.table, card, self.search.optional, room)
                for i in range(n):
                    self.add_root(start, &room[i], first)
            elif first:
                for i in range(KINDS):
                    if d.kinds >> i & 1:
                        layings(&start.table, i, self.search.optional, room)
                        self.add_root(start, room, first)
                        self.roots[self.root_count - 1].deck = without(&self.search.decks, start.deck, i)
            if not self.root_count:
                self.roots[0] = start[0]
                self.root_count = 1
        finally:
            free(room)
        return 0

    cdef void add_root(self, const root_t *start, const laying_t *laying, bint first) noexcept:
        """Add what is left after a laying; the first card of a game is laid for nobody."""
        cdef root_t *root = &self.roots[self.root_count]
        root[0] = start[0]
        lay(&start.table, laying, &root.table)
        if laying.collected:
            collect(&root.scores[root.player], laying.collected)
        if not first:
            root.player = (root.player + 1) % self.search.players
        self.root_count += 1

    cdef int make_tasks(self) except -1:
        cdef int i, kind
        cdef uint32_t kinds
        for i in range(self.root_count):
            kinds = self.search.decks.decks[self.roots[i].deck].kinds
            if not kinds:
                self.tasks.append((i, NO_CARD))
            for kind in range(KINDS):
                if kinds >> kind & 1:
                    self.tasks.append((i, kind))
            self.sums.append([_Fraction(0)] * self.search.players)
        self.search.finished = <uint8_t *> calloc(len(self.tasks), 1)
        if self.search.finished == NULL:
            raise MemoryError("no memory for a list of tasks")
        self.waiting = list(range(len(self.tasks)))
        self.begun = []
        return 0

    @property
    def done(self):
        """How many tasks are finished, of `total`."""
        return len(self.tasks) - len(self.waiting) - len(self.begun) if self.tasks else 0

    @property
    def total(self):
        return len(self.tasks)

    @property
    def memory(self):
        """The bytes in use, of memo and decks."""
        return self.search.memo.buckets * bucket_bytes(&self.search.memo) + memory_of_decks(&self.search.decks)

    def advance(self, run):
        """Do some more; False once everything is done.

        `run` is `map` or the `map` of a pool of threads; None is this thread.  After an interruption it can be called
        again.

        RuntimeError if no position is set, this object is at work in another thread, or `run` does not do each task
        once; OverflowError if there are more than two players and their chances are fractions that do not fit.
        """
        cdef int done
        if self.advancing or self.active:
            raise RuntimeError("these values are at work in another thread")
        if not self.tasks:
            raise RuntimeError("there is no position: expected `begin` to be called first")
        done = self.done
        self.search.spent = 0
        # Some fraction of the nodes is kept, so that the memo is about full when the chunk ends, and grows.
        self.search.budget = min(8 * self.search.memo.buckets, <uint64_t> MOST_BUDGET) << self.patience
        # A `stop` in another thread may come before this or after it, and either way all stop.
        store_byte(&self.search.stop, False)
        if self.halted:
            store_byte(&self.search.stop, True)
        self.advancing = True
        try:
            if run is None:
                self._work(0)
            else:
                _EachOnce(self._work, range(WORKERS)).by(run)
        finally:
            store_byte(&self.search.stop, True)
            self.advancing = False
        if self.overflow:
            raise OverflowError(f"the chances of this position are fractions that do not fit {WIDE_BITS} bits")
        self.waiting = sorted(self.begun) + self.waiting
        self.begun = []
        grow(&self.search.memo)
        if self.search.memo.buckets == self.search.memo.most_buckets:
            self.patience = self.patience + 1 if self.done == done and self.patience < 20 else 0
        return bool(self.waiting)

    def stop(self):
        """End `advance` soon, whatever thread it is in, and for good: from now on it does nothing."""
        self.halted = True
        store_byte(&self.search.stop, True)

    def _work(self, int number):
        """Do tasks until none is left or all workers are to stop."""
        cdef worker_t w
        if not self.advancing or not 0 <= number < WORKERS:
            raise RuntimeError(f"there is no worker {number} to start now")
        if not self.waiting and not self.begun:
            return
        memset(&w, 0, sizeof(worker_t))
        w.search = &self.search
        w.room = <laying_t *> malloc((self.search.decks.decks[self.search.decks.count - 1].cards + 2)
                                     * MOST_LAYINGS * sizeof(laying_t))
        if w.room == NULL:
            raise MemoryError("no memory for lists of moves")
        self.active += 1
        try:
            while not load_byte(&self.search.stop) and self.take_task(&w, number):
                self.finish_task(&w)
        finally:
            free(w.room)
            self.active -= 1
            self.nodes += w.nodes
            self.search.memo.kept += w.kept
        raise_pending()

    cdef bint take_task(self, worker_t *w, int number) except -1:
        """Choose a task that nobody is at, else one to help with; False if there is none."""
        w.backwards = not self.waiting
        if self.waiting:
            w.task = self.waiting.pop(0)
            self.begun.append(w.task)
        elif self.begun:
            w.task = self.begun[number % len(self.begun)]
        else:
            return False
        return True

    cdef int finish_task(self, worker_t *w) except -1:
        """Do a task, unless all are to stop or another worker is first."""
        cdef int root, kind, i, place
        cdef shares_t shares
        cdef const root_t *at
        root, kind = self.tasks[w.task]
        at = &self.roots[root]
        w.stopped = False
        with nogil:
            do_task(w, at, kind, &shares)
        if w.overflow:
            self.overflow = True
            store_byte(&self.search.stop, True)
        if w.stopped or w.task not in self.begun:
            return 0
        self.begun.remove(w.task)
        store_byte(&self.search.finished[w.task], True)
        for i in range(self.search.players):
            place = (at.player + i) % self.search.players
            self.sums[root][place] += _Fraction(wide_as_int(shares.parts[i]), wide_as_int(shares.divisor))
        return 0

    cdef list shares_of_roots(self):
        """For each root, the chance of each player."""
        cdef int i
        if not self.tasks or self.done < len(self.tasks):
            raise RuntimeError("the values are not known yet: expected `advance` to be called until it is False")
        return [tuple([share / self.search.decks.decks[self.roots[i].deck].orders for share in self.sums[i]])
                for i in range(self.root_count)]

    @property
    def values(self):
        """The chance of each player, as a Fraction."""
        cdef int i
        roots = self.shares_of_roots()
        weights = [1] * len(roots)
        if self.chooses:
            most = max([chances[self.mover] for chances in roots])
            weights = [int(chances[self.mover] == most) for chances in roots]
        elif len(roots) > 1:
            weights = [self.search.decks.decks[self.roots[i].deck].orders for i in range(self.root_count)]
        return tuple([sum([weight * chances[i] for weight, chances in zip(weights, roots)]) / sum(weights)
                      for i in range(self.search.players)])

    @property
    def layings(self):
        """The chances of each player after each move of the card in hand, in the order of `moves`."""
        return self.shares_of_roots() if self.chooses else []


globals().update(
    STATE_BYTES=sizeof(node_t),
    ENTRY_BYTES=(KEY_WORDS + KNOWN_WORDS) * sizeof(uint64_t),
    MOST_DECKS=MOST_DECKS,
    MOST_ORDERS=<int64_t> 1 << MOST_ORDERS_BITS,
    MOST_ORDERS_OF_SEVERAL=<int64_t> 1 << MOST_ORDERS_BITS_OF_SEVERAL,
)
