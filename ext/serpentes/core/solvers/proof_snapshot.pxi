# The table of proof-number search as bytes, to go on another day.  Included by proof.pxi.
#
# Only entries in use are kept, one after the other, so that they fit a table of any size: what is least worth
# keeping makes room, as ever.  Keys are compared and never read as positions, and places of a path are checked where
# they are used; so all that has to be seen to when bytes come back is that numbers are some that a search may write.

ctypedef packed struct saved_proof_t:
    key_t key
    uint64_t path
    uint64_t leans
    uint32_t phi
    uint32_t delta
    uint32_t work
    uint16_t rank
    uint8_t aim


cdef uint64_t count_proofs(const proofs_t *p) noexcept nogil:
    """The entries in use."""
    cdef uint64_t i, found = 0
    for i in range((p.mask + 1) * PROOF_WAYS):
        found += p.table[i].aim != 0
    return found


cdef void save_proofs(const proofs_t *p, saved_proof_t *out) noexcept nogil:
    """Write the entries in use, for which there is room: the last ones first, as buckets are filled from the end, so
    that in a table of the same size each comes back to its place."""
    cdef const proof_t *entry
    cdef uint64_t entries = (p.mask + 1) * PROOF_WAYS, i
    for i in range(entries):
        entry = &p.table[entries - 1 - i]
        if entry.aim:
            out.key = entry.key
            out.path = entry.path
            out.leans = entry.numbers.leans
            out.phi = entry.numbers.phi
            out.delta = entry.numbers.delta
            out.work = entry.work
            out.rank = entry.numbers.rank
            out.aim = entry.aim
            out += 1


cdef inline bint is_number(uint32_t number) noexcept nogil:
    """Whether it is a number of what is not known."""
    return 1 <= number <= MOST_NUMBER


cdef bint is_saved_proof(const saved_proof_t *saved) noexcept nogil:
    """Whether a search may have written that."""
    if saved.aim != DRAW and saved.aim != WIN:
        return False
    if saved.phi == 0 or saved.delta == 0:
        return saved.phi + saved.delta == INFINITE
    return is_number(saved.phi) and is_number(saved.delta) and not saved.leans


cdef void restore_proof(proofs_t *p, const saved_proof_t *saved) noexcept nogil:
    """Put an entry where it belongs, unless what is there is worth more."""
    cdef key_t key = saved.key
    cdef uint64_t hash = hash_of_node(&key, saved.aim)
    cdef proof_t *entry = make_room(p, &key, hash, saved.aim)
    if entry == NULL or is_absolute(&entry.numbers):
        return
    entry.path = saved.path
    entry.work = saved.work
    entry.numbers = numbers_t(saved.phi, saved.delta, saved.leans, saved.rank)
