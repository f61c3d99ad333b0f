"""The board of Serpent in plain Python: cells, symmetries, groups and their survival paths.

The part of the rules that a position has before anybody moves; `reference.serpent` has the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

SIZES = range(2, 7)

Cells = frozenset[str]


# --- The board -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """The cells of one size. `rows` top to bottom, `cells` in board order, `neighbours` by cell."""

    size: int
    rows: tuple[tuple[str, ...], ...]
    cells: tuple[str, ...]
    index: dict[str, int]
    neighbours: dict[str, Cells]


@lru_cache
def board(size: int) -> Board:
    """Return the board of side `size`; ValueError for a size outside of 2 to 6.

    >>> len(board(3).cells), sorted(board(3).neighbours["b1"])
    (19, ['a1', 'b2', 'c1', 'c2'])
    """
    if size not in SIZES:
        raise ValueError(f"size {size}: expected 2 to 6")
    lengths = [2 * size - 1 - abs(row - size + 1) for row in range(2 * size - 1)]
    rows = tuple(
        tuple(f"{chr(ord('a') + row)}{number}" for number in range(1, length + 1))
        for row, length in enumerate(lengths)
    )
    cells = tuple(cell for row in rows for cell in row)
    touching: dict[str, set[str]] = {cell: set() for cell in cells}

    def touch(one: str, two: str) -> None:
        touching[one].add(two)
        touching[two].add(one)

    for row in rows:
        for left, right in pairwise(row):
            touch(left, right)
    for upper, lower in pairwise(rows):
        shorter, longer = sorted((upper, lower), key=len)
        for i, cell in enumerate(shorter):
            # Cell i of the longer row touches cells i - 1 and i of the shorter one.
            touch(cell, longer[i])
            touch(cell, longer[i + 1])
    return Board(
        size=size,
        rows=rows,
        cells=cells,
        index={cell: i for i, cell in enumerate(cells)},
        neighbours={cell: frozenset(others) for cell, others in touching.items()},
    )


@lru_cache
def symmetries(size: int) -> tuple[dict[str, str], ...]:
    """Return the 12 symmetries as dicts from a cell to its image.

    The first is the identity; 0 to 5 are turns by 60 degrees, 6 to 11 a reflection and then those.
    """
    cube = {}
    for r, row in enumerate(board(size).rows):
        for i, cell in enumerate(row):
            x, z = i - min(r, size - 1), r - (size - 1)
            cube[cell] = (x, -x - z, z)
    at = {coordinates: cell for cell, coordinates in cube.items()}
    found = []
    for reflected in (False, True):
        images = {c: (x, z, y) if reflected else (x, y, z) for c, (x, y, z) in cube.items()}
        for _ in range(6):
            found.append({cell: at[image] for cell, image in images.items()})
            images = {cell: (-z, -x, -y) for cell, (x, y, z) in images.items()}
    return tuple(found)


def region(size: int, cells: Cells, cell: str) -> Cells:
    """Return the connected part of `cells` that contains `cell`."""
    neighbours = board(size).neighbours
    seen = {cell}
    frontier = [cell]
    while frontier:
        here = frontier.pop()
        for there in neighbours[here] & cells - seen:
            seen.add(there)
            frontier.append(there)
    return frozenset(seen)


# --- Groups and survival paths -------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def groups_of(size: int, stones: Cells) -> tuple[Cells, ...]:
    """Return the maximal connected sets of `stones`, in the board order of their first cells."""
    found: list[Cells] = []
    for cell in board(size).cells:
        if cell in stones and not any(cell in group for group in found):
            found.append(region(size, stones, cell))
    return tuple(found)


def is_snake(size: int, group: Cells) -> bool:
    """Return whether every stone touches at most two others, which do not touch each other."""
    neighbours = board(size).neighbours
    for stone in group:
        touched = neighbours[stone] & group
        if len(touched) > 2:
            return False
        if any(two in neighbours[one] for one, two in combinations(touched, 2)):
            return False
    return True


def ends_of(size: int, group: Cells) -> list[str]:
    """Return the ends of a snake in board order: two, one for an egg, none for a ring."""
    if len(group) == 1:
        return list(group)
    neighbours = board(size).neighbours
    ends = [stone for stone in group if len(neighbours[stone] & group) == 1]
    return sorted(ends, key=board(size).index.__getitem__)


class Terrain:
    """The board as one colour sees it: its groups, and which of its stones each cell touches."""

    def __init__(self, size: int, stones: Cells, others: Cells) -> None:
        self.size = size
        self.neighbours = board(size).neighbours
        self.empty = frozenset(board(size).cells) - stones - others
        self.groups = groups_of(size, stones)
        self.group_of = {stone: group for group in self.groups for stone in group}
        self.ends = {end for group in self.groups for end in ends_of(size, group)}
        self.touches = {cell: self.neighbours[cell] & stones for cell in self.empty}

    def joins(self, cell: str, end: str) -> bool:
        """Return whether `cell` alone is a survival path from `end`.

        It is if the two stones that it touches are `end` and an end of another group.
        """
        touched = self.touches[cell]
        if len(touched) != 2 or end not in touched:
            return False
        (other,) = touched - {end}
        return other in self.ends and self.group_of[other] != self.group_of[end]

    def arrives(self, cell: str, end: str) -> bool:
        """Return whether `cell` can be the last of a longer survival path from `end`.

        It can if the one stone that it touches is an end of another group.
        """
        touched = self.touches[cell]
        if len(touched) != 1:
            return False
        (other,) = touched
        return other in self.ends and self.group_of[other] != self.group_of[end]

    def shortest_paths(self, end: str, within: Cells | None = None) -> Iterator[tuple[str, ...]]:
        """Yield all the shortest survival paths from `end`, each from that end on.

        `within` narrows the empty cells that a path may use.
        """
        allowed = self.empty if within is None else within
        beside = self.neighbours[end] & allowed
        single = [cell for cell in beside if self.joins(cell, end)]
        if single:
            yield from ((cell,) for cell in self.in_order(single))
            return
        # Layer by layer; `parents` gives, for each cell reached, the cells of the layer before.
        layer = {cell for cell in beside if self.touches[cell] == {end}}
        parents: dict[str, list[str]] = {cell: [] for cell in layer}
        while layer:
            reached: dict[str, list[str]] = {}
            for here in self.in_order(layer):
                for there in self.neighbours[here] & allowed - parents.keys():
                    reached.setdefault(there, []).append(here)
            last = [cell for cell in reached if self.arrives(cell, end)]
            if last:
                parents.update(reached)
                for cell in self.in_order(last):
                    yield from self.trails(cell, parents)
                return
            # Between its first and its last cell a path touches no stone of the colour.
            layer = {cell for cell in reached if not self.touches[cell]}
            parents.update({cell: reached[cell] for cell in layer})

    def trails(self, cell: str, parents: dict[str, list[str]]) -> Iterator[tuple[str, ...]]:
        """Yield the ways that lead to `cell` through `parents`."""
        if not parents[cell]:
            yield (cell,)
        for parent in parents[cell]:
            for trail in self.trails(parent, parents):
                yield (*trail, cell)

    def in_order(self, cells: set[str] | list[str]) -> list[str]:
        """Return cells in board order."""
        return sorted(cells, key=board(self.size).index.__getitem__)

    def length(self, end: str, within: Cells | None = None) -> float:
        """Return the cells in a shortest survival path from `end`, infinity without one."""
        path = next(self.shortest_paths(end, within), None)
        return math.inf if path is None else len(path)

    def group_length(self, group: Cells) -> float:
        """Return the length of a shortest survival path of a group, over its ends."""
        return min((self.length(end) for end in ends_of(self.size, group)), default=math.inf)

    def has_path_in(self, cells: Cells) -> bool:
        """Return whether a region of empty cells contains a survival path (is not hostile)."""
        return any(self.length(end, within=cells) < math.inf for end in self.ends)


@lru_cache(maxsize=1 << 16)
def terrain(size: int, stones: Cells, others: Cells) -> Terrain:
    """Return the board as the colour of `stones` sees it."""
    return Terrain(size, stones, others)


@lru_cache(maxsize=1 << 16)
def dead_groups(size: int, stones: Cells, others: Cells, hatched: bool) -> tuple[Cells, ...]:
    """Return the groups of `stones` without a survival path; none if not hatched."""
    if not hatched:
        return ()
    view = terrain(size, stones, others)
    return tuple(group for group in view.groups if view.group_length(group) == math.inf)
