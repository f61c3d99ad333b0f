# What proof-number search asks of Fighting Serpents.

cdef inline void mobility(const state_t *s, int rulings, int *mine, int *theirs) noexcept nogil:
    """The legal moves of the side to move, and those that the other side would have on the same board."""
    cdef state_t other = s[0]
    mine[0] = count_children(s, rulings)
    other.own = s.opponent
    other.opponent = s.own
    other.huffable = 0
    other.white = not s.white
    theirs[0] = count_children(&other, rulings)


cdef inline int endless_outcome(const state_t *s, int rulings) noexcept nogil:
    """Play that never ends is a win for the side with more men, but under adjudication=draw."""
    cdef int own = popcount64(s.own), opponent = popcount64(s.opponent)
    if own == opponent or rulings >> ADJUDICATION_SHIFT & 1:
        return DRAW
    return WIN if own > opponent else LOSS
