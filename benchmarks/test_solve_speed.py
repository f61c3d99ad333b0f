"""Solving whole boards: time and peak memory, the table written, each in a process of its own.

Length 6 of Fighting Serpents takes minutes; `-k "not fighting-6"` leaves it out.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("solve_once.py")

# By game and board: positions up to symmetry, half the digest of the table, rounds.
BOARDS = {
    ("serpent", 3): (6726874, "6e6b564e6816b3706247384490924c01", 3),
    ("fighting", 5): (10778353, "e70fbe50b2023c78611128b5164e154e", 3),
    ("fighting", 6): (290726209, "7bd741c121d14931181b4c0a470baf4f", 1),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board[0]}-{board[1]}")
def test_solve_a_board(
    benchmark: Any,
    report: Callable[..., None],
    tmp_path: Path,
    board: tuple[str, int],
    threads: int,
) -> None:
    """The table is the same to the byte, however many threads there were."""
    positions, digest, rounds = BOARDS[board]

    def solve() -> dict[str, Any]:
        numbers = [board[0], str(board[1]), str(threads), str(tmp_path / "table")]
        command = [sys.executable, str(SCRIPT), *numbers]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    found = benchmark.pedantic(solve, rounds=rounds, iterations=1)
    assert (found.pop("positions"), found.pop("digest")[:32]) == (positions, digest)
    report("positions", positions, threads=threads, **found)
