"""Serpent on the board of size 3, compiled: rules, move generation and the solver loops."""

cdef extern from *:
    """
    #define SERPENT_SIZE 3
    """

include "serpent/rules.pxi"
include "serpent/key_narrow.pxi"
include "serpent/module.pxi"
