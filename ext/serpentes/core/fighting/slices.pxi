# The perfect index of a slice: all positions with so many men a side, up to symmetry, numbered without a gap.
#
# WHY THIS REPRESENTATION.  A slice is one byte for each position and nothing else, so a position has to be found by
# arithmetic.  Positions are taken as the side to move sees them (its own side is the bottom), and sets of points are
# compact here: bit i is point i in board order.  The men of the OTHER side come first:
#
#     number = offset of the class of the other's men + rank of the own men among the points that those leave free
#
#     other's men --rank--> entry: | number of the special block + 1 : 20 | symmetry : 2 | offset : 42 |
#
# The symmetry takes the other's men to the representative of their class (the image with the least rank), and the own
# men along.  All predecessors by a step then lie in one block of at most a few thousand bytes, as the side that
# stepped is the own side of the predecessor and the other's men stand still: marking them stays in the cache.
#
# Where a symmetry keeps the representative itself (a special block), images of the own men under it are one position.
# A bit for every rank says whether it is the least of its images, and the number is the count of such bits before it.
#
# Ranks are colexicographic, the sum of C(point, i + 1) over the i-th points, read from tables by bytes.

from libc.string cimport memchr

cdef extern from "bits.h" nogil:
    uint8_t load_byte(const uint8_t *) noexcept
    void store_byte(uint8_t *, uint8_t) noexcept
    enum: HAS_BMI2
    uint64_t parallel_extract64(uint64_t, uint64_t) noexcept
    uint64_t parallel_deposit64(uint64_t, uint64_t) noexcept
    bint exchange_byte(uint8_t *, uint8_t, uint8_t) noexcept

cdef enum:
    MOST_MEN = 24             # a side, in a slice
    SET_BYTES = 7
    OFFSET_BITS = 42
    SPECIAL_SHIFT = 44
    MOST_SPECIAL = (1 << 20) - 2
    MOST_SUBSETS = 1 << 26    # sets of a side's men that a table is made for

cdef uint64_t MOST_POSITIONS = <uint64_t> 1 << 36

cdef uint64_t BINOMIAL[MOST_POINTS + 1][MOST_MEN + 2]
cdef uint32_t RANK[SET_BYTES][MOST_MEN + 1][256]      # of the points in a byte, by the number of points below it
cdef uint8_t POPULATION[256]
cdef uint8_t EXTRACT[256][256]        # [mask][value]: the bits of the value at those of the mask, close together

ctypedef struct special_t:
    int stabiliser            # bit s: symmetry s keeps the representative
    uint64_t first_word       # of its bits

ctypedef struct slice_t:
    const board_t *b
    int rules
    int own_men
    int other_men
    uint64_t full             # all points
    uint64_t block            # sets of own men on the points that the other's men leave free
    uint64_t size
    uint64_t *entries         # by the rank of the other's men
    uint64_t classes
    uint64_t *representatives
    uint64_t *offsets         # by class, and the size at the end
    uint32_t *special_of      # by class: number of the special block + 1, or 0
    uint64_t *subsets         # by rank: the own men, among the free points
    special_t *specials
    uint64_t *words           # bits of all special blocks
    uint32_t *before          # by word: bits set before it in its block
    uint64_t bytes

ctypedef struct cursor_t:
    # A block of a slice, for positions by ascending numbers.
    uint64_t begin
    uint64_t end
    uint64_t number           # of the class
    uint64_t other
    uint64_t free_points[MOST_POINTS]
    const special_t *special


cdef void prepare_ranks() noexcept:
    """Fill the tables of this file that do not depend on a board, once."""
    cdef int n, k, byte, count, value, i, bits, at
    cdef uint64_t rank
    if BINOMIAL[0][0]:
        return
    for n in range(MOST_POINTS + 1):
        for k in range(MOST_MEN + 2):
            BINOMIAL[n][k] = 1 if k == 0 else 0 if n == 0 else BINOMIAL[n - 1][k - 1] + BINOMIAL[n - 1][k]
    for value in range(256):
        POPULATION[value] = popcount64(value)
        for byte in range(256):
            bits = 0
            at = 0
            for i in range(8):
                if value >> i & 1:
                    bits |= (byte >> i & 1) << at
                    at += 1
            EXTRACT[value][byte] = bits
    for byte in range(SET_BYTES):
        for count in range(MOST_MEN + 1):
            for value in range(256):
                rank = 0
                at = count
                for i in range(8):
                    if value >> i & 1 and 8 * byte + i < MOST_POINTS and at < MOST_MEN + 1:
                        rank += BINOMIAL[8 * byte + i][at + 1]
                        at += 1
                RANK[byte][count][value] = <uint32_t> rank


cdef inline uint64_t rank_of(uint64_t men) noexcept nogil:
    """The colexicographic rank among sets of as many points."""
    cdef int byte = SHORT_BYTES, count = POPULATION[men & 255], two = count + POPULATION[men >> 8 & 255]
    cdef uint64_t rank = (<uint64_t> RANK[0][0][men & 255] + RANK[1][count][men >> 8 & 255]
                          + RANK[2][two][men >> 16 & 255])
    if men >> 24 == 0:
        return rank
    count = two + POPULATION[men >> 16 & 255]
    men >>= 24
    while men:
        rank += RANK[byte][count][men & 255]
        count += POPULATION[men & 255]
        byte += 1
        men >>= 8
    return rank


cdef inline uint64_t extract(uint64_t men, uint64_t free) noexcept nogil:
    """The men by their places among the free points."""
    if HAS_BMI2:
        return parallel_extract64(men, free)
    return extract_by_bytes(men, free)


cdef inline uint64_t extract_by_bytes(uint64_t men, uint64_t free) noexcept nogil:
    cdef int shift = POPULATION[free & 255], two = shift + POPULATION[free >> 8 & 255]
    cdef uint64_t found = (EXTRACT[free & 255][men & 255] | <uint64_t> EXTRACT[free >> 8 & 255][men >> 8 & 255] << shift
                           | <uint64_t> EXTRACT[free >> 16 & 255][men >> 16 & 255] << two)
    if men >> 24 == 0:
        return found
    shift = two + POPULATION[free >> 16 & 255]
    men >>= 24
    free >>= 24
    while men:
        found |= <uint64_t> EXTRACT[free & 255][men & 255] << shift
        shift += POPULATION[free & 255]
        men >>= 8
        free >>= 8
    return found


cdef inline uint64_t compact_flipped(const board_t *b, uint64_t x) noexcept nogil:
    """Top and bottom exchanged, of a compact set."""
    cdef int n = b.length, to_bottom = b.points - b.length
    cdef uint64_t outer = (<uint64_t> 1 << n) - 1
    return x >> to_bottom | x & ((<uint64_t> 1 << to_bottom) - 1) & ~outer | (x & outer) << to_bottom


cdef inline uint64_t compact_image(const board_t *b, uint64_t x, int symmetry) noexcept nogil:
    """The image of a compact set; without branches, as symmetries come in no order."""
    cdef uint64_t turn = 0 - <uint64_t> (symmetry & 1), flip = 0 - <uint64_t> ((symmetry ^ symmetry >> 1) & 1)
    if b.points <= 8 * SHORT_BYTES:
        return (b.images[symmetry][0][x & 255] | b.images[symmetry][1][x >> 8 & 255]
                | b.images[symmetry][2][x >> 16 & 255])
    # A turn is the reversal of all points, and left-right a turn and a flip.
    x = reverse_bits64(x) >> (64 - b.points) & turn | x & ~turn
    return compact_flipped(b, x) & flip | x & ~flip


cdef inline uint64_t as_seen_after(const board_t *b, uint64_t x) noexcept nogil:
    """A set as the next side to move sees it; where top and bottom are alike, it may as well stay as it is."""
    return x if b.symmetries >> TOP_BOTTOM & 1 else compact_flipped(b, x)


cdef inline uint64_t number_in_special(const slice_t *slice, const special_t *special, uint64_t own,
                                       uint64_t other) noexcept nogil:
    """The number within a special block: own men by compact points, beside the representative `other`."""
    cdef uint64_t free = slice.full & ~other, rank = rank_of(extract(own, free)), of_image
    cdef int symmetry
    for symmetry in range(1, 4):
        if special.stabiliser >> symmetry & 1:
            of_image = rank_of(extract(compact_image(slice.b, own, symmetry), free))
            if of_image < rank:
                rank = of_image
    return (slice.before[special.first_word + (rank >> 6)]
            + popcount64(slice.words[special.first_word + (rank >> 6)] & (((<uint64_t> 1) << (rank & 63)) - 1)))


cdef inline uint64_t number_of(const slice_t *slice, uint64_t own, uint64_t other) noexcept nogil:
    """The number of a position, as the side to move sees it."""
    cdef uint64_t entry = slice.entries[rank_of(other)]
    cdef int symmetry = entry >> OFFSET_BITS & 3
    cdef uint64_t offset = entry & (((<uint64_t> 1) << OFFSET_BITS) - 1), special = entry >> SPECIAL_SHIFT
    own = compact_image(slice.b, own, symmetry)
    other = compact_image(slice.b, other, symmetry)
    if special:
        return offset + number_in_special(slice, &slice.specials[special - 1], own, other)
    return offset + rank_of(extract(own, slice.full & ~other))


# Positions by their numbers

cdef void place_cursor(const slice_t *slice, cursor_t *cursor, uint64_t number) noexcept nogil:
    """Move a cursor to the block of a number."""
    cdef uint64_t low = 0, high = slice.classes, middle, free
    cdef int i = 0
    while high - low > 1:
        middle = (low + high) >> 1
        if slice.offsets[middle] <= number:
            low = middle
        else:
            high = middle
    cursor.number = low
    cursor.begin = slice.offsets[low]
    cursor.end = slice.offsets[low + 1]
    cursor.other = slice.representatives[low]
    cursor.special = &slice.specials[slice.special_of[low] - 1] if slice.special_of[low] else NULL
    free = slice.full & ~cursor.other
    while free:
        cursor.free_points[i] = free & (0 - free)
        free &= free - 1
        i += 1


cdef uint64_t rank_in_special(const slice_t *slice, const special_t *special, uint64_t number) noexcept nogil:
    """The rank of the own men of that number in a special block."""
    cdef uint64_t low = special.first_word, high = low + (slice.block + 63 >> 6), middle, word
    cdef uint64_t first = low
    cdef int shift = 0
    while high - low > 1:
        middle = (low + high) >> 1
        if slice.before[middle] <= number:
            low = middle
        else:
            high = middle
    word = slice.words[low]
    number -= slice.before[low]
    while number >= POPULATION[word & 255]:
        number -= POPULATION[word & 255]
        word >>= 8
        shift += 8
    while number:
        word &= word - 1
        number -= 1
    return (low - first) << 6 | (shift + lowest_index64(word))


cdef inline uint64_t own_men_at(const slice_t *slice, cursor_t *cursor, uint64_t number) noexcept nogil:
    """The own men of a position; the other's are `cursor.other` afterwards."""
    cdef uint64_t rank, subset, own = 0
    if not cursor.begin <= number < cursor.end:
        place_cursor(slice, cursor, number)
    rank = number - cursor.begin
    if cursor.special != NULL:
        rank = rank_in_special(slice, cursor.special, rank)
    subset = slice.subsets[rank]
    if HAS_BMI2:
        return parallel_deposit64(subset, slice.full & ~cursor.other)
    while subset:
        own |= cursor.free_points[lowest_index64(subset)]
        subset &= subset - 1
    return own


cdef inline bint is_symmetric(const slice_t *slice, const cursor_t *cursor, uint64_t own) noexcept nogil:
    """Whether a symmetry other than the identity keeps a position of the cursor's block."""
    cdef int symmetry
    if cursor.special == NULL:
        return False
    for symmetry in range(1, 4):
        if cursor.special.stabiliser >> symmetry & 1 and compact_image(slice.b, own, symmetry) == own:
            return True
    return False


cdef int orbit_size(const slice_t *slice, const cursor_t *cursor, uint64_t own) noexcept nogil:
    """How many positions are this one up to symmetry."""
    cdef int symmetry, kept = 0, all_ = 0
    for symmetry in range(4):
        if slice.b.symmetries >> symmetry & 1:
            all_ += 1
            if (compact_image(slice.b, own, symmetry) == own
                    and compact_image(slice.b, cursor.other, symmetry) == cursor.other):
                kept += 1
    return all_ // kept


# Making an index

cdef inline uint64_t next_subset(uint64_t x) noexcept nogil:
    """The next set of as many points in colexicographic order (Gosper's hack)."""
    cdef uint64_t low = x & (0 - x), ripple = x + low
    return ripple | ((x ^ ripple) >> 2) >> lowest_index64(low)


cdef object size_of_slice(int rules, int own_men, int other_men):
    """(positions up to symmetry, all placements) by Burnside's lemma."""
    cdef const board_t *b = board_of(rules)
    cdef int symmetry, images = 0, fixed, pairs, i
    total = 0
    placements = 0
    for symmetry in range(4):
        if not b.symmetries >> symmetry & 1:
            continue
        images += 1
        fixed = 0
        for i in range(b.points):
            fixed += compact_image(b, bit_at(i), symmetry) == bit_at(i)
        pairs = (b.points - fixed) // 2
        kept = 0
        # The men stand in pairs of images, own_men - k of them in pairs, and k on points that stay.
        for i in range(own_men % 2, min(own_men, fixed) + 1, 2):
            for k in range(other_men % 2, min(other_men, fixed - i) + 1, 2):
                kept += (_comb(fixed, i) * _comb(fixed - i, k) * _comb(pairs, (own_men - i) // 2)
                         * _comb(max(pairs - (own_men - i) // 2, 0), (other_men - k) // 2))
        total += kept
        if symmetry == IDENTITY:
            placements = kept
    return total // images, placements


cdef void free_slice(slice_t *slice) noexcept:
    free(slice.entries)
    free(slice.representatives)
    free(slice.offsets)
    free(slice.special_of)
    free(slice.subsets)
    free(slice.specials)
    free(slice.words)
    free(slice.before)
    memset(slice, 0, sizeof(slice_t))


cdef void *taken_from(slice_t *slice, uint64_t count, uint64_t size) noexcept:
    slice.bytes += count * size
    return calloc(count + 1, size)


cdef int make_slice(slice_t *slice, int rules, int own_men, int other_men) except -1:
    """Make the index of a slice; free it with `free_slice`, also after an exception."""
    cdef const board_t *b = board_of(rules)
    cdef uint64_t sets, specials = 0, words
    prepare_ranks()
    memset(slice, 0, sizeof(slice_t))
    slice.b = b
    slice.rules = rules
    slice.own_men = own_men
    slice.other_men = other_men
    slice.full = (<uint64_t> 1 << b.points) - 1
    sets = BINOMIAL[b.points][other_men]
    slice.block = BINOMIAL[b.points - other_men][own_men]
    if max(sets, slice.block) > MOST_SUBSETS or size_of_slice(rules, own_men, other_men)[0] > MOST_POSITIONS:
        raise ValueError(f"a slice of {own_men} and {other_men} men on {b.points} points is too large to index")
    words = slice.block + 63 >> 6
    slice.entries = <uint64_t *> taken_from(slice, sets, sizeof(uint64_t))
    slice.subsets = <uint64_t *> taken_from(slice, slice.block, sizeof(uint64_t))
    if slice.entries == NULL or slice.subsets == NULL:
        raise MemoryError("no memory for the index of a slice")
    with nogil:
        list_subsets(slice)
        count_classes(slice, &slice.classes, &specials)
    if specials > MOST_SPECIAL or specials * slice.block > MOST_POSITIONS >> 5:
        raise ValueError(f"a slice of {own_men} and {other_men} men on {b.points} points is too large to index")
    slice.representatives = <uint64_t *> taken_from(slice, slice.classes, sizeof(uint64_t))
    slice.offsets = <uint64_t *> taken_from(slice, slice.classes + 1, sizeof(uint64_t))
    slice.special_of = <uint32_t *> taken_from(slice, slice.classes, sizeof(uint32_t))
    slice.specials = <special_t *> taken_from(slice, specials, sizeof(special_t))
    slice.words = <uint64_t *> taken_from(slice, specials * words, sizeof(uint64_t))
    slice.before = <uint32_t *> taken_from(slice, specials * words, sizeof(uint32_t))
    if (slice.representatives == NULL or slice.offsets == NULL or slice.special_of == NULL or slice.specials == NULL
            or slice.words == NULL or slice.before == NULL):
        raise MemoryError("no memory for the index of a slice")
    with nogil:
        number_classes(slice)
    return raise_pending()


cdef void list_subsets(slice_t *slice) noexcept nogil:
    cdef uint64_t i, subset = ((<uint64_t> 1) << slice.own_men) - 1
    for i in range(slice.block):
        slice.subsets[i] = subset
        subset = next_subset(subset)


cdef inline bint is_least(const slice_t *slice, uint64_t other, int *stabiliser) noexcept nogil:
    """Whether a set is the least of its images, which have the same order as their ranks."""
    cdef int symmetry
    cdef uint64_t image
    stabiliser[0] = 1
    for symmetry in range(1, 4):
        if slice.b.symmetries >> symmetry & 1:
            image = compact_image(slice.b, other, symmetry)
            if image < other:
                return False
            if image == other:
                stabiliser[0] |= 1 << symmetry
    return True


cdef void count_classes(const slice_t *slice, uint64_t *classes, uint64_t *specials) noexcept nogil:
    cdef uint64_t i, other = ((<uint64_t> 1) << slice.other_men) - 1
    cdef int stabiliser
    for i in range(BINOMIAL[slice.b.points][slice.other_men]):
        if is_least(slice, other, &stabiliser):
            classes[0] += 1
            specials[0] += stabiliser != 1
        other = next_subset(other)


cdef void number_classes(slice_t *slice) noexcept nogil:
    """Fill everything that goes by class, and the entries."""
    cdef uint64_t i, entry, image, number = 0, special = 0, words = slice.block + 63 >> 6
    cdef uint64_t other = ((<uint64_t> 1) << slice.other_men) - 1
    cdef int stabiliser, symmetry
    for i in range(BINOMIAL[slice.b.points][slice.other_men]):
        if is_least(slice, other, &stabiliser):
            slice.representatives[number] = other
            slice.offsets[number] = slice.size
            entry = slice.size
            if stabiliser == 1:
                slice.size += slice.block
            elif interrupted():
                return
            else:
                slice.specials[special].stabiliser = stabiliser
                slice.specials[special].first_word = special * words
                slice.size += mark_least(slice, &slice.specials[special], other)
                special += 1
                slice.special_of[number] = <uint32_t> special
                entry |= special << SPECIAL_SHIFT
            for symmetry in range(4):
                # Each symmetry is its own inverse.
                if slice.b.symmetries >> symmetry & 1:
                    image = rank_of(compact_image(slice.b, other, symmetry))
                    slice.entries[image] = entry | <uint64_t> symmetry << OFFSET_BITS
            slice.entries[i] = entry
            number += 1
        other = next_subset(other)
    slice.offsets[number] = slice.size


cdef uint64_t mark_least(slice_t *slice, const special_t *special, uint64_t other) noexcept nogil:
    """Mark the own men of a special block that are the least of their images; how many there are."""
    cdef uint64_t rank, found = 0, own, subset, free = slice.full & ~other
    cdef uint64_t points[MOST_POINTS]
    cdef int symmetry, i = 0
    cdef bint least
    while free:
        points[i] = free & (0 - free)
        free &= free - 1
        i += 1
    for rank in range(slice.block):
        if rank & 63 == 0:
            slice.before[special.first_word + (rank >> 6)] = <uint32_t> found
        own = 0
        subset = slice.subsets[rank]
        while subset:
            own |= points[lowest_index64(subset)]
            subset &= subset - 1
        least = True
        for symmetry in range(1, 4):
            # Free points keep their order, so the least set has the least rank.
            if special.stabiliser >> symmetry & 1 and compact_image(slice.b, own, symmetry) < own:
                least = False
        if least:
            slice.words[special.first_word + (rank >> 6)] |= (<uint64_t> 1) << (rank & 63)
            found += 1
    return found
