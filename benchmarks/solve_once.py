"""Solves a board once, the table written too, and prints what it took as JSON.

    python benchmarks/solve_once.py GAME NUMBER THREADS FOLDER

In a process of its own, so that the peak of memory is that of this solve. NUMBER is the size or
length of the board.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from serpentes.games import registry
from serpentes.games.base import MaterialPosition
from serpentes.solve import retrograde, slices
from serpentes.solve.table import Table


def peak_memory() -> int:
    """Return the most bytes that this process has had in memory."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    # Bytes on macOS; what the parent had at the fork may count too.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def solve(game: str, number: int, threads: int, folder: Path) -> Table:
    """Solve the board and write the table."""
    entry = registry.game(game)
    assert entry.board is not None
    start = entry.start(**{entry.board.name: number})
    if isinstance(start, MaterialPosition):
        return slices.solve(start, threads=threads, output=folder)
    table = retrograde.solve(start, threads=threads)
    table.save(folder)
    return table


def main() -> None:
    """Solve, write, print."""
    game, number, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    begin = time.perf_counter()
    table = solve(game, number, threads, Path(sys.argv[4]))
    seconds = time.perf_counter() - begin
    peak = peak_memory()
    print(
        json.dumps(
            {
                "positions": len(table),
                "seconds": round(seconds, 3),
                "peak_memory_mb": round(peak / 1e6, 1),
                "peak_bytes_per_position": round(peak / len(table), 1),
                "table_bytes_per_position": table.nbytes / len(table),
                "digest": table.digest,
            }
        )
    )


if __name__ == "__main__":
    main()
