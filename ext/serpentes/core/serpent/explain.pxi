# Why a move is not legal: the tests of a turn one by one, in the order of the rules.

cdef enum:
    # Continues the codes of `judge` in moves.pxi.
    GAME_OVER = OPPONENT_CAN_REOPEN + 1
    HAS_AN_ACTION
    STUCK_SIDE_LOSES
    CELL_OCCUPIED
    TOUCHES_SNAKE
    TOUCHES_THREE_EGGS
    NO_OWN_STONE
    EGG_DOES_NOT_MOVE
    TAIL_IS_NO_END
    TAIL_IS_THE_HEAD
    NOT_AT_THE_HEAD
    RESULT_IS_NO_SNAKE
    ORDER_NEEDED
    ORDER_NOT_NEEDED

REASONS = (
    "legal",
    "removes only itself",
    "moved snake removed",
    "path not shorter",
    "own terrain not hostile",
    "opponent terrain not hostile",
    "opponent can reopen",
    "game over",
    "has an action",
    "stuck side loses",
    "cell occupied",
    "touches snake",
    "touches three eggs",
    "no own stone",
    "egg does not move",
    "tail is no end",
    "tail is the head",
    "not at the head",
    "result is no snake",
    "order needed",
    "order not needed",
)


cdef int explain_place(const state_t *s, word_t stone, int groups, action_t *a) noexcept:
    cdef word_t touched = w_and(grow(stone), s.own)
    cdef terrain_t mine
    if w_any(w_and(stone, w_or(s.own, s.opponent))):
        return CELL_OCCUPIED
    read_terrain(s.own, empty_cells(s.own, s.opponent), &mine)
    if w_any(w_without(touched, mine.eggs)):
        return TOUCHES_SNAKE
    if w_count(touched) > 2:
        return TOUCHES_THREE_EGGS
    place(s, stone, groups, a)
    return LEGAL


cdef int explain_snake(const state_t *s, word_t tail, word_t cell, action_t *a) noexcept:
    cdef word_t group, head, heads
    cdef terrain_t mine
    cdef int before
    if not w_any(w_and(tail, s.own)):
        return NO_OWN_STONE
    read_terrain(s.own, empty_cells(s.own, s.opponent), &mine)
    if w_any(w_and(tail, mine.eggs)):
        return EGG_DOES_NOT_MOVE
    if not w_any(w_and(tail, mine.ends)):
        return TAIL_IS_NO_END
    if w_any(w_and(cell, w_or(s.own, s.opponent))):
        return CELL_OCCUPIED
    group = flood(tail, s.own)
    before = heads_of(&mine, group, &heads)
    head = w_without(w_and(mine.ends, group), tail)
    if not w_any(w_and(head, heads)):
        return TAIL_IS_THE_HEAD
    if not w_any(w_and(grow(head), cell)):
        return NOT_AT_THE_HEAD
    if not move_snake(s, &mine, group, tail, head, cell, before, a):
        return RESULT_IS_NO_SNAKE
    return LEGAL


cdef int explain_removals(const action_t *a, int order, int rulings) noexcept:
    cdef word_t after = empty_cells(a.own, a.opponent)
    cdef word_t dead_own = dead_of(a.own, after) if a.hatched & OWN_HATCHED else W_ZERO
    cdef word_t dead_opponent = dead_of(a.opponent, after) if a.hatched & OPPONENT_HATCHED else W_ZERO
    cdef outcome_t first, second
    cdef int why_first, why_second
    remove_dead(a, True, dead_own, dead_opponent, &first)
    why_first = judge(a, &first, rulings)
    if not (w_any(dead_own) and w_any(dead_opponent)):
        return why_first if why_first or not order else ORDER_NOT_NEEDED
    remove_dead(a, False, dead_own, dead_opponent, &second)
    why_second = judge(a, &second, rulings)
    if (first.status == second.status and w_equal(first.own, second.own)
            and w_equal(first.opponent, second.opponent) and why_first == why_second):
        return why_first if why_first or not order else ORDER_NOT_NEEDED
    if order == 0:
        return why_first if why_first and why_second else ORDER_NEEDED
    return why_first if order == OWN_FIRST else why_second


cdef int explain_pass(const state_t *s, int rulings) noexcept:
    if generate(s, rulings, NULL):
        return HAS_AN_ACTION
    return LEGAL if rulings & STUCK_PASSES else STUCK_SIDE_LOSES


cdef int explain_action(const state_t *s, int rulings, uint32_t move) noexcept:
    cdef word_t cell = w_bit(BIT_OF_CELL[move & 0xFF])
    cdef word_t left = s.own, group
    cdef action_t a
    cdef int why, groups = 0
    if finished(s):
        return GAME_OVER
    if move & PASS:
        return explain_pass(s, rulings)
    while w_any(left):
        group = flood(w_lowest(left), s.own)
        left = w_without(left, group)
        groups += 1
    if move & SNAKE:
        why = explain_snake(s, w_bit(BIT_OF_CELL[move >> 8 & 0xFF]), cell, &a)
    else:
        why = explain_place(s, cell, groups, &a)
    return why if why else explain_removals(&a, <int> (move & (OWN_FIRST | OPPONENT_FIRST)), rulings)


cdef bint is_move(uint32_t move) noexcept:
    """Whether this integer encodes a move: nothing is set that its kind does not use."""
    if move & PASS:
        return move == PASS
    if (move & 0xFF) >= CELLS or (move >> 8 & 0xFF) >= CELLS or (move >> 16 & 15) > 2:
        return False
    return move & SNAKE or not move >> 8 & 0xFF


def explain(own, opponent, hatched, rulings, move):
    """0 if the move, written exactly so, is legal; else the index in REASONS of the first reason why not.

    ValueError if `move` is no encoded move of this board.
    """
    cdef state_t s
    read_state(own, opponent, hatched, &s)
    if not is_move(checked(move, "move", 0, PASS)):
        raise ValueError(f"move: expected an encoded move of size {SIZE}, got {move:#x}")
    return explain_action(&s, check_rulings(rulings), move)
