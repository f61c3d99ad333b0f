# Perft: the number of move sequences of exactly `depth` moves.  Written once, included per game.
#
# THE CONTRACT OF A GAME, as the solvers in this folder use it.  All are `noexcept nogil`.
#
#   required
#     state_t                  a position as the side to move sees it; plain C, copied by assignment
#     child_t                  .state, .move (uint32_t), .status (GOES_ON, MOVER_WINS, MOVER_LOSES): a legal
#                              move and the position after it, as the next side to move sees it
#     MAX_MOVES                room that a list of children needs
#     children(s, rulings, out)    writes every legal move in the game's fixed order; the number of them
#     count_children(s, rulings)   the same number without the list (may be much faster)
#     known_outcome(s, rulings, out, n)    given the n children: the outcome for the side to move (LOSS, DRAW,
#                              WIN) where the game is over by the rules; else 0.  Always known if n is 0; with
#                              one child also where a draw is called although there is a move
#   required by the solvers that keep positions
#     canonical_key(s)         equal for two positions exactly if a symmetry takes one to the other


cdef enum:
    POLL_DEPTH = 4            # look for Ctrl-C at nodes this far from the leaves


cdef uint64_t perft_below(const state_t *s, int rulings, int depth, child_t *room) noexcept nogil:
    """Leaves at `depth` plies below `s`; `room` holds depth - 1 lists of MAX_MOVES children."""
    cdef uint64_t leaves = 0
    cdef int i, n
    if depth >= POLL_DEPTH and interrupted():
        return 0
    if depth == 0:
        return 1
    if depth == 1:
        return count_children(s, rulings)
    n = children(s, rulings, room)
    for i in range(n):
        if room[i].status == GOES_ON:
            leaves += perft_below(&room[i].state, rulings, depth - 1, room + MAX_MOVES)
    return leaves


cdef uint64_t count_leaves(const state_t *s, int rulings, int depth) except? 0xFFFFFFFFFFFFFFFF:
    """perft_below with its working memory; releases the GIL."""
    cdef uint64_t leaves
    cdef child_t *room = <child_t *> malloc(<size_t> max(depth, 1) * MAX_MOVES * sizeof(child_t))
    if room == NULL:
        raise MemoryError(f"no memory for the move lists of depth {depth}")
    try:
        with nogil:
            leaves = perft_below(s, rulings, depth, room)
        raise_pending()
    finally:
        free(room)
    return leaves
