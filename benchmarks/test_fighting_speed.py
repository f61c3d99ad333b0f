"""Fighting Serpents on the full board: leaves and random plies a second, ratios to the twin."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from reference import fighting as plain

import serpentes as sp

# Depth and leaves by preset, and the depth at which the twin is measured.
PERFT = {"masters": (7, 1078305, 3), "kolowis": (11, 4474193, 5)}
GAMES, MOST_PLIES = 1000, 2000


def start_of(preset: str) -> sp.fighting.Position:
    """The initial position of a preset."""
    found = sp.game("fighting").rulings.preset(preset)
    return sp.fighting.start(**found.start, **found.rulings)


@pytest.mark.parametrize("preset", PERFT)
def test_perft_of_the_full_board(
    benchmark: Any, report: Callable[..., None], twin_rate: Callable[..., float], preset: str
) -> None:
    """Leaves are counted in their parents."""
    depth, leaves, twin_depth = PERFT[preset]
    position = start_of(preset)
    assert benchmark(position.core.perft, *position.state, depth) == leaves
    twin_start = plain.start(**plain.PRESETS[preset])
    twin = twin_rate(lambda: plain.perft(twin_start, twin_depth))
    report("leaves", leaves, twin, depth=depth, twin_depth=twin_depth)


@pytest.mark.parametrize("preset", PERFT)
def test_random_play(
    benchmark: Any, report: Callable[..., None], twin_rate: Callable[..., float], preset: str
) -> None:
    """Whole games, every move chosen at random among all legal ones."""
    position = start_of(preset)
    plies, won, lost, unfinished = benchmark(
        position.core.playouts, *position.state, GAMES, MOST_PLIES, 1
    )
    assert won + lost + unfinished == GAMES
    twin = twin_rate(lambda: twin_plies(preset))
    report("plies", plies, twin, games=GAMES, unfinished=unfinished)
    if benchmark.stats is not None:
        benchmark.extra_info["games_per_second"] = round(GAMES / benchmark.stats["median"])


def twin_plies(preset: str) -> int:
    """Play one random game with the twin; the number of its plies."""
    chance = random.Random(1)
    position, plies = plain.start(**plain.PRESETS[preset]), 0
    while plies < MOST_PLIES and (moves := position.moves()):
        position = position.play(chance.choice(moves))
        plies += 1
    return plies
