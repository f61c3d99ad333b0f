"""The notation of Fighting Serpents: texts to sets of points and moves, and back.

A position is `top/middle/bottom side`, such as `wwww/1w1b1/bbbb b`, with the men that may be huffed
as a third field where there are any. Everything here is about texts; whether the men make a
position under the rulings is asked in `fighting`.
"""

import re
from itertools import pairwise
from typing import NamedTuple, cast

from serpentes.games.base import Side
from serpentes.games.longboard import (
    LARGEST,
    ROW_LETTERS,
    SMALLEST,
    names_of,
    point_indices,
    row_lengths,
)
from serpentes.games.rows import bitboards, counted, read_row, write_rows
from serpentes.games.text import described, numbered, quoted

LONGEST_POSITION = 256
"""Characters of a position text; the longest that says anything has about 150."""

_POINT = "[tmb][1-9][0-9]?"
_MOVE = re.compile(
    f"(?:!(?P<huffed>{_POINT})(?: |$))?"
    f"(?:(?P<start>{_POINT})(?:-(?P<end>{_POINT})|(?P<route>(?:x{_POINT})+)))?",
    re.ASCII,
)


class PositionText(NamedTuple):
    """What a position text says: sets of points in board order, and the side to move."""

    length: int
    black: int
    white: int
    side: Side
    huffable: int


class MoveText(NamedTuple):
    """What a move text says: the man huffed, the start, and either the end of a step or the
    landing points of a capture. A bare huff has neither start nor end."""

    huffed: str | None
    start: str | None
    end: str | None
    route: tuple[str, ...]


def parse_position(text: str, shape: str) -> PositionText:
    """Read a position text for a board of this shape.

    Raises ValueError that names what is wrong and what was expected, TypeError for what is no text.

    >>> parse_position("w1/1b1/2 w", "symmetric")
    PositionText(length=2, black=8, white=1, side='w', huffable=0)
    >>> parse_position("w1/1b/2 w", "symmetric")
    Traceback (most recent call last):
    ValueError: row m ('1b') has 2 points; expected 3 on a board of length 2 with shape=symmetric
    """
    if not isinstance(text, str):
        raise TypeError(f"position is {described(text)}; expected a text such as '1w/b2/2 b'")
    if len(text) > LONGEST_POSITION:
        raise ValueError(
            f"position {quoted(text)} is {len(text)} characters long; "
            f"expected at most {LONGEST_POSITION}"
        )
    fields = text.strip(" \t\r\n").split(" ")
    found = numbered(len(fields) if text.strip() else 0, "field")
    if len(fields) not in (2, 3):
        raise ValueError(
            f"position {quoted(text)} has {found}; expected "
            "2, separated by a single space: rows, side to move (such as 'wwww/1w1b1/bbbb b'); "
            "with capture=huff a third may name the men that may be huffed (m2,m4)"
        )
    length, black, white = _parse_rows(fields[0], shape)
    if fields[1] not in ("b", "w"):
        raise ValueError(f"side to move is {quoted(fields[1])}; expected b or w")
    huffable = _parse_points(fields[2], length, shape) if len(fields) == 3 else 0
    return PositionText(length, black, white, cast(Side, fields[1]), huffable)


def format_position(position: PositionText, shape: str) -> str:
    """The canonical text: one number for each run of empty points.

    >>> format_position(parse_position("w1/1b1/2 w m2", "symmetric"), "symmetric")
    'w1/1b1/2 w m2'
    """
    rows = write_rows(row_lengths(position.length, shape), position.black, position.white)
    men = ",".join(names_of(position.huffable, position.length, shape))
    return f"{rows} {position.side} {men}".rstrip()


def _parse_rows(text: str, shape: str) -> tuple[int, int, int]:
    rows = text.split("/")
    if len(rows) != len(ROW_LETTERS):
        raise ValueError(
            f"rows {quoted(text)} are {len(rows)} in number; expected 3, separated by /"
        )
    points = [read_row(letter, row, "points") for letter, row in zip("tmb", rows, strict=True)]
    length = len(points[0])
    if not SMALLEST <= length <= LARGEST:
        raise ValueError(
            f"row t ({quoted(rows[0])}) has {counted(points[0])} points; "
            f"expected {SMALLEST} to {LARGEST}"
        )
    expected = zip(ROW_LETTERS, rows, points, row_lengths(length, shape), strict=True)
    for letter, row, found, count in expected:
        if len(found) != count:
            raise ValueError(
                f"row {letter} ({quoted(row)}) has {counted(found)} points; "
                f"expected {count} on a board of length {length} with shape={shape}"
            )
    return length, *bitboards(points)


def _parse_points(text: str, length: int, shape: str) -> int:
    indices = point_indices(length, shape)
    places = [indices.get(name, -1) for name in text.split(",")]
    if places[0] < 0 or any(there <= here for here, there in pairwise(places)):
        raise ValueError(
            f"men that may be huffed are {quoted(text)}; expected points of a board of length "
            f"{length} in board order, separated by commas (such as m1,b2)"
        )
    return sum(1 << place for place in places)


def parse_move(text: str) -> MoveText:
    """Read a move text: `m2-m3`, `b2xt3xt1`, either with `!m2 ` in front, or `!m2` alone.

    Raises ValueError for a text of another form; points are not looked up, as that takes a board.

    >>> parse_move("!m2 b2xt3xt1")
    MoveText(huffed='m2', start='b2', end=None, route=('t3', 't1'))
    """
    if not isinstance(text, str):
        raise TypeError(f"move is {described(text)}; expected a text such as 'm2-m3'")
    stripped = text.strip(" \t\r\n")
    match = _MOVE.fullmatch(stripped) if stripped and len(stripped) <= LONGEST_POSITION else None
    if match is None:
        raise ValueError(
            f"move {quoted(text)} cannot be read; expected a step (m2-m3) or a capture by its "
            "landing points (b2xt3xt1), either after a huff (!m2 b2-m3), or a huff alone (!m2)"
        )
    route = tuple(match["route"][1:].split("x")) if match["route"] else ()
    return MoveText(match["huffed"], match["start"], match["end"], route)
