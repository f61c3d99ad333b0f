"""Perft: leaves a second, and how many times as fast as the plain twin."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from reference import serpent as plain

import serpentes as sp
from serpentes.games.serpent import Position
from serpentes.games.serpent.core import core

# Depth and leaves on the empty board, and the depth at which the twin is measured: as deep as this
# would take it minutes.
EMPTY = {3: (5, 1277568, 3), 4: (4, 1585080, 2), 5: (4, 12524520, 2)}


@pytest.mark.parametrize("size", EMPTY)
def test_perft_from_the_empty_board(
    benchmark: Any, report: Callable[..., None], twin_rate: Callable[..., float], size: int
) -> None:
    """Nearly all placements are counted in bulk."""
    depth, leaves, twin_depth = EMPTY[size]
    state = sp.serpent.start(size).state
    assert benchmark(core(size).perft, *state, depth) == leaves
    twin = twin_rate(lambda: plain.perft(plain.start(size), twin_depth))
    report("leaves", leaves, twin, depth=depth, twin_depth=twin_depth)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_perft_from_middle_games(
    benchmark: Any,
    report: Callable[..., None],
    middle_games: Callable[[int], list[Position]],
    twin_rate: Callable[..., float],
    size: int,
) -> None:
    """Depth 3; the ratio to the twin is that of depth 2, on the same positions."""
    positions = middle_games(size)
    states = [position.state for position in positions]
    perft = core(size).perft

    def leaves(depth: int) -> int:
        return sum(perft(*state, depth) for state in states)

    def twin_leaves() -> int:
        twins = [plain.parse(str(position)) for position in positions]
        found = sum(plain.perft(twin, 2) for twin in twins)
        assert found == leaves(2)
        return found

    counted = benchmark(leaves, 3)
    report("leaves", counted, depth=3, positions=len(positions))
    twin = twin_rate(twin_leaves)
    begin = time.perf_counter()
    done = sum(leaves(2) for _ in range(100))
    fast = done / (time.perf_counter() - begin)
    benchmark.extra_info["depth_2_leaves_per_second"] = round(fast)
    benchmark.extra_info["twin_depth_2_leaves_per_second"] = round(twin)
    benchmark.extra_info["ratio_to_twin"] = round(fast / twin)
