# Tables by keys at the leaves of a search.
#
# WHY THIS REPRESENTATION.  Most positions that a search asks for are not in a table from a later start, and a binary
# search misses the cache a score of times to say so.  One bit for each value of a hash, eight for each position,
# says it at once for seven of eight.

ctypedef struct leaves_t:
    int rulings
    uint64_t positions
    const uint64_t *keys      # rows of TABLE_WORDS words, the most significant first, ascending
    const uint16_t *values    # plies << 2 | outcome; 0: a draw by play that never ends
    uint64_t *filter
    uint64_t filter_mask


cdef inline uint64_t hash_words(const uint64_t *words) noexcept nogil:
    cdef uint64_t h = 0
    cdef int i
    for i in range(TABLE_WORDS):
        h = (h ^ words[i]) * <uint64_t> 0x9E3779B97F4A7C15
        h ^= h >> 29
    return h * <uint64_t> 0xBF58476D1CE4E5B9 >> 20


cdef inline int compare_words(const uint64_t *a, const uint64_t *z) noexcept nogil:
    """Below 0, 0 or above 0, as a comes before z, is it, or comes after it."""
    cdef int i
    for i in range(TABLE_WORDS):
        if a[i] != z[i]:
            return -1 if a[i] < z[i] else 1
    return 0


cdef inline bint probe(const leaves_t *leaves, const state_t *s, const key_t *key, leaf_t *leaf) noexcept nogil:
    cdef uint64_t words[TABLE_WORDS]
    cdef uint64_t low = 0, high = leaves.positions, middle, hash
    cdef int order
    write_key(key, words)
    hash = hash_words(words) & leaves.filter_mask
    if not leaves.filter[hash >> 6] >> (hash & 63) & 1:
        return False
    while low < high:
        middle = (low + high) >> 1
        order = compare_words(leaves.keys + middle * TABLE_WORDS, words)
        if order == 0:
            leaf.outcome = leaves.values[middle] & 3 if leaves.values[middle] else DRAW
            leaf.plies = leaves.values[middle] >> 2 if leaves.values[middle] else NEVER_ENDS
            return True
        if order < 0:
            low = middle + 1
        else:
            high = middle
    return False


cdef int64_t fill_filter(leaves_t *leaves) noexcept nogil:
    """Set the bits of all keys; the first place whose key or value cannot be, or -1."""
    cdef const uint64_t *key = leaves.keys
    cdef uint64_t i, hash
    for i in range(leaves.positions):
        if i & 0xFFFFF == 0 and interrupted():
            return -1
        if leaves.values[i] and not leaves.values[i] & 3 or i and compare_words(key - TABLE_WORDS, key) >= 0:
            return <int64_t> i
        hash = hash_words(key) & leaves.filter_mask
        leaves.filter[hash >> 6] |= <uint64_t> 1 << (hash & 63)
        key += TABLE_WORDS
    return -1


cdef class Leaves:
    """A table by keys, for searches to end at: keys (positions, KEY_WORDS), ascending, and the codes of the values.

    The arrays must not change any more.
    """
    cdef leaves_t leaves
    cdef const uint64_t[:, ::1] keys
    cdef const uint16_t[::1] values

    def __cinit__(self, rulings, const uint64_t[:, ::1] keys not None, const uint16_t[::1] values not None):
        cdef uint64_t bits = 1 << 10
        cdef int64_t wrong
        self.leaves.rulings = check_rulings(rulings)
        check_keys(keys)
        if keys.shape[0] != values.shape[0] or not keys.shape[0]:
            raise ValueError(f"keys and values: expected as many of both, got {keys.shape[0]} and {values.shape[0]}")
        self.keys = keys
        self.values = values
        self.leaves.positions = keys.shape[0]
        self.leaves.keys = &keys[0, 0]
        self.leaves.values = &values[0]
        while bits < 8 * self.leaves.positions:
            bits *= 2
        self.leaves.filter_mask = bits - 1
        self.leaves.filter = <uint64_t *> calloc(bits // 64, sizeof(uint64_t))
        if self.leaves.filter == NULL:
            raise MemoryError("no memory for the filter of a table")
        with nogil:
            wrong = fill_filter(&self.leaves)
        raise_pending()
        if wrong >= 0:
            raise ValueError(f"keys and values: expected ascending keys and codes of outcomes, not so at {wrong}")

    def __dealloc__(self):
        free(self.leaves.filter)

    @property
    def positions(self):
        """The number of positions up to symmetry."""
        return self.leaves.positions
