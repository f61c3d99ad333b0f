"""User input in error messages."""

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


def described(thing: object) -> str:
    """What was given where something of another type is expected, on one line.

    >>> described("2"), described(None)
    ("the str '2'", "the NoneType 'None'")
    """
    return f"the {type(thing).__name__} {quoted(str(thing))}"


def numbered(number: int, noun: str) -> str:
    """The number of things with their name.

    >>> numbered(1, "field"), numbered(0, "field")
    ('1 field', '0 fields')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
