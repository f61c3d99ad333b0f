"""The hexagonal board: names, neighbours and centres of its cells.

A board of size n has 2n-1 rows of n, n+1, ..., 2n-1, ..., n cells. Rows are lettered from the top,
the cells of a row numbered from the left, from 1. Board order goes row by row:

            a1  a2  a3                       0   1   2
          b1  b2  b3  b4                   3   4   5   6
        c1  c2  c3  c4  c5               7   8   9  10  11
          d1  d2  d3  d4                  12  13  14  15
            e1  e2  e3                      16  17  18
"""

from functools import cache
from math import sqrt

ROW_LETTERS = "abcdefghijk"


@cache
def row_lengths(size: int) -> tuple[int, ...]:
    """The number of cells of each row, from the top.

    >>> row_lengths(3)
    (3, 4, 5, 4, 3)
    """
    return tuple(size + min(row, 2 * size - 2 - row) for row in range(2 * size - 1))


def cell_count(size: int) -> int:
    """The number of cells of the board, 3n(n-1)+1.

    >>> cell_count(5)
    61
    """
    return 3 * size * (size - 1) + 1


@cache
def cell_names(size: int) -> tuple[str, ...]:
    """The names of the cells in board order.

    >>> cell_names(2)
    ('a1', 'a2', 'b1', 'b2', 'b3', 'c1', 'c2')
    """
    return tuple(
        f"{ROW_LETTERS[row]}{index + 1}"
        for row, length in enumerate(row_lengths(size))
        for index in range(length)
    )


@cache
def cell_indices(size: int) -> dict[str, int]:
    """The place of each name in board order: the inverse of `cell_names`.

    >>> cell_indices(2)["b2"]
    3
    """
    return {name: index for index, name in enumerate(cell_names(size))}


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """For each cell the cells it touches, in board order; all as places in board order.

    >>> neighbours(2)[3]
    (0, 1, 2, 4, 5, 6)
    """
    lengths = row_lengths(size)
    first = [sum(lengths[:row]) for row in range(len(lengths))]
    found: list[tuple[int, ...]] = []
    for row, length in enumerate(lengths):
        for index in range(length):
            near = [(row, index - 1), (row, index + 1)]
            for other in (row - 1, row + 1):
                if 0 <= other < len(lengths):
                    shift = 0 if lengths[other] > length else -1
                    near += [(other, index + shift), (other, index + shift + 1)]
            found.append(tuple(sorted(first[r] + i for r, i in near if 0 <= i < lengths[r])))
    return tuple(found)


@cache
def centres(size: int) -> tuple[tuple[float, float], ...]:
    """The centre of each cell, in board order: x to the right, y down.

    The middle of the board is (0, 0), centres of neighbours are 1 apart.

    >>> centres(2)[3]
    (0.0, 0.0)
    """
    lengths = row_lengths(size)
    return tuple(
        (index - (length - 1) / 2, (row - (size - 1)) * sqrt(3) / 2)
        for row, length in enumerate(lengths)
        for index in range(length)
    )


def groups(stones: int, size: int) -> list[list[int]]:
    """The maximal connected sets of a bitboard's cells, each in board order, by their first cell.

    >>> groups(0b1000011, 2)
    [[0, 1], [6]]
    """
    near = neighbours(size)
    left = {cell for cell in range(cell_count(size)) if stones >> cell & 1}
    found: list[list[int]] = []
    while left:
        edge = [min(left)]
        left.discard(edge[0])
        group = list(edge)
        while edge:
            cell = edge.pop()
            for other in near[cell]:
                if other in left:
                    left.discard(other)
                    edge.append(other)
                    group.append(other)
        found.append(sorted(group))
    return found
