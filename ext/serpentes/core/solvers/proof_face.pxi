# What Python sees of proof-number search: one object with a table, asked about one position after the other.  Included
# by proof.pxi, which says how the answers are found.

cdef const leaves_t *leaves_of(Leaves leaves, int rulings, object asked) except? NULL:
    """The arrays of a table for these rulings, NULL without a table; ValueError for one of others."""
    if leaves is None:
        return NULL
    if leaves.leaves.rulings != rulings:
        raise ValueError(f"leaves: expected a table of the rulings {asked}, got {leaves.leaves.rulings}")
    return &leaves.leaves


cdef class Proofs:
    """Proof-number searches under the same rulings that share one table of at most `table_bytes` bytes.

    They end at the positions of `leaves`, a table of values under these rulings.
    """
    cdef proofs_t shared
    cdef bint busy
    cdef state_t root
    cdef int aim
    cdef uint64_t most_nodes
    cdef bint alone
    cdef bint verifies            # the next task is not to search, but to verify
    cdef readonly object table_bytes
    """Bytes that the table takes."""
    cdef readonly Leaves leaves
    """The table of values at the leaves, if there is one."""

    def __cinit__(self, rulings, table_bytes=1 << 26, Leaves leaves=None):
        cdef uint64_t buckets = 1, most = checked(table_bytes, "table_bytes", 1 << 16, 1 << 44), estimates = 1
        self.shared.table = NULL
        self.shared.estimates = NULL
        self.shared.rulings = check_rulings(rulings)
        self.shared.leaves = leaves_of(leaves, self.shared.rulings, rulings)
        self.leaves = leaves
        while 2 * estimates * sizeof(uint64_t) <= most // 8:
            estimates *= 2
        while 2 * buckets * PROOF_WAYS * sizeof(proof_t) <= most - estimates * sizeof(uint64_t):
            buckets *= 2
        prepare_keys()
        self.shared.mask = buckets - 1
        self.shared.estimates_mask = estimates - 1
        self.shared.table = <proof_t *> calloc(buckets * PROOF_WAYS, sizeof(proof_t))
        self.shared.estimates = <uint64_t *> calloc(estimates, sizeof(uint64_t))
        if self.shared.table == NULL or self.shared.estimates == NULL:
            raise MemoryError(f"no memory for a table of {table_bytes} bytes")
        ask_for_large_pages(self.shared.table, buckets * PROOF_WAYS * sizeof(proof_t))
        ask_for_large_pages(self.shared.estimates, estimates * sizeof(uint64_t))
        self.table_bytes = buckets * PROOF_WAYS * sizeof(proof_t) + estimates * sizeof(uint64_t)

    def __dealloc__(self):
        free(self.shared.table)
        free(self.shared.estimates)

    def prove(self, position, goal, prover_to_move, nodes, run=None, threads=1):
        """(answer, nodes): 1 if the prover reaches the goal (0: it wins, 1: it does not lose), 2 if it cannot, 0 if
        that is not known after about so many more nodes.

        What is found stays in the table: asked again, the search goes on.  `run(step, tasks)` does `step` of every
        task, one task for a thread, as `map` does; without it, this thread does them.  ValueError for a position
        that is none and numbers out of range; RuntimeError if this object is at work.
        """
        cdef int workers = checked(threads, "threads", 1, 256)
        cdef numbers_t numbers
        cdef uint64_t looked_at = 0, most = checked(nodes, "nodes", 1, 1 << 62)
        checked(goal, "goal", 0, 1)
        if self.busy:
            raise RuntimeError("this search is at work in another thread")
        read_position(position, self.shared.rulings, &self.root)
        self.aim = aim_of(goal, prover_to_move)
        self.alone = run is None
        self.busy = True
        try:
            numbers = self.known_numbers()
            while answer_of(&numbers) == UNKNOWN_ANSWER and looked_at < most:
                # What was taken on trust is for one thread to verify.
                self.verifies = is_result(&numbers)
                self.most_nodes = most - looked_at if self.verifies else (most - looked_at) // workers + 1
                self.shared.solved = False
                tasks = _EachOnce(self._work, range(1 if self.verifies else workers))
                looked_at += sum(tasks.by(map if run is None else run))
                numbers = self.known_numbers()
            return answer_for(answer_of(&numbers), prover_to_move), looked_at
        finally:
            self.busy = False

    def _work(self, task):
        """One thread's part; the nodes that it looked at."""
        cdef worker_t w
        cdef proofs_t *p = &self.shared
        cdef state_t root = self.root
        cdef reply_t node
        cdef int aim = self.aim, polls = self.alone
        cdef uint64_t most = self.most_nodes
        cdef bint verifies = self.verifies, in_memory = True
        if not self.busy:
            raise RuntimeError("no search is under way")
        if not open_worker(&w, p):
            close_worker(&w)
            raise MemoryError("no memory for a search")
        w.polls = polls
        w.next_poll = PROOF_POLL
        w.most_nodes = most
        with nogil:
            if verifies:
                in_memory = verify(&w, &root, aim)
            else:
                work_from(&w, &root, &node, aim)
        close_worker(&w)
        raise_pending()
        if not in_memory:
            raise MemoryError("no memory to verify an answer")
        return w.nodes

    def snapshot(self):
        """What the table knows, as bytes for `restore`.  RuntimeError if this object is at work."""
        cdef bytearray data
        if self.busy:
            raise RuntimeError("this search is at work in another thread")
        data = bytearray(count_proofs(&self.shared) * sizeof(saved_proof_t))
        if data:
            save_proofs(&self.shared, <saved_proof_t *> <char *> data)
        return bytes(data)

    def restore(self, snapshot):
        """Know as well what a snapshot of another object with the same rulings and leaves knew.

        Before anything is changed, ValueError for bytes that are no snapshot, OverflowError for more than there is
        room for; RuntimeError if this object is at work.
        """
        cdef bytes data = snapshot
        cdef const saved_proof_t *saved = <const saved_proof_t *> <const char *> data
        cdef uint64_t count = len(data) // sizeof(saved_proof_t), i
        if self.busy:
            raise RuntimeError("this search is at work in another thread")
        if len(data) % sizeof(saved_proof_t):
            raise ValueError("the snapshot ends within an entry")
        if count > (self.shared.mask + 1) * PROOF_WAYS:
            raise OverflowError(f"the snapshot has {count:,} entries, and there is room for "
                                f"{(self.shared.mask + 1) * PROOF_WAYS:,}")
        for i in range(count):
            if not is_saved_proof(&saved[i]):
                raise ValueError("the snapshot has numbers that no search writes")
        for i in range(count):
            restore_proof(&self.shared, &saved[i])

    cdef numbers_t known_numbers(self):
        """What the table says of the root, or what is known of a game that is over."""
        cdef worker_t w
        cdef numbers_t numbers = numbers_t(1, 1, 0, 0)
        cdef key_t key
        cdef uint8_t busy
        cdef int outcome
        if finished(&self.root):
            outcome = known_outcome(&self.root, self.shared.rulings, NULL, 0)
            return succeeds() if outcome >= self.aim else fails()
        w.shared = &self.shared
        canonical_key(&self.root, &key)
        if is_leaf(&self.shared, &self.root, &key, self.aim, &numbers):
            return numbers
        if not look_up(&w, &key, hash_of_node(&key, self.aim), self.aim, 0, &numbers, &busy):
            return numbers_t(1, 1, 0, 0)
        return numbers

    def known(self, position, goal, prover_to_move):
        """(answer, rank, proof number, disproof number) of a position, as far as the table knows it.

        The ranks of answers fall along a strategy that has to come to an end.  ValueError and RuntimeError as in
        `prove`.
        """
        cdef numbers_t numbers
        cdef int answer
        if self.busy:
            raise RuntimeError("this search is at work in another thread")
        read_position(position, self.shared.rulings, &self.root)
        self.aim = aim_of(checked(goal, "goal", 0, 1), prover_to_move)
        numbers = self.known_numbers()
        answer = answer_for(answer_of(&numbers), prover_to_move)
        if answer == UNKNOWN_ANSWER and is_result(&numbers):
            # It is still to be verified.
            numbers = numbers_t(1, MOST_NUMBER, 0, 0) if numbers.phi == 0 else numbers_t(MOST_NUMBER, 1, 0, 0)
        return (answer, numbers.rank) + ((numbers.phi, numbers.delta) if prover_to_move else
                                         (numbers.delta, numbers.phi))


cdef int aim_of(int goal, bint prover_to_move):
    """The least outcome that the side to move must reach."""
    if prover_to_move:
        return WIN if goal == 0 else DRAW
    return DRAW if goal == 0 else WIN


cdef int answer_for(int answer, bint prover_to_move):
    """The answer for the prover, given that for the side to move."""
    return answer if prover_to_move or answer == UNKNOWN_ANSWER else YES + NO - answer


cdef void work_from(worker_t *w, const state_t *root, reply_t *node, int aim) noexcept nogil:
    """Search from the root until it is solved or the thread has to stop; the table keeps the numbers."""
    cdef numbers_t numbers
    name_node(root, aim, node)
    numbers = search_node(w, root, node, aim, 0, 0, INFINITE, INFINITE)
    store_numbers(w, node, aim, &numbers, w.nodes, False)
    if is_result(&numbers):
        store_byte(&w.shared.solved, 1)
