"""Moves of Serpent Master: placements of cards, and rounds of one placement a player."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from serpentes.games import base
from serpentes.games.text import described, quoted

DISCARD = "-"
LONGEST_MOVE = 64
"""Characters of a move text; the longest that says anything has 35."""

_PLACEMENT = re.compile(
    "(?P<number>[1-9][0-9]{0,2})(?:(?:@(?P<cell>[a-h][1-8]))?(?P<heading>[NESW])|-)", re.ASCII
)


@dataclass(frozen=True, slots=True, repr=False)
class Placement(base.Move):
    """What becomes of a card: laid in a heading, or discarded (no heading).

    One is the move of a solo task. `cell` names the edge cell where the head enters the board, None
    where it stands on it already.

    >>> placement = Placement.parse("14@c1N")
    >>> placement.number, placement.cell, placement.heading
    (14, 'c1', 'N')
    >>> Placement.parse("8E"), str(Placement(8))
    (Placement.parse('8E'), '8-')
    """

    number: int
    heading: str | None = None
    cell: str | None = None

    @classmethod
    def parse(cls, text: str) -> "Placement":
        """The placement of a text, legal anywhere or not; ValueError if it cannot be read."""
        return cls(*_read(_stripped(text)))

    def __str__(self) -> str:
        entry = f"@{self.cell}" if self.cell else ""
        return f"{self.number}{entry}{self.heading or DISCARD}"

    def __repr__(self) -> str:
        return f"Placement.parse({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Round(base.Move):
    """A round of a game: a placement of each player, in the order of the players.

    >>> Round.parse("15@a1N,14@f1N").placements
    (Placement.parse('15@a1N'), Placement.parse('14@f1N'))
    """

    placements: tuple[Placement, ...]

    @classmethod
    def parse(cls, text: str) -> "Round":
        """The round of a text, legal anywhere or not; ValueError if it cannot be read."""
        stripped = _stripped(text)
        if len(stripped) > LONGEST_MOVE:
            raise ValueError(
                f"round {quoted(text)} is {len(stripped)} characters long; "
                f"expected at most {LONGEST_MOVE}"
            )
        return cls(tuple(Placement(*_read(part)) for part in stripped.split(",")))

    def __str__(self) -> str:
        return ",".join(map(str, self.placements))

    def __repr__(self) -> str:
        return f"Round.parse({str(self)!r})"


Move = Placement | Round


def _read(text: str) -> tuple[int, str | None, str | None]:
    """The number, the heading and the cell of a placement."""
    match = _PLACEMENT.fullmatch(text) if len(text) <= LONGEST_MOVE else None
    if match is None:
        raise ValueError(
            f"placement {quoted(text)} cannot be read; expected the number of a card with a "
            "heading N, E, S or W (8E), an edge cell in between where the head enters the "
            "board (14@c1N), or a discard (8-)"
        )
    return int(match["number"]), match["heading"], match["cell"]


def _stripped(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"move is {described(text)}; expected a text such as '15@a1N'")
    return text.strip(" \t\r\n")


def placements_of(move: object, players: int) -> tuple[Placement, ...]:
    """The placements of a move for that number of players, given as a move or as a text.

    Raises ValueError if it is none, or of another number of players.

    >>> placements_of("15@a1N", 2)
    Traceback (most recent call last):
    ValueError: move '15@a1N' has 1 placement; expected 2, one a player, separated by commas
    """
    wanted: object = Round.parse(move) if isinstance(move, str) else move
    found: Sequence[Placement]
    if isinstance(wanted, Round):
        found = wanted.placements
    elif isinstance(wanted, Placement):
        found = (wanted,)
    else:
        says = move if isinstance(move, base.Move) else described(move)
        raise ValueError(
            f"{says} is no move of master; expected a move such as 15@a1N or 15@a1N,14@f1N"
        )
    if len(found) != players:
        plural = "" if len(found) == 1 else "s"
        expected = "1" if players == 1 else f"{players}, one a player, separated by commas"
        raise ValueError(
            f"move {quoted(str(move))} has {len(found)} placement{plural}; expected {expected}"
        )
    return tuple(found)
