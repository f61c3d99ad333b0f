# Two players: who wins how often, with best play.
#
# WHY THESE VALUES.  The game is zero-sum, so a position is worth the wins less the losses of the player to move, over
# all orders of the deck: an integer from -orders to orders, see decks.pxi.  The other player sees its negative.
#
# HOW IT IS SEARCHED.  Chance nodes draw a card, decision nodes lay it.  A window (alpha, beta) says which values
# matter: a result that is not above alpha is an upper bound, one that is not below beta a lower bound, others are
# exact.
#
#     Star1    the window of a kind drawn is what the whole sum needs of it, if all kinds not yet searched are worth the
#              most or the least that they can be
#     Star2    first one laying for each kind is searched: a lower bound for what it is worth, and often their sum is
#              enough for beta
#
# Bruce W. Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial Intelligence 21
# (1983); Thomas Hauk, Michael Buro, Jonathan Schaeffer, "Rediscovering *-minimax search", Computers and Games (2004).
#
# With few cards left, positions come back so often that an exact value is worth more than a bound: there, chance nodes
# are searched with the full window.  An open deck has one kind at each draw, and Star1 is alpha-beta: it always has
# windows.
#
# The key of a position, with that of memo.pxi:
#
#     word 0   8-27 deck | 28-35 lead + 128 | 36-43 tie | 44-63 and words 1, 2: twelve snakes of 12 bits
#              a snake: its sides as one of 56 classes, from 1, in 6 bits, and its length in 6
#     known    value * 4 + what it is

cdef enum:
    WINDOWS_FROM = 5
    KEY_WORDS = 3
    KNOWN_WORDS = 1
    MOST_SNAKES_KEPT = 12
    MOST_LENGTH_KEPT = 63
    MOST_LEAD_KEPT = 127
    EXACT = 0
    LOWER_BOUND = 1
    UPPER_BOUND = 2

cdef uint8_t CLASSES[256]     # by the sides of a snake as one byte


cdef int number_classes() except -1:
    """Number the sides that a snake of a reduced table can have: rainbow only when lone, and then not dead."""
    cdef int one, other, count = 0
    for one in range(LONE_TAIL + 1):
        for other in range(HEAD):
            if other != (RAINBOW if one < LONE_HEAD else DEAD) and one != RAINBOW and (one >= HEAD or one <= other):
                count += 1
                CLASSES[one << 4 | other] = <uint8_t> count
    return count


cdef inline int64_t outcome(int lead, int own, int other) noexcept nogil:
    """The value of a game that is over."""
    if lead:
        return 1 if lead > 0 else -1
    return (own > other) - (own < other)


# The last two cards

cdef int most_joined(const table_t *t, const uint8_t *letters) noexcept nogil:
    """The cards of the largest snake that a middle section completes, 0 if none."""
    cdef int i, k, part, length, other, most = 0
    cdef int longest[2][2]        # by closing side and letter
    memset(longest, 0, sizeof(longest))
    for i in range(t.count - 1, -1, -1):
        if one_side(t.snakes[i]) < HEAD:
            break
        part = one_side(t.snakes[i]) & 1      # that of a tail is odd
        other = other_side(t.snakes[i])
        length = length_of(t.snakes[i])
        for k in range(2):
            if touches(other, letters[k]):
                longest[part][k] = max(longest[part][k], length)
    for k in range(2):
        if longest[0][k] and longest[1][1 - k]:
            most = max(most, longest[0][k] + longest[1][1 - k] + 1)
    return most


cdef int most_closed(const table_t *t, int kind) noexcept nogil:
    """The cards of the largest snake that a head or tail completes, 0 if none."""
    cdef int i, most = 0, opposite = HEAD + TAIL - closing(kind), colour = colour_of(kind)
    for i in range(t.count):
        if one_side(t.snakes[i]) == opposite and length_of(t.snakes[i]):
            if colour == RAINBOW or colour == other_side(t.snakes[i]):
                most = max(most, length_of(t.snakes[i]) + 1)
    return most


cdef inline int most_completed(const table_t *t, int kind) noexcept nogil:
    return most_joined(t, LETTERS[kind]) if is_middle(kind) else most_closed(t, kind)


cdef int64_t with_last_card(const node_t *s, int kind) noexcept nogil:
    """The value with one card left: the largest snake that it completes is best."""
    cdef int most = most_completed(&s.table, kind)
    return outcome(s.lead + most, max(s.own, most), s.other)


cdef int64_t with_two_cards(worker_t *w, const node_t *s, int kind, int last, int ply) noexcept nogil:
    """The value when two cards are left, in this order."""
    cdef laying_t *room = w.room + ply * MOST_LAYINGS
    cdef table_t after
    cdef int i, n, most
    cdef int64_t value, best = -1
    if s.lead + most_completed(&s.table, kind) < 0:
        return -1
    n = layings(&s.table, kind, w.search.optional, room)
    for i in range(n):
        lay(&s.table, &room[i], &after)
        most = most_completed(&after, last)
        value = outcome(s.lead + room[i].collected - most, max(s.own, room[i].collected), max(s.other, most))
        if value > best:
            best = value
            if best == 1:
                break
    return best


cdef int64_t of_two_cards(worker_t *w, const node_t *s, int ply) noexcept nogil:
    cdef decks_t *all_decks = &w.search.decks
    cdef uint32_t kinds = all_decks.decks[s.deck].kinds, number
    cdef int kind
    cdef int64_t value = 0
    while kinds:
        kind = take_kind(w, &kinds)
        number = without(all_decks, s.deck, kind)
        value += with_two_cards(w, s, kind, lowest_index64(all_decks.decks[number].kinds), ply)
    return value


# The memo

cdef bint make_key(search_t *search, const node_t *s, memo_key_t *key) noexcept nogil:
    """The key of a reduced position; False if it does not fit."""
    cdef const deck_t *d = &search.decks.decks[s.deck]
    cdef const table_t *t = &s.table
    cdef table_t renamed
    cdef uint64_t code, tie = s.own if s.own == s.other else 64 + s.own if s.own else 128 + s.other
    cdef int i
    memset(key, 0, sizeof(memo_key_t))
    if t.count > MOST_SNAKES_KEPT or not -MOST_LEAD_KEPT <= s.lead <= MOST_LEAD_KEPT:
        return False
    if s.own > MOST_LENGTH_KEPT or s.other > MOST_LENGTH_KEPT:
        return False
    if d.renamings:
        least_table(&search.decks, d, t, &renamed)
        t = &renamed
    for i in range(t.count):
        if length_of(t.snakes[i]) > MOST_LENGTH_KEPT:
            return False
        code = <uint64_t> CLASSES[t.snakes[i] >> 8] << 6 | length_of(t.snakes[i])
        key.word[0] = key.word[0] << 12 | key.word[1] >> 52
        key.word[1] = key.word[1] << 12 | key.word[2] >> 52
        key.word[2] = key.word[2] << 12 | code
    key.word[0] = key.word[0] << 44 | tie << 36 | <uint64_t> (s.lead + MOST_LEAD_KEPT + 1) << 28
    finish_key(&search.memo, key, d.alike)
    return True


cdef inline bint settles(int64_t known, int64_t alpha, int64_t beta) noexcept nogil:
    """Whether what the memo has is enough for a window."""
    cdef int64_t value = known >> 2
    cdef int bound = known & 3
    return bound == EXACT or (bound == LOWER_BOUND and value >= beta) or (bound == UPPER_BOUND and value <= alpha)


# The search

cdef void most_collected_first(laying_t *room, int n) noexcept nogil:
    """An insertion sort, so equal ones keep their order."""
    cdef laying_t moving
    cdef int i, j
    for i in range(1, n):
        moving = room[i]
        j = i
        while j > 0 and room[j - 1].collected < moving.collected:
            room[j] = room[j - 1]
            j -= 1
        room[j] = moving


cdef void after_laying(const node_t *s, const laying_t *laying, node_t *child) noexcept nogil:
    """The position after a laying, as the other player sees it."""
    lay(&s.table, laying, &child.table)
    child.deck = s.deck
    child.lead = -s.lead - laying.collected
    child.own = s.other
    child.other = max(s.own, laying.collected)


cdef int64_t decision(worker_t *w, const node_t *s, int kind, int64_t alpha, int64_t beta, bint probing,
                      int ply) noexcept nogil:
    """The value of a position with a card in hand, of its first laying only if `probing`; void if stopped."""
    cdef laying_t *room = w.room + ply * MOST_LAYINGS
    cdef int i, n = layings(&s.table, kind, w.search.optional, room)
    cdef int64_t value, best = -w.search.decks.decks[s.deck].orders - 1
    cdef node_t child
    most_collected_first(room, n)
    if probing:
        n = 1
    for i in range(n):
        after_laying(s, &room[i], &child)
        value = -chance(w, &child, -beta, -alpha, ply + 1)
        if w.stopped:
            return 0
        if value > best:
            best = value
            alpha = max(alpha, value)
            if value >= beta:
                break
    return best


cdef int64_t drawn(worker_t *w, node_t *s, int kind, int64_t alpha, int64_t beta, bint probing, int ply) noexcept nogil:
    """The value once a kind has been drawn; the window may be wider than what it can be."""
    cdef uint32_t deck = s.deck
    cdef int64_t orders, value
    s.deck = without(&w.search.decks, deck, kind)
    orders = w.search.decks.decks[s.deck].orders
    value = decision(w, s, kind, max(alpha, -orders), min(beta, orders), probing, ply)
    s.deck = deck
    return value


cdef bint probe(worker_t *w, node_t *s, int64_t beta, int64_t *least, int64_t *sum_least, int ply) noexcept nogil:
    """Star2: raise the lower bounds of all kinds by one laying each; whether their sum reaches beta, or all stopped."""
    cdef uint32_t kinds = w.search.decks.decks[s.deck].kinds
    cdef int kind
    cdef int64_t value
    while kinds:
        kind = take_kind(w, &kinds)
        value = drawn(w, s, kind, least[kind], -least[kind], True, ply)
        if w.stopped:
            return True
        sum_least[0] += value - least[kind]
        least[kind] = value
        if sum_least[0] >= beta:
            return True
    return False


cdef int64_t search_kinds(worker_t *w, node_t *s, int64_t alpha, int64_t beta, int *bound, int ply) noexcept nogil:
    """The value of a position over all kinds that may be drawn, and what it is; void if stopped."""
    cdef const deck_t *d = &w.search.decks.decks[s.deck]
    cdef uint32_t kinds = d.kinds
    cdef int64_t least[KINDS]
    cdef int64_t orders, value, low, high, sum_least = -d.orders, sum_most = d.orders
    cdef bint windows = d.cards >= w.search.windows_from
    cdef int kind
    bound[0] = LOWER_BOUND
    while kinds:
        kind = take_kind(w, &kinds)
        least[kind] = -w.search.decks.decks[without(&w.search.decks, s.deck, kind)].orders
    if windows and d.kinds & (d.kinds - 1) and beta < d.orders and probe(w, s, beta, least, &sum_least, ply):
        return sum_least
    kinds = d.kinds
    while kinds:
        kind = take_kind(w, &kinds)
        orders = w.search.decks.decks[without(&w.search.decks, s.deck, kind)].orders
        low = alpha - (sum_most - orders) if windows else -orders - 1
        high = beta - (sum_least - least[kind]) if windows else orders + 1
        value = drawn(w, s, kind, low, high, False, ply)
        if w.stopped:
            return 0
        sum_most += value - orders
        sum_least += value - least[kind]
        if value >= high:
            return sum_least
        if value <= low:
            bound[0] = UPPER_BOUND
            return sum_most
    bound[0] = EXACT
    return sum_least


cdef inline bint decided(const node_t *s, const deck_t *d, const hopes_t *hopes, int64_t *value) noexcept nogil:
    """Whether no play can change who wins."""
    # With three cards left the other lays one of them, and one card completes one snake.
    cdef int most_of_other = hopes.largest if d.cards <= 3 else hopes.cards
    if hopes.cards == 0:
        value[0] = d.orders * outcome(s.lead, s.own, s.other)
        return True
    if s.lead > most_of_other:
        value[0] = d.orders
        return True
    value[0] = -d.orders
    return s.lead < -hopes.cards


cdef int64_t chance(worker_t *w, node_t *s, int64_t alpha, int64_t beta, int ply) noexcept nogil:
    """The value of a position before a card is drawn; void if stopped."""
    cdef search_t *search = w.search
    cdef const deck_t *d = &search.decks.decks[s.deck]
    cdef hopes_t hopes
    cdef memo_key_t key
    cdef int64_t value = 0
    cdef uint64_t known
    cdef int bound
    cdef bint in_memo
    if d.cards == 0:
        return outcome(s.lead, s.own, s.other)
    if d.cards == 1:
        return with_last_card(s, lowest_index64(d.kinds))
    if not keep_going(w):
        return 0
    if d.cards == 2:
        return of_two_cards(w, s, ply)
    reduce_table(d, &s.table, &hopes)
    if decided(s, d, &hopes, &value):
        return value
    reduce_scores(s, hopes.largest)
    in_memo = make_key(search, s, &key)
    if in_memo and find_known(&search.memo, &key, &known) and settles(<int64_t> known, alpha, beta):
        return <int64_t> known >> 2
    value = search_kinds(w, s, alpha, beta, &bound, ply)
    if in_memo and not w.stopped:
        known = <uint64_t> (value * 4 + bound)
        w.kept += keep_known(&search.memo, &search.decks, &key, &known)
    return value
