# What of a position still matters to two players.
#
# WHY POSITIONS ARE REDUCED.  Those that play from now on cannot tell apart are worth the same, and cards that are gone
# tell less and less apart.  A table is replaced by one that is worth the same:
#
#     an open side that no card of its colour can be put at any more is DEAD, whatever its colour was: only rainbows fit
#     a snake that no card can be put at any more is left out
#     a snake that cannot be completed any more has length 0: it is only a place to lay cards
#
# This may make two moves one, which is all the same to two players: equal moves are worth the same.  With more players
# it would not be, as there the number of equally good moves matters.
#
# Of the scores, what matters is by how many cards the player to move leads, and if that can come to nothing: whose
# longest snake is longer, and how long it is.  The shorter one does not matter: what is to be longer than the longer
# one is longer than both.  Nor does it matter by how much the longer one is longer than all that can still be
# completed.

ctypedef struct node_t:
    # A position, as the player to move sees it, before a card is drawn or with it in hand.
    uint32_t deck
    int lead                  # cards of the player to move, less those of the other
    int own                   # the longest snake that the player to move has collected
    int other
    table_t table


cdef inline int side_left(const deck_t *d, int side, int closings) noexcept nogil:
    """An open side, or DEAD if no card of its colour fits; `closings` are those that may be put there."""
    return side if side == DEAD or (d.letters | closings) >> side & 1 else DEAD


cdef inline snake_t reduced_snake(const deck_t *d, snake_t s, const hopes_t *hopes) noexcept nogil:
    """What is left of a snake; COMPLETE for none."""
    cdef int one = one_side(s), other = other_side(s)
    if one >= LONE_HEAD:
        if not d.letters & colours_of(other):
            return COMPLETE
    elif one < HEAD:
        one = side_left(d, one, d.heads | d.tails)
        other = side_left(d, other, d.heads | d.tails)
        if one == DEAD and other == DEAD and not (d.heads | d.tails) & RAINBOW_BIT:
            return COMPLETE
    else:
        other = side_left(d, other, d.tails if one == HEAD else d.heads)
        if other == DEAD and not (d.tails if one == HEAD else d.heads) & RAINBOW_BIT:
            return COMPLETE
    s = snake_of(one, other, length_of(s))
    return s if can_be_completed(s, d.cards, hopes) else s & <snake_t> 0xFF00


cdef void reduce_table(const deck_t *d, table_t *t, hopes_t *hopes) noexcept nogil:
    """Reduce a table before a card of this deck is drawn, and find what can still be collected."""
    cdef int i, n = 0
    cdef snake_t s
    find_all_ways(d, t, hopes)
    for i in range(t.count):
        s = reduced_snake(d, t.snakes[i], hopes)
        if s != COMPLETE:
            t.snakes[n] = s
            n += 1
    t.count = n
    sort_table(t)
    count_hopes(d, t, hopes)


cdef inline void reduce_scores(node_t *s, int largest) noexcept nogil:
    """Reduce the longest snakes, when none larger than `largest` can be completed any more."""
    cdef int longest = min(max(s.own, s.other), largest + 1)
    if s.own == s.other:
        s.own = s.other = min(longest, largest)
    elif s.own > s.other:
        s.own = longest
        s.other = 0
    else:
        s.other = longest
        s.own = 0
