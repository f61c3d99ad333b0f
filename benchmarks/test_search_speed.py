"""Search by plies: nodes a second from fixed positions, with one thread and with two."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import serpentes as sp
from serpentes.games.base import SearchablePosition

POSITIONS: dict[str, tuple[SearchablePosition, int]] = {
    "serpent-3-empty": (sp.serpent.start(size=3), 18),
    "serpent-4-16-empty": (sp.serpent.parse("1bbw/w1w1b/wbwb1w/b2bw1b/b4w/ww2b/2b1 w bw"), 15),
    "serpent-4-18-empty": (sp.serpent.parse("1bbw/w1w1b/wbwb1w/b2bw1b/b4w/w3b/4 w bw"), 14),
    "fighting-4-start": (sp.fighting.start(length=4), 19),
    "fighting-16-6-men": (sp.fighting.parse("2w6w3b2/12b4/7w4b3 b"), 15),
    "fighting-16-16-men": (sp.fighting.parse("4ww1w1w1b1wwb/b2w7bb4/11bb1bw b"), 10),
}
MOST_NODES = (1 << 64) - 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", POSITIONS)
def test_searches(benchmark: Any, report: Callable[..., None], name: str, threads: int) -> None:
    """Every round begins with an empty table of 64 MiB."""
    position, plies = POSITIONS[name]
    nodes = []

    def search() -> None:
        searcher = position.searcher(1 << 26)
        position.decide(searcher, plies, MOST_NODES, pool.map if threads > 1 else None, threads)
        nodes.append(searcher.nodes)

    with ThreadPoolExecutor(threads) as pool:
        benchmark.pedantic(search, rounds=3)
    report("nodes", sorted(nodes)[1], plies=plies, table_bytes=1 << 26)
