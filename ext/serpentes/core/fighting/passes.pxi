# The passes over two slices that find their bytes; see pair.pxi.

cdef enum:
    MOST_STEPS = 6 * MOST_MEN
    QUEUE = 512               # predecessors
    LANES = 12                # positions that are looked at side by side

# What a position tells its predecessors

cdef inline bint may_capture(const pair_t *pair, uint64_t own, uint64_t other) noexcept nogil:
    cdef state_t s
    cdef jumps_t j
    s.own = spread(pair.b, own)
    s.opponent = spread(pair.b, other)
    s.white = 0
    return find_jumps(pair.b, &s, pair.b.board & ~(s.own | s.opponent), &j)


cdef inline int plies_byte(int plies, result_t *result) noexcept nogil:
    """The byte of a forced end; one that is too long for a byte shows in `result`."""
    result.longest = max(result.longest, plies)
    return PLIES_0 + min(plies, <int> MOST_SLICE_PLIES)


cdef int nothing_left(const pair_t *pair, const half_t *half, int task, int plies, uint64_t own, uint64_t other,
                      result_t *result) noexcept nogil:
    """The byte of a position whose steps have all been found to lead to what the task looks for, the last just now."""
    cdef best_t best
    if task == TELL_WON or task == DECIDE_LOST:
        consider_captures(pair, half, own, other, &best)
        return plies_byte(max(plies + 1, best.loss), result)
    return NEWLY_LOST if task == COUNT_WON or task == DECIDE_COUNT else NEWLY_DRAWN


ctypedef struct queue_t:
    # Predecessors whose bytes are on their way from memory.
    half_t *half              # where they are
    int count
    uint8_t *bytes[QUEUE]
    uint64_t own[QUEUE]
    uint64_t other[QUEUE]
    bint twice[QUEUE]         # the same may be there twice, as a symmetry keeps the position that tells


cdef inline void count_down(const pair_t *pair, const queue_t *queue, int i, int old, int task, int plies,
                            result_t *result) noexcept nogil:
    """One step less may save a predecessor, whose byte is UNKNOWN or counts them."""
    cdef int new
    while COUNTED <= old <= UNKNOWN:
        if old == UNKNOWN or queue.twice[i]:
            new = UNKNOWN + MARKED
        elif old == COUNTED:
            new = nothing_left(pair, queue.half, task, plies, queue.own[i], queue.other[i], result)
        else:
            new = old - 1
        if exchange_byte(queue.bytes[i], <uint8_t> old, <uint8_t> new):
            return
        old = load_byte(queue.bytes[i])


cdef inline void tell(const pair_t *pair, const queue_t *queue, int i, int task, int plies,
                      result_t *result) noexcept nogil:
    """Change the byte of a predecessor by what its step leads to."""
    cdef uint8_t *value = queue.bytes[i]
    cdef int old = load_byte(value)
    if task == TELL_LOST:
        if COUNTED <= old < NEWLY_LOST:
            store_byte(value, <uint8_t> (PLIES_0 + plies + 1))
        elif is_win(old) and old > PLIES_0 + plies + 1:
            # Where captures are compulsory, a position that has one takes no step.
            if not pair.compulsory or not may_capture(pair, queue.own[i], queue.other[i]):
                store_byte(value, <uint8_t> (PLIES_0 + plies + 1))
    elif task == COUNT_LOST or task == COUNT_DRAWN:
        if COUNTED <= old < NEWLY_LOST:
            store_byte(value, NEWLY_WON if task == COUNT_LOST else NEWLY_DRAWN)
    elif COUNTED <= old <= UNKNOWN:
        count_down(pair, queue, i, old, task, plies, result)
    elif old == BEST_LOST and task != TELL_WON or old == BEST_DRAWN and task == DECIDE_DRAWN:
        store_byte(value, <uint8_t> (old + MARKED))


cdef void tell_queue(const pair_t *pair, queue_t *queue, int task, int plies, result_t *result) noexcept nogil:
    cdef int i
    for i in range(queue.count):
        tell(pair, queue, i, task, plies, result)
    queue.count = 0


cdef inline void queue_predecessors(const pair_t *pair, queue_t *queue, uint64_t own, uint64_t other,
                                    bint symmetric) noexcept nogil:
    """Put every predecessor by a step in the queue, which must have room for MOST_STEPS."""
    cdef half_t *before = queue.half
    cdef const slice_t *slice = &before.slice
    cdef uint64_t entry, offset, special, free, empty, men, left, sources, start, end, stepped, number
    cdef int symmetry, n = queue.count
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
            queue.bytes[n] = &before.values[number]
            queue.own[n] = stepped
            queue.other[n] = other
            queue.twice[n] = symmetric
            serpentes_prefetch(queue.bytes[n])
            n += 1
    queue.count = n


# Passes over a chunk

cdef inline int first_look(pair_t *pair, half_t *half, uint64_t own, uint64_t other, bint symmetric, best_t *best,
                           result_t *result) noexcept nogil:
    """The byte of a position whose captures have been found, before anything is known of its steps."""
    cdef int steps
    consider_waiting(best)
    if best.win:
        return plies_byte(best.win, result)
    steps = 0 if best.any and pair.compulsory else step_count(pair, half, own, other)
    if steps and best.best == UNKNOWN:
        return UNKNOWN if symmetric else min(COUNTED + steps - 1, UNKNOWN)
    if steps:
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


ctypedef struct seen_t:
    # A position that is looked at first.
    uint64_t own
    uint64_t other
    bint symmetric
    best_t best


cdef void look(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, result_t *result) noexcept nogil:
    # Several at a time, as what captures lead to is on its way from memory.
    cdef seen_t seen[LANES]
    cdef cursor_t cursor
    cdef uint64_t number = begin
    cdef int i, count
    place_cursor(&half.slice, &cursor, begin)
    while number < end:
        count = <int> min(end - number, <uint64_t> LANES)
        for i in range(count):
            seen[i].own = own_men_at(&half.slice, &cursor, number + i)
            seen[i].other = cursor.other
            seen[i].symmetric = is_symmetric(&half.slice, &cursor, seen[i].own)
            find_captures(pair, half, seen[i].own, seen[i].other, &seen[i].best)
        for i in range(count):
            half.values[number + i] = <uint8_t> first_look(
                pair, half, seen[i].own, seen[i].other, seen[i].symmetric, &seen[i].best, result)
        number += count


cdef inline void tell_all(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, int task, int byte, int final,
                          int plies, result_t *result) noexcept nogil:
    """Tell the predecessors of every position with this byte, and put its final byte in its place."""
    cdef cursor_t cursor
    cdef queue_t queue
    cdef uint64_t number = find_byte(half, begin, end, byte), own
    queue.half = other_half(pair, half)
    queue.count = 0
    place_cursor(&half.slice, &cursor, begin)
    while number < end:
        own = own_men_at(&half.slice, &cursor, number)
        if final != byte:
            store_byte(&half.values[number], <uint8_t> final)
        if queue.count > QUEUE - MOST_STEPS:
            tell_queue(pair, &queue, task, plies, result)
        queue_predecessors(pair, &queue, own, cursor.other, is_symmetric(&half.slice, &cursor, own))
        result.changed += 1
        number = find_byte(half, number + 1, end, byte)
    tell_queue(pair, &queue, task, plies, result)


# Looking at what is marked
#
# Whether all steps lead to positions of a kind takes a byte of each of them, until one is of another.  Slices are
# larger than the caches, so a dozen positions are looked at in turns: while the byte for one is on its way from
# memory, the others go on.

ctypedef struct lane_t:
    steps_t steps
    const uint8_t *byte       # of the step at hand, NULL if the lane is free
    uint64_t number
    uint64_t other
    int longest               # plies of the wins so far


cdef inline bint is_of_the_kind(int value, int task, int plies) noexcept nogil:
    """Whether a step to a position with this byte leaves it open that all steps lead to what the task looks for."""
    if task == DECIDE_LOST:
        # Won for the other side, in at most `plies`.
        return is_win(value) and value <= PLIES_0 + plies
    if is_win(value) or value == WON_BY_COUNT:
        return True
    if task == DECIDE_COUNT:
        return value == NEWLY_WON
    # Of the larger side: drawn or won for the smaller one.
    return value == DRAWN or value == NEWLY_DRAWN


cdef inline void settle(pair_t *pair, half_t *half, lane_t *lane, bint all_, int task, int byte,
                        result_t *result) noexcept nogil:
    """Write what has come out, and free the lane."""
    cdef int value = byte - MARKED
    if all_:
        value = nothing_left(pair, half, task, lane.longest, lane.steps.own, lane.other, result)
    store_byte(&half.values[lane.number], <uint8_t> value)
    lane.byte = NULL


cdef inline void decide(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, int task, int byte, int plies,
                        result_t *result) noexcept nogil:
    """Look at all marked positions with this byte."""
    cdef cursor_t cursor
    cdef lane_t lanes[LANES]
    cdef lane_t *lane
    cdef uint64_t number = find_byte(half, begin, end, byte), own
    cdef int i, value, busy = 0
    for i in range(LANES):
        lanes[i].byte = NULL
    place_cursor(&half.slice, &cursor, begin)
    while busy or number < end:
        for i in range(LANES):
            lane = &lanes[i]
            if lane.byte != NULL:
                value = load_byte(lane.byte)
                if not is_of_the_kind(value, task, plies):
                    settle(pair, half, lane, False, task, byte, result)
                    busy -= 1
                else:
                    lane.longest = max(lane.longest, value - PLIES_0)
                    lane.byte = next_byte(&lane.steps)
                    if lane.byte == NULL:
                        settle(pair, half, lane, True, task, byte, result)
                        busy -= 1
            elif number < end:
                own = own_men_at(&half.slice, &cursor, number)
                lane.number = number
                lane.other = cursor.other
                lane.longest = 0
                begin_steps(&lane.steps, pair, half, own, cursor.other)
                lane.byte = next_byte(&lane.steps)    # what is marked has a step
                busy += 1
                number = find_byte(half, number + 1, end, byte)
            if lane.byte != NULL:
                serpentes_prefetch(lane.byte)


# What only the number of men decides

cdef void seed_count(half_t *half, uint64_t begin, uint64_t end) noexcept nogil:
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


cdef void seed_drawn(half_t *half, uint64_t begin, uint64_t end) noexcept nogil:
    """Captures of the smaller side that draw; positions of the larger side in which the best capture does."""
    cdef uint64_t number
    cdef int to_ = NEWLY_DRAWN if half.slice.own_men < half.slice.other_men else BEST_DRAWN + MARKED
    for number in range(begin, end):
        if half.values[number] == BEST_DRAWN:
            half.values[number] = <uint8_t> to_
        elif half.values[number] == BEST_DRAWN + ONLY_CAPTURES:
            half.values[number] = NEWLY_DRAWN


cdef void finish(pair_t *pair, half_t *half, uint64_t begin, uint64_t end) noexcept nogil:
    """Everything that nobody can force is worth what play that never ends is worth."""
    cdef uint64_t number
    cdef int p = half.slice.own_men, q = half.slice.other_men
    cdef int rest = DRAWN
    if p != q and not pair.rules >> ADJUDICATION_SHIFT & 1:
        rest = WON_BY_COUNT if p > q else LOST_BY_COUNT
    for number in range(begin, end):
        if half.values[number] >= COUNTED:
            half.values[number] = <uint8_t> rest


# One pass after the other

cdef int after_plies(const pair_t *pair, progress_t *progress) noexcept nogil:
    """The pass that follows when a length is done with."""
    if progress.plies <= progress.longest:
        return TELL_WON if progress.plies & 1 else TELL_LOST
    return FINISH if pair.rules >> ADJUDICATION_SHIFT & 1 else SEED_COUNT


cdef int task_after(const pair_t *pair, progress_t *progress) noexcept nogil:
    """The pass that follows; sets what it looks for."""
    cdef int task = progress.task
    if task == START:
        return LOOK
    if task == LOOK:
        return after_plies(pair, progress)
    if task == TELL_WON and progress.changed:
        return DECIDE_LOST
    if task == TELL_LOST or task == TELL_WON or task == DECIDE_LOST:
        if task == TELL_LOST and progress.changed:
            progress.longest = max(progress.longest, progress.plies + 1)
        progress.plies += 1
        return after_plies(pair, progress)
    if task == SEED_COUNT or (task == COUNT_WON and progress.changed):
        progress.byte = UNKNOWN + MARKED
        return DECIDE_COUNT
    if task == DECIDE_COUNT and progress.byte < BEST_LOST + MARKED:
        progress.byte += 1
        return DECIDE_COUNT
    if task == DECIDE_COUNT:
        return COUNT_LOST
    if task == COUNT_LOST:
        return COUNT_WON
    if task == COUNT_WON:
        return SEED_DRAWN if pair.count == 2 else FINISH
    if task == SEED_DRAWN or (task == COUNT_DRAWN and progress.changed):
        progress.byte = UNKNOWN + MARKED
        return DECIDE_DRAWN
    if task == DECIDE_DRAWN and progress.byte < BEST_DRAWN + MARKED:
        progress.byte += 1
        return DECIDE_DRAWN
    if task == DECIDE_DRAWN:
        return COUNT_DRAWN
    return FINISH if task == COUNT_DRAWN else END


cdef void next_pass(const pair_t *pair, progress_t *progress) noexcept nogil:
    progress.task = task_after(pair, progress)
    progress.changed = 0
    progress.half = 0
    progress.begin = 0


cdef result_t make_pass(pair_t *pair, int i, uint64_t begin, uint64_t end, const progress_t *progress) noexcept nogil:
    """The pass at work over a chunk of a half."""
    cdef half_t *half = &pair.halves[i]
    cdef bint larger = half.slice.own_men > half.slice.other_men
    cdef int task = progress.task, plies = progress.plies, byte = PLIES_0 + progress.plies
    cdef result_t result
    result.changed = 0
    result.longest = 0
    if task == LOOK:
        look(pair, half, begin, end, &result)
    elif task == TELL_LOST:
        tell_all(pair, half, begin, end, TELL_LOST, byte, byte, plies, &result)
    elif task == TELL_WON:
        tell_all(pair, half, begin, end, TELL_WON, byte, byte, plies, &result)
    elif task == DECIDE_LOST:
        decide(pair, half, begin, end, DECIDE_LOST, UNKNOWN + MARKED, plies, &result)
    elif task == SEED_COUNT:
        seed_count(half, begin, end)
    elif task == DECIDE_COUNT:
        decide(pair, half, begin, end, DECIDE_COUNT, progress.byte, 0, &result)
    elif task == COUNT_LOST:
        tell_all(pair, half, begin, end, COUNT_LOST, NEWLY_LOST, LOST_BY_COUNT, 0, &result)
    elif task == COUNT_WON:
        tell_all(pair, half, begin, end, COUNT_WON, NEWLY_WON, WON_BY_COUNT, 0, &result)
    elif task == SEED_DRAWN:
        seed_drawn(half, begin, end)
    elif task == DECIDE_DRAWN and larger:
        decide(pair, half, begin, end, DECIDE_DRAWN, progress.byte, 0, &result)
    elif task == COUNT_DRAWN and larger:
        # The smaller side has stepped there, and draws.
        tell_all(pair, half, begin, end, COUNT_DRAWN, NEWLY_DRAWN, DRAWN, 0, &result)
    elif task == COUNT_DRAWN:
        tell_all(pair, half, begin, end, DECIDE_DRAWN, NEWLY_DRAWN, DRAWN, 0, &result)
    elif task == FINISH:
        finish(pair, half, begin, end)
    if task == LOOK:
        result.changed = end - begin
    return result


cdef void count_in(progress_t *progress, result_t result) noexcept nogil:
    """Take what a pass over a chunk has found into account."""
    progress.changed += result.changed
    progress.known += result.changed
    progress.longest = max(progress.longest, result.longest)


cdef void go_on(pair_t *pair, progress_t *progress) noexcept nogil:
    """Passes over whole halves, for about a tenth of a second."""
    cdef uint64_t work = 0, size, end
    cdef int i
    while work < 1 << 17 and progress.task != END:
        if progress.half == pair.count:
            next_pass(pair, progress)
            continue
        i = progress.half
        size = pair.halves[i].slice.size
        end = min(size, progress.begin + (1 << (16 if progress.task == LOOK else 22)))
        count_in(progress, make_pass(pair, i, progress.begin, end, progress))
        work += (end - progress.begin) >> (0 if progress.task == LOOK else 6)
        progress.begin = end
        if end == size:
            progress.half += 1
            progress.begin = 0
