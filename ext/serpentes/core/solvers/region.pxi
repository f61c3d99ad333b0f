# Results that were taken on trust are proved, or mended: the last step of a proof-number search.
#
# A result that leans on earlier positions says: *if* the side has those, it has this one as well.  So it is true on
# any path, as far as those are.  The search believes it on any path, and marks what follows as taken on trust.  What is
# then left to show for the root is that the positions it needs, those that they need, and so on, are all there: the
# *region*.  It is closed if
#     where the side moves, it has a move into the region, or to an absolute result,
#     where the other side moves, all moves lead there,
#     and where play without end is not good enough for the side, the rank falls with every move.
# By such moves the side keeps what is claimed: play ends well, or goes on for ever where that is good enough, as a
# cycle is all of one kind.  Then everything in the region is absolute.  Where a position is not as it was believed to
# be, or the table has lost it, it is searched anew by itself, and the look begins again.

from libc.stdlib cimport realloc

ctypedef struct claim_t:
    # That a position has a result in favour of a side.
    state_t state
    uint16_t most_rank        # that it may have
    uint8_t aim
    uint8_t succeeds

ctypedef struct claims_t:
    claim_t *first
    uint64_t count
    uint64_t room

ctypedef struct region_t:
    claims_t waiting          # a stack, so that what has been searched anew is looked at before the table loses it
    claims_t done
    bint wrong                # something is not as it was believed to be
    bint open                 # a search has stopped, or there is no memory
    bint failed               # there is no memory


cdef void append_claim(region_t *r, claims_t *claims, const claim_t *c) noexcept nogil:
    cdef claim_t *more
    if claims.count == claims.room:
        more = <claim_t *> realloc(claims.first, (2 * claims.room + 1024) * sizeof(claim_t))
        if more == NULL:
            r.open = r.failed = True
            return
        claims.first = more
        claims.room = 2 * claims.room + 1024
    claims.first[claims.count] = c[0]
    claims.count += 1


cdef void claim(region_t *r, const state_t *s, int aim, bint succeeds, int most_rank) noexcept nogil:
    """Let a position be looked at."""
    cdef claim_t c
    c.state = s[0]
    c.most_rank = <uint16_t> most_rank
    c.aim = <uint8_t> aim
    c.succeeds = succeeds
    append_claim(r, &r.waiting, &c)


cdef inline bint favours(const numbers_t *numbers, bint succeeds) noexcept nogil:
    return numbers.phi == 0 if succeeds else numbers.delta == 0


cdef numbers_t numbers_as_stored(proofs_t *p, const reply_t *node, int aim, bint mark, bint *marked) noexcept nogil:
    """What the table has of a node, and whether that is in the region, where it is then if it is to be marked."""
    cdef uint8_t *lock = lock_of(p, node.hash)
    cdef numbers_t numbers = numbers_t(1, 1, 0, 0)
    cdef proof_t *entry
    take_lock(lock)
    entry = find_proof(p, &node.key, node.hash, aim)
    marked[0] = entry != NULL and entry.in_region
    if entry != NULL:
        numbers = entry.numbers
        if mark:
            entry.in_region = True
    leave_lock(lock)
    return numbers


cdef void change_entry(proofs_t *p, const reply_t *node, int aim, bint absolute) noexcept nogil:
    """Make a result of the region absolute, or take a node out of it."""
    cdef uint8_t *lock = lock_of(p, node.hash)
    cdef proof_t *entry
    take_lock(lock)
    entry = find_proof(p, &node.key, node.hash, aim)
    if entry != NULL and entry.in_region:
        entry.in_region = False
        if absolute:
            entry.numbers.leans = 0
            entry.path = 0
    leave_lock(lock)


cdef void name_node(const state_t *s, int aim, reply_t *node) noexcept nogil:
    memset(node, 0, sizeof(reply_t))
    canonical_key(s, &node.key)
    node.hash = hash_of_node(&node.key, aim)
    node.numbers = numbers_t(1, 1, 0, 0)


cdef void search_anew(worker_t *w, const state_t *s, reply_t *node, int aim) noexcept nogil:
    """Forget what is known of a node, and search it by itself."""
    cdef uint8_t *lock = lock_of(w.shared, node.hash)
    cdef uint64_t before = w.nodes
    cdef proof_t *entry
    cdef numbers_t numbers
    take_lock(lock)
    entry = find_proof(w.shared, &node.key, node.hash, aim)
    if entry != NULL and entry.numbers.leans:
        entry.numbers = numbers_t(1, 1, 0, 0)
        entry.in_region = False
    leave_lock(lock)
    node.numbers = numbers_t(1, 1, 0, 0)
    numbers = search_node(w, s, node, aim, 0, 0, INFINITE, INFINITE)
    store_numbers(w, node, aim, &numbers, w.nodes - before, False)


cdef bint find_support(worker_t *w, region_t *r, const claim_t *c, int rank) noexcept nogil:
    """Whether the children bear a claim out; those of them that have to be looked at are claimed in turn."""
    cdef child_t *out = w.children
    cdef reply_t *reply
    cdef uint64_t count = r.waiting.count
    cdef int other = WIN + DRAW - c.aim, n, i, best = -1
    cdef int most = MOST_RANK
    cdef bint marked, best_stands = False, stands
    if (endless_outcome(&c.state, w.shared.rulings) >= c.aim) != c.succeeds:
        most = rank - 1
    n = children(&c.state, w.shared.rulings, out)
    for i in range(n):
        reply = &w.replies[i]
        stands = True
        if out[i].status != GOES_ON:
            reply.numbers = fails() if out[i].status == MOVER_WINS else succeeds()
        else:
            name_node(&out[i].state, other, reply)
            if not is_leaf(w.shared, &out[i].state, &reply.key, other, &reply.numbers):
                reply.numbers = numbers_as_stored(w.shared, reply, other, False, &marked)
                stands = marked or not reply.numbers.leans
                if not is_result(&reply.numbers):
                    reply.numbers = new_numbers(w.shared, &out[i].state, reply.hash, other)
        if favours(&reply.numbers, not c.succeeds) and reply.numbers.rank <= most:
            if c.succeeds and (best < 0 or (stands and not best_stands) or (
                    stands == best_stands and reply.numbers.rank < w.replies[best].numbers.rank)):
                best = i
                best_stands = stands
            elif not c.succeeds and not stands:
                claim(r, &out[i].state, other, True, most)
        elif not c.succeeds:
            r.waiting.count = count
            return False
    if not c.succeeds:
        return True
    if best >= 0 and not best_stands:
        claim(r, &out[best].state, other, False, most)
    return best >= 0


cdef void check_claim(worker_t *w, region_t *r, claim_t c) noexcept nogil:
    """Look at a position of the region, and mend what can be mended by a search from there."""
    cdef reply_t node
    cdef numbers_t numbers
    cdef bint marked
    cdef int time
    name_node(&c.state, c.aim, &node)
    for time in range(2):
        numbers = numbers_as_stored(w.shared, &node, c.aim, False, &marked)
        if favours(&numbers, c.succeeds):
            if numbers.rank > c.most_rank:
                r.wrong = True
                return
            if marked or not numbers.leans:
                return
            numbers_as_stored(w.shared, &node, c.aim, True, &marked)
            append_claim(r, &r.done, &c)
            if find_support(w, r, &c, numbers.rank):
                return
        elif is_absolute(&numbers):
            r.wrong = True
            return
        if time == 0:
            search_anew(w, &c.state, &node, c.aim)
            if w.stopped:
                r.open = True
                return
    r.wrong = True


cdef bint close_region(worker_t *w, region_t *r, const state_t *root, int aim) noexcept nogil:
    """Look at the region of the root once; whether it is closed."""
    cdef reply_t node
    cdef numbers_t numbers
    cdef bint marked
    cdef uint64_t i
    r.waiting.count = r.done.count = 0
    r.wrong = r.open = False
    name_node(root, aim, &node)
    numbers = numbers_as_stored(w.shared, &node, aim, False, &marked)
    if not is_result(&numbers):
        r.open = True
        return False
    if not numbers.leans:
        return True
    claim(r, root, aim, numbers.phi == 0, MOST_RANK)
    while r.waiting.count and not r.open:
        r.waiting.count -= 1
        check_claim(w, r, r.waiting.first[r.waiting.count])
        if r.done.count % PROOF_POLL == 0 and w.polls and interrupted():
            w.stopped = r.open = True
    for i in range(r.done.count):
        name_node(&r.done.first[i].state, r.done.first[i].aim, &node)
        change_entry(w.shared, &node, r.done.first[i].aim, not (r.wrong or r.open))
    return not (r.wrong or r.open)


cdef bint verify(worker_t *w, const state_t *root, int aim) noexcept nogil:
    """Make the result of the root absolute, or mend what it takes on trust, as far as the nodes go.

    False if there is no memory for the region.
    """
    cdef region_t r
    memset(&r, 0, sizeof(region_t))
    while not close_region(w, &r, root, aim) and not r.open:
        pass
    free(r.waiting.first)
    free(r.done.first)
    return not r.failed
