"""Serpent on the board of size 5, compiled: rules, move generation and the solver loops."""

cdef extern from *:
    """
    #define SERPENT_SIZE 5
    """

include "serpent/rules.pxi"
include "serpent/key_wide.pxi"
include "serpent/module.pxi"
