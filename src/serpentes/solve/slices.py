"""Strong solution by material: the driver of the solver of slices in the compiled core.

Slices are solved in pairs, (p, q) with (q, p), from few men to many, as a capture leads from one to
the other's lower slices. Only the pair at work and the slices that it leads to are looked at.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from threading import Lock

import numpy as np

from serpentes.games.base import MaterialPosition
from serpentes.games.cores import PairSolver
from serpentes.solve.driver import (
    LimitReached,
    Report,
    Run,
    deferred_interrupt,
    machine_memory,
    positive,
    running,
)
from serpentes.solve.slice_plan import Plan, PlannedPair, plan, split
from serpentes.solve.slice_store import InFolder, InMemory, Store
from serpentes.solve.slice_table import Men, SliceTable, below


def solve(
    position: MaterialPosition,
    *,
    men: int | None = None,
    sides: Men | None = None,
    threads: int | None = None,
    max_positions: int | None = None,
    memory: int | None = None,
    progress: Report | None = None,
    output: str | Path | None = None,
) -> SliceTable:
    """The value of every placement of men on the board of `position`, reachable or not.

    `men` bounds the number of men of both sides together, `sides` those of either side. `threads`
    is how many run at once (default: the processors there are); the table does not depend on it.
    `max_positions` (up to symmetry) and `memory` (bytes; default: three quarters of the machine's)
    bound the work. `progress` is called with what is being done, how many positions are done
    and how many there are.
    With `output` the table is written into that folder slice by slice, so that little more than the
    slices at work needs memory; a run that is stopped goes on from the last finished slices. A
    table that is there is replaced.

    Raises ValueError if the rulings have no tables, for bounds that are out of range, or if what is
    beside the output is damaged or of another solve; LimitReached if a bound is passed;
    OverflowError if a value takes more plies than the table can hold; KeyboardInterrupt when
    interrupted; OSError if the output cannot be written.

    >>> import serpentes as sp
    >>> table = solve(sp.fighting.start(length=2, arc="none"), threads=1)
    >>> table.counts()
    {'positions': 1932, 'win': 857, 'draw': 282, 'loss': 793}
    """
    planned = plan(position, men=men, sides=sides)
    max_positions = positive("max_positions", max_positions, planned.positions)
    memory = positive("memory", memory, machine_memory() * 3 // 4)
    threads = positive("threads", threads, os.cpu_count() or 1)
    _check_plan(planned, max_positions, memory, planned.memory(output is not None, threads))
    with running(threads) as run, deferred_interrupt() as interrupted:
        store: Store = InMemory(position) if output is None else InFolder(planned, output)
        try:
            _Work(planned, store, memory, progress, threads, run, interrupted).all()
            return store.table()
        finally:
            store.close()


def _check_plan(planned: Plan, max_positions: int, memory: int, needed: int) -> None:
    """LimitReached if the plan does not fit the limits; `needed` are the bytes that it takes."""
    if planned.positions > max_positions:
        raise LimitReached(
            f"{planned.positions:,} positions to solve, {max_positions:,} allowed; "
            "solve fewer men or raise the limit"
        )
    if needed > memory:
        raise LimitReached(
            f"about {needed:,} bytes of memory needed, {memory:,} allowed; write to an output (if "
            "this is not done), solve fewer men, use fewer threads or raise the limit"
        )


@dataclass
class _Work:
    """One solve: what there is to do, where it goes, and what bounds and watches it."""

    plan: Plan
    store: Store
    memory: int
    progress: Report | None
    threads: int
    run: Run
    interrupted: Callable[[], bool]

    def __post_init__(self) -> None:
        self.done = dict.fromkeys((pair.men for pair in self.plan.pairs), 0)
        """The work done for each pair."""
        self.at_work = dict.fromkeys(self.done, 0)
        """The bytes that each pair takes while it is solved."""
        self.lock = Lock()

    def all(self) -> None:
        """Solve every pair that is not finished yet, group by group of as many men in all."""
        finished = self.store.done()
        for _, group in groupby(self.plan.pairs, key=lambda pair: sum(pair.men)):
            left: list[PlannedPair] = []
            for pair in group:
                if finished.issuperset(pair.slices):
                    self.done[pair.men] = pair.positions
                else:
                    left.append(pair)
            self.group(left)

    def group(self, pairs: list[PlannedPair]) -> None:
        """Solve pairs that do not need each other.

        Each has a thread of its own if possible, as threads that share a pair wait for each other
        between passes.
        """
        alone, shared = split(pairs, self.threads)
        for _ in self.run(self.alone, alone):
            pass
        for pair in shared:
            self.pair(pair, self.run)

    def alone(self, pair: PlannedPair) -> None:
        """Solve a pair on the thread at hand."""
        self.pair(pair, None)

    def pair(self, pair: PlannedPair, run: Run | None) -> None:
        """Solve the slices of a pair, and keep their values."""
        start, (own, opponent) = self.plan.start, pair.men
        core, rules = start.core, start.rules
        if self.interrupted():
            raise KeyboardInterrupt
        values = {m: np.zeros(core.slice_sizes(rules, *m)[0], np.uint8) for m in pair.slices}
        lower = {m: self.store.get(m) for slice_ in pair.slices for m in below(slice_)}
        solver = core.PairSolver(
            rules, own, opponent, lower, values[own, opponent], values[opponent, own]
        )
        self.check_memory(pair, solver)
        while solver.advance(run):
            self.report(pair, solver.stage, solver.done / max(solver.total, 1))
            if self.interrupted():
                raise KeyboardInterrupt
        with self.lock:
            self.store.put(values)
        self.at_work[pair.men] = 0
        self.report(pair, "done", 1)

    def report(self, pair: PlannedPair, stage: str, part: float) -> None:
        self.done[pair.men] = round(pair.positions * part)
        if self.progress is not None:
            doing = f"{pair.men[0]} men against {pair.men[1]}, {stage}"
            self.progress(doing, sum(self.done.values()), self.plan.positions)

    def check_memory(self, pair: PlannedPair, solver: PairSolver) -> None:
        self.at_work[pair.men] = solver.memory + pair.positions
        needed = sum(self.at_work.values()) + self.store.memory
        if needed > self.memory:
            raise LimitReached(
                f"{needed:,} bytes of memory needed with {pair.men[0]} men against {pair.men[1]}, "
                f"{self.memory:,} allowed; solve fewer men or raise the limit"
            )
