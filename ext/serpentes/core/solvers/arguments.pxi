# Numbers that come from Python.

cdef object checked(object number, str name, object low, object high):
    """The number, if it is an int in range; TypeError or ValueError, naming it, otherwise."""
    if not isinstance(number, int):
        raise TypeError(f"{name}: expected an int, got {type(number).__name__}")
    if not low <= number <= high:
        raise ValueError(f"{name}: expected {low} to {high}, got {number}")
    return number
