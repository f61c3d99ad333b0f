# The board's words and shifts: what board.h offers, and the tables between bits and cells.
#
# Every module of one size defines SERPENT_SIZE and includes board.h before it includes this file.
# Words are opaque here (one or two machine words), so they are combined by functions only.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

cdef extern from "serpent/board.h" nogil:
    enum: SIZE
    enum: ROWS
    enum: STRIDE
    enum: BITS
    enum: CELLS
    enum: BOARD_BYTES
    ctypedef struct word_t:
        pass
    ctypedef struct touch_t:
        word_t one
        word_t two
        word_t more
    word_t W_ZERO
    word_t w_and(word_t, word_t) noexcept
    word_t w_or(word_t, word_t) noexcept
    word_t w_xor(word_t, word_t) noexcept
    word_t w_without(word_t, word_t) noexcept    # the first less the second
    bint w_any(word_t) noexcept
    bint w_many(word_t) noexcept                 # two bits or more
    bint w_equal(word_t, word_t) noexcept
    bint w_less(word_t, word_t) noexcept
    int w_count(word_t) noexcept
    word_t w_lowest(word_t) noexcept             # the lowest bit alone
    int w_index(word_t) noexcept                 # the index of the lowest bit; undefined for zero
    word_t w_bit(int) noexcept
    unsigned w_byte(word_t, int) noexcept
    word_t w_from(uint64_t low, uint64_t high) noexcept
    uint64_t w_low64(word_t) noexcept
    uint64_t w_high64(word_t) noexcept
    word_t grow(word_t) noexcept                 # the neighbours, not masked to the board
    touch_t touches(word_t) noexcept             # places by how many cells of the set they touch
    word_t flood(word_t seed, word_t space) noexcept
    void serpentes_prefetch(const void *) noexcept
    int lowest_index64(uint64_t) noexcept


cdef word_t BOARD                     # all cells
cdef int BIT_OF_CELL[CELLS]
cdef int CELL_OF_BIT[BITS]            # -1 where there is no cell


cdef int number_cells() noexcept:
    """Fill the tables between cells (board order) and bits (see board.h)."""
    global BOARD
    cdef int row, column, first, last, cell = 0
    BOARD = W_ZERO
    for column in range(BITS):
        CELL_OF_BIT[column] = -1
    for row in range(ROWS):
        first = row - (SIZE - 1) if row > SIZE - 1 else 0
        last = ROWS - 1 if row > SIZE - 1 else row + SIZE - 1
        for column in range(first, last + 1):
            BIT_OF_CELL[cell] = row * STRIDE + column
            CELL_OF_BIT[row * STRIDE + column] = cell
            BOARD = w_or(BOARD, w_bit(row * STRIDE + column))
            cell += 1
    return cell


number_cells()
