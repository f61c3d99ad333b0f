"""The notation of Serpent: texts to bitboards and back, with an error for whatever is wrong.

A position is `rows side hatched`, such as `1ww/2bb/wbw2/b1w1/bbw b bw`; the rules say what it
means. Everything here is about texts; whether the stones make a possible position is asked in
`serpent`.
"""

import re
from typing import NamedTuple, cast

from serpentes.games.base import Side
from serpentes.games.hexagon import ROW_LETTERS, row_lengths
from serpentes.games.rows import bitboards, counted, read_row, write_rows
from serpentes.games.text import described, numbered, quoted

SMALLEST, LARGEST = 2, 6
HATCHED = {"-": "", "b": "b", "w": "w", "bw": "bw"}
LONGEST_POSITION = 256
"""Characters of a position text; the longest that says anything has half as many."""

_MOVE = re.compile(
    "(?P<tail>[a-z][0-9]{1,3}-)?(?P<cell>[a-z][0-9]{1,3})(?P<first>~[bw])?", re.ASCII
)


class PositionText(NamedTuple):
    """What a position text says: bitboards in board order, side to move, hatched colours."""

    size: int
    black: int
    white: int
    side: Side
    hatched: str


class MoveText(NamedTuple):
    """What a move text says: the cell, the tail, the colour removed first; all None for a pass."""

    cell: str | None
    tail: str | None
    first: Side | None


def parse_position(text: str) -> PositionText:
    """Read a position text. Raises ValueError that names what is wrong and what was expected,
    TypeError for what is no text.

    >>> parse_position("2/1b1/2 w -")
    PositionText(size=2, black=8, white=0, side='w', hatched='')
    >>> parse_position("2/1b2/2 w -")
    Traceback (most recent call last):
    ValueError: row b ('1b2') has 4 cells; expected 3 on a board of size 2
    """
    if not isinstance(text, str):
        raise TypeError(f"position is {described(text)}; expected a text such as '3/4/5/4/3 b -'")
    if len(text) > LONGEST_POSITION:
        raise ValueError(
            f"position {quoted(text)} is {len(text)} characters long; "
            f"expected at most {LONGEST_POSITION}"
        )
    fields = text.strip(" \t\r\n").split(" ")
    found = numbered(len(fields) if text.strip() else 0, "field")
    if len(fields) != 3:
        raise ValueError(
            f"position {quoted(text)} has {found}; expected "
            "3, separated by single spaces: rows, side to move, hatched colours "
            "(such as '3/4/5/4/3 b -')"
        )
    rows, side, hatched = fields
    size, black, white = _parse_rows(rows)
    if side not in ("b", "w"):
        raise ValueError(f"side to move is {quoted(side)}; expected b or w")
    if hatched not in HATCHED:
        raise ValueError(f"hatched colours are {quoted(hatched)}; expected -, b, w or bw")
    return PositionText(size, black, white, cast(Side, side), HATCHED[hatched])


def format_position(position: PositionText) -> str:
    """The canonical text: one number for each run of empty cells.

    >>> format_position(parse_position("2/1b1/2 w -"))
    '2/1b1/2 w -'
    """
    rows = write_rows(row_lengths(position.size), position.black, position.white)
    return f"{rows} {position.side} {position.hatched or '-'}"


def _parse_rows(text: str) -> tuple[int, int, int]:
    rows = text.split("/")
    size, odd = divmod(len(rows) + 1, 2)
    if odd or not SMALLEST <= size <= LARGEST:
        raise ValueError(
            f"rows {quoted(text)} are {len(rows)} in number; expected 3, 5, 7, 9 or 11 "
            "(twice the size, less one), separated by /"
        )
    cells: list[str] = []
    for letter, row, length in zip(ROW_LETTERS, rows, row_lengths(size), strict=False):
        cells.append(read_row(letter, row, "cells"))
        if len(cells[-1]) != length:
            raise ValueError(
                f"row {letter} ({quoted(row)}) has {counted(cells[-1])} cells; "
                f"expected {length} on a board of size {size}"
            )
    return size, *bitboards(cells)


def parse_move(text: str) -> MoveText:
    """Read a move text: `c3`, `a1-b2`, either with `~b` or `~w` behind, or `pass`.

    Raises ValueError for a text of another form; cells are not looked up, as that takes a board.

    >>> parse_move("a1-b2~w")
    MoveText(cell='b2', tail='a1', first='w')
    """
    if not isinstance(text, str):
        raise TypeError(f"move is {described(text)}; expected a text such as 'c3'")
    text = text.strip(" \t\r\n")
    if text == "pass":
        return MoveText(None, None, None)
    match = _MOVE.fullmatch(text)
    if match is None:
        raise ValueError(
            f"move {quoted(text)} cannot be read; expected a cell (c3), TAIL-NEWHEAD (a1-b2), "
            "either with ~b or ~w behind for the colour removed first, or pass"
        )
    tail, first = match["tail"], match["first"]
    return MoveText(
        match["cell"],
        tail[:-1] if tail else None,
        cast(Side, first[1:]) if first else None,
    )
