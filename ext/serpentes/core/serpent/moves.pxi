# A turn of Serpent: the removals, what makes an action illegal, and the generator of legal moves.
#
# HOW IT IS FAST.  Most placements kill nothing.  `generate` therefore first shows whole sets of cells to be
# safe (see safety.pxi), counts or lists those at once, and carries out one by one only the rest.  Of those,
# only the side in doubt is tested; the order of removals is looked at only where both colours have dead
# groups (removing one colour only adds empty cells for the other).

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

ctypedef struct opening_t:
    # What is looked for in a look-ahead: replies after which a region that holds a cell of `left`, and is hostile to
    # the opponent, is so no more.  The own stones next to the region may open it by leaving their cells:
    word_t left
    word_t tails          # those that may do so alone
    word_t stones         # all

cdef enum:
    LEGAL = 0
    REMOVES_ONLY_ITSELF
    MOVED_SNAKE_REMOVED
    PATH_NOT_SHORTER
    OWN_TERRAIN_NOT_HOSTILE
    OPPONENT_TERRAIN_NOT_HOSTILE
    OPPONENT_CAN_REOPEN


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

    The look-ahead of the ruling until-owner-turn.  The regions are hostile so far, so such a reply needs a cell next
    to them that an own stone leaves.  (To take stones of the other colour off opens nothing: the region that they
    leave has to be hostile as well, and to any other region they are no neighbours.)  So only the replies with such
    cells are generated, and no more of them after the first that does it.
    """
    cdef child_t replies[2]
    cdef terrain_t mine, theirs
    cdef safety_t safety
    cdef opening_t opening
    cdef word_t empty = empty_cells(s.own, s.opponent), tails, tail
    read_terrain(s.own, empty, &mine)
    opening.left = left
    opening.stones = w_and(s.own, grow(flood(left, empty)))
    opening.tails = W_ZERO
    tails = w_and(opening.stones, w_xor(mine.ends, mine.eggs))
    if w_any(tails) and not stays_hostile(s.opponent, left, w_or(empty, tails)):
        while w_any(tails):
            tail = w_lowest(tails)
            tails = w_xor(tails, tail)
            if not stays_hostile(s.opponent, left, w_or(empty, tail)):
                opening.tails = w_or(opening.tails, tail)
    read_terrain(s.opponent, empty, &theirs)
    find_safety(s, &mine, &theirs, &safety)
    if safety.groups > 1 and snake_moves(s, &mine, &theirs, &safety, empty, END_OF_TURN, replies, &opening):
        return True
    return placements(s, &mine, &theirs, &safety, empty, w_without(safety.doubtful, safety.own_safe), END_OF_TURN,
                      replies, &opening) > 0


cdef bint one_opens(const opening_t *opening, const child_t *replies, int n) noexcept nogil:
    """Whether after one of these replies a region that is to be opened is so."""
    cdef word_t empty, still
    cdef int i
    for i in range(n):
        if replies[i].status == GOES_ON:
            empty = empty_cells(replies[i].state.own, replies[i].state.opponent)
            still = w_and(opening.left, empty)
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
    if not (rulings & END_OF_TURN) and r.status == GOES_ON and w_any(r.gone_own) and several_groups(r.own):
        reply.own = r.opponent
        reply.opponent = r.own
        reply.hatched = swap_hatched(a.hatched)
        if can_reopen(&reply, r.gone_own):
            return OPPONENT_CAN_REOPEN
    return LEGAL


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


cdef int snake_moves(const state_t *s, const terrain_t *mine, const terrain_t *theirs, safety_t *safety,
                     word_t empty, int rulings, child_t *out, const opening_t *opening) noexcept nogil:
    """All legal snake moves: their number, written to `out` if it is given, by tail and new head.

    With `opening`, 1 as soon as one opens the region, else 0, and `out` has room for two.
    """
    cdef word_t all_heads = W_ZERO, left = W_ZERO, heads, ends, tail, head, cells, cell, near_others
    cdef int before[MAX_GROUPS]
    cdef int i, n = 0, more
    for i in range(safety.groups):
        ends = w_and(safety.group[i], mine.ends)
        if w_many(ends):
            before[i] = heads_of(mine, safety.group[i], &heads)
            all_heads = w_or(all_heads, heads)
            left = w_or(left, ends)
    while w_any(left):
        tail = w_lowest(left)
        left = w_xor(left, tail)
        i = 0
        while not w_any(w_and(safety.group[i], tail)):
            i += 1
        ends = w_and(safety.group[i], mine.ends)
        head = w_xor(ends, tail)
        if not w_any(w_and(head, all_heads)):
            continue
        cells = w_and(grow(head), empty)
        near_others = grow(w_without(mine.ends, safety.group[i]))
        # Nothing is shorter than one cell but to join another group; and to join the last one leaves a dead
        # group, which only the end of the game can save.
        if before[i] == 1:
            cells = w_and(cells, near_others)
        if safety.groups == 2:
            cells = w_without(cells, w_without(near_others, safety.critical))
        while w_any(cells):
            cell = w_lowest(cells)
            cells = w_xor(cells, cell)
            more = try_snake(s, mine, theirs, safety, safety.group[i], tail, head, cell, before[i], rulings,
                             &out[n] if out != NULL else NULL, opening)
            if opening == NULL:
                n += more
            elif one_opens(opening, out, more):
                return 1
    return n


cdef int try_snake(const state_t *s, const terrain_t *mine, const terrain_t *theirs, safety_t *safety, word_t group,
                   word_t tail, word_t head, word_t cell, int before, int rulings, child_t *out,
                   const opening_t *opening) noexcept nogil:
    """The number of legal moves (0 to 2) that take `tail` to `cell`, written to `out` if it is given.

    With `opening`, 0 if they cannot open the region.
    """
    cdef word_t after, linked, known, partners, dead_own, dead_opponent
    cdef uint32_t move
    cdef bint nearer, stands
    cdef terrain_t c, other
    cdef int i
    cdef action_t a
    if not move_snake(s, mine, group, tail, head, cell, before, &a):
        return 0
    after = empty_cells(a.own, a.opponent)
    read_terrain(a.own, after, &c)
    nearer = not a.joined and path_length(&c, a.moved, w_and(a.moved, c.ends),
                                          before - 1 if before else <int> CELLS)
    linked = W_ZERO if nearer else links(&c, a.moved)
    stands = nearer or w_any(linked)
    nearer = nearer or a.joined and stands
    # That the tail leaves its cell can only help the opponent's groups, so few need a closer look.
    dead_opponent = killed_by(theirs, safety, cell)
    if w_any(dead_opponent):
        read_terrain(a.opponent, after, &other)
        dead_opponent = dead_among(&other, safety.their_group, safety.their_groups, dead_opponent)
    if not w_any(dead_opponent) and not stands:
        return 0              # dead groups of its own colour can't bring the snake back to life
    dead_own = W_ZERO
    if s.hatched & OWN_HATCHED:
        known = w_or(linked, a.moved)
        dead_own = W_ZERO if stands else a.moved
        for i in range(safety.groups):
            if not w_any(w_and(safety.group[i], known)) and not w_any(w_and(safety.group[i], group)):
                partners = links(&c, safety.group[i])
                known = w_or(known, partners)
                if not w_any(partners):
                    dead_own = w_or(dead_own, safety.group[i])
    if opening != NULL and not w_any(w_and(opening.stones, w_or(tail, dead_own)) if w_any(dead_own)
                                     else w_and(opening.tails, tail)):
        return 0
    move = <uint32_t> (SNAKE | CELL_OF_BIT[w_index(cell)] | CELL_OF_BIT[w_index(tail)] << 8)
    if w_any(w_or(dead_own, dead_opponent)):
        return resolve(&a, dead_own, dead_opponent, move, rulings, out)
    if nearer and out != NULL:
        emit(out, a.own, a.opponent, a.hatched, move, GOES_ON)
    return nearer


cdef int placements(const state_t *s, const terrain_t *mine, const terrain_t *theirs, safety_t *safety, word_t empty,
                    word_t cells, int rulings, child_t *out, const opening_t *opening) noexcept nogil:
    """The legal placements on these cells: their number, written to `out` if it is given, by cell.

    With `opening`, 1 as soon as one opens the region, else 0, and `out` has room for two.
    """
    cdef word_t cell, dead_own, dead_opponent, after
    cdef int n = 0, groups = safety.groups, hatched, more
    cdef action_t a
    cdef terrain_t c
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
            read_terrain(a.own, after, &c)
            dead_own = killed_at_home(mine, safety, &c, cell)
        if opening != NULL and not w_any(w_and(dead_own, opening.stones)):
            continue
        dead_opponent = killed_by(theirs, safety, cell)
        if not w_any(dead_opponent):
            if not w_any(dead_own):
                if out != NULL:
                    emit(&out[n], a.own, a.opponent, a.hatched, <uint32_t> CELL_OF_BIT[w_index(cell)], GOES_ON)
                n += 1
                continue
            if w_equal(dead_own, cell):
                continue
        more = resolve(&a, dead_own, dead_opponent, <uint32_t> CELL_OF_BIT[w_index(cell)], rulings,
                       &out[n] if out != NULL else NULL)
        if opening == NULL:
            n += more
        elif one_opens(opening, out, more):
            return 1
    return n


cdef int generate(const state_t *s, int rulings, child_t *out) noexcept nogil:
    """The legal actions (no pass): their number; written to `out`, room for MAX_MOVES, if that is not NULL.

    In the order placements by cell, then snake moves by tail and new head; the own colour removed first
    before the opponent's.
    """
    cdef terrain_t mine, theirs
    cdef safety_t safety
    cdef word_t empty
    cdef int n
    if finished(s):
        return 0
    empty = empty_cells(s.own, s.opponent)
    read_terrain(s.own, empty, &mine)
    read_terrain(s.opponent, empty, &theirs)
    find_safety(s, &mine, &theirs, &safety)
    if out == NULL:
        n = w_count(safety.safe) + placements(s, &mine, &theirs, &safety, empty, safety.doubtful, rulings, NULL, NULL)
    else:
        n = placements(s, &mine, &theirs, &safety, empty, w_or(safety.safe, safety.doubtful), rulings, out, NULL)
    if safety.groups > 1:
        n += snake_moves(s, &mine, &theirs, &safety, empty, rulings, &out[n] if out != NULL else NULL, NULL)
    return n
