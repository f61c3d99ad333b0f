"""Strong solution by retrograde analysis: the driver of the solver in the compiled core.

The core enumerates what can be reached and finds the values; here are the threads, the limits,
interruption and checkpoints, and the table that comes out of it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from serpentes.games.base import SolvablePosition
from serpentes.games.cores import Solver
from serpentes.solve import checkpoints
from serpentes.solve.driver import (
    LimitReached,
    Report,
    Run,
    deferred_interrupt,
    machine_memory,
    positive,
    running,
)
from serpentes.solve.key_table import KeyTable

__all__ = ["LimitReached", "solve"]

VALUE_BITS = 16
SECONDS_BETWEEN_CHECKPOINTS = 300.0


def solve(
    position: SolvablePosition,
    *,
    threads: int | None = None,
    max_positions: int | None = None,
    memory: int | None = None,
    progress: Report | None = None,
    checkpoint: Path | None = None,
) -> KeyTable:
    """The values of every position that can be reached from `position`, up to symmetry.

    `threads` is how many run at once (default: the processors there are); the table does not depend
    on it. `max_positions` and `memory` (bytes; default: three quarters of the machine's) bound the
    work. `progress` is called with what is being done, how much is done and how much there is.
    With `checkpoint`, a file, an interrupted run is kept there, and the next run with the same
    position goes on from it. It stays until the caller, with the table in safety, removes it.

    Raises LimitReached if a bound is passed, KeyboardInterrupt when interrupted (after the
    checkpoint is written), ValueError for limits that are not positive or a checkpoint that is
    damaged or of another position, OSError if the checkpoint cannot be written.

    >>> import serpentes as sp
    >>> table = solve(sp.serpent.start(size=2), threads=1)
    >>> table.counts()["positions"], str(table[table.start])
    (48, 'loss in 5 plies')
    """
    max_positions = positive("max_positions", max_positions, 1 << 62)
    memory = positive("memory", memory, machine_memory() * 3 // 4)
    work = _Work(position, position.solver(), max_positions, memory, progress, checkpoint)
    if checkpoint is not None:
        checkpoints.restore(checkpoint, position, work.solver)
    with running(threads) as run, deferred_interrupt() as interrupted:
        work.enumerate(run, interrupted)
        work.sweep(run, interrupted)
        keys, values = _arrays(position, work.solver, run)
    return KeyTable(position, keys, values)


@dataclass
class _Work:
    """One solve: the solver of the core, and what bounds, watches and keeps its work."""

    position: SolvablePosition
    solver: Solver
    max_positions: int
    memory: int
    progress: Report | None
    checkpoint: Path | None
    saved: float = field(default_factory=time.monotonic)

    def enumerate(self, run: Run, interrupted: Callable[[], bool]) -> None:
        """Find all positions, chunk by chunk."""
        while self.solver.enumerate(run):
            if self.progress is not None:
                self.progress("finding positions", self.solver.expanded, self.solver.positions)
            self.check_limits()
            if interrupted():
                self.save_checkpoint()
                raise KeyboardInterrupt
            if time.monotonic() - self.saved > SECONDS_BETWEEN_CHECKPOINTS:
                self.save_checkpoint()
        if time.monotonic() - self.saved > SECONDS_BETWEEN_CHECKPOINTS / 10:
            self.save_checkpoint()

    def sweep(self, run: Run, interrupted: Callable[[], bool]) -> None:
        """Find all values; short beside the enumeration, so there is no checkpoint in it."""
        while self.solver.sweep(run):
            if self.progress is not None:
                self.progress("deciding values, plies", self.solver.sweep_plies, None)
            if interrupted():
                raise KeyboardInterrupt

    def check_limits(self) -> None:
        positions, expanded = self.solver.positions, self.solver.expanded
        reached = (
            f"after {positions:,} positions, of which {expanded:,} have been expanded; "
            "start nearer to the end of the game or raise the limit"
        )
        if positions > self.max_positions:
            raise LimitReached(f"more than {self.max_positions:,} positions: stopped {reached}")
        # The values while sweeping; then the keys and values of the table, once more to sort them.
        needed = self.solver.memory + positions * 2 * (8 * self.position.key_words + 4)
        if needed > self.memory:
            raise LimitReached(
                f"{needed:,} bytes of memory needed, {self.memory:,} allowed: stopped {reached}"
            )

    def save_checkpoint(self) -> None:
        if self.checkpoint is not None:
            checkpoints.save(self.checkpoint, self.position, self.solver)
            self.saved = time.monotonic()


def _arrays(
    position: SolvablePosition, solver: Solver, run: Run
) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]:
    """The keys in ascending order, and the codes of their values."""
    sizes = solver.part_sizes()
    ends = np.cumsum(sizes)
    keys = np.empty((int(ends[-1]), position.key_words), dtype=np.uint64)
    values = np.empty(int(ends[-1]), dtype=np.uint16)

    def write(part: int) -> None:
        cut = slice(int(ends[part]) - sizes[part], int(ends[part]))
        solver.write(part, keys[cut], values[cut])

    for _ in run(write, range(len(sizes))):
        pass
    if position.key_bits + VALUE_BITS <= 64:
        # Key and value in one word: sorting words is several times as fast as sorting their order.
        words = keys[:, 0]
        words <<= np.uint64(VALUE_BITS)
        words |= values
        words.sort()
        np.copyto(values, words, casting="unsafe")
        words >>= np.uint64(VALUE_BITS)
        return keys, values
    order = np.lexsort(keys.T[::-1])
    return keys[order], values[order]
