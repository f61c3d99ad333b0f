"""The long board of three rows: names and centres of its points, and what a jump passes over.

A board of length n has a top and a bottom row of n points and a middle row of n+1 (n in the shape
`culin`, which lacks the right end). Points are named by row, t, m or b, and number from the left,
from 1. Board order goes row by row:

          t1  t2  t3  t4                   0   1   2   3
        m1  m2  m3  m4  m5               4   5   6   7   8
          b1  b2  b3  b4                   9  10  11  12
"""

from functools import cache
from math import sqrt

ROW_LETTERS = "tmb"
SMALLEST, LARGEST = 2, 16
SHAPES = ("symmetric", "culin")


@cache
def row_lengths(length: int, shape: str) -> tuple[int, int, int]:
    """The number of points of each row, from the top.

    >>> row_lengths(4, "symmetric"), row_lengths(4, "culin")
    ((4, 5, 4), (4, 4, 4))
    """
    return length, length + (shape != "culin"), length


def point_count(length: int, shape: str) -> int:
    """The number of points of the board.

    >>> point_count(16, "symmetric")
    49
    """
    return sum(row_lengths(length, shape))


@cache
def point_names(length: int, shape: str) -> tuple[str, ...]:
    """The names of the points in board order.

    >>> point_names(2, "symmetric")
    ('t1', 't2', 'm1', 'm2', 'm3', 'b1', 'b2')
    """
    return tuple(
        f"{letter}{number}"
        for letter, count in zip(ROW_LETTERS, row_lengths(length, shape), strict=True)
        for number in range(1, count + 1)
    )


@cache
def point_indices(length: int, shape: str) -> dict[str, int]:
    """The place of each name in board order: the inverse of `point_names`.

    >>> point_indices(2, "symmetric")["m2"]
    3
    """
    return {name: index for index, name in enumerate(point_names(length, shape))}


def names_of(points: int, length: int, shape: str) -> tuple[str, ...]:
    """The names of a set of points, in board order.

    >>> names_of(0b1001, 2, "symmetric")
    ('t1', 'm2')
    """
    names = point_names(length, shape)
    return tuple(names[i] for i in range(points.bit_length()) if points >> i & 1)


@cache
def centres(length: int, shape: str) -> tuple[tuple[float, float], ...]:
    """The centre of each point, in board order: x to the right, y down, neighbours 1 apart.

    The middle of the symmetric board is (0, 0).

    >>> centres(2, "symmetric")[3]
    (0.0, 0.0)
    """
    height = sqrt(3) / 2
    left = {"t": -(length - 1) / 2, "m": -length / 2, "b": -(length - 1) / 2}
    return tuple(
        (left[letter] + index, (row - 1) * height)
        for row, letter in enumerate(ROW_LETTERS)
        for index in range(row_lengths(length, shape)[row])
    )


def upside_down(points: int, length: int, shape: str) -> int:
    """A set of points with the top and the bottom row exchanged.

    >>> names_of(upside_down(0b1001, 2, "symmetric"), 2, "symmetric")
    ('m2', 'b1')
    """
    below = point_count(length, shape) - length
    row = (1 << length) - 1
    middle = points & ~row & (1 << below) - 1
    return points >> below | middle | (points & row) << below


def jumped(start: str, end: str) -> str | None:
    """The point that a jump from `start` to `end` passes over; None if no board has such a jump.

    The names alone say it, as no two boards differ in that; which jumps there are depends on the
    length and the rulings.

    >>> jumped("t2", "b3"), jumped("t1", "b1"), jumped("t2", "m1"), jumped("t2", "b4")
    ('m3', 'm1', 't1', None)
    """
    (row, i), (other, j) = ((name[0], int(name[1:])) for name in (start, end))
    if row == other:
        return f"{row}{(i + j) // 2}" if abs(i - j) == 2 else None
    if "m" not in (row, other):
        if i == j:  # round an end of the board
            return "m1" if i == 1 else f"m{i + 1}"
        return f"m{max(i, j)}" if abs(i - j) == 1 else None
    # From an outer row over its corner to the end of the middle row, or back.
    letter, outer, middle = (row, i, j) if other == "m" else (other, j, i)
    if (outer, middle) == (2, 1):
        return f"{letter}1"
    return f"{letter}{outer + 1}" if middle == outer + 2 else None
