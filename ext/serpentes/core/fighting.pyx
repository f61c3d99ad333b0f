"""Fighting Serpents on boards of every length, compiled: rules, move generation, search, tables by material."""

from math import comb

include "fighting/board.pxi"
include "fighting/state.pxi"
include "fighting/moves.pxi"
include "fighting/symmetry.pxi"
include "fighting/key.pxi"
include "solvers/arguments.pxi"
include "solvers/interrupt.pxi"
include "solvers/perft.pxi"
include "fighting/face.pxi"
include "fighting/playouts.pxi"
include "solvers/search.pxi"
include "fighting/slices.pxi"
include "fighting/pair.pxi"
include "fighting/check.pxi"
