# A position, a move and its child, as the core has them.
#
# WHY THIS REPRESENTATION.  Own and opponent, not black and white: the same code plays both sides, and only
# direction=forward has to know which way is forward.  Men that may be huffed are always the opponent's.  A move is
#
#     bits 0-5 start | 6-11 end | 12-17 man huffed | 18 there is one | 19 nothing but a huff    (as bits of the board)
#
# which men a capture takes is seen from the two positions.

cdef enum:
    GOES_ON = 0
    MOVER_WINS = 1
    MOVER_LOSES = 2
    LOSS = 1
    DRAW = 2
    WIN = 3
    MAX_MOVES = 4096
    MAX_ROUTES = 1024         # places that one man can reach by captures, told apart by the men taken
    HUFFS = 1 << 18
    ONLY_HUFFS = 1 << 19

ctypedef struct state_t:
    # A position as the side to move sees it; the board itself stays as it is.
    uint64_t own
    uint64_t opponent
    uint64_t huffable         # men of the opponent that may be taken off before the move
    int white                 # 1 if White is to move
    int board                 # the number of the board, see `board_number`

ctypedef struct child_t:
    # A legal move and the position after it, as the next side to move sees it.
    state_t state
    uint32_t move
    int status

ctypedef struct capture_t:
    uint64_t end
    uint64_t taken


cdef inline bint finished(const state_t *s) noexcept nogil:
    """Whether a side has no man left."""
    return s.own == 0 or s.opponent == 0


cdef inline int known_outcome(const state_t *s, int rulings, const child_t *out, int n) noexcept nogil:
    """The outcome for the side to move where the game is over, given its n children; else 0."""
    if n:
        return 0
    return WIN if s.own and not s.opponent else LOSS


cdef extern from "Python.h":
    void PyErr_SetString(object, const char *)


cdef void too_many(const char *what) noexcept nogil:
    """Leave an exception for `raise_pending`: a composed position can have captures beyond any list."""
    with gil:
        PyErr_SetString(ValueError, what)
