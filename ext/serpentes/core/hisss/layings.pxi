# Where a card can be laid.
#
# WHY LAYINGS ARE MERGED BY LOOKING AT NEIGHBOURS ONLY.  Two layings are one move if they leave the same snakes and
# collect as many cards.  A snake that grows gets longer, so what one laying takes away can never be what another makes;
# hence equal results take away equal snakes and make equal ones.  So it is enough to lay at one of several equal
# snakes, and to compare the few ways to lay a card at one snake or between two.
#
#     at | end | touching | joined | joined end | collected | made        one byte each, `made` two

cdef enum:
    NONE = 255                # in place of the number of a snake
    # Of each length, a middle section fits at most 15 snakes that play can tell apart.  So a table of MOST_CARDS cards
    # has at most 79 that it fits, of lengths 1 to 6; two layings at each, and two between each pair: 6478.
    MOST_LAYINGS = 8192

ctypedef struct laying_t:
    uint8_t at                # the snake laid at, NONE for a new snake
    uint8_t end               # which of its open sides, 0 or 1
    uint8_t touching          # which letter of the card touches it, 0 or 1
    uint8_t joined            # the second snake of a join, else NONE
    uint8_t joined_end
    uint8_t collected         # the cards of the snake, if it is complete now
    snake_t made              # the snake that results, or COMPLETE


cdef inline bint touches(int side, int letter) noexcept nogil:
    """Whether a middle section may be put, with a letter, at an open side."""
    return side == letter or side == RAINBOW


cdef inline bint put_laying(laying_t *out, int at, int joined, int one, int other, int length) noexcept nogil:
    """Write the laying that makes a snake of these sides; False if it would have two heads or two tails."""
    if one >= HEAD and other >= HEAD:
        if one == other:
            return False
        out.made = COMPLETE
        out.collected = <uint8_t> length
    else:
        out.made = snake_of(one, other, length)
        out.collected = 0
    out.at = <uint8_t> at
    out.joined = <uint8_t> joined
    out.end = out.touching = out.joined_end = 0
    return True


cdef int put_closings(const table_t *t, int kind, laying_t *out) noexcept nogil:
    """Every laying of a head or tail at a snake."""
    cdef int i, end, n = 0, colour = colour_of(kind), side = closing(kind)
    cdef snake_t s
    for i in range(t.count):
        s = t.snakes[i]
        if one_side(s) >= LONE_HEAD:
            break                    # a head or tail is never laid at another, and all that follow are lone
        if i > 0 and s == t.snakes[i - 1]:
            continue
        for end in range(end_count(s)):
            if colour == RAINBOW or colour == open_side(s, end):
                if put_laying(&out[n], i, NONE, side, beyond(s, end), length_of(s) + 1):
                    out[n].end = <uint8_t> end
                    n += 1
    return n


cdef int put_joins(const table_t *t, int i, int j, const uint8_t *letters, laying_t *out) noexcept nogil:
    """Every laying of a middle section between two snakes."""
    cdef int end, joined_end, touching, k, n = 0
    cdef snake_t s = t.snakes[i], u = t.snakes[j]
    for end in range(end_count(s)):
        for joined_end in range(end_count(u)):
            for touching in range(2):
                if not touches(open_side(s, end), letters[touching]):
                    continue
                if not touches(open_side(u, joined_end), letters[1 - touching]):
                    continue
                if not put_laying(&out[n], i, j, beyond(s, end), beyond(u, joined_end),
                                  length_of(s) + length_of(u) + 1):
                    continue
                for k in range(n):
                    if out[k].made == out[n].made:
                        break
                else:
                    out[n].end = <uint8_t> end
                    out[n].joined_end = <uint8_t> joined_end
                    out[n].touching = <uint8_t> touching
                    n += 1
    return n


cdef int put_middles(const table_t *t, int kind, laying_t *out) noexcept nogil:
    """Every laying of a middle section at a snake, then between two."""
    cdef int fitting[MOST_CARDS]
    cdef int i, j, end, touching, before, n = 0, count = 0
    cdef const uint8_t *letters = LETTERS[kind]
    cdef snake_t s
    for i in range(t.count):
        s = t.snakes[i]
        if i > 0 and s == t.snakes[i - 1]:
            continue
        before = n
        for end in range(end_count(s)):
            for touching in range(2):
                if touches(open_side(s, end), letters[touching]):
                    put_laying(&out[n], i, NONE, beyond(s, end), letters[1 - touching], length_of(s) + 1)
                    out[n].end = <uint8_t> end
                    out[n].touching = <uint8_t> touching
                    n += 1
        if n > before:
            fitting[count] = i
            count += 1
    for i in range(count):
        # A snake can be joined with one that is equal.
        j = fitting[i] + 1
        if j < t.count and t.snakes[j] == t.snakes[fitting[i]]:
            n += put_joins(t, fitting[i], j, letters, &out[n])
        for j in range(i + 1, count):
            n += put_joins(t, fitting[i], fitting[j], letters, &out[n])
    return n


cdef int layings(const table_t *t, int kind, bint optional, laying_t *out) noexcept nogil:
    """Every move of a card; `out` has room for MOST_LAYINGS."""
    cdef int n = put_middles(t, kind, out) if is_middle(kind) else put_closings(t, kind, out)
    if n == 0 or optional:
        out[n].at = out[n].joined = NONE
        out[n].end = out[n].touching = out[n].joined_end = out[n].collected = 0
        out[n].made = lone_card(kind)
        n += 1
    return n


cdef void lay(const table_t *t, const laying_t *laying, table_t *after) noexcept nogil:
    """The table after a laying."""
    cdef int i, n = 0
    cdef snake_t s, made = laying.made       # COMPLETE is above all snakes, so it is never put in
    for i in range(t.count):
        if i == laying.at or i == laying.joined:
            continue
        s = t.snakes[i]
        if s > made:
            after.snakes[n] = made
            n += 1
            made = COMPLETE
        after.snakes[n] = s
        n += 1
    if made != COMPLETE:
        after.snakes[n] = made
        n += 1
    after.count = n
