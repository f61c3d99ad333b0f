"""What is wrong in a puzzle, as the validators of all games tell it."""

from collections.abc import Iterable, Iterator, Sequence

from pydantic import BaseModel

from serpentes.puzzles.model import Theme

Fault = tuple[str, str]
"""A field of a puzzle, and what is wrong with it."""

TOO_COSTLY: Fault = ("solution", "cannot be proved with so few nodes of the search")


class OutOfNodesError(Exception):
    """A proof costs more than it may."""


def within(field: str, found: Iterable[Fault]) -> Iterator[Fault]:
    """Faults with the field named in which they are."""
    return ((f"{field}.{inner}", says) for inner, says in found)


def differences(where: str, found: BaseModel, expected: BaseModel) -> Iterator[Fault]:
    """Where a part of a puzzle is not as it should be, field by field."""
    if type(found) is not type(expected):
        fields = ", ".join(type(expected).model_fields)
        yield where, f"is that of another game; expected the fields {fields}"
        return
    for field in type(found).model_fields:
        is_, should_be = getattr(found, field), getattr(expected, field)
        if is_ != should_be:
            yield f"{where}.{field}", f"is {is_}; expected {should_be}"


def themes_differ(found: Sequence[Theme], expected: Sequence[Theme]) -> Iterator[Fault]:
    """Where the themes of a puzzle are not as they should be."""
    names, others = ([theme.name for theme in themes] for themes in (found, expected))
    if names != others:
        yield "themes", f"are {listed(names)}; expected {listed(others)}"
        return
    for place, (theme, other) in enumerate(zip(found, expected, strict=True)):
        yield from differences(f"themes.{place}", theme, other)


def listed(words: Sequence[str]) -> str:
    """Words in a row, or that there are none.

    >>> listed(["a1", "b2"]), listed([])
    ('a1 b2', 'nothing')
    """
    return " ".join(words) or "nothing"
