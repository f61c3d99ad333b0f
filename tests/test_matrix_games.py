"""Matrix games: by the plain simplex method of the twin, with linear programs and without."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import master_solver

from serpentes.solve.matrix_games import guarantees, has_linear_programs, solve_matrix

fractions = st.fractions(-20, 20, max_denominator=30) | st.integers(-2, 2).map(Fraction)
matrices = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda sides: st.lists(
        st.lists(fractions, min_size=sides[0], max_size=sides[0]),
        min_size=sides[1],
        max_size=sides[1],
    )
)


@settings(max_examples=50)
@given(matrices)
def test_matrix_games(matrix: list[list[Fraction]]) -> None:
    found = solve_matrix(matrix)
    assert found.value == master_solver.solve_matrix(tuple(map(tuple, matrix))).value
    assert guarantees(matrix, found.rows, found.columns) == (found.value, found.value)
    assert sum(found.rows) == sum(found.columns) == 1
    assert min(*found.rows, *found.columns) >= 0


@pytest.mark.skipif(not has_linear_programs(), reason="SciPy is not installed")
@settings(max_examples=50)
@given(matrices)
def test_matrix_games_by_linear_programs(matrix: list[list[Fraction]]) -> None:
    """Also those with many optimal strategies, and those that are not square."""
    found = solve_matrix(matrix, linear_programs=True)
    assert found.value == solve_matrix(matrix, linear_programs=False).value
    assert guarantees(matrix, found.rows, found.columns) == (found.value, found.value)


@pytest.mark.skipif(not has_linear_programs(), reason="SciPy is not installed")
def test_large_matrix_games() -> None:
    chance = random.Random(4)
    matrix = [[Fraction(chance.randint(-99, 99), 7) for _ in range(20)] for _ in range(18)]
    found = solve_matrix(matrix)
    assert found == solve_matrix(matrix, linear_programs=True)
    assert found == solve_matrix(matrix, linear_programs=False)  # there is one optimal strategy


def test_without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "scipy.optimize", None)
    matrix = [[Fraction(3), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    assert solve_matrix(matrix).value == Fraction(1, 3)
    with pytest.raises(ImportError, match="linear programs need SciPy"):
        solve_matrix(matrix, linear_programs=True)
