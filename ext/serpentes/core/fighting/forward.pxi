# What the search by plies asks of Fighting Serpents.
#
# A side loses when its last man is taken or it cannot move, both after the other side's move: so a win takes an odd
# number of plies and a loss an even one, under all rulings.

cdef enum:
    LEAF_KEYS = 0
    ENDS_ON_OWN_MOVE = 0
    MOVE_INDICES = 1 << 12    # start and end


cdef inline uint64_t step_targets(const board_t *b, uint64_t men, int white, uint64_t empty) noexcept nogil:
    """The points that a step of these men of one side may lead to."""
    cdef const uint64_t *may = b.step_from[white]
    return ((men & may[EAST]) << 1 | (men & may[WEST]) >> 1 | (men & may[SOUTH_WEST]) << 17
            | (men & may[NORTH_EAST]) >> 17 | (men & may[SOUTH_EAST]) << 18 | (men & may[NORTH_WEST]) >> 18) & empty


cdef inline bint can_move_plainly(const board_t *b, const state_t *s) noexcept nogil:
    """Whether there is a move without a huff."""
    cdef uint64_t empty = b.board & ~(s.own | s.opponent)
    cdef jumps_t j
    return step_targets(b, s.own, s.white, empty) != 0 or find_jumps(b, s, empty, &j)


cdef inline bint can_move(const state_t *s, int rulings) noexcept nogil:
    """Whether there is a legal move; both sides have men."""
    cdef const board_t *b = board_of(rulings)
    cdef uint64_t left = s.huffable
    cdef state_t without
    if can_move_plainly(b, s):
        return True
    while left:
        without = s[0]
        without.opponent = s.opponent & ~(left & (0 - left))
        if not without.opponent or can_move_plainly(b, &without):
            return True
        left &= left - 1
    return False


cdef inline bint goes_on(const state_t *s, int rulings) noexcept nogil:
    """Whether there is a legal move: none loses at once."""
    return can_move(s, rulings)


cdef int wins_at_once(const state_t *s, int rulings, child_t *out) noexcept nogil:
    """Whether a move takes the opponent's last man or leaves it without a move; -1 if they cannot be listed.

    `out` has room for all moves.  A step fills one point and takes no man: who has steps to two points has one left.
    """
    cdef const board_t *b = board_of(rulings)
    cdef uint64_t empty = b.board & ~(s.own | s.opponent)
    cdef uint64_t targets = step_targets(b, s.opponent, not s.white, empty)
    cdef jumps_t j
    cdef int i, n
    if targets & (targets - 1) and not s.huffable and not find_jumps(b, s, empty, &j):
        return False
    n = children(s, rulings, out)
    for i in range(n):
        if out[i].status == MOVER_WINS or not can_move(&out[i].state, rulings):
            return True
    return -1 if n == 0 and can_move(s, rulings) else 0


cdef inline int promise(const state_t *s, const child_t *child, int rulings, int plies) noexcept nogil:
    """How good a move looks: the men that it takes off, one that is huffed included."""
    return 16 * (popcount64(s.opponent) - popcount64(child.state.own))


cdef inline int move_index(uint32_t move) noexcept nogil:
    """A number of the move's kind, below MOVE_INDICES: of its start and end."""
    return move & 0xFFF
