"""Moves of Serpent, and what the compiled core has in their place."""

from dataclasses import dataclass
from functools import cache

from serpentes.games import base, hexagon
from serpentes.games.base import OTHER, Side
from serpentes.games.serpent.notation import parse_move

PLACE, SNAKE, PASS = 0 << 20, 1 << 20, 2 << 20
OWN_FIRST, OPPONENT_FIRST = 1 << 16, 2 << 16
"""Parts of a move as the core has it, besides the cell and, shifted by 8 bits, the tail."""


@dataclass(frozen=True, slots=True, repr=False)
class Move(base.Move):
    """A move: a placement, a snake move (with the tail it leaves), or a pass (no cell).

    `first` is the colour removed first where the order matters, else None.

    >>> move = Move.parse("a1-b2~w")
    >>> move.tail, move.cell, move.first
    ('a1', 'b2', 'w')
    >>> str(Move("c3")), Move(None)
    ('c3', Move.parse('pass'))
    """

    cell: str | None
    tail: str | None = None
    first: Side | None = None

    @classmethod
    def parse(cls, text: str) -> "Move":
        """The move of a text, legal anywhere or not; ValueError if it cannot be read."""
        return cls(*parse_move(text))

    def __str__(self) -> str:
        if self.cell is None:
            return "pass"
        tail = f"{self.tail}-" if self.tail else ""
        return f"{tail}{self.cell}{f'~{self.first}' if self.first else ''}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


def own_move(move: base.Move) -> Move:
    if not isinstance(move, Move):
        raise ValueError(f"{move} is no move of serpent; expected a move such as c3 or a1-b2")
    return move


@cache
def core_move(size: int, side: Side, code: int) -> Move:
    # Cached for good: a board has at most a few thousand codes, and moves are made far more often.
    if code == PASS:
        return Move(None)
    names = hexagon.cell_names(size)
    first: Side | None = None
    if code & (OWN_FIRST | OPPONENT_FIRST):
        first = side if code & OWN_FIRST else OTHER[side]
    return Move(names[code & 255], names[code >> 8 & 255] if code & SNAKE else None, first)
