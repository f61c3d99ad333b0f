"""Serpent on the board of size 2, compiled: rules, move generation and the solver loops."""

cdef extern from *:
    """
    #define SERPENT_SIZE 2
    """

include "serpent/board.pxi"
include "serpent/survival.pxi"
include "serpent/state.pxi"
include "serpent/safety.pxi"
include "serpent/moves.pxi"
include "serpent/symmetry.pxi"
include "solvers/interrupt.pxi"
include "solvers/perft.pxi"
include "serpent/face.pxi"
include "serpent/explain.pxi"
include "serpent/key_narrow.pxi"
include "solvers/positions.pxi"
include "solvers/edges.pxi"
include "solvers/snapshot.pxi"
include "solvers/retrograde.pxi"
include "solvers/search.pxi"
include "serpent/batch.pxi"
