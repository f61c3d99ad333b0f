# Whole batches of positions at once, for statistics and measurements: Python crosses into C once.

cdef void state_of_words(const uint64_t *words, state_t *s) noexcept nogil:
    """The state of a key as it stands in tables: own | opponent << CELLS | hatched << 2 CELLS, high word first."""
    cdef int cell, at
    s.own = W_ZERO
    s.opponent = W_ZERO
    for cell in range(CELLS):
        if words[TABLE_WORDS - 1 - cell // 64] >> (cell % 64) & 1:
            s.own = w_or(s.own, w_bit(BIT_OF_CELL[cell]))
        at = CELLS + cell
        if words[TABLE_WORDS - 1 - at // 64] >> (at % 64) & 1:
            s.opponent = w_or(s.opponent, w_bit(BIT_OF_CELL[cell]))
    s.hatched = 0
    for at in range(2):
        cell = 2 * CELLS + at
        s.hatched |= <int> (words[TABLE_WORDS - 1 - cell // 64] >> (cell % 64) & 1) << at


cdef int check_keys(const uint64_t[:, ::1] keys) except -1:
    if keys.shape[1] != TABLE_WORDS:
        raise ValueError(f"keys: expected rows of {TABLE_WORDS} words, got {keys.shape[1]}")
    return 0


def count_without_action(const uint64_t[:, ::1] keys not None, rulings):
    """In how many of the positions of these keys, (positions, KEY_WORDS), the side to move has no action.

    A pass is no action.  ValueError for rows of another length.
    """
    cdef state_t s
    cdef Py_ssize_t i, n = keys.shape[0]
    cdef uint64_t without = 0
    cdef int flags = check_rulings(rulings)
    check_keys(keys)
    with nogil:
        for i in range(n):
            if i & 0xFFFF == 0 and interrupted():
                break
            state_of_words(&keys[i, 0], &s)
            if is_state(&s) and generate(&s, flags, NULL) == 0:
                without += 1
    raise_pending()
    return without


def count_paths(const uint64_t[:, ::1] keys not None, times):
    """Search the shortest survival path of every own group of these positions, `times` times over.

    Returns (searches, groups with a path, cells of all these paths together).  It is there to measure the
    search.  ValueError for rows of another length, or times below 1.
    """
    cdef state_t s
    cdef terrain_t c
    cdef word_t left
    cdef word_t group
    cdef Py_ssize_t i, n = keys.shape[0]
    cdef uint64_t searches = 0, found = 0, cells = 0
    cdef int k, length
    cdef int rounds = checked(times, "times", 1, 0x7FFFFFFF)
    check_keys(keys)
    with nogil:
        for k in range(rounds):
            if interrupted():
                break
            for i in range(n):
                state_of_words(&keys[i, 0], &s)
                if not is_state(&s):
                    continue
                read_terrain(s.own, empty_cells(s.own, s.opponent), &c)
                left = s.own
                while w_any(left):
                    group = flood(w_lowest(left), s.own)
                    left = w_without(left, group)
                    length = path_length(&c, group, w_and(group, c.ends), CELLS)
                    searches += 1
                    found += length > 0
                    cells += length
    raise_pending()
    return searches, found, cells
