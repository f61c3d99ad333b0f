# The table of proof-number search: entries found, believed as far as their path allows, and written.  Included by
# proof.pxi, which says what an entry is.

cdef inline uint64_t hash_of_node(const key_t *key, int aim) noexcept nogil:
    cdef uint64_t h = hash_key(key) ^ (<uint64_t> aim * <uint64_t> 0xD1B54A32D192ED03)
    h ^= h >> 31
    return h * <uint64_t> 0x9E3779B97F4A7C15 ^ h >> 17


cdef inline uint8_t *lock_of(proofs_t *p, uint64_t hash) noexcept nogil:
    return &p.locks[hash >> 12 & (PROOF_LOCKS - 1)]


cdef inline proof_t *bucket_of(proofs_t *p, uint64_t hash) noexcept nogil:
    return p.table + (hash >> 12 & p.mask) * PROOF_WAYS


cdef inline proof_t *find_proof(proofs_t *p, const key_t *key, uint64_t hash, int aim) noexcept nogil:
    """The entry of a node, NULL if there is none; its lock is held."""
    cdef proof_t *bucket = bucket_of(p, hash)
    cdef int i
    for i in range(PROOF_WAYS):
        if bucket[i].aim == aim and keys_equal(&bucket[i].key, key):
            return &bucket[i]
    return NULL


cdef inline bint is_result(const numbers_t *numbers) noexcept nogil:
    return numbers.phi == 0 or numbers.delta == 0


cdef inline bint is_absolute(const numbers_t *numbers) noexcept nogil:
    """Whether it is a result that leans on nothing."""
    return is_result(numbers) and not numbers.leans


cdef inline bint leans_on_one(const numbers_t *result) noexcept nogil:
    return result.leans & (result.leans - 1) == 0 and result.leans >> LAST_LEAN == 0


cdef inline uint64_t on_trust() noexcept nogil:
    return <uint64_t> 1 << ON_TRUST


cdef inline int last_ply(uint64_t leans) noexcept nogil:
    """The last ply of a set; 0 if it has none."""
    cdef int ply = 0
    leans &= ~on_trust()
    while leans >> 1:
        leans >>= 1
        ply += 1
    return ply


cdef int leans_here(const worker_t *w, const numbers_t *result, uint64_t path, int ply) noexcept nogil:
    """The ply of what a result leans on, if the path of a node at `ply` has it; -1 if it does not."""
    cdef int i
    if not leans_on_one(result):
        i = last_ply(result.leans)
        return i if i < min(ply, <int> LAST_LEAN) and path == w.signatures[i] else -1
    if ply and w.filters[ply - 1] >> (path & 63) & 1:
        for i in range(ply):
            if w.hashes[i] == path:
                return min(i, <int> LAST_LEAN)
    return -1


cdef int holds_anyway(proofs_t *p, const numbers_t *result, uint64_t path, int aim) noexcept nogil:
    """Whether the one position that a result leans on has turned out as the result takes it to be: 1, 0 if it has not
    yet, -1 if it has turned out otherwise."""
    cdef uint8_t *lock = lock_of(p, path)
    cdef proof_t *bucket = bucket_of(p, path)
    cdef const numbers_t *found
    cdef int i, holds = 0
    if not leans_on_one(result):
        return 0
    take_lock(lock)
    for i in range(PROOF_WAYS):
        found = &bucket[i].numbers
        if bucket[i].aim and is_absolute(found):
            if hash_of_node(&bucket[i].key, bucket[i].aim) == path:
                # Both in favour of one side: alike if it is the same side's turn.
                holds = 1 if ((found.phi == 0) == (result.phi == 0)) == (bucket[i].aim == aim) else -1
    leave_lock(lock)
    return holds


cdef bint look_up(worker_t *w, const key_t *key, uint64_t hash, int aim, int ply, numbers_t *out,
                  uint8_t *busy) noexcept nogil:
    """Whether the table knows the node at this ply of the path; its numbers."""
    cdef proofs_t *p = w.shared
    cdef uint8_t *lock = lock_of(p, hash)
    cdef proof_t *entry
    cdef numbers_t numbers
    cdef uint64_t path = 0
    cdef int here, holds
    take_lock(lock)
    entry = find_proof(p, key, hash, aim)
    if entry != NULL:
        numbers = entry.numbers
        path = entry.path
        busy[0] = entry.busy
    leave_lock(lock)
    if entry == NULL:
        return False
    if is_result(&numbers) and numbers.leans & ~on_trust():
        here = leans_here(w, &numbers, path, ply)
        if here >= 0 and leans_on_one(&numbers):
            numbers.leans = <uint64_t> 1 << here
        elif here < 0:
            holds = holds_anyway(p, &numbers, path, aim)
            if holds < 0:
                return False
            numbers.leans = 0 if holds else on_trust()
    out[0] = numbers
    return True


cdef inline uint32_t worth_keeping(const proof_t *entry) noexcept nogil:
    """The work that is lost with an entry; what was taken on trust would have to be verified as well."""
    return entry.work >> TRUST_SHIFT if entry.numbers.leans >> ON_TRUST else entry.work


cdef proof_t *make_room(proofs_t *p, const key_t *key, uint64_t hash, int aim) noexcept nogil:
    """The entry of a node, a new one if need be; NULL if threads are in all of the bucket.  Its lock is held."""
    cdef proof_t *bucket = bucket_of(p, hash)
    cdef proof_t *found = find_proof(p, key, hash, aim)
    cdef int i
    if found != NULL:
        return found
    for i in range(PROOF_WAYS):
        if not bucket[i].busy and (found == NULL or not bucket[i].aim
                                   or (found.aim and worth_keeping(&bucket[i]) < worth_keeping(found))):
            found = &bucket[i]
    if found != NULL:
        found.key = key[0]
        found.aim = <uint8_t> aim
        found.work = 0
        found.busy = 0
        found.in_region = 0
        found.path = 0
        found.numbers = numbers_t(1, 1, 0, 0)
    return found


cdef inline uint64_t path_of(const worker_t *w, const numbers_t *numbers) noexcept nogil:
    """What a result leans on: one position of the path, or the path down to the last one."""
    cdef int last
    if not is_result(numbers) or not numbers.leans & ~on_trust():
        return 0
    last = last_ply(numbers.leans)
    if leans_on_one(numbers):
        return w.hashes[last]
    return w.signatures[last] if last < LAST_LEAN else 0


cdef void store_numbers(worker_t *w, const reply_t *node, int aim, const numbers_t *numbers, uint64_t work,
                        bint leaves) noexcept nogil:
    """Write what is known of a node; `leaves`: this thread goes out of it."""
    cdef proofs_t *p = w.shared
    cdef uint8_t *lock = lock_of(p, node.hash)
    cdef proof_t *entry
    take_lock(lock)
    entry = make_room(p, &node.key, node.hash, aim)
    if entry != NULL:
        # Another thread may have come further: an absolute result stays.
        if not is_absolute(&entry.numbers):
            entry.numbers = numbers[0]
            entry.path = path_of(w, numbers)
            entry.in_region = 0
        entry.work = <uint32_t> min(<uint64_t> entry.work + work, <uint64_t> 0xFFFFFFFF)
        if leaves and entry.busy:
            entry.busy -= 1
    leave_lock(lock)


cdef void go_into(worker_t *w, const reply_t *node, int aim) noexcept nogil:
    """Let the other threads know that this one is at work below a node."""
    cdef proofs_t *p = w.shared
    cdef uint8_t *lock = lock_of(p, node.hash)
    cdef proof_t *entry
    take_lock(lock)
    entry = make_room(p, &node.key, node.hash, aim)
    if entry != NULL:
        if entry.work == 0 and not is_result(&entry.numbers):
            entry.numbers = node.numbers
            w.found_new = True
        if entry.busy < 255:
            entry.busy += 1
    leave_lock(lock)
