"""The hexagonal board: names, neighbours, centres, groups."""

from math import dist

import pytest

from serpentes.games.hexagon import (
    cell_count,
    cell_indices,
    cell_names,
    centres,
    groups,
    neighbours,
    row_lengths,
)

SIZES = range(2, 7)


@pytest.mark.parametrize(("size", "cells"), [(2, 7), (3, 19), (4, 37), (5, 61), (6, 91)])
def test_cell_counts(size: int, cells: int) -> None:
    assert cell_count(size) == cells
    assert len(cell_names(size)) == len(centres(size)) == len(neighbours(size)) == cells
    assert sum(row_lengths(size)) == cells


def test_names_follow_the_rows() -> None:
    names = cell_names(3)
    assert names[:3] == ("a1", "a2", "a3")
    assert names[9] == "c3"
    assert names[-1] == "e3"
    assert [cell_indices(3)[name] for name in names] == list(range(19))


def test_neighbours_as_the_rules_have_them() -> None:
    names = cell_names(3)

    def touching(cell: str) -> set[str]:
        return {names[i] for i in neighbours(3)[cell_indices(3)[cell]]}

    assert touching("a1") == {"a2", "b1", "b2"}
    assert touching("c3") == {"c2", "c4", "b2", "b3", "d2", "d3"}
    assert touching("c1") == {"c2", "b1", "d1"}
    assert touching("d4") == {"d3", "c4", "c5", "e3"}
    assert touching("e3") == {"e2", "d3", "d4"}


@pytest.mark.parametrize("size", SIZES)
def test_neighbours_are_the_cells_at_distance_one(size: int) -> None:
    points = centres(size)
    for cell, near in enumerate(neighbours(size)):
        found = {o for o, point in enumerate(points) if abs(dist(points[cell], point) - 1) < 1e-9}
        assert found == set(near)


@pytest.mark.parametrize("size", SIZES)
def test_the_middle_is_the_origin(size: int) -> None:
    assert centres(size)[cell_count(size) // 2] == (0.0, 0.0)


def test_groups_are_connected_and_apart() -> None:
    stones = sum(1 << cell_indices(3)[cell] for cell in ("a1", "b1", "c1", "c3", "e1", "d1"))
    assert groups(stones, 3) == [[0, 3, 7, 12, 16], [9]]
    assert groups(0, 3) == []
