# Search by plies: is a position won or lost within a number of plies, and in how many?  Written once, included per
# game.
#
# THE CONTRACT OF A GAME: that of perft.pxi; key_t, prepare_keys, canonical_key, keys_equal, hash_key; and
#     can_move(s, rulings)             whether there is a legal move
#     goes_on(s, rulings)              whether there is one that does not lose at once
#     wins_at_once(s, rulings, room)   whether a move ends the game in the mover's favour: takes the last man, or leaves
#                                      the other side without a move; -1 if the moves cannot be listed
#     LEAF_KEYS                        1 if that is worth an entry of the table
#     ENDS_ON_OWN_MOVE                 0 if nobody ever loses by a move of its own
#     promise(s, child, rulings, plies)    how good a move looks to the mover, about 16 for a man taken off
#     move_index(move)                 below MOVE_INDICES
# and that of leaves.pxi.
#
# HOW IT WORKS.  Negamax with alpha-beta over the values loss, undecided and win, only with null windows at the two
# ends: each is a question with two answers, and needs no values in between.
#     wins(s, k)    some move ends the game at once in the mover's favour or leads to t with loses(t, k - 1)
#     loses(s, k)   there is no move, or every move loses at once or leads to t with wins(t, k - 1)
# Both are monotone in k, and play that has not ended after k plies counts as neither, so repetitions need no care and
# every answer is exact.  They are asked with k growing, and the first yes leads to the exact number of plies.
#
# THE ANSWER of `ask` is exactly that of these two definitions, whatever the table, the order of moves and the threads;
# only if `stopped` is set it is void, and nothing of it is written down.
#
# PARITY.  Where a side loses only by a move of the other, wins take an odd number of plies and losses an even one: a
# question with the other parity is that with a ply less.
#
# THREADS share the table and work on the same question.  A move that another one is below waits to the end (after
# ABDADA: Weill, The ABDADA distributed minimax search algorithm, 1996); who has the answer first writes it down, and
# the others leave the question.

cdef enum:
    MOST_SEARCH_PLIES = 100
    POLL_NODES = 1 << 12
    NODES_AT_ONCE = 1 << 8    # that a thread takes from what is left
    KEY_PLIES = 3             # with fewer plies left, children are not looked up
    KILLER_PLIES = 5          # what answers with fewer left says little
    BUSY_PLIES = 4            # with no more, other threads are not told
    KILLERS = 2
    ASK_WINS = 1
    ASK_LOSES = 2
    KILLER_FIRST = 1 << 30    # the greatest score in the order of moves
    HISTORY_PARTS = 2048      # of a point of the game's promise
    MOST_HISTORY = 1 << 24

ctypedef struct option_t:
    # A child that is still in question.
    place_t place
    int score
    int child

ctypedef struct forward_t:
    # What the threads share.
    bounds_t bounds
    const leaves_t *leaves    # a table of values, NULL if there is none
    int rulings
    uint64_t left             # nodes that no thread has taken
    int kinds                 # of ASK_WINS, ASK_LOSES: which are asked
    int plies                 # the limit
    int turn                  # see `next_question`
    bint refining
    int not_within[2]         # the plies within which the side to move does not win, does not lose
    uint8_t question          # at work: 2 k + 1 whether it loses within k plies, 2 k whether it wins; or NO_QUESTION
    uint8_t yes               # the last question that was answered with yes, NO_QUESTION if none
    uint8_t stop
    uint8_t lock
    bint several              # threads

cdef enum:
    NO_QUESTION = 255

ctypedef struct searcher_t:
    # What one thread has for itself.
    forward_t *shared
    child_t *children
    option_t *options
    uint32_t *history         # by question and move
    uint32_t killers[MOST_SEARCH_PLIES + 1][2][KILLERS]
    uint64_t nodes
    uint64_t most_nodes       # taken so far
    uint64_t next_poll
    int question
    bint polls
    bint stopped              # the answer is void
    bint ended                # no nodes are left, or an exception is waiting


cdef bint take_nodes(searcher_t *w) noexcept nogil:
    """Take some of the nodes that are left; False if there are none."""
    cdef forward_t *f = w.shared
    cdef uint64_t taken
    take_lock(&f.lock)
    taken = min(f.left, <uint64_t> NODES_AT_ONCE) if f.several else f.left
    f.left -= taken
    leave_lock(&f.lock)
    w.most_nodes += taken
    return taken > 0


cdef bint may_look(searcher_t *w) noexcept nogil:
    """Count a node; False once the search has to stop."""
    w.nodes += 1
    if w.nodes >= w.next_poll:
        w.next_poll = w.nodes + POLL_NODES
        if load_byte(&w.shared.stop) or (w.polls and interrupted()):
            w.stopped = w.ended = True
    if w.nodes > w.most_nodes and not take_nodes(w):
        w.stopped = w.ended = True
    if w.shared.several and load_byte(&w.shared.question) != w.question:
        w.stopped = True
    return not w.stopped


cdef inline void fail(searcher_t *w) noexcept nogil:
    """An exception is waiting: there are more moves than any list holds."""
    w.stopped = w.ended = True


# The last ply

cdef inline bint answer_leaf(searcher_t *w, const state_t *s, bint wins, int plies, child_t *room) noexcept nogil:
    """The answer with at most one ply left."""
    cdef int found
    cdef place_t place
    cdef known_t known
    if not wins:
        return not (goes_on(s, w.shared.rulings) if plies else can_move(s, w.shared.rulings))
    if plies < 1:
        return False
    if LEAF_KEYS:
        find_place(s, &place)
        if look_up_bounds(&w.shared.bounds, &place, &known):
            found = answer_known(&known, True, 1)
            if found >= 0:
                return found
    if not may_look(w):
        return False
    found = wins_at_once(s, w.shared.rulings, room)
    if found < 0:
        fail(w)
    elif LEAF_KEYS:
        write_answer(&w.shared.bounds, &place, True, 1, found, 1)
    return found > 0


cdef inline bint answer_child(searcher_t *w, const state_t *s, const place_t *place, bint wins, int plies, int ply,
                              int used) noexcept nogil:
    if plies < 2:
        return answer_leaf(w, s, wins, plies, w.children + used)
    return ask(w, s, place, wins, plies, ply, used)


# The order of moves

cdef inline uint32_t *history_of(searcher_t *w, bint wins, uint32_t move) noexcept nogil:
    return &w.history[(MOVE_INDICES if wins else 0) + move_index(move)]


cdef inline int killer_score(const searcher_t *w, int ply, bint wins, uint32_t move) noexcept nogil:
    cdef int i
    for i in range(KILLERS):
        if w.killers[ply][wins][i] == move + 1:
            return KILLER_FIRST - i
    return 0


cdef void reward(searcher_t *w, int ply, bint wins, uint32_t move, int plies) noexcept nogil:
    """Remember a move that has answered a question."""
    cdef uint32_t *killers = w.killers[ply][wins]
    cdef uint32_t *history = history_of(w, wins, move)
    cdef int i
    if plies >= KILLER_PLIES and killers[0] != move + 1:
        killers[1] = killers[0]
        killers[0] = move + 1
    history[0] += plies * plies
    if history[0] > MOST_HISTORY:
        for i in range(2 * MOVE_INDICES):
            w.history[i] //= 2


cdef void score_quickly(searcher_t *w, const child_t *out, option_t *options, int n, int ply, bint wins) noexcept nogil:
    """Killers; the rest is looked at only when these do not answer."""
    cdef int i
    for i in range(n):
        options[i].score = killer_score(w, ply, wins, out[options[i].child].move)


cdef void score_fully(searcher_t *w, const state_t *s, const child_t *out, option_t *options, int n, bint wins,
                      int plies) noexcept nogil:
    """What the game says of the moves, and how often they have answered before."""
    cdef const child_t *child
    cdef int i
    for i in range(n):
        child = &out[options[i].child]
        options[i].score = HISTORY_PARTS * promise(s, child, w.shared.rulings, plies)
        options[i].score += history_of(w, wins, child.move)[0]


cdef inline void choose_best(option_t *options, int n) noexcept nogil:
    """Put the first of those with the highest score to the front."""
    cdef option_t moving
    cdef int i, best = 0
    for i in range(1, n):
        if options[i].score > options[best].score or (
                options[i].score == options[best].score and options[i].child < options[best].child):
            best = i
    if best:
        moving = options[0]
        options[0] = options[best]
        options[best] = moving


# Questions

cdef int list_options(searcher_t *w, const state_t *s, child_t *out, option_t *options, bint *found,
                      int *moves) noexcept nogil:
    """Write the children in question, their number; `found`: a move answers at once."""
    cdef int i, kept = 0, n = children(s, w.shared.rulings, out)
    moves[0] = n
    if n == 0 and can_move(s, w.shared.rulings):
        fail(w)
    for i in range(n):
        if out[i].status == MOVER_WINS:
            found[0] = True
        elif out[i].status == GOES_ON:
            options[kept].child = i
            kept += 1
    return kept


cdef int look_ahead(searcher_t *w, const child_t *out, option_t *options, int n, bint wins,
                    int plies) noexcept nogil:
    """Look all children up and leave out those that are known not to answer; -1 if one answers."""
    cdef int i, kept = 0, answer
    cdef known_t known
    for i in range(n):
        find_place(&out[options[i].child].state, &options[i].place)
        serpentes_prefetch(search_bucket(&w.shared.bounds, options[i].place.hash))
    for i in range(n):
        if look_up_bounds(&w.shared.bounds, &options[i].place, &known):
            answer = answer_known(&known, not wins, plies - 1)
            if answer == wins:
                return -1
            if answer >= 0:
                continue
        options[kept] = options[i]
        kept += 1
    return kept


cdef bint is_busy(searcher_t *w, const option_t *option) noexcept nogil:
    cdef known_t known
    return look_up_bounds(&w.shared.bounds, &option.place, &known) and known.busy


cdef bint try_options(searcher_t *w, const state_t *s, const child_t *out, option_t *options, int n, bint wins,
                      int plies, int ply, int used) noexcept nogil:
    """Whether a child answers, the most promising first."""
    cdef int i, last = n
    cdef bint scored = False, share = w.shared.several and plies > BUSY_PLIES, answer
    cdef option_t moving
    i = 0
    while i < n:
        if i < last:
            choose_best(options + i, last - i)
            if not scored and options[i].score < KILLER_FIRST - KILLERS:
                scored = True
                score_fully(w, s, out, options + i, last - i, wins, plies)
                choose_best(options + i, last - i)
            if share and i > 0 and is_busy(w, &options[i]):
                # To the end of the list, where those wait that others are at.
                last -= 1
                moving = options[i]
                options[i] = options[last]
                options[last] = moving
                continue
        if share:
            change_busy(&w.shared.bounds, &options[i].place, True)
        answer = answer_child(w, &out[options[i].child].state, &options[i].place, not wins, plies - 1, ply + 1, used)
        if share:
            change_busy(&w.shared.bounds, &options[i].place, False)
        if w.stopped:
            return False
        if answer == wins:
            reward(w, ply, wins, out[options[i].child].move, plies)
            return True
        i += 1
    return False


cdef int answer_tabled(const searcher_t *w, const state_t *s, const place_t *place, bint wins,
                       int plies) noexcept nogil:
    """The answer that the table of values has, -1 if it does not have the position."""
    cdef leaf_t leaf
    if w.shared.leaves == NULL or not probe(w.shared.leaves, s, &place.key, &leaf):
        return -1
    return leaf.outcome == (WIN if wins else LOSS) and leaf.plies != NEVER_ENDS and leaf.plies <= plies


cdef bint ask(searcher_t *w, const state_t *s, const place_t *place, bint wins, int plies, int ply,
              int used) noexcept nogil:
    """Whether the side to move wins, or else loses, within these plies (two or more); void if stopped.

    `used` children of the room are taken by the path.
    """
    cdef child_t *out = w.children + used
    cdef option_t *options = w.options + used
    cdef known_t known
    cdef uint64_t before = w.nodes
    cdef bint found = False
    cdef int n, moves, answer
    if not ENDS_ON_OWN_MOVE and (plies & 1) != wins:
        plies -= 1
        if plies < 2:
            return answer_leaf(w, s, wins, plies, out)
    if look_up_bounds(&w.shared.bounds, place, &known):
        answer = answer_known(&known, wins, plies)
        if answer >= 0:
            return answer
    answer = answer_tabled(w, s, place, wins, plies)
    if answer >= 0:
        return answer
    if not may_look(w):
        return False
    n = list_options(w, s, out, options, &found, &moves)
    if not found and n and plies >= KEY_PLIES:
        n = look_ahead(w, out, options, n, wins, plies)
        found = n < 0
    if not found and not w.stopped:
        score_quickly(w, out, options, n, ply, wins)
        found = try_options(w, s, out, options, n, wins, plies, ply, used + moves)
    if w.stopped:
        return False
    write_answer(&w.shared.bounds, place, wins, plies, found == wins, w.nodes - before)
    return found == wins


# Questions one after the other
#
# Turn 2 r asks for a win within 2 r plies, turn 2 r + 1 for a loss within 2 r + 1, neither beyond the limit: most wins
# take an odd number of plies and most losses an even one, and to look a ply further is hardly more work than to look
# again.  After a yes, the question with one ply less has the exact number.

cdef inline bint asks_for_win(int question) noexcept nogil:
    return not question & 1


cdef int next_question(forward_t *f) noexcept nogil:
    """The next question, NO_QUESTION after the last; the lock is held."""
    cdef int plies, loses
    while True:
        f.turn += 1
        loses = f.turn & 1
        plies = f.turn - loses
        if plies >= f.plies + 2:
            return NO_QUESTION
        if f.turn and f.kinds & (ASK_LOSES if loses else ASK_WINS):
            return 2 * min(plies + loses, f.plies) + loses


cdef void close_question(forward_t *f, int question, bint answer) noexcept nogil:
    """Write the answer down and go on to the next question, if another thread has not done so."""
    cdef int next_one = NO_QUESTION
    take_lock(&f.lock)
    if load_byte(&f.question) == question:
        if answer:
            f.yes = <uint8_t> question
            if not f.refining and question >= 2:
                f.refining = True
                next_one = question - 2
        else:
            f.not_within[question & 1] = max(f.not_within[question & 1], question >> 1)
            if not f.refining:
                next_one = next_question(f)
        store_byte(&f.question, <uint8_t> next_one)
    leave_lock(&f.lock)


cdef inline bint is_decided(const forward_t *f) noexcept nogil:
    """Whether the value is known: something was answered with yes, and with how many plies is settled."""
    return f.yes != NO_QUESTION and f.question == NO_QUESTION


cdef void answer_questions(searcher_t *w, const state_t *root) noexcept nogil:
    """Answer one question after the other, until all is over or there are no nodes left."""
    cdef forward_t *f = w.shared
    cdef place_t place
    cdef bint answer
    find_place(root, &place)
    while not w.ended:
        w.question = load_byte(&f.question)
        if w.question == NO_QUESTION:
            return
        w.stopped = False
        answer = answer_child(w, root, &place, asks_for_win(w.question), w.question >> 1, 0, 0)
        if not w.stopped:
            close_question(f, w.question, answer)


cdef int open_searcher(searcher_t *w, forward_t *f) noexcept nogil:
    """Memory for one thread; False if there is none."""
    memset(w, 0, sizeof(searcher_t))
    w.shared = f
    w.children = <child_t *> malloc(<size_t> (MOST_SEARCH_PLIES + 1) * MAX_MOVES * sizeof(child_t))
    w.options = <option_t *> malloc(<size_t> (MOST_SEARCH_PLIES + 1) * MAX_MOVES * sizeof(option_t))
    w.history = <uint32_t *> calloc(2 * MOVE_INDICES, sizeof(uint32_t))
    return w.children != NULL and w.options != NULL and w.history != NULL


cdef void close_searcher(searcher_t *w) noexcept nogil:
    free(w.children)
    free(w.options)
    free(w.history)


cdef class Search:
    """Searches by plies under the same rulings that share one transposition table of at most `table_bytes` bytes.

    They end at the positions of `leaves`, a table of values under these rulings.
    """
    cdef forward_t shared
    cdef searcher_t worker        # of the first thread; it is kept, as most searches have only one
    cdef bint taken               # that worker is
    cdef state_t root
    cdef bint busy
    cdef bint alone
    cdef int active               # threads at work
    cdef object last              # the position searched last
    cdef readonly Leaves leaves
    """The table of values at the leaves, if there is one."""
    cdef readonly object nodes
    """Positions looked at so far, by all threads."""

    def __cinit__(self, rulings, table_bytes=1 << 24, Leaves leaves=None):
        cdef uint64_t buckets = 1, most = checked(table_bytes, "table_bytes", 4096, 1 << 40)
        self.nodes = 0
        self.shared.bounds.table = NULL
        self.shared.rulings = check_rulings(rulings)
        self.shared.leaves = leaves_of(leaves, self.shared.rulings, rulings)
        self.leaves = leaves
        while 2 * buckets * SEARCH_WAYS * sizeof(entry_t) <= most:
            buckets *= 2
        prepare_keys()
        self.shared.bounds.mask = buckets - 1
        self.shared.bounds.age = 1
        self.shared.bounds.table = <entry_t *> calloc(buckets * SEARCH_WAYS, sizeof(entry_t))
        if not open_searcher(&self.worker, &self.shared) or self.shared.bounds.table == NULL:
            raise MemoryError(f"no memory for a transposition table of {table_bytes} bytes")
        ask_for_large_pages(self.shared.bounds.table, buckets * SEARCH_WAYS * sizeof(entry_t))

    def __dealloc__(self):
        free(self.shared.bounds.table)
        close_searcher(&self.worker)

    def decide(self, position, plies, nodes, run=None, threads=1, outcomes=(1, 3)):
        """(outcome, plies, nodes searched): outcome 3 if the side to move wins in exactly that many plies, 1 if
        it loses, 0 if the game is not decided within `plies` or the search passed `nodes` nodes.

        `run(step, tasks)` does `step` of every task, one task for a thread, as `map` does; without it, this thread
        does them.  Without a bound of nodes the outcome does not depend on the threads.  With `outcomes`, only those
        are looked for.  ValueError for a position that is none and numbers out of range; RuntimeError if this object
        is at work.
        """
        cdef int workers = checked(threads, "threads", 1, 256), asked = 0, most_plies
        cdef uint64_t most_nodes
        cdef state_t root
        for outcome in outcomes:
            asked |= ASK_WINS if checked(outcome, "outcomes", LOSS, WIN) == WIN else ASK_LOSES
        read_position(position, self.shared.rulings, &root)
        most_plies = checked(plies, "plies", 0, MOST_SEARCH_PLIES)
        most_nodes = checked(nodes, "nodes", 0, 0xFFFFFFFFFFFFFFFF)
        if self.busy or self.active:
            raise RuntimeError("this search is at work in another thread")
        self.root = root
        self.begin(position, most_plies, most_nodes, asked)
        if finished(&root):
            return known_outcome(&root, self.shared.rulings, NULL, 0), 0, 0
        self.alone = run is None
        self.shared.several = workers > 1
        self.busy = True
        try:
            looked_at = sum(_EachOnce(self._work, range(workers)).by(map if run is None else run))
        finally:
            store_byte(&self.shared.stop, 1)
            self.busy = False
        if not is_decided(&self.shared):
            return 0, 0, looked_at
        return WIN if asks_for_win(self.shared.yes) else LOSS, self.shared.yes >> 1, min(looked_at, nodes)

    cdef void begin(self, object position, int plies, uint64_t nodes, int kinds):
        """Make ready for a search; what has been found out about other positions grows older."""
        cdef forward_t *f = &self.shared
        if position != self.last:
            self.last = position
            f.bounds.age = <uint8_t> (f.bounds.age % MOST_AGE + 1)
        f.left = nodes
        f.kinds = kinds
        f.plies = plies
        f.turn = -1
        f.refining = False
        f.not_within[0] = 0
        f.not_within[1] = -1
        f.stop = 0
        f.yes = NO_QUESTION
        f.question = <uint8_t> next_question(f)

    @property
    def undecided_within(self):
        """The plies within which the last search has shown that the game is not decided, -1 if there are none."""
        cdef forward_t *f = &self.shared
        if is_decided(f):
            return -1
        return min(f.not_within[0] if f.kinds & ASK_WINS else <int> MOST_SEARCH_PLIES,
                   f.not_within[1] if f.kinds & ASK_LOSES else <int> MOST_SEARCH_PLIES, f.plies)

    def _work(self, task):
        """One thread's part; the nodes that it looked at."""
        cdef searcher_t own
        cdef searcher_t *w = &own if self.taken else &self.worker
        cdef state_t root = self.root
        cdef bint keeps = not self.taken
        if not self.busy:
            raise RuntimeError("no search is under way")
        if not keeps and not open_searcher(&own, &self.shared):
            close_searcher(&own)
            raise MemoryError("no memory for a search")
        self.taken = True
        w.nodes = w.most_nodes = 0
        w.next_poll = POLL_NODES
        w.polls = self.alone
        w.ended = False
        self.active += 1
        with nogil:
            answer_questions(w, &root)
        self.active -= 1
        self.nodes += w.nodes
        looked_at = w.nodes
        if keeps:
            self.taken = False
        else:
            close_searcher(&own)
        raise_pending()
        return looked_at
