"""Themes: what happens in a solution, each with its evidence.

A detector is a function from what is known of a puzzle to the evidence, or None. Detectors need
nothing but the rules; they know neither the generator nor each other. Every game has its own
(`serpentes.puzzles.games`); what they share is here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from serpentes.games.base import Move, SearchablePosition, Side

Cells = tuple[str, ...]
P = TypeVar("P", bound=SearchablePosition)
M = TypeVar("M", bound=Move)

COLOURS: Mapping[Side, str] = {"b": "black", "w": "white"}


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a theme is there: a sentence, and the moves, cells and groups that it is about."""

    says: str
    moves: tuple[Move, ...] = ()
    cells: Cells = ()
    groups: tuple[Cells, ...] = ()


@dataclass(frozen=True)
class Solved(Generic[P, M]):
    """What detectors look at: a position, its key move (`line[0]`), the main line, the tries.

    `tries` are all other legal moves; `wins` says whether the goal is to win.
    """

    position: P
    line: tuple[M, ...]
    tries: tuple[M, ...]
    wins: bool

    @property
    def key(self) -> M:
        """The key move."""
        return self.line[0]

    @cached_property
    def path(self) -> tuple[P, ...]:
        """The positions of the main line, from the puzzle's on."""
        path = [self.position]
        for move in self.line:
            path.append(path[-1].play(move))
        return tuple(path)


Detector = Callable[[Any], Evidence | None]
"""A detector of a game, called with a `Solved` of its positions and moves."""


def read_solved(
    position: SearchablePosition, line: Sequence[str], tries: Sequence[str], wins: bool
) -> Solved[SearchablePosition, Move]:
    """What the texts of a puzzle say is known of it; ValueError for a move that is not legal.

    >>> from serpentes.games import serpent
    >>> known = read_solved(serpent.parse("bw/2b/w1 b bw"), ["b2~w"], ["b1", "c2"], wins=True)
    >>> known.key, len(known.path)
    (Move.parse('b2~w'), 2)
    """
    found = tuple(legal_move(position, text) for text in tries)
    moves: list[Move] = []
    after = position
    for text in line:
        moves.append(legal_move(after, text))
        after = after.play(moves[-1])
    return Solved(position, tuple(moves), found, wins)


def legal_move(position: SearchablePosition, text: str) -> Move:
    """The legal move that is written so; ValueError says why there is none.

    >>> from serpentes.games import serpent
    >>> legal_move(serpent.start(size=2), "c3")
    Traceback (most recent call last):
    ValueError: 'c3' is no cell of a board of size 2; expected a1 to c2
    """
    for move in position.moves():
        if str(move) == text:
            return move
    position.play(text)
    raise ValueError(f"{text} is written another way than the rules have it")
