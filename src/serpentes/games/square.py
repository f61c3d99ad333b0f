"""The square board: names, numbers, centres and rotations of its cells.

Columns are lettered from the left, rows numbered from the bottom. On every board, from 3 to 8 cells
a side, the cell of column x and row y is number 8y + x, so that sets of cells fit 64 bits:

    3   16 17 18 19
    2    8  9 10 11
    1    0  1  2  3
         a  b  c  d

Headings count clockwise from N; so do rotations, in quarter turns.
"""

from collections.abc import Iterable
from functools import cache

from serpentes.games.boards import GridParameter

STRIDE = 8
LETTERS = "abcdefgh"
HEADINGS = "NESW"
BOARD = GridParameter("size", 3, STRIDE)
OFF = -1
"""In place of a cell: not on the board."""


@cache
def cell_names(width: int, height: int) -> dict[int, str]:
    """The names of the cells by number, in board order.

    >>> list(cell_names(3, 3).items())[2:5]
    [(2, 'c1'), (8, 'a2'), (9, 'b2')]
    """
    return {STRIDE * y + x: f"{LETTERS[x]}{y + 1}" for y in range(height) for x in range(width)}


@cache
def cell_numbers(width: int, height: int) -> dict[str, int]:
    """The numbers of the cells by name: the inverse of `cell_names`.

    >>> cell_numbers(3, 4)["b4"]
    25
    """
    return {name: cell for cell, name in cell_names(width, height).items()}


@cache
def centres(width: int, height: int) -> dict[str, tuple[float, float]]:
    """The centre of each cell, in board order: x to the right, y down, the middle of the board at
    (0, 0).

    >>> centres(3, 4)["c1"]
    (1.0, 1.5)
    """
    return {
        name: (cell % STRIDE - (width - 1) / 2, (height - 1) / 2 - cell // STRIDE)
        for cell, name in cell_names(width, height).items()
    }


def cells_of(cells: int) -> tuple[int, ...]:
    """The numbers of a set of cells, in board order.

    >>> cells_of(0b100000001)
    (0, 8)
    """
    return tuple(cell for cell in range(cells.bit_length()) if cells >> cell & 1)


def set_of(cells: Iterable[int]) -> int:
    """The set of cells of these numbers.

    >>> bin(set_of((0, 8)))
    '0b100000001'
    """
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def is_edge(cell: int, width: int, height: int) -> bool:
    """Whether a cell lies in an outer row or column.

    >>> [is_edge(cell, 3, 3) for cell in (0, 1, 9, 18)]
    [True, True, False, True]
    """
    return cell % STRIDE in (0, width - 1) or cell // STRIDE in (0, height - 1)


def turned(cell: int, width: int, height: int, quarters: int) -> int:
    """Where a cell of a board of that width and height comes to lie when the board is turned.

    >>> [turned(1, 3, 4, quarters) for quarters in range(4)]
    [1, 8, 25, 11]
    """
    x, y = cell % STRIDE, cell // STRIDE
    for _ in range(quarters):
        x, y = y, width - 1 - x
        width, height = height, width
    return STRIDE * y + x
