"""The kinds of puzzles: what each claims, and by what it is proved."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from serpentes.puzzles.moves.model import GoalValue, Kind
from serpentes.solve.strategies import Keeps


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a kind of puzzle.

    `keeps` is what the fortress of the side to move keeps, None where a tree takes its place;
    `opposing` says whether there is a fortress of the other side, too.
    """

    value: GoalValue
    then: Literal["wins as fast", "wins", "does not lose"]
    criterion: Literal["one move wins", "one move does not lose"]
    keeps: Keeps | None
    opposing: bool

    @property
    def wins(self) -> bool:
        """Whether the side to move wins."""
        return self.value == "win"


TERMS: Mapping[Kind, Terms] = {
    "win": Terms("win", "wins as fast", "one move wins", None, opposing=False),
    "count": Terms("win", "wins", "one move wins", "win", opposing=False),
    "draw": Terms("draw", "does not lose", "one move does not lose", "draw", opposing=True),
    "save": Terms(
        "draw or better", "does not lose", "one move does not lose", "draw", opposing=False
    ),
}
