"""Proof-number search: nodes a second with one thread, from fixed positions to their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import serpentes as sp
from serpentes.games.base import SearchablePosition

POSITIONS = {
    "serpent-3-empty": sp.serpent.start(size=3),
    "serpent-4-18-empty": sp.serpent.parse("w1bw/wb1b1/1b2w1/b2w1b1/wbw1b1/w1b1w/3b b bw"),
    "fighting-4-start": sp.fighting.start(length=4),
}
NODES = 10_000_000
"""More than any of them takes."""


@pytest.mark.parametrize("name", POSITIONS)
def test_proofs(benchmark: Any, report: Callable[..., None], name: str) -> None:
    """Every round begins with an empty table of 64 MiB."""
    position: SearchablePosition = POSITIONS[name]

    def prove() -> int:
        answer, nodes = position.prove(position.prover(1 << 26), 0, True, NODES)
        assert answer
        return nodes

    report("nodes", benchmark.pedantic(prove, rounds=3), table_bytes=1 << 26)
