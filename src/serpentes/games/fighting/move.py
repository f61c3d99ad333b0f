"""Moves of Fighting Serpents."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import cast

from serpentes.games import base, longboard
from serpentes.games.fighting.notation import parse_move
from serpentes.games.text import described, quoted


@dataclass(frozen=True, slots=True, repr=False)
class Move(base.Move):
    """A move: a step, a capture (`taken` names the men in board order), or a huff before either.

    Moves are the same if they huff, start, end and take the same; of several routes of one capture
    any may be given, and the moves of a position have the one that is printed. A huff that takes
    the last man has no start and no end.

    >>> move = Move.parse("b2xt3xt1")
    >>> move.start, move.end, move.taken, move.route
    ('b2', 't1', ('t2', 'm3'), ('t3', 't1'))
    """

    huffed: str | None
    start: str | None
    end: str | None
    taken: tuple[str, ...] = ()
    _route: tuple[str, ...] | Callable[[], tuple[str, ...]] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if (self.start is None) != (self.end is None) or not (self.huffed or self.start):
            raise ValueError("a move lacks its start or its end; expected both, or a huff alone")

    @classmethod
    def parse(cls, text: str) -> "Move":
        """The move of a text, legal anywhere or not; ValueError if it cannot be read."""
        huffed, start, end, route = parse_move(text)
        if start is None or not route:
            return cls(huffed, start, end)
        taken: set[str] = set()
        for here, there in pairwise((start, *route)):
            over = longboard.jumped(here, there)
            if over is None:
                raise ValueError(
                    f"move {quoted(text)} cannot be read; "
                    f"no line leads from {here} over one point to {there}"
                )
            taken.add(over)
        return cls(huffed, start, route[-1], tuple(sorted(taken, key=_board_order)), route)

    @property
    def route(self) -> tuple[str, ...]:
        """The landing points of a capture, one for each jump; empty for a step."""
        # Found out when it is first asked for: most moves of a position are never printed.
        if callable(self._route):
            object.__setattr__(self, "_route", self._route())
        return cast("tuple[str, ...]", self._route)

    def __str__(self) -> str:
        huff = f"!{self.huffed}" if self.huffed else ""
        if self.start is None:
            return huff
        move = "x".join((self.start, *self.route)) if self.taken else f"{self.start}-{self.end}"
        return f"{huff} {move}".lstrip()

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[[str], "Move"], tuple[str]]:
        return Move.parse, (str(self),)


def _board_order(name: str) -> tuple[int, int]:
    return longboard.ROW_LETTERS.index(name[0]), int(name[1:])


def own_move(move: object) -> Move:
    """The move itself; ValueError if it is none of this game."""
    if not isinstance(move, Move):
        says = move if isinstance(move, base.Move) else described(move)
        raise ValueError(f"{says} is no move of fighting; expected a move such as m2-m3 or b2xt3")
    return move
