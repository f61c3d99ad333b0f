"""Solves Serpent of size 3 once, the table written too, and prints what it took as JSON.

    python benchmarks/solve_once.py THREADS FOLDER

In a process of its own, so that the peak of memory is that of this solve.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from hashlib import blake2b
from pathlib import Path

import serpentes as sp
from serpentes.solve.retrograde import solve


def peak_memory() -> int:
    """Return the most bytes that this process has had in memory."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    # Bytes on macOS; what the parent had at the fork may count too.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    """Solve, write, print."""
    threads, folder = int(sys.argv[1]), Path(sys.argv[2])
    begin = time.perf_counter()
    table = solve(sp.serpent.start(size=3), threads=threads)
    solved = time.perf_counter()
    table.save(folder)
    written = time.perf_counter()
    peak = peak_memory()
    digest = blake2b(table.keys.tobytes(), digest_size=16)
    digest.update(table.values.tobytes())
    print(
        json.dumps(
            {
                "positions": len(table),
                "solve_seconds": round(solved - begin, 3),
                "write_seconds": round(written - solved, 3),
                "peak_memory_mb": round(peak / 1e6, 1),
                "peak_bytes_per_position": round(peak / len(table), 1),
                "table_bytes_per_position": table.nbytes / len(table),
                "digest": digest.hexdigest(),
            }
        )
    )


if __name__ == "__main__":
    main()
