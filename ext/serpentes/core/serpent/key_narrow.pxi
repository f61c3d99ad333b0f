# Keys of positions on sizes 2 and 3: a whole canonical position in one 64-bit word.
#
# WHY THIS REPRESENTATION.  19 cells and two flags make 40 bits, so a slot of a hash table holds the key
# and a number, and finding a position needs one memory access.
#
#     bit   0 .. CELLS-1            own stones, cell by cell in board order
#           CELLS .. 2 CELLS-1      the opponent's stones
#           2 CELLS, 2 CELLS + 1    own colour hatched, opponent's colour hatched
#
# Which symmetries make the own stones least is looked up by the own stones (2^CELLS entries, 4 MB at size
# 3), so that usually one image of the opponent's stones is all that is left to do.

ctypedef struct key_t:
    uint64_t bits

ctypedef struct least_t:
    uint32_t image
    uint16_t symmetries       # bit s: symmetry s takes the stones to `image`

cdef enum:
    TAG_IS_KEY = 1
    PIECE = 2048
    CELL_BYTES = (CELLS + 7) // 8

cdef uint32_t COMPACT_IMAGE[SYMMETRY_COUNT][BOARD_BYTES][256]     # of bits, in cells
cdef word_t BITS_OF_CELLS[CELL_BYTES][256]
cdef least_t *LEAST_IMAGE = NULL


cdef inline uint32_t compact_image(word_t stones, int symmetry) noexcept nogil:
    cdef uint32_t image = 0
    cdef int i
    for i in range(BOARD_BYTES):
        image |= COMPACT_IMAGE[symmetry][i][w_byte(stones, i)]
    return image


cdef inline word_t word_of_cells(uint64_t cells) noexcept nogil:
    cdef word_t word = W_ZERO
    cdef int i
    for i in range(CELL_BYTES):
        word = w_or(word, BITS_OF_CELLS[i][cells >> (8 * i) & 255])
    return word


cdef int prepare_keys() except -1:
    """Fill the tables of this file, once; about 50 ms at size 3."""
    global LEAST_IMAGE
    cdef int s, i, bits, bit
    cdef uint32_t cells, image, cell_bits
    cdef word_t word
    cdef least_t *least
    if LEAST_IMAGE != NULL:
        return 0
    for i in range(BOARD_BYTES):
        for bits in range(256):
            for s in range(SYMMETRY_COUNT):
                cell_bits = 0
                for bit in range(8 * i, min(8 * i + 8, <int> BITS)):
                    if bits >> (bit - 8 * i) & 1 and CELL_OF_BIT[bit] >= 0:
                        cell_bits |= <uint32_t> 1 << CELL_IMAGE[s][CELL_OF_BIT[bit]]
                COMPACT_IMAGE[s][i][bits] = cell_bits
    for i in range(CELL_BYTES):
        for bits in range(256):
            word = W_ZERO
            for bit in range(8 * i, min(8 * i + 8, <int> CELLS)):
                if bits >> (bit - 8 * i) & 1:
                    word = w_or(word, w_bit(BIT_OF_CELL[bit]))
            BITS_OF_CELLS[i][bits] = word
    least = <least_t *> malloc((<size_t> 1 << CELLS) * sizeof(least_t))
    if least == NULL:
        raise MemoryError("no memory for the table of symmetries")
    for cells in range(<uint32_t> 1 << CELLS):
        word = word_of_cells(cells)
        least[cells].image = cells
        least[cells].symmetries = 1
        for s in range(1, SYMMETRY_COUNT):
            image = compact_image(word, s)
            if image < least[cells].image:
                least[cells].image = image
                least[cells].symmetries = 0
            if image == least[cells].image:
                least[cells].symmetries |= <uint16_t> (1 << s)
    LEAST_IMAGE = least
    return 0


cdef inline void canonical_key(const state_t *s, key_t *key) noexcept nogil:
    cdef least_t own = LEAST_IMAGE[compact_image(s.own, 0)]
    cdef uint32_t symmetries = own.symmetries, image
    cdef uint32_t opponent = 0xFFFFFFFF
    while symmetries:
        image = compact_image(s.opponent, lowest_index64(symmetries))
        if image < opponent:
            opponent = image
        symmetries &= symmetries - 1
    key.bits = own.image | <uint64_t> opponent << CELLS | <uint64_t> s.hatched << (2 * CELLS)


cdef inline void state_of_key(const key_t *key, state_t *s) noexcept nogil:
    cdef uint64_t cells = (<uint64_t> 1 << CELLS) - 1
    s.own = word_of_cells(key.bits & cells)
    s.opponent = word_of_cells(key.bits >> CELLS & cells)
    s.hatched = <int> (key.bits >> (2 * CELLS))


cdef inline uint64_t hash_key(const key_t *key) noexcept nogil:
    cdef uint64_t h = (key.bits + 1) * <uint64_t> 0x9E3779B97F4A7C15
    h ^= h >> 29
    return h * <uint64_t> 0xBF58476D1CE4E5B9


cdef inline uint64_t tag_of_key(const key_t *key, uint64_t hash) noexcept nogil:
    return key.bits


cdef inline bint keys_equal(const key_t *a, const key_t *b) noexcept nogil:
    return a.bits == b.bits


cdef inline void write_key(const key_t *key, uint64_t *words) noexcept nogil:
    """The key as it stands in tables: KEY_WORDS words, the most significant first."""
    words[0] = key.bits
