# The twelve symmetries of the hexagon, and the canonical image of a position.
#
# WHY THIS REPRESENTATION.  The image of a set of cells is the union of the images of its bytes, looked up
# in one table per byte (BOARD_BYTES lookups, 4 x 256 x 12 words at size 3).  The images of a byte under all
# symmetries stand side by side, as they are mostly asked for together.  In cube
# coordinates (a + b + c = 0) a clockwise turn by 60 degrees takes (a, b, c) to (-c, -a, -b), and the mirror
# that exchanges left and right takes it to (c, b, a).
#
# The canonical image is the one whose own stones, read as an integer with the first cell as the lowest bit,
# are least, and of those with equal own stones the one whose opponent's stones are least.

cdef enum:
    SYMMETRY_COUNT = 12
    TABLE_WORDS = (2 * CELLS + 2 + 63) // 64      # 64-bit words of a key in a table

cdef int CELL_IMAGE[SYMMETRY_COUNT][CELLS]
cdef word_t BYTE_IMAGES[BOARD_BYTES][256][SYMMETRY_COUNT]


cdef int cell_at(int a, int b) noexcept:
    """The cell with these cube coordinates."""
    return CELL_OF_BIT[(SIZE - 1 - b) * STRIDE + a + SIZE - 1]


cdef void number_symmetries() noexcept:
    cdef int s, cell, bit, a, b, c, turn, byte, bits, i
    cdef word_t image
    for s in range(SYMMETRY_COUNT):
        for cell in range(CELLS):
            bit = BIT_OF_CELL[cell]
            a = bit % STRIDE - (SIZE - 1)
            b = SIZE - 1 - bit // STRIDE
            c = -a - b
            if s >= 6:
                a, c = c, a
            for turn in range(s % 6):
                a, b, c = -c, -a, -b
            CELL_IMAGE[s][cell] = cell_at(a, b)
        for byte in range(BOARD_BYTES):
            for bits in range(256):
                image = W_ZERO
                for i in range(8):
                    bit = 8 * byte + i
                    if bits >> i & 1 and bit < BITS and CELL_OF_BIT[bit] >= 0:
                        image = w_or(image, w_bit(BIT_OF_CELL[CELL_IMAGE[s][CELL_OF_BIT[bit]]]))
                BYTE_IMAGES[byte][bits][s] = image


number_symmetries()


cdef inline word_t image_of(word_t stones, int symmetry) noexcept nogil:
    cdef word_t image = W_ZERO
    cdef int i
    for i in range(BOARD_BYTES):
        image = w_or(image, BYTE_IMAGES[i][w_byte(stones, i)][symmetry])
    return image


cdef inline void images_of(word_t stones, word_t *images) noexcept nogil:
    """The images under all symmetries."""
    cdef const word_t *more = BYTE_IMAGES[0][w_byte(stones, 0)]
    cdef int i, symmetry
    for symmetry in range(SYMMETRY_COUNT):
        images[symmetry] = more[symmetry]
    for i in range(1, BOARD_BYTES):
        more = BYTE_IMAGES[i][w_byte(stones, i)]
        for symmetry in range(SYMMETRY_COUNT):
            images[symmetry] = w_or(images[symmetry], more[symmetry])


cdef int canonical_image(const state_t *s, state_t *least) noexcept nogil:
    """Write the canonical image; returns the first symmetry that leads to it."""
    cdef int symmetry, best = 0, ties = 0
    cdef word_t own[SYMMETRY_COUNT]
    cdef word_t opponent
    images_of(s.own, own)
    for symmetry in range(1, SYMMETRY_COUNT):
        if w_less(own[symmetry], own[best]):
            best = symmetry
            ties = 0
        elif w_equal(own[symmetry], own[best]):
            ties |= 1 << symmetry
    least[0] = s[0]
    least.own = own[best]
    least.opponent = image_of(s.opponent, best)
    while ties:
        symmetry = lowest_index64(ties)
        ties &= ties - 1
        opponent = image_of(s.opponent, symmetry)
        if w_less(opponent, least.opponent):
            least.opponent = opponent
            best = symmetry
    return best
