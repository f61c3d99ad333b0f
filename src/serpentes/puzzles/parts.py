"""What is shown of a puzzle, part by part: what there is to draw, not how a terminal draws it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from serpentes.games.base import Position, TwoPlayerPosition


@dataclass(frozen=True, slots=True)
class Drawing:
    """The board of a position, with some cells marked, and letters for the tokens on some."""

    position: Position
    marked: frozenset[str] = frozenset()
    letters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """The side to move, and what is said of it."""

    position: TwoPlayerPosition
    says: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text."""

    text: str
    style: Literal["", "bold"] = ""


Part: TypeAlias = Drawing | Turn | Line
