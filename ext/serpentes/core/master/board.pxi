# A board of squares with the placements of every card, for every size from 3x3 to 8x8.
#
# WHY THIS REPRESENTATION.  All boards lie in the lower left corner of one of 8x8, a bit a cell:
#
#     row 8   56 57 58 59 60 61 62 63              N = 0: 8 bits up
#       :                                          E = 1: 1 bit up
#     row 3   16 17 18 19 20 21 22 23              S = 2: 8 bits down
#     row 2    8  9 10 11 12 13 14 15              W = 3: 1 bit down
#     row 1    0  1  2  3  4  5  6  7
#              a  b  c  d  e  f  g  h
#
# so that a cell has one number whatever the size, and cells off the board are nothing but closed, as blocked ones
# are.  Neighbours are shifts; only column h must not run over into column a.
#
# A card is laid in at most four ways from a cell.  Which ways stay on the board and off blocked cells never changes,
# so these are worked out once, each as the set of its tokens and its last cell: whether a placement is open is then
# one `and` with the cells that are not free.  64 bytes, a line of the cache, are all ways of a card from a cell.

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef extern from "bits.h" nogil:
    int lowest_index64(uint64_t) noexcept        # undefined for zero
    int popcount64(uint64_t) noexcept

cdef enum:
    CELLS = 64
    ROW = 8                   # bits from a row to the next
    SMALLEST = 3              # width and height
    LARGEST = 8
    HEADINGS = 4
    CARDS = 32                # in a deck
    LONGEST = 16              # path
    NORTH = 0
    EAST = 1
    SOUTH = 2

ctypedef struct place_t:
    # A way to lay a card from a cell.
    uint64_t tokens
    int end
    int heading

ctypedef struct board_t:
    int width
    int height
    int cards
    uint64_t open             # the cells that are not blocked
    uint64_t edge             # those of them by which a head may enter
    int lengths[CARDS]
    char paths[CARDS][LONGEST]
    place_t *places           # HEADINGS for each cell and card, by heading; see `ways`
    uint8_t *counts           # how many there are


cdef inline uint64_t bit_at(int cell) noexcept nogil:
    return <uint64_t> 1 << cell


cdef inline uint64_t east_of(uint64_t cells) noexcept nogil:
    return (cells & <uint64_t> 0x7F7F7F7F7F7F7F7F) << 1


cdef inline uint64_t west_of(uint64_t cells) noexcept nogil:
    return (cells & <uint64_t> 0xFEFEFEFEFEFEFEFE) >> 1


cdef inline uint64_t north_of(uint64_t cells) noexcept nogil:
    return cells << ROW


cdef inline uint64_t south_of(uint64_t cells) noexcept nogil:
    return cells >> ROW


cdef inline uint64_t step_from(uint64_t cell, int heading) noexcept nogil:
    """The neighbour in a heading; nothing beyond the board of 8x8."""
    if heading == NORTH:
        return north_of(cell)
    if heading == EAST:
        return east_of(cell)
    if heading == SOUTH:
        return south_of(cell)
    return west_of(cell)


cdef inline int ways(const board_t *b, int card, int cell, const place_t **places) noexcept nogil:
    """The ways to lay a card from a cell that stay on open cells, by heading; how many there are."""
    cdef int row = cell * b.cards + card
    places[0] = &b.places[row * HEADINGS]
    return b.counts[row]


# Making a board

cdef inline uint64_t rectangle(int width, int height) noexcept:
    cdef uint64_t row = bit_at(width) - 1, cells = 0
    cdef int y
    for y in range(height):
        cells |= row << ROW * y
    return cells


cdef inline int turned(int heading, char letter) noexcept:
    return (heading + (1 if letter == c"R" else 3 if letter == c"L" else 0)) & 3


cdef bint trace(const board_t *b, int card, int start, int heading, int *cells) noexcept:
    """Write the cells of a path, in order; False if it leaves the open cells."""
    cdef uint64_t cell = bit_at(start)
    cdef int i
    for i in range(b.lengths[card]):
        heading = turned(heading, b.paths[card][i])
        cell = step_from(cell, heading) & b.open
        if not cell:
            return False
        cells[i] = lowest_index64(cell)
    return True


cdef void list_ways(board_t *b, int card, int start) noexcept:
    cdef int cells[LONGEST]
    cdef int heading, i, row = start * b.cards + card, n = 0
    cdef place_t *place
    for heading in range(HEADINGS):
        if trace(b, card, start, heading, cells):
            place = &b.places[row * HEADINGS + n]
            for i in range(b.lengths[card]):
                place.tokens |= bit_at(cells[i])
            place.end = cells[b.lengths[card] - 1]
            place.heading = heading
            n += 1
    b.counts[row] = <uint8_t> n


cdef int read_path(board_t *b, object path, int card) except -1:
    """Add a card.  ValueError for what is no path of a card."""
    cdef int heading = NORTH, i, x = 0, y = 0
    if not isinstance(path, str):
        raise TypeError(f"paths: expected strings, got {type(path).__name__}")
    if not 1 <= len(path) <= LONGEST or set(path) - set("FLR") or path[0] != "F":
        raise ValueError(f"path {path[:20]!r}: expected F first, 1 to {LONGEST} letters, each F, L or R")
    visited = {(0, 0)}
    for i in range(len(path)):
        b.paths[card][i] = <char> ord(path[i])
        heading = turned(heading, b.paths[card][i])
        x += (heading == EAST) - (heading == 3)
        y += (heading == NORTH) - (heading == SOUTH)
        if (x, y) in visited:
            raise ValueError(f"path {path}: expected no cell twice, nor the one it starts from")
        visited.add((x, y))
    b.lengths[card] = <int> len(path)
    return 0


cdef int make_board(board_t *b, int width, int height, uint64_t blocked, list paths) except -1:
    """Fill a board that is all zeros; free it with `free_board`, also after an exception."""
    cdef uint64_t grid = rectangle(width, height)
    cdef int card, cell
    if blocked & ~grid:
        raise ValueError(f"blocked: expected cells of the board of {width}x{height}, got {blocked:#x}")
    if not 1 <= len(paths) <= CARDS:
        raise ValueError(f"paths: expected 1 to {CARDS} cards, got {len(paths)}")
    b.width = width
    b.height = height
    b.cards = <int> len(paths)
    b.open = grid & ~blocked
    b.edge = b.open & ~(rectangle(width - 2, height - 2) << (ROW + 1))
    b.places = <place_t *> calloc(CELLS * b.cards * HEADINGS, sizeof(place_t))
    b.counts = <uint8_t *> calloc(CELLS * b.cards, 1)
    if b.places == NULL or b.counts == NULL:
        raise MemoryError("no memory for the placements of a board")
    for card in range(b.cards):
        read_path(b, paths[card], card)
    for cell in range(CELLS):
        if b.open >> cell & 1:
            for card in range(b.cards):
                list_ways(b, card, cell)
    return 0


cdef void free_board(board_t *b) noexcept:
    free(b.places)
    free(b.counts)
