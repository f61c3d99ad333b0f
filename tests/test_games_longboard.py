"""The long board of three rows: names, centres, and what jumps pass over."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serpentes.games.longboard import (
    SHAPES,
    centres,
    jumped,
    names_of,
    point_count,
    point_indices,
    point_names,
    row_lengths,
    upside_down,
)

LENGTHS = range(2, 17)
boards = st.tuples(st.integers(2, 16), st.sampled_from(SHAPES))


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("shape", SHAPES)
def test_point_counts(length: int, shape: str) -> None:
    points = 3 * length + (shape == "symmetric")
    assert point_count(length, shape) == sum(row_lengths(length, shape)) == points
    assert len(point_names(length, shape)) == len(centres(length, shape)) == points
    assert [point_indices(length, shape)[n] for n in point_names(length, shape)] == list(
        range(points)
    )


def test_the_traditional_boards_of_the_rules() -> None:
    assert point_count(16, "symmetric") == 49
    assert point_count(8, "symmetric") == 25
    assert row_lengths(16, "culin") == (16, 16, 16)


@pytest.mark.parametrize("length", LENGTHS)
def test_neighbours_across_the_rows_are_one_apart(length: int) -> None:
    places = dict(zip(point_names(length, "symmetric"), centres(length, "symmetric"), strict=True))
    near = {
        (one, other)
        for one in places
        for other in places
        if one[0] in "tb" and other[0] == "m" and abs(dist(places[one], places[other]) - 1) < 1e-9
    }
    assert near == {
        (f"{row}{i}", f"m{j}") for row in "tb" for i in range(1, length + 1) for j in (i, i + 1)
    }
    assert sum(x for x, _ in places.values()) == pytest.approx(0)


@given(boards, st.data())
def test_turned_upside_down(board: tuple[int, str], data: st.DataObject) -> None:
    points = data.draw(st.integers(0, (1 << point_count(*board)) - 1))
    turned = upside_down(points, *board)
    assert upside_down(turned, *board) == points
    exchanged = {name.translate(str.maketrans("tb", "bt")) for name in names_of(points, *board)}
    assert set(names_of(turned, *board)) == exchanged


@given(boards, st.data())
def test_a_jump_passes_over_the_same_point_either_way(
    board: tuple[int, str], data: st.DataObject
) -> None:
    one, other = (data.draw(st.sampled_from(point_names(*board))) for _ in range(2))
    assert jumped(one, other) == jumped(other, one)
    if one == other:
        assert jumped(one, other) is None


@pytest.mark.parametrize(
    ("jump", "over"),
    [
        ("t1 t3", "t2"), ("m4 m2", "m3"), ("t3 b4", "m4"), ("t3 b2", "m3"), ("t1 b1", "m1"),
        ("b9 t9", "m10"), ("t2 m1", "t1"), ("m1 b2", "b1"), ("b7 m9", "b8"), ("m9 t7", "t8"),
        ("t1 t2", None), ("t1 t4", None), ("t3 m3", None), ("t3 m4", None), ("t3 b5", None),
        ("t3 m1", None), ("m1 m1", None),
    ],
)  # fmt: skip
def test_what_a_jump_passes_over(jump: str, over: str | None) -> None:
    assert jumped(*jump.split()) == over
