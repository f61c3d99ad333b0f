# Solving two slices, as Python sees it.

cdef const uint8_t[::1] bytes_of(dict slices, tuple men, str name):
    """The bytes of a slice, looked up by its numbers of men."""
    if men not in slices:
        raise ValueError(f"{name}: expected the slice {men}")
    if slices[men] is None:
        raise TypeError(f"{name}: expected an array of bytes for the slice {men}, got None")
    return slices[men]


cdef int load_lower(half_t *half, int rules, dict lower, list kept) except -1:
    """Index the finished slices that captures from one of the two lead to; `kept` keeps their bytes alive."""
    cdef int left, p = half.slice.own_men
    cdef const uint8_t[::1] values
    half.lower = <finished_t *> calloc(half.slice.other_men + 1, sizeof(finished_t))
    if half.lower == NULL:
        raise MemoryError("no memory for the slices below")
    for left in range(1, half.slice.other_men):
        values = bytes_of(lower, (left, p), "lower")
        make_slice(&half.lower[left].slice, rules, left, p)
        check_size(values.shape[0], &half.lower[left].slice)
        half.lower[left].values = &values[0]
        kept.append(values)
    return 0


cdef int load_pair(pair_t *pair, int rules, int p, int q, dict lower, list kept) except -1:
    """Make everything but the bytes of the two slices."""
    cdef const board_t *b = board_of(rules)
    cdef int i, start, end
    if rules >> CAPTURE_SHIFT & 3 == HUFF:
        raise ValueError("rules: capture=huff has no tables")
    pair.b = b
    pair.rules = rules
    pair.count = 1 if p == q else 2
    pair.compulsory = rules >> CAPTURE_SHIFT & 3 == COMPULSORY
    for start in range(b.points):
        pair.step_to[start] = compact(b, b.step_to[0][bit_of_point(b, start)])
        for end in range(b.points):
            if pair.step_to[start] >> end & 1:
                pair.step_from[end] |= bit_at(start)
    for i in range(pair.count):
        make_slice(&pair.halves[i].slice, rules, q if i else p, p if i else q)
        load_lower(&pair.halves[i], rules, lower, kept)
    return 0


cdef void free_pair(pair_t *pair) noexcept:
    cdef int i, left
    for i in range(2):
        if pair.halves[i].lower != NULL:
            for left in range(pair.halves[i].slice.other_men):
                free_slice(&pair.halves[i].lower[left].slice)
            free(pair.halves[i].lower)
        free_slice(&pair.halves[i].slice)


cdef uint64_t pair_memory(const pair_t *pair) noexcept:
    cdef uint64_t bytes = 0
    cdef int i, left
    for i in range(pair.count):
        bytes += pair.halves[i].slice.bytes
        for left in range(pair.halves[i].slice.other_men):
            bytes += pair.halves[i].lower[left].slice.bytes
    return bytes


cdef class PairSolver:
    """Solves the slices (p, q) and (q, p), p >= q, into `values` and `opposite`, arrays of a byte for each position.

    `lower` has the finished slices that captures lead to, by their numbers of men.  `advance` until it is False.

    >>> import numpy as np
    >>> values = np.zeros(SliceIndex(2, 1, 1).size, dtype=np.uint8)
    >>> solver = PairSolver(2, 1, 1, {}, values, values)
    >>> while solver.advance(map):
    ...     pass
    >>> int(values.max()) < 240
    True
    """
    cdef pair_t pair
    cdef list kept
    cdef uint8_t[::1] values
    cdef uint8_t[::1] opposite
    cdef progress_t progress
    cdef list chunks              # of the pass at work, that are left to do: (half, begin, end)
    cdef list batch               # chunks at work
    cdef bint busy
    cdef readonly object total

    def __cinit__(self, rules, p, q, dict lower not None, uint8_t[::1] values not None, uint8_t[::1] opposite not None):
        cdef int word = check_rulings(rules), own, other
        check_men(word, p, q, &own, &other)
        if own < other:
            raise ValueError(f"men: expected the larger number first, got {own} and {other}")
        self.kept = []
        load_pair(&self.pair, word, own, other, lower, self.kept)
        check_size(values.shape[0], &self.pair.halves[0].slice)
        check_size(opposite.shape[0], &self.pair.halves[self.pair.count - 1].slice)
        if own == other and &values[0] != &opposite[0]:
            raise ValueError("opposite: expected the same array as values, as both sides have as many men")
        self.values = values
        self.opposite = opposite
        self.pair.halves[0].values = &values[0]
        self.pair.halves[self.pair.count - 1].values = &opposite[0]
        self.total = 2 * sum([self.pair.halves[i].slice.size for i in range(self.pair.count)])
        self.progress.task = START
        self.progress.half = self.pair.count
        self.chunks = []
        self.batch = []

    def __dealloc__(self):
        free_pair(&self.pair)

    @property
    def stage(self):
        """What is being done."""
        return STAGES[self.progress.task]

    @property
    def done(self):
        """How much of `total` is done: each position counts when it is looked at first, and when it is known."""
        return self.total if self.progress.task == END else min(self.progress.known, self.total)

    @property
    def memory(self):
        """The bytes of all indexes in use; the bytes of the slices are the caller's."""
        return pair_memory(&self.pair)

    def advance(self, run):
        """Do some more; False once everything is done.

        `run` is `map` or the `map` of a pool of threads.  With None all is done on this thread, which is faster for
        slices so small that threads would wait for each other most of the time.

        OverflowError if a game takes more plies than a byte can say, RuntimeError if `run` does not do each task once;
        the solver cannot go on then.
        """
        cdef pair_t *pair = &self.pair
        cdef progress_t *progress = &self.progress
        if self.busy:
            raise RuntimeError("this solver is at work in another thread, or has failed and cannot go on")
        self.busy = True
        if run is None:
            with nogil:
                go_on(pair, progress)
            raise_pending()
        else:
            self.share_out(run)
        if self.progress.longest > MOST_SLICE_PLIES:
            raise OverflowError(f"a game takes {self.progress.longest} plies; expected at most {MOST_SLICE_PLIES}")
        self.busy = False
        return self.progress.task != END

    cdef int share_out(self, run) except -1:
        """Some chunks of a pass, each by one of the threads of `run`."""
        cdef result_t result
        while not self.chunks:
            next_pass(&self.pair, &self.progress)
            if self.progress.task == END:
                return 0
            self.chunks = self.cut()
        self.batch = self.chunks[-CHUNKS_AT_ONCE:]
        del self.chunks[-CHUNKS_AT_ONCE:]
        for result.changed, result.longest in _EachOnce(self._work, range(len(self.batch))).by(run):
            count_in(&self.progress, result)
        return 0

    cdef list cut(self):
        cdef uint64_t size, chunk, begin
        chunks = []
        for i in range(self.pair.count):
            size = self.pair.halves[i].slice.size
            chunk = max(min(size // 32, <uint64_t> 1 << 20), <uint64_t> 1 << 13)
            chunks += [(i, begin, min(begin + chunk, size)) for begin in range(0, size, chunk)]
        self.progress.half = self.pair.count       # should the rest be done without threads
        return chunks

    def _work(self, int number):
        cdef int i
        cdef uint64_t begin, end
        cdef result_t result
        cdef pair_t *pair = &self.pair
        cdef progress_t *progress = &self.progress
        if not self.busy or not 0 <= number < len(self.batch):
            raise RuntimeError(f"there is no task {number} to do now")
        i, begin, end = self.batch[number]
        with nogil:
            result = make_pass(pair, i, begin, end, progress)
        raise_pending()
        return result.changed, result.longest


def zugzwangs(rules, p, q, const uint8_t[::1] values not None, const uint8_t[::1] opposite not None, most):
    """(number, some) positions that both sides lose if it is their move: how many, and up to `most` by their index.

    `values` are those of the slice (p, q), p >= q, `opposite` those of (q, p).  Up to symmetry; with p = q a position
    and the one with the colours exchanged are counted once.
    """
    cdef int word = check_rulings(rules), own_men, other_men, value
    cdef slice_t slice, reverse
    cdef cursor_t cursor
    cdef uint64_t number, own, other_number, count = 0
    cdef uint64_t room = checked(most, "most", 0, 1 << 20)
    cdef uint64_t *listed
    check_men(word, p, q, &own_men, &other_men)
    memset(&reverse, 0, sizeof(slice_t))
    listed = <uint64_t *> malloc((room + 1) * sizeof(uint64_t))
    try:
        make_slice(&slice, word, own_men, other_men)
        make_slice(&reverse, word, other_men, own_men)
        check_size(values.shape[0], &slice)
        check_size(opposite.shape[0], &reverse)
        if listed == NULL:
            raise MemoryError("no memory for a list of positions")
        with nogil:
            place_cursor(&slice, &cursor, 0)
            for number in range(slice.size):
                value = values[number]
                if value != LOST_BY_COUNT and not is_loss(value):
                    continue
                own = own_men_at(&slice, &cursor, number)
                other_number = number_of(&reverse, as_seen_after(slice.b, cursor.other), as_seen_after(slice.b, own))
                value = opposite[other_number]
                if value != LOST_BY_COUNT and not is_loss(value):
                    continue
                if own_men == other_men and other_number < number:
                    continue
                if count < room:
                    listed[count] = number
                count += 1
        return count, [listed[i] for i in range(min(count, room))]
    finally:
        free(listed)
        free_slice(&slice)
        free_slice(&reverse)
