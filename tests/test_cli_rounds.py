"""serpentes solve for games of two of Serpent Master: values, strategies, matrices; bad input."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest
from cli_runner import refused, run

import serpentes as sp
from serpentes.cli import progress, solve_rounds

GAME = "4x4 hands=15,14,13/15,14,13"


def test_json() -> None:
    found = run("solve", "master", GAME, "--value", "margin", "--json").json
    assert found.pop("seconds") >= 0
    assert found.pop("nodes") > 0
    cells = found.pop("cells")
    assert 0 < cells["evaluated"] < cells["all"]
    assert found == {
        "game": "master",
        "width": 4,
        "height": 4,
        "rulings": {},
        "deck": sp.master.default_deck().as_dict(),
        "position": GAME,
        "payoff": "margin",
        "value": "-3/4",
        "strategies": [
            {"15": "1/2", "14": "1/4", "13": "1/4"},
            {"15": "1/4", "14": "1/4", "13": "1/2"},
        ],
        "matrix": None,
    }


def test_matrix_json() -> None:
    found = run("solve", "master", GAME, "--value", "margin", "--matrix", "--json").json
    assert found["matrix"] == {
        "15": {"15": "-2", "14": "-1", "13": "0"},
        "14": {"15": "1", "14": "-2", "13": "-1"},
        "13": {"15": "0", "14": "1", "13": "-2"},
    }


def test_for_people() -> None:
    *lines, cells, nodes, seconds = run(
        "solve", "master", "3x3 hands=11,10,9/11,10,9", "--matrix"
    ).out.splitlines()
    assert lines == [
        "3x3 hands=11,10,9/11,10,9",
        "value      -1/2 (-0.5000) for player 1, by win and loss",
        "player 1   11: 1/2 (0.5000), 9: 1/2 (0.5000)",
        "player 2   11: 1/2 (0.5000), 9: 1/2 (0.5000)",
        "matrix         11  10   9",
        "           11  -1   1   0",
        "           10  -1  -1  -1",
        "            9   0   1  -1",
    ]
    assert cells.startswith("cells ")
    assert nodes.startswith("nodes ")
    assert seconds.startswith("seconds ")


def test_a_game_under_way() -> None:
    found = run("solve", "master", "4x4 hands=15,12/15,12 moves=15@a1N,15@d4S", "--json").json
    assert found["strategies"] == [{"12": "1"}, {"12": "1"}]


def test_a_game_that_is_over() -> None:
    found = run("solve", "master", "4x4 hands=15/12 moves=15@a1N,12@d1N", "--json").json
    assert (found["value"], found["strategies"]) == ("-1", [{}, {}])
    assert "player 1   no card" in run("solve", "master", found["position"]).out.splitlines()


def test_dry_run_json() -> None:
    found = run("solve", "master", GAME, "--value", "margin", "--dry-run", "--json").json
    assert 0 < found.pop("seconds") < 1
    assert 40_000 < found.pop("sequences") < 60_000
    assert found == {
        "game": "master",
        "width": 4,
        "height": 4,
        "rulings": {},
        "deck": sp.master.default_deck().as_dict(),
        "position": GAME,
        "payoff": "margin",
        "rounds": 3,
        "cells_at_most": 20_745,
    }


def test_dry_run_for_people() -> None:
    hands = ",".join(map(str, range(15, 4, -1)))
    lines = run("solve", "master", f"6x6 hands={hands}/{hands}", "--dry-run").out.splitlines()
    assert lines[0] == f"6x6 hands={hands}/{hands}"
    assert lines[1] == "rounds     11 left"
    assert re.fullmatch(r"sequences  about [0-9.]+e\+[0-9]+, estimated", lines[2])
    assert re.fullmatch(r"cells      about [0-9.]+e\+[0-9]+ at most", lines[3])
    assert re.fullmatch(r"time       very roughly [0-9:]+, by win and loss", lines[4])
    over = run("solve", "master", "4x4 hands=15/12 moves=15@a1N,12@d1N", "--dry-run").out
    assert over.splitlines()[1:] == [
        "rounds     0 left",
        "sequences  1, estimated",
        "cells      0 at most",
        "time       very roughly under a second, by win and loss",
    ]


def test_memory_bounds_what_is_remembered_only() -> None:
    found = [run("solve", "master", GAME, "--memory", size, "--json").json for size in ("1K", "1G")]
    assert found[0]["value"] == found[1]["value"] == "-3/7"


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int, int | None]] = []

    @contextmanager
    def telling(**_: object) -> Iterator[progress.Report]:
        yield lambda *told: seen.append(told)

    monkeypatch.setattr(solve_rounds, "reporting", telling)
    run("solve", "master", GAME)
    assert seen[0] == ("bounds of pairs of cards", 0, 9)
    assert len(seen) > 3


def test_another_deck(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    cards = [{"number": 7, "path": "F"}, {"number": 3, "path": "FL"}]
    document = {"$schema": "urn:serpentes:deck:1", "title": "two", "game": "master", "cards": cards}
    path.write_text(json.dumps(document), encoding="utf-8")
    found = run("solve", "master", "3x3 hands=7,3/7,3", "--deck", str(path), "--json").json
    assert found["deck"] == {"7": "F", "3": "FL"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["3x3 hands=15/15", "--value", "draw"], "value is 'draw'; expected one of: win, margin"),
        (["3x3 hands=15/15/15"], "'3x3 hands=15/15/15' has 3 players; expected 2"),
        (
            ["3x3 hands=15/15", "--threads", "2"],
            "--threads is no option of solve for master with several players; "
            "expected any of: --value, --matrix, --dry-run, --memory",
        ),
        (["3x3 hands=15/15/15", "--dry-run"], "'3x3 hands=15/15/15' has 3 players; expected 2"),
        (["3x3 hands=15/15", "--dry-run", "--value", "x"], "value is 'x'; expected one of: win"),
        (["3x3 hands=15/15", "--count"], "--count is no option of solve for master with several"),
        (["3x3 hand=15", "--matrix"], "--matrix is no option of solve for master with one player"),
        (["3x3 hands=15/15", "--memory", "0"], "memory '0' cannot be read"),
    ],
)
def test_bad_input(arguments: list[str], says: str) -> None:
    assert refused("solve", "master", *arguments).startswith(says)


def test_interruption() -> None:
    long = "8x8 hands=15,14,13,12,11,10,9,8,7/15,14,13,12,11,10,9,8,7"
    timer = Timer(0.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        assert refused("solve", "master", long, code=130) == "interrupted"
    finally:
        timer.cancel()
