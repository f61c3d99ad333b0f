# What a head can still reach, and whether that is enough for the cards left.
#
# All cards left are one path of so many cells, which the head goes on, never twice over a cell.  So it stays in one
# of the connected regions of free cells beside the head, and there
#   - the colours of a chessboard alternate along it: it needs half of its cells of each colour, the odd one of the
#     colour that it begins with;
#   - a cell with at most one neighbour, free or the head, can only be its last cell, whose colour is known too.
# The head stands on a token whenever this is asked: only before the first card it does not, and then its own cell may
# be entered again, right after a card of one cell; so the first card is always laid without asking.
# All that is tested with a few instructions for all cells at once.  Tests that are stronger, as where a narrow place
# cuts a region in two, save half of the nodes at most and cost more than they save.

cdef enum:
    ONE_COLOUR = 0x55AA55AA    # in each half of a word


cdef inline uint64_t beside(uint64_t cells) noexcept nogil:
    return east_of(cells) | west_of(cells) | north_of(cells) | south_of(cells)


cdef inline uint64_t region_of(uint64_t cell, uint64_t free) noexcept nogil:
    """The connected region of free cells that a free cell is in."""
    cdef uint64_t region = cell, larger = (beside(cell) | cell) & free
    while larger != region:
        region = larger
        larger = (beside(region) | region) & free
    return region


cdef inline uint64_t with_two_neighbours(uint64_t cells) noexcept nogil:
    """The cells of 8x8 that have two neighbours or more in a set."""
    cdef uint64_t east = east_of(cells), west = west_of(cells), north = north_of(cells), south = south_of(cells)
    return east & west | north & south | (east | west) & (north | south)


cdef inline bint has_room(uint64_t region, uint64_t head, int tokens) noexcept nogil:
    """Whether a path of so many cells, from beside the head on, may fit a region; if not, there is none."""
    cdef uint64_t colour = <uint64_t> ONE_COLOUR << 32 | ONE_COLOUR, dead_ends, first, second
    cdef int firsts, seconds, dead_firsts, dead_seconds
    if head & colour:
        colour = ~colour
    first = region & colour
    second = region & ~colour
    firsts = popcount64(first)
    seconds = popcount64(second)
    dead_ends = region & ~with_two_neighbours(region | head)
    if dead_ends:
        dead_firsts = popcount64(dead_ends & colour)
        dead_seconds = popcount64(dead_ends & ~colour)
        if tokens & 1:
            dead_firsts -= dead_firsts > 0
        else:
            dead_seconds -= dead_seconds > 0
        firsts -= dead_firsts
        seconds -= dead_seconds
    return firsts >= (tokens + 1) >> 1 and seconds >= tokens >> 1


cdef inline uint64_t regions_with_room(uint64_t free, uint64_t head, int tokens) noexcept nogil:
    """The free cells that a path of so many cells from beside the head on may be on; none if there is no such path."""
    cdef uint64_t border = beside(head) & free, regions = 0, region
    if popcount64(free) < tokens:
        return 0
    while border:
        region = region_of(border & (0 - border), free)
        border &= ~region
        if has_room(region, head, tokens):
            regions |= region
    return regions
