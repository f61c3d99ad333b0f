# Decks that are the same up to renaming.
#
# WHY ONLY KEYS ARE RENAMED.  Colours are names, and heads and tails follow the same rules, so a position may be renamed
# and still be worth the same.  A deck is given the names that make it largest, card for card; then those decks which
# are alike have the same cards, and a table is as small as any of these renamings makes it.  Only the key of a position
# is renamed.  Play goes on with the names it has, and so no move has to be translated back.
#
#     renaming    what side 0, 1, .. 11 becomes, one byte each (16 in all); NOT_NAMED: a colour that the deck has not
#
# Only decks of a few cards are renamed.  Among these there are many that are alike, and nearly all positions have one
# of them; large decks are rarely alike, and each would have to be looked at before the search begins.  With three cards
# left, a position is searched again sooner than it is renamed.

cdef enum:
    RENAMING = 16             # bytes
    NOT_NAMED = 255
    LEAST_RENAMED = 4         # cards of a deck
    MOST_RENAMED = 8
    MOST_RENAMINGS = 48       # of a deck; with more, some positions that are alike are not found to be

ctypedef struct naming_t:
    # Names for the colours of a deck, as they are tried.
    uint8_t counts[KINDS]
    int colours
    uint8_t colour[COLOURS]   # in the order of their weights, the largest first
    int weight[COLOURS]
    uint8_t best[KINDS]       # the largest deck so far
    int found
    uint8_t renamings[MOST_RENAMINGS][RENAMING]


cdef int renamed_kind(const uint8_t *renaming, int kind) noexcept:
    cdef int side
    if is_middle(kind):
        side = PAIRS[renaming[LETTERS[kind][0]]][renaming[LETTERS[kind][1]]]
        return lowest_index64(side)
    side = colour_of(kind)
    side = RAINBOW if side == RAINBOW else renaming[side]
    return (FIRST_HEAD if renaming[closing(kind)] == HEAD else FIRST_TAIL) + side


cdef void try_renaming(naming_t *naming, const uint8_t *renaming) noexcept:
    """Keep a renaming if none before makes the deck larger, and forget those that it beats."""
    cdef uint8_t renamed[KINDS]
    cdef int kind, difference
    memset(renamed, 0, KINDS)
    for kind in range(KINDS):
        if naming.counts[kind]:
            renamed[renamed_kind(renaming, kind)] = naming.counts[kind]
    difference = memcmp(renamed, naming.best, KINDS)
    if difference > 0 or naming.found == 0:
        memcpy(naming.best, renamed, KINDS)
        naming.found = 0
    if (difference >= 0 or naming.found == 0) and naming.found < MOST_RENAMINGS:
        memcpy(naming.renamings[naming.found], renaming, RENAMING)
        naming.found += 1


cdef void name_colours(naming_t *naming, uint8_t *renaming, int place) noexcept:
    """Try every way to name the colours, where those of the same weight may change places."""
    cdef int i
    if place == naming.colours:
        try_renaming(naming, renaming)
        return
    for i in range(naming.colours):
        if renaming[naming.colour[i]] == NOT_NAMED and naming.weight[i] == naming.weight[place]:
            renaming[naming.colour[i]] = <uint8_t> place
            name_colours(naming, renaming, place + 1)
            renaming[naming.colour[i]] = NOT_NAMED


cdef void weigh_colours(naming_t *naming, bint exchanged) noexcept:
    """Order the colours of a deck by what cards they are on; `exchanged` if heads are to become tails."""
    cdef int colour, kind, heads, tails, middles, weight, i
    naming.colours = 0
    for colour in range(COLOURS):
        heads = naming.counts[FIRST_HEAD + colour]
        tails = naming.counts[FIRST_TAIL + colour]
        if exchanged:
            heads, tails = tails, heads
        middles = 0
        for kind in range(MIDDLES):
            if LETTERS[kind][0] == colour or LETTERS[kind][1] == colour:
                middles += naming.counts[kind]
        weight = middles << 8 | heads << 4 | tails
        if weight == 0:
            continue
        i = naming.colours
        while i > 0 and naming.weight[i - 1] < weight:
            naming.weight[i] = naming.weight[i - 1]
            naming.colour[i] = naming.colour[i - 1]
            i -= 1
        naming.weight[i] = weight
        naming.colour[i] = <uint8_t> colour
        naming.colours += 1


cdef void find_renamings(naming_t *naming) noexcept:
    cdef uint8_t renaming[RENAMING]
    cdef int exchanged, side
    naming.found = 0
    memset(naming.best, 0, KINDS)
    for exchanged in range(2):
        weigh_colours(naming, exchanged)
        memset(renaming, NOT_NAMED, RENAMING)
        for side in range(RAINBOW, LONE_TAIL + 1):
            renaming[side] = <uint8_t> (side ^ exchanged if side >= HEAD else side)
        name_colours(naming, renaming, 0)


cdef int keep_renamings(decks_t *all_decks, deck_t *d, const naming_t *naming) except -1:
    cdef uint32_t room = all_decks.renaming_room
    cdef uint8_t *larger
    if all_decks.renaming_count + naming.found > room:
        room = 2 * room + MOST_RENAMINGS
        larger = <uint8_t *> realloc(all_decks.renamings, <size_t> room * RENAMING)
        if larger == NULL:
            raise MemoryError("no memory for the decks")
        all_decks.renamings = larger
        all_decks.renaming_room = room
    memcpy(all_decks.renamings + <size_t> all_decks.renaming_count * RENAMING, naming.renamings,
           naming.found * RENAMING)
    d.first_renaming = all_decks.renaming_count
    d.renamings = naming.found
    all_decks.renaming_count += naming.found
    return 0


cdef int find_alike(decks_t *all_decks, const uint8_t *counts) except -1:
    """Find which of the decks that are left of a closed one are alike."""
    cdef uint32_t number
    cdef int kind
    cdef naming_t naming
    cdef deck_t *d
    cdef dict first = {}
    cdef set several = set()
    for number in range(1, all_decks.count):
        d = &all_decks.decks[number]
        if not LEAST_RENAMED <= d.cards <= MOST_RENAMED:
            continue
        for kind in range(KINDS):
            naming.counts[kind] = <uint8_t> digit_of(all_decks, counts, number, kind)
        find_renamings(&naming)
        keep_renamings(all_decks, d, &naming)
        d.alike = first.setdefault((<char *> naming.best)[:KINDS], number)
        if d.alike != number:
            several.add(d.alike)
    for number in range(1, all_decks.count):
        d = &all_decks.decks[number]
        if d.renamings == 1 and d.alike == number and number not in several:
            d.renamings = 0
    return 0


cdef inline int renamed_side(uint8_t *renaming, int side, int *named) noexcept nogil:
    """What a side becomes; a colour that has no name yet is given the next."""
    if renaming[side] == NOT_NAMED:
        renaming[side] = <uint8_t> named[0]
        named[0] += 1
    return renaming[side]


cdef void rename_table(const uint8_t *of_deck, const table_t *t, table_t *renamed) noexcept nogil:
    cdef uint8_t renaming[RENAMING]
    cdef int i, one, named = 0
    memcpy(renaming, of_deck, RENAMING)
    for i in range(COLOURS):
        named += renaming[i] != NOT_NAMED
    for i in range(t.count):
        one = renamed_side(renaming, one_side(t.snakes[i]), &named)
        renamed.snakes[i] = snake_of(one, renamed_side(renaming, other_side(t.snakes[i]), &named),
                                     length_of(t.snakes[i]))
    renamed.count = t.count
    sort_table(renamed)


cdef void least_table(const decks_t *all_decks, const deck_t *d, const table_t *t, table_t *least) noexcept nogil:
    """The least table that the renamings of the deck make of one."""
    cdef table_t renamed
    cdef const uint8_t *renaming = all_decks.renamings + <size_t> d.first_renaming * RENAMING
    cdef uint32_t i
    rename_table(renaming, t, least)
    for i in range(1, d.renamings):
        rename_table(renaming + i * RENAMING, t, &renamed)
        if memcmp(renamed.snakes, least.snakes, t.count * sizeof(snake_t)) < 0:
            copy_table(&renamed, least)
