# Solving solo tasks, as Python sees it.

cdef enum:
    WALKS = 16                # at work side by side
    NODES_AT_ONCE = 1 << 17   # of a walk, between looks at Ctrl-C
    LEAST_MEMO = 1 << 10      # bytes
    DEFAULT_MEMO = 1 << 18


cdef int read_task(packing_t *p, const board_t *b, object hand, object start, object ordered, object tokens) except -1:
    cdef uint64_t covered
    cdef int card, head = read_head(start, "start", b)
    read_hand(hand, b, &p.hand)
    read_cells(tokens, "tokens", b, &covered)
    if covered and head == NO_CELL:
        raise ValueError("tokens: expected none where there is no start")
    if not isinstance(ordered, bool):
        raise TypeError(f"ordered: expected a bool, got {type(ordered).__name__}")
    p.b = b
    p.ordered = ordered
    p.free = b.open & ~covered
    p.starts = b.edge if head == NO_CELL else bit_at(head)
    for card in range(b.cards):
        if p.hand >> card & 1:
            p.tokens += b.lengths[card]
    return 0


cdef walk_t *new_walk(uint64_t memo_bytes, bint lists) except NULL:
    """A walk without a task; free it with `free_walk`."""
    cdef walk_t *w = <walk_t *> calloc(1, sizeof(walk_t))
    cdef uint64_t entries = 1
    if w == NULL:
        raise MemoryError("no memory for a search")
    while 2 * entries * sizeof(known_t) <= memo_bytes:
        entries *= 2
    w.known = <known_t *> calloc(entries, sizeof(known_t))
    if w.known == NULL:
        free(w)
        raise MemoryError("no memory to remember states in")
    w.mask = entries - 1
    w.most = <uint64_t> 0xFFFFFFFFFFFFFFFF
    w.lists = lists
    return w


cdef void free_walk(walk_t *w) noexcept:
    if w != NULL:
        free(w.known)
        free(w)


cdef class Packing:
    """All ways to lay a hand of cards one after the other: how many there are, and which.

    The head stands on `start`, or enters by an edge cell; `tokens` are the cells covered already, if the task is under
    way.  With `ordered` the cards are laid from the highest number to the lowest.  What is remembered takes up to
    `memo_bytes` for each of up to 16 threads; it changes `nodes`, and never what is found.  With a `limit` counting
    stops once more solutions are known.

    >>> packing = Packing(Board(3, 3, 0, ["FF", "FL"]), hand=3)
    >>> while packing.advance(map):
    ...     pass
    >>> packing.solutions, packing.rotations, packing.first()
    (12, 4, ((0, 0, 1), (1, 2, 0)))
    """
    cdef Board board
    cdef packing_t task
    cdef tasks_t tasks
    cdef int next_task
    cdef walk_t *walks[WALKS]
    cdef bint at_work[WALKS]
    cdef bint busy
    cdef uint64_t memo_bytes
    cdef object limit
    cdef object found             # solutions, of those that rotations take to each other one
    cdef readonly object done
    cdef readonly object nodes
    cdef readonly object rotations

    def __cinit__(self, Board board not None, hand, start=NO_CELL, ordered=False, memo_bytes=DEFAULT_MEMO, tokens=0,
                  limit=None):
        cdef int rotations
        self.board = board
        self.memo_bytes = checked(memo_bytes, "memo_bytes", LEAST_MEMO, 1 << 40)
        self.limit = None if limit is None else checked(limit, "limit", 0, 1 << 62)
        read_task(&self.task, &board.b, hand, start, ordered, tokens)
        rotations = rotations_of(&self.task)
        make_tasks(&self.task, rotations, ENOUGH_TASKS, &self.tasks)
        self.rotations = popcount64(rotations)
        self.found = 0
        self.done = 0
        self.nodes = 0

    def __dealloc__(self):
        cdef int i
        free(self.tasks.tasks)
        for i in range(WALKS):
            free_walk(self.walks[i])

    @property
    def total(self):
        """The parts that the search is cut into; `done` of them are searched."""
        return self.tasks.count

    @property
    def solutions(self):
        """The solutions found so far, up to one more than the limit."""
        found = self.found * self.rotations
        return found if self.limit is None else min(found, self.limit + 1)

    @property
    def exact(self):
        """Whether `solutions` is the number of all; if not, there are at least so many."""
        return self.done == self.tasks.count and not self.beyond_limit()

    @property
    def memory(self):
        """The bytes in use, but for the board's."""
        walks = sum([(self.walks[i].mask + 1) * sizeof(known_t) + sizeof(walk_t)
                     for i in range(WALKS) if self.walks[i] != NULL])
        return walks + self.tasks.count * sizeof(task_t)

    cdef bint beyond_limit(self) except -1:
        return self.limit is not None and self.found * self.rotations > self.limit

    def advance(self, run):
        """Do some more; False once everything is counted, or more solutions than the limit.

        `run` is `map` or the `map` of a pool of threads.  With None all is done on this thread, which is faster for
        tasks that take milliseconds.  OverflowError if the solutions found do not fit 64 bits, RuntimeError if `run`
        does not do each task once.
        """
        if self.busy:
            raise RuntimeError("this task is being solved by another thread")
        if self.beyond_limit():
            return False
        self.busy = True
        try:
            if run is None:
                self._work(self.unfinished_walk())
            else:
                _EachOnce(self._work, range(WALKS)).by(run)
        finally:
            self.busy = False
        return not (self.done == self.tasks.count or self.beyond_limit())

    cdef int unfinished_walk(self) noexcept:
        """A walk that was left in a task; the first one if there is none."""
        cdef int i
        for i in range(WALKS):
            if self.walks[i] != NULL and self.walks[i].depth:
                return i
        return 0

    def _work(self, int number):
        """Do some nodes of a walk."""
        if not self.busy or not 0 <= number < WALKS or self.at_work[number]:
            raise RuntimeError(f"there is no task {number} to do now")
        self.at_work[number] = True
        try:
            if self.walks[number] == NULL:
                if self.next_task == self.tasks.count:
                    return
                self.walks[number] = new_walk(self.memo_bytes, False)
            self.search(self.walks[number])
        finally:
            self.at_work[number] = False

    cdef int search(self, walk_t *w) except -1:
        """Go on with a walk, with the next task whenever one is finished; add up what it finds."""
        cdef const packing_t *p = &self.task
        cdef const task_t *next_task
        cdef uint64_t found = w.found, nodes = w.nodes, pause = w.nodes + NODES_AT_ONCE
        cdef int status = PAUSED if w.depth else EXHAUSTED
        if self.limit is not None:
            w.most = found + max(self.limit // self.rotations - self.found, 0)
        while True:
            next_task = NULL
            if status == EXHAUSTED:
                if self.next_task == self.tasks.count:
                    break
                next_task = &self.tasks.tasks[self.next_task]
                self.next_task += 1
            with nogil:
                status = walk_on(p, w, next_task, pause)
            self.done += status == EXHAUSTED
            if status == ENOUGH or w.nodes >= pause or w.overflow:
                break
        if w.overflow:
            raise OverflowError("the number of solutions does not fit 64 bits")
        self.found += w.found - found
        self.nodes += w.nodes - nodes
        return 0

    def first(self):
        """The first solution in the order of `listed`; None if there is none."""
        return next(self.listed(1), None)

    def listed(self, most=None):
        """The solutions, at most so many, found as they are asked for.

        Each is a tuple of (card, start, heading).  They come in the order of these: those that begin with the highest
        card first, by its start cell, then by its heading, and so on with the next card.

        >>> sum(1 for solution in Packing(Board(3, 3, 0, ["FF", "FL", "FR"]), hand=7).listed())
        40
        """
        return Listing(self, most)


cdef class Listing:
    """An iterator over the solutions of a task; see `Packing.listed`."""
    cdef Packing packing
    cdef tasks_t tasks
    cdef int next_task
    cdef walk_t *walk
    cdef object left              # solutions to give, or None
    cdef bint at_work

    def __cinit__(self, Packing packing not None, most=None):
        self.packing = packing
        self.left = None if most is None else checked(most, "most", 0, 1 << 62)
        make_tasks(&packing.task, 1, 0, &self.tasks)
        self.walk = new_walk(packing.memo_bytes, True)

    def __dealloc__(self):
        free(self.tasks.tasks)
        free_walk(self.walk)

    def __iter__(self):
        return self

    def __next__(self):
        if self.at_work:
            raise RuntimeError("the next solution is being found by another thread")
        if self.left == 0:
            raise StopIteration
        self.at_work = True
        try:
            if not self.find():
                self.left = 0
                raise StopIteration
        finally:
            self.at_work = False
        if self.left is not None:
            self.left -= 1
        return self.solution()

    cdef bint find(self) except -1:
        """Go on to the next solution; False if there is none."""
        cdef const packing_t *p = &self.packing.task
        cdef walk_t *w = self.walk
        cdef const task_t *next_task
        cdef int status = PAUSED
        while status != SOLVED:
            next_task = NULL
            if w.depth == 0:
                if self.next_task == self.tasks.count:
                    return False
                next_task = &self.tasks.tasks[self.next_task]
                self.next_task += 1
            with nogil:
                status = walk_on(p, w, next_task, w.nodes + NODES_AT_ONCE)
            interrupted()
            raise_pending()
        return True

    cdef tuple solution(self):
        """The steps that the walk has taken."""
        cdef const task_t *task = &self.tasks.tasks[self.next_task - 1]
        cdef frame_t *f
        cdef int i
        steps = [] if task.card == NO_CARD else [(task.card, task.start, task.heading)]
        for i in range(self.walk.depth):
            f = &self.walk.frames[i]
            steps.append((lowest_index64(f.todo), f.head, f.places[f.tried - 1].heading))
        return tuple(steps)
