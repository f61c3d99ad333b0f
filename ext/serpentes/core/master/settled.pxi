# What is known of games of two: an interval for the value of each state, in a memo of fixed size.
#
# WHY THIS REPRESENTATION.  Here player 0 is always the one who goes first with equal cards, and values are those to
# player 0: the state with the players exchanged has the negative value, and one entry serves both.  So do the states
# that a rotation of the board takes to each other, where it leaves the blocked cells as they are: the least of them
# stands for all.  Entries are compared in full: 32 bytes, two of them share a line of the cache, one for the state
# with the most cards left and one for the latest.
#
# The values are fractions with the few denominators that games with two cards left have, or integers.

from libc.stdint cimport int16_t, uint16_t

cdef extern from "bits.h" nogil:
    uint64_t swap_bytes64(uint64_t) noexcept

cdef enum:
    OWN_FIRST = 0             # player 0 announces the card of every round that is left before player 1 picks one ...
    OTHER_FIRST = 1           # ... or player 1 does before player 0: the serialised games
    UNSEEN = 2                # both pick unseen: the game itself
    AT_ONCE = 2               # entries looked at together

ctypedef struct ratio_t:
    int num
    int den                   # positive

ctypedef struct settled_t:
    uint64_t showing[2]
    uint64_t hands            # that of player 0 in the lower half; 0 in an entry that is not in use
    uint16_t rest             # the heads and the way of play
    int16_t low               # the value is low / den at least ...
    int16_t high              # ... and high / den at most
    int16_t den

ctypedef struct duel_t:
    # A game, and how far its search is.
    const board_t *b
    bint by_win               # the value is -1, 0 or 1, not the margin
    int limit                 # no value is beyond
    int turns                 # bit i: the rotation by i quarters leaves the board as it is
    settled_t *memo
    uint64_t mask             # of the number of entries, less AT_ONCE
    uint64_t nodes            # cards laid
    uint64_t matrices         # of two cards each that were solved ...
    uint64_t cells            # ... and how many of their cells were worked out
    bint stopped


cdef inline ratio_t whole(int number) noexcept nogil:
    cdef ratio_t ratio
    ratio.num = number
    ratio.den = 1
    return ratio


cdef inline ratio_t negative(ratio_t ratio) noexcept nogil:
    ratio.num = -ratio.num
    return ratio


cdef inline bint less(ratio_t a, ratio_t b) noexcept nogil:
    return a.num * b.den < b.num * a.den


cdef inline state_t exchanged(const state_t *s) noexcept nogil:
    """A state of two with the players exchanged, whoever goes first then."""
    cdef state_t other = s[0]
    cdef int player
    for player in range(2):
        other.showing[player] = s.showing[1 - player]
        other.heads[player] = s.heads[1 - player]
        other.hands[player] = s.hands[1 - player]
    return other


# One state for all that rotations take to each other

cdef inline uint64_t quarter_turn(uint64_t cells, int width) noexcept nogil:
    """Cells of a board of that width turned clockwise: columns become rows, from the last one on."""
    cdef uint64_t change
    change = (cells ^ cells >> 7) & <uint64_t> 0x00AA00AA00AA00AA
    cells ^= change ^ change << 7
    change = (cells ^ cells >> 14) & <uint64_t> 0x0000CCCC0000CCCC
    cells ^= change ^ change << 14
    change = (cells ^ cells >> 28) & <uint64_t> 0x00000000F0F0F0F0
    cells ^= change ^ change << 28
    return swap_bytes64(cells) >> ROW * (ROW - width)


cdef inline int turned_head(int head, int width) noexcept nogil:
    return NO_CELL if head == NO_CELL else ROW * (width - 1 - (head & 7)) + (head >> 3)


cdef inline bint comes_before(const state_t *s, const state_t *t) noexcept nogil:
    """Whether a state comes before its image in a fixed order."""
    cdef int player
    for player in range(2):
        if s.showing[player] != t.showing[player]:
            return s.showing[player] < t.showing[player]
        if s.heads[player] != t.heads[player]:
            return s.heads[player] < t.heads[player]
    return False


cdef inline state_t least_image(const duel_t *d, const state_t *s) noexcept nogil:
    """The first of the images of a state under the rotations that leave the board as it is."""
    cdef state_t least = s[0], image = s[0]
    cdef int quarters, player, width = d.b.width, height = d.b.height
    if d.turns == 1:
        return least
    for quarters in range(1, 4):
        for player in range(2):
            image.showing[player] = quarter_turn(image.showing[player], width)
            image.heads[player] = turned_head(image.heads[player], width)
        width, height = height, width
        if d.turns >> quarters & 1 and comes_before(&image, &least):
            least = image
    return least


cdef int turns_of(const board_t *b) noexcept nogil:
    cdef uint64_t image = b.open
    cdef int quarters, width = b.width, height = b.height, found = 1
    for quarters in range(1, 4):
        image = quarter_turn(image, width)
        width, height = height, width
        if width == b.width and image == b.open:
            found |= 1 << quarters
    return found


# The memo

cdef inline settled_t key_of(const duel_t *d, const state_t *s, int play) noexcept nogil:
    """The entry of a state of which nothing is known yet."""
    cdef state_t least = least_image(d, s)
    cdef settled_t key
    key.showing[0] = least.showing[0]
    key.showing[1] = least.showing[1]
    key.hands = least.hands[0] | <uint64_t> least.hands[1] << 32
    key.rest = <uint16_t> ((least.heads[0] + 1) << 9 | (least.heads[1] + 1) << 2 | play)
    key.low = <int16_t> -d.limit
    key.high = <int16_t> d.limit
    key.den = 1
    return key


cdef inline settled_t *entries_of(const duel_t *d, const settled_t *key) noexcept nogil:
    """Where a state is remembered; bits mixed by multiplication (the finaliser of splitmix64)."""
    cdef uint64_t x = key.showing[0] * <uint64_t> 0x9E3779B97F4A7C15 ^ key.showing[1]
    x = (x ^ x >> 32) * <uint64_t> 0xD6E8FEB86659FD93 ^ key.hands
    x = (x ^ x >> 30) * <uint64_t> 0xBF58476D1CE4E5B9 ^ key.rest
    x = (x ^ x >> 27) * <uint64_t> 0x94D049BB133111EB
    return &d.memo[(x ^ x >> 31) & d.mask]


cdef inline bint is_same(const settled_t *a, const settled_t *b) noexcept nogil:
    return (a.showing[0] == b.showing[0] and a.showing[1] == b.showing[1] and a.hands == b.hands
            and a.rest == b.rest)


cdef inline void recall(const duel_t *d, settled_t *key) noexcept nogil:
    """Put what is remembered of a state into its key."""
    cdef const settled_t *entries = entries_of(d, key)
    cdef int i
    for i in range(AT_ONCE):
        if is_same(&entries[i], key):
            key[0] = entries[i]
            return


cdef inline void remember(duel_t *d, const settled_t *key) noexcept nogil:
    """Keep a state in place of what was known of it, of one with fewer cards left, or of the latest one."""
    cdef settled_t *entries = entries_of(d, key)
    if not is_same(&entries[0], key):
        if is_same(&entries[1], key) or popcount64(key.hands) < popcount64(entries[0].hands):
            entries += 1
        else:
            entries[1] = entries[0]
    entries[0] = key[0]
