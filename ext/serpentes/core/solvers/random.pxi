# Random numbers for play-outs.

cdef inline uint64_t next_random(uint64_t *seed) noexcept nogil:
    """splitmix64 (Sebastiano Vigna, public domain algorithm)."""
    cdef uint64_t z
    seed[0] += <uint64_t> 0x9E3779B97F4A7C15
    z = seed[0]
    z = (z ^ z >> 30) * <uint64_t> 0xBF58476D1CE4E5B9
    z = (z ^ z >> 27) * <uint64_t> 0x94D049BB133111EB
    return z ^ z >> 31


cdef inline int random_below(uint64_t *seed, int n) noexcept nogil:
    """A number from 0 to n - 1."""
    return <int> ((next_random(seed) >> 32) * <uint64_t> n >> 32)
