# The snakes on the table.
#
# WHY THIS REPRESENTATION.  Play can tell two snakes apart by their sides and length only, so a snake is 16 bits, and
# equal snakes are equal numbers:
#
#      15      12 11       8 7                   0
#     +----------+----------+---------------------+      H:r-ro-oy   8 2 03     head, open y
#     | one side |  other   |       length        |      oy-yg       1 3 02     open o and g
#     +----------+----------+---------------------+      T:*         b 6 01     lone tail, rainbow
#
# The closed side comes first; of two open sides, the smaller colour.  A table is its snakes in ascending order, with
# equal ones side by side: two tables that play cannot tell apart are equal word by word, a snake is taken out or put
# in by one pass over some ten words, and each kind of snake is looked at once however many there are.  The order is
# also that of the tuples which Python sees.

ctypedef uint16_t snake_t

cdef enum:
    COMPLETE = 0xFFFF         # in place of a snake: it has a head and a tail

ctypedef struct table_t:
    int count
    snake_t snakes[MOST_CARDS]


cdef inline int one_side(snake_t s) noexcept nogil:
    return s >> 12


cdef inline int other_side(snake_t s) noexcept nogil:
    return s >> 8 & 15


cdef inline int length_of(snake_t s) noexcept nogil:
    return s & 255


cdef inline snake_t snake_of(int one, int other, int length) noexcept nogil:
    """The snake with these sides, of which at most one is closed."""
    if other >= HEAD or (one < HEAD and one > other):
        return <snake_t> (other << 12 | one << 8 | length)
    return <snake_t> (one << 12 | other << 8 | length)


cdef inline snake_t lone_card(int kind) noexcept nogil:
    """The snake of one card."""
    if is_middle(kind):
        return snake_of(LETTERS[kind][0], LETTERS[kind][1], 1)
    return <snake_t> ((LONE_HEAD if kind < FIRST_TAIL else LONE_TAIL) << 12 | colour_of(kind) << 8 | 1)


cdef inline int beyond(snake_t s, int end) noexcept nogil:
    """The side that a snake keeps when a card is put at an end of it: 0, the first open side, or 1."""
    cdef int one = one_side(s)
    if one >= LONE_HEAD:
        return one - (LONE_HEAD - HEAD)
    return other_side(s) if one < HEAD and end == 0 else one


cdef inline int open_side(snake_t s, int end) noexcept nogil:
    return one_side(s) if one_side(s) < HEAD and end == 0 else other_side(s)


cdef inline int end_count(snake_t s) noexcept nogil:
    """The number of open sides that play can tell apart."""
    return 2 if one_side(s) < HEAD and one_side(s) != other_side(s) else 1


cdef inline void copy_table(const table_t *t, table_t *copy) noexcept nogil:
    copy.count = t.count
    memcpy(copy.snakes, t.snakes, t.count * sizeof(snake_t))


cdef inline void sort_table(table_t *t) noexcept nogil:
    """Put snakes in order that are nearly so."""
    cdef int i, j
    cdef snake_t moving
    for i in range(1, t.count):
        moving = t.snakes[i]
        j = i
        while j > 0 and t.snakes[j - 1] > moving:
            t.snakes[j] = t.snakes[j - 1]
            j -= 1
        t.snakes[j] = moving
