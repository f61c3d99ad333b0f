# What can still be collected, given the deck: a bound that is never too low.
#
# HOW IT IS FOUND.  steps(colour) is the fewest cards that lead from an open side of that colour to a tail, as if every
# kind of the deck were there without end.  The way goes over middle sections, and between two of them over snakes with
# two open sides; it ends with a tail of the deck, or with a middle section put at a snake that has a tail.  For heads
# alike.  A snake cannot be completed with fewer cards than the sum of steps at its open sides.
#
#     reached[k]   colours from which k + 1 cards are enough    reached[0] = tails | beside(colours of snakes with one)
#     through      the same if a middle section comes first     reached[k + 1] = beside(reached[k] | across(reached[k]))
#
# WHY A TABLE OF 2 MIB.  `beside`, the colours one middle section away from a set of colours, is asked some ten times
# for every position.  A set of pairs of colours is 15 bits and a set of colours 6, so that all answers fit 32768 rows
# of 64 bytes, of which a solve uses some dozens; snakes with two open sides are pairs just as middle sections are.

cdef enum:
    MOST_STEPS = 13           # every step but the first finds a colour for `reached` or for `through`
    NO_WAY = 100              # in place of a number of steps
    EVERY_OPEN_SIDE = ALL_COLOURS | 1 << DEAD

cdef uint8_t BESIDE[1 << MIDDLES][1 << COLOURS]
cdef uint16_t PAIRS[COLOURS][COLOURS]       # the bit of a pair of colours; none for a colour with itself
cdef bint NEIGHBOURS_ARE_MADE = False

ctypedef struct ways_t:
    # To one closing side.
    uint8_t reached[MOST_STEPS]
    int count                 # of those; further steps reach nothing more, or there are no cards for them
    uint8_t through           # with as many cards as there are

ctypedef struct hopes_t:
    ways_t to_head
    ways_t to_tail
    int cards                 # no more can be collected by all together
    int largest               # no single snake can become larger


cdef void make_neighbours() noexcept:
    """Fill BESIDE and PAIRS, once."""
    cdef int pair, pairs, colours, low
    global NEIGHBOURS_ARE_MADE
    if NEIGHBOURS_ARE_MADE:
        return
    for pair in range(MIDDLES):
        PAIRS[LETTERS[pair][0]][LETTERS[pair][1]] = <uint16_t> (1 << pair)
        PAIRS[LETTERS[pair][1]][LETTERS[pair][0]] = <uint16_t> (1 << pair)
    for pairs in range(1, 1 << MIDDLES):
        pair = lowest_index64(pairs)
        for colours in range(1, 1 << COLOURS):
            low = BESIDE[pairs & (pairs - 1)][colours]
            if colours >> LETTERS[pair][0] & 1:
                low |= 1 << LETTERS[pair][1]
            if colours >> LETTERS[pair][1] & 1:
                low |= 1 << LETTERS[pair][0]
            BESIDE[pairs][colours] = <uint8_t> low
    NEIGHBOURS_ARE_MADE = True


cdef inline void find_ways(const uint8_t *beside, const uint8_t *across, int cards, int closings, int closed,
                           ways_t *ways) noexcept nogil:
    """Find the ways to a closing side with so many cards of the deck; `closed` are the colours of snakes with it."""
    cdef int through = beside[closed], grown
    cdef int reached = through | (EVERY_OPEN_SIDE if closings & RAINBOW_BIT else closings)
    ways.reached[0] = <uint8_t> reached
    ways.count = 1
    while ways.count < cards:
        grown = reached & ALL_COLOURS
        grown = beside[grown | across[grown]]
        if not grown & ~(reached & through):
            break
        through |= grown
        reached |= grown
        ways.reached[ways.count] = <uint8_t> reached
        ways.count += 1
    ways.through = <uint8_t> through


cdef inline bint leads(const ways_t *ways, int side) noexcept nogil:
    """Whether there is a way from an open side."""
    return ways.reached[ways.count - 1] >> side & 1


cdef inline bint leads_through(const ways_t *ways, int side) noexcept nogil:
    """The same for the open side of a lone head or tail."""
    return ways.through != 0 if side == RAINBOW else ways.through >> side & 1


cdef inline int steps_from(const ways_t *ways, int side) noexcept nogil:
    cdef int k
    for k in range(ways.count):
        if ways.reached[k] >> side & 1:
            return k + 1
    return NO_WAY


cdef inline bint can_be_completed(snake_t s, int cards, const hopes_t *hopes) noexcept nogil:
    """False only if it cannot with so many cards.  Open sides may be DEAD."""
    cdef int one = one_side(s), other = other_side(s)
    if one == HEAD:
        return leads(&hopes.to_tail, other)
    if one == TAIL:
        return leads(&hopes.to_head, other)
    if one == LONE_HEAD:
        return leads_through(&hopes.to_tail, other)
    if one == LONE_TAIL:
        return leads_through(&hopes.to_head, other)
    return (steps_from(&hopes.to_head, one) + steps_from(&hopes.to_tail, other) <= cards
            or steps_from(&hopes.to_tail, one) + steps_from(&hopes.to_head, other) <= cards)


cdef inline int colours_of(int side) noexcept nogil:
    """The colours that may touch an open side, as a mask; rainbows apart."""
    return ALL_COLOURS if side == RAINBOW else 0 if side == DEAD else 1 << side


cdef void find_all_ways(const deck_t *d, const table_t *t, hopes_t *hopes) noexcept nogil:
    cdef int i, one, other, pairs = 0, with_head = 0, with_tail = 0
    for i in range(t.count):
        one = one_side(t.snakes[i])
        other = other_side(t.snakes[i])
        if one < COLOURS and other < COLOURS:
            pairs |= PAIRS[one][other]
        elif one == HEAD or one == LONE_HEAD:
            with_head |= colours_of(other)
        elif one == TAIL or one == LONE_TAIL:
            with_tail |= colours_of(other)
    find_ways(BESIDE[d.middles], BESIDE[pairs], d.cards, d.heads, with_head, &hopes.to_head)
    find_ways(BESIDE[d.middles], BESIDE[pairs], d.cards, d.tails, with_tail, &hopes.to_tail)


cdef inline bint deck_completes(const deck_t *d, const hopes_t *hopes) noexcept nogil:
    """False only if no head of the deck can be completed."""
    return d.heads & hopes.to_tail.through or (d.heads & RAINBOW_BIT and hopes.to_tail.through)


cdef void count_hopes(const deck_t *d, const table_t *t, hopes_t *hopes) noexcept nogil:
    """Find `cards` and `largest` over a table on which only snakes that can be completed have a length.

    A snake that is completed has at most one part with a head and one with a tail.
    """
    cdef int i, one, length, heads = d.head_count, tails = d.tail_count
    cdef int longest_head = 0, longest_tail = 0, closed = 0, between = 0
    for i in range(t.count):
        one = one_side(t.snakes[i])
        length = length_of(t.snakes[i])
        if length == 0:
            continue
        if one < HEAD:
            between += length
        elif one == HEAD or one == LONE_HEAD:
            heads += 1
            closed += length
            longest_head = max(longest_head, length)
        else:
            tails += 1
            closed += length
            longest_tail = max(longest_tail, length)
    hopes.cards = hopes.largest = 0
    if closed or between or deck_completes(d, hopes):
        hopes.largest = longest_head + longest_tail + between + d.cards
        hopes.cards = closed + between + d.cards if heads > 1 and tails > 1 else hopes.largest
