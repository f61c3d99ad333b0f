# Solving two slices together: (p, q) and (q, p), between which steps lead to and fro.  Captures lead to slices with
# fewer men, which are finished.
#
# THE BYTES.  What a finished slice says of a position, to the side to move:
#
#     0 draw | 1 lost, 2 won by the number of men, as play never ends | 3 + n: the game ends in n plies, odd n won, even n lost
#
# and while it is being solved
#
#     240 to 243   not known; 240 no capture is open or all lose in a number of plies, else what the best capture that is
#                  no forced win comes to: 241 lost by count, 242 drawn, 243 won by count
#     244 to 246   240 to 242 again: a successor has become known, look at it
#     247 to 249   just found to be lost, won by count, drawn
#     250 to 252   lost, drawn, won by count, as no step is possible: known, but its predecessors have not been told
#     3 + n        for odd n above the current length: won in n at the latest, as a capture does that
#
# HOW IT WORKS.
# 1. Every position is looked at once: its captures are looked up, its steps counted.
# 2. Forced ends, by length n = 0, 1, 2, ...  All of length n are final when the turn comes to n.  Even: every
#    predecessor is won in n + 1.  Odd: predecessors are marked, and then looked at: lost if all their moves are.
#    A position is looked at again only when one of its successors has become known.
# 3. What is left is decided by the value V of play that stays in these slices for ever.  With equal men V is a draw:
#    wins that a side can force by captures (least fixpoint), the rest is drawn.  With unequal men V is a win of the
#    larger side: what the smaller side can force, first wins, then draws; the rest is won by the larger side.
#
# Each pass over a slice writes only what does not depend on the order of the positions, and passes follow each other
# with all threads at rest between them, so the bytes are the same for any number of threads.

cdef enum:
    DRAWN = 0
    LOST_BY_COUNT = 1
    WON_BY_COUNT = 2
    PLIES_0 = 3
    UNKNOWN = 240             # and the classes of the best capture
    BEST_LOST = 241
    BEST_DRAWN = 242
    BEST_WON = 243
    MARKED = 4                # added to UNKNOWN, BEST_LOST, BEST_DRAWN
    NEWLY_LOST = 247
    NEWLY_WON = 248
    NEWLY_DRAWN = 249
    ONLY_CAPTURES = 250 - BEST_LOST   # added to the class of the best capture
    MOST_SLICE_PLIES = UNKNOWN - 1 - PLIES_0
    MOST_WAITING = 32
    CHUNKS_AT_ONCE = 64

cdef enum:
    # Passes over the two slices, in the order in which they are made.
    LOOK = 0                  # 1: captures and steps of every position
    TELL_LOST = 1             # 2, even n: predecessors are won
    TELL_WON = 2              # 2, odd n: predecessors are marked
    DECIDE_LOST = 3           # 2, odd n: look at what is marked
    SEED_COUNT = 4            # 3: captures that decide the count
    COUNT_LOST = 5            # 3: predecessors of what is newly lost by count are won
    COUNT_WON = 6             # 3: predecessors of what is newly won by count are marked
    DECIDE_COUNT = 7          # 3: look at what is marked
    SEED_DRAWN = 8            # 3, unequal men: captures that draw
    COUNT_DRAWN = 9           # 3, unequal men: predecessors of what is newly drawn
    DECIDE_DRAWN = 10         # 3, unequal men: look at what is marked
    FINISH = 11               # 3: the rest

STAGES = ("looking at captures", "forced ends", "forced ends", "forced ends", "number of men", "number of men",
          "number of men", "number of men", "draws", "draws", "draws", "the rest")

ctypedef struct finished_t:
    # A slice with fewer men.
    slice_t slice
    const uint8_t *values

ctypedef struct half_t:
    # One of the two slices.
    slice_t slice
    uint8_t *values
    finished_t *lower         # by the men that the next side to move has left

ctypedef struct pair_t:
    half_t halves[2]
    const board_t *b
    int rules
    int count                 # of halves: 1 where both sides have as many men
    bint compulsory
    uint64_t step_to[MOST_POINTS]     # compact, of the side to move
    uint64_t step_from[MOST_POINTS]   # where a man of the side to move may have come from

ctypedef struct result_t:
    # What a pass over a chunk found.
    uint64_t changed          # positions
    int longest               # plies of a forced end


cdef inline half_t *other_half(pair_t *pair, half_t *half) noexcept nogil:
    return half if pair.count == 1 else &pair.halves[0] if half == &pair.halves[1] else &pair.halves[1]


cdef inline bint is_win(int value) noexcept nogil:
    """Whether a byte is a win in a number of plies (or an upper bound of one)."""
    return PLIES_0 <= value < UNKNOWN and not value & 1


cdef inline bint is_loss(int value) noexcept nogil:
    return PLIES_0 <= value < UNKNOWN and value & 1


# All captures of a position

ctypedef struct best_t:
    # What the captures of a position come to.
    int win                   # the least plies of a forced win by one, 0 if there is none
    int loss                  # the most plies of a forced loss by one, -1 if there is none
    int best                  # UNKNOWN to BEST_WON: the best of those that are neither
    bint any                  # whether there is one at all
    bint unknown              # whether a successor is not known (when slices are checked)
    int waiting               # bytes that are on their way from memory
    const uint8_t *bytes[MOST_WAITING]


cdef inline void consider(int value, best_t *best) noexcept nogil:
    """Take a successor's byte into account."""
    if is_loss(value):
        if not best.win or value - PLIES_0 + 1 < best.win:
            best.win = value - PLIES_0 + 1
    elif is_win(value):
        best.loss = max(best.loss, value - PLIES_0 + 1)
    else:
        best.best = max(best.best, BEST_WON if value == LOST_BY_COUNT else BEST_DRAWN if value == DRAWN else BEST_LOST)


cdef void consider_waiting(best_t *best) noexcept nogil:
    cdef int i
    for i in range(best.waiting):
        consider(best.bytes[i][0], best)
    best.waiting = 0


cdef inline void consider_capture(const half_t *half, const state_t *s, uint64_t start, uint64_t end, uint64_t taken,
                                  best_t *best) noexcept nogil:
    """Take a capture into account, at the next `consider_waiting`: slices are large, and several bytes come from
    memory as fast as one."""
    cdef const finished_t *lower
    cdef uint64_t left = s.opponent & ~taken
    if left == 0:
        consider(PLIES_0, best)
        return
    if best.waiting == MOST_WAITING:
        consider_waiting(best)
    lower = &half.lower[popcount64(left)]
    best.bytes[best.waiting] = &lower.values[number_of(
        &lower.slice, compact(half.slice.b, flipped(left)), compact(half.slice.b, flipped(s.own & ~start | end)))]
    serpentes_prefetch(best.bytes[best.waiting])
    best.waiting += 1


cdef void consider_chains(const pair_t *pair, const half_t *half, const state_t *s, uint64_t start, best_t *best) noexcept nogil:
    """All captures of a man that may jump again."""
    cdef capture_t room[MAX_ROUTES]
    cdef int n, i
    n = follow(pair.b, s, pair.rules, start, room)
    if n < 0:
        too_many("a position in a slice has more captures than can be listed")
    for i in range(n):
        consider_capture(half, s, start, room[i].end, room[i].taken, best)


cdef void consider_captures(const pair_t *pair, const half_t *half, uint64_t own, uint64_t other, best_t *best) noexcept nogil:
    """All captures of a position with the side to move as Black."""
    cdef state_t s
    cdef jumps_t j
    cdef const board_t *b = pair.b
    cdef const jump_t *jumps[MOST_JUMPS]
    cdef uint64_t empty, left, start, ends, going
    cdef int i, n
    s.own = spread(b, own)
    s.opponent = spread(b, other)
    s.huffable = 0
    s.white = 0
    best.win = 0
    best.loss = -1
    best.best = UNKNOWN
    best.unknown = False
    best.waiting = 0
    empty = b.board & ~(s.own | s.opponent)
    best.any = find_jumps(b, &s, empty, &j)
    if not best.any:
        return
    find_starts(b, &s, &j)
    going = going_on_under(b, &s, pair.rules, empty, &j)
    left = j.starts
    while left:
        start = left & (0 - left)
        left ^= start
        n = jumps_of(b, &s, empty, start, jumps, &ends)
        if ends & going:
            consider_chains(pair, half, &s, start, best)
            continue
        for i in range(n):
            consider_capture(half, &s, start, jumps[i].end, jumps[i].over, best)
    consider_waiting(best)


cdef inline bint has_step(const pair_t *pair, uint64_t own, uint64_t other) noexcept nogil:
    cdef uint64_t empty = pair.halves[0].slice.full & ~(own | other), left = own
    while left:
        if pair.step_to[lowest_index64(left)] & empty:
            return True
        left &= left - 1
    return False


cdef inline int plies_byte(int plies, result_t *result) noexcept nogil:
    """The byte of a forced end; one that is too long for a byte shows in `result`."""
    result.longest = max(result.longest, plies)
    return PLIES_0 + min(plies, <int> MOST_SLICE_PLIES)


cdef inline int first_look(const pair_t *pair, const half_t *half, uint64_t own, uint64_t other, result_t *result) noexcept nogil:
    """The byte of a position before anything is known of its steps."""
    cdef best_t best
    consider_captures(pair, half, own, other, &best)
    if best.win:
        return plies_byte(best.win, result)
    if (not best.any or not pair.compulsory) and has_step(pair, own, other):
        return best.best
    if best.best != UNKNOWN:
        return best.best + ONLY_CAPTURES
    return plies_byte(best.loss if best.any else 0, result)


# Successors and predecessors by a step

cdef inline bint all_steps_lose(pair_t *pair, half_t *half, uint64_t own, uint64_t other, int plies, int *longest) noexcept nogil:
    """Whether every step leads to a position that is won, for the other side, in at most `plies`.

    With `plies` below 0, wins by count are enough.  `longest` is then void, else the most plies of those wins.
    """
    cdef half_t *after = other_half(pair, half)
    cdef uint64_t empty = half.slice.full & ~(own | other), left = own, targets, start, end, mover
    cdef int value
    longest[0] = 0
    mover = as_seen_after(pair.b, other)
    while left:
        start = left & (0 - left)
        left ^= start
        targets = pair.step_to[lowest_index64(start)] & empty
        while targets:
            end = targets & (0 - targets)
            targets ^= end
            value = load_byte(&after.values[number_of(&after.slice, mover, as_seen_after(pair.b, own ^ start ^ end))])
            if plies < 0:
                if not (is_win(value) or value == WON_BY_COUNT or value == NEWLY_WON):
                    return False
            elif not is_win(value) or value > PLIES_0 + plies:
                return False
            longest[0] = max(longest[0], value - PLIES_0)
    return True


cdef inline bint no_step_wins(pair_t *pair, half_t *half, uint64_t own, uint64_t other) noexcept nogil:
    """Whether every step of the larger side leads to a position that the smaller one draws or wins."""
    cdef half_t *after = other_half(pair, half)
    cdef uint64_t empty = half.slice.full & ~(own | other), left = own, targets, start, end, mover
    cdef int value
    mover = as_seen_after(pair.b, other)
    while left:
        start = left & (0 - left)
        left ^= start
        targets = pair.step_to[lowest_index64(start)] & empty
        while targets:
            end = targets & (0 - targets)
            targets ^= end
            value = load_byte(&after.values[number_of(&after.slice, mover, as_seen_after(pair.b, own ^ start ^ end))])
            if not (is_win(value) or value == WON_BY_COUNT or value == DRAWN or value == NEWLY_DRAWN):
                return False
    return True


cdef inline bint may_capture(const pair_t *pair, uint64_t own, uint64_t other) noexcept nogil:
    cdef state_t s
    cdef jumps_t j
    s.own = spread(pair.b, own)
    s.opponent = spread(pair.b, other)
    s.white = 0
    return find_jumps(pair.b, &s, pair.b.board & ~(s.own | s.opponent), &j)


cdef inline void tell(const pair_t *pair, uint8_t *value, int task, int plies, uint64_t own, uint64_t other) noexcept nogil:
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


cdef inline void tell_predecessors(pair_t *pair, half_t *half, int task, int plies, uint64_t own, uint64_t other) noexcept nogil:
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


cdef void decide_lost(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, int plies, result_t *result) noexcept nogil:
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


cdef void decide_count(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, int byte, result_t *result) noexcept nogil:
    """Of the marked positions with this byte, those whose steps all lose are lost by count."""
    cdef cursor_t cursor
    cdef uint64_t number = find_byte(half, begin, end, byte), own
    cdef int longest
    place_cursor(&half.slice, &cursor, begin)
    while number < end:
        own = own_men_at(&half.slice, &cursor, number)
        if all_steps_lose(pair, half, own, cursor.other, -1, &longest):
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


cdef void decide_drawn(pair_t *pair, half_t *half, uint64_t begin, uint64_t end, int byte, result_t *result) noexcept nogil:
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


# The face to Python

cdef int load_lower(half_t *half, int rules, dict lower, list kept) except -1:
    """Index the finished slices that captures from one of the two lead to; `kept` keeps their bytes alive."""
    cdef int left, p = half.slice.own_men
    cdef const uint8_t[::1] values
    half.lower = <finished_t *> calloc(half.slice.other_men + 1, sizeof(finished_t))
    if half.lower == NULL:
        raise MemoryError("no memory for the slices below")
    for left in range(1, half.slice.other_men):
        if (left, p) not in lower:
            raise ValueError(f"lower: expected the slice ({left}, {p})")
        values = lower[left, p]
        make_slice(&half.lower[left].slice, rules, left, p)
        check_size(values.shape[0], &half.lower[left].slice)
        half.lower[left].values = &values[0]
        kept.append(values)
    return 0


cdef int load_pair(pair_t *pair, int rules, int p, int q, dict lower, list kept) except -1:
    """Make everything but the bytes of the two slices."""
    cdef const board_t *b = board_of(rules)
    cdef int i, start, end
    if rules >> CAPTURE_SHIFT & 3 == HUFF:
        raise ValueError("rules: capture=huff has no tables")
    pair.b = b
    pair.rules = rules
    pair.count = 1 if p == q else 2
    pair.compulsory = rules >> CAPTURE_SHIFT & 3 == COMPULSORY
    for start in range(b.points):
        pair.step_to[start] = compact(b, b.step_to[0][bit_of_point(b, start)])
        for end in range(b.points):
            if pair.step_to[start] >> end & 1:
                pair.step_from[end] |= bit_at(start)
    for i in range(pair.count):
        make_slice(&pair.halves[i].slice, rules, q if i else p, p if i else q)
        load_lower(&pair.halves[i], rules, lower, kept)
    return 0


cdef void free_pair(pair_t *pair) noexcept:
    cdef int i, left
    for i in range(2):
        if pair.halves[i].lower != NULL:
            for left in range(pair.halves[i].slice.other_men):
                free_slice(&pair.halves[i].lower[left].slice)
            free(pair.halves[i].lower)
        free_slice(&pair.halves[i].slice)


cdef uint64_t pair_memory(const pair_t *pair) noexcept:
    cdef uint64_t bytes = 0
    cdef int i, left
    for i in range(pair.count):
        bytes += pair.halves[i].slice.bytes
        for left in range(pair.halves[i].slice.other_men):
            bytes += pair.halves[i].lower[left].slice.bytes
    return bytes


cdef class PairSolver:
    """Solves the slices (p, q) and (q, p), p >= q, into `values` and `opposite`, arrays of a byte for each position.

    `lower` has the finished slices that captures lead to, by their numbers of men.  `advance` until it is False.

    >>> import numpy as np
    >>> values = np.zeros(SliceIndex(2, 1, 1).size, dtype=np.uint8)
    >>> solver = PairSolver(2, 1, 1, {}, values, values)
    >>> while solver.advance(map):
    ...     pass
    >>> int(values.max()) < 240
    True
    """
    cdef pair_t pair
    cdef list kept
    cdef uint8_t[::1] values
    cdef uint8_t[::1] opposite
    cdef object passes
    cdef list chunks              # of the pass at work, that are left to do
    cdef int task
    cdef int plies
    cdef int longest
    cdef uint64_t changed
    cdef readonly object done
    cdef readonly object total

    def __cinit__(self, rules, p, q, dict lower not None, uint8_t[::1] values not None, uint8_t[::1] opposite not None):
        cdef int word = check_rulings(rules), own, other
        check_men(word, p, q, &own, &other)
        if own < other:
            raise ValueError(f"men: expected the larger number first, got {own} and {other}")
        self.kept = []
        load_pair(&self.pair, word, own, other, lower, self.kept)
        check_size(values.shape[0], &self.pair.halves[0].slice)
        check_size(opposite.shape[0], &self.pair.halves[self.pair.count - 1].slice)
        if own == other and &values[0] != &opposite[0]:
            raise ValueError("opposite: expected the same array as values, as both sides have as many men")
        self.values = values
        self.opposite = opposite
        self.pair.halves[0].values = &values[0]
        self.pair.halves[self.pair.count - 1].values = &opposite[0]
        self.total = 2 * sum([self.pair.halves[i].slice.size for i in range(self.pair.count)])
        self.done = 0
        self.passes = self._passes()
        self.chunks = []

    def __dealloc__(self):
        free_pair(&self.pair)

    @property
    def stage(self):
        """What is being done."""
        return STAGES[self.task]

    @property
    def memory(self):
        """The bytes of all indexes in use; the bytes of the slices are the caller's."""
        return pair_memory(&self.pair)

    def advance(self, run):
        """Do some more; False once everything is done.  `run` is `map` or the `map` of a pool of threads.

        OverflowError if a game takes more plies than a byte can say.
        """
        cdef list batch
        while not self.chunks:
            if next(self.passes, None) is None:
                self.done = self.total
                return False
        batch = self.chunks[-CHUNKS_AT_ONCE:]
        del self.chunks[-CHUNKS_AT_ONCE:]
        # A pool costs more than a small slice.
        for changed, longest in (map if self.total < 1 << 14 else run)(self._work, batch):
            self.changed += changed
            self.longest = max(self.longest, <int> longest)
            self.done = min(self.done + changed, self.total)
        if self.longest > MOST_SLICE_PLIES:
            raise OverflowError(f"a game takes {self.longest} plies; expected at most {MOST_SLICE_PLIES} in a table")
        return True

    def _passes(self):
        """Set up one pass after the other: its task and chunks; what it has found is there when it goes on."""
        cdef int plies = 0
        cdef int byte
        yield self._begin(LOOK, 0)
        while plies <= self.longest:
            if plies % 2 == 0:
                yield self._begin(TELL_LOST, plies)
                if self.changed:
                    self.longest = max(self.longest, plies + 1)
            else:
                yield self._begin(TELL_WON, plies)
                yield self._begin(DECIDE_LOST, plies)
            plies += 1
        if not self.pair.rules >> ADJUDICATION_SHIFT & 1:
            yield self._begin(SEED_COUNT, 0)
            while True:
                yield self._begin(DECIDE_COUNT, UNKNOWN + MARKED)
                yield self._begin(DECIDE_COUNT, BEST_LOST + MARKED)
                yield self._begin(COUNT_LOST, 0)
                yield self._begin(COUNT_WON, 0)
                if not self.changed:
                    break
            if self.pair.count == 2:
                yield self._begin(SEED_DRAWN, 0)
                while True:
                    for byte in range(UNKNOWN + MARKED, BEST_DRAWN + MARKED + 1):
                        yield self._begin(DECIDE_DRAWN, byte)
                    yield self._begin(COUNT_DRAWN, 0)
                    if not self.changed:
                        break
        yield self._begin(FINISH, 0)

    def _begin(self, int task, int plies):
        cdef uint64_t size, chunk, begin
        self.task = task
        self.plies = plies
        self.changed = 0
        for i in range(self.pair.count):
            size = self.pair.halves[i].slice.size
            chunk = max(min(size // 32, <uint64_t> 1 << 20), <uint64_t> (1 << 13 if task == LOOK else 1 << 18))
            self.chunks += [(i, begin, min(begin + chunk, size)) for begin in range(0, size, chunk)]
        return True

    def _work(self, chunk):
        cdef int i = chunk[0], task = self.task, plies = self.plies
        cdef uint64_t begin = chunk[1], end = chunk[2]
        cdef pair_t *pair = &self.pair
        cdef half_t *half = &pair.halves[i]
        cdef result_t result
        result.changed = 0
        result.longest = 0
        with nogil:
            if task == LOOK:
                look(pair, half, begin, end, &result)
            elif task == TELL_LOST or task == TELL_WON:
                tell_all(pair, half, begin, end, task, PLIES_0 + plies, PLIES_0 + plies, plies, &result)
            elif task == DECIDE_LOST:
                decide_lost(pair, half, begin, end, plies, &result)
            elif task == SEED_COUNT:
                seed_count(pair, half, begin, end)
            elif task == COUNT_LOST:
                tell_all(pair, half, begin, end, task, NEWLY_LOST, LOST_BY_COUNT, 0, &result)
            elif task == COUNT_WON:
                tell_all(pair, half, begin, end, task, NEWLY_WON, WON_BY_COUNT, 0, &result)
            elif task == DECIDE_COUNT:
                decide_count(pair, half, begin, end, plies, &result)
            elif task == SEED_DRAWN:
                seed_drawn(half, begin, end)
            elif task == COUNT_DRAWN:
                count_drawn(pair, half, begin, end, &result)
            elif task == DECIDE_DRAWN:
                if half.slice.own_men > half.slice.other_men:
                    decide_drawn(pair, half, begin, end, plies, &result)
            else:
                finish(pair, half, begin, end)
        raise_pending()
        if task == LOOK:
            result.changed = end - begin
        elif task == DECIDE_COUNT or task == DECIDE_DRAWN:
            result.changed = 0        # counted when they are told to their predecessors
        return result.changed, result.longest


def zugzwangs(rules, p, q, const uint8_t[::1] values not None, const uint8_t[::1] opposite not None, most):
    """(number, some) positions that both sides lose if it is their move: how many, and up to `most` by their index.

    `values` are those of the slice (p, q), p >= q, `opposite` those of (q, p).  Up to symmetry; with p = q a position and
    the one with the colours exchanged are counted once.
    """
    cdef int word = check_rulings(rules), own_men, other_men, value
    cdef slice_t slice, reverse
    cdef cursor_t cursor
    cdef uint64_t number, own, other_number, count = 0
    cdef uint64_t room = checked(most, "most", 0, 1 << 20)
    cdef uint64_t *listed
    check_men(word, p, q, &own_men, &other_men)
    memset(&reverse, 0, sizeof(slice_t))
    listed = <uint64_t *> malloc((room + 1) * sizeof(uint64_t))
    try:
        make_slice(&slice, word, own_men, other_men)
        make_slice(&reverse, word, other_men, own_men)
        check_size(values.shape[0], &slice)
        check_size(opposite.shape[0], &reverse)
        if listed == NULL:
            raise MemoryError("no memory for a list of positions")
        with nogil:
            place_cursor(&slice, &cursor, 0)
            for number in range(slice.size):
                value = values[number]
                if value != LOST_BY_COUNT and not is_loss(value):
                    continue
                own = own_men_at(&slice, &cursor, number)
                other_number = number_of(&reverse, as_seen_after(slice.b, cursor.other), as_seen_after(slice.b, own))
                value = opposite[other_number]
                if value != LOST_BY_COUNT and not is_loss(value):
                    continue
                if own_men == other_men and other_number < number:
                    continue
                if count < room:
                    listed[count] = number
                count += 1
        return count, [listed[i] for i in range(min(count, room))]
    finally:
        free(listed)
        free_slice(&slice)
        free_slice(&reverse)
