# The numbers of a slice, as Python sees them.

cdef int check_men(int rules, object own_men, object other_men, int *own, int *other) except -1:
    cdef int points = board_of(rules).points
    own[0] = checked(own_men, "own men", 1, MOST_MEN)
    other[0] = checked(other_men, "other men", 1, MOST_MEN)
    if own[0] + other[0] > points:
        raise ValueError(f"men: expected at most {points} in all, got {own[0]} and {other[0]}")
    return 0


def slice_sizes(rules, p, q):
    """(positions up to symmetry, all placements) of a slice with p men of the side to move and q of the other."""
    cdef int word = check_rulings(rules), own, other
    check_men(word, p, q, &own, &other)
    return size_of_slice(word, own, other)


cdef class SliceIndex:
    """The numbers of all positions with p men of the side to move and q of the other, up to symmetry.

    >>> index = SliceIndex(4, 1, 1)         # length 4, all defaults
    >>> index.size, index.placements
    (43, 156)
    >>> index.position(index.index(0b1, 0b100, 0))
    (1, 4)
    """
    cdef slice_t slice

    def __cinit__(self, rules, p, q):
        cdef int word = check_rulings(rules), own, other
        check_men(word, p, q, &own, &other)
        make_slice(&self.slice, word, own, other)

    def __dealloc__(self):
        free_slice(&self.slice)

    @property
    def size(self):
        """The number of positions up to symmetry."""
        return self.slice.size

    @property
    def placements(self):
        """The number of positions without symmetry."""
        return size_of_slice(self.slice.rules, self.slice.own_men, self.slice.other_men)[1]

    @property
    def memory(self):
        """The bytes of its tables."""
        return self.slice.bytes

    def index(self, own, opponent, side):
        """The number of a position.  ValueError if it has another number of men."""
        cdef state_t s, plain
        cdef const board_t *b = self.slice.b
        read_state(own, opponent, 0, side, self.slice.rules, &s)
        if popcount64(s.own) != self.slice.own_men or popcount64(s.opponent) != self.slice.other_men:
            raise ValueError(f"men: expected {self.slice.own_men} and {self.slice.other_men}, "
                             f"got {popcount64(s.own)} and {popcount64(s.opponent)}")
        normalise(&s, &plain)
        return number_of(&self.slice, compact(b, plain.own), compact(b, plain.opponent))

    def position(self, index):
        """(own, opponent) of a position, with Black to move.  IndexError if there is no such number."""
        cdef cursor_t cursor
        cdef uint64_t number, own
        if not isinstance(index, int):
            raise TypeError(f"index: expected an int, got {type(index).__name__}")
        if not 0 <= index < self.slice.size:
            raise IndexError(f"index: expected 0 to {self.slice.size - 1}, got {index}")
        number = index
        place_cursor(&self.slice, &cursor, number)
        own = own_men_at(&self.slice, &cursor, number)
        return own, cursor.other

    def histogram(self, const uint8_t[::1] values not None):
        """How often each byte is there: (positions up to symmetry, placements), each a list of 256 numbers."""
        cdef uint64_t positions[256]
        cdef uint64_t placements[256]
        cdef uint64_t number
        cdef cursor_t cursor
        cdef int whole = popcount64(self.slice.b.symmetries), weight
        check_size(values.shape[0], &self.slice)
        memset(positions, 0, sizeof(positions))
        memset(placements, 0, sizeof(placements))
        with nogil:
            place_cursor(&self.slice, &cursor, 0)
            for number in range(self.slice.size):
                if number >= cursor.end:
                    place_cursor(&self.slice, &cursor, number)
                weight = whole
                if cursor.special != NULL:
                    weight = orbit_size(&self.slice, &cursor, own_men_at(&self.slice, &cursor, number))
                positions[values[number]] += 1
                placements[values[number]] += weight
        return [positions[i] for i in range(256)], [placements[i] for i in range(256)]


cdef int check_size(Py_ssize_t size, const slice_t *slice) except -1:
    if <uint64_t> size != slice.size:
        men = f"{slice.own_men} and {slice.other_men} men"
        raise ValueError(f"values: expected {slice.size} bytes for {men}, got {size}")
    return 0
