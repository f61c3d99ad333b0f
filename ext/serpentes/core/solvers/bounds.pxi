# The transposition table of the search by plies: what is known of the ends of positions.  Written once, included per
# game.
#
# Keys are compared in full, so there are no false hits, and a bound that is once proved holds for good.
#
#   entry of the table, four to a bucket:
#   | key | work | won in | not won in | lost in | not lost in | age | busy |
#   plies are one byte each; NEVER in `won in`, `lost in`: not known.  A new entry takes the place of that with the
#   least work, halved for every other position asked about since; `age` is 0 in an empty entry.

cdef enum:
    NEVER = 255
    SEARCH_WAYS = 4
    SEARCH_LOCKS = 1024
    MOST_AGE = 255

ctypedef struct known_t:
    uint8_t won_in            # wins within this number of plies
    uint8_t not_won_in        # does not win within this number, less one
    uint8_t lost_in
    uint8_t not_lost_in
    uint8_t busy              # threads that are at work below
    uint8_t age               # 0: the entry is empty

ctypedef struct entry_t:
    key_t key
    uint32_t work
    known_t known

ctypedef struct bounds_t:
    entry_t *table
    uint64_t mask
    uint8_t age
    uint8_t locks[SEARCH_LOCKS]

ctypedef struct place_t:
    # A position as the table finds it.
    key_t key
    uint64_t hash


cdef inline void find_place(const state_t *s, place_t *place) noexcept nogil:
    canonical_key(s, &place.key)
    place.hash = hash_key(&place.key)


cdef inline entry_t *search_bucket(bounds_t *b, uint64_t hash) noexcept nogil:
    return b.table + (hash >> 10 & b.mask) * SEARCH_WAYS


cdef inline uint8_t *search_lock(bounds_t *b, uint64_t hash) noexcept nogil:
    return &b.locks[hash >> 10 & (SEARCH_LOCKS - 1)]


cdef inline entry_t *find_entry(bounds_t *b, const place_t *place) noexcept nogil:
    """The entry of a position, NULL if there is none; its lock is held."""
    cdef entry_t *bucket = search_bucket(b, place.hash)
    cdef int i
    for i in range(SEARCH_WAYS):
        if bucket[i].known.age and keys_equal(&bucket[i].key, &place.key):
            return &bucket[i]
    return NULL


cdef inline uint32_t worth(const bounds_t *b, const entry_t *entry) noexcept nogil:
    cdef int age = b.age - entry.known.age
    return entry.work >> min(age if age >= 0 else age + MOST_AGE, 31)


cdef entry_t *make_entry(bounds_t *b, const place_t *place) noexcept nogil:
    """The entry of a position, a new one if need be; NULL if threads are below all of the bucket.  Its lock is held."""
    cdef entry_t *bucket = search_bucket(b, place.hash)
    cdef entry_t *found = find_entry(b, place)
    cdef int i
    if found == NULL:
        for i in range(SEARCH_WAYS):
            if not bucket[i].known.age:
                found = &bucket[i]
                break
            if not bucket[i].known.busy and (found == NULL or worth(b, &bucket[i]) < worth(b, found)):
                found = &bucket[i]
        if found == NULL:
            return NULL
        found.key = place.key
        found.work = 0
        found.known = known_t(NEVER, 0, NEVER, 0, 0, 0)
    found.known.age = b.age
    return found


cdef inline bint look_up_bounds(bounds_t *b, const place_t *place, known_t *known) noexcept nogil:
    """Whether the table knows the position; what it knows."""
    cdef uint8_t *lock = search_lock(b, place.hash)
    cdef entry_t *entry
    take_lock(lock)
    entry = find_entry(b, place)
    if entry != NULL:
        known[0] = entry.known
        entry.known.age = b.age
    leave_lock(lock)
    return entry != NULL


cdef inline int answer_known(const known_t *known, bint wins, int plies) noexcept nogil:
    """Whether the side to move wins, or loses, within these plies: 1 or 0, -1 if that is not known."""
    if (known.won_in if wins else known.lost_in) <= plies:
        return 1
    if (known.not_won_in if wins else known.not_lost_in) > plies:
        return 0
    return 0 if (known.lost_in if wins else known.won_in) != NEVER else -1


cdef void write_answer(bounds_t *b, const place_t *place, bint wins, int plies, bint answer,
                       uint64_t work) noexcept nogil:
    """Write down an answer and the nodes that it took."""
    cdef uint8_t *lock = search_lock(b, place.hash)
    cdef entry_t *entry
    cdef known_t *known
    take_lock(lock)
    entry = make_entry(b, place)
    if entry != NULL:
        known = &entry.known
        if wins and answer:
            if plies < known.won_in:
                known.won_in = <uint8_t> plies
        elif wins:
            if plies >= known.not_won_in:
                known.not_won_in = <uint8_t> (plies + 1)
        elif answer:
            if plies < known.lost_in:
                known.lost_in = <uint8_t> plies
        elif plies >= known.not_lost_in:
            known.not_lost_in = <uint8_t> (plies + 1)
        entry.work = <uint32_t> min(<uint64_t> entry.work + work, <uint64_t> 0xFFFFFFFF)
    leave_lock(lock)


cdef void change_busy(bounds_t *b, const place_t *place, bint begins) noexcept nogil:
    """Let the other threads know that this one begins or ends its work below a position."""
    cdef uint8_t *lock = search_lock(b, place.hash)
    cdef entry_t *entry
    take_lock(lock)
    entry = make_entry(b, place) if begins else find_entry(b, place)
    if entry != NULL:
        if begins and entry.known.busy < 255:
            entry.known.busy += 1
        elif not begins and entry.known.busy:
            entry.known.busy -= 1
    leave_lock(lock)
