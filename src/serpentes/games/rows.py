"""Rows of a board in a position text: `b` and `w` for stones, numbers for runs of empty cells."""

import re
from collections.abc import Iterable

from serpentes.games.text import quoted

EMPTY = "-"
MANY = 99
"""A row read as this long is longer than that of any board, by how much does not matter."""

_TOKEN = re.compile("[0-9]+|.", re.DOTALL)


def read_row(letter: str, row: str, cells: str) -> str:
    """The cells of a row, one character each: b, w or EMPTY.

    `cells` is what the game calls them. Raises ValueError for any other character, and for numbers
    with leading zeros.

    >>> read_row("a", "b2w", "cells")
    'b--w'
    """
    found = ""
    for token in _TOKEN.findall(row):
        if token in ("b", "w"):
            found += token
        elif not token[0].isascii() or not token.isdigit():
            raise ValueError(
                f"row {letter} ({quoted(row)}) has the character {quoted(token)}; "
                f"expected b, w and numbers of empty {cells}"
            )
        elif token[0] == "0":
            raise ValueError(
                f"row {letter} ({quoted(row)}) has the number {quoted(token)}; "
                f"expected a number of empty {cells} without leading zeros, from 1"
            )
        else:
            # A run of hundreds of digits is not worth turning into a number to see that it is too
            # long.
            found += EMPTY * (int(token) if len(token) < 3 else MANY)
    return found


def counted(row: str) -> str:
    """The number of cells of a row that was read, for an error message.

    >>> counted("b--w"), counted(EMPTY * 120)
    ('4', 'too many')
    """
    return str(len(row)) if len(row) < MANY else "too many"


def bitboards(rows: Iterable[str]) -> tuple[int, int]:
    """The black and the white stones of rows that were read, as bitboards in board order.

    >>> bitboards(["b-", "-w"])
    (1, 8)
    """
    colours = "".join(rows)
    black, white = (
        sum(1 << cell for cell, found in enumerate(colours) if found == colour) for colour in "bw"
    )
    return black, white


def write_rows(lengths: Iterable[int], black: int, white: int) -> str:
    """The rows of these lengths, one number for each run of empty cells.

    >>> write_rows((2, 3, 2), 0b1000, 0b1)
    'w1/1b1/2'
    """
    rows: list[str] = []
    cell = 0
    for length in lengths:
        row, empty = "", 0
        for bit in (1 << index for index in range(cell, cell + length)):
            if not (black | white) & bit:
                empty += 1
                continue
            row += (str(empty) if empty else "") + ("b" if black & bit else "w")
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
        cell += length
    return "/".join(rows)
