"""Quoting of user input in error messages."""

LONGEST = 60


def quoted(text: str) -> str:
    """The text in quotes for an error message: one line of printable characters.

    A long one loses its middle, because of a path the end says most.

    >>> quoted("a\\nb")
    "'a\\\\nb'"
    >>> len(quoted("9" * 1000)) < 80
    True
    """
    if len(text) > LONGEST:
        half = (LONGEST - 3) // 2
        text = f"{text[:half]}...{text[-half:]}"
    return repr(text)
