# Solving two slices together: (p, q) and (q, p), between which steps lead to and fro.  Captures lead to slices with
# fewer men, which are finished.
#
# THE BYTES.  What a finished slice says of a position, to the side to move:
#
#     0 draw | 1 lost, 2 won by the number of men, as play never ends
#     3 + n: the game ends in n plies, won for odd n, lost for even n
#
# and while it is being solved
#
#     243 to 246   not known; 243 no capture is open or all lose in a number of plies, else what the best capture
#                  that is no forced win comes to: 244 lost by count, 245 drawn, 246 won by count
#     227 + c      as 243, and so far c steps, 1 to 15, lead to positions of which it is not known that they are won
#                  for the other side; 243 has more of them, or a symmetry keeps it, and is not counted
#     247 to 249   243 to 245 again: a successor has become known, look at it
#     250 to 252   just found to be lost, won by count, drawn
#     253 to 255   lost, drawn, won by count, as no step is possible: known, but its predecessors have not been told
#     3 + n        for odd n above the current length: won in n at the latest, as a capture does that
#
# HOW IT WORKS.
# 1. Every position is looked at once: its captures are looked up, its steps counted.
# 2. Forced ends, by length n = 0, 1, 2, ...  All of length n are final when the turn comes to n.  Even: every
#    predecessor is won in n + 1.  Odd: every predecessor has one step less that may save it, and is lost with the last.
#    What is not counted, or told by a position that a symmetry keeps (from which one predecessor is reached twice), is
#    marked, and then looked at: lost if all its moves are.
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
    UNKNOWN = 243             # and the classes of the best capture
    BEST_LOST = 244
    BEST_DRAWN = 245
    BEST_WON = 246
    MARKED = 4                # added to UNKNOWN, BEST_LOST, BEST_DRAWN
    NEWLY_LOST = 250
    NEWLY_WON = 251
    NEWLY_DRAWN = 252
    ONLY_CAPTURES = 253 - BEST_LOST   # added to the class of the best capture
    COUNTED = UNKNOWN - 15    # UNKNOWN with one step left that may save it; more steps are above it
    MOST_SLICE_PLIES = COUNTED - 1 - PLIES_0
    MOST_WAITING = 32
    CHUNKS_AT_ONCE = 64

cdef enum:
    # Passes over the two slices, in the order in which they are made.
    START = 0
    LOOK = 1                  # 1: captures and steps of every position
    TELL_LOST = 2             # 2, even n: predecessors are won
    TELL_WON = 3              # 2, odd n: predecessors are counted down, or marked
    DECIDE_LOST = 4           # 2, odd n: look at what is marked
    SEED_COUNT = 5            # 3: captures that decide the count
    DECIDE_COUNT = 6          # 3: look at what is marked
    COUNT_LOST = 7            # 3: predecessors of what is newly lost by count are won
    COUNT_WON = 8             # 3: predecessors of what is newly won by count are counted down, or marked
    SEED_DRAWN = 9            # 3, unequal men: captures that draw
    DECIDE_DRAWN = 10         # 3, unequal men: look at what is marked
    COUNT_DRAWN = 11          # 3, unequal men: predecessors of what is newly drawn
    FINISH = 12               # 3: the rest
    END = 13

STAGES = ("starting", "looking at captures", "forced ends", "forced ends", "forced ends", "number of men",
          "number of men", "number of men", "number of men", "draws", "draws", "draws", "the rest", "done")

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
    uint64_t changed          # positions that are known now, or looked at for the first time
    int longest               # plies of a forced end

ctypedef struct progress_t:
    # The pass at work, and what it has found so far.
    int task
    int plies                 # of the forced ends at hand
    int byte                  # that is looked for, where there are several
    uint64_t changed
    uint64_t known            # in all passes: each position counts when it is looked at, and when it is known
    int longest               # plies of a forced end, so far
    int half                  # where it is, when it is not shared out
    uint64_t begin


cdef inline half_t *other_half(pair_t *pair, half_t *half) noexcept nogil:
    return half if pair.count == 1 else &pair.halves[0] if half == &pair.halves[1] else &pair.halves[1]


cdef inline bint is_win(int value) noexcept nogil:
    """Whether a byte is a win in a number of plies (or an upper bound of one)."""
    return PLIES_0 <= value < COUNTED and not value & 1


cdef inline bint is_loss(int value) noexcept nogil:
    return PLIES_0 <= value < COUNTED and value & 1


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


cdef void consider_chains(const pair_t *pair, const half_t *half, const state_t *s, uint64_t start,
                          best_t *best) noexcept nogil:
    """All captures of a man that may jump again."""
    cdef capture_t room[MAX_ROUTES]
    cdef int n, i
    n = follow(pair.b, s, pair.rules, start, room)
    if n < 0:
        too_many("a position in a slice has more captures than can be listed")
    for i in range(n):
        consider_capture(half, s, start, room[i].end, room[i].taken, best)


cdef inline void consider_straight(const half_t *half, const state_t *s, uint64_t ends, int direction,
                                   best_t *best) noexcept nogil:
    """Single jumps in a direction, by the points where they end."""
    cdef uint64_t end, over
    while ends:
        end = ends & (0 - ends)
        ends ^= end
        over = shifted(end, direction ^ 1)
        consider_capture(half, s, shifted(over, direction ^ 1), end, over, best)


cdef void find_captures(const pair_t *pair, const half_t *half, uint64_t own, uint64_t other,
                        best_t *best) noexcept nogil:
    """Take all captures of a position into account, with the side to move as Black; the last ones are waiting."""
    cdef state_t s
    cdef jumps_t j
    cdef const board_t *b = pair.b
    cdef uint64_t empty, going, chains, start, single
    cdef int i
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
    going = going_on_under(b, &s, pair.rules, empty, &j)
    chains = starts_of(b, &s, &j, going) if going else 0
    single = ~chains
    consider_straight(half, &s, j.landing[EAST] & single << 2, EAST, best)
    consider_straight(half, &s, j.landing[WEST] & single >> 2, WEST, best)
    consider_straight(half, &s, j.landing[SOUTH_WEST] & single << 34, SOUTH_WEST, best)
    consider_straight(half, &s, j.landing[NORTH_EAST] & single >> 34, NORTH_EAST, best)
    consider_straight(half, &s, j.landing[SOUTH_EAST] & single << 36, SOUTH_EAST, best)
    consider_straight(half, &s, j.landing[NORTH_WEST] & single >> 36, NORTH_WEST, best)
    for i in range(b.arc_count[s.white] if j.arcs else 0):
        if j.arcs >> i & 1 and b.arcs[s.white][i].start & single:
            consider_capture(half, &s, b.arcs[s.white][i].start, b.arcs[s.white][i].end, b.arcs[s.white][i].over, best)
    while chains:
        start = chains & (0 - chains)
        chains ^= start
        consider_chains(pair, half, &s, start, best)


cdef inline void consider_captures(const pair_t *pair, const half_t *half, uint64_t own, uint64_t other,
                                   best_t *best) noexcept nogil:
    """What all captures of a position come to."""
    find_captures(pair, half, own, other, best)
    consider_waiting(best)


# Successors by a step

ctypedef struct steps_t:
    # The steps of a position that have not been looked at.
    const pair_t *pair
    const half_t *after
    uint64_t own
    uint64_t mover            # the men of the next side to move, as it sees them
    uint64_t empty
    uint64_t left             # men
    uint64_t start
    uint64_t targets


cdef inline void begin_steps(steps_t *steps, pair_t *pair, half_t *half, uint64_t own, uint64_t other) noexcept nogil:
    steps.pair = pair
    steps.after = other_half(pair, half)
    steps.own = own
    steps.mover = as_seen_after(pair.b, other)
    steps.empty = half.slice.full & ~(own | other)
    steps.left = own
    steps.targets = 0


cdef inline bint next_start(steps_t *steps) noexcept nogil:
    """Go on to the next man that has a step, once the steps of one have been looked at; False if there is none."""
    while steps.targets == 0:
        if steps.left == 0:
            return False
        steps.start = steps.left & (0 - steps.left)
        steps.left ^= steps.start
        steps.targets = steps.pair.step_to[lowest_index64(steps.start)] & steps.empty
    return True


cdef inline int step_count(const pair_t *pair, const half_t *half, uint64_t own, uint64_t other) noexcept nogil:
    """The number of steps, whether or not a capture is compulsory."""
    cdef state_t s
    s.own = spread(pair.b, own)
    s.white = 0
    return count_steps(pair.b, &s, spread(pair.b, half.slice.full & ~(own | other)))


cdef inline const uint8_t *next_byte(steps_t *steps) noexcept nogil:
    """Where the byte of the position after the next step is, NULL if there is none."""
    cdef uint64_t end
    if not next_start(steps):
        return NULL
    end = steps.targets & (0 - steps.targets)
    steps.targets ^= end
    return &steps.after.values[number_of(
        &steps.after.slice, steps.mover, as_seen_after(steps.pair.b, steps.own ^ steps.start ^ end))]
