"""The border of the retrograde solver: steps out of order, arrays and snapshots that are none.

As in test_core_border.py: whatever comes from Python is refused or taken, no crash.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import printed_by

from serpentes.core import load
from serpentes.games import hexagon

SIZES = (2, 3, 4, 5, 6)
MODULES = {size: load(f"serpent{size}") for size in SIZES}


# --- Steps out of order --------------------------------------------------------------------------


def enumerated(size: int = 2) -> Any:
    """Return a solver of size 2 that has found all positions, or of another size some."""
    solver = MODULES[size].Retrograde(0, 0, 0, 0)
    while solver.enumerate(map) and (size == 2 or solver.positions < 1000):
        pass
    return solver


def solved() -> Any:
    """Return a solver of size 2 that is done."""
    solver = enumerated()
    while solver.sweep(map):
        pass
    return solver


def test_the_steps_in_order() -> None:
    solver = solved()
    assert solver.positions == solver.expanded == sum(solver.part_sizes()) == 48
    assert solver.memory > 0
    assert solver.enumerate(map) is False
    assert solver.sweep(map) is False


def test_sweeping_before_everything_is_enumerated() -> None:
    for solver in (MODULES[2].Retrograde(0, 0, 0, 0), enumerated(3)):
        with pytest.raises(ValueError, match="enumerate all positions before sweeping"):
            solver.sweep(map)
        assert solver.enumerate(map) is True


def test_writing_before_the_values_are_final() -> None:
    keys, values = np.empty((1, 1), np.uint64), np.empty(1, np.uint16)
    half_way = enumerated()
    half_way.sweep(map)
    for solver in (MODULES[2].Retrograde(0, 0, 0, 0), enumerated(), half_way):
        with pytest.raises(ValueError, match="not final"):
            solver.write(0, keys, values)


def test_no_snapshot_once_the_sweeps_have_begun() -> None:
    half_way = enumerated()
    half_way.sweep(map)
    for solver in (half_way, solved()):
        with pytest.raises(ValueError, match="sweeps have begun"):
            solver.snapshot()


def test_a_solver_is_not_pickled_or_copied() -> None:
    for made in (enumerated(), MODULES[2].Search(0, 4096)):
        for make_another in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError):
                make_another(made)


def test_a_run_that_fails_leaves_the_solver_unusable_but_whole() -> None:
    def fails(*_: object) -> list[object]:
        raise KeyError("run")

    solver = MODULES[2].Retrograde(0, 0, 0, 0)
    with pytest.raises(KeyError, match="run"):
        solver.enumerate(fails)
    with pytest.raises(RuntimeError):
        solver.enumerate(map)
    with pytest.raises((RuntimeError, ValueError)):
        solver.sweep(map)
    assert solver.memory > 0


def test_a_solver_that_is_at_work_refuses_more() -> None:
    solver = MODULES[2].Retrograde(0, 0, 0, 0)
    refused = []

    def run(step: Callable[[Any], object], arguments: Any) -> Any:
        for other, argument in ((solver.enumerate, map), (solver.restore, {})):
            with pytest.raises(RuntimeError, match="at work"):
                other(argument)
            refused.append(other)
        return map(step, arguments)

    while solver.enumerate(run):
        pass
    assert refused
    assert solver.positions == 48


ENUMERATED = (
    "def enumerated():",
    "    solver = load('serpent2').Retrograde(0, 0, 0, 0)",
    "    while solver.enumerate(map): pass",
    "    return solver",
)


def in_a_process(code: str) -> str:
    """Return what a program prints that can call `enumerated()`."""
    return printed_by(*ENUMERATED, code)


def test_no_restoring_once_the_sweeps_have_begun() -> None:
    said = in_a_process(
        "snapshot = enumerated().snapshot()\n"
        "solver = enumerated(); solver.sweep(map); said(lambda: solver.restore(snapshot))\n"
        "while solver.sweep(map): pass\n"
        "said(lambda: solver.restore(snapshot)); print(solver.part_sizes() == [0] * 16)"
    )
    assert said.split() == ["ValueError", "ValueError", "False"]


@pytest.mark.parametrize(
    "run",
    [
        "lambda step, tasks: []",
        "lambda step, tasks: map(step, list(tasks)[1:])",
        "lambda step, tasks: map(step, [*tasks, tasks[0]])",
        "lambda step, tasks: map(step, [10 ** 6])",
        "lambda step, tasks: map(step, [-1])",
        "lambda step, tasks: map(step, ['a'])",
    ],
)
def test_a_run_that_does_not_do_each_task_once_is_found_out(run: str) -> None:
    said = in_a_process(
        "solver = load('serpent2').Retrograde(0, 0, 0, 0)\n"
        f"said(lambda: solver.enumerate({run}))\n"
        "said(lambda: solver.enumerate(map))\n"
        "solver = enumerated()\n"
        f"said(lambda: solver.sweep({run}))\n"
        "said(lambda: solver.sweep(map))"
    )
    assert said.split() == ["RuntimeError"] * 4


def test_tasks_that_are_kept_for_later_do_nothing_then() -> None:
    said = in_a_process(
        "solver, kept = load('serpent2').Retrograde(0, 0, 0, 0), []\n"
        "def run(step, tasks):\n"
        "    kept.extend((step, task) for task in tasks)\n"
        "    return map(step, tasks)\n"
        "while solver.enumerate(run): pass\n"
        "while solver.sweep(run): pass\n"
        "sizes = solver.part_sizes()\n"
        "for step, task in kept: said(lambda: step(task))\n"
        "print(len(kept) > 100, sizes == solver.part_sizes())"
    )
    assert set(said.split()[:-2]) == {"RuntimeError"}
    assert said.split()[-2:] == ["True", "True"]


def test_emptied_and_impossible_starts_are_solved_as_what_they_are() -> None:
    for size, module in MODULES.items():
        everything = (1 << hexagon.cell_count(size)) - 1
        for own, opponent in ((0, 1), (1, 0), (0, 0), (everything, 0)):
            solver = module.Retrograde(own, opponent, 3, 0)
            while solver.enumerate(map):
                pass
            while solver.sweep(map):
                pass
            assert sum(solver.part_sizes()) == 1


# --- Arrays ---------------------------------------------------------------------------------------


def test_arrays_of_the_wrong_shape_or_type() -> None:
    solver = solved()
    part = max(range(16), key=solver.part_sizes().__getitem__)
    size = solver.part_sizes()[part]
    keys, values = np.zeros((size, 1), np.uint64), np.zeros(size, np.uint16)
    solver.write(part, keys, values)
    assert keys.any()
    assert values.any()
    fixed = keys.copy()
    fixed.flags.writeable = False
    wrong_keys: list[Any] = [
        keys[:-1], keys[:, :0], np.zeros((size, 2), np.uint64), np.zeros((size + 1, 1), np.uint64),
        np.zeros(size, np.uint64), np.zeros((size, 1, 1), np.uint64), np.zeros((size, 1), np.int64),
        np.zeros((size, 1), np.uint32), np.zeros((size, 1), np.float64), fixed,
        np.zeros((2 * size, 1), np.uint64)[::2], keys.astype(">u8"), np.zeros((size, 1), object),
    ]  # fmt: skip
    for other in wrong_keys:
        with pytest.raises(ValueError):
            solver.write(part, other, values)
    wrong_values: list[Any] = [
        values[:-1], values.reshape(-1, 1), np.zeros(size + 1, np.uint16), values.astype(np.int16),
        values.astype(np.uint32), np.zeros(2 * size, np.uint16)[::2], values[::-1],
    ]  # fmt: skip
    for other in wrong_values:
        with pytest.raises(ValueError):
            solver.write(part, keys, other)
    for nothing in (None, [0] * size, "keys", 5):
        with pytest.raises((TypeError, ValueError)):
            solver.write(part, nothing, values)
        with pytest.raises((TypeError, ValueError)):
            solver.write(part, keys, nothing)
    for number in (-1, 16, 1 << 40, -(1 << 70)):
        with pytest.raises(ValueError, match="part"):
            solver.write(number, keys, values)


# --- Snapshots ------------------------------------------------------------------------------------

PARTS = ("counts", "keys", "pieces", "positions", "degrees", "edges", "bases")
ENDGAMES = {
    # Size, stones of the side to move, of the other, hatched: positions that lead to some hundred.
    4: "bb2/b1b1w/1bwbbw/w2w1bw/w2wb1/1bwbw/wbww w bw",
    5: "2bbb/b1b2b/2bw1wb/b1bwbbbw/1bbwbw1w1/3wbbb1/2bwwwb/2b1bb/b1bb1 b bw",
}


def half_solved(size: int) -> tuple[Any, Callable[[], Any]]:
    """Return a snapshot in the middle of enumerating, and what makes a solver for it."""
    if size == 2:
        state = (0, 0, 0, 0)
    else:
        from serpentes.games.serpent import parse

        state = parse(ENDGAMES[size]).state

    def make() -> Any:
        return MODULES[size].Retrograde(*state)

    solver = make()
    for _ in range(4):
        solver.enumerate(map)
    assert solver.expanded < solver.positions
    return solver.snapshot(), make


SNAPSHOTS = {size: half_solved(size) for size in (2, 4, 5)}
by_snapshot = pytest.mark.parametrize("size", SNAPSHOTS)


def goes_on(solver: Any) -> None:
    """Go to the end with whatever a solver has taken in."""
    for _ in range(60):
        if not solver.enumerate(map):
            break
    else:
        return
    while solver.sweep(map):
        pass
    for part, size in enumerate(solver.part_sizes()):
        words = np.zeros((size, MODULES_BY_SOLVER[type(solver)].KEY_WORDS), np.uint64)
        solver.write(part, words, np.zeros(size, np.uint16))


MODULES_BY_SOLVER = {module.Retrograde: module for module in MODULES.values()}


@by_snapshot
def test_a_whole_snapshot_is_taken(size: int) -> None:
    snapshot, make = SNAPSHOTS[size]
    assert tuple(snapshot) == PARTS
    assert {type(data) for data in snapshot.values()} == {bytes}
    solver = make()
    solver.restore(snapshot)
    assert solver.snapshot() == snapshot
    goes_on(solver)


@by_snapshot
@pytest.mark.parametrize("part", PARTS)
def test_snapshots_with_a_part_missing_or_of_another_type(size: int, part: str) -> None:
    snapshot, make = SNAPSHOTS[size]
    with pytest.raises(KeyError, match=part):
        make().restore({name: data for name, data in snapshot.items() if name != part})
    for other in (None, "text", 5, bytearray(snapshot[part]), [1], np.zeros(4, np.uint8)):
        with pytest.raises(TypeError):
            make().restore(snapshot | {part: other})


def test_snapshots_that_are_none() -> None:
    nothing: tuple[Any, ...] = (None, [], b"", "snapshot", 5)
    for other in nothing:
        with pytest.raises(TypeError):
            MODULES[2].Retrograde(0, 0, 0, 0).restore(other)
    with pytest.raises(KeyError):
        MODULES[2].Retrograde(0, 0, 0, 0).restore({})


@by_snapshot
@pytest.mark.parametrize("part", PARTS)
def test_snapshots_with_a_part_cut_or_longer(size: int, part: str) -> None:
    snapshot, make = SNAPSHOTS[size]
    data = snapshot[part]
    for other in (b"", data[:-1], data[1:], data[: len(data) // 2], data + b"\0", data * 2):
        with pytest.raises(ValueError):
            make().restore(snapshot | {part: other})


def test_a_snapshot_of_another_solver_is_refused() -> None:
    for size, (snapshot, _) in SNAPSHOTS.items():
        for module in MODULES.values():
            if module is not MODULES[size]:
                with pytest.raises(ValueError):
                    module.Retrograde(0, 0, 0, 0).restore(snapshot)


def test_a_solver_takes_one_snapshot_only() -> None:
    snapshot, make = SNAPSHOTS[2]
    solver = make()
    solver.restore(snapshot)
    with pytest.raises(ValueError):
        solver.restore(snapshot)


@given(st.sampled_from(sorted(SNAPSHOTS)), st.data())
@settings(max_examples=400)
def test_changed_snapshots_are_refused_or_do_no_harm(size: int, data: st.DataObject) -> None:
    snapshot, make = SNAPSHOTS[size]
    changed = dict(snapshot)
    for _ in range(data.draw(st.integers(1, 3))):
        part = data.draw(st.sampled_from(PARTS))
        if not changed[part]:
            continue
        place = data.draw(st.integers(0, len(changed[part]) - 1))
        kind = data.draw(st.sampled_from(["byte", "bytes", "cut", "double"]))
        if kind == "byte":
            new = bytes([data.draw(st.integers(0, 255))])
            changed[part] = changed[part][:place] + new + changed[part][place + 1 :]
        elif kind == "bytes":
            new = data.draw(st.binary(max_size=8))
            changed[part] = changed[part][:place] + new + changed[part][place + len(new) :]
        elif kind == "cut":
            changed[part] = changed[part][:place]
        else:
            changed[part] = changed[part][:place] + changed[part]
    solver = make()
    try:
        solver.restore(changed)
    except ValueError:
        with pytest.raises((RuntimeError, ValueError)):
            solver.enumerate(map)
        assert solver.memory > 0
    else:
        goes_on(solver)
