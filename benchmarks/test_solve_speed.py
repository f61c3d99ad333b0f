"""Solving size 3 from the empty board: time and peak memory, the table written, in a process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("solve_once.py")
POSITIONS = 6726874
DIGEST = "c4fcb0088781f3e125f266a8a8607c10"


@pytest.mark.parametrize("threads", [1, 2])
def test_solve_size_3(
    benchmark: Any, report: Callable[..., None], tmp_path: Path, threads: int
) -> None:
    """The table is the same to the byte, however many threads there were."""

    def solve() -> dict[str, Any]:
        command = [sys.executable, str(SCRIPT), str(threads), str(tmp_path / "3.table")]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    found = benchmark.pedantic(solve, rounds=3, iterations=1)
    assert (found.pop("positions"), found.pop("digest")) == (POSITIONS, DIGEST)
    report("positions", POSITIONS, threads=threads, **found)
