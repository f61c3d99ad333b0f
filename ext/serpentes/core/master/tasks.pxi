# A solo task cut into parts, which threads search side by side.
#
# A rotation that leaves the board, its blocked cells and the start as they are takes every solution to another one, as
# it changes the heading of the first card.  So only one of the first placements that rotations take to each other is
# counted, and the total multiplied by the number of rotations.

cdef enum:
    ENOUGH_TASKS = 64         # they are not cut again then
    NO_CARD = -1

ctypedef struct tasks_t:
    task_t *tasks
    int count


cdef int rotated(const board_t *b, int cell, int quarters) noexcept nogil:
    """The cell that a cell goes to when the board is turned clockwise."""
    cdef int x = cell & 7, y = cell >> 3, width = b.width, height = b.height
    for _ in range(quarters):
        x, y = y, width - 1 - x
        width, height = height, width
    return ROW * y + x


cdef uint64_t all_rotated(const board_t *b, uint64_t cells, int quarters) noexcept nogil:
    cdef uint64_t image = 0
    while cells:
        image |= bit_at(rotated(b, lowest_index64(cells), quarters))
        cells &= cells - 1
    return image


cdef int rotations_of(const packing_t *p) noexcept nogil:
    """The rotations that leave a task as it is; bit i is the one by i quarters."""
    cdef int quarters, found = 1
    if not p.hand:
        return found
    for quarters in range(1, 4):
        if ((quarters == 2 or p.b.width == p.b.height) and all_rotated(p.b, p.free, quarters) == p.free
                and all_rotated(p.b, p.starts, quarters) == p.starts):
            found |= 1 << quarters
    return found


cdef bint is_least(const board_t *b, int start, int heading, int rotations) noexcept nogil:
    """Whether a first placement comes before its images."""
    cdef int quarters
    for quarters in range(1, 4):
        if (rotations >> quarters & 1
                and rotated(b, start, quarters) * HEADINGS + (heading + quarters & 3) < start * HEADINGS + heading):
            return False
    return True


cdef void add_parts(const packing_t *p, const task_t *whole, int card, int start, int rotations, tasks_t *out) noexcept:
    """Add what is left of a task after each way to lay a card from a cell."""
    cdef const place_t *places
    cdef task_t *part
    cdef int i
    for i in range(ways(p.b, card, start, &places)):
        if places[i].tokens & ~whole.free or not is_least(p.b, start, places[i].heading, rotations):
            continue
        part = &out.tasks[out.count]
        out.count += 1
        part[0] = whole[0]
        part.free = whole.free & ~places[i].tokens
        part.head = places[i].end
        part.tokens = whole.tokens - p.b.lengths[card]
        part.left = whole.left & ~((<uint32_t> 1) << card)
        if whole.card == NO_CARD:
            part.card = card
            part.start = start
            part.heading = places[i].heading


cdef int cut(const packing_t *p, tasks_t *tasks, int rotations) except -1:
    """Cut each task behind its first placement, in the order of cards, start cells and headings."""
    cdef tasks_t wholes = tasks[0]
    cdef const task_t *whole
    cdef uint64_t starts, all_starts
    cdef uint32_t cards
    cdef int i, most_starts = popcount64(p.starts) if wholes.tasks[0].card == NO_CARD else 1
    tasks.count = 0
    tasks.tasks = <task_t *> malloc(wholes.count * (most_starts * HEADINGS * p.b.cards + 1) * sizeof(task_t))
    if tasks.tasks == NULL:
        tasks[0] = wholes
        raise MemoryError("no memory for the parts of a task")
    for i in range(wholes.count):
        whole = &wholes.tasks[i]
        all_starts = p.starts if whole.card == NO_CARD else bit_at(whole.head)
        cards = choices_from(p, whole.left)
        while cards:
            starts = all_starts
            while starts:
                add_parts(p, whole, lowest_index64(cards), lowest_index64(starts), rotations, tasks)
                starts &= starts - 1
            cards &= cards - 1
    free(wholes.tasks)
    return 0


cdef int make_tasks(const packing_t *p, int rotations, int enough, tasks_t *tasks) except -1:
    """The task cut behind the first placement, and again while there are not enough parts; free with `free`."""
    tasks.tasks = <task_t *> calloc(1, sizeof(task_t))
    if tasks.tasks == NULL:
        raise MemoryError("no memory for a task")
    tasks.count = 1
    tasks.tasks[0].free = p.free
    tasks.tasks[0].tokens = p.tokens
    tasks.tasks[0].left = p.hand
    tasks.tasks[0].card = NO_CARD
    if p.hand:
        cut(p, tasks, rotations)
    while 0 < tasks.count < enough and popcount64(tasks.tasks[0].left) > FEWEST_REMEMBERED:
        cut(p, tasks, 1)
    return 0
