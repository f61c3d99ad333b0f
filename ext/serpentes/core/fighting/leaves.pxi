# Tables by material at the leaves of a search.

ctypedef struct leaf_slice_t:
    slice_t slice
    const uint8_t *values

ctypedef struct leaves_t:
    int rulings
    int most_men              # in all; a position with more is in no slice
    uint64_t positions
    leaf_slice_t *by_men[MOST_MEN + 1][MOST_MEN + 1]      # NULL: there is no such slice


cdef inline leaf_t leaf_of_byte(uint8_t byte) noexcept nogil:
    """0, 1 and 2 are a draw, a loss and a win by play that never ends, the rest is plies + 3: odd ones win."""
    if byte == 0:
        return leaf_t(DRAW, NEVER_ENDS)
    if byte < 3:
        return leaf_t(WIN if byte == 2 else LOSS, NEVER_ENDS)
    return leaf_t(LOSS if byte & 1 else WIN, byte - 3)


cdef inline bint probe(const leaves_t *leaves, const state_t *s, const key_t *key, leaf_t *leaf) noexcept nogil:
    cdef int own = popcount64(s.own), other = popcount64(s.opponent)
    cdef const leaf_slice_t *found
    cdef const board_t *b
    if own + other > leaves.most_men or own > MOST_MEN or other > MOST_MEN:
        return False
    found = leaves.by_men[own][other]
    if found == NULL:
        return False
    b = found.slice.b
    leaf[0] = leaf_of_byte(found.values[number_of(&found.slice, compact(b, key.own), compact(b, key.opponent))])
    return True


cdef class Leaves:
    """The finished slices of a table, for searches to end at.

    `slices` has arrays of a byte for each position, by numbers of men; they must not change any more.
    """
    cdef leaves_t leaves
    cdef list kept

    def __cinit__(self, rules, dict slices not None):
        cdef int own, other
        self.leaves.rulings = check_rulings(rules)
        self.kept = []
        if self.leaves.rulings >> CAPTURE_SHIFT & 3 == HUFF:
            raise ValueError("rules: expected no huff, as the slices have no men that may be huffed")
        for men in slices:
            if not isinstance(men, tuple) or len(men) != 2:
                raise TypeError(f"slices: expected the numbers of men of both sides, got {men!r}")
            check_men(self.leaves.rulings, men[0], men[1], &own, &other)
            self.add(own, other, bytes_of(slices, men, "slices"))

    cdef int add(self, int own, int other, const uint8_t[::1] values) except -1:
        cdef leaf_slice_t *added = self.leaves.by_men[own][other]
        if added == NULL:
            added = <leaf_slice_t *> calloc(1, sizeof(leaf_slice_t))
            if added == NULL:
                raise MemoryError("no memory for the index of a slice")
            self.leaves.by_men[own][other] = added
            make_slice(&added.slice, self.leaves.rulings, own, other)
        check_size(values.shape[0], &added.slice)
        added.values = &values[0]
        self.kept.append(values)
        self.leaves.most_men = max(self.leaves.most_men, own + other)
        self.leaves.positions += added.slice.size
        return 0

    def __dealloc__(self):
        cdef int own, other
        for own in range(MOST_MEN + 1):
            for other in range(MOST_MEN + 1):
                if self.leaves.by_men[own][other] != NULL:
                    free_slice(&self.leaves.by_men[own][other].slice)
                    free(self.leaves.by_men[own][other])

    @property
    def positions(self):
        """The number of positions up to symmetry."""
        return self.leaves.positions
