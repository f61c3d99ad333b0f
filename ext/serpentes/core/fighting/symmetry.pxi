# Canonical positions: Black to move, and of the symmetric images the one with the least own men, then the least
# opponent's, then the least that may be huffed.

cdef inline void normalise(const state_t *s, state_t *out) noexcept nogil:
    """The position with its colours exchanged if White is to move, so that the own side is the bottom."""
    out[0] = s[0]
    if s.white:
        out.own = flipped(s.own)
        out.opponent = flipped(s.opponent)
        out.huffable = flipped(s.huffable)
        out.white = 0


cdef inline bint comes_before(const state_t *a, const state_t *z) noexcept nogil:
    if a.own != z.own:
        return a.own < z.own
    if a.opponent != z.opponent:
        return a.opponent < z.opponent
    return a.huffable < z.huffable


cdef int canonical_image(const state_t *s, state_t *least) noexcept nogil:
    """Write the canonical position; the symmetry that leads to it from the position as Black to move."""
    cdef const board_t *b = BOARDS[s.board]
    cdef state_t plain, image
    cdef int symmetry, best = IDENTITY
    normalise(s, &plain)
    least[0] = plain
    for symmetry in range(1, 4):
        if b.symmetries >> symmetry & 1:
            image.own = image_of(b, plain.own, symmetry)
            image.opponent = image_of(b, plain.opponent, symmetry)
            image.huffable = image_of(b, plain.huffable, symmetry)
            image.white = 0
            image.board = s.board
            if comes_before(&image, least):
                least[0] = image
                best = symmetry
    return best
