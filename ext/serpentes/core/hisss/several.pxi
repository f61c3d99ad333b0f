# Three to five players: the chances of each, when all maximise their own.
#
# WHY SO LITTLE IS CUT OFF.  Max-n has no bounds to cut with: equally good moves are equally likely, so all have to be
# known, and what is best for one says nothing of the others.  What is saved is saved by the memo, and by a position
# that only one player can still win.
#
# WHY SO LITTLE IS REDUCED.  Moves must stay as many as they are.  So snakes that no card can be put at any more are
# left out, colours are renamed one for one, and players are named by the order of their turns; no more can be done to a
# table. Of the scores: a player who cannot reach the leader any more is out and collects for nothing.  Of the others,
# it matters by how much they are ahead of the last of them, and how their longest snakes compare with each other and
# with any that can still be completed.
#
# The key of a position, with that of memo.pxi:
#
#     word 0   8-27 deck | 28-62 cards of the five players, 7 bits each; 0 is out, 1 the fewest of those who are not
#     word 1   0-29 their longest snakes, 6 bits each; the rest and words 2 to 4: fourteen snakes of 16 bits
#     known    five parts and the divisor: shares_t

cdef enum:
    SEVERAL_KEY_WORDS = 5
    SEVERAL_SNAKES_KEPT = 14
    SEVERAL_CARDS_KEPT = 127
    SEVERAL_LENGTH_KEPT = 63

ctypedef struct round_t:
    # A position, as the player to move sees it: that player first, then the others in turn.
    uint32_t deck
    int out                   # players who cannot win any more, as a mask
    int cards[MOST_PLAYERS]
    int longest[MOST_PLAYERS]
    table_t table


cdef void share_among(int mask, int players, int64_t orders, shares_t *shares) noexcept nogil:
    """Every order of the deck is won by the players of a mask together."""
    cdef int i
    shares.divisor = 0
    for i in range(players):
        shares.divisor += mask >> i & 1
    for i in range(MOST_PLAYERS):
        shares.parts[i] = orders * (mask >> i & 1)
    if orders % shares.divisor == 0:
        for i in range(players):
            shares.parts[i] //= shares.divisor
        shares.divisor = 1


cdef int leaders(const round_t *s, int players) noexcept nogil:
    """Who wins if the game ends here, as a mask."""
    cdef int i, mask = 0, best = -1, score
    for i in range(players):
        score = s.cards[i] << 8 | s.longest[i]
        if s.out >> i & 1 or score < best:
            continue
        if score > best:
            mask = 0
        best = score
        mask |= 1 << i
    return mask


cdef void reduce_round_table(const deck_t *d, table_t *t, hopes_t *hopes) noexcept nogil:
    """Leave out snakes that no card can be put at any more, and find what can still be collected."""
    cdef table_t reduced
    cdef int i, n = 0
    cdef snake_t left
    find_all_ways(d, t, hopes)
    for i in range(t.count):
        left = reduced_snake(d, t.snakes[i], hopes)
        if left != COMPLETE:
            reduced.snakes[n] = left
            t.snakes[n] = t.snakes[i]
            n += 1
    t.count = reduced.count = n
    count_hopes(d, &reduced, hopes)


cdef void reduce_longest(round_t *s, int players, int largest) noexcept nogil:
    """Reduce the longest snakes: those above all that can be completed are told apart by their order only."""
    cdef int above[MOST_PLAYERS]
    cdef int i, k
    for i in range(players):
        above[i] = 0
        if s.longest[i] > largest:
            for k in range(players):
                # Count every length above once, at the first player who has it.
                if largest < s.longest[k] <= s.longest[i] and first_with(s, k):
                    above[i] += 1
    for i in range(players):
        if above[i]:
            s.longest[i] = largest + above[i]


cdef bint first_with(const round_t *s, int player) noexcept nogil:
    """Whether no player before has a longest snake of the same length."""
    cdef int i
    for i in range(player):
        if s.longest[i] == s.longest[player]:
            return False
    return True


cdef void reduce_round_scores(round_t *s, int players, const hopes_t *hopes) noexcept nogil:
    cdef int i, most = 0, least = MOST_CARDS
    for i in range(players):
        if not s.out >> i & 1:
            most = max(most, s.cards[i])
    for i in range(players):
        if s.out >> i & 1 or s.cards[i] + hopes.cards < most:
            s.out |= 1 << i
            s.cards[i] = s.longest[i] = 0
        else:
            least = min(least, s.cards[i])
    for i in range(players):
        if not s.out >> i & 1:
            s.cards[i] -= least - 1
    reduce_longest(s, players, hopes.largest)


cdef bint make_round_key(search_t *search, const round_t *s, memo_key_t *key) noexcept nogil:
    """The key of a reduced position; False if it does not fit."""
    cdef const deck_t *d = &search.decks.decks[s.deck]
    cdef const table_t *t = &s.table
    cdef table_t renamed
    cdef int i, k
    memset(key, 0, sizeof(memo_key_t))
    if t.count > SEVERAL_SNAKES_KEPT:
        return False
    if d.renamings:
        least_table(&search.decks, d, t, &renamed)
        t = &renamed
    for i in range(search.players):
        if s.cards[i] > SEVERAL_CARDS_KEPT or s.longest[i] > SEVERAL_LENGTH_KEPT:
            return False
        key.word[0] |= <uint64_t> s.cards[i] << (28 + 7 * i)
        key.word[1] |= <uint64_t> s.longest[i] << (6 * i)
    for i in range(t.count):
        k = i + 2                                # the place of 16 bits, from the third of word 1
        key.word[1 + k // 4] |= <uint64_t> t.snakes[i] << (16 * (k % 4))
    finish_key(&search.memo, key, d.alike)
    return True


cdef bint fits(worker_t *w, bint fitting) noexcept nogil:
    """Stop the worker unless the fractions fit."""
    if not fitting:
        w.overflow = w.stopped = True
    return fitting


cdef void after_laying_of_several(const round_t *s, const laying_t *laying, int players, round_t *child) noexcept nogil:
    """The position after a laying, as the next player sees it."""
    cdef int i
    lay(&s.table, laying, &child.table)
    child.deck = s.deck
    child.out = s.out >> 1 | (s.out & 1) << (players - 1)
    for i in range(1, players):
        child.cards[i - 1] = s.cards[i]
        child.longest[i - 1] = s.longest[i]
    child.cards[players - 1] = s.cards[0]
    child.longest[players - 1] = s.longest[0]
    if not s.out & 1:
        child.cards[players - 1] += laying.collected
        child.longest[players - 1] = max(s.longest[0], laying.collected)


cdef void round_decision(worker_t *w, const round_t *s, int kind, shares_t *best, int ply) noexcept nogil:
    """The shares with a card in hand: the mean over all moves that are best for the player to move; void if stopped."""
    cdef int players = w.search.players, i, equal = 0
    cdef int64_t orders = w.search.decks.decks[s.deck].orders
    cdef laying_t *room = w.room + ply * MOST_LAYINGS
    cdef int n = layings(&s.table, kind, w.search.optional, room)
    cdef shares_t shares
    cdef round_t child
    for i in range(n):
        after_laying_of_several(s, &room[i], players, &child)
        round_chance(w, &child, &shares, ply + 1)
        if w.stopped:
            return
        as_seen_before(&shares, players)
        # The sum over `equal` moves is at most equal * orders.
        if equal and not fits(w, make_comparable(best, &shares, players, orders * (equal + 1))):
            return
        if equal == 0 or shares.parts[0] * equal > best.parts[0]:
            best[0] = shares
            equal = 1
        elif shares.parts[0] * equal == best.parts[0]:
            add_parts(best, &shares, players)
            equal += 1
    if not fits(w, product_fits(best.divisor, equal, orders)):
        return
    best.divisor *= equal
    shorten(best, players)


cdef void search_round(worker_t *w, round_t *s, shares_t *sum_, int ply) noexcept nogil:
    """The shares over all kinds that may be drawn; void if stopped."""
    cdef uint32_t deck = s.deck, kinds = w.search.decks.decks[deck].kinds
    cdef int64_t orders = w.search.decks.decks[deck].orders
    cdef int players = w.search.players
    cdef int kind
    cdef shares_t shares
    memset(sum_, 0, sizeof(shares_t))
    sum_.divisor = 1
    while kinds:
        kind = take_kind(w, &kinds)
        s.deck = without(&w.search.decks, deck, kind)
        round_decision(w, s, kind, &shares, ply)
        if w.stopped or not fits(w, make_comparable(sum_, &shares, players, orders)):
            return
        add_parts(sum_, &shares, players)
    s.deck = deck
    shorten(sum_, players)


cdef void round_chance(worker_t *w, round_t *s, shares_t *shares, int ply) noexcept nogil:
    """The shares before a card is drawn; void if stopped."""
    cdef search_t *search = w.search
    cdef const deck_t *d = &search.decks.decks[s.deck]
    cdef int players = search.players, mask
    cdef hopes_t hopes
    cdef memo_key_t key
    cdef bint in_memo
    if d.cards == 0:
        share_among(leaders(s, players), players, 1, shares)
        return
    if not keep_going(w):
        return
    reduce_round_table(d, &s.table, &hopes)
    if hopes.cards == 0:
        share_among(leaders(s, players), players, d.orders, shares)
        return
    reduce_round_scores(s, players, &hopes)
    mask = (1 << players) - 1 & ~s.out
    if not mask & (mask - 1):
        share_among(mask, players, d.orders, shares)
        return
    in_memo = make_round_key(search, s, &key)
    if in_memo and find_known(&search.memo, &key, <uint64_t *> shares):
        return
    search_round(w, s, shares, ply)
    if in_memo and not w.stopped:
        w.kept += keep_known(&search.memo, &search.decks, &key, <const uint64_t *> shares)
