# What the search by plies asks of Serpent.

cdef enum:
    LEAF_KEYS = 1
    ENDS_ON_OWN_MOVE = 1      # to fill the last survival path may take off all of the mover's stones
    MOBILITY_PLIES = 4        # with fewer left, the replies are not counted
    MOVE_INDICES = CELLS * (CELLS + 1)


cdef bint has_safe_placement(const state_t *s) noexcept nogil:
    """Whether some placement is legal and kills nothing, as whole sets of cells show.

    First the cells of one basin that every own group borders: a stone there leaves all of them alive (safety.pxi), so
    that only those count that are critical to the opponent.
    """
    cdef terrain_t mine, theirs
    cdef safety_t safety
    cdef word_t empty = empty_cells(s.own, s.opponent), basin, ends
    read_terrain(s.own, empty, &mine)
    read_terrain(s.opponent, empty, &theirs)
    basin = w_and(grow(mine.usable), mine.zero)
    if w_any(basin):
        basin = flood(w_lowest(basin), mine.zero)
        ends = w_and(grow(w_and(mine.usable, grow(basin))), mine.ends)
        if w_equal(flood(ends, mine.stones), mine.stones):
            if not s.hatched & OPPONENT_HATCHED or w_any(w_without(basin, on_paths(&theirs))):
                return True
            find_critical(&theirs, &safety)
            if w_any(w_without(basin, safety.critical)):
                return True
    find_safety(s, &mine, &theirs, &safety)
    return w_any(safety.safe)


cdef inline word_t on_paths(const terrain_t *c) noexcept nogil:
    """The cells that a survival path of this colour may have."""
    return w_or(c.zero, w_or(c.usable, c.two))


cdef inline bint can_move(const state_t *s, int rulings) noexcept nogil:
    """Whether there is a legal move; the game is not over."""
    return has_safe_placement(s) or count_children(s, rulings) > 0


cdef bint goes_on(const state_t *s, int rulings) noexcept nogil:
    """Whether there is a legal move that does not lose at once; the game is not over."""
    cdef child_t out[MAX_MOVES]
    cdef int i, n
    if has_safe_placement(s):
        return True
    n = children(s, rulings, out)
    for i in range(n):
        if out[i].status != MOVER_LOSES:
            return True
    return False


cdef int wins_at_once(const state_t *s, int rulings, child_t *out) noexcept nogil:
    """Whether a move takes the opponent's last stone or leaves it without a move; `out` has room for all moves."""
    cdef int i, n = children(s, rulings, out)
    for i in range(n):
        if out[i].status == MOVER_WINS:
            return True
    if rulings & STUCK_PASSES:
        return False
    for i in range(n):
        if out[i].status == GOES_ON and not can_move(&out[i].state, rulings):
            return True
    return False


cdef inline int promise(const state_t *s, const child_t *child, int rulings, int plies) noexcept nogil:
    """How good a move looks: the stones it takes off, and how few moves it leaves, where that is worth the time."""
    cdef int removed = w_count(s.opponent) - w_count(child.state.own)
    cdef int lost = w_count(s.own) - w_count(child.state.opponent)
    return 16 * (removed - lost) - (count_children(&child.state, rulings) if plies >= MOBILITY_PLIES else 0)


cdef inline int move_index(uint32_t move) noexcept nogil:
    """A number of the move's kind, below MOVE_INDICES: of its cells."""
    return <int> ((move & 255) + CELLS * ((move >> 8 & 255) + 1 if move & SNAKE else 0)) if not move & PASS else 0
