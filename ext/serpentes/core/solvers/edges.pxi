# Positions in pieces: finding their successors, and deciding them from the values of those.
#
# WHY THIS REPRESENTATION.  A piece is a run of positions of one part, with its own lists, so threads that
# work on different pieces share nothing that changes.  A sweep reads its lists from front to back and writes
# back, further to the front, only what is still open: they shrink from sweep to sweep.

cdef enum:
    PIECES_OF_PART = 4        # pieces that a part gives to a chunk at most
    MOST_PLIES = 0x3FFF
    AHEAD = 12                # keys whose slots are fetched ahead

cdef enum:
    NEW = 0
    EXPANDED = 1
    PACKED = 2

ctypedef struct piece_t:
    int part
    uint32_t first            # number in the part of its first position
    uint32_t count
    uint32_t open             # positions that are not decided: the first of `position`, `degree`
    uint16_t *position        # offset from `first` of each open position
    uint16_t *degree          # number of its edges left
    uint32_t *edges           # successors of the open positions one after the other
    uint32_t edge_count
    uint16_t *base            # values known from the rules alone, one for each position; until sweeps begin
    key_t *found              # successors, until they have been inserted
    uint32_t *by_part         # order in which the parts take them
    uint32_t part_start[PARTITIONS + 1]
    bint failed
    int stage                 # NEW, then EXPANDED, then PACKED


cdef void free_piece(piece_t *piece) noexcept nogil:
    free(piece.position)
    free(piece.degree)
    free(piece.edges)
    free(piece.base)
    free(piece.found)
    free(piece.by_part)
    memset(piece, 0, sizeof(piece_t))


cdef uint32_t successors(const child_t *room, int n, key_t *found, bint *wins, bint *loses) noexcept nogil:
    """Write the different keys of the children that play goes on from, and whether a move ends the game."""
    cdef uint32_t different = 0, j
    cdef int i
    wins[0] = False
    loses[0] = False
    for i in range(n):
        if room[i].status == GOES_ON:
            canonical_key(&room[i].state, &found[different])
            j = 0
            while not keys_equal(&found[j], &found[different]):
                j += 1
            if j == different:
                different += 1
        elif room[i].status == MOVER_WINS:
            wins[0] = True
        else:
            loses[0] = True
    return different


cdef void expand_piece(piece_t *piece, const part_t *part, int rulings) noexcept nogil:
    """Find the successors of every position of the piece, and the values that the rules alone give."""
    cdef child_t room[MAX_MOVES]
    cdef state_t s
    cdef uint32_t capacity = 8 * PIECE + MAX_MOVES, used = 0, i, different
    cdef key_t *larger
    cdef bint wins, loses
    cdef int n
    piece.position = <uint16_t *> malloc(piece.count * sizeof(uint16_t))
    piece.degree = <uint16_t *> malloc(piece.count * sizeof(uint16_t))
    piece.base = <uint16_t *> calloc(piece.count, sizeof(uint16_t))
    piece.found = <key_t *> malloc(capacity * sizeof(key_t))
    if piece.position == NULL or piece.degree == NULL or piece.base == NULL or piece.found == NULL:
        piece.failed = True
        return
    for i in range(piece.count):
        if used + MAX_MOVES > capacity:
            capacity *= 2
            larger = <key_t *> realloc(piece.found, capacity * sizeof(key_t))
            if larger == NULL:
                piece.failed = True
                return
            piece.found = larger
        state_of_key(&part.keys[piece.first + i], &s)
        n = children(&s, rulings, room)
        different = successors(room, n, piece.found + used, &wins, &loses)
        if wins:
            piece.base[i] = 1 << 2 | WIN
        elif n == 0 or room[0].status == GOES_ON and n == 1:
            piece.base[i] = <uint16_t> known_outcome(&s, rulings, room, n)
        elif different == 0:
            piece.base[i] = 1 << 2 | LOSS
        piece.position[i] = <uint16_t> i
        piece.degree[i] = <uint16_t> different
        used += different
    piece.edge_count = used
    sort_by_part(piece)


cdef void sort_by_part(piece_t *piece) noexcept nogil:
    """List the successors found by the part that they belong to, in the order found within a part."""
    cdef uint32_t i
    cdef uint32_t at[PARTITIONS]
    cdef int p
    cdef uint8_t *part
    piece.by_part = <uint32_t *> malloc((piece.edge_count + 1) * sizeof(uint32_t))
    piece.edges = <uint32_t *> malloc((piece.edge_count + 1) * sizeof(uint32_t))
    part = <uint8_t *> malloc(piece.edge_count + 1)
    if piece.by_part == NULL or piece.edges == NULL or part == NULL:
        piece.failed = True
        free(part)
        return
    memset(at, 0, sizeof(at))
    for i in range(piece.edge_count):
        part[i] = <uint8_t> part_of(hash_key(&piece.found[i]))
        at[part[i]] += 1
    piece.part_start[0] = 0
    for p in range(PARTITIONS):
        piece.part_start[p + 1] = piece.part_start[p] + at[p]
        at[p] = piece.part_start[p]
    for i in range(piece.edge_count):
        piece.by_part[at[part[i]]] = i
        at[part[i]] += 1
    free(part)


cdef void insert_successors(part_t *part, int p, piece_t *pieces, int n) noexcept nogil:
    """Insert what all pieces found for this part, and write the numbers as edges."""
    cdef uint32_t i, end
    cdef uint64_t hash
    cdef key_t *key
    cdef piece_t *piece
    cdef int k
    for k in range(n):
        piece = &pieces[k]
        end = piece.part_start[p + 1]
        for i in range(piece.part_start[p], end):
            if i + AHEAD < end:
                hash = hash_key(&piece.found[piece.by_part[i + AHEAD]])
                serpentes_prefetch(&part.slots[home_slot(hash, part.capacity)])
            key = &piece.found[piece.by_part[i]]
            piece.edges[piece.by_part[i]] = insert_key(part, key, hash_key(key)) << PART_BITS | p
            if part.failed:
                return


cdef void pack_piece(piece_t *piece) noexcept nogil:
    """Keep the edges of open positions only, and give back what expanding needed."""
    cdef uint32_t i, k, read = 0, kept = 0, open = 0
    cdef uint32_t *edges
    for i in range(piece.count):
        if piece.base[i] == 0:
            for k in range(piece.degree[i]):
                piece.edges[kept + k] = piece.edges[read + k]
            piece.position[open] = <uint16_t> i
            kept += piece.degree[i]
            read += piece.degree[i]
            piece.degree[open] = piece.degree[i]
            open += 1
        else:
            read += piece.degree[i]
    piece.open = open
    piece.edge_count = kept
    free(piece.found)
    free(piece.by_part)
    piece.found = NULL
    piece.by_part = NULL
    edges = <uint32_t *> realloc(piece.edges, (kept + 1) * sizeof(uint32_t))
    if edges != NULL:
        piece.edges = edges


cdef uint32_t sweep_piece(piece_t *piece, uint16_t *values, uint32_t plies) noexcept nogil:
    """Decide what can be decided in exactly this number of plies; returns how many positions were."""
    cdef uint32_t i, k, read = 0, kept = 0, open = 0, left, decided = 0
    cdef uint32_t number = piece.first
    cdef uint16_t value, degree, outcome
    cdef bint wins
    for i in range(piece.open):
        degree = piece.degree[i]
        left = 0
        wins = False
        for k in range(degree):
            value = values[piece.edges[read + k]]
            outcome = value & 3
            if (outcome == WIN or outcome == LOSS) and <uint32_t> (value >> 2) < plies:
                if outcome == LOSS:
                    wins = True
                    break
            else:
                piece.edges[kept + left] = piece.edges[read + k]
                left += 1
        read += degree
        if wins or left == 0:
            values[(number + piece.position[i]) << PART_BITS | piece.part] = <uint16_t> (
                plies << 2 | (WIN if wins else LOSS))
            decided += 1
        else:
            piece.position[open] = piece.position[i]
            piece.degree[open] = <uint16_t> left
            kept += left
            open += 1
    piece.open = open
    piece.edge_count = kept
    return decided


cdef uint32_t sweep_draws(piece_t *piece, uint16_t *values, uint32_t plies) noexcept nogil:
    """Give this number of plies to the drawn positions with a successor that is drawn in one ply less."""
    cdef uint32_t i, k, read = 0, decided = 0, number
    cdef uint16_t wanted = <uint16_t> ((plies - 1) << 2 | DRAW)
    for i in range(piece.open):
        number = (piece.first + piece.position[i]) << PART_BITS | piece.part
        if values[number] == 0:
            for k in range(piece.degree[i]):
                if values[piece.edges[read + k]] == wanted:
                    values[number] = <uint16_t> (plies << 2 | DRAW)
                    decided += 1
                    break
        read += piece.degree[i]
    return decided
