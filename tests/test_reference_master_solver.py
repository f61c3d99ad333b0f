"""The naive solver of Serpent Master: the rules' figures, and matrix games solved by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import master, master_solver
from reference.master import Position, parse

SOLO = {
    "3x3 hand=15,14": 12,
    "3x3 hand=15,14 mode=challenging": 8,
    "3x3 hand=15,14,13": 40,
    "3x3 hand=15,14,13 mode=challenging": 8,
    "4x4 hand=15,14,13,12": 208,
    "4x4 hand=15,14,13,12 mode=challenging": 8,
    "4x4 hand=15,14,13,12,11": 312,
    "4x4 hand=15,14,13,12,11 mode=challenging": 0,
    "4x4 hand=15,14,13,12,11 blocked=b2,c3": 2,
    "5x5 hand=15,14,13,12,11,10": 8712,
    "5x5 hand=15,14,13,12,11,10 mode=challenging": 20,
    "5x5 hand=15,14,13,12,11,10 start=a1": 558,
    "5x5 hand=15,14,13,12,11,10 mode=challenging start=a1": 1,
    "6x6 hand=15,14,13,12,11,10": 84032,
}
# By win and loss, and by margin.
TWO_PLAYERS = {
    "3x3 hands=15/15": ("-1", "-1"),
    "3x3 hands=15,14,13/15,14,13": ("-1/2", "-2/3"),
    "3x3 hands=11,10,9/11,10,9": ("-1/2", "-6/5"),
    "4x4 hands=15,14,13/15,14,13": ("-3/7", "-3/4"),
}
LONG = {
    "5x5 hand=15,14,13,12,11,10",
    "6x6 hand=15,14,13,12,11,10",
    "4x4 hands=15,14,13/15,14,13",
}


def each(texts: Iterable[str]) -> pytest.MarkDecorator:
    """Hand a test every text, the long ones marked."""
    marks = {text: [pytest.mark.plain] if text in LONG else [] for text in texts}
    return pytest.mark.parametrize("text", [pytest.param(t, marks=marks[t]) for t in texts])


# --- The figures of the rules --------------------------------------------------------------------


@each(SOLO)
def test_solo_counts(text: str) -> None:
    assert master_solver.count(parse(text)) == SOLO[text]


@each(TWO_PLAYERS)
def test_values_of_two_players(text: str) -> None:
    assert tuple(map(str, master_solver.values(parse(text)))) == TWO_PLAYERS[text]


@pytest.mark.plain
def test_challenging_tasks_of_seven_a_side() -> None:
    """Just 6 of the 1365 hands of eleven can be placed; by rotation, from the bottom row on."""
    solvable: set[tuple[int, ...]] = set()

    def place(task: Position, placed: tuple[int, ...]) -> None:
        if len(placed) == 11:
            solvable.add(placed)
            return
        may_be_next = [n for n in task.hands[0] if not placed or n < placed[-1]]
        for number in may_be_next:
            if len(placed) + number >= 11:  # enough cards are left from this one down
                for placement in task.placements(0, number):
                    place(task.resolved(0, placement), (*placed, number))

    start = parse(f"7x7 hand={','.join(map(str, master.DECK))}")
    for x in range(6):
        place(replace(start, heads=((x, 0),)), ())
    assert sorted(solvable, reverse=True) == [
        (15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4),
        (15, 14, 13, 12, 11, 10, 8, 7, 6, 5, 4),
        (15, 14, 13, 12, 11, 9, 8, 7, 6, 5, 4),
        (15, 14, 13, 12, 11, 9, 8, 7, 6, 4, 2),
        (15, 14, 13, 12, 8, 7, 6, 5, 4, 3, 1),
        (15, 14, 13, 9, 8, 7, 6, 5, 4, 3, 1),
    ]


# --- Solo tasks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [text for text in SOLO if text not in LONG] + ["4x3 hand=14,13,11 blocked=b2 start=d3"],
)
def test_solutions_are_counted_and_replayed(text: str) -> None:
    task = parse(text)
    found = list(master_solver.solutions(task))
    assert len(found) == len(set(map(tuple, found))) == master_solver.count(task)
    assert len(found) % master_solver.rotations(task) == 0
    for moves in found[:: 1 + len(found) // 50]:
        after = task
        for move in moves:
            after = after.play(move)
        assert after.hands == (frozenset(),)
        assert len(after.stacks) == sum(len(task.deck[number]) for number in task.hands[0])


def test_rotations() -> None:
    found = {
        "3x3 hand=15": 4,
        "3x3 hand=15 start=b2": 4,
        "3x3 hand=15 blocked=a1,c3": 2,
        "4x4 hand=15 blocked=b1,d2,c4,a3": 4,
        "4x4 hand=15 blocked=b1,c4": 2,
        "5x4 hand=15": 2,
        "5x4 hand=15 start=c2": 1,
    }
    assert {text: master_solver.rotations(parse(text)) for text in found} == found


# --- Matrix games --------------------------------------------------------------------------------


def fractions(rows: list[list[int]]) -> master_solver.Matrix:
    """Return a matrix of whole numbers."""
    return tuple(tuple(map(Fraction, row)) for row in rows)


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ([[5]], "5"),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], "0"),
        ([[3, -1], [-1, 1]], "1/3"),
        ([[4, 1, 3], [2, 3, 4]], "5/2"),
        ([[-2, -3], [-2, -3], [-5, 0]], "-5/2"),
        ([[1, 1], [1, 1]], "1"),
    ],
)
def test_matrix_games(rows: list[list[int]], value: str) -> None:
    assert str(master_solver.solve_matrix(fractions(rows)).value) == value


@given(
    st.integers(1, 5).flatmap(
        lambda width: st.lists(
            st.lists(st.integers(-2, 2), min_size=width, max_size=width), min_size=1, max_size=5
        )
    )
)
def test_matrix_games_of_hypothesis(rows: list[list[int]]) -> None:
    """The solver checks its solution against every pure reply; the other side sees the same."""
    solution = master_solver.solve_matrix(fractions(rows))
    transposed = [[-entry for entry in column] for column in zip(*rows, strict=True)]
    assert master_solver.solve_matrix(fractions(transposed)).value == -solution.value
