# Keys of positions on sizes 4 to 6: the two words of a canonical position.
#
# WHY THIS REPRESENTATION.  A board leaves at least two bits of its words free (see board.h), so the flags
# ride at the top of the own stones' word, and a key takes 16 bytes at size 4, 32 at sizes 5 and 6.
# A slot of a hash table holds 40 bits of the hash; a key is found equal only when it is compared in full.

ctypedef struct key_t:
    word_t own            # and in the two highest bits, what is hatched
    word_t opponent

cdef enum:
    TAG_IS_KEY = 0
    PIECE = 128
    TOP_BITS = 8 * sizeof(word_t) - 2


cdef int prepare_keys() except -1:
    return 0


cdef inline word_t flags_word(int hatched) noexcept nogil:
    cdef word_t word = W_ZERO
    if hatched & OWN_HATCHED:
        word = w_bit(TOP_BITS)
    if hatched & OPPONENT_HATCHED:
        word = w_or(word, w_bit(TOP_BITS + 1))
    return word


cdef inline void canonical_key(const state_t *s, key_t *key) noexcept nogil:
    cdef state_t least
    canonical_image(s, &least)
    key.own = w_or(least.own, flags_word(s.hatched))
    key.opponent = least.opponent


cdef inline void state_of_key(const key_t *key, state_t *s) noexcept nogil:
    s.own = w_and(key.own, BOARD)
    s.opponent = key.opponent
    s.hatched = (w_any(w_and(key.own, w_bit(TOP_BITS))) * OWN_HATCHED
                 | w_any(w_and(key.own, w_bit(TOP_BITS + 1))) * OPPONENT_HATCHED)


cdef inline uint64_t mix(uint64_t h, uint64_t word) noexcept nogil:
    h = (h ^ word) * <uint64_t> 0x9E3779B97F4A7C15
    return h ^ (h >> 29)


cdef inline uint64_t hash_key(const key_t *key) noexcept nogil:
    cdef uint64_t h = mix(0x2545F4914F6CDD1D, w_low64(key.own))
    h = mix(h, w_low64(key.opponent))
    h = mix(h, w_high64(key.own))
    return mix(h, w_high64(key.opponent)) * <uint64_t> 0xBF58476D1CE4E5B9


cdef inline uint64_t tag_of_key(const key_t *key, uint64_t hash) noexcept nogil:
    return (hash >> 8) & (<uint64_t> 0xFFFFFFFFFF)


cdef inline bint keys_equal(const key_t *a, const key_t *b) noexcept nogil:
    return w_equal(a.own, b.own) and w_equal(a.opponent, b.opponent)


cdef inline void append_bits(uint64_t *words, int at, uint64_t bits) noexcept nogil:
    """Set bits from bit `at` on in KEY_WORDS words, the most significant first (zero so far)."""
    cdef int word = TABLE_WORDS - 1 - at // 64
    words[word] |= bits << (at % 64)
    if at % 64 > 64 - STRIDE and word > 0:
        words[word - 1] |= bits >> (64 - at % 64)


cdef inline void write_key(const key_t *key, uint64_t *words) noexcept nogil:
    """The key as it stands in tables: the integer own | opponent << CELLS | hatched << 2 CELLS by cells."""
    cdef state_t s
    cdef int row, first, length, cell = 0, k
    cdef uint64_t mask
    state_of_key(key, &s)
    for k in range(TABLE_WORDS):
        words[k] = 0
    for row in range(ROWS):
        first = row * STRIDE + (row - (SIZE - 1) if row > SIZE - 1 else 0)
        length = ROWS - (row - (SIZE - 1) if row > SIZE - 1 else SIZE - 1 - row)
        mask = (<uint64_t> 1 << length) - 1
        append_bits(words, cell, bits_from(s.own, first) & mask)
        append_bits(words, CELLS + cell, bits_from(s.opponent, first) & mask)
        cell += length
    append_bits(words, 2 * CELLS, s.hatched)


cdef inline uint64_t bits_from(word_t word, int first) noexcept nogil:
    """The bits of `word` from bit `first` on, 64 of them."""
    if first == 0:
        return w_low64(word)
    if first < 64:
        return w_low64(word) >> first | w_high64(word) << (64 - first)
    return w_high64(word) >> (first - 64)
