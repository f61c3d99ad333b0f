"""Serpent on the board of size 4, compiled: rules, move generation and the solver loops."""

cdef extern from *:
    """
    #define SERPENT_SIZE 4
    """

include "serpent/rules.pxi"
include "serpent/key_wide.pxi"
include "serpent/module.pxi"
