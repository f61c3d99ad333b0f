# A memo of positions that several threads share.
#
# WHY THIS REPRESENTATION.  A search asks for a position by its key and wants what is known of it, or nothing; whatever
# is forgotten is searched again, and the answer is the same.  So the memo has a fixed size, and no search can fail for
# want of memory.  Keys are kept in full: what is found is always that of the position itself.
#
#     bucket   | key | known | key | known |      of two entries, of 64-bit words; a bucket of the memo for two players
#                                                 is 64 bytes, one line of the cache
#     key      word 0: bits 0-7 generation (0: empty), 8-27 deck; the rest is the game's
#
# The first entry of a bucket keeps the position with more cards to come, the second the latest.  The memo begins small
# and is doubled between two chunks of work when it is half full: then half of what a bucket has moves to the new one
# whose number has one more bit.  So small solves touch little memory.

cdef extern from "memory.h" nogil:
    void take_lock(uint8_t *) noexcept
    void leave_lock(uint8_t *) noexcept
    void ask_for_large_pages(void *, size_t) noexcept

cdef enum:
    MOST_KEY_WORDS = 5
    FIRST_BUCKETS = 1 << 12
    LOCKS = 1 << 12           # not more than buckets, so that a lock keeps its buckets when the memo grows
    GENERATIONS = 255
    LINE = 64

ctypedef struct memo_key_t:
    uint64_t word[MOST_KEY_WORDS]
    uint64_t hash

ctypedef struct memo_t:
    void *memory
    uint64_t *words           # the same, at the begin of a line
    int key_words
    int entry_words
    uint64_t buckets          # in use, a power of two
    uint64_t most_buckets
    uint64_t kept             # entries of this generation, about
    uint64_t generation
    uint8_t locks[LOCKS]


cdef inline uint64_t bucket_bytes(const memo_t *memo) noexcept nogil:
    return 2 * <uint64_t> memo.entry_words * sizeof(uint64_t)


cdef int make_memo(memo_t *memo, int key_words, int known_words, uint64_t bytes) except -1:
    """A memo of at most so many bytes, which are not touched before they are needed."""
    memset(memo, 0, sizeof(memo_t))
    memo.key_words = key_words
    memo.entry_words = key_words + known_words
    memo.buckets = memo.most_buckets = FIRST_BUCKETS
    while 2 * memo.most_buckets * bucket_bytes(memo) <= bytes:
        memo.most_buckets *= 2
    memo.memory = calloc(memo.most_buckets * bucket_bytes(memo) + LINE, 1)
    if memo.memory == NULL:
        raise MemoryError(f"no memory for a memo of {bytes} bytes")
    memo.words = <uint64_t *> ((<uintptr_t> memo.memory + LINE - 1) & ~(<uintptr_t> LINE - 1))
    ask_for_large_pages(memo.words, memo.most_buckets * bucket_bytes(memo))
    return 0


cdef void forget(memo_t *memo) noexcept:
    """Forget everything that is known."""
    memo.kept = 0
    memo.generation += 1
    if memo.generation > GENERATIONS:
        memo.generation = 1
        memset(memo.words, 0, memo.buckets * bucket_bytes(memo))


cdef inline void hash_key(const memo_t *memo, memo_key_t *key) noexcept nogil:
    cdef uint64_t hash = 0
    cdef int i
    for i in range(memo.key_words):
        hash = (hash ^ hash >> 31 ^ key.word[i]) * <uint64_t> 0x9E3779B97F4A7C15
    key.hash = hash ^ hash >> 32


cdef inline void finish_key(const memo_t *memo, memo_key_t *key, uint32_t deck) noexcept nogil:
    """Put what every key has into word 0, and hash the key."""
    key.word[0] |= memo.generation | <uint64_t> deck << 8
    hash_key(memo, key)


cdef inline uint64_t *bucket_of(memo_t *memo, const memo_key_t *key) noexcept nogil:
    return memo.words + (key.hash & (memo.buckets - 1)) * 2 * <uint64_t> memo.entry_words


cdef inline bint has_key(const memo_t *memo, const uint64_t *entry, const memo_key_t *key) noexcept nogil:
    cdef int i
    for i in range(memo.key_words):
        if entry[i] != key.word[i]:
            return False
    return True


cdef inline bint find_known(memo_t *memo, const memo_key_t *key, uint64_t *known) noexcept nogil:
    """Read what is known of a position; False if nothing is."""
    cdef uint64_t *entry = bucket_of(memo, key)
    cdef uint8_t *lock = &memo.locks[key.hash & (LOCKS - 1)]
    cdef bint found
    cdef int i
    take_lock(lock)
    found = has_key(memo, entry, key)
    if not found:
        entry += memo.entry_words
        found = has_key(memo, entry, key)
    if found:
        for i in range(memo.entry_words - memo.key_words):
            known[i] = entry[memo.key_words + i]
    leave_lock(lock)
    return found


cdef inline bint is_kept(const memo_t *memo, const uint64_t *entry) noexcept nogil:
    return (entry[0] & 255) == memo.generation


cdef inline int cards_of(const decks_t *all_decks, const uint64_t *entry) noexcept nogil:
    return all_decks.decks[entry[0] >> 8 & (MOST_DECKS - 1)].cards


cdef inline void copy_words(const uint64_t *words, int count, uint64_t *copy) noexcept nogil:
    cdef int i
    for i in range(count):
        copy[i] = words[i]


cdef inline bint keep_known(memo_t *memo, const decks_t *all_decks, const memo_key_t *key,
                            const uint64_t *known) noexcept nogil:
    """Keep what is known of a position; whether it takes the place of nothing."""
    cdef int size = memo.entry_words
    cdef uint64_t *first = bucket_of(memo, key)
    cdef uint64_t *second = first + size
    cdef uint64_t *entry = second
    cdef uint8_t *lock = &memo.locks[key.hash & (LOCKS - 1)]
    cdef bint fresh = False
    take_lock(lock)
    if has_key(memo, first, key) or not is_kept(memo, first):
        entry = first
    elif not has_key(memo, second, key) and cards_of(all_decks, first) <= cards_of(all_decks, key.word):
        fresh = not is_kept(memo, second)
        copy_words(first, size, second)
        entry = first
    fresh = fresh or not is_kept(memo, entry)
    copy_words(key.word, memo.key_words, entry)
    copy_words(known, size - memo.key_words, entry + memo.key_words)
    leave_lock(lock)
    return fresh


cdef void grow(memo_t *memo) noexcept nogil:
    """Double the memo, if it is more than half full and may become larger; no other thread may use it now."""
    cdef uint64_t number, old = memo.buckets, hash
    cdef int i, k, size = memo.entry_words
    cdef uint64_t *entry
    cdef uint64_t *moved
    cdef memo_key_t key
    if memo.kept <= memo.buckets or memo.buckets == memo.most_buckets:
        return
    memo.buckets *= 2
    for number in range(old):
        entry = memo.words + number * 2 * <uint64_t> size
        moved = entry + old * 2 * <uint64_t> size
        for i in range(2):
            if is_kept(memo, entry):
                copy_words(entry, memo.key_words, key.word)
                hash_key(memo, &key)
                if key.hash & old:
                    copy_words(entry, size, moved)
                    memset(entry, 0, size * sizeof(uint64_t))
                    moved += size
            entry += size
