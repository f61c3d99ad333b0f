# Move generation.
#
# HOW IT IS FAST.  Steps and jumps of all men in one direction are a shift and an intersection, so leaves are counted
# in the parent with a few population counts.  Chains are rare: one test over all landing points at once shows
# whether any man could jump again; only then are the captures of each man followed one by one.

ctypedef struct jumps_t:
    # All first jumps of a side.
    uint64_t landing[6]       # by direction: the points where a jump ends
    uint64_t starts           # the men that can jump
    int arcs                  # bit i: the jump arcs[i] is possible


cdef inline int count_of_six(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f) noexcept nogil:
    """The number of bits of six words, with three population counts instead of six."""
    cdef uint64_t one = a ^ b ^ c, two = d ^ e ^ f
    cdef uint64_t carry_one = (a & b) | (c & (a ^ b)), carry_two = (d & e) | (f & (d ^ e))
    cdef uint64_t carry = one & two
    return (popcount64(one ^ two) + 2 * popcount64(carry ^ carry_one ^ carry_two)
            + 4 * popcount64((carry & carry_one) | (carry_two & (carry ^ carry_one))))


cdef inline int count_steps(const board_t *b, const state_t *s, uint64_t empty) noexcept nogil:
    cdef const uint64_t *may = b.step_from[s.white]
    cdef uint64_t own = s.own
    return count_of_six((own & may[EAST]) << 1 & empty, (own & may[WEST]) >> 1 & empty,
                        (own & may[SOUTH_WEST]) << 17 & empty, (own & may[NORTH_EAST]) >> 17 & empty,
                        (own & may[SOUTH_EAST]) << 18 & empty, (own & may[NORTH_WEST]) >> 18 & empty)


cdef inline bint find_jumps(const board_t *b, const state_t *s, uint64_t empty, jumps_t *j) noexcept nogil:
    """All first jumps of the side to move; whether there is one."""
    cdef const uint64_t *may = b.jump_from[s.white]
    cdef const jump_t *arc = b.arcs[s.white]
    cdef uint64_t own = s.own, other = s.opponent
    cdef int i
    j.landing[EAST] = ((own & may[EAST]) << 1 & other) << 1 & empty
    j.landing[WEST] = ((own & may[WEST]) >> 1 & other) >> 1 & empty
    j.landing[SOUTH_WEST] = ((own & may[SOUTH_WEST]) << 17 & other) << 17 & empty
    j.landing[NORTH_EAST] = ((own & may[NORTH_EAST]) >> 17 & other) >> 17 & empty
    j.landing[SOUTH_EAST] = ((own & may[SOUTH_EAST]) << 18 & other) << 18 & empty
    j.landing[NORTH_WEST] = ((own & may[NORTH_WEST]) >> 18 & other) >> 18 & empty
    j.arcs = 0
    for i in range(b.arc_count[s.white]):
        if (own & arc[i].start) and (other & arc[i].over) and (empty & arc[i].end):
            j.arcs |= 1 << i
    return (j.landing[EAST] | j.landing[WEST] | j.landing[SOUTH_WEST] | j.landing[NORTH_EAST]
            | j.landing[SOUTH_EAST] | j.landing[NORTH_WEST]) != 0 or j.arcs != 0


cdef inline uint64_t starts_of(const board_t *b, const state_t *s, const jumps_t *j, uint64_t ends) noexcept nogil:
    """The men that can jump to one of these points at once."""
    cdef const jump_t *arc = b.arcs[s.white]
    cdef int i
    cdef uint64_t starts = (
        (j.landing[EAST] & ends) >> 2 | (j.landing[WEST] & ends) << 2
        | (j.landing[SOUTH_WEST] & ends) >> 34 | (j.landing[NORTH_EAST] & ends) << 34
        | (j.landing[SOUTH_EAST] & ends) >> 36 | (j.landing[NORTH_WEST] & ends) << 36)
    for i in range(b.arc_count[s.white]):
        if j.arcs >> i & 1 and arc[i].end & ends:
            starts |= arc[i].start
    return starts


cdef inline void find_starts(const board_t *b, const state_t *s, jumps_t *j) noexcept nogil:
    j.starts = starts_of(b, s, j, ~<uint64_t> 0)


cdef inline uint64_t going_on(const board_t *b, const state_t *s, uint64_t empty, const jumps_t *j) noexcept nogil:
    """The landing points from which the man that has jumped there might jump again; from all others it cannot.

    A second jump ends on a point that is empty before the first: it cannot lead back to the start, which is two points
    away over the man that is gone, nor to the point of that man, which is next to it.
    """
    cdef const uint64_t *may = b.jump_from[s.white]
    cdef const jump_t *arc = b.arcs[s.white]
    cdef uint64_t other = s.opponent, again, ends
    cdef int i
    again = ((empty >> 1 & other) >> 1 & may[EAST] | (empty << 1 & other) << 1 & may[WEST]
             | (empty >> 17 & other) >> 17 & may[SOUTH_WEST] | (empty << 17 & other) << 17 & may[NORTH_EAST]
             | (empty >> 18 & other) >> 18 & may[SOUTH_EAST] | (empty << 18 & other) << 18 & may[NORTH_WEST])
    ends = (j.landing[EAST] | j.landing[WEST] | j.landing[SOUTH_WEST] | j.landing[NORTH_EAST]
            | j.landing[SOUTH_EAST] | j.landing[NORTH_WEST])
    for i in range(b.arc_count[s.white]):
        if (other & arc[i].over) and (empty & arc[i].end):
            again |= arc[i].start
        if j.arcs >> i & 1:
            ends |= arc[i].end
    return ends & again


cdef int follow(const board_t *b, const state_t *s, int rulings, uint64_t start, capture_t *out) noexcept nogil:
    """Every capture of one man, told apart by end and men taken; -1 if there are more than MAX_ROUTES places.

    Breadth first over places (point, men taken): each is looked at once, by whatever route it is reached.
    """
    cdef int chain = rulings >> CHAIN_SHIFT & 3
    cdef uint64_t free = b.board & ~(s.own | s.opponent) | start
    cdef uint64_t end, taken
    cdef const jump_t *jump
    cdef int n = 1, at = 0, i, k, kept = 0
    cdef bint last
    out[0] = capture_t(start, 0)
    while at < n:
        last = True
        end = out[at].end
        taken = out[at].taken
        jump = b.jumps[s.white][lowest_index64(end)]
        for i in range(b.jump_count[s.white][lowest_index64(end)]):
            if not (s.opponent & ~taken & jump[i].over) or not ((free | taken) & jump[i].end):
                continue
            last = False
            if chain == CHAIN_SINGLE and at:
                break
            k = 0
            while k < n and (out[k].end != jump[i].end or out[k].taken != taken | jump[i].over):
                k += 1
            if k == n:
                if n == MAX_ROUTES:
                    return -1
                out[n] = capture_t(jump[i].end, taken | jump[i].over)
                n += 1
        if chain == CHAIN_FULL and not last:
            # No capture, as the man has to go on.  Places with as many men taken have all been found by now.
            out[at].end = 0
        at += 1
    for k in range(1, n):
        if out[k].end:
            out[kept] = out[k]
            kept += 1
    return kept


cdef inline uint64_t going_on_under(const board_t *b, const state_t *s, int rulings, uint64_t empty,
                                    const jumps_t *j) noexcept nogil:
    """As `going_on`, under the ruling `chain`."""
    return 0 if rulings >> CHAIN_SHIFT & 3 == CHAIN_SINGLE else going_on(b, s, empty, j)


cdef inline int jumps_of(const board_t *b, const state_t *s, uint64_t empty, uint64_t start, const jump_t **jumps,
                         uint64_t *ends) noexcept nogil:
    """The first jumps of a man, written to `jumps`, and where they end."""
    cdef const jump_t *jump = b.jumps[s.white][lowest_index64(start)]
    cdef int i, n = 0
    ends[0] = 0
    for i in range(b.jump_count[s.white][lowest_index64(start)]):
        if s.opponent & jump[i].over and empty & jump[i].end:
            jumps[n] = &jump[i]
            ends[0] |= jump[i].end
            n += 1
    return n


cdef int count_chains(const board_t *b, const state_t *s, int rulings, uint64_t empty, uint64_t starts,
                      uint64_t going) noexcept nogil:
    """The number of captures, where men that jump to the points `going` might jump again."""
    cdef capture_t room[MAX_ROUTES]
    cdef const jump_t *jumps[MOST_JUMPS]
    cdef uint64_t start, ends
    cdef int n = 0, of_one
    while starts:
        start = starts & (0 - starts)
        starts ^= start
        of_one = jumps_of(b, s, empty, start, jumps, &ends)
        if ends & going:
            of_one = follow(b, s, rulings, start, room)
            if of_one < 0:
                too_many("a man has more captures than can be listed")
                return 0
        n += of_one
    return n


cdef inline int count_captures(const board_t *b, const state_t *s, int rulings, uint64_t empty,
                               jumps_t *j) noexcept nogil:
    """The number of captures, given the first jumps, of which there is one."""
    cdef uint64_t going
    if rulings >> CHAIN_SHIFT & 3 != CHAIN_SINGLE:
        find_starts(b, s, j)
        going = going_on(b, s, empty, j)
        if going:
            return count_chains(b, s, rulings, empty, j.starts, going)
    return (count_of_six(j.landing[0], j.landing[1], j.landing[2], j.landing[3], j.landing[4], j.landing[5])
            + popcount64(j.arcs))


cdef inline int count_plain(const board_t *b, const state_t *s, int rulings) noexcept nogil:
    """The number of moves without a huff."""
    cdef jumps_t j
    cdef uint64_t empty = b.board & ~(s.own | s.opponent)
    if not find_jumps(b, s, empty, &j):
        return count_steps(b, s, empty)
    if rulings >> CAPTURE_SHIFT & 3 == COMPULSORY:
        return count_captures(b, s, rulings, empty, &j)
    return count_steps(b, s, empty) + count_captures(b, s, rulings, empty, &j)


cdef inline int count_children(const state_t *s, int rulings) noexcept nogil:
    """The number of legal moves."""
    cdef const board_t *b = board_of(rulings)
    cdef state_t without
    cdef uint64_t left = s.huffable
    cdef int n
    if finished(s):
        return 0
    n = count_plain(b, s, rulings)
    while left:
        without = s[0]
        without.opponent = s.opponent & ~(left & (0 - left))
        n += count_plain(b, &without, rulings) if without.opponent else 1
        left &= left - 1
    return n


cdef inline child_t *put(child_t *out, const state_t *s, uint64_t start, uint64_t end, uint64_t taken,
                         uint64_t huffable,
                         uint32_t flags) noexcept nogil:
    out.state.own = s.opponent & ~taken
    out.state.opponent = (s.own & ~start) | end
    out.state.huffable = huffable
    out.state.white = not s.white
    out.state.board = s.board
    out.move = flags | lowest_index64(start) | lowest_index64(end) << 6
    out.status = GOES_ON if out.state.own else MOVER_WINS
    return out + 1


cdef child_t *put_steps(const board_t *b, const state_t *s, uint64_t empty, uint64_t idle, uint32_t flags,
                        child_t *out) noexcept nogil:
    """Every step; `idle` are the men that could capture and may be huffed for it."""
    cdef uint64_t left = s.own, start, targets, end, huffable
    while left:
        start = left & (0 - left)
        left ^= start
        targets = b.step_to[s.white][lowest_index64(start)] & empty
        while targets:
            end = targets & (0 - targets)
            targets ^= end
            huffable = (idle & ~start) | end if idle & start else idle
            out = put(out, s, start, end, 0, huffable, flags)
    return out


cdef child_t *put_captures(const board_t *b, const state_t *s, int rulings, uint64_t empty, jumps_t *j, uint32_t flags,
                           child_t *out, child_t *stop) noexcept nogil:
    """Every capture, man by man; NULL if they do not fit before `stop`."""
    cdef capture_t room[MAX_ROUTES]
    cdef const jump_t *jumps[MOST_JUMPS]
    cdef uint64_t left = j.starts, start, ends, going = going_on_under(b, s, rulings, empty, j)
    cdef int n, i
    while left:
        start = left & (0 - left)
        left ^= start
        n = jumps_of(b, s, empty, start, jumps, &ends)
        if ends & going:
            n = follow(b, s, rulings, start, room)
        if n < 0 or n > stop - out:
            return NULL
        for i in range(n):
            if ends & going:
                out = put(out, s, start, room[i].end, room[i].taken, 0, flags)
            else:
                out = put(out, s, start, jumps[i].end, jumps[i].over, 0, flags)
    return out


cdef child_t *put_plain(const board_t *b, const state_t *s, int rulings, uint32_t flags, child_t *out,
                        child_t *stop) noexcept nogil:
    """Every move without a huff, steps first; NULL if they do not fit before `stop`."""
    cdef jumps_t j
    cdef uint64_t empty = b.board & ~(s.own | s.opponent)
    cdef int capture = rulings >> CAPTURE_SHIFT & 3
    cdef bint open_ = find_jumps(b, s, empty, &j)
    if open_:
        find_starts(b, s, &j)
    if not open_ or capture != COMPULSORY:
        # At most six steps for each of 48 men.
        if stop - out < 6 * MOST_POINTS:
            return NULL
        out = put_steps(b, s, empty, j.starts if open_ and capture == HUFF else 0, flags, out)
    if open_:
        out = put_captures(b, s, rulings, empty, &j, flags, out, stop)
    return out


cdef int children(const state_t *s, int rulings, child_t *out) noexcept nogil:
    """Every legal move: without a huff first, then by the man huffed; 0, with an exception waiting, if there are
    more than MAX_MOVES."""
    cdef const board_t *b = board_of(rulings)
    cdef child_t *end
    cdef state_t without
    cdef uint64_t left = s.huffable, man
    cdef uint32_t flags
    if finished(s):
        return 0
    end = put_plain(b, s, rulings, 0, out, out + MAX_MOVES)
    while left and end != NULL:
        man = left & (0 - left)
        left ^= man
        flags = HUFFS | lowest_index64(man) << 12
        without = s[0]
        without.opponent = s.opponent & ~man
        if without.opponent:
            end = put_plain(b, &without, rulings, flags, end, out + MAX_MOVES)
        elif end - out < MAX_MOVES:
            end = put(end, &without, s.own & (0 - s.own), s.own & (0 - s.own), 0, 0, flags | ONLY_HUFFS)
        else:
            end = NULL
    if end == NULL:
        too_many("a position has more moves than can be listed")
        return 0
    return <int> (end - out)


# The printed route of a capture

cdef bint lead(const board_t *b, const state_t *s, uint64_t free, uint64_t at, uint64_t left, uint64_t end, int *route,
               capture_t *dead_ends, int *dead_count) noexcept nogil:
    """Whether a man at `at` can take exactly the men `left` and end at `end`; writes the landing points, the first in
    board order.  Places that lead nowhere are kept, so that none is tried twice."""
    cdef const jump_t *jump = b.jumps[s.white][lowest_index64(at)]
    cdef int i
    if left == 0:
        return at == end
    for i in range(dead_count[0]):
        if dead_ends[i].end == at and dead_ends[i].taken == left:
            return False
    for i in range(b.jump_count[s.white][lowest_index64(at)]):
        if left & jump[i].over and (free & ~left) & jump[i].end:
            route[0] = lowest_index64(jump[i].end)
            if lead(b, s, free, jump[i].end, left & ~jump[i].over, end, route + 1, dead_ends, dead_count):
                return True
    if dead_count[0] < MAX_ROUTES:
        dead_ends[dead_count[0]] = capture_t(at, left)
        dead_count[0] += 1
    return False


cdef bint find_route(const board_t *b, const state_t *s, uint64_t start, uint64_t end, uint64_t taken,
                     int *route) noexcept nogil:
    """Write the landing points of a capture, as many as men are taken; False if there is no such capture."""
    cdef capture_t dead_ends[MAX_ROUTES]
    cdef int dead_count = 0
    return lead(b, s, b.board & ~(s.own | s.opponent) | start | taken, start, taken, end, route, dead_ends, &dead_count)
