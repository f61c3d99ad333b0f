# Keys of positions, for the transposition tables of the searches: the canonical position in three words.

ctypedef struct key_t:
    uint64_t own
    uint64_t opponent
    uint64_t huffable


cdef int prepare_keys() except -1:
    """Nothing has to be prepared."""
    return 0


cdef inline void canonical_key(const state_t *s, key_t *key) noexcept nogil:
    cdef state_t least
    canonical_image(s, &least)
    key[0] = key_t(least.own, least.opponent, least.huffable)


cdef inline bint keys_equal(const key_t *a, const key_t *z) noexcept nogil:
    return a.own == z.own and a.opponent == z.opponent and a.huffable == z.huffable


cdef inline uint64_t hash_key(const key_t *key) noexcept nogil:
    cdef uint64_t hash = key.own * <uint64_t> 0x9E3779B97F4A7C15
    hash = (hash ^ hash >> 29 ^ key.opponent) * <uint64_t> 0xBF58476D1CE4E5B9
    hash = (hash ^ hash >> 32 ^ key.huffable) * <uint64_t> 0x94D049BB133111EB
    return hash ^ hash >> 31
