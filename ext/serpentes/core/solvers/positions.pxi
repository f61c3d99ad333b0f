# The set of positions that a solver has found: one hash table for each of PARTITIONS parts.
#
# WHY THIS REPRESENTATION.  A position is found in one memory access where the tag in the slot is the whole
# key (TAG_IS_KEY), in two elsewhere; a search goes on from slot to slot.  Keys are kept in the order in which
# they were found, so their numbers stay when the table of slots grows.
#
#   slot                   | tag: 40 bits                          | number in the part + 1: 24 bits |   0: free
#   number of a position   number in the part << 4 | part

cdef enum:
    PARTITIONS = 16
    PART_BITS = 4
    NUMBER_BITS = 24
    MOST_IN_PART = (1 << 24) - 2

ctypedef struct part_t:
    uint64_t *slots
    key_t *keys
    uint32_t capacity         # of slots
    uint32_t room             # of keys
    uint32_t count
    uint32_t expanded         # keys below this number have been given to a piece
    bint failed               # no memory


cdef inline uint32_t home_slot(uint64_t hash, uint32_t capacity) noexcept nogil:
    return <uint32_t> (<uint64_t> <uint32_t> hash * capacity >> 32)


cdef inline int part_of(uint64_t hash) noexcept nogil:
    return <int> (hash >> (64 - PART_BITS))


cdef bint grow_part(part_t *part) noexcept nogil:
    """Make room for more keys; False if there is no memory."""
    cdef uint32_t capacity, i, slot
    cdef uint64_t *slots
    cdef uint64_t hash
    cdef key_t *keys
    if part.count == part.room:
        capacity = part.room + part.room // 2 + 1024
        keys = <key_t *> realloc(part.keys, capacity * sizeof(key_t))
        if keys == NULL:
            return False
        part.keys = keys
        part.room = capacity
    if <uint64_t> part.count * 4 >= <uint64_t> part.capacity * 3:
        capacity = part.capacity + part.capacity // 2 + 2048
        slots = <uint64_t *> calloc(capacity, sizeof(uint64_t))
        if slots == NULL:
            return False
        for i in range(part.count):
            hash = hash_key(&part.keys[i])
            slot = home_slot(hash, capacity)
            while slots[slot]:
                slot = slot + 1 if slot + 1 < capacity else 0
            slots[slot] = tag_of_key(&part.keys[i], hash) << NUMBER_BITS | (i + 1)
        free(part.slots)
        part.slots = slots
        part.capacity = capacity
    return True


cdef uint32_t insert_key(part_t *part, const key_t *key, uint64_t hash) noexcept nogil:
    """The number of this key in its part, a new one if it is not there; sets `failed` if there is no room."""
    cdef uint64_t tag = tag_of_key(key, hash), entry
    cdef uint32_t number
    cdef uint32_t slot = home_slot(hash, part.capacity)
    while True:
        entry = part.slots[slot]
        if entry == 0:
            break
        if entry >> NUMBER_BITS == tag:
            number = <uint32_t> (entry & ((1 << NUMBER_BITS) - 1)) - 1
            if TAG_IS_KEY or keys_equal(&part.keys[number], key):
                return number
        slot = slot + 1 if slot + 1 < part.capacity else 0
    number = part.count
    if number >= MOST_IN_PART:
        part.failed = True
        return 0
    part.slots[slot] = tag << NUMBER_BITS | (number + 1)
    part.keys[number] = key[0]
    part.count += 1
    if part.count == part.room or <uint64_t> part.count * 4 >= <uint64_t> part.capacity * 3:
        if not grow_part(part):
            part.failed = True
            part.count -= 1
    return number
