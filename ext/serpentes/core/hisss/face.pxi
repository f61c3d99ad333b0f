# What Python sees: cards as kinds, snakes as tuples (kind, a, b, length), scores as tuples (cards, longest).
#
# Everything that comes from Python is checked here, once, so that nothing can make the compiled code read or write
# where it should not.

cdef extern from *:
    enum: SERPENTES_CHECKS        # 1 if bounds checks are compiled in (see setup.py)

cdef enum:
    # Kinds of snakes, as Python has them.
    TWO_OPEN = 0
    WITH_HEAD = 1
    WITH_TAIL = 2
    ONE_HEAD = 3
    ONE_TAIL = 4


cdef int check_tuple(object thing, str name, int size, str fields) except -1:
    if not isinstance(thing, tuple) or (size >= 0 and len(thing) != size):
        raise TypeError(f"{name}: expected a tuple {fields}, got {type(thing).__name__}")
    return 0


cdef int read_snake(object snake, snake_t *s) except -1:
    """A snake as a tuple (kind, a, b, length)."""
    cdef int kind, a, b = -1, length
    check_tuple(snake, "snakes", 4, "(kind, a, b, length) for each snake")
    kind = checked(snake[0], "kind of a snake", TWO_OPEN, ONE_TAIL)
    a = checked(snake[1], "colour a of a snake", 0, COLOURS - 1 if kind < ONE_HEAD else RAINBOW)
    b = checked(snake[2], "colour b of a snake", a if kind == TWO_OPEN else -1, COLOURS - 1 if kind == TWO_OPEN else -1)
    length = checked(snake[3], "length of a snake", 2 if kind in (WITH_HEAD, WITH_TAIL) else 1,
                     1 if kind >= ONE_HEAD else MOST_CARDS)
    if length == 1 and a == b:
        raise ValueError("colour b of a snake: expected another than a, as it is one middle section")
    if kind == TWO_OPEN:
        s[0] = snake_of(a, b, length)
    else:
        s[0] = <snake_t> ((kind + HEAD - WITH_HEAD) << 12 | a << 8 | length)
    return 0


cdef int read_table(object snakes, table_t *t) except -1:
    """A table as a sorted tuple of snakes; the number of its cards."""
    cdef int cards = 0
    check_tuple(snakes, "snakes", -1, "of snakes")
    t.count = 0
    for snake in snakes:
        if t.count == MOST_CARDS:
            raise ValueError(f"snakes: expected at most {MOST_CARDS} cards")
        read_snake(snake, &t.snakes[t.count])
        if t.count and t.snakes[t.count] < t.snakes[t.count - 1]:
            raise ValueError("snakes: expected them in ascending order")
        cards += length_of(t.snakes[t.count])
        t.count += 1
    return cards


cdef tuple snake_as_tuple(snake_t s):
    if one_side(s) < HEAD:
        return TWO_OPEN, one_side(s), other_side(s), length_of(s)
    return one_side(s) - HEAD + WITH_HEAD, other_side(s), -1, length_of(s)


cdef tuple table_as_tuple(const table_t *t):
    cdef int i
    return tuple([snake_as_tuple(t.snakes[i]) for i in range(t.count)])


cdef int read_counts(object deck, uint8_t *counts) except -1:
    """A closed deck as 29 counts; the number of its cards."""
    cdef int kind, cards = 0
    if not isinstance(deck, (tuple, list)):
        raise TypeError(f"deck: expected {KINDS} counts, got {type(deck).__name__}")
    if len(deck) != KINDS:
        raise ValueError(f"deck: expected {KINDS} counts, got {len(deck)}")
    for kind in range(KINDS):
        counts[kind] = checked(deck[kind], "count of a card in the deck", 0, MOST_CARDS)
        cards += counts[kind]
    return cards


cdef int read_order(object order, uint8_t *kinds) except -1:
    """An open deck as the kinds in their order; the number of its cards."""
    cdef int i
    if not isinstance(order, (tuple, list)):
        raise TypeError(f"order: expected the kinds of the cards, got {type(order).__name__}")
    if len(order) > MOST_CARDS:
        raise ValueError(f"order: expected at most {MOST_CARDS} cards, got {len(order)}")
    for i in range(len(order)):
        kinds[i] = checked(order[i], "kind of a card in the order", 0, KINDS - 1)
    return len(order)


ctypedef struct score_t:
    uint8_t cards
    uint8_t longest


cdef bint can_be_score(int cards, int longest) noexcept:
    """Whether snakes of so many cards can have been collected, the longest of this length."""
    cdef int others
    if longest < 3:
        return cards == 0 and longest == 0
    others = (cards - longest + longest - 1) // longest
    return cards >= longest and cards - longest >= 3 * others


cdef int read_scores(object scores, score_t *read, int *players) except -1:
    """Scores of two to five players; the number of all cards collected."""
    cdef int i, cards = 0
    if not isinstance(scores, (tuple, list)):
        raise TypeError(f"scores: expected (cards, longest) for each player, got {type(scores).__name__}")
    players[0] = checked(len(scores), "number of scores", 2, MOST_PLAYERS)
    for i in range(players[0]):
        check_tuple(scores[i], "scores", 2, "(cards, longest) for each player")
        read[i].cards = checked(scores[i][0], "cards of a score", 0, MOST_CARDS)
        read[i].longest = checked(scores[i][1], "longest of a score", 0, MOST_CARDS)
        if not can_be_score(read[i].cards, read[i].longest):
            raise ValueError(f"scores: expected snakes of 3 cards or more, the longest of {read[i].longest}, "
                             f"got {read[i].cards} cards")
        cards += read[i].cards
    return cards


cdef int check_cards(int cards) except -1:
    if cards > MOST_CARDS:
        raise ValueError(f"deck: expected at most {MOST_CARDS} cards in all, got {cards}")
    return 0


cdef bint read_flag(object flag, str name) except -1:
    if not isinstance(flag, bool):
        raise TypeError(f"{name}: expected a bool, got {type(flag).__name__}")
    return flag


cdef tuple laying_as_tuple(const table_t *t, const laying_t *laying):
    cdef table_t after
    lay(t, laying, &after)
    return (table_as_tuple(&after), laying.collected, -1 if laying.at == NONE else laying.at, laying.end,
            laying.touching, -1 if laying.joined == NONE else laying.joined, laying.joined_end)


def moves(snakes, card, optional):
    """The moves of a card, each as (snakes, collected, at, end, touching, joined, joined_end).

    `snakes` is the table after it, `collected` the cards of the snake that it completes; the rest says where the card
    was put (see the stub of this module).

    >>> moves(((1, 1, -1, 2),), 1, False)     # oy at a head and ro
    [(((1, 2, -1, 3),), 0, 0, 0, 0, -1, 0)]
    """
    cdef table_t t
    cdef int kind = checked(card, "card", 0, KINDS - 1), n, i
    cdef bint free_choice = read_flag(optional, "optional")
    cdef laying_t *room
    check_cards(read_table(snakes, &t) + 1)
    room = <laying_t *> malloc(MOST_LAYINGS * sizeof(laying_t))
    if room == NULL:
        raise MemoryError("no memory for a list of moves")
    try:
        n = layings(&t, kind, free_choice, room)
        return [laying_as_tuple(&t, &room[i]) for i in range(n)]
    finally:
        free(room)


CHECKS = SERPENTES_CHECKS != 0
globals().update(MOST_CARDS=MOST_CARDS)
