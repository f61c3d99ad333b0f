"""Puzzles on boards that are too large to solve: how long one takes to find, and to prove again.

Each is made once, on two threads as `serpentes puzzles make` has them on two processors. Half of
the puzzles that are found are chosen for a set; the time for one is that of a puzzle in the set.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import serpentes as sp
from serpentes.games.base import SearchablePosition
from serpentes.puzzles.moves.make_searched import endgames
from serpentes.puzzles.moves.model import SearchedSet

COUNT = 6
THREADS = 2
STARTS: dict[str, SearchablePosition] = {
    "serpent-4": sp.serpent.start(size=4),
    "serpent-5": sp.serpent.start(size=5),
    "serpent-6": sp.serpent.start(size=6),
    "fighting-8": sp.fighting.start(length=8, preset="kolowis", adjudication="draw"),
    "fighting-16": sp.fighting.start(length=16, direction="forward"),
}
by_start = pytest.mark.parametrize("start", STARTS.values(), ids=STARTS.keys())


@cache
def made(start: SearchablePosition) -> SearchedSet:
    """A set with puzzles of that start: what takes the time when it is asked for first."""
    wishes = sp.puzzles.Wishes(COUNT, ("win",), low=1)
    table = endgames(start, THREADS)
    found = sp.puzzles.make_searched(start, wishes, threads=THREADS, table=table)
    assert isinstance(found, SearchedSet)
    assert len(found.puzzles) == COUNT
    return found


@by_start
def test_make(benchmark: Any, report: Callable[..., None], start: SearchablePosition) -> None:
    """With the table of endgames, where there is one."""
    benchmark.pedantic(made, args=(start,), rounds=1)
    report("puzzles", COUNT)


@by_start
def test_check(benchmark: Any, report: Callable[..., None], start: SearchablePosition) -> None:
    """Every claim of a set, on one thread."""
    document = made(start)

    def check() -> None:
        assert list(sp.puzzles.problems(document)) == []

    benchmark.pedantic(check, rounds=3)
    report("puzzles", COUNT)
