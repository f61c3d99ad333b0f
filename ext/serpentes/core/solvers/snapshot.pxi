# Reading back what Retrograde.snapshot wrote.  The bytes come from a file, so nothing in them is believed:
# every length, number and order is checked before it is used.

ctypedef struct reader_t:
    const char *at
    size_t left


cdef int open_reader(reader_t *reader, bytes data) except -1:
    """Read from `data`, which the caller keeps alive."""
    reader.at = data
    reader.left = len(data)
    return 0


cdef void *read_next(reader_t *reader, size_t size) except NULL:
    """A copy of the next `size` bytes, to be freed by the caller; ValueError if fewer are left."""
    cdef void *copy
    if size > reader.left:
        raise ValueError("the snapshot ends too early")
    copy = malloc(size + 1)
    if copy == NULL:
        raise MemoryError("no memory for the snapshot")
    memcpy(copy, reader.at, size)
    reader.at += size
    reader.left -= size
    return copy


cdef int check_piece(const piece_t *piece, const part_t *parts) except -1:
    """ValueError unless the lists of a piece hang together and its edges lead to positions that there are."""
    cdef uint64_t degrees = 0
    cdef uint32_t i
    for i in range(piece.open):
        degrees += piece.degree[i]
        if piece.position[i] >= piece.count or (i and piece.position[i] <= piece.position[i - 1]):
            raise ValueError("an open position of the snapshot is not in its piece")
    if degrees != piece.edge_count:
        raise ValueError("the edges of the snapshot do not fit its positions")
    for i in range(piece.edge_count):
        if piece.edges[i] >> PART_BITS >= parts[piece.edges[i] & (PARTITIONS - 1)].count:
            raise ValueError("an edge of the snapshot leads to no position")
    for i in range(piece.count):
        if piece.base[i] not in (0, LOSS, DRAW, 1 << 2 | WIN, 1 << 2 | LOSS):
            raise ValueError("a value of the snapshot stands for no outcome")
    return 0


cdef int restore_parts(part_t *parts, bytes counts, bytes keys) except -1:
    """Insert the keys of a snapshot, part by part; the start, which is there already, must be the first of its part."""
    cdef reader_t reader
    cdef key_t *key
    cdef state_t s
    cdef key_t again
    cdef uint32_t count, i
    cdef uint64_t hash
    cdef int p
    open_reader(&reader, keys)
    if len(counts) != 4 * PARTITIONS:
        raise ValueError("the snapshot has the wrong number of parts")
    for p in range(PARTITIONS):
        count = int.from_bytes(counts[4 * p:4 * p + 4], "little")
        if count < parts[p].count or <size_t> count * sizeof(key_t) > reader.left:
            raise ValueError("the parts of the snapshot do not fit its keys")
        for i in range(count):
            key = <key_t *> (reader.at + i * sizeof(key_t))
            state_of_key(key, &s)
            if not is_state(&s):
                raise ValueError("a key of the snapshot is no position")
            canonical_key(&s, &again)
            hash = hash_key(key)
            if not keys_equal(&again, key) or part_of(hash) != p or insert_key(&parts[p], key, hash) != i:
                raise ValueError("a key of the snapshot is not where it belongs")
            if parts[p].failed:
                raise MemoryError("no memory for the positions of the snapshot")
        reader.at += count * sizeof(key_t)
        reader.left -= count * sizeof(key_t)
    if reader.left:
        raise ValueError("the snapshot holds more keys than positions")
    return 0
