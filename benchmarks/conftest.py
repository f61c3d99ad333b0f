"""What the benchmarks share: positions, the twin's rate, and rates in the report.

`pytest benchmarks` measures everything; `--benchmark-json FILE` keeps the figures. Nothing asserts
a speed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from reference import fighting as plain_fighting
from reference import serpent as plain

import serpentes as sp
from serpentes.games.serpent import Position

CACHED = (
    plain.legal_actions,
    plain.dead_groups,
    plain.terrain,
    plain.groups_of,
    plain_fighting.legal_moves,
)
# Not to be looked through for doctests where it cannot be imported.
collect_ignore = [] if find_spec("ortools") else ["master_cp_sat.py"]
POSITIONS = Path(__file__).with_name("positions.json")


@pytest.fixture
def middle_games() -> Callable[[int], list[Position]]:
    """The middle-game positions of a size (see make_positions.py)."""
    texts = json.loads(POSITIONS.read_text())["positions"]
    return lambda size: [sp.serpent.parse(text) for text in texts[str(size)]]


@pytest.fixture
def twin_rate() -> Callable[[Callable[[], int]], float]:
    """What the plain twin does a second: runs a job of its, which returns how much it did, once."""

    def rate(job: Callable[[], int]) -> float:
        for cached in CACHED:
            cached.cache_clear()
        begin = time.perf_counter()
        done = job()
        return done / (time.perf_counter() - begin)

    return rate


@pytest.fixture
def report(benchmark: Any) -> Callable[..., None]:
    """Adds figures to the report of a benchmark that has run; rates from the median time.

    The best rate, from the shortest time, is what is left on a machine with other work to do.
    """

    def add(what: str, done: int, twin: float | None = None, **more: Any) -> None:
        benchmark.extra_info[what] = done
        benchmark.extra_info.update(more)
        if benchmark.stats is None:
            return  # --benchmark-disable
        rate = done / benchmark.stats["median"]
        benchmark.extra_info[f"{what}_per_second"] = round(rate)
        benchmark.extra_info[f"best_{what}_per_second"] = round(done / benchmark.stats["min"])
        if twin is not None:
            benchmark.extra_info[f"twin_{what}_per_second"] = round(twin)
            benchmark.extra_info["ratio_to_twin"] = round(rate / twin)

    return add
