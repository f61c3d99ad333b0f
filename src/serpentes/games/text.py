"""Texts for people: user input in error messages, numbers."""

from decimal import Decimal

LONGEST = 60
MANY = 10**9
"""Numbers from here on are rounded for people."""


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


def check_type(what: str, thing: object, kind: type, expected: str) -> None:
    """TypeError if a thing is of another type.

    >>> check_type("deck", 5, dict, "a number for each card")
    Traceback (most recent call last):
    TypeError: deck is the int '5'; expected a number for each card
    """
    if not isinstance(thing, kind):
        raise TypeError(f"{what} is {described(thing)}; expected {expected}")


def numbered(number: int, noun: str) -> str:
    """The number of things with their name.

    >>> numbered(1, "field"), numbered(0, "field")
    ('1 field', '0 fields')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def rough(number: int) -> str:
    """A number for people, rounded if it is large.

    >>> rough(12345678), rough(123 * 10**400)
    ('12,345,678', 'about 1.2e+402')
    """
    return f"{number:,}" if number < MANY else f"about {Decimal(number):.1e}"
