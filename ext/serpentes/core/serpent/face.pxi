# What Python sees of one board size: stones as integers whose bit i is cell i in board order (a1 is bit 0).
#
# Everything that comes from Python is checked here, once: stones on the board, no two on one cell, flags in
# range.  Positions that are no positions of the game (a group that is no snake) are the caller's to refuse,
# with `validate`; they cannot make the compiled code read or write where it should not.

cdef extern from *:
    enum: SERPENTES_CHECKS        # 1 if bounds checks are compiled in (see setup.py)

cdef enum:
    LOSS = 1
    DRAW = 2
    WIN = 3


cdef inline bint passes(const state_t *s, int rulings) noexcept nogil:
    """Whether a side to move without an action has the move `pass`."""
    return (rulings & STUCK_PASSES) and not finished(s)


cdef inline int children(const state_t *s, int rulings, child_t *out) noexcept nogil:
    """Every legal move, the pass of the ruling `stuck = passes` included."""
    cdef int n = generate(s, rulings, out)
    if n == 0 and passes(s, rulings):
        emit(out, s.own, s.opponent, s.hatched, PASS, GOES_ON)
        return 1
    return n


cdef inline int count_children(const state_t *s, int rulings) noexcept nogil:
    cdef int n = generate(s, rulings, NULL)
    return 1 if n == 0 and passes(s, rulings) else n


cdef inline int known_outcome(const state_t *s, int rulings, const child_t *out, int n) noexcept nogil:
    """The outcome for the side to move where the game is over, given its children; else 0.

    Where neither side has an action and both pass, the game is drawn, though the pass is generated.
    """
    if n == 0:
        return WIN if finished(s) and not emptied(s) else LOSS
    if n == 1 and out.move == PASS and generate(&out.state, rulings, NULL) == 0:
        return DRAW
    return 0


cdef int read_stones(object stones, str name, word_t *word) except -1:
    """Write the word of a set of stones given as an integer in board order."""
    cdef uint64_t low, high
    cdef int cell
    if not isinstance(stones, int):
        raise TypeError(f"{name}: expected an int whose bit i is cell i, got {type(stones).__name__}")
    if stones < 0 or stones >> CELLS:
        raise ValueError(f"{name}: expected stones on the {CELLS} cells of size {SIZE}, got {stones:#x}")
    low = stones & 0xFFFFFFFFFFFFFFFF
    high = stones >> 64
    word[0] = W_ZERO
    for cell in range(CELLS):
        if (low >> cell if cell < 64 else high >> (cell - 64)) & 1:
            word[0] = w_or(word[0], w_bit(BIT_OF_CELL[cell]))
    return 0


cdef object write_stones(word_t word):
    """The integer in board order of a set of cells."""
    cdef uint64_t low = 0, high = 0
    cdef word_t bit
    cdef int cell
    while w_any(word):
        bit = w_lowest(word)
        word = w_xor(word, bit)
        cell = CELL_OF_BIT[w_index(bit)]
        if cell < 64:
            low |= <uint64_t> 1 << cell
        else:
            high |= <uint64_t> 1 << (cell - 64)
    return low | <object> high << 64 if high else low


cdef int read_state(object own, object opponent, object hatched, state_t *s) except -1:
    read_stones(own, "own", &s.own)
    read_stones(opponent, "opponent", &s.opponent)
    if w_any(w_and(s.own, s.opponent)):
        raise ValueError("own and opponent: expected at most one stone on a cell")
    s.hatched = checked(hatched, "hatched", 0, 3)
    return 0


cdef int read_position(object position, int rulings, state_t *s) except -1:
    """A position as a tuple (own, opponent, hatched)."""
    if not isinstance(position, tuple) or len(position) != 3:
        raise TypeError(f"position: expected a tuple (own, opponent, hatched), got {type(position).__name__}")
    return read_state(position[0], position[1], position[2], s)


cdef inline bint is_state(const state_t *s) noexcept nogil:
    """Whether a state that was read from a file is one that the compiled code may work on."""
    return (not w_any(w_without(w_or(s.own, s.opponent), BOARD)) and not w_any(w_and(s.own, s.opponent))
            and 0 <= s.hatched <= 3)


cdef int check_rulings(object rulings) except -1:
    return checked(rulings, "rulings", 0, 3)


cdef int check_cell(object cell) except -1:
    return checked(cell, "cell", 0, CELLS - 1)


cdef tuple child_as_tuple(const child_t *child):
    return (child.move, write_stones(child.state.own), write_stones(child.state.opponent),
            child.state.hatched, child.status)


def moves(own, opponent, hatched, rulings):
    """The legal moves, each as (move, own, opponent, hatched, status) as the next side to move sees it.

    `move` is cell | tail << 8 | order << 16 | kind << 20; `status` is 0 while play goes on, 1 if the mover has
    won, 2 if it has lost.  ValueError if the stones are not on the board, or two on one cell.
    """
    cdef child_t room[MAX_MOVES]
    cdef state_t s
    cdef int n, i
    read_state(own, opponent, hatched, &s)
    n = children(&s, check_rulings(rulings), room)
    return [child_as_tuple(&room[i]) for i in range(n)]


def perft(own, opponent, hatched, rulings, depth):
    """The number of move sequences of exactly `depth` moves.  ValueError if depth is not 0 to 64."""
    cdef state_t s
    read_state(own, opponent, hatched, &s)
    return count_leaves(&s, check_rulings(rulings), checked(depth, "depth", 0, 64))


def validate(own, opponent, hatched):
    """0 for a possible position; 1 or 2 if a group of the own or the opponent's colour is no snake; 3 or 4 if
    the own or the opponent's colour has several groups and is not hatched."""
    cdef state_t s
    read_state(own, opponent, hatched, &s)
    if not all_snakes(s.own):
        return 1
    if not all_snakes(s.opponent):
        return 2
    if not s.hatched & OWN_HATCHED and several_groups(s.own):
        return 3
    if not s.hatched & OPPONENT_HATCHED and several_groups(s.opponent):
        return 4
    return 0


cdef bint all_snakes(word_t stones) noexcept:
    """Whether no stone touches three, and no two stones that one touches touch each other (a triangle)."""
    cdef word_t left, group
    cdef touch_t t = touches(stones)
    if w_any(w_and(stones, t.more)):
        return False
    left = w_and(stones, t.two)
    while w_any(left):
        group = flood(w_lowest(left), stones)
        # With at most two neighbours each, a group is a path, a triangle or a longer ring, which is allowed.
        if w_count(group) == 3 and not w_any(w_without(group, t.two)):
            return False
        left = w_without(left, group)
    return True


def dead(stones, others, bint hatched):
    """The stones of the dead groups of `stones` on a board with `others`; 0 if the colour is not hatched."""
    cdef state_t s
    read_state(stones, others, 0, &s)
    if not hatched:
        return 0
    return write_stones(dead_of(s.own, empty_cells(s.own, s.opponent)))


def survival_path(stones, others, cell):
    """The cells of a shortest survival path of the group at `cell`, from its own end on; [] if it has none.

    Of several, the one whose cells come first in board order.  ValueError if no stone of `stones` is there.
    """
    cdef state_t s
    cdef terrain_t c
    cdef word_t stone
    cdef int cells[CELLS + 1]
    cdef int length = 0, i
    read_state(stones, others, 0, &s)
    stone = w_bit(BIT_OF_CELL[check_cell(cell)])
    if not w_any(w_and(s.own, stone)):
        raise ValueError(f"cell: expected a cell with a stone of this colour, got {cell}")
    read_terrain(s.own, empty_cells(s.own, s.opponent), &c)
    if not find_path(&c, flood(stone, s.own), cells, &length):
        return []
    return [cells[i] for i in range(length)]


def canonical(own, opponent, hatched):
    """(own, opponent, hatched, symmetry): the least of the 12 images, and the symmetry that leads to it."""
    cdef state_t s, least
    cdef int symmetry
    read_state(own, opponent, hatched, &s)
    symmetry = canonical_image(&s, &least)
    return write_stones(least.own), write_stones(least.opponent), least.hatched, symmetry


# SIZE and CELLS name constants of C in this file, so the attributes of the module are set by hand.
globals().update(SIZE=SIZE, CELLS=CELLS)
CHECKS = SERPENTES_CHECKS != 0
STATE_BYTES = sizeof(state_t)
KEY_WORDS = TABLE_WORDS
SYMMETRIES = tuple([tuple([CELL_IMAGE[s][cell] for cell in range(CELLS)]) for s in range(SYMMETRY_COUNT)])
