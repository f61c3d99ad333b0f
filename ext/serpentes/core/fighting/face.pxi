# What Python sees: points as numbers in board order, sets of points as integers whose bit i is point i.
#
# Everything that comes from Python is checked here, once, so that nothing can make the compiled code read or write
# where it should not.

cdef extern from *:
    enum: SERPENTES_CHECKS        # 1 if bounds checks are compiled in (see setup.py)


cdef int read_points(object points, str name, const board_t *b, uint64_t *word) except -1:
    if not isinstance(points, int):
        raise TypeError(f"{name}: expected an int whose bit i is point i, got {type(points).__name__}")
    if points < 0 or points >> b.points:
        raise ValueError(f"{name}: expected a set of the {b.points} points of length {b.length}, got {points:#x}")
    word[0] = spread(b, points)
    return 0


cdef int read_state(object own, object opponent, object huffable, object side, int rules, state_t *s) except -1:
    cdef const board_t *b = board_of(rules)
    read_points(own, "own", b, &s.own)
    read_points(opponent, "opponent", b, &s.opponent)
    read_points(huffable, "huffable", b, &s.huffable)
    if s.own & s.opponent:
        raise ValueError("own and opponent: expected at most one man on a point")
    if s.huffable & ~s.opponent:
        raise ValueError("huffable: expected men of the opponent only")
    if s.huffable and rules >> CAPTURE_SHIFT & 3 != HUFF:
        raise ValueError("huffable: expected none, as the rules have no huff")
    s.white = checked(side, "side", 0, 1)
    s.board = board_number(rules)
    return 0


cdef int read_position(object position, int rules, state_t *s) except -1:
    """A position as a tuple (own, opponent, huffable, side)."""
    if not isinstance(position, tuple) or len(position) != 4:
        raise TypeError(f"position: expected a tuple (own, opponent, huffable, side), got {type(position).__name__}")
    return read_state(position[0], position[1], position[2], position[3], rules, s)


cdef int read_point(object point, str name, const board_t *b) except -1:
    """The bit of a point."""
    return bit_of_point(b, checked(point, name, 0, b.points - 1))


cdef inline object write_points(const board_t *b, uint64_t word):
    return compact(b, word)


cdef tuple child_as_tuple(const board_t *b, const state_t *s, const child_t *child):
    cdef uint64_t huffed = bit_at(child.move >> 12 & 63) if child.move & HUFFS else 0
    cdef bint moves_a_man = not child.move & ONLY_HUFFS
    return (point_of(b, child.move >> 12 & 63) if huffed else -1,
            point_of(b, child.move & 63) if moves_a_man else -1,
            point_of(b, child.move >> 6 & 63) if moves_a_man else -1,
            write_points(b, s.opponent & ~child.state.own & ~huffed),
            write_points(b, child.state.own), write_points(b, child.state.opponent),
            write_points(b, child.state.huffable), child.status)


def moves(own, opponent, huffable, side, rules):
    """The legal moves, each as (huffed, start, end, taken, own, opponent, huffable, status).

    `huffed`, `start` and `end` are points, -1 where there is none; `taken` is the set of men that the capture takes, 0
    for a step; the rest is the position as the next side to move sees it, with status 1 if it has no man left, else 0.
    ValueError if the men are not on the board or two on one point.
    """
    cdef int word = check_rulings(rules), n, i
    cdef state_t s
    cdef child_t *room
    read_state(own, opponent, huffable, side, word, &s)
    room = <child_t *> malloc(MAX_MOVES * sizeof(child_t))
    if room == NULL:
        raise MemoryError("no memory for a list of moves")
    try:
        n = children(&s, word, room)
        raise_pending()
        return [child_as_tuple(board_of(word), &s, &room[i]) for i in range(n)]
    finally:
        free(room)


def route(own, opponent, side, rules, start, end, taken):
    """The landing points of the capture from `start` to `end` of the men `taken`; [] if there is none.

    Of several routes, the one whose landing points come first in board order.  Whether the rules let the man start,
    stop or capture is not asked.
    """
    cdef int word = check_rulings(rules), i
    cdef const board_t *b = board_of(word)
    cdef state_t s
    cdef uint64_t men
    cdef int landing[MOST_POINTS]
    read_state(own, opponent, 0, side, word, &s)
    read_points(taken, "taken", b, &men)
    if men & ~s.opponent:
        raise ValueError("taken: expected men of the opponent only")
    i = read_point(start, "start", b)
    if not men or not find_route(b, &s, bit_at(i), bit_at(read_point(end, "end", b)), men, landing):
        return []
    return [point_of(b, landing[i]) for i in range(popcount64(men))]


def perft(own, opponent, huffable, side, rules, depth):
    """The number of move sequences of exactly `depth` moves.  ValueError if depth is not 0 to 64."""
    cdef int word = check_rulings(rules)
    cdef state_t s
    read_state(own, opponent, huffable, side, word, &s)
    return count_leaves(&s, word, checked(depth, "depth", 0, 64))


def points(rules):
    """The number of points of the board."""
    return board_of(check_rulings(rules)).points


def lines(rules):
    """(steps, jumps) of both sides together, whatever the direction: (start, end) and (start, over, end)."""
    cdef int word = check_rulings(check_rulings(rules) & ~(1 << DIRECTION_SHIFT))
    cdef const board_t *b = board_of(word)
    cdef int i, k
    steps = []
    jumps = []
    for i in range(BITS):
        steps += [(point_of(b, i), point_of(b, k)) for k in range(BITS) if b.step_to[0][i] >> k & 1]
        for k in range(b.jump_count[0][i]):
            jumps.append((point_of(b, i), point_of(b, lowest_index64(b.jumps[0][i][k].over)),
                          point_of(b, lowest_index64(b.jumps[0][i][k].end))))
    return tuple(steps), tuple(jumps)


def symmetries(rules):
    """The symmetries that keep side and colours, as (index, image): image[i] is where point i goes.

    0 is the identity, 1 exchanges left and right, 2 top and bottom, 3 both.
    """
    cdef const board_t *b = board_of(check_rulings(rules))
    cdef int s, i
    found = []
    for s in range(4):
        if b.symmetries >> s & 1:
            image = [point_of(b, lowest_index64(image_of(b, bit_at(bit_of_point(b, i)), s))) for i in range(b.points)]
            found.append((s, tuple(image)))
    return tuple(found)


def canonical(own, opponent, huffable, side, rules):
    """(own, opponent, huffable, symmetry): the least image as Black to move, and the symmetry that leads to it."""
    cdef int word = check_rulings(rules), symmetry
    cdef const board_t *b = board_of(word)
    cdef state_t s, least
    read_state(own, opponent, huffable, side, word, &s)
    symmetry = canonical_image(&s, &least)
    return write_points(b, least.own), write_points(b, least.opponent), write_points(b, least.huffable), symmetry


CHECKS = SERPENTES_CHECKS != 0
STATE_BYTES = sizeof(state_t)
globals().update(MAX_MOVES=MAX_MOVES)
