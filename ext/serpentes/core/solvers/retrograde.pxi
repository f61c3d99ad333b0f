# Strong solution of everything that can be reached from a position.  Written once, included per game.
#
# THE CONTRACT OF A GAME: that of perft.pxi, and
#     key_t, TABLE_WORDS       a canonical position, packed; and its words in a table
#     prepare_keys()           fills what the next functions need; may raise
#     canonical_key(s, key), state_of_key(key, s), keys_equal(a, b), hash_key(key)
#     tag_of_key(key, hash)    40 bits; TAG_IS_KEY if they are the whole key
#     write_key(key, words)
#     PIECE                    positions in a piece, so that a chunk has 10^5 to 10^6 successors: between chunks
#                              limits and interruptions are looked at
#     is_state(s)              whether a state that was read from a file is safe to work on
#
# HOW IT WORKS.  First all positions are enumerated, breadth first, and the edges to their successors are
# kept (making the moves again would cost far more than the memory).  Then values are found by forward sweeps
# over the positions that are still open: sweep k gives the value `k plies` to a position with a successor
# lost in at most k-1 plies (a win) or with only successors won in at most k-1 (a loss).  An edge to a won
# successor is dropped at once.  What no sweep decides is a draw by play that never ends.
#
# THREADS.  A position belongs to one of PARTITIONS parts by its hash.  A chunk of open positions is cut into
# pieces; threads expand pieces, then threads insert the successors part by part, in the order of the pieces.
# Each writes only its own piece or part, so nothing is locked and the numbers that positions get do not
# depend on the number of threads.
#
#   value                 plies << 2 | outcome (LOSS, DRAW, WIN); 0: open, in the end a draw that never ends


cdef enum:
    CUTS = 32                 # shares of the pieces in a sweep, for the threads


cdef class Retrograde:
    """The strong solution of all positions that can be reached from one, in steps.

    `run` is `map` or the `map` of a pool of threads; the result does not depend on it.

    >>> solver = Retrograde(0, 0, 0, 0)
    >>> while solver.enumerate(map):
    ...     pass
    >>> while solver.sweep(map):
    ...     pass
    """
    cdef part_t parts[PARTITIONS]
    cdef piece_t *pieces
    cdef int piece_count, piece_room
    cdef int rulings
    cdef uint16_t *values
    cdef uint32_t plies
    cdef bint draws, done, busy

    def __cinit__(self, own, opponent, hatched, rulings):
        cdef state_t s
        cdef key_t key
        cdef uint64_t hash
        cdef int p
        memset(self.parts, 0, sizeof(self.parts))
        self.pieces = NULL
        self.values = NULL
        self.rulings = check_rulings(rulings)
        read_state(own, opponent, hatched, &s)
        prepare_keys()
        for p in range(PARTITIONS):
            if not grow_part(&self.parts[p]):
                raise MemoryError("no memory for the table of positions")
        canonical_key(&s, &key)
        hash = hash_key(&key)
        insert_key(&self.parts[part_of(hash)], &key, hash)

    def __dealloc__(self):
        cdef int i
        self.free_edges()
        for i in range(PARTITIONS):
            free(self.parts[i].slots)
            free(self.parts[i].keys)
        free(self.values)

    cdef void free_edges(self) noexcept:
        cdef int i
        for i in range(self.piece_count):
            free_piece(&self.pieces[i])
        free(self.pieces)
        self.pieces = NULL
        self.piece_count = self.piece_room = 0

    @property
    def positions(self):
        """Positions found so far, up to symmetry."""
        return sum([self.parts[p].count for p in range(PARTITIONS)])

    @property
    def expanded(self):
        """Positions whose successors have been found."""
        return sum([self.parts[p].expanded for p in range(PARTITIONS)])

    @property
    def sweep_plies(self):
        """The number of plies that the next sweep decides."""
        return self.plies

    @property
    def memory(self):
        """Bytes that this object holds."""
        cdef uint64_t total = 0
        cdef int i
        for i in range(PARTITIONS):
            total += self.parts[i].capacity * sizeof(uint64_t) + self.parts[i].room * sizeof(key_t)
            if self.values != NULL:
                total += self.most_in_part() * sizeof(uint16_t)
        for i in range(self.piece_count):
            total += sizeof(piece_t) + self.pieces[i].edge_count * 4 + self.pieces[i].count * 6
        return total

    cdef uint64_t most_in_part(self) noexcept:
        cdef int p
        cdef uint32_t most = 0
        for p in range(PARTITIONS):
            most = max(most, self.parts[p].count)
        return most

    cdef int check_idle(self) except -1:
        if self.busy:
            raise RuntimeError("this solver is at work in another thread")
        return 0

    cdef int begin(self) except -1:
        self.check_idle()
        self.busy = True
        return 0

    cdef piece_t *new_pieces(self, int n) except NULL:
        """Room for n more pieces; the first of them."""
        cdef piece_t *pieces
        if self.piece_count + n > self.piece_room:
            self.piece_room = 2 * self.piece_room + n + 64
            pieces = <piece_t *> realloc(self.pieces, self.piece_room * sizeof(piece_t))
            if pieces == NULL:
                raise MemoryError("no memory for the edges between positions")
            self.pieces = pieces
        memset(&self.pieces[self.piece_count], 0, n * sizeof(piece_t))
        self.piece_count += n
        return &self.pieces[self.piece_count - n]

    cdef int cut_chunk(self) except -1:
        """Cut some of the positions not expanded into pieces; their number, 0 if none is left."""
        cdef int p, k, n = 0
        cdef piece_t *piece
        cdef part_t *part
        for p in range(PARTITIONS):
            part = &self.parts[p]
            for k in range(PIECES_OF_PART):
                if part.expanded == part.count:
                    break
                piece = self.new_pieces(1)
                piece.part = p
                piece.first = part.expanded
                piece.count = min(part.count - part.expanded, <uint32_t> PIECE)
                part.expanded += piece.count
                n += 1
        return n

    cdef int check_piece(self, int i, int stage) except -1:
        # `run` comes from Python and may call what it was given with anything.
        if not 0 <= i < self.piece_count or self.pieces[i].stage != stage:
            raise RuntimeError(f"piece {i} is not to be done now")
        self.pieces[i].stage = stage + 1
        return 0

    cdef int expand(self, int i) except -1:
        self.check_piece(i, NEW)
        with nogil:
            expand_piece(&self.pieces[i], &self.parts[self.pieces[i].part], self.rulings)
        if self.pieces[i].failed:
            raise MemoryError("no memory for the successors of positions")
        return 0

    cdef int insert(self, int p, int first) except -1:
        cdef int i
        if not 0 <= p < PARTITIONS:
            raise RuntimeError(f"there is no part {p}")
        for i in range(first, self.piece_count):
            if self.pieces[i].stage != EXPANDED or self.pieces[i].by_part == NULL:
                raise RuntimeError(f"piece {i} has not been expanded")
        with nogil:
            insert_successors(&self.parts[p], p, &self.pieces[first], self.piece_count - first)
        if self.parts[p].failed:
            raise MemoryError("no memory for more positions")
        return 0

    cdef int pack(self, int i) except -1:
        self.check_piece(i, EXPANDED)
        with nogil:
            pack_piece(&self.pieces[i])
        return 0

    def enumerate(self, run):
        """Expand one chunk of positions; False when there was none left.

        MemoryError if there is no memory, RuntimeError if `run` does not do each task once; the solver can't go
        on then.
        """
        cdef int first = self.piece_count, n
        if self.values != NULL:
            return False
        self.begin()
        n = self.cut_chunk()
        if n:
            _EachOnce(lambda i: self.expand(i), range(first, first + n)).by(run)
            _EachOnce(lambda p: self.insert(p, first), range(PARTITIONS)).by(run)
            _EachOnce(lambda i: self.pack(i), range(first, first + n)).by(run)
        self.busy = False
        return n > 0

    cdef int begin_sweeps(self) except -1:
        """Free the hash tables, and give the values that the rules alone give."""
        cdef int p, k
        cdef uint32_t i
        cdef piece_t *piece
        for p in range(PARTITIONS):
            free(self.parts[p].slots)
            self.parts[p].slots = NULL
            self.parts[p].capacity = 0
        self.values = <uint16_t *> calloc(self.most_in_part() << PART_BITS, sizeof(uint16_t))
        if self.values == NULL:
            raise MemoryError("no memory for the values of positions")
        for k in range(self.piece_count):
            piece = &self.pieces[k]
            for i in range(piece.count):
                self.values[(piece.first + i) << PART_BITS | piece.part] = piece.base[i]
            free(piece.base)
            piece.base = NULL
        self.plies = 1
        return 0

    cdef sweep_cut(self, int cut):
        """Sweep one of CUTS shares of the pieces; how many positions were decided."""
        cdef uint64_t decided = 0
        cdef int n = self.piece_count, i
        if not 0 <= cut < CUTS or self.values == NULL or self.done:
            raise RuntimeError(f"there is no share {cut} to sweep")
        with nogil:
            for i in range(n * cut // CUTS, n * (cut + 1) // CUTS):
                if self.draws:
                    decided += sweep_draws(&self.pieces[i], self.values, self.plies)
                else:
                    decided += sweep_piece(&self.pieces[i], self.values, self.plies)
        return decided

    def sweep(self, run):
        """Decide the positions of the next number of plies; False when all values are final.

        ValueError if positions have not all been enumerated, or if a game is longer than 16383 plies.
        """
        if self.done:
            return False
        if self.values == NULL and self.expanded != self.positions:
            raise ValueError("enumerate all positions before sweeping")
        self.begin()
        if self.values == NULL:
            self.begin_sweeps()
        if self.plies > MOST_PLIES:
            raise ValueError(f"a value of more than {MOST_PLIES} plies does not fit the table")
        decided = sum(_EachOnce(lambda cut: self.sweep_cut(cut), range(CUTS)).by(run))
        # From the second ply on, a value of k plies needs one of k - 1.
        if decided or self.plies == 1:
            self.plies += 1
        elif not self.draws:
            self.draws = True
            self.plies = 1
        else:
            self.done = True
            self.free_edges()
        self.busy = False
        return not self.done

    def write(self, part, uint64_t[:, ::1] keys not None, uint16_t[::1] values not None):
        """Write the keys and values of one part (0 to PARTITIONS - 1) into arrays of its length.

        ValueError if the values are not final or the arrays have another shape.
        """
        cdef uint32_t i, number = checked(part, "part", 0, PARTITIONS - 1)
        cdef part_t *p = &self.parts[number]
        if not self.done:
            raise ValueError("the values are not final yet")
        if keys.shape[0] != p.count or keys.shape[1] != TABLE_WORDS or values.shape[0] != p.count:
            raise ValueError(f"expected room for {p.count} keys of {TABLE_WORDS} words and their values")
        with nogil:
            for i in range(p.count):
                write_key(&p.keys[i], &keys[i, 0])
                values[i] = self.values[i << PART_BITS | number]

    def part_sizes(self):
        """The number of positions in each part."""
        return [self.parts[p].count for p in range(PARTITIONS)]

    def snapshot(self):
        """What `restore` needs to go on from here, as a dict of bytes; between chunks, before the sweeps.

        ValueError once the sweeps have begun.
        """
        cdef int p, k, j, n = self.piece_count
        cdef piece_t *piece
        cdef list keys = [], positions = [], degrees = [], edges = [], bases = []
        cdef uint32_t[5] numbers
        cdef list heads = []
        self.check_idle()
        if self.values != NULL:
            raise ValueError("the sweeps have begun; a snapshot is taken before them")
        for k in range(n):
            piece = &self.pieces[k]
            numbers[:] = [piece.part, piece.first, piece.count, piece.open, piece.edge_count]
            heads.append((<char *> numbers)[:sizeof(numbers)])
            positions.append((<char *> piece.position)[:piece.open * sizeof(uint16_t)])
            degrees.append((<char *> piece.degree)[:piece.open * sizeof(uint16_t)])
            edges.append((<char *> piece.edges)[:piece.edge_count * sizeof(uint32_t)])
            bases.append((<char *> piece.base)[:piece.count * sizeof(uint16_t)])
        for p in range(PARTITIONS):
            keys.append((<char *> self.parts[p].keys)[:self.parts[p].count * sizeof(key_t)])
        return {
            "counts": b"".join([self.parts[p].count.to_bytes(4, "little") for p in range(PARTITIONS)]),
            "keys": b"".join(keys), "pieces": b"".join(heads), "positions": b"".join(positions),
            "degrees": b"".join(degrees), "edges": b"".join(edges), "bases": b"".join(bases),
        }

    def restore(self, dict snapshot):
        """Go on from a snapshot of a solver with the same start and rulings.

        ValueError if it does not hang together, and the solver can't be used then; or if this solver has begun.
        """
        self.check_idle()
        if self.values != NULL or self.piece_count:
            raise ValueError("the solver has begun; restore into a new one")
        self.begin()
        restore_parts(self.parts, snapshot["counts"], snapshot["keys"])
        self.restore_pieces(snapshot)
        self.busy = False

    cdef int restore_pieces(self, dict snapshot) except -1:
        cdef bytes heads = snapshot["pieces"]
        cdef reader_t positions, degrees, edges, bases
        cdef const uint32_t *numbers
        cdef piece_t *piece
        cdef int k, n = <int> (len(heads) // 20)
        open_reader(&positions, snapshot["positions"])
        open_reader(&degrees, snapshot["degrees"])
        open_reader(&edges, snapshot["edges"])
        open_reader(&bases, snapshot["bases"])
        for k in range(n):
            numbers = <const uint32_t *> (<const char *> heads + 20 * k)
            if (numbers[0] >= PARTITIONS or not 0 < numbers[2] <= PIECE or numbers[3] > numbers[2]
                    or numbers[1] != self.parts[numbers[0]].expanded
                    or numbers[1] + numbers[2] > self.parts[numbers[0]].count):
                raise ValueError("the pieces of the snapshot do not fit its positions")
            piece = self.new_pieces(1)
            piece.part = numbers[0]
            piece.first = numbers[1]
            piece.count = numbers[2]
            piece.open = numbers[3]
            piece.edge_count = numbers[4]
            self.parts[piece.part].expanded += piece.count
            piece.position = <uint16_t *> read_next(&positions, piece.open * sizeof(uint16_t))
            piece.degree = <uint16_t *> read_next(&degrees, piece.open * sizeof(uint16_t))
            piece.edges = <uint32_t *> read_next(&edges, <size_t> piece.edge_count * sizeof(uint32_t))
            piece.base = <uint16_t *> read_next(&bases, piece.count * sizeof(uint16_t))
            check_piece(piece, self.parts)
        if positions.left or degrees.left or edges.left or bases.left or len(heads) % 20:
            raise ValueError("the snapshot holds more than its pieces need")
        return 0
