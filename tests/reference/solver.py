"""A naive solver for any small game, and the slow way to a canonical Serpent position.

A game's positions must be hashable and have `side`, `moves()`, `play(move)` and `result()` (None
while play goes on, else the colour that has won, or 'draw').

>>> solve(serpent.start(size=2), canonical)[serpent.start(size=2)]
Value(outcome='loss', plies=5)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import NamedTuple, Protocol, Self, TypeVar

from . import serpent, serpent_board


class Playable(Hashable, Protocol):
    """What the solver asks of a position."""

    @property
    def side(self) -> str:
        """The colour to move."""

    def moves(self) -> list[str]:
        """Return the legal moves."""

    def play(self, text: str, /) -> Self:
        """Return the position after a move."""

    def result(self) -> str | None:
        """Return None while play goes on, else the winner or 'draw'."""


P = TypeVar("P", bound=Playable)


class Value(NamedTuple):
    """A value for the side to move: 'win', 'draw' or 'loss', and the plies to the end of the game.

    The winner plays as fast and the loser as slowly as possible. A draw by play that never ends has
    plies None; one that ends has those of the quickest end that both can steer to.
    """

    outcome: str
    plies: int | None


def itself(position: P) -> P:
    """Return the position itself: no two are taken for the same."""
    return position


def reachable(start: P, canonical: Callable[[P], P] = itself) -> dict[P, tuple[P, ...]]:
    """Return the successors of every reachable position, games that are over included."""
    first = canonical(start)
    successors: dict[P, tuple[P, ...]] = {}
    waiting = [first]
    while waiting:
        position = waiting.pop()
        if position in successors:
            continue
        found = {canonical(position.play(move)): None for move in position.moves()}
        successors[position] = tuple(found)
        waiting.extend(found)
    return successors


def solve(start: P, canonical: Callable[[P], P] = itself) -> dict[P, Value]:
    """Return the value of every position reachable from `start`, up to `canonical`.

    Games that are over are included: won or lost for the side to move, or drawn, in 0 plies.
    """
    successors = reachable(start, canonical)
    values = {position: ended(position) for position in successors if position.result() is not None}
    decide(successors, values)
    undecided = successors.keys() - values.keys()
    steer_to_drawn_ends(successors, values)
    for position in undecided - values.keys():
        values[position] = Value("draw", None)
    return values


def ended(position: Playable) -> Value:
    """Return the value of a game that is over, for the side to move."""
    result = position.result()
    if result == "draw":
        return Value("draw", 0)
    return Value("win" if result == position.side else "loss", 0)


def decide(successors: dict[P, tuple[P, ...]], values: dict[P, Value]) -> None:
    """Add the wins and losses in 1 ply, then those in 2, and so on, until a length adds none.

    No length can be skipped: a win or loss in n plies has a successor in n - 1.
    """
    plies = 0
    found: dict[P, Value] = values
    while found:
        plies += 1
        found = {}
        for position, following in successors.items():
            if position in values:
                continue
            known = [values[after] for after in following if after in values]
            if any(value.outcome == "loss" for value in known):
                found[position] = Value("win", plies)
            elif len(known) == len(following) and all(value.outcome == "win" for value in known):
                found[position] = Value("loss", plies)
        values.update(found)


def steer_to_drawn_ends(successors: dict[P, tuple[P, ...]], values: dict[P, Value]) -> None:
    """Add the draws that can end, those in 1 ply first; `values` holds all wins and losses."""
    plies = 0
    found: set[P] = {position for position, value in values.items() if value.outcome == "draw"}
    while found:
        plies += 1
        found = {
            position
            for position, following in successors.items()
            if position not in values and not found.isdisjoint(following)
        }
        values.update(dict.fromkeys(found, Value("draw", plies)))


def canonical(position: serpent.Position) -> serpent.Position:
    """Return the least of the 12 images of a Serpent position, seen by its side to move as Black.

    Least: first by the stones of the other side, then by those of the side to move, both read as
    binary numbers with the first cell of the board as the lowest digit.
    """
    if position.side == "w":
        position = replace(
            position,
            black=position.white,
            white=position.black,
            side="b",
            hatched=frozenset(serpent.OTHER[colour] for colour in position.hatched),
        )
    images = [transform(position, symmetry) for symmetry in serpent_board.symmetries(position.size)]
    return min(images, key=lambda image: (number(image, "w"), number(image, "b")))


def transform(position: serpent.Position, symmetry: dict[str, str]) -> serpent.Position:
    """Return the image of a position under a symmetry of the board."""
    return replace(
        position,
        black=frozenset(symmetry[cell] for cell in position.black),
        white=frozenset(symmetry[cell] for cell in position.white),
    )


def number(position: serpent.Position, colour: str) -> int:
    """Return the stones of a colour as a binary number, the first cell of the board lowest."""
    index = serpent.board(position.size).index
    return int(sum(2 ** index[cell] for cell in position.stones(colour)))
