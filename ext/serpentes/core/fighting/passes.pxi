# The passes over two slices that find their bytes; see pair.pxi.

# What a position tells its predecessors

cdef inline bint may_capture(const pair_t *pair, uint64_t own, uint64_t other) noexcept nogil:
    cdef state_t s
    cdef jumps_t j
    s.own = spread(pair.b, own)
    s.opponent = spread(pair.b, other)
    s.white = 0
    return find_jumps(pair.b, &s, pair.b.board & ~(s.own | s.opponent), &j)


cdef inline void tell(const pair_t *pair, uint8_t *value, int task, int plies, uint64_t own,
                      uint64_t other) noexcept nogil:
    """Change the byte of a predecessor by what its step leads to."""
    cdef int old = load_byte(value)
    if task == TELL_LOST:
        if UNKNOWN <= old < NEWLY_LOST:
            store_byte(value, <uint8_t> (PLIES_0 + plies + 1))
        elif is_win(old) and old > PLIES_0 + plies + 1:
            # Where captures are compulsory, a position that has one takes no step.
            if not pair.compulsory or not may_capture(pair, own, other):
                store_byte(value, <uint8_t> (PLIES_0 + plies + 1))
    elif task == TELL_WON:
        if old == UNKNOWN:
            store_byte(value, UNKNOWN + MARKED)
    elif task == COUNT_LOST:
        if UNKNOWN <= old < NEWLY_LOST:
            store_byte(value, NEWLY_WON)
    elif task == COUNT_WON:
        if old == UNKNOWN or old == BEST_LOST:
            store_byte(value, <uint8_t> (old + MARKED))
    elif task == COUNT_DRAWN:
        if UNKNOWN <= old < NEWLY_LOST:
            store_byte(value, NEWLY_DRAWN)
    elif UNKNOWN <= old < BEST_WON:
        store_byte(value, <uint8_t> (old + MARKED))


cdef inline void tell_predecessors(pair_t *pair, half_t *half, int task, int plies, uint64_t own,
                                   uint64_t other) noexcept nogil:
    """Tell every predecessor by a step what a position has come to."""
    cdef half_t *before = other_half(pair, half)
    cdef const slice_t *slice = &before.slice
    cdef uint64_t entry, offset, special, free, empty, men, left, sources, start, end, stepped, number
    cdef int symmetry
    # The side that has stepped is the own side of the predecessor; all as it sees the board.
    men = as_seen_after(pair.b, other)
    other = as_seen_after(pair.b, own)
    entry = slice.entries[rank_of(other)]
    symmetry = entry >> OFFSET_BITS & 3
    offset = entry & (((<uint64_t> 1) << OFFSET_BITS) - 1)
    special = entry >> SPECIAL_SHIFT
    if symmetry:
        men = compact_image(pair.b, men, symmetry)
        other = compact_image(pair.b, other, symmetry)
    free = slice.full & ~other
    empty = free & ~men
    left = men
    while left:
        end = left & (0 - left)
        left ^= end
        sources = pair.step_from[lowest_index64(end)] & empty
        while sources:
            start = sources & (0 - sources)
            sources ^= start
            stepped = men ^ end ^ start
            if special:
                number = offset + number_in_special(slice, &slice.specials[special - 1], stepped, other)
            else:
                number = offset + rank_of(extract(stepped, free))
            tell(pair, &before.values[number], task, plies, stepped, other)


# Passes over a chunk

cdef inline int plies_byte(int plies, result_t *result) noexcept nogil:
    """The byte of a forced end; one that is too long for a byte shows in `result`."""
    result.longest = max(result.longest, plies)
    return PLIES_0 + min(plies, <int> MOST_SLICE_PLIES)


cdef inline int first_look(pair_t *pair, half_t *half, uint64_t own, uint64_t other, result_t *result) noexcept nogil:
    """The byte of a position before anything is known of its steps."""
    cdef best_t best
    cdef steps_t steps
    consider_captures(pair, half, own, other, &best)
    if best.win:
        return plies_byte(best.win, result)
    begin_steps(&steps, pair, half, own, other)
    if (not best.any or not pair.compulsory) and next_start(&steps):
        return best.best
    if best.best != UNKNOWN:
        return best.best + ONLY_CAPTURES
    return plies_byte(best.loss if best.any else 0, result)


cdef inline uint64_t find_byte(const half_t *half, uint64_t begin, uint64_t end, int byte) noexcept nogil:
    """The first position from `begin` on with this byte, `end` if there is none."""
    cdef const uint8_t *found
    if begin >= end:
        return end
    found = <const uint8_t *> memchr(half.values + begin, byte, end - begin)
    return end if found == NULL else found - half.values


cdef void look(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, result_t *result) noexcept nogil:
    cdef cursor_t cursor
    cdef uint64_t number, own
    place_cursor(&half.slice, &cursor, begin)
    for number in range(begin, end):
        own = own_men_at(&half.slice, &cursor, number)
        half.values[number] = <uint8_t> first_look(pair, half, own, cursor.other, result)


cdef void tell_all(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, int task, int byte, int final, int plies,
                   result_t *result) noexcept nogil:
    """Tell the predecessors of every position with this byte, and put its final byte in its place."""
    cdef cursor_t cursor
    cdef uint64_t number = find_byte(half, begin, end, byte), own
    place_cursor(&half.slice, &cursor, begin)
    while number < end:
        own = own_men_at(&half.slice, &cursor, number)
        if final != byte:
            store_byte(&half.values[number], <uint8_t> final)
        tell_predecessors(pair, half, task, plies, own, cursor.other)
        result.changed += 1
        number = find_byte(half, number + 1, end, byte)


cdef void decide_lost(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, int plies,
                      result_t *result) noexcept nogil:
    """Find the losses among the marked positions, whose steps are won for the other side in at most `plies`."""
    cdef cursor_t cursor
    cdef best_t best
    cdef uint64_t number = find_byte(half, begin, end, UNKNOWN + MARKED), own
    cdef int longest
    place_cursor(&half.slice, &cursor, begin)
    while number < end:
        own = own_men_at(&half.slice, &cursor, number)
        if all_steps_lose(pair, half, own, cursor.other, plies, &longest):
            consider_captures(pair, half, own, cursor.other, &best)
            store_byte(&half.values[number], <uint8_t> plies_byte(max(longest + 1, best.loss), result))
        else:
            store_byte(&half.values[number], UNKNOWN)
        number = find_byte(half, number + 1, end, UNKNOWN + MARKED)


cdef void seed_count(pair_t *pair, half_t *half, uint64_t begin, uint64_t end) noexcept nogil:
    """Captures that win by count; positions that only lose, one way or another, are to be looked at."""
    cdef uint64_t number
    cdef int value
    for number in range(begin, end):
        value = half.values[number]
        if value == BEST_WON or value == BEST_WON + ONLY_CAPTURES:
            half.values[number] = NEWLY_WON
        elif value == BEST_LOST:
            half.values[number] = BEST_LOST + MARKED
        elif value == BEST_LOST + ONLY_CAPTURES:
            half.values[number] = NEWLY_LOST


cdef void decide_count(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, int byte,
                       result_t *result) noexcept nogil:
    """Of the marked positions with this byte, those whose steps all lose are lost by count."""
    cdef cursor_t cursor
    cdef uint64_t number = find_byte(half, begin, end, byte), own
    cdef int longest
    place_cursor(&half.slice, &cursor, begin)
    while number < end:
        own = own_men_at(&half.slice, &cursor, number)
        if no_step_draws(pair, half, own, cursor.other):
            store_byte(&half.values[number], NEWLY_LOST)
            result.changed += 1
        else:
            store_byte(&half.values[number], <uint8_t> (byte - MARKED))
        number = find_byte(half, number + 1, end, byte)


cdef void seed_drawn(half_t *half, uint64_t begin, uint64_t end) noexcept nogil:
    """Captures of the smaller side that draw; positions of the larger side in which the best capture does."""
    cdef uint64_t number
    cdef int to_ = NEWLY_DRAWN if half.slice.own_men < half.slice.other_men else BEST_DRAWN + MARKED
    for number in range(begin, end):
        if half.values[number] == BEST_DRAWN:
            half.values[number] = <uint8_t> to_
        elif half.values[number] == BEST_DRAWN + ONLY_CAPTURES:
            half.values[number] = NEWLY_DRAWN


cdef void count_drawn(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, result_t *result) noexcept nogil:
    """Predecessors of what is newly drawn: drawn if the smaller side stepped there, else to be looked at."""
    cdef cursor_t cursor
    cdef uint64_t number = find_byte(half, begin, end, NEWLY_DRAWN), own
    cdef bint larger = half.slice.own_men > half.slice.other_men
    place_cursor(&half.slice, &cursor, begin)
    while number < end:
        own = own_men_at(&half.slice, &cursor, number)
        store_byte(&half.values[number], DRAWN)
        tell_predecessors(pair, half, COUNT_DRAWN if larger else DECIDE_DRAWN, 0, own, cursor.other)
        result.changed += 1
        number = find_byte(half, number + 1, end, NEWLY_DRAWN)


cdef void decide_drawn(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, int byte,
                       result_t *result) noexcept nogil:
    """Of the marked positions of the larger side with this byte, those in which no step wins are drawn."""
    cdef cursor_t cursor
    cdef uint64_t number = find_byte(half, begin, end, byte), own
    place_cursor(&half.slice, &cursor, begin)
    while number < end:
        own = own_men_at(&half.slice, &cursor, number)
        if no_step_wins(pair, half, own, cursor.other):
            store_byte(&half.values[number], NEWLY_DRAWN)
            result.changed += 1
        else:
            store_byte(&half.values[number], <uint8_t> (byte - MARKED))
        number = find_byte(half, number + 1, end, byte)


cdef void finish(pair_t *pair, half_t *half, uint64_t begin, uint64_t end) noexcept nogil:
    """Everything that nobody can force is worth what play that never ends is worth."""
    cdef uint64_t number
    cdef int p = half.slice.own_men, q = half.slice.other_men
    cdef int rest = DRAWN
    if p != q and not pair.rules >> ADJUDICATION_SHIFT & 1:
        rest = WON_BY_COUNT if p > q else LOST_BY_COUNT
    for number in range(begin, end):
        if half.values[number] >= UNKNOWN:
            half.values[number] = <uint8_t> rest
