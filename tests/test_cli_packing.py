"""The command solve on solo tasks of Serpent Master."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from cli_runner import refused, run
from test_packing import SOLUTIONS, check_solution, endless

import serpentes as sp
from serpentes.cli import progress

TASK = "3x3 hand=15,14"
IMPOSSIBLE = "4x4 hand=15,14,13,12,11 mode=challenging"
LONG = "7x7 hand=15,14,13,12,11,10,9,8,7,6,5"


@pytest.fixture
def deck(tmp_path: Path) -> str:
    """Return the path of a deck of 22 single steps."""
    path = tmp_path / "deck.json"
    cards = [{"number": number, "path": "F"} for number in range(1, 23)]
    document = {"$schema": "urn:serpentes:deck:1", "title": "F", "game": "master", "cards": cards}
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def answered(*args: str) -> tuple[int, Any]:
    """Run `solve master ... --json`; the exit code and what is printed."""
    result = run("solve", "master", *args, "--json")
    assert result.err == ""
    assert result.out.count("\n") == 1
    return result.code, json.loads(result.out)


# One


def test_one_solution() -> None:
    code, found = answered(TASK)
    assert code == 0
    assert 0 <= found.pop("seconds") < 60
    assert found == {
        "game": "master",
        "width": 3,
        "height": 3,
        "rulings": {},
        "deck": sp.master.default_deck().as_dict(),
        "position": TASK,
        "solutions": None,
        "up_to_rotations": None,
        "rotations": 4,
        "at_least": 1,
        "solution": ["15@a1E", "14N"],
    }


def test_one_solution_of_a_large_task() -> None:
    _, found = answered(LONG)
    check_solution(sp.master.parse(LONG), map(sp.master.Placement.parse, found["solution"]))


def test_one_solution_for_people() -> None:
    assert run("solve", "master", TASK).out.splitlines() == [
        "3x3 hand=15,14",
        "solution   15@a1E;14N",
        "3  ·   ·   ·",
        "",
        "2  ·  (B)─ B",
        "           │",
        "1  ○ ─ A ─ A",
        "   a   b   c",
        "A 15@a1E  B 14N",
    ]
    # Cards that lay there before have letters too.
    lines = run("solve", "master", f"{TASK} moves=15@a1E").out.splitlines()
    assert lines[1:] == [
        "solution   14N", "3  ·   ·   ·", "", "2  ·  (B)─ B", "           │", "1  ○ ─ A ─ A",
        "   a   b   c", "A 15@a1E  B 14N",
    ]  # fmt: skip


def test_no_solution_is_answered_with_no() -> None:
    for options in ([], ["--count"], ["--all"], ["--limit", "1"]):
        code, found = answered(IMPOSSIBLE, *options)
        assert code == 1
        assert [found[name] for name in ("solutions", "up_to_rotations", "at_least")] == [0, 0, 0]
        result = run("solve", "master", IMPOSSIBLE, *options)
        assert (result.code, result.err) == (1, "")
        assert "solutions  0\n" in result.out
    assert answered(IMPOSSIBLE)[1]["solution"] is None
    assert answered(IMPOSSIBLE, "--all")[1]["listed"] == []


def test_a_task_that_is_solved() -> None:
    assert answered("3x3 hand=15 moves=15@a1N")[1]["solution"] == []
    assert "no card is left to place" in run("solve", "master", "3x3 hand=15 moves=15@a1N").out


# How many


@pytest.mark.parametrize(("text", "count"), SOLUTIONS.items())
def test_figures_of_the_rules(text: str, count: int) -> None:
    code, found = answered(text, "--count")
    assert code == (0 if count else 1)
    assert found["solutions"] == found["at_least"] == count
    assert found["up_to_rotations"] * found["rotations"] == count
    assert found["rotations"] == len(sp.master.parse(text).symmetries())
    assert found["nodes"] > 0


def test_threads_make_no_difference() -> None:
    for threads in ("1", "2"):
        assert answered(TASK, "--count", "--threads", threads)[1]["solutions"] == 12


def test_counts_for_people() -> None:
    lines = run("solve", "master", "6x6 hand=15,14,13,12,11,10", "--count").out.splitlines()
    assert lines[:3] == [
        "6x6 hand=15,14,13,12,11,10",
        "solutions  84,032",
        "           21,008 up to the task's rotations",
    ]
    assert lines[3].startswith("seconds    ")
    lines = run("solve", "master", f"{TASK} start=a1", "--count").out.splitlines()
    assert lines[1] == "solutions  1"
    assert len(lines) == 3  # no rotations


def test_limits_of_counting() -> None:
    _, found = answered(LONG, "--count", "--limit", "1000")
    assert (found["solutions"], found["up_to_rotations"], found["at_least"]) == (None, None, 1001)
    assert answered(TASK, "--count", "--limit", "12")[1]["solutions"] == 12
    assert "at least 1,001\n" in run("solve", "master", LONG, "--count", "--limit", "1000").out


# Which


def test_lists() -> None:
    _, found = answered(TASK, "--all")
    assert len({tuple(solution) for solution in found["listed"]}) == 12
    assert found["listed"][0] == ["15@a1E", "14N"]
    assert (found["solutions"], found["up_to_rotations"]) == (12, 3)
    for options in (["--limit", "12"], ["--all", "--limit", "12"]):
        assert answered(TASK, *options)[1]["solutions"] == 12
    for options in (["--limit", "5"], ["--all", "--limit", "5"]):
        _, some = answered(TASK, *options)
        assert some["listed"] == found["listed"][:5]
        assert (some["solutions"], some["at_least"]) == (None, 5)
    assert answered(TASK, "--limit", "13")[1]["solutions"] == 12


def test_lists_for_people() -> None:
    lines = run("solve", "master", TASK, "--all").out.splitlines()
    assert lines[0] == TASK
    assert lines[-2:] == ["solutions  12", "           3 up to the task's rotations"]
    assert len(lines) == 15
    for line in lines[1:13]:
        solved = sp.master.parse(f"{TASK} moves={line}")
        assert solved.winners == (1,)
    assert run("solve", "master", TASK, "--limit", "5").out.splitlines()[-1] == (
        "solutions  at least 5"
    )
    lines = run("solve", "master", TASK, "--limit", "12").out.splitlines()
    assert lines[-2:] == ["solutions  12", "           3 up to the task's rotations"]


def test_a_deck_from_a_file(deck: str) -> None:
    _, found = answered("3x3 hand=3,2 start=b2", "--deck", deck, "--count")
    assert found["deck"]["3"] == "F"
    assert found["solutions"] == 24


# What ends it


def test_ctrl_c_while_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupting(**_: object) -> Iterator[progress.Report]:
        yield lambda *_: signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(progress, "reporting", interrupting)
    assert refused("solve", "master", LONG, "--count", code=130) == "interrupted"


def test_ctrl_c_while_a_solution_is_sought(deck: str) -> None:
    timer = Timer(0.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    line = refused("solve", "master", str(endless()), "--deck", deck, code=130)
    timer.join()
    assert line == "interrupted"


def test_memory_that_does_not_do() -> None:
    line = refused("solve", "master", LONG, "--count", "--memory", "10K", code=1)
    assert line.endswith(
        " bytes of memory needed, 10,240 allowed; use one thread or raise the limit"
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["master", TASK, "--men", "3"], "--men is no option of solve for master with one player"),
        (["master", TASK, "-o", "x"], "--output is no option of solve for master with one player"),
        (["master", TASK, "--force"], "--force is no option of solve for master with one player"),
        (["master", TASK, "--dry-run"], "expected any of: --count, --all, --limit, --threads, --m"),
        (["master", TASK, "--max-positions", "9"], "--max-positions is no option of solve for ma"),
        (["master", TASK, "--value", "win"], "--value is no option of solve for master with one"),
        (["master", "3x3 hands=15/15", "--count"], "--count is no option of solve for master with"),
        (["serpent", "--size", "2", "--count"], "--count is no option of solve for serpent; exp"),
        (["fighting", "--length", "2", "--limit", "2"], "--limit is no option of solve for fight"),
        (["fighting", "--length", "2", "--value", "win"], "--value is no option of solve for fi"),
        (["master", TASK, "--count", "--all"], "--count and --all are both given; expected one"),
        (["master", TASK, "--limit", "0"], "Invalid value for '--limit'"),
        (["master", TASK, "--limit", "9" * 20], "limit is out of range; expected 1 to 1,000,000,"),
        (["master", TASK, "--count", "--limit", "9" * 20], "limit is out of range; expected 1 to"),
        (["master", TASK, "--threads", "2"], "--threads is given without --count; expected both"),
        (["master", TASK, "--all", "--memory", "1G"], "--memory is given without --count; expec"),
        (["master", TASK, "--count", "--threads", "0"], "Invalid value for '--threads'"),
        (["master", TASK, "--count", "--memory", "much"], "memory 'much' cannot be read"),
        (["master"], "master has no one start, as hands are dealt; expected a position"),
        (["master", "3x3 hand=15,15"], "card 15 is twice in a hand; expected each card once"),
        (["master", "3x3 hand=15 start=b2 blocked=b2"], "start b2 is blocked; expected a cell"),
        (["master", "3x3 hand=99"], "card 99 is not in the deck"),
        (["master", "1x9 hand=15"], "size 1x9 is out of range; expected 3x3 to 8x8"),
        (["master", f"{TASK} moves=15@a1S"], "15@a1S is not legal in"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(args: list[str], message: str) -> None:
    assert message in refused("solve", *args)


def test_help_has_an_example_for_each_game() -> None:
    out = run("solve", "--help").out
    examples = out[out.index("Examples:") :]
    for game in ("serpent", "fighting", "master"):
        assert f"  serpentes solve {game} " in examples
