"""Solo tasks of Serpent Master: counting all solutions, beside the twin and CP-SAT.

Seconds of the comparison are of the processor, as other work on the machine would blur it; the
solver, the twin and CP-SAT have one thread each. The comparison takes minutes; `-k "not beside"`
leaves it out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from master_tasks import made_backwards
from reference import master as plain
from reference import master_solver

import serpentes as sp

SIX_CARDS = "6x6 hand=15,14,13,12,11,10"
TASKS, SOLUTIONS = 50, 164
COMPARED, PATIENCE = 5, 60  # tasks, and seconds that CP-SAT has for each
REPEATED = 20


def test_count_of_six_cards(
    benchmark: Any, report: Callable[..., None], twin_rate: Callable[..., float]
) -> None:
    """All solutions, on the board without anything on it."""
    task = sp.master.parse(SIX_CARDS)
    found = benchmark(lambda: sp.solve(task, threads=1))
    assert found.solutions == 84032
    twin = twin_rate(lambda: master_solver.count(plain.parse(SIX_CARDS)))
    report("solutions", found.solutions, twin, nodes=found.nodes)


@pytest.mark.parametrize("threads", [1, 2])
def test_tasks_made_backwards(benchmark: Any, report: Callable[..., None], threads: int) -> None:
    """All solutions of each task, on 7x7 with 11 cards, a start and few cells to spare."""
    tasks = made_backwards(TASKS)
    found = benchmark(lambda: [sp.solve(task, threads=threads) for task in tasks])
    assert sum(one.solutions for one in found) == SOLUTIONS
    seconds = [one.seconds for one in found]
    report(
        "tasks",
        TASKS,
        threads=threads,
        nodes=sum(one.nodes for one in found),
        median_seconds=median(seconds),
        longest_seconds=max(seconds),
        unique=sum(one.solutions == 1 for one in found),
    )


def test_tasks_beside_the_twin_and_cp_sat(benchmark: Any) -> None:
    """The same tasks by three solvers; CP-SAT has all solutions, or as many as it finds in time."""
    pytest.importorskip("ortools")
    from master_cp_sat import Model

    tasks = made_backwards(TASKS)[:COMPARED]
    benchmark(lambda: [sp.solve(task, threads=1) for task in tasks])
    lines = [compared(task, plain.parse(str(task)), Model) for task in tasks]
    benchmark.extra_info["tasks"] = lines
    for ratio in ("ratio_to_twin", "ratio_to_cp_sat"):
        benchmark.extra_info[f"median_{ratio}"] = median(line[ratio] for line in lines)


def compared(task: sp.master.Position, twin: plain.Position, model: Any) -> dict[str, Any]:
    """Return what there is to say of a task solved by all three."""
    found, own = timed(lambda: [sp.solve(task, threads=1) for _ in range(REPEATED)])
    count, plainly = timed(lambda: master_solver.count(twin))
    (counted, has_all), cp_sat = timed(lambda: model(twin).solutions(PATIENCE))
    assert found[0].solutions == count
    assert counted == count or not has_all
    return {
        "solutions": count,
        "seconds": own / REPEATED,
        "ratio_to_twin": round(plainly * REPEATED / own),
        "cp_sat_solutions": counted,
        "cp_sat_has_all": has_all,
        "ratio_to_cp_sat": round(cp_sat * REPEATED / own),  # at least, if it has not all
    }


def timed(job: Callable[[], Any]) -> tuple[Any, float]:
    """Return what a job returns, and the seconds of the processor that it takes."""
    begin = time.process_time()
    return job(), time.process_time() - begin
