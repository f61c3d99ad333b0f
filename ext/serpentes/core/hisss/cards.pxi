# Cards and colours, numbered.
#
# WHY THESE NUMBERS.  A side of a card or snake is a small number, so that "may this touch that" is one comparison and
# sets of colours are masks of a byte.  What is not a colour comes above the colours: then one comparison also tells
# whether a side is open.
#
#     side    0 .. 5   open, of colour r o y g b p
#             6        open, touches every middle section: the open side of a lone rainbow head or tail
#             7        open, but of a colour that no card still to come has (made by `reduce_table` only)
#             8, 9     closed by a head, by a tail
#             10, 11   a lone head, a lone tail (always the first side; the second is its open one)
#
#     kind    0 .. 14  middle sections ro oy yg gb bp pr bo br by go gp gr op py ry
#             15 .. 21 heads r o y g b p *
#             22 .. 28 tails r o y g b p *

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

cdef extern from "bits.h" nogil:
    int lowest_index64(uint64_t) noexcept        # undefined for zero
    uint64_t reverse_bits64(uint64_t) noexcept
    uint8_t load_byte(const uint8_t *) noexcept
    void store_byte(uint8_t *, uint8_t) noexcept

cdef enum:
    COLOURS = 6
    ALL_COLOURS = 63
    RAINBOW = 6
    RAINBOW_BIT = 1 << RAINBOW
    DEAD = 7
    HEAD = 8
    TAIL = 9
    LONE_HEAD = 10
    LONE_TAIL = 11

cdef enum:
    MIDDLES = 15
    FIRST_HEAD = 15
    FIRST_TAIL = 22
    KINDS = 29
    MOST_CARDS = 255          # of a game in all
    MOST_PLAYERS = 5

cdef uint8_t LETTERS[MIDDLES][2]

for _kind, _pair in enumerate("ro oy yg gb bp pr bo br by go gp gr op py ry".split()):
    LETTERS[<int> _kind][0] = "roygbp".index(_pair[0])
    LETTERS[<int> _kind][1] = "roygbp".index(_pair[1])


cdef inline bint is_middle(int kind) noexcept nogil:
    return kind < MIDDLES


cdef inline int closing(int kind) noexcept nogil:
    """The side that a head or tail closes a snake with."""
    return HEAD if kind < FIRST_TAIL else TAIL


cdef inline int colour_of(int kind) noexcept nogil:
    """The colour of a head or tail, RAINBOW included."""
    return kind - (FIRST_HEAD if kind < FIRST_TAIL else FIRST_TAIL)
