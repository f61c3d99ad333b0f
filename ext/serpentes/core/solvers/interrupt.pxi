# Ctrl-C in loops that run without the GIL.

cdef extern from "Python.h":
    int check_signals "PyErr_CheckSignals"() noexcept
    void *pending_exception "PyErr_Occurred"() noexcept


cdef bint interrupted() noexcept nogil:
    """Whether a signal handler has raised; the exception waits for `raise_pending`, and the loop must end."""
    with gil:
        return check_signals() != 0


cdef int raise_pending() except -1:
    """Raise the exception that `interrupted` found, if there is one."""
    return -1 if pending_exception() != NULL else 0
