"""Survival paths: searches a second on middle-game boards of size 5, in one batch of the core."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray
from reference import serpent as plain

from serpentes.core import serpent5
from serpentes.games.serpent import Position

SIZE = 5
TIMES = 200


def keys_of(positions: list[Position]) -> NDArray[np.uint64]:
    """Return the keys of positions as they stand in tables."""
    words = positions[0].key_words
    rows = [
        [p.key >> 64 * (words - 1 - i) & (1 << 64) - 1 for i in range(words)] for p in positions
    ]
    return np.array(rows, dtype=np.uint64)


def twin_searches(positions: list[Position]) -> tuple[int, int, int]:
    """Return searches, paths found and their cells together, as the twin counts them."""
    lengths: list[float] = []
    for position in positions:
        twin = plain.parse(str(position))
        lengths += [twin.survival_path_length(group) for group in twin.groups(twin.side)]
    found = [int(length) for length in lengths if length < inf]
    return len(lengths), len(found), sum(found)


def test_survival_path_searches(
    benchmark: Any,
    report: Callable[..., None],
    middle_games: Callable[[int], list[Position]],
    twin_rate: Callable[..., float],
) -> None:
    """Every group of the side to move, of either colour in turn, both ends at once."""
    moving = middle_games(SIZE)
    waiting = [
        Position(p.size, p.black, p.white, "w" if p.side == "b" else "b", p.hatched, p.rulings)
        for p in moving
    ]
    positions = [*moving, *waiting]
    counted = benchmark(serpent5.count_paths, keys_of(positions), TIMES)
    expected = twin_searches(positions)
    assert counted == tuple(TIMES * number for number in expected)
    twin = twin_rate(lambda: twin_searches(positions)[0])
    boards = len(positions)
    report("searches", counted[0], twin, boards=boards, groups_per_board=expected[0] / boards)


def test_survival_path_as_python_asks_for_it(
    benchmark: Any,
    report: Callable[..., None],
    middle_games: Callable[[int], list[Position]],
) -> None:
    """`Position.survival_path` of every stone: mostly the way through Python."""
    asked = [(p, cell) for p in middle_games(SIZE) for cell in p.stones()]

    def ask() -> int:
        return sum(bool(position.survival_path(cell)) for position, cell in asked)

    assert benchmark(ask) > 0
    report("paths", len(asked))
