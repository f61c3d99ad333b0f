# Checking finished slices: each byte against those of its successors, and what only the count of men decides by
# another road than the solver's, which goes from positions to their predecessors.  Here all goes forward, again and
# again over all positions that are left, until nothing changes.

cdef inline void consider_steps(pair_t *pair, half_t *half, uint64_t own, uint64_t other, best_t *best) noexcept nogil:
    """Take all steps into account."""
    cdef steps_t steps
    cdef const uint8_t *byte
    begin_steps(&steps, pair, half, own, other)
    byte = next_byte(&steps)
    while byte != NULL:
        best.any = True
        if load_byte(byte) == UNKNOWN:
            best.unknown = True
        else:
            consider(load_byte(byte), best)
        byte = next_byte(&steps)


cdef int expected_byte(pair_t *pair, half_t *half, uint64_t own, uint64_t other) noexcept nogil:
    """What follows from the bytes of all successors."""
    cdef best_t best
    consider_captures(pair, half, own, other, &best)
    if not best.any or not pair.compulsory:
        consider_steps(pair, half, own, other, &best)
    if best.win:
        return PLIES_0 + best.win
    if not best.any:
        return PLIES_0
    if best.best == UNKNOWN:
        return PLIES_0 + best.loss
    return WON_BY_COUNT if best.best == BEST_WON else DRAWN if best.best == BEST_DRAWN else LOST_BY_COUNT


# What play forces, from the ends in a number of plies on.  `fresh` halves have those, and for the rest UNKNOWN.

cdef void start_fresh(pair_t *pair, const half_t *half, half_t *fresh, uint64_t begin, uint64_t end) noexcept nogil:
    cdef uint64_t number
    for number in range(begin, end):
        fresh.values[number] = half.values[number] if half.values[number] >= PLIES_0 else UNKNOWN


cdef int forced_byte(pair_t *pair, half_t *fresh, uint64_t own, uint64_t other, bint draws) noexcept nogil:
    """The byte of a position if its moves show already that it can be forced, else UNKNOWN."""
    cdef best_t best
    cdef bint smaller = fresh.slice.own_men < fresh.slice.other_men
    consider_captures(pair, fresh, own, other, &best)
    if not best.any or not pair.compulsory:
        consider_steps(pair, fresh, own, other, &best)
    if best.best == BEST_WON:
        return WON_BY_COUNT
    if not best.unknown and best.best <= BEST_LOST:
        return LOST_BY_COUNT
    if draws and best.best == BEST_DRAWN and (smaller or not best.unknown):
        return DRAWN
    return UNKNOWN


cdef void force(pair_t *pair, half_t *fresh, uint64_t begin, uint64_t end, bint draws, result_t *result) noexcept nogil:
    """One look at every position of a chunk that is not known yet."""
    cdef cursor_t cursor
    cdef uint64_t number = find_byte(fresh, begin, end, UNKNOWN), own
    cdef int value
    place_cursor(&fresh.slice, &cursor, begin)
    while number < end:
        own = own_men_at(&fresh.slice, &cursor, number)
        value = forced_byte(pair, fresh, own, cursor.other, draws)
        if value != UNKNOWN:
            store_byte(&fresh.values[number], <uint8_t> value)
            result.changed += 1
        number = find_byte(fresh, number + 1, end, UNKNOWN)


cdef class SliceCheck:
    """Checks the slice (p, q) of a table against the slices that its moves lead to.

    `slices` has arrays of a byte for each position, by numbers of men: (p, q), (q, p), and those with fewer men that
    captures from both lead to.
    """
    cdef pair_t pair
    cdef pair_t fresh
    cdef half_t *half
    cdef list kept
    cdef list arrays              # the bytes of `fresh`
    cdef list chunks              # of the look at work: (half, begin, end)
    cdef bint draws

    def __cinit__(self, rules, p, q, dict slices not None):
        cdef int word = check_rulings(rules), own, other, i
        cdef const uint8_t[::1] values
        check_men(word, p, q, &own, &other)
        self.kept = []
        load_pair(&self.pair, word, max(own, other), min(own, other), slices, self.kept)
        for i in range(self.pair.count):
            men = (self.pair.halves[i].slice.own_men, self.pair.halves[i].slice.other_men)
            values = bytes_of(slices, men, "slices")
            check_size(values.shape[0], &self.pair.halves[i].slice)
            self.pair.halves[i].values = <uint8_t *> &values[0]    # is only read
            self.kept.append(values)
        self.half = &self.pair.halves[1 if own < other else 0]
        self.fresh = self.pair
        self.chunks = []

    def __dealloc__(self):
        free_pair(&self.pair)

    def check(self, begin, end):
        """The first number from `begin` to before `end` whose byte does not follow from its successors, -1 if none."""
        cdef uint64_t first = checked(begin, "begin", 0, self.half.slice.size)
        cdef uint64_t last = checked(end, "end", first, self.half.slice.size)
        cdef uint64_t number = first, own
        cdef cursor_t cursor
        cdef pair_t *pair = &self.pair
        cdef half_t *half = self.half
        with nogil:
            if first < last:
                place_cursor(&half.slice, &cursor, first)
            while number < last:
                if (number - first) & 0xFFFF == 0 and interrupted():
                    break
                own = own_men_at(&half.slice, &cursor, number)
                if expected_byte(pair, half, own, cursor.other) != half.values[number]:
                    break
                number += 1
        raise_pending()
        return number if number < last else -1

    def expected(self, index):
        """The byte that follows for a position from those of its successors."""
        cdef uint64_t number = checked(index, "index", 0, self.half.slice.size - 1), own
        cdef cursor_t cursor
        cdef int value
        place_cursor(&self.half.slice, &cursor, number)
        own = own_men_at(&self.half.slice, &cursor, number)
        value = expected_byte(&self.pair, self.half, own, cursor.other)
        raise_pending()
        return value

    def unforced(self, run):
        """Where a byte says other than what play forces, where no end in a number of plies is.

        The first such position of this slice or the opposite one, as (own men, other men, number); None if nowhere.

        The ends are taken as they stand, for `check` to look at.  Takes a byte of memory for each position of both
        slices.  `run` is `map` or the `map` of a pool of threads.
        """
        cdef int i
        cdef half_t *half
        cdef uint64_t number
        arrays = [bytearray(self.pair.halves[i].slice.size) for i in range(self.pair.count)]
        cdef uint8_t[::1] view
        if self.chunks:
            raise RuntimeError("this check is at work in another thread, or has failed and cannot go on")
        self.arrays = arrays      # alive for what `run` may do later
        self.chunks = self.cut()
        for i in range(self.pair.count):
            view = arrays[i]
            self.fresh.halves[i].values = &view[0]
            start_fresh(&self.pair, &self.pair.halves[i], &self.fresh.halves[i], 0, view.shape[0])
        majority = not self.pair.rules >> ADJUDICATION_SHIFT & 1
        for draws in (False, True):
            # With as many men a side, or with adjudication=draw, all that is not won or lost is drawn.
            if majority and (not draws or self.pair.count == 2):
                self.draws = draws
                while any(_EachOnce(self._force, range(len(self.chunks))).by(run)):
                    pass
        for i in range(self.pair.count):
            view = arrays[i]
            finish(&self.fresh, &self.fresh.halves[i], 0, view.shape[0])
        self.chunks = []
        for i in range(self.pair.count):
            half = &self.pair.halves[i]
            for number in range(half.slice.size):
                if self.fresh.halves[i].values[number] != half.values[number]:
                    return half.slice.own_men, half.slice.other_men, number
        return None

    cdef list cut(self):
        cdef uint64_t size, chunk
        chunks = []
        for i in range(self.pair.count):
            size = self.pair.halves[i].slice.size
            chunk = max(size // 32, <uint64_t> 1 << 14)
            chunks += [(i, begin, min(begin + chunk, size)) for begin in range(0, size, chunk)]
        return chunks

    def _force(self, int number):
        cdef int i
        cdef uint64_t begin, end
        cdef result_t result
        cdef pair_t *fresh = &self.fresh
        cdef bint draws = self.draws
        if not 0 <= number < len(self.chunks):
            raise RuntimeError(f"there is no task {number} to do now")
        i, begin, end = self.chunks[number]
        result.changed = 0
        with nogil:
            force(fresh, &fresh.halves[i], begin, end, draws, &result)
        raise_pending()
        return result.changed
