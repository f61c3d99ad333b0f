"""Solving solo tasks of Serpent Master through the public interface."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterable
from itertools import islice
from threading import Timer
from typing import Any

import master_games
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import master as plain
from reference import master_solver

import serpentes as sp
from serpentes.games.master import Deck, Position, parse
from serpentes.solve.driver import LimitReached
from serpentes.solve.packing import are_all

# The figures of the rules.
SOLUTIONS = {
    "3x3 hand=15,14": 12,
    "3x3 hand=15,14 mode=challenging": 8,
    "3x3 hand=15,14,13": 40,
    "3x3 hand=15,14,13 mode=challenging": 8,
    "4x4 hand=15,14,13,12": 208,
    "4x4 hand=15,14,13,12 mode=challenging": 8,
    "4x4 hand=15,14,13,12,11": 312,
    "4x4 hand=15,14,13,12,11 mode=challenging": 0,
    "4x4 hand=15,14,13,12,11 blocked=b2,c3": 2,
    "5x5 hand=15,14,13,12,11,10": 8712,
    "5x5 hand=15,14,13,12,11,10 mode=challenging": 20,
    "5x5 hand=15,14,13,12,11,10 start=a1": 558,
    "5x5 hand=15,14,13,12,11,10 mode=challenging start=a1": 1,
    "6x6 hand=15,14,13,12,11,10": 84032,
}
TASK = "4x4 hand=15,14,13,12"
LONG = "7x7 hand=15,14,13,12,11,10,9,8,7,6,5"  # very many solutions


def endless() -> Position:
    """Return a task without a solution that no search gets through.

    There are three rooms and one cell between them, so that single steps fill two of them at most;
    but all ways through the first are tried before that is certain, with the cards in any order.
    """
    open_cells = {f"{x}{y}" for x in "abc" for y in range(1, 6)}
    open_cells |= {"d3", "e3", "e4", "e5", "f4", "f5", "e2", "e1", "f2", "f1"}
    blocked = [cell for cell in parse("8x8 hand=15").cell_centres() if cell not in open_cells]
    deck = Deck(dict.fromkeys(range(1, 23), "F"))
    return sp.master.start(
        hands=[deck.numbers], width=8, height=8, blocked=blocked, start="a1", deck=deck
    )


def fast(task: plain.Position) -> Position:
    """Return a task of the twin as the library has it."""
    return parse(str(task), Deck(task.deck))


def texts(solutions: Iterable[Iterable[object]]) -> list[tuple[str, ...]]:
    """Return solutions in the notation."""
    return [tuple(map(str, solution)) for solution in solutions]


def check_solution(task: Position, solution: Iterable[Any]) -> None:
    """Assert that a solution is one by the rules: every placement legal, all cards placed."""
    for placement in solution:
        assert placement in task.moves()
        task = task.play(str(placement))
    assert task.winners == (1,)
    assert task.hands == ((),)


# How many


@pytest.mark.parametrize(("text", "count"), SOLUTIONS.items())
@pytest.mark.parametrize("threads", [1, 2])
def test_figures_of_the_rules(text: str, count: int, threads: int) -> None:
    found = sp.solve(parse(text), threads=threads)
    assert isinstance(found, sp.Packings)
    assert (found.solutions, found.exact) == (count, True)
    assert found.task == parse(text)
    assert found.nodes > 0
    assert 0 < found.seconds < 60


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("3x3 hand=15,14", 3),
        ("3x4 hand=15,14", 17),
        ("3x3 hand=15,14 start=b2", 1),
        ("3x3 hand=15,14 start=a1", 1),
        ("3x3 hand=15,14 blocked=a1,c3", 2),
        ("4x4 hand=15,14,13,12,11 blocked=b2,c3", 1),
        ("4x4 hand=15,14,13,12,11 mode=challenging", 0),
        ("6x6 hand=15,14,13,12,11,10", 21008),
    ],
)
def test_up_to_rotations(text: str, count: int) -> None:
    """The solutions of small tasks, turned about: the classes are as many as there are said."""
    task = parse(text)
    assert sp.solve(task).up_to_rotations == count
    if count < 100:
        classes = {
            frozenset(
                tuple(str(task.transform_move(placement, turn)) for placement in solution)
                for turn in task.symmetries()
            )
            for solution in sp.solutions(task)
        }
        assert len(classes) == count


@pytest.mark.parametrize("threads", [1, 2])
def test_limits_of_counting(threads: int) -> None:
    for limit in (1, 207, 208, 10**9):
        found = sp.solve(parse(TASK), limit=limit, threads=threads)
        assert (found.solutions, found.exact) == (min(208, limit + 1), limit >= 208)
        assert found.up_to_rotations == (52 if limit >= 208 else None)
    assert sp.solve(parse(LONG), limit=1000, threads=threads).solutions == 1001


def test_tasks_under_way() -> None:
    task = parse("3x3 hand=15,14")
    assert sum(sp.solve(after).solutions for _, after in task.children()) == 12
    after = task.play("15@a1E")
    assert texts(sp.solutions(after)) == [("14N",)]
    solved = sp.solve(after.play("14N"))
    assert (solved.solutions, solved.up_to_rotations) == (1, 1)
    assert list(sp.solutions(after.play("14N"))) == [()]
    assert sp.solve(parse("3x3 hand=15,8 moves=15@a1N")).solutions == 0


# Which


@pytest.mark.parametrize("text", [text for text, count in SOLUTIONS.items() if count < 10**4])
def test_lists_are_complete_distinct_and_legal(text: str) -> None:
    task = parse(text)
    found = list(sp.solutions(task))
    assert len(set(found)) == len(found) == SOLUTIONS[text]
    for solution in found[:: max(1, len(found) // 20)]:
        check_solution(task, solution)


def test_the_order_of_a_list() -> None:
    """By card from the highest down, then by the cell in board order, then by heading."""

    def key(solution: tuple[Any, ...]) -> list[tuple[object, ...]]:
        return [
            (-placement.number, (placement.cell or "")[::-1], "NESW".index(placement.heading))
            for placement in solution
        ]

    found = list(sp.solutions(parse(TASK)))
    assert found == sorted(found, key=key)


def test_limits_of_lists() -> None:
    everything = list(sp.solutions(parse(TASK)))
    for limit in (1, 100, 208, 10**9):
        assert list(sp.solutions(parse(TASK), limit=limit)) == everything[:limit]


def test_whether_a_list_has_all_is_seen_at_a_glance() -> None:
    for text, count in ((TASK, 208), ("3x3 hand=15 moves=15@a1N", 1), ("3x3 hand=15 start=b2", 0)):
        assert are_all(parse(text), count)
    assert not are_all(parse(TASK), 207)
    assert not are_all(parse(LONG), 10**18)


def test_limits_that_nobody_means() -> None:
    for many in (10**18 + 1, 10**5000):
        for solver in (sp.solve, sp.solutions):
            with pytest.raises(ValueError, match="limit is out of range; expected 1 to 1,000,0"):
                solver(parse(TASK), limit=many)


def test_lists_are_made_as_they_are_asked_for() -> None:
    task = parse(LONG)
    found = list(islice(sp.solutions(task), 1000))
    assert len(set(found)) == 1000
    check_solution(task, found[0])
    check_solution(task, found[-1])


def test_every_solution_places_the_head_once() -> None:
    for solution in sp.solutions(parse(TASK)):
        assert [placement.cell is None for placement in solution] == [False, True, True, True]
    started = sp.solutions(parse("5x5 hand=15,14,8 start=c3"))
    assert all(placement.cell is None for solution in started for placement in solution)


# The twin


@given(task=master_games.tasks)
@settings(max_examples=100)
def test_agreement_with_the_twin(task: plain.Position) -> None:
    expected = {tuple(solution) for solution in master_solver.solutions(task)}
    found = texts(sp.solutions(fast(task)))
    assert len(found) == len(expected)
    assert set(found) == expected
    solved = sp.solve(fast(task), threads=1)
    assert solved.solutions == len(expected)
    assert solved.up_to_rotations == len(expected) // master_solver.rotations(task)


@given(chance=st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_agreement_on_tasks_made_backwards(chance: Any) -> None:
    """On boards of every size, with few cells to spare: nearly all searches end early."""
    task = master_games.laid_task(chance, most_cards=8, most_spare=2)
    found = sp.solve(fast(task))
    assert found.solutions == master_solver.count(task) > 0
    check_solution(fast(task), next(sp.solutions(fast(task))))


# What bounds it and ends it


def test_memory_is_bounded() -> None:
    task = parse("5x5 hand=15,14,13,12,11,10")
    with pytest.raises(LimitReached, match=r"^[0-9,]+ bytes of memory needed, 1,000 allowed; "):
        sp.solve(task, memory=1000)
    for memory in (1 << 18, 1 << 20, 1 << 40):
        assert sp.solve(task, memory=memory, threads=2).solutions == 8712


def test_progress() -> None:
    said: list[tuple[str, int, int | None]] = []
    task = parse("6x6 hand=15,14,13,12,11,10,9,8")
    assert sp.solve(task, threads=1, progress=lambda *report: said.append(report)).exact
    assert re.fullmatch("[1-9][0-9,]* solutions", said[0][0])
    parts = [done for _, done, _ in said]
    assert parts == sorted(parts)
    assert all(total is not None and 0 < done < total for _, done, total in said)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_while_counting(threads: int) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        sp.solve(
            parse(LONG), threads=threads, progress=lambda *_: signal.raise_signal(signal.SIGINT)
        )
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_while_the_next_solution_is_sought() -> None:
    found = sp.solutions(endless())
    timer = Timer(0.5, signal.raise_signal, [signal.SIGINT])
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        next(found)
    timer.join()


@pytest.mark.parametrize("number", [0, -1])
@pytest.mark.parametrize("name", ["limit", "threads", "memory"])
def test_numbers_that_are_not_positive(name: str, number: int) -> None:
    with pytest.raises(ValueError, match=f"^{name} is {number}; expected at least 1$"):
        sp.solve(parse(TASK), **{name: number})
    if name == "limit":
        with pytest.raises(ValueError, match=f"^limit is {number}; expected at least 1$"):
            sp.solutions(parse(TASK), limit=number)


def test_a_game_is_no_task() -> None:
    with pytest.raises(ValueError, match="is a game of 2 players; expected a solo task"):
        sp.solutions(parse("3x3 hands=15/15"))
    assert sp.solve(parse("3x3 hands=15/15")).value == -1


@pytest.mark.parametrize("solve", [sp.solve, sp.solutions])
def test_what_is_no_task(solve: Any) -> None:
    with pytest.raises(TypeError, match=r"is the str '3x3 hand=15'; expected a position, such as"):
        solve("3x3 hand=15")


def test_options_of_other_games() -> None:
    solve: Any = sp.solve
    with pytest.raises(ValueError, match=r"^men is given, but master has no tables$"):
        solve(parse(TASK), men=3)
    with pytest.raises(ValueError, match=r"^limit is given, but serpent is solved by a table$"):
        solve(sp.serpent.start(size=2), limit=3)
