"""Fighting Serpents on boards of every length, compiled: rules, move generation, endgame tables."""

from math import comb

include "fighting/board.pxi"
include "fighting/state.pxi"
include "fighting/moves.pxi"
include "fighting/symmetry.pxi"
include "solvers/arguments.pxi"
include "solvers/interrupt.pxi"
include "solvers/perft.pxi"
include "fighting/face.pxi"
include "fighting/playouts.pxi"
include "fighting/slices.pxi"
include "fighting/pair.pxi"
