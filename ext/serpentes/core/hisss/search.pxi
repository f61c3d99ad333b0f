# What the searches for two and for more players share: workers, and when they stop.
#
# WHY WORKERS TAKE TASKS.  The moves of the card in hand and the kinds that may be drawn after them are tasks of very
# different sizes.  So there are more workers than threads, each takes tasks until none is left, and one that finds none
# helps with a task that another is at: it draws the cards in the opposite order, and both find in the memo what the
# other has done.  All values are exact, so it does not matter who is first.
#
# A chunk of work ends after a number of nodes.  What was begun is then begun again in the next chunk, which costs next
# to nothing as the memo has all that was finished of it; should it not, the chunks get longer until tasks are finished.

cdef enum:
    POLL_NODES = 1 << 12
    POLLS_FOR_SIGNALS = 16

ctypedef struct search_t:
    decks_t decks
    memo_t memo
    int players
    bint optional
    int windows_from          # cards in the deck from which on chance nodes are given windows, see chances.pxi
    uint8_t *finished         # tasks, one byte each
    uint8_t stop              # all workers are to stop
    uint8_t lock              # of what follows
    uint64_t spent            # nodes of this chunk
    uint64_t budget

ctypedef struct worker_t:
    search_t *search
    int task
    bint backwards            # draw the cards in the opposite order
    bint stopped              # the task is not finished
    bint overflow             # because a fraction does not fit
    uint64_t nodes
    uint64_t polls
    uint64_t kept
    laying_t *room            # MOST_LAYINGS for each ply


cdef bint keep_going(worker_t *w) noexcept nogil:
    """Count a node; False once the worker has to stop."""
    cdef search_t *search = w.search
    w.nodes += 1
    if w.nodes % POLL_NODES == 0:
        w.polls += 1
        take_lock(&search.lock)
        search.spent += POLL_NODES
        if search.spent >= search.budget:
            store_byte(&search.stop, True)
        leave_lock(&search.lock)
        if w.polls % POLLS_FOR_SIGNALS == 0 and interrupted():
            store_byte(&search.stop, True)
        if load_byte(&search.stop) or load_byte(&search.finished[w.task]):
            w.stopped = True
    return not w.stopped


cdef inline int highest_index(uint64_t x) noexcept nogil:
    return 63 - lowest_index64(reverse_bits64(x))


cdef inline int take_kind(const worker_t *w, uint32_t *kinds) noexcept nogil:
    """Take a kind out of a set that is not empty."""
    cdef int kind
    if w.backwards:
        kind = highest_index(kinds[0])
    else:
        kind = lowest_index64(kinds[0])
    kinds[0] &= ~(<uint32_t> 1 << kind)
    return kind
