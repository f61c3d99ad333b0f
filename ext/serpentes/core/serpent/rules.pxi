# The rules of Serpent for one size, from the board up.

include "serpent/board.pxi"
include "serpent/survival.pxi"
include "serpent/state.pxi"
include "serpent/safety.pxi"
include "serpent/moves.pxi"
include "serpent/symmetry.pxi"
