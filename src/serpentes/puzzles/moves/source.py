"""Where the values of a puzzle come from: what a table and a search have in common."""

from collections.abc import Mapping
from typing import Literal, Protocol

from serpentes.games.base import Move, SearchablePosition, Side
from serpentes.solve.strategies import Keeps
from serpentes.solve.value import Value

Method = Literal["retrograde analysis", "forward search"]


class Source(Protocol):
    """What a puzzle is built from.

    `method` is how values are found, `positions` how many the table has, None without a table.
    """

    @property
    def method(self) -> Method: ...
    @property
    def positions(self) -> int | None: ...

    def value(self, position: SearchablePosition) -> Value:
        """The value of a position; raises GaveUpError if it takes too much work."""
        ...

    def has(self, position: SearchablePosition, value: Value) -> bool:
        """Whether a position has this value, a win or a loss in so many plies."""
        ...

    def strategy(
        self, start: SearchablePosition, side: Side, most: int, keeps: Keeps
    ) -> Mapping[str, str] | None:
        """A closed strategy by which `side` keeps what it has, from `start` on, by texts.

        None if it has more than `most` positions or takes too much work to find.
        """
        ...

    def reply(self, position: SearchablePosition) -> Move:
        """A move of best play, as far as is known, by the side that a strategy is against."""
        ...

    def answer(self, position: SearchablePosition, keeps: Keeps) -> Move:
        """A move by which the side to move keeps that; raises GaveUpError if none can be found."""
        ...


class GaveUpError(Exception):
    """Something may be there, but not where it could be found with so little work."""


def line(source: Source, position: SearchablePosition, value: Value) -> tuple[Move, ...]:
    """Best play to the end, from a position of this value: a win or a loss in so many plies."""
    moves: list[Move] = []
    while value.plies:
        outcome: Literal["win", "loss"] = "loss" if value.outcome == "win" else "win"
        value = Value(outcome, value.plies - 1)
        move, position = _first(source, position, value)
        moves.append(move)
    return tuple(moves)


def _first(
    source: Source, position: SearchablePosition, value: Value
) -> tuple[Move, SearchablePosition]:
    for move, child in position.children():
        if source.has(child, value):
            return move, child
    raise RuntimeError(f"no move of '{position}' leads to {value}")
