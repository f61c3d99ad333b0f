"""The points and lines of Fighting Serpents under the rulings that shape the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

LENGTHS = range(2, 17)

Points = frozenset[str]


@dataclass(frozen=True)
class Board:
    """The points and lines of one board.

    `rows` top to bottom, `points` in board order, `index` their places in it; by point, `steps` are
    the adjacent points and `jumps` the pairs of the point jumped over and the one landed on.
    """

    length: int
    rows: tuple[tuple[str, ...], ...]
    points: tuple[str, ...]
    index: dict[str, int]
    steps: dict[str, Points]
    jumps: dict[str, tuple[tuple[str, str], ...]]


@lru_cache
def board(length: int, shape: str = "symmetric", rows: str = "outer", arc: str = "corner") -> Board:
    """Return the board of a length under the rulings that shape it.

    >>> sorted(board(4).steps["t1"]), board(4).jumps["t1"]
    (['m1', 'm2', 't2'], (('t2', 't3'), ('m2', 'b2'), ('m1', 'b1')))
    """
    n = length
    middle_points = n + 1 if shape == "symmetric" else n
    top, middle, bottom = (
        tuple(f"{row}{i}" for i in range(1, count + 1))
        for row, count in (("t", n), ("m", middle_points), ("b", n))
    )
    points = (*top, *middle, *bottom)

    lined_rows = [top, middle, bottom] if rows == "outer" else [middle]
    lines = [pair for row in lined_rows for pair in pairwise(row)]
    straight = [triple for row in lined_rows for triple in zip(row, row[1:], row[2:], strict=False)]
    for i in range(1, n + 1):
        lines += [(f"t{i}", f"m{i}"), (f"t{i}", f"m{i + 1}")]
        lines += [(f"b{i}", f"m{i}"), (f"b{i}", f"m{i + 1}")]
        straight += [(f"t{i}", f"m{i + 1}", f"b{i + 1}"), (f"t{i}", f"m{i}", f"b{i - 1}")]
    if arc in ("corner", "row"):
        straight += [("t1", "m1", "b1"), (f"t{n}", f"m{n + 1}", f"b{n}")]
    if arc == "row":
        straight += [(f"{row}2", f"{row}1", "m1") for row in "tb"]
        straight += [(f"{row}{n - 1}", f"{row}{n}", f"m{n + 1}") for row in "tb"]

    # What names a point that the board has not is no line of it, and a jump needs both its lines.
    steps: dict[str, set[str]] = {point: set() for point in points}
    for one, two in lines:
        if one in steps and two in steps:
            steps[one].add(two)
            steps[two].add(one)
    jumps: dict[str, list[tuple[str, str]]] = {point: [] for point in points}
    for one, over, two in straight:
        if over in steps and {one, two} <= steps[over]:
            jumps[one].append((over, two))
            jumps[two].append((over, one))
    return Board(
        length=length,
        rows=(top, middle, bottom),
        points=points,
        index={point: i for i, point in enumerate(points)},
        steps={point: frozenset(others) for point, others in steps.items()},
        jumps={point: tuple(others) for point, others in jumps.items()},
    )


@lru_cache
def image_of(length: int, shape: str, left_right: bool, top_bottom: bool) -> dict[str, str]:
    """Return where each point goes when the board is turned over."""
    rows = board(length, shape).rows
    onto = [row[::-1] if left_right else row for row in rows]
    if top_bottom:
        onto.reverse()
    return {
        point: image
        for row, images in zip(rows, onto, strict=True)
        for point, image in zip(row, images, strict=True)
    }
