"""Serpent on the board of size 6, compiled: rules, move generation and the solver loops."""

cdef extern from *:
    """
    #define SERPENT_SIZE 6
    """

include "serpent/rules.pxi"
include "serpent/key_wide.pxi"
include "serpent/module.pxi"
