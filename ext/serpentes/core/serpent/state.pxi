# A position, a move and its child, as the core has them.
#
# WHY THIS REPRESENTATION.  Everything is as the side to move sees it, so exchanging the colours costs nothing
# and a position and its colour-exchanged copy are one.  A move is one integer:
#
#     bits 0-7 cell | 8-15 tail left | 16-17 colour removed first: 1 own, 2 the opponent's | 20-21 kind
#
# with kinds 0 placement, 1 snake move (the cell is the new head), 2 pass.

cdef enum:
    MAX_GROUPS = CELLS // 2 + 1
    OWN_HATCHED = 1
    OPPONENT_HATCHED = 2
    END_OF_TURN = 1       # bit of the rulings: hostility looks no further than this turn
    STUCK_PASSES = 2      # bit of the rulings: a side without an action passes

cdef enum:
    GOES_ON = 0
    MOVER_WINS = 1
    MOVER_LOSES = 2

cdef enum:
    # A move as an integer: cell | tail << 8 | order << 16 | kind << 20
    PLACE = 0
    SNAKE = 1 << 20
    PASS = 2 << 20
    OWN_FIRST = 1 << 16
    OPPONENT_FIRST = 2 << 16

cdef enum:
    # Twice the cells for placements, and two ends times five cells times two orders for each snake.
    MAX_MOVES = 2 * CELLS + 20 * (CELLS // 2)

ctypedef struct state_t:
    # A position as the side to move sees it.  hatched: bit 0 the own colour, bit 1 the opponent's.
    word_t own
    word_t opponent
    int hatched

ctypedef struct child_t:
    # A legal move and the position after it, as the next side to move sees it.
    state_t state
    uint32_t move
    int status

cdef inline bint emptied(const state_t *s) noexcept nogil:
    """Whether the side to move has lost its last stone."""
    return (s.hatched & OWN_HATCHED) and not w_any(s.own)


cdef inline bint finished(const state_t *s) noexcept nogil:
    """Whether a colour that has had several groups has no stone left."""
    return emptied(s) or ((s.hatched & OPPONENT_HATCHED) and not w_any(s.opponent))


cdef inline word_t empty_cells(word_t own, word_t opponent) noexcept nogil:
    return w_without(BOARD, w_or(own, opponent))


cdef inline int swap_hatched(int hatched) noexcept nogil:
    return (hatched >> 1) | ((hatched & 1) << 1)


cdef inline void emit(child_t *out, word_t own, word_t opponent, int hatched, uint32_t move, int status) noexcept nogil:
    """Write a child: the mover's stones become the opponent's."""
    out.state.own = opponent
    out.state.opponent = own
    out.state.hatched = swap_hatched(hatched)
    out.move = move
    out.status = status
