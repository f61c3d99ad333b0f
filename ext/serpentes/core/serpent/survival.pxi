# Groups and their survival paths, bit-parallel.
#
# WHY THIS REPRESENTATION.  Whether a cell may be the first, a middle or the last one of a survival path
# depends only on how many stones of the colour it touches, and whether that stone is an end.  So a colour
# on a board is read once into sets of cells (terrain_t), and a search for a path from a group is a flood
# whose every step is one hexagonal grow:
#
#     middle cells touch no stone      (zero)
#     first and last cells touch one   (usable), and it is an end; every usable cell belongs to one group
#     a path of one cell touches two   (two): an end of this group and an end of another
#
# A shortest path is never bent onto itself, so a walk through these sets is a survival path.

ctypedef struct terrain_t:
    word_t stones
    word_t ends           # stones that touch at most one friendly stone: the ends of snakes, and eggs
    word_t eggs           # stones that touch none
    word_t zero           # empty cells that touch no stone of the colour
    word_t two            # empty cells that touch exactly two
    word_t usable         # empty cells that touch exactly one, which is an end
    word_t one            # empty cells that touch exactly one


cdef inline void read_terrain(word_t stones, word_t empty, terrain_t *c) noexcept nogil:
    """What the empty cells are to the colour whose stones these are."""
    cdef touch_t t = touches(stones)
    cdef word_t several = w_or(t.two, t.more)
    c.stones = stones
    c.ends = w_without(stones, several)
    c.eggs = w_without(c.ends, t.one)
    c.zero = w_without(empty, w_or(t.one, several))
    c.one = w_and(empty, t.one)
    c.two = w_and(empty, t.two)
    c.usable = w_and(c.one, grow(c.ends))


cdef inline void restrict_terrain(terrain_t *c, word_t cells) noexcept nogil:
    """Leave only these cells to paths."""
    c.zero = w_and(c.zero, cells)
    c.one = w_and(c.one, cells)
    c.two = w_and(c.two, cells)
    c.usable = w_and(c.usable, cells)


cdef inline word_t links(const terrain_t *c, word_t group) noexcept nogil:
    """The ends of other groups that the shortest survival paths of `group` lead to; empty if it has none."""
    cdef word_t others = w_without(c.ends, group)
    cdef word_t around = grow(w_and(c.ends, group))
    cdef word_t bridge = w_and(w_and(c.two, around), grow(others))
    cdef word_t start, foreign, hit, reached, next_reached
    if w_any(bridge):
        return w_and(grow(bridge), others)
    start = w_and(c.usable, around)
    foreign = w_xor(c.usable, start)
    around = grow(start)
    hit = w_and(around, foreign)
    reached = w_and(around, c.zero)
    while not w_any(hit):
        around = grow(reached)
        hit = w_and(around, foreign)
        next_reached = w_or(reached, w_and(around, c.zero))
        if w_equal(next_reached, reached) and not w_any(hit):
            return W_ZERO
        reached = next_reached
    return w_and(grow(hit), others)


cdef word_t dead_stones(const terrain_t *c) noexcept nogil:
    """The stones of all groups without a survival path (the colour taken as hatched)."""
    cdef word_t left = c.stones, linked = W_ZERO, dead = W_ZERO, group, partners
    while w_any(left):
        group = flood(w_lowest(left), c.stones)
        left = w_without(left, group)
        if w_any(w_and(group, linked)):
            continue
        partners = links(c, group)
        if w_any(partners):
            linked = w_or(linked, partners)
        else:
            dead = w_or(dead, group)
    return dead


cdef inline bint several_groups(word_t stones) noexcept nogil:
    return w_any(stones) and not w_equal(flood(w_lowest(stones), stones), stones)


cdef inline bint has_path_within(word_t stones, word_t empty, word_t region) noexcept nogil:
    """Whether the colour has a survival path whose cells all lie in `region` (whole connected regions)."""
    cdef terrain_t c
    cdef word_t left
    cdef word_t group
    read_terrain(stones, empty, &c)
    restrict_terrain(&c, region)
    left = w_and(stones, grow(w_or(c.usable, c.two)))
    while w_any(left):
        group = flood(w_lowest(left), stones)
        left = w_without(left, group)
        if w_any(links(&c, group)):
            return True
    return False


cdef int path_length(const terrain_t *c, word_t group, word_t ends, int limit) noexcept nogil:
    """Cells of the shortest survival path of `group` from one of these `ends` of it; 0 if it is over `limit`."""
    cdef word_t others = w_without(c.ends, group)
    cdef word_t around = grow(ends)
    cdef word_t foreign, reached, next_reached
    cdef int length
    if limit < 1:
        return 0
    if w_any(w_and(w_and(c.two, around), grow(others))):
        return 1
    foreign = w_without(c.usable, grow(w_and(c.ends, group)))
    around = grow(w_and(c.usable, around))
    reached = W_ZERO
    for length in range(2, limit + 1):
        if w_any(w_and(around, foreign)):
            return length
        next_reached = w_or(reached, w_and(around, c.zero))
        if w_equal(next_reached, reached):
            return 0
        reached = next_reached
        around = grow(reached)
    return 0


cdef bint find_path(const terrain_t *c, word_t group, int *cells, int *length) noexcept nogil:
    """Write the cells of one shortest survival path of `group`, its own end first; False if it has none.

    Of several, the one whose cells come first in board order, compared from the first cell on.
    """
    cdef word_t layers[CELLS + 1]
    cdef word_t others = w_without(c.ends, group)
    cdef word_t around = grow(w_and(c.ends, group))
    cdef word_t bridge = w_and(w_and(c.two, around), grow(others))
    cdef word_t start, foreign, hit, reached
    cdef int n = 1, k
    if w_any(bridge):
        layers[0] = bridge
    else:
        start = w_and(c.usable, around)
        foreign = w_xor(c.usable, start)
        layers[0] = start
        reached = start
        hit = w_and(grow(start), foreign)
        while not w_any(hit):
            layers[n] = w_without(w_and(grow(layers[n - 1]), c.zero), reached)
            if not w_any(layers[n]):
                return False
            reached = w_or(reached, layers[n])
            hit = w_and(grow(layers[n]), foreign)
            n += 1
        layers[n] = hit
        n += 1
        for k in range(n - 2, -1, -1):
            layers[k] = w_and(layers[k], grow(layers[k + 1]))
    for k in range(n):
        if k > 0:
            layers[k] = w_and(layers[k], grow(w_bit(BIT_OF_CELL[cells[k - 1]])))
        cells[k] = CELL_OF_BIT[w_index(layers[k])]
    length[0] = n
    return True
