# Tables at the leaves of a search: a position that a table knows is not searched.  What all games share; each has its
# own leaves.pxi, included after this file and its keys.
#
# THE CONTRACT OF A GAME
#     leaves_t                         the arrays of a table, which somebody else keeps alive
#     probe(leaves, s, key, leaf)      whether the table has the position, whose canonical key is given, and what it
#                                      says of it; noexcept nogil, for any number of threads at once
#     Leaves                           the class that takes the arrays from Python, with `leaves` in it

from libc.stdint cimport int64_t, uint16_t

cdef enum:
    NEVER_ENDS = -1

ctypedef struct leaf_t:
    int outcome               # for the side to move: LOSS, DRAW or WIN
    int plies                 # to the end of the game; NEVER_ENDS: the outcome is that of play without end
