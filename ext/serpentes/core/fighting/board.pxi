# The long board of three rows as a bitboard, for every length from 2 to 16.
#
# WHY THIS REPRESENTATION.  Sheared, the three rows are a strip of a triangular lattice, so that each of the six
# directions is one shift by a constant, whatever the length:
#
#     t1  t2  t3  t4           -18  -17              bits of length 16            of length 4
#       \/  \/  \/  \              \  /
#     m1  m2  m3  m4  m5      -1 --- x --- +1          t   0 .. 15                  0  1  2  3
#       \  \/  \/  \/               /  \               m  17 .. 33                 17 18 19 20 21
#         b1  b2  b3  b4          +17  +18             b  35 .. 50                 35 36 37 38
#
#     t(i) - m(i) - b(i-1)     is +17, +17             t(i) = bit i - 1, m(i) = bit 16 + i, b(i) = bit 34 + i
#     t(i) - m(i+1) - b(i+1)   is +18, +18
#
# Bits 16 and 34 are never points, so a row does not run into the next, and whatever a shift carries off the board
# is masked away with the empty points.  The curved lines at the ends are no shifts; they are a short list.  A turn
# by 180 degrees is the reversal of all bits.  Points in board order (t, m, b; by number) have ascending bits.
#
# What the rulings make of the board (length, shape, rows, arc, direction) is in a `board_t`, made when it is first
# asked for and kept.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef extern from "bits.h" nogil:
    int lowest_index64(uint64_t) noexcept        # undefined for zero
    int popcount64(uint64_t) noexcept
    uint64_t reverse_bits64(uint64_t) noexcept
    void serpentes_prefetch(const void *) noexcept

cdef enum:
    SHORTEST = 2
    LONGEST = 16
    MIDDLE_BIT = 17           # of m1
    BOTTOM_BIT = 35           # of b1
    BITS = 51
    MOST_POINTS = 49
    MOST_JUMPS = 9            # from one point: six directions and the curved lines
    MOST_ARCS = 12            # directed jumps round the ends
    SHORT_BYTES = 3           # of a compact set on a board that may be solved whole

cdef enum:
    # Directions: the opposite of d is d ^ 1.
    EAST = 0
    WEST = 1
    SOUTH_WEST = 2
    NORTH_EAST = 3
    SOUTH_EAST = 4
    NORTH_WEST = 5

cdef enum:
    # The rulings as the bits of one number; see `rules_of` in serpentes.games.fighting.rulings.
    LENGTH_MASK = 31
    CAPTURE_SHIFT = 5
    CHAIN_SHIFT = 7
    DIRECTION_SHIFT = 9       # direction, arc, rows and shape are five bits
    ARC_SHIFT = 10
    ROWS_SHIFT = 12
    SHAPE_SHIFT = 13
    ADJUDICATION_SHIFT = 14
    RULES_END = 1 << 15
    OPTIONAL = 0
    COMPULSORY = 1
    HUFF = 2
    CHAIN_STOP = 0
    CHAIN_FULL = 1
    CHAIN_SINGLE = 2
    ARC_CORNER = 0
    ARC_ROW = 1
    ARC_NONE = 2

cdef enum:
    # Symmetries; the composition of two is their exclusive or.
    IDENTITY = 0
    LEFT_RIGHT = 1
    TOP_BOTTOM = 2
    TURN = 3

ctypedef struct jump_t:
    uint64_t start
    uint64_t over
    uint64_t end

ctypedef struct board_t:
    # Arrays by side have Black (whose own side is the bottom) first.
    int length
    int points
    uint64_t board
    uint64_t step_from[2][6]            # the points from which a man may step in a direction
    uint64_t jump_from[2][6]
    uint64_t step_to[2][BITS]           # all points that a step from a point may lead to
    jump_t jumps[2][BITS][MOST_JUMPS]   # from a point, by the point where they end
    int jump_count[2][BITS]
    jump_t arcs[2][MOST_ARCS]
    int arc_count[2]
    int symmetries                      # bit s: symmetry s keeps the board and, for the side to move, the rules
    uint32_t images[4][SHORT_BYTES][256]    # of the points in a byte of a compact set, on a short board

cdef board_t *BOARDS[1024]


cdef inline int board_number(int rules) noexcept nogil:
    return (rules & LENGTH_MASK) | (rules >> DIRECTION_SHIFT & 31) << 5


cdef inline const board_t *board_of(int rules) noexcept nogil:
    """The board of rulings that have been checked by `check_rulings`, which makes it."""
    return BOARDS[board_number(rules)]


cdef inline uint64_t bit_at(int i) noexcept nogil:
    return <uint64_t> 1 << i


cdef inline int row_of(int bit) noexcept nogil:
    return 0 if bit < MIDDLE_BIT else 1 if bit < BOTTOM_BIT else 2


cdef inline uint64_t top_row(uint64_t x) noexcept nogil:
    return x & 0xFFFF


cdef inline uint64_t middle_row(uint64_t x) noexcept nogil:
    return x & (<uint64_t> 0x1FFFF << MIDDLE_BIT)


cdef inline uint64_t shifted(uint64_t x, int direction) noexcept nogil:
    if direction == EAST:
        return x << 1
    if direction == WEST:
        return x >> 1
    if direction == SOUTH_WEST:
        return x << 17
    if direction == NORTH_EAST:
        return x >> 17
    if direction == SOUTH_EAST:
        return x << 18
    return x >> 18


cdef inline uint64_t flipped(uint64_t x) noexcept nogil:
    """Top and bottom exchanged."""
    return x >> BOTTOM_BIT | middle_row(x) | top_row(x) << BOTTOM_BIT


cdef inline uint64_t turned(const board_t *b, uint64_t x) noexcept nogil:
    """The board turned by 180 degrees."""
    return reverse_bits64(x) >> (64 - BITS + LONGEST - b.length)


cdef inline uint64_t image_of(const board_t *b, uint64_t x, int symmetry) noexcept nogil:
    if symmetry == IDENTITY:
        return x
    if symmetry == TOP_BOTTOM:
        return flipped(x)
    x = turned(b, x)
    return x if symmetry == TURN else flipped(x)


# Points in board order without gaps, as everything outside has them.

cdef inline uint64_t compact(const board_t *b, uint64_t x) noexcept nogil:
    cdef int middle = b.points - 2 * b.length
    return top_row(x) | (x >> MIDDLE_BIT & 0x1FFFF) << b.length | x >> BOTTOM_BIT << (b.length + middle)


cdef inline uint64_t spread(const board_t *b, uint64_t x) noexcept nogil:
    cdef int middle = b.points - 2 * b.length
    cdef uint64_t outer = (<uint64_t> 1 << b.length) - 1
    return (x & outer | (x >> b.length & ((<uint64_t> 1 << middle) - 1)) << MIDDLE_BIT
            | (x >> (b.length + middle)) << BOTTOM_BIT)


cdef inline int point_of(const board_t *b, int bit) noexcept nogil:
    """The place of a bit in board order."""
    cdef int row = row_of(bit)
    if row == 0:
        return bit
    if row == 1:
        return b.length + bit - MIDDLE_BIT
    return b.points - b.length + bit - BOTTOM_BIT


cdef inline int bit_of_point(const board_t *b, int point) noexcept nogil:
    if point < b.length:
        return point
    if point < b.points - b.length:
        return MIDDLE_BIT + point - b.length
    return BOTTOM_BIT + point - (b.points - b.length)


# Making a board

cdef bint goes_back(int side, int start, int end) noexcept:
    """Whether a way from bit to bit leads toward the own side."""
    cdef int down = row_of(end) - row_of(start)
    return down > 0 if side == 0 else down < 0


cdef void add_jump(board_t *b, int side, uint64_t start, uint64_t over, uint64_t end) noexcept:
    """Add a jump to the list of its start, in the order of its end."""
    cdef int at = lowest_index64(start), i = b.jump_count[side][at]
    cdef jump_t *jumps = b.jumps[side][at]
    while i > 0 and jumps[i - 1].end > end:
        jumps[i] = jumps[i - 1]
        i -= 1
    jumps[i] = jump_t(start, over, end)
    b.jump_count[side][at] += 1


cdef void add_arc(board_t *b, bint forward, int start, int over, int end) noexcept:
    """Add a jump round an end, both ways."""
    cdef int side, a, z
    for side in range(2):
        for a, z in ((start, end), (end, start)):
            if forward and goes_back(side, a, z):
                continue
            b.arcs[side][b.arc_count[side]] = jump_t(bit_at(a), bit_at(over), bit_at(z))
            b.arc_count[side] += 1
            add_jump(b, side, bit_at(a), bit_at(over), bit_at(z))


cdef void make_arcs(board_t *b, int arc, bint forward, bint outer_rows, bint right_end) noexcept:
    """The curved lines: corner, end of the middle row, corner; with `row`, the outer row runs on into them."""
    cdef int right, n = b.length
    cdef int ends = 2 if right_end else 1
    cdef int corner, inner, middle, shift
    if arc == ARC_NONE:
        return
    for right in range(ends):
        corner = n - 1 if right else 0
        inner = n - 2 if right else 1
        middle = MIDDLE_BIT + n if right else MIDDLE_BIT
        add_arc(b, forward, corner, middle, BOTTOM_BIT + corner)
        if arc == ARC_ROW and outer_rows:
            for shift in (0, BOTTOM_BIT):
                add_arc(b, forward, inner + shift, corner + shift, middle)


cdef void make_lines(board_t *b, bint forward, bint outer_rows) noexcept:
    """The steps and jumps along straight lines."""
    cdef uint64_t middle = middle_row(b.board)
    cdef uint64_t along_rows = b.board if outer_rows else middle
    cdef uint64_t from_, far_row, start, over, end
    cdef int side, d, i
    cdef bint sideways
    for side in range(2):
        far_row = top_row(b.board) if side == 0 else b.board & ~top_row(b.board) & ~middle
        for d in range(6):
            sideways = d == EAST or d == WEST
            from_ = along_rows if sideways else b.board
            if forward and not sideways and (d == SOUTH_WEST or d == SOUTH_EAST) == (side == 0):
                from_ = 0
            b.jump_from[side][d] = from_
            b.step_from[side][d] = from_ & ~far_row if forward else from_
            for i in range(BITS):
                start = bit_at(i) & from_
                over = shifted(start, d) & b.board
                end = shifted(over, d) & b.board
                if start & b.step_from[side][d]:
                    b.step_to[side][i] |= over
                if end:
                    add_jump(b, side, start, over, end)


cdef void make_images(board_t *b) noexcept:
    """The images of all compact sets, by bytes."""
    cdef int symmetry, byte, value, i, point
    if b.points > 8 * SHORT_BYTES:
        return
    for symmetry in range(4):
        for byte in range(SHORT_BYTES):
            for value in range(256):
                for i in range(8):
                    point = 8 * byte + i
                    if value >> i & 1 and point < b.points:
                        b.images[symmetry][byte][value] |= <uint32_t> compact(
                            b, image_of(b, bit_at(bit_of_point(b, point)), symmetry))


cdef int make_board(int rules) except -1:
    """Make the board of these rulings, if there is none yet.  Rules of a board that there is not: ValueError."""
    cdef int length = rules & LENGTH_MASK
    cdef bint culin = rules >> SHAPE_SHIFT & 1, forward = rules >> DIRECTION_SHIFT & 1
    cdef bint outer_rows = not rules >> ROWS_SHIFT & 1
    cdef int middle = length if culin else length + 1
    cdef board_t *b
    if BOARDS[board_number(rules)] != NULL:
        return 0
    b = <board_t *> calloc(1, sizeof(board_t))
    if b == NULL:
        raise MemoryError("no memory for a board")
    b.length = length
    b.points = 2 * length + middle
    b.board = bit_at(length) - 1 | (bit_at(middle) - 1) << MIDDLE_BIT | (bit_at(length) - 1) << BOTTOM_BIT
    make_lines(b, forward, outer_rows)
    make_arcs(b, rules >> ARC_SHIFT & 3, forward, outer_rows, not culin)
    b.symmetries = 1 << IDENTITY
    if not culin:
        b.symmetries |= 1 << LEFT_RIGHT
    if not forward:
        b.symmetries |= 1 << TOP_BOTTOM
    if not culin and not forward:
        b.symmetries |= 1 << TURN
    make_images(b)
    BOARDS[board_number(rules)] = b
    return 0


cdef int check_rulings(object rules) except -1:
    """Rulings that come from Python, with their board made; ValueError or TypeError for what are none."""
    cdef int word = checked(rules, "rules", 0, RULES_END - 1)
    cdef int length = word & LENGTH_MASK
    if not SHORTEST <= length <= LONGEST:
        raise ValueError(f"rules: expected a length of {SHORTEST} to {LONGEST}, got {length}")
    for shift, name in ((CAPTURE_SHIFT, "capture"), (CHAIN_SHIFT, "chain"), (ARC_SHIFT, "arc")):
        if word >> <int> shift & 3 == 3:
            raise ValueError(f"rules: expected 0 to 2 as the option of {name}, got 3")
    if word >> SHAPE_SHIFT & 1 and length % 2:
        raise ValueError(f"rules: expected an even length with the shape culin, got {length}")
    make_board(word)
    return word
