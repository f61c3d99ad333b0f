# Shares of several players in the win.
#
# WHY THIS REPRESENTATION.  Among equally good moves each is equally likely, so chances are fractions whose denominators
# grow with the play.  All shares of a position have one divisor, and are counted over all orders of its deck, as in
# decks.pxi: they add up to orders * divisor.  So nothing overflows as long as that product does not, and the whole test
# is a sum of numbers of bits.  With 8 to 11 cards left, 64 bits are too few for one position in ten, and 128 enough.

cdef extern from "hisss/wide.h" nogil:
    ctypedef long long wide_t             # of WIDE_BITS bits and more
    enum: WIDE_BITS
    uint64_t low_word(wide_t) noexcept
    uint64_t high_word(wide_t) noexcept
    wide_t wide_divisor(wide_t, wide_t) noexcept
    int wide_bits(wide_t) noexcept

ctypedef struct shares_t:
    wide_t parts[MOST_PLAYERS]            # the player to move first, then the others in turn
    wide_t divisor


cdef void shorten(shares_t *shares, int players) noexcept nogil:
    """Divide parts and divisor by what divides them all."""
    cdef wide_t common = shares.divisor
    cdef int i
    for i in range(players):
        if common == 1:
            return
        common = wide_divisor(common, shares.parts[i])
    for i in range(players):
        shares.parts[i] //= common
    shares.divisor //= common


cdef inline bint product_fits(wide_t divisor, wide_t factor, int64_t orders) noexcept nogil:
    """Whether parts that add up to orders * divisor * factor fit.  False also for some that just would."""
    return wide_bits(divisor) + wide_bits(factor) + wide_bits(orders) <= WIDE_BITS


cdef void stretch(shares_t *shares, int players, wide_t factor) noexcept nogil:
    cdef int i
    for i in range(players):
        shares.parts[i] *= factor
    shares.divisor *= factor


cdef bint make_comparable(shares_t *a, shares_t *b, int players, int64_t orders) noexcept nogil:
    """Give two shares one divisor; False if parts that add up to orders * divisor may not fit."""
    cdef wide_t common = a.divisor, factor = 1
    if a.divisor != b.divisor:
        common = wide_divisor(a.divisor, b.divisor)
        factor = a.divisor // common
    if not product_fits(b.divisor, factor, orders):
        return False
    if a.divisor != b.divisor:
        stretch(a, players, b.divisor // common)
        stretch(b, players, factor)
    return True


cdef inline void add_parts(shares_t *sum_, const shares_t *more, int players) noexcept nogil:
    """Add shares with the same divisor."""
    cdef int i
    for i in range(players):
        sum_.parts[i] += more.parts[i]


cdef void as_seen_before(shares_t *shares, int players) noexcept nogil:
    """From the view of the player whose turn it is to that of the one before."""
    cdef wide_t last = shares.parts[players - 1]
    cdef int i
    for i in range(players - 1, 0, -1):
        shares.parts[i] = shares.parts[i - 1]
    shares.parts[0] = last


cdef object wide_as_int(wide_t x):
    return int(high_word(x)) << 64 | int(low_word(x))
