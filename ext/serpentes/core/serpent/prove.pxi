# What proof-number search asks of Serpent.

cdef inline void mobility(const state_t *s, int rulings, int *mine, int *theirs) noexcept nogil:
    """The legal moves of the side to move, and those that the other side would have on the same board."""
    cdef state_t other
    mine[0] = count_children(s, rulings)
    other.own = s.opponent
    other.opponent = s.own
    other.hatched = swap_hatched(s.hatched)
    theirs[0] = count_children(&other, rulings)


cdef inline int endless_outcome(const state_t *s, int rulings) noexcept nogil:
    """Play that never ends is a draw."""
    return DRAW
