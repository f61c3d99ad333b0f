"""Exact values of Serpent Master for two: cards laid a second, and cells of matrices saved.

The twin solves by win and by margin in one, so that its rate counts two games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from reference import master as plain
from reference import master_solver

import serpentes as sp
from serpentes.solve.rounds import PAYOFFS, Payoff, solve

by_payoff = pytest.mark.parametrize("payoff", PAYOFFS)
TWIN = "3x3 hands=15,14,13/15,14,13"
ALL_PAIRS = [
    "4x4 hands=15,14,13/15,14,13",
    "6x6 hands=15,14,8/15,14,8",
    "6x6 hands=15,14,13,12/15,14,13,12",
]
VALUES = [
    "4x4 hands=15,14,13,12/15,14,13,12",
    "4x4 hands=15,14,13,12,11/15,14,13,12,11",
    "6x6 hands=15,14,13,12,11/15,14,13,12,11",
]


def twin_games() -> int:
    """Solve a game with the twin, by win and by margin."""
    master_solver.solve_matrix.cache_clear()
    return len(master_solver.values(plain.parse(TWIN)))


@by_payoff
def test_against_the_twin(
    benchmark: Any, report: Callable[..., None], twin_rate: Callable[..., float], payoff: Payoff
) -> None:
    """A game that the twin can solve, and what pruning and the closed forms leave of it."""
    game = sp.master.parse(TWIN)
    found = benchmark(solve, game, payoff)
    assert found.value == getattr(master_solver.values(plain.parse(TWIN)), payoff)
    report("games", 1, twin_rate(twin_games))


@by_payoff
@pytest.mark.parametrize("text", ALL_PAIRS)
def test_every_pair_of_cards(
    benchmark: Any, report: Callable[..., None], text: str, payoff: Payoff
) -> None:
    """The whole matrix of the first round, as puzzles ask for it."""
    found = benchmark(solve, sp.master.parse(text), payoff, matrix=True)
    report("nodes", found.nodes)


@by_payoff
@pytest.mark.parametrize("text", VALUES)
def test_value(benchmark: Any, report: Callable[..., None], text: str, payoff: Payoff) -> None:
    """The value and two strategies."""
    found = benchmark.pedantic(solve, (sp.master.parse(text), payoff), rounds=3)
    report("nodes", found.nodes, cells=found.cells, cells_evaluated=found.evaluated)


@by_payoff
def test_cells_saved(benchmark: Any, report: Callable[..., None], payoff: Payoff) -> None:
    """Of all cells that backward induction without pruning works out."""
    game = sp.master.parse("3x3 hands=15,14,13,12/15,14,13,12")
    found = benchmark(solve, game, payoff)
    whole = solve(game, payoff, prune=False)
    assert found.value == whole.value
    report(
        "games",
        1,
        cells_evaluated=found.evaluated,
        cells_met=found.cells,
        cells_without_pruning=whole.evaluated,
        seconds_without_pruning=round(whole.seconds, 2),
    )
