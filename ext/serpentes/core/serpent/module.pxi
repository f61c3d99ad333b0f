# What a module of one size is made of above its rules and its keys: the solvers, and the face to Python.

include "solvers/arguments.pxi"
include "solvers/interrupt.pxi"
include "solvers/tasks.pxi"
include "solvers/perft.pxi"
include "serpent/face.pxi"
include "serpent/explain.pxi"
include "solvers/positions.pxi"
include "solvers/edges.pxi"
include "solvers/snapshot.pxi"
include "solvers/retrograde.pxi"
include "solvers/search.pxi"
include "serpent/batch.pxi"
