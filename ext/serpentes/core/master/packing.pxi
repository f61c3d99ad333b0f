# Solo tasks: all ways to lay the cards of a hand one after the other, by depth-first search.
#
# WHY THIS REPRESENTATION.  Only the free cells that the head can still reach, the head itself and the cards left bear
# on what can follow.  A frame of the search is just that, and what else is needed to go on with it later: so a search
# can be left after any number of nodes, for Ctrl-C, for progress or with a solution in hand, and gone on with.  The
# same search counts (where the last card is laid without a frame of its own) and lists.
#
# How many solutions there are from such a state is remembered, states without any among them, in a table where a new
# entry takes the place of an old one.  Entries are compared in full, 64 + 6 + 32 bits.  The table is small on purpose:
# few states come up twice with cards that all differ, and one that does not fit the cache costs more than it saves.
# So each walk has its own, and threads share nothing at all.

cdef enum:
    FEWEST_REMEMBERED = 3     # cards left; states with fewer are counted sooner than looked up
    EXHAUSTED = 0             # how a walk ends
    PAUSED = 1
    SOLVED = 2                # a solution is listed
    ENOUGH = 3                # there are more solutions than `most`

ctypedef struct packing_t:
    # A task.
    const board_t *b
    uint64_t free             # cells, before the first card is laid
    uint64_t starts
    uint32_t hand
    bint ordered
    int tokens                # of the hand

ctypedef struct frame_t:
    uint64_t region           # the free cells that the cards left may be laid on
    uint64_t before           # solutions known when the frame was entered
    const place_t *places     # the ways to lay the first card of `todo` ...
    int count                 # ... how many there are
    int tried                 # ... and how many of them are tried, the last of them at work
    int head
    int tokens                # of the cards left
    uint32_t left             # cards
    uint32_t todo             # of these, not yet tried in all ways

ctypedef struct known_t:
    uint64_t region
    uint64_t rest             # the cards left and the head
    uint64_t count

ctypedef struct task_t:
    # A part of the search: what is left after some cards.
    uint64_t free
    int head
    int tokens
    uint32_t left
    int card                  # the first card laid, and how
    int start
    int heading

ctypedef struct walk_t:
    frame_t frames[CARDS]
    int depth                 # frames in use
    bint lists
    bint overflow
    uint64_t found            # solutions
    uint64_t most
    uint64_t nodes
    known_t *known
    uint64_t mask


cdef inline uint32_t choices_from(const packing_t *p, uint32_t left) noexcept nogil:
    """The cards that may be laid next."""
    return left & (0 - left) if p.ordered else left


cdef inline known_t *entry_of(walk_t *w, uint64_t region, uint64_t rest) noexcept nogil:
    """Where a state is remembered, if it is; bits mixed by multiplication (the finaliser of splitmix64)."""
    cdef uint64_t x = region ^ rest * <uint64_t> 0x9E3779B97F4A7C15
    x = (x ^ x >> 30) * <uint64_t> 0xBF58476D1CE4E5B9
    x = (x ^ x >> 27) * <uint64_t> 0x94D049BB133111EB
    return &w.known[(x ^ x >> 31) & w.mask]


cdef inline uint64_t rest_of(uint32_t left, int head) noexcept nogil:
    return <uint64_t> left << 6 | head


cdef inline bint is_remembered(uint32_t left) noexcept nogil:
    return popcount64(left) >= FEWEST_REMEMBERED


cdef inline bint is_last(uint32_t left) noexcept nogil:
    return not left & (left - 1)


cdef inline void add_found(walk_t *w, uint64_t count) noexcept nogil:
    w.found += count
    w.overflow |= w.found < count


cdef inline uint64_t ways_to_end(const packing_t *p, uint64_t free, int head, uint32_t left) noexcept nogil:
    """The number of ways to lay the last card."""
    cdef const place_t *places
    cdef uint64_t count = 0
    cdef int i
    for i in range(ways(p.b, lowest_index64(left), head, &places)):
        count += not places[i].tokens & ~free
    return count


cdef inline void first_card(const packing_t *p, frame_t *f) noexcept nogil:
    """Begin with the first card of `todo`."""
    f.tried = 0
    f.count = ways(p.b, lowest_index64(f.todo), f.head, &f.places) if f.todo else 0


cdef void enter(const packing_t *p, walk_t *w, uint64_t free, int head, uint32_t left, int tokens) noexcept nogil:
    """Add a frame; none if it is known how many solutions it has, which are counted then."""
    cdef frame_t *f = &w.frames[w.depth]
    cdef known_t *known
    w.nodes += 1
    if not w.lists and is_last(left):
        add_found(w, ways_to_end(p, free, head, left))
        return
    f.region = regions_with_room(free, bit_at(head), tokens)
    if not f.region:
        return
    if is_remembered(left):
        known = entry_of(w, f.region, rest_of(left, head))
        if known.region == f.region and known.rest == rest_of(left, head) and not (w.lists and known.count):
            add_found(w, known.count)
            return
    f.before = w.found
    f.head = head
    f.tokens = tokens
    f.left = left
    f.todo = choices_from(p, left)
    first_card(p, f)
    w.depth += 1


cdef inline const place_t *next_place(const packing_t *p, frame_t *f) noexcept nogil:
    """The next way to lay a card, the first card of `todo`; NULL after the last one."""
    cdef const place_t *place
    while f.todo:
        while f.tried < f.count:
            place = &f.places[f.tried]
            f.tried += 1
            if not place.tokens & ~f.region:
                return place
        f.todo &= f.todo - 1
        first_card(p, f)
    return NULL


cdef void leave(walk_t *w) noexcept nogil:
    """Remember how many solutions the last frame has, and drop it."""
    cdef frame_t *f
    cdef known_t *known
    w.depth -= 1
    f = &w.frames[w.depth]
    if is_remembered(f.left):
        known = entry_of(w, f.region, rest_of(f.left, f.head))
        known.region = f.region
        known.rest = rest_of(f.left, f.head)
        known.count = w.found - f.before


cdef int walk_on(const packing_t *p, walk_t *w, const task_t *task, uint64_t pause) noexcept nogil:
    """Search until there is nothing left, `pause` nodes are done or there is something to say; a new task, or NULL."""
    cdef const place_t *place
    cdef frame_t *f
    cdef uint32_t left
    if task != NULL:
        if not task.left:
            add_found(w, 1)
            return SOLVED if w.lists else EXHAUSTED
        enter(p, w, task.free, task.head, task.left, task.tokens)
    while w.found <= w.most:
        if not w.depth:
            return EXHAUSTED
        if w.nodes >= pause:
            return PAUSED
        f = &w.frames[w.depth - 1]
        place = next_place(p, f)
        if place == NULL:
            leave(w)
            continue
        left = f.left & ~(f.todo & (0 - f.todo))
        if left:
            enter(p, w, f.region & ~place.tokens, place.end, left, f.tokens - popcount64(place.tokens))
        else:
            add_found(w, 1)
            if w.lists:
                return SOLVED
    return ENOUGH
