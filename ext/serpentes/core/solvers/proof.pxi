# Depth-first proof-number search (df-pn): does a side reach its goal, however long that takes?  Written once,
# included per game.
#
# THE CONTRACT OF A GAME: that of perft.pxi, and key_t, prepare_keys, canonical_key, keys_equal, hash_key, and
#     mobility(s, rulings, mine, theirs)   the number of legal moves, 0 only if there is none, and about how many
#                                          the other side would have; for estimates, but for the 0
#     endless_outcome(s, rulings)          what play that never ends is worth to the side to move, the same all
#                                          along a cycle
# and that of leaves.pxi.
#
# THE QUESTION.  A node is a position and an aim, the least outcome that the side to move must reach (DRAW or
# WIN); it *succeeds* or *fails*.  The other side's aim is to prevent that: WIN against DRAW, DRAW against WIN.  So
# a node succeeds exactly if a child fails, and who asked the question need not be known.
#
# NUMBERS (Allis, van der Meulen, van den Herik, Proof-number search, 1994; depth first after Nagai, Df-pn algorithm
# for searching AND/OR trees, 2002).  phi estimates the work to show that a node succeeds, delta that it fails:
#     phi   = least delta of the children          0: it succeeds
#     delta = greatest phi of the children, and a third of the rest   0: it fails
# The plain sum counts positions that are reached by several ways several times; see docs/search.md for what this
# and the other choices gained.  A new node gets its numbers from the mobility of both sides.
#
# REPETITION.  A child that stands on the path already is worth what play without end is worth.  What follows from
# that holds only below that ancestor, so a result says which plies of the path it leans on.  Once the first of those
# nodes itself has the result, nothing outside is leant on: that one is absolute.  The table has
# results that lean too, with the hash of the position or of the path they lean on.  What leans on one position is
# believed wherever the path has it, and for good once that position has an absolute result in favour of the same
# side; what leans on several, below the same path.  Anywhere else such results are taken on trust, which what follows
# from them says; before an answer is given, all that was taken on trust is verified (region.pxi).  (The problem is that
# of the graph history interaction; see Kishimoto and Mueller, A general solution to the graph history interaction
# problem, 2004.)
#
# LEAVES.  What a table of values has is a result, absolute and of rank 0, and is not searched.  Every move from there
# leads to a position that the same table has, so ranks fall along a strategy until play is in the table.
#
# THREADS share the table.  A child that a thread is in counts as more work to the others (after Kaneko, Parallel
# depth first proof number search, 2010).
#
#   entry of the table, four to a bucket:
#   | key | path | phi | delta | leans | rank | work | aim | busy |
#   `aim` is 0 in an empty entry; a new one takes the place of that with the least work.

from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint16_t

cdef extern from "bits.h":
    uint8_t load_byte(const uint8_t *) noexcept nogil
    void store_byte(uint8_t *, uint8_t) noexcept nogil

cdef extern from "memory.h":
    void take_lock(uint8_t *) noexcept nogil
    void leave_lock(uint8_t *) noexcept nogil
    void ask_for_large_pages(void *, size_t) noexcept nogil

cdef enum:
    INFINITE = 1 << 30
    MOST_NUMBER = 1 << 28     # of what is not known
    PARTS = 3                 # of the work for the children but the hardest, one in so many counts
    MOST_ESTIMATE = 60000
    LAST_LEAN = 62
    ON_TRUST = 63             # the bit of `leans` that says that a result takes others on trust
    MOST_RANK = 0xFFFF
    PROOF_WAYS = 4
    PROOF_LOCKS = 4096
    MOST_PROOF_PLIES = 2000
    TRUST_SHIFT = 5           # what is taken on trust makes room as if it had taken so many bits less of work
    PROOF_ROOM = 1 << 16      # children of all nodes on a path, together
    PROOF_POLL = 1 << 12
    REFRESH = 64              # after so many nodes below a child, the others may have new numbers

ctypedef struct numbers_t:
    # As the side to move sees it.
    uint32_t phi
    uint32_t delta
    uint64_t leans            # bit i: on the position at ply i of the path (62: or later); none: absolute
    uint16_t rank             # of a result: greater than the ranks of those that it needs

ctypedef struct proof_t:
    key_t key
    uint64_t path
    numbers_t numbers
    uint32_t work
    uint8_t aim
    uint8_t busy
    uint8_t in_region         # see region.pxi

ctypedef struct reply_t:
    key_t key
    uint64_t hash
    numbers_t numbers
    uint8_t busy
    uint8_t settled           # the game is over there, or a table of values has it

ctypedef struct proofs_t:
    proof_t *table
    uint64_t mask
    uint64_t *estimates       # a direct-mapped cache: 32 bits of the hash, phi and delta of a new node
    uint64_t estimates_mask
    const leaves_t *leaves    # a table of values, NULL if there is none
    uint8_t locks[PROOF_LOCKS]
    int rulings
    uint8_t solved            # the root is, so that the other threads may stop

ctypedef struct worker_t:
    proofs_t *shared
    child_t *children
    reply_t *replies
    key_t *keys               # of the positions on the path, by ply; and so on
    uint64_t *hashes
    uint64_t *signatures
    uint64_t *filters         # bit h % 64 of each hash on the path down to there
    uint64_t nodes
    uint64_t most_nodes
    uint64_t next_poll
    bint polls
    bint stopped
    bint found_new            # it has gone into a node that the table did not know


include "solvers/proof_table.pxi"


cdef inline bint may_go_on(worker_t *w) noexcept nogil:
    """Count a node; False once the search has to stop."""
    w.nodes += 1
    if w.nodes >= w.next_poll:
        w.next_poll = w.nodes + PROOF_POLL
        if load_byte(&w.shared.solved) or (w.polls and interrupted()):
            w.stopped = True
    # However few nodes are asked for, the way down to a new one is gone, so that the next call comes further.
    if w.nodes >= w.most_nodes and (w.found_new or w.nodes >= w.most_nodes + MOST_PROOF_PLIES):
        w.stopped = True
    return not w.stopped


cdef inline numbers_t succeeds() noexcept nogil:
    return numbers_t(0, INFINITE, 0, 0)


cdef inline numbers_t fails() noexcept nogil:
    return numbers_t(INFINITE, 0, 0, 0)


cdef inline bint is_leaf(const proofs_t *p, const state_t *s, const key_t *key, int aim,
                         numbers_t *numbers) noexcept nogil:
    """Whether a table of values has the position; its numbers."""
    cdef leaf_t leaf
    if p.leaves == NULL or not probe(p.leaves, s, key, &leaf):
        return False
    numbers[0] = succeeds() if leaf.outcome >= aim else fails()
    return True


cdef inline uint32_t estimate(int easy, int hard) noexcept nogil:
    """The work to succeed for a side with this mobility against the other."""
    cdef double a = easy + 1, b = hard + 1
    return <uint32_t> min(1 + b * b * sqrt(b) / a, <double> MOST_ESTIMATE)


cdef numbers_t new_numbers(proofs_t *p, const state_t *s, uint64_t hash, int aim) noexcept nogil:
    """The numbers of a position that the table does not know; a result if the game is over there."""
    cdef uint64_t *cached = p.estimates + (hash & p.estimates_mask)
    cdef uint64_t tag = hash >> 32, seen = cached[0]
    cdef numbers_t numbers = numbers_t(0, 0, 0, 0)
    cdef int mine, theirs
    if seen >> 32 == tag and seen & 0xFFFF and seen >> 16 & 0xFFFF:
        numbers.phi = <uint32_t> (seen >> 16 & 0xFFFF)
        numbers.delta = <uint32_t> (seen & 0xFFFF)
        return numbers
    mobility(s, p.rulings, &mine, &theirs)
    if mine == 0:
        return succeeds() if known_outcome(s, p.rulings, NULL, 0) >= aim else fails()
    numbers.phi = estimate(mine, theirs)
    numbers.delta = estimate(theirs, mine)
    cached[0] = tag << 32 | numbers.phi << 16 | numbers.delta
    return numbers


cdef int ply_on_path(const worker_t *w, const reply_t *reply, int ply) noexcept nogil:
    """The ply at which a position of the side that moves at `ply` stands on the path before; -1 if it does not."""
    cdef int i = ply - 2
    if not w.filters[ply - 1] >> (reply.hash & 63) & 1:
        return -1
    while i >= 0:
        if w.hashes[i] == reply.hash and keys_equal(&w.keys[i], &reply.key):
            return i
        i -= 2
    return -1


cdef void read_reply(worker_t *w, const state_t *s, reply_t *reply, int aim, int ply) noexcept nogil:
    """The numbers of a child at this ply: from the table, the path, or new ones."""
    cdef int before
    cdef bint known
    reply.busy = 0
    known = look_up(w, &reply.key, reply.hash, aim, ply, &reply.numbers, &reply.busy)
    if known and is_result(&reply.numbers) and not reply.numbers.leans >> ON_TRUST:
        return
    before = ply_on_path(w, reply, ply)
    if before >= 0:
        reply.numbers = succeeds() if endless_outcome(s, w.shared.rulings) >= aim else fails()
        reply.numbers.leans = <uint64_t> 1 << min(before, <int> LAST_LEAN)
    elif not known:
        reply.numbers = new_numbers(w.shared, s, reply.hash, aim)


cdef bint read_replies(worker_t *w, const child_t *out, reply_t *replies, int n, int aim, int ply) noexcept nogil:
    """Fill in the children, whose aim this is, until one fails; whether one does."""
    cdef int i
    for i in range(n):
        replies[i].settled = out[i].status != GOES_ON
        replies[i].busy = 0
        if out[i].status == MOVER_WINS:
            replies[i].numbers = fails()
            replies[0] = replies[i]
            return True
        if out[i].status == MOVER_LOSES:
            replies[i].numbers = succeeds()
    for i in range(n):
        if not replies[i].settled:
            canonical_key(&out[i].state, &replies[i].key)
            replies[i].settled = is_leaf(w.shared, &out[i].state, &replies[i].key, aim, &replies[i].numbers)
            if replies[i].settled:
                if replies[i].numbers.delta == 0:
                    replies[0] = replies[i]
                    return True
                continue
            replies[i].hash = hash_of_node(&replies[i].key, aim)
            serpentes_prefetch(bucket_of(w.shared, replies[i].hash))
            serpentes_prefetch(w.shared.estimates + (replies[i].hash & w.shared.estimates_mask))
    for i in range(n):
        if not replies[i].settled:
            read_reply(w, &out[i].state, &replies[i], aim, ply)
            if replies[i].numbers.delta == 0 and not replies[i].numbers.leans:
                replies[0] = replies[i]
                return True
    return False


cdef numbers_t success_by(const numbers_t *child) noexcept nogil:
    cdef numbers_t numbers = succeeds()
    numbers.rank = <uint16_t> min(child.rank + 1, <int> MOST_RANK)
    numbers.leans = child.leans
    return numbers


cdef int best_failure(const reply_t *replies, int n) noexcept nogil:
    """The child that fails, absolutely if one does, and soonest; -1 if none fails."""
    cdef int i, best = -1, leans, best_leans = 0
    for i in range(n):
        if replies[i].numbers.delta == 0:
            leans = (replies[i].numbers.leans != 0) + (replies[i].numbers.leans >> ON_TRUST)
            if best < 0 or leans < best_leans or (
                    best_leans == leans and replies[i].numbers.rank < replies[best].numbers.rank):
                best = i
                best_leans = leans
    return best


cdef numbers_t failure_by(const reply_t *replies, int n) noexcept nogil:
    """What follows if every child succeeds."""
    cdef numbers_t numbers = fails()
    cdef const numbers_t *child
    cdef int i
    for i in range(n):
        child = &replies[i].numbers
        numbers.rank = max(numbers.rank, <uint16_t> min(child.rank + 1, <int> MOST_RANK))
        numbers.leans |= child.leans
    return numbers


cdef inline int64_t combined(int64_t most, int64_t total) noexcept nogil:
    """delta of a node from the greatest phi of its children and the sum of all."""
    return min(most + (total - most) // PARTS, <int64_t> MOST_NUMBER)


ctypedef struct choice_t:
    int best                  # the child to go into
    uint32_t second           # the least delta of the others
    int64_t total             # the sum of the children's phi
    int64_t most


cdef numbers_t sum_up(const reply_t *replies, int n, choice_t *choice) noexcept nogil:
    """The numbers of a node from those of its children, and which of them to go into."""
    cdef uint32_t least = INFINITE, phi
    cdef uint64_t weight, best_weight = <uint64_t> 0xFFFFFFFFFFFFFFFF
    cdef const numbers_t *child
    cdef int i
    cdef bint leans = False
    choice.best = -1
    choice.second = INFINITE
    choice.total = choice.most = 0
    for i in range(n):
        child = &replies[i].numbers
        if child.delta == 0:
            return success_by(&replies[best_failure(replies, n)].numbers)
        if child.phi == 0:
            continue
        phi = child.phi
        choice.total += phi
        choice.most = max(choice.most, <int64_t> phi)
        least = min(least, child.delta)
        # Of equal ones the one that is nearer to a result either way; others' work counts half as much again.
        weight = (<uint64_t> child.delta * (2 + replies[i].busy) // 2) << 32 | phi
        if weight < best_weight:
            best_weight = weight
            choice.best = i
    if choice.best < 0:
        return failure_by(replies, n)
    for i in range(n):
        if i != choice.best and replies[i].numbers.phi:
            choice.second = min(choice.second, replies[i].numbers.delta)
    return numbers_t(min(least, <uint32_t> MOST_NUMBER), <uint32_t> combined(choice.most, choice.total), 0, 0)


cdef uint32_t limit_of_phi(const reply_t *replies, int n, const choice_t *choice, uint32_t limit_delta) noexcept nogil:
    """How far phi of the chosen child may grow before delta of the node reaches its limit."""
    cdef int64_t others = choice.total - replies[choice.best].numbers.phi, most = 0, limit
    cdef int i
    if limit_delta >= INFINITE:
        return INFINITE
    for i in range(n):
        if i != choice.best and replies[i].numbers.phi < INFINITE:
            most = max(most, <int64_t> replies[i].numbers.phi)
    limit = limit_delta - others // PARTS
    if limit < most:
        limit = PARTS * (limit_delta - most) - (others - most)
    return <uint32_t> max(min(limit, <int64_t> INFINITE), <int64_t> replies[choice.best].numbers.phi + 1)


cdef void enter_path(worker_t *w, const reply_t *node, int ply) noexcept nogil:
    w.keys[ply] = node.key
    w.hashes[ply] = node.hash
    w.signatures[ply] = (w.signatures[ply - 1] if ply else 0) * <uint64_t> 0xBF58476D1CE4E5B9 + node.hash
    w.filters[ply] = (w.filters[ply - 1] if ply else 0) | <uint64_t> 1 << (node.hash & 63)


cdef inline void close_ply(numbers_t *numbers, int ply) noexcept nogil:
    """What a result leans on, seen from outside of the node at this ply."""
    if ply <= LAST_LEAN:
        numbers.leans &= (<uint64_t> 1 << ply) - 1 | on_trust()


cdef numbers_t search_node(worker_t *w, const state_t *s, const reply_t *node, int aim, int ply, int used,
                           uint32_t limit_phi, uint32_t limit_delta) noexcept nogil:
    """Work below a node until a number reaches its limit; `used` children of the room are taken by the path."""
    cdef child_t *out = w.children + used
    cdef reply_t *replies = w.replies + used
    cdef numbers_t numbers = node.numbers
    cdef choice_t choice
    cdef uint64_t before = w.nodes, below
    cdef int n, i, outcome, other = WIN + DRAW - aim
    cdef uint32_t limit
    cdef uint8_t busy
    if not may_go_on(w):
        return numbers
    if look_up(w, &node.key, node.hash, aim, ply, &numbers, &busy) and is_result(&numbers):
        return numbers
    if ply >= MOST_PROOF_PLIES or used + MAX_MOVES > PROOF_ROOM:
        return numbers_t(MOST_NUMBER, MOST_NUMBER, 0, 0)
    enter_path(w, node, ply)
    n = children(s, w.shared.rulings, out)
    outcome = known_outcome(s, w.shared.rulings, out, n)
    if n == 0 and ply > 0:
        # Its mobility was not 0, so an exception is waiting: there are more moves than any list holds.
        w.stopped = True
        return numbers
    if outcome:
        return succeeds() if outcome >= aim else fails()
    if read_replies(w, out, replies, n, other, ply + 1):
        return success_by(&replies[0].numbers)
    while True:
        numbers = sum_up(replies, n, &choice)
        if w.stopped or numbers.phi >= limit_phi or numbers.delta >= limit_delta:
            break
        limit = max(min(limit_phi, choice.second + choice.second // 4 + 1), replies[choice.best].numbers.delta + 1)
        go_into(w, &replies[choice.best], other)
        below = w.nodes
        replies[choice.best].numbers = search_node(
            w, &out[choice.best].state, &replies[choice.best], other, ply + 1, used + n,
            limit_of_phi(replies, n, &choice, limit_delta), limit)
        store_numbers(w, &replies[choice.best], other, &replies[choice.best].numbers, w.nodes - below, True)
        if w.nodes - below >= REFRESH:
            for i in range(n):
                if not replies[i].settled and not is_result(&replies[i].numbers):
                    look_up(w, &replies[i].key, replies[i].hash, other, ply + 1, &replies[i].numbers, &replies[i].busy)
    close_ply(&numbers, ply)
    return numbers


cdef int UNKNOWN_ANSWER = 0
cdef int YES = 1
cdef int NO = 2


cdef inline int answer_of(const numbers_t *numbers) noexcept nogil:
    if not is_absolute(numbers):
        return UNKNOWN_ANSWER
    return YES if numbers.phi == 0 else NO


cdef int open_worker(worker_t *w, proofs_t *p) noexcept nogil:
    """Memory for one thread; False if there is none."""
    memset(w, 0, sizeof(worker_t))
    w.shared = p
    w.children = <child_t *> malloc(PROOF_ROOM * sizeof(child_t))
    w.replies = <reply_t *> malloc(PROOF_ROOM * sizeof(reply_t))
    w.keys = <key_t *> malloc((MOST_PROOF_PLIES + 1) * sizeof(key_t))
    w.hashes = <uint64_t *> malloc((MOST_PROOF_PLIES + 1) * sizeof(uint64_t))
    w.signatures = <uint64_t *> malloc((MOST_PROOF_PLIES + 1) * sizeof(uint64_t))
    w.filters = <uint64_t *> malloc((MOST_PROOF_PLIES + 1) * sizeof(uint64_t))
    return (w.children != NULL and w.replies != NULL and w.keys != NULL and w.hashes != NULL
            and w.signatures != NULL and w.filters != NULL)


cdef void close_worker(worker_t *w) noexcept nogil:
    free(w.children)
    free(w.replies)
    free(w.keys)
    free(w.hashes)
    free(w.signatures)
    free(w.filters)


include "solvers/proof_snapshot.pxi"
include "solvers/region.pxi"
include "solvers/proof_face.pxi"
