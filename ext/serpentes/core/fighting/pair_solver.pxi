# Solving two slices, as Python sees it.

cdef int load_lower(half_t *half, int rules, dict lower, list kept) except -1:
    """Index the finished slices that captures from one of the two lead to; `kept` keeps their bytes alive."""
    cdef int left, p = half.slice.own_men
    cdef const uint8_t[::1] values
    half.lower = <finished_t *> calloc(half.slice.other_men + 1, sizeof(finished_t))
    if half.lower == NULL:
        raise MemoryError("no memory for the slices below")
    for left in range(1, half.slice.other_men):
        if (left, p) not in lower:
            raise ValueError(f"lower: expected the slice ({left}, {p})")
        values = lower[left, p]
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
    cdef object passes
    cdef list chunks              # of the pass at work, that are left to do: (half, begin, end)
    cdef list batch               # chunks at work
    cdef bint busy
    cdef int task
    cdef int plies
    cdef int longest
    cdef uint64_t changed
    cdef readonly object done
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
        self.done = 0
        self.passes = self._passes()
        self.chunks = []

    def __dealloc__(self):
        free_pair(&self.pair)

    @property
    def stage(self):
        """What is being done."""
        return STAGES[self.task]

    @property
    def memory(self):
        """The bytes of all indexes in use; the bytes of the slices are the caller's."""
        return pair_memory(&self.pair)

    def advance(self, run):
        """Do some more; False once everything is done.  `run` is `map` or the `map` of a pool of threads.

        OverflowError if a game takes more plies than a byte can say, RuntimeError if `run` does not do each task once;
        the solver cannot go on then.
        """
        self.begin()
        while not self.chunks:
            if next(self.passes, None) is None:
                self.done = self.total
                self.busy = False
                return False
        self.batch = self.chunks[-CHUNKS_AT_ONCE:]
        del self.chunks[-CHUNKS_AT_ONCE:]
        # A pool costs more than a small slice.
        for changed, longest in _EachOnce(self._work, range(len(self.batch))).by(map if self.total < 1 << 14 else run):
            self.changed += changed
            self.longest = max(self.longest, <int> longest)
            self.done = min(self.done + changed, self.total)
        if self.longest > MOST_SLICE_PLIES:
            raise OverflowError(f"a game takes {self.longest} plies; expected at most {MOST_SLICE_PLIES} in a table")
        self.busy = False
        return True

    cdef int begin(self) except -1:
        if self.busy:
            raise RuntimeError("this solver is at work in another thread, or has failed and cannot go on")
        self.busy = True
        return 0

    def _passes(self):
        """Set up one pass after the other: its task and chunks; what it has found is there when it goes on."""
        cdef int plies = 0
        cdef int byte
        yield self._begin(LOOK, 0)
        while plies <= self.longest:
            if plies % 2 == 0:
                yield self._begin(TELL_LOST, plies)
                if self.changed:
                    self.longest = max(self.longest, plies + 1)
            else:
                yield self._begin(TELL_WON, plies)
                yield self._begin(DECIDE_LOST, plies)
            plies += 1
        if not self.pair.rules >> ADJUDICATION_SHIFT & 1:
            yield self._begin(SEED_COUNT, 0)
            while True:
                yield self._begin(DECIDE_COUNT, UNKNOWN + MARKED)
                yield self._begin(DECIDE_COUNT, BEST_LOST + MARKED)
                yield self._begin(COUNT_LOST, 0)
                yield self._begin(COUNT_WON, 0)
                if not self.changed:
                    break
            if self.pair.count == 2:
                yield self._begin(SEED_DRAWN, 0)
                while True:
                    for byte in range(UNKNOWN + MARKED, BEST_DRAWN + MARKED + 1):
                        yield self._begin(DECIDE_DRAWN, byte)
                    yield self._begin(COUNT_DRAWN, 0)
                    if not self.changed:
                        break
        yield self._begin(FINISH, 0)

    def _begin(self, int task, int plies):
        cdef uint64_t size, chunk, begin
        self.task = task
        self.plies = plies
        self.changed = 0
        for i in range(self.pair.count):
            size = self.pair.halves[i].slice.size
            chunk = max(min(size // 32, <uint64_t> 1 << 20), <uint64_t> (1 << 13 if task == LOOK else 1 << 18))
            self.chunks += [(i, begin, min(begin + chunk, size)) for begin in range(0, size, chunk)]
        return True

    def _work(self, int number):
        cdef tuple chunk = self.batch[number]
        cdef int i = chunk[0], task = self.task, plies = self.plies
        cdef uint64_t begin = chunk[1], end = chunk[2]
        cdef pair_t *pair = &self.pair
        cdef half_t *half = &pair.halves[i]
        cdef bint larger = half.slice.own_men > half.slice.other_men
        cdef result_t result
        result.changed = 0
        result.longest = 0
        with nogil:
            if task == LOOK:
                look(pair, half, begin, end, &result)
            elif task == TELL_LOST:
                tell_all(pair, half, begin, end, TELL_LOST, PLIES_0 + plies, PLIES_0 + plies, plies, &result)
            elif task == TELL_WON:
                tell_all(pair, half, begin, end, TELL_WON, PLIES_0 + plies, PLIES_0 + plies, plies, &result)
            elif task == DECIDE_LOST:
                decide(pair, half, begin, end, DECIDE_LOST, UNKNOWN + MARKED, plies, &result)
            elif task == SEED_COUNT:
                seed_count(half, begin, end)
            elif task == COUNT_LOST:
                tell_all(pair, half, begin, end, COUNT_LOST, NEWLY_LOST, LOST_BY_COUNT, 0, &result)
            elif task == COUNT_WON:
                tell_all(pair, half, begin, end, COUNT_WON, NEWLY_WON, WON_BY_COUNT, 0, &result)
            elif task == DECIDE_COUNT:
                decide(pair, half, begin, end, DECIDE_COUNT, plies, 0, &result)
            elif task == SEED_DRAWN:
                seed_drawn(half, begin, end)
            elif task == COUNT_DRAWN and larger:
                # The smaller side has stepped there.
                tell_all(pair, half, begin, end, COUNT_DRAWN, NEWLY_DRAWN, DRAWN, 0, &result)
            elif task == COUNT_DRAWN:
                tell_all(pair, half, begin, end, DECIDE_DRAWN, NEWLY_DRAWN, DRAWN, 0, &result)
            elif task == DECIDE_DRAWN:
                if larger:
                    decide(pair, half, begin, end, DECIDE_DRAWN, plies, 0, &result)
            else:
                finish(pair, half, begin, end)
        raise_pending()
        if task == LOOK:
            result.changed = end - begin
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
