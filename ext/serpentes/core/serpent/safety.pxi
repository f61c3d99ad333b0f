# Which placements can be shown to kill nothing, whole sets of cells at once.
#
# THE OPPONENT.  To the opponent, a stone only takes an empty cell away.  It can kill a group only if it
# stands on every shortest survival path of it: search layer by layer, go back through the layers, and only
# layers one cell wide are critical.
#
# THE OWN SIDE.  A new stone makes its neighbours touch one stone more.  Call a connected set C of cells
# that touch no own stone a basin, and say that a group borders it if one of its usable cells touches it.
#   - A stone placed in C leaves every group that borders C alive, and lives: on a shortest way through C
#     towards it, the first cell that touches the new stone is the last cell of a path.
#   - So does a stone that joins an egg and touches C, if two groups border C.
#   - Any other stone leaves C whole.  It can part a group A from the others there only if it touches every
#     usable cell of A at C, or every one of the other groups at C.
# A cell that touches two groups (a bridge) links them unless the stone touches it too, and so do two usable
# cells next to each other.  A group is at risk from a cell if every link of it is.

ctypedef struct safety_t:
    word_t safe           # placements that are legal and kill nothing
    word_t doubtful       # placements that have to be carried out to know
    word_t own_safe       # cells where a stone kills no own group
    word_t critical       # cells where a stone may kill a group of the opponent
    int groups            # own groups
    word_t group[MAX_GROUPS]
    word_t risk[MAX_GROUPS]   # cells where a stone may kill that group; with one that joins two eggs, any
    int their_groups
    word_t their_group[MAX_GROUPS]
    word_t their_critical[MAX_GROUPS]     # cells where a stone may kill that group


cdef word_t critical_to(const terrain_t *c, word_t group, word_t *partner) noexcept nogil:
    """The cells that every shortest survival path of the group has; the board if the group is dead.

    Writes the end that all those paths lead to, if it is the same for all.
    """
    cdef word_t layers[CELLS + 1]
    cdef word_t others = w_without(c.ends, group)
    cdef word_t around = grow(w_and(c.ends, group))
    cdef word_t hit = w_and(w_and(c.two, around), grow(others))
    cdef word_t start, foreign, reached, target, critical = W_ZERO
    cdef int n = 0, k
    if not w_any(hit):
        start = w_and(c.usable, around)
        foreign = w_xor(c.usable, start)
        layers[0] = start
        reached = start
        n = 1
        around = grow(start)
        hit = w_and(around, foreign)
        while not w_any(hit):
            layers[n] = w_without(w_and(around, c.zero), reached)
            if not w_any(layers[n]):
                return BOARD
            reached = w_or(reached, layers[n])
            around = grow(layers[n])
            hit = w_and(around, foreign)
            n += 1
    target = hit
    if not w_many(target):
        critical = target
    for k in range(n - 1, -1, -1):
        target = w_and(layers[k], grow(target))
        if not w_many(target):
            critical = w_or(critical, target)
    target = w_and(grow(hit), others)
    partner[0] = W_ZERO if w_many(target) else target
    return critical


cdef void find_critical(const terrain_t *theirs, safety_t *r) noexcept nogil:
    """For each group of the opponent, the cells that may leave it without a survival path when filled."""
    cdef word_t partner[MAX_GROUPS]
    cdef word_t left = theirs.stones, group, critical
    cdef int n = 0, i
    r.critical = W_ZERO
    while w_any(left):
        group = flood(w_lowest(left), theirs.stones)
        left = w_without(left, group)
        partner[n] = W_ZERO
        # The only partner of a group has its paths too, so nothing else is critical to that partner.
        i = 0
        while i < n and not w_any(w_and(partner[i], group)):
            i += 1
        critical = r.their_critical[i] if i < n else critical_to(theirs, group, &partner[n])
        r.their_group[n] = group
        r.their_critical[n] = critical
        r.critical = w_or(r.critical, critical)
        n += 1
    r.their_groups = n


cdef inline word_t common_neighbours(word_t cells) noexcept nogil:
    """The places that touch every one of these cells (at least one)."""
    cdef word_t low = w_lowest(cells)
    cdef word_t common = grow(low)
    cells = w_xor(cells, low)
    while w_any(cells) and w_any(common):
        low = w_lowest(cells)
        common = w_and(common, grow(low))
        cells = w_xor(cells, low)
    return common


cdef word_t risk_without_basins(const terrain_t *mine, word_t ends, word_t usable, bint egg,
                                word_t risk) noexcept nogil:
    """What is left of the risk of a group, given its bridges and neighbouring usable cells."""
    cdef word_t others = w_without(mine.ends, ends)
    cdef word_t around, cells, cell, near
    # A bridge must touch an end of another group: the two ends of one snake do not make one.
    cells = w_and(w_and(mine.two, grow(ends)), grow(others))
    while w_any(cells) and w_any(risk):
        cell = w_lowest(cells)
        cells = w_xor(cells, cell)
        risk = w_and(risk, grow(cell))
    cells = w_and(grow(usable), w_xor(mine.usable, usable))
    while w_any(cells) and w_any(risk):
        cell = w_lowest(cells)
        cells = w_xor(cells, cell)
        near = w_and(grow(cell), usable)
        around = w_without(grow(cell), grow(near))
        if egg:
            # A stone that joins this egg and touches `cell` is linked by it; it parts them if it touches all of `near`.
            around = w_or(w_without(around, usable),
                          w_and(usable, w_without(common_neighbours(near), grow(cell))))
        risk = w_and(risk, around)
    return risk


cdef void find_safety(const state_t *s, const terrain_t *mine, const terrain_t *theirs, safety_t *r) noexcept nogil:
    """Sort the placements into safe, illegal and doubtful."""
    cdef word_t usable[MAX_GROUPS]
    cdef word_t ends[MAX_GROUPS]
    cdef word_t *risk = r.risk
    cdef word_t here[MAX_GROUPS]
    cdef int who[MAX_GROUPS]
    cdef word_t joining = w_and(mine.one, grow(mine.eggs))      # cells that touch one own stone, an egg
    cdef word_t single = w_or(mine.zero, joining)
    cdef word_t double = w_without(mine.two, grow(w_xor(mine.stones, mine.eggs)))
    cdef word_t basins = W_ZERO, at_risk = W_ZERO
    cdef word_t left, group, basin, border, kept, others_part, hopeless
    cdef int groups = 0, bordering, i, j, k

    r.critical = W_ZERO
    if s.hatched & OPPONENT_HATCHED:
        find_critical(theirs, r)
    left = mine.stones
    while w_any(left):
        group = flood(w_lowest(left), mine.stones)
        left = w_without(left, group)
        r.group[groups] = group
        ends[groups] = w_and(group, mine.ends)
        usable[groups] = w_and(mine.usable, grow(ends[groups]))
        risk[groups] = single
        groups += 1
    r.groups = groups
    if groups == 0:
        r.own_safe = single
        r.safe = w_without(single, r.critical)
        r.doubtful = w_xor(single, r.safe)
        return

    left = w_and(grow(mine.usable), mine.zero)
    while w_any(left):
        basin = flood(w_lowest(left), mine.zero)
        left = w_without(left, basin)
        basins = w_or(basins, basin)
        border = grow(basin)
        bordering = 0
        for i in range(groups):
            here[bordering] = w_and(usable[i], border)
            if w_any(here[bordering]):
                who[bordering] = i
                bordering += 1
        if bordering == 1:
            risk[who[0]] = w_without(risk[who[0]], basin)
            continue
        kept = w_without(single, w_or(basin, border))
        for i in range(bordering):
            here[i] = w_and(common_neighbours(here[i]), kept)
        for i in range(bordering):
            others_part = kept
            for j in range(bordering):
                if j != i:
                    others_part = w_and(others_part, here[j])
            risk[who[i]] = w_and(risk[who[i]], w_or(here[i], others_part))

    for i in range(groups):
        if w_any(risk[i]):
            risk[i] = risk_without_basins(
                mine, ends[i], usable[i], w_equal(ends[i], w_and(ends[i], mine.eggs)), risk[i])
            at_risk = w_or(at_risk, risk[i])
    if not (s.hatched & OWN_HATCHED):
        at_risk = w_and(at_risk, mine.zero)          # a single group that grows stays alive
    r.own_safe = w_without(w_or(w_and(mine.zero, basins), joining), at_risk)
    hopeless = w_without(mine.zero, w_or(basins, at_risk))   # only the new stone would be removed
    hopeless = w_without(hopeless, r.critical)
    r.safe = w_without(r.own_safe, r.critical)
    r.doubtful = w_without(w_or(single, double), w_or(r.safe, hopeless))


cdef word_t killed_by(const terrain_t *theirs, safety_t *r, word_t cell) noexcept nogil:
    """The opponent's stones that are dead once `cell` is filled; what is harmless is remembered."""
    cdef terrain_t c
    cdef word_t dead = W_ZERO
    cdef int i
    if not w_any(w_and(cell, r.critical)):
        return W_ZERO
    c = theirs[0]
    restrict_terrain(&c, w_without(BOARD, cell))
    for i in range(r.their_groups):
        if w_any(w_and(cell, r.their_critical[i])) and not w_any(links(&c, r.their_group[i])):
            dead = w_or(dead, r.their_group[i])
    if not w_any(dead):
        r.critical = w_xor(r.critical, cell)
    return dead


cdef word_t killed_at_home(const terrain_t *mine, const safety_t *r, const terrain_t *c, word_t stone) noexcept nogil:
    """The own stones that are dead once `stone` stands in the terrain `c`.

    Only the group of the stone and those at risk are looked at, or all if the stone joins two eggs.
    """
    cdef word_t touched = w_and(grow(stone), mine.stones)
    cdef word_t group = w_or(stone, touched)
    cdef word_t dead = W_ZERO if w_any(links(c, group)) else group
    cdef bint joins_two = w_many(touched)
    cdef int i
    for i in range(r.groups):
        if joins_two or w_any(w_and(r.risk[i], stone)):
            if not w_any(w_and(r.group[i], touched)) and not w_any(links(c, r.group[i])):
                dead = w_or(dead, r.group[i])
    return dead


cdef inline word_t dead_among(const terrain_t *c, const word_t *groups, int n, word_t among) noexcept nogil:
    """The stones of those of the groups, with a stone in `among`, that have no survival path."""
    cdef word_t dead = W_ZERO
    cdef int i
    for i in range(n):
        if w_any(w_and(groups[i], among)) and not w_any(links(c, groups[i])):
            dead = w_or(dead, groups[i])
    return dead
