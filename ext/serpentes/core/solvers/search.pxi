# Forward search: is a position won or lost within a number of plies?  Written once, included per game.
#
# THE CONTRACT OF A GAME: that of perft.pxi, and key_t, prepare_keys, canonical_key, keys_equal, hash_key.
#
# HOW IT WORKS.  Two questions that call each other, asked with the number of plies growing by one:
#     wins(s, k)    some move ends the game at once in the mover's favour or leads to t with loses(t, k - 1)
#     loses(s, k)   there is no move, or every move loses at once or leads to t with wins(t, k - 1)
# Both are monotone in k, and play that has not ended after k plies counts as neither, so repetitions need no
# care and every answer is exact.  Replies that leave the opponent few moves are tried first.
#
#   entry of the table    | key | won in | not won in | lost in | not lost in |      plies, one byte each;
#                         NEVER in `won in`, `lost in`: not known.  A new entry takes the place of the old one.

cdef enum:
    NEVER = 255
    MOST_SEARCH_PLIES = 100
    POLL_NODES = 1 << 18

ctypedef struct known_t:
    key_t key
    uint8_t used
    uint8_t won_in            # wins within this number of plies
    uint8_t not_won_in        # does not win within this number, less one
    uint8_t lost_in
    uint8_t not_lost_in

ctypedef struct search_t:
    known_t *table
    uint64_t mask
    int rulings
    uint64_t nodes
    uint64_t most_nodes
    uint64_t next_poll
    child_t *room             # a list of children for every ply
    bint stopped              # the node limit is passed, or an exception is waiting


cdef inline known_t *find_known(search_t *search, const state_t *s) noexcept nogil:
    """The entry of a position, an empty one in place of another position's."""
    cdef key_t key
    cdef known_t *known
    canonical_key(s, &key)
    known = &search.table[hash_key(&key) >> 8 & search.mask]
    if not known.used or not keys_equal(&known.key, &key):
        known.key = key
        known.used = True
        known.won_in = known.lost_in = NEVER
        known.not_won_in = known.not_lost_in = 0
    return known


cdef bint keep_going(search_t *search) noexcept nogil:
    """Count a node; False once the search has to stop."""
    search.nodes += 1
    if search.nodes >= search.next_poll:
        search.next_poll += POLL_NODES
        if interrupted():
            search.stopped = True
    if search.nodes > search.most_nodes:
        search.stopped = True
    return not search.stopped


cdef void order_by_mobility(search_t *search, child_t *out, int n) noexcept nogil:
    """Fewest replies first; an insertion sort, so equal ones keep the game's order."""
    cdef int replies[MAX_MOVES]
    cdef child_t moving
    cdef int i, j, count
    for i in range(n):
        count = count_children(&out[i].state, search.rulings) if out[i].status == GOES_ON else -1
        moving = out[i]
        j = i
        while j > 0 and replies[j - 1] > count:
            replies[j] = replies[j - 1]
            out[j] = out[j - 1]
            j -= 1
        replies[j] = count
        out[j] = moving


cdef bint wins_within(search_t *search, const state_t *s, int plies, int ply) noexcept nogil:
    """Whether the side to move can force a win in at most this number of plies; void if the search stopped."""
    cdef child_t *out = search.room + ply * MAX_MOVES
    cdef known_t *known
    cdef bint wins = False
    cdef int i, n
    if plies < 1:
        return False
    known = find_known(search, s)
    if known.won_in <= plies:
        return True
    if known.not_won_in > plies or known.lost_in != NEVER:
        return False
    if not keep_going(search):
        return False
    n = children(s, search.rulings, out)
    for i in range(n):
        if out[i].status == MOVER_WINS:
            wins = True
    if not wins and plies > 1:
        order_by_mobility(search, out, n)
    i = 0
    while not wins and i < n:
        if out[i].status == GOES_ON:
            wins = loses_within(search, &out[i].state, plies - 1, ply + 1)
        if search.stopped:
            return False
        i += 1
    known = find_known(search, s)
    if wins and plies < known.won_in:
        known.won_in = <uint8_t> plies
    elif not wins and plies >= known.not_won_in:
        known.not_won_in = <uint8_t> (plies + 1)
    return wins


cdef bint loses_within(search_t *search, const state_t *s, int plies, int ply) noexcept nogil:
    """Whether the side to move loses in at most this number of plies whatever it does; void if stopped."""
    cdef child_t *out = search.room + ply * MAX_MOVES
    cdef known_t *known
    cdef bint loses = True
    cdef int i, n
    if plies < 1:
        return count_children(s, search.rulings) == 0 and known_outcome(s, search.rulings, NULL, 0) == LOSS
    known = find_known(search, s)
    if known.lost_in <= plies:
        return True
    if known.not_lost_in > plies or known.won_in != NEVER:
        return False
    if not keep_going(search):
        return False
    n = children(s, search.rulings, out)
    if n == 0:
        loses = known_outcome(s, search.rulings, NULL, 0) == LOSS
    for i in range(n):
        if out[i].status == MOVER_WINS:
            loses = False
    if loses and plies > 2:
        order_by_mobility(search, out, n)
    # The defence that leaves the attacker most to do comes first: from the end of the list.
    i = n - 1
    while loses and i >= 0:
        if out[i].status == GOES_ON:
            loses = wins_within(search, &out[i].state, plies - 1, ply + 1)
        if search.stopped:
            return False
        i -= 1
    known = find_known(search, s)
    if loses and plies < known.lost_in:
        known.lost_in = <uint8_t> plies
    elif not loses and plies >= known.not_lost_in:
        known.not_lost_in = <uint8_t> (plies + 1)
    return loses


cdef class Search:
    """Forward searches under the same rulings that share one transposition table of `table_bytes`."""
    cdef search_t search
    cdef bint busy

    def __cinit__(self, rulings, table_bytes=1 << 24):
        cdef uint64_t entries = 1, most = checked(table_bytes, "table_bytes", 4096, 1099511627776)
        self.search.table = NULL
        self.search.room = NULL
        self.search.rulings = check_rulings(rulings)
        while 2 * entries * sizeof(known_t) <= most:
            entries *= 2
        prepare_keys()
        self.search.mask = entries - 1
        self.search.table = <known_t *> calloc(entries, sizeof(known_t))
        self.search.room = <child_t *> malloc(<size_t> (MOST_SEARCH_PLIES + 1) * MAX_MOVES * sizeof(child_t))
        if self.search.table == NULL or self.search.room == NULL:
            raise MemoryError(f"no memory for a transposition table of {table_bytes} bytes")

    def __dealloc__(self):
        free(self.search.table)
        free(self.search.room)

    def decide(self, position, plies, nodes):
        """(outcome, plies, nodes searched): outcome 3 if the side to move wins in exactly that many plies, 1 if
        it loses, 0 if the game is not decided within `plies` or the search passed `nodes` nodes.

        ValueError for a position that is none, or plies not 0 to 100; RuntimeError if this object is at work.
        """
        cdef state_t s
        cdef int k, most_plies
        cdef bint wins = False, loses = False
        read_position(position, self.search.rulings, &s)
        most_plies = checked(plies, "plies", 0, MOST_SEARCH_PLIES)
        checked(nodes, "nodes", 0, 0xFFFFFFFFFFFFFFFF)
        if self.busy:
            raise RuntimeError("this search is at work in another thread")
        if finished(&s):
            return known_outcome(&s, self.search.rulings, NULL, 0), 0, 0
        self.busy = True
        self.search.stopped = False
        self.search.nodes = 0
        self.search.most_nodes = nodes
        self.search.next_poll = POLL_NODES
        try:
            for k in range(most_plies + 1):
                with nogil:
                    wins = wins_within(&self.search, &s, k, 0)
                    loses = not (wins or self.search.stopped) and loses_within(&self.search, &s, k, 0)
                raise_pending()
                if self.search.stopped:
                    return 0, 0, self.search.nodes
                if wins or loses:
                    return (WIN if wins else LOSS), k, self.search.nodes
        finally:
            self.busy = False
        return 0, 0, self.search.nodes
