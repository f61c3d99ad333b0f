# A turn of Serpent: the removals, what makes an action illegal, and the generator of legal moves.
#
# HOW IT IS FAST.  Most placements kill nothing.  `generate` therefore first shows whole sets of cells to be
# safe (see safety.pxi), counts or lists those at once, and carries out one by one only the rest.  Of those,
# only the side in doubt is tested; the order of removals is looked at only where both colours have dead
# groups (removing one colour only adds empty cells for the other).

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

ctypedef struct action_t:
    # A placement or snake move that has been made on the board, before the removals.
    word_t own
    word_t opponent
    int hatched
    word_t placed         # the stone placed; empty for a snake move
    word_t moved          # the group that a snake move results in; empty for a placement
    bint joined           # the snake has joined another group
    int before            # cells of the snake's shortest survival path before the move; 0 if it had none

ctypedef struct outcome_t:
    # The board after the removals.
    word_t own
    word_t opponent
    word_t gone_own
    word_t gone_opponent
    int status

cdef enum:
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

cdef enum:
    LEGAL = 0
    REMOVES_ONLY_ITSELF
    MOVED_SNAKE_REMOVED
    PATH_NOT_SHORTER
    OWN_TERRAIN_NOT_HOSTILE
    OPPONENT_TERRAIN_NOT_HOSTILE
    OPPONENT_CAN_REOPEN


cdef inline bint finished(const state_t *s) noexcept nogil:
    """Whether a colour that has had several groups has no stone left."""
    return (((s.hatched & OWN_HATCHED) and not w_any(s.own))
            or ((s.hatched & OPPONENT_HATCHED) and not w_any(s.opponent)))


cdef inline word_t empty_cells(word_t own, word_t opponent) noexcept nogil:
    return w_without(BOARD, w_or(own, opponent))


cdef word_t dead_of(word_t stones, word_t empty) noexcept nogil:
    """The stones of the dead groups of a hatched colour."""
    cdef terrain_t c
    read_terrain(stones, empty, &c)
    return dead_stones(&c)


cdef void remove_dead(const action_t *a, bint own_first, word_t dead_own, word_t dead_opponent,
                      outcome_t *r) noexcept nogil:
    """Take the dead groups off, one colour first; the sets given are those dead before any removal."""
    r.own = a.own
    r.opponent = a.opponent
    r.gone_own = W_ZERO
    r.gone_opponent = W_ZERO
    r.status = GOES_ON
    cdef int turn
    cdef bint own
    for turn in range(2):
        own = own_first == (turn == 0)
        if own and w_any(dead_own):
            if turn == 1 and w_any(r.gone_opponent):
                dead_own = dead_of(r.own, empty_cells(r.own, r.opponent))
            r.gone_own = dead_own
            r.own = w_without(r.own, dead_own)
            if not w_any(r.own):
                r.status = MOVER_LOSES
                return
        elif not own and w_any(dead_opponent):
            if turn == 1 and w_any(r.gone_own):
                dead_opponent = dead_of(r.opponent, empty_cells(r.own, r.opponent))
            r.gone_opponent = dead_opponent
            r.opponent = w_without(r.opponent, dead_opponent)
            if not w_any(r.opponent):
                r.status = MOVER_WINS
                return


cdef inline bint stays_hostile(word_t stones, word_t gone, word_t empty) noexcept nogil:
    """Whether no region of empty cells that holds a cell in `gone` has a survival path of these stones."""
    return not has_path_within(stones, empty, flood(gone, empty))


cdef bint can_reopen(const state_t *s, word_t left) noexcept nogil:
    """Whether the side to move has a reply that gives the other colour a path in a region holding a cell of `left`.

    The look-ahead of the ruling until-owner-turn.  A reply that only places a stone takes cells away and
    opens nothing, so only replies that remove or move stones are generated.
    """
    cdef child_t replies[MAX_MOVES]
    cdef word_t empty, still
    cdef int i, n
    n = generate(s, END_OF_TURN, replies, True)
    for i in range(n):
        if replies[i].status != GOES_ON:
            continue
        empty = empty_cells(replies[i].state.own, replies[i].state.opponent)
        still = w_and(left, empty)
        if w_any(still) and not stays_hostile(replies[i].state.own, still, empty):
            return True
    return False


cdef int judge(const action_t *a, const outcome_t *r, int rulings) noexcept nogil:
    """LEGAL, or why the action with these removals is not."""
    cdef word_t empty = empty_cells(r.own, r.opponent)
    cdef terrain_t c
    cdef state_t reply
    if not w_any(a.moved):
        if w_equal(r.gone_own, a.placed) and not w_any(r.gone_opponent):
            return REMOVES_ONLY_ITSELF
    else:
        if w_any(w_and(a.moved, r.gone_own)):
            return MOVED_SNAKE_REMOVED
        if not a.joined:
            read_terrain(r.own, empty, &c)
            if not path_length(&c, a.moved, w_and(a.moved, c.ends), a.before - 1 if a.before else <int> CELLS):
                return PATH_NOT_SHORTER
    if w_any(r.gone_own) and w_any(r.own) and not stays_hostile(r.own, r.gone_own, empty):
        return OWN_TERRAIN_NOT_HOSTILE
    if w_any(r.gone_opponent) and w_any(r.opponent) and not stays_hostile(r.opponent, r.gone_opponent, empty):
        return OPPONENT_TERRAIN_NOT_HOSTILE
    if not (rulings & END_OF_TURN) and r.status == GOES_ON and w_any(r.gone_own):
        reply.own = r.opponent
        reply.opponent = r.own
        reply.hatched = swap_hatched(a.hatched)
        if can_reopen(&reply, r.gone_own):
            return OPPONENT_CAN_REOPEN
    return LEGAL


cdef inline int swap_hatched(int hatched) noexcept nogil:
    return (hatched >> 1) | ((hatched & 1) << 1)


cdef inline void emit(child_t *out, word_t own, word_t opponent, int hatched, uint32_t move, int status) noexcept nogil:
    """Write a child: the mover's stones become the opponent's."""
    out.state.own = opponent
    out.state.opponent = own
    out.state.hatched = swap_hatched(hatched)
    out.move = move
    out.status = status


cdef int resolve(const action_t *a, word_t dead_own, word_t dead_opponent, uint32_t move, int rulings,
                 child_t *out) noexcept nogil:
    """Carry the removals out in either order; the number of legal moves (0 to 2), written to `out` if it is given."""
    cdef outcome_t first, second
    cdef bint legal_first, legal_second, same
    cdef int n = 0
    remove_dead(a, True, dead_own, dead_opponent, &first)
    legal_first = judge(a, &first, rulings) == LEGAL
    if not (w_any(dead_own) and w_any(dead_opponent)):
        if legal_first and out != NULL:
            emit(out, first.own, first.opponent, a.hatched, move, first.status)
        return legal_first
    remove_dead(a, False, dead_own, dead_opponent, &second)
    legal_second = judge(a, &second, rulings) == LEGAL
    same = (legal_first and legal_second and first.status == second.status
            and w_equal(first.own, second.own) and w_equal(first.opponent, second.opponent))
    if legal_first:
        if out != NULL:
            emit(&out[n], first.own, first.opponent, a.hatched, move if same else move | OWN_FIRST, first.status)
        n += 1
    if legal_second and not same:
        if out != NULL:
            emit(&out[n], second.own, second.opponent, a.hatched, move | OPPONENT_FIRST, second.status)
        n += 1
    return n


cdef inline int hatched_after(int hatched, int groups) noexcept nogil:
    return hatched | OWN_HATCHED if groups > 1 else hatched


cdef inline void place(const state_t *s, word_t stone, int groups, action_t *a) noexcept nogil:
    """The action of placing `stone`; `groups` is the number of own groups before it."""
    a.own = w_or(s.own, stone)
    a.opponent = s.opponent
    a.hatched = hatched_after(s.hatched, groups + 1 - w_count(w_and(grow(stone), s.own)))
    a.placed = stone
    a.moved = W_ZERO
    a.joined = False
    a.before = 0


cdef inline bint move_snake(const state_t *s, const terrain_t *mine, word_t group, word_t tail, word_t head,
                            word_t cell, int before, action_t *a) noexcept nogil:
    """The action of moving `tail` to `cell`, which touches `head`; False if the result is no snake."""
    cdef word_t touched = w_without(w_without(w_and(grow(cell), s.own), tail), head)
    if w_any(touched) and (w_many(touched) or w_any(w_and(touched, group)) or not w_any(w_and(touched, mine.ends))):
        return False
    a.own = w_or(w_xor(s.own, tail), cell)
    a.opponent = s.opponent
    a.hatched = s.hatched
    a.placed = W_ZERO
    a.moved = flood(cell, a.own)
    a.joined = w_any(touched)
    a.before = before
    return True


cdef inline int heads_of(const terrain_t *mine, word_t group, word_t *heads) noexcept nogil:
    """The ends that may be taken as the head, and the cells of the shortest survival path from there (0: none)."""
    cdef word_t ends = w_and(mine.ends, group)
    cdef word_t one = w_lowest(ends)
    cdef word_t other = w_xor(ends, one)
    cdef int shortest = path_length(mine, group, ends, CELLS)
    heads[0] = ends
    if shortest:
        if path_length(mine, group, one, shortest) != shortest:
            heads[0] = other
        elif path_length(mine, group, other, shortest) != shortest:
            heads[0] = one
    return shortest


cdef int snake_moves(const state_t *s, const terrain_t *mine, const terrain_t *theirs, word_t empty,
                     word_t critical, int rulings, child_t *out) noexcept nogil:
    """All legal snake moves: their number, written to `out` if it is given, by tail and new head."""
    cdef word_t left = w_without(mine.ends, mine.eggs), tail, group, head, heads, cells, cell, after
    cdef word_t dead_own, dead_opponent
    cdef action_t a
    cdef int n = 0, before
    while w_any(left):
        tail = w_lowest(left)
        left = w_xor(left, tail)
        group = flood(tail, s.own)
        before = heads_of(mine, group, &heads)
        head = w_without(w_and(mine.ends, group), tail)
        if not w_any(w_and(head, heads)):
            continue
        cells = w_and(grow(head), empty)
        while w_any(cells):
            cell = w_lowest(cells)
            cells = w_xor(cells, cell)
            if not move_snake(s, mine, group, tail, head, cell, before, &a):
                continue
            if before == 1 and not a.joined:
                continue
            after = empty_cells(a.own, a.opponent)
            dead_own = dead_of(a.own, after) if s.hatched & OWN_HATCHED else W_ZERO
            if w_any(w_and(a.moved, dead_own)) and not (s.hatched & OPPONENT_HATCHED):
                continue
            dead_opponent = W_ZERO
            if (s.hatched & OPPONENT_HATCHED) and w_any(w_and(cell, critical)):
                dead_opponent = dead_of(a.opponent, after)
            n += resolve(&a, dead_own, dead_opponent,
                         <uint32_t> (SNAKE | CELL_OF_BIT[w_index(cell)] | CELL_OF_BIT[w_index(tail)] << 8),
                         rulings, &out[n] if out != NULL else NULL)
    return n


cdef int generate(const state_t *s, int rulings, child_t *out, bint changes_only) noexcept nogil:
    """The legal actions (no pass): their number; written to `out`, room for MAX_MOVES, if that is not NULL.

    In the order placements by cell, then snake moves by tail and new head; the own colour removed first
    before the opponent's.  With `changes_only`, placements that remove nothing are left out.
    """
    cdef terrain_t mine, theirs
    cdef safety_t safety
    cdef word_t empty, cells, cell, dead_own, dead_opponent, after
    cdef action_t a
    cdef int n = 0, groups, hatched
    if finished(s):
        return 0
    empty = empty_cells(s.own, s.opponent)
    read_terrain(s.own, empty, &mine)
    read_terrain(s.opponent, empty, &theirs)
    groups = find_safety(s, &mine, &theirs, &safety)
    if changes_only:
        cells = safety.doubtful
    elif out == NULL:
        n = w_count(safety.safe)
        cells = safety.doubtful
    else:
        cells = w_or(safety.safe, safety.doubtful)
    while w_any(cells):
        cell = w_lowest(cells)
        cells = w_xor(cells, cell)
        if w_any(w_and(cell, safety.safe)):
            hatched = hatched_after(s.hatched, groups + 1 - w_count(w_and(grow(cell), s.own)))
            emit(&out[n], w_or(s.own, cell), s.opponent, hatched, <uint32_t> CELL_OF_BIT[w_index(cell)], GOES_ON)
            n += 1
            continue
        place(s, cell, groups, &a)
        after = w_without(empty, cell)
        dead_own = W_ZERO
        if (a.hatched & OWN_HATCHED) and not w_any(w_and(cell, safety.own_safe)):
            dead_own = dead_of(a.own, after)
        dead_opponent = W_ZERO
        if (s.hatched & OPPONENT_HATCHED) and w_any(w_and(cell, safety.critical)):
            dead_opponent = dead_of(a.opponent, after)
        if not (w_any(dead_own) or w_any(dead_opponent)):
            if not changes_only:
                if out != NULL:
                    emit(&out[n], a.own, a.opponent, a.hatched, <uint32_t> CELL_OF_BIT[w_index(cell)], GOES_ON)
                n += 1
            continue
        n += resolve(&a, dead_own, dead_opponent, <uint32_t> CELL_OF_BIT[w_index(cell)], rulings,
                     &out[n] if out != NULL else NULL)
    if groups > 1:
        n += snake_moves(s, &mine, &theirs, empty, safety.critical, rulings, &out[n] if out != NULL else NULL)
    return n
