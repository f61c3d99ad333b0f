# What can be left of a deck, numbered.
#
# WHY THIS REPRESENTATION.  A solve only meets decks that are left of the one it starts with.  A closed deck is a number
# with one digit for each kind, as large as the count of that kind allows; an open one is the number of its cards.
# Either way drawing a card is one subtraction, a deck in a key takes 20 bits, and all that a search asks of a deck is
# looked up.
#
#     ro2 oy1 H:r3    digits 2 1 3, strides 1 3 6:   number = ro + 3 * oy + 6 * H:r,  0 .. 23
#
# HOW CHANCES ARE COUNTED.  All orders of a deck that can be told apart are equally likely, and every one starts with a
# kind.  So a value times the number of orders is a sum over the kinds, and nothing is weighted or divided:
#
#     orders(deck) = sum of orders(deck - kind)        value * orders (deck) = sum of value * orders (deck - kind)

cdef enum:
    MOST_DECKS = 1 << 20

ctypedef struct deck_t:
    int64_t orders            # in which it can lie; 1 if it is open
    uint32_t kinds            # that may be drawn next, as a mask
    uint16_t middles          # kinds of middle sections in it, as a mask
    uint8_t letters           # their colours, as a mask
    uint8_t heads             # colours as masks, with RAINBOW_BIT
    uint8_t tails
    uint8_t cards
    uint8_t head_count
    uint8_t tail_count
    uint32_t alike            # the first deck that is the same up to renaming, see rename.pxi
    uint32_t first_renaming
    uint32_t renamings

ctypedef struct decks_t:
    deck_t *decks
    uint32_t count
    uint32_t stride[KINDS]    # what drawing a card takes off the number of the deck
    bint open
    uint8_t *renamings        # RENAMING bytes each
    uint32_t renaming_count
    uint32_t renaming_room


cdef inline void put_cards(deck_t *d, int kind, int count) noexcept nogil:
    """Take some cards of a kind into account."""
    if is_middle(kind):
        d.middles |= <uint16_t> (1 << kind)
        d.letters |= <uint8_t> (1 << LETTERS[kind][0] | 1 << LETTERS[kind][1])
    elif closing(kind) == HEAD:
        d.heads |= <uint8_t> (1 << colour_of(kind))
        d.head_count += <uint8_t> count
    else:
        d.tails |= <uint8_t> (1 << colour_of(kind))
        d.tail_count += <uint8_t> count


cdef inline uint32_t without(const decks_t *all_decks, uint32_t number, int kind) noexcept nogil:
    """The deck after a card has been drawn."""
    return number - all_decks.stride[kind]


cdef int make_room(decks_t *all_decks, uint64_t count) except -1:
    all_decks.decks = <deck_t *> calloc(count, sizeof(deck_t))
    if all_decks.decks == NULL:
        raise MemoryError("no memory for the decks")
    all_decks.count = <uint32_t> count
    all_decks.decks[0].orders = 1
    return 0


cdef inline int digit_of(const decks_t *all_decks, const uint8_t *counts, uint32_t number, int kind) noexcept nogil:
    return number // all_decks.stride[kind] % (<uint32_t> counts[kind] + 1)


cdef int number_counts(decks_t *all_decks, const uint8_t *counts, int64_t most_orders) except -1:
    """Everything that can be left of a closed deck.  ValueError if it has more orders than can be counted."""
    cdef uint64_t count = 1
    cdef uint32_t number
    cdef int kind, digit
    cdef deck_t *d
    for kind in range(KINDS):
        all_decks.stride[kind] = <uint32_t> count
        count *= <uint64_t> counts[kind] + 1
        if count > MOST_DECKS:
            raise ValueError(f"deck: expected a smaller one, more than {MOST_DECKS} decks can be left of it")
    make_room(all_decks, count)
    for number in range(1, <uint32_t> count):
        d = &all_decks.decks[number]
        d.alike = number
        for kind in range(KINDS):
            digit = digit_of(all_decks, counts, number, kind)
            if digit:
                d.kinds |= <uint32_t> 1 << kind
                d.cards += <uint8_t> digit
                d.orders += all_decks.decks[without(all_decks, number, kind)].orders
                put_cards(d, kind, digit)
                if d.orders > most_orders:
                    raise ValueError(f"deck: expected a smaller one, it can lie in more than {most_orders} orders")
    return 0


cdef int number_order(decks_t *all_decks, const uint8_t *order, int cards) except -1:
    """Everything that can be left of an open deck."""
    cdef int left, kind
    cdef deck_t *d
    all_decks.open = True
    make_room(all_decks, cards + 1)
    for kind in range(KINDS):
        all_decks.stride[kind] = 1
    for left in range(1, cards + 1):
        d = &all_decks.decks[left]
        d[0] = all_decks.decks[left - 1]
        kind = order[cards - left]
        d.alike = left
        d.cards = <uint8_t> left
        d.kinds = <uint32_t> 1 << kind
        put_cards(d, kind, 1)
    return 0


cdef void free_decks(decks_t *all_decks) noexcept:
    free(all_decks.decks)
    free(all_decks.renamings)
    memset(all_decks, 0, sizeof(decks_t))


cdef uint64_t memory_of_decks(const decks_t *all_decks) noexcept:
    return all_decks.count * sizeof(deck_t) + <uint64_t> all_decks.renaming_room * RENAMING
