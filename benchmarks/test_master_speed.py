"""Serpent Master: placements and rounds counted, and random games, beside the twin."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from master_games import random_game
from reference import master as plain

import serpentes as sp

# Depth, sequences, and the depth at which the twin is measured.
PERFT = {
    "7x7 hand=15,14,13,12,11,10,9,8,7,6,5": (4, 1049528, 2),
    "6x6 hands=15,14,13,12/15,14,13,12": (2, 707616, 1),
}
GAMES = 1000
CARDS = 11


@pytest.mark.parametrize("text", PERFT, ids=["solo", "two"])
def test_perft(
    benchmark: Any, report: Callable[..., None], twin_rate: Callable[..., float], text: str
) -> None:
    """The last placement of a sequence is counted where it could be laid."""
    depth, leaves, twin_depth = PERFT[text]
    assert benchmark(sp.master.parse(text).perft, depth) == leaves
    twin = twin_rate(lambda: plain.perft(plain.parse(text), twin_depth))
    report("leaves", leaves, twin, depth=depth, twin_depth=twin_depth)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_play(
    benchmark: Any, report: Callable[..., None], twin_rate: Callable[..., float], players: int
) -> None:
    """Whole games of eleven rounds, with hands as they are dealt once."""
    start = sp.master.start(players, seed=1)
    wins, _, placements, discards = benchmark(start.core.playouts, start.state, GAMES, 1)
    assert sum(placements) + sum(discards) == GAMES * players * CARDS
    assert sum(map(sum, wins)) >= GAMES
    twin_start, chance = plain.parse(str(start)), random.Random(1)
    twin = twin_rate(lambda: len(random_game(chance, twin_start)) - 1) / CARDS
    report("games", GAMES, twin, players=players)
