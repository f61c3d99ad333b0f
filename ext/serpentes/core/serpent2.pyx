"""Serpent on the board of size 2, compiled: rules, move generation and the solver loops."""

cdef extern from *:
    """
    #define SERPENT_SIZE 2
    """

include "serpent/rules.pxi"
include "serpent/key_narrow.pxi"
include "serpent/module.pxi"
