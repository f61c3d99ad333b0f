"""serpentes search, proof and ladder: what they print, exit codes, bad input, interruption."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from cli_runner import Result, refused, run

import serpentes as sp

MIDDLE_GAME = "3/1w2/b4/1bw1/2b w bw"
WON = "2/b2/2 w -"
RULINGS = {"hostility": "until-owner-turn", "stuck": "loses"}


def said(result: Result, code: int) -> Any:
    """The JSON of a command that ends with that exit code."""
    assert result.code == code, result
    assert result.out.count("\n") == 1
    return json.loads(result.out)


@contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    """Ctrl-C after so long."""
    timer = Timer(seconds, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


# search --goal


@pytest.mark.parametrize(
    ("text", "goal", "answer", "says", "code"),
    [
        (WON, "win", "yes", "yes, white wins", 0),
        (WON, "draw", "yes", "yes, white does not lose", 0),
        ("2/3/2 b -", "win", "no", "no, black does not win", 1),
        ("2/3/2 b -", "draw", "no", "no, black loses", 1),
    ],
)
def test_an_answer(text: str, goal: str, answer: str, says: str, code: int) -> None:
    asked = ("search", "serpent", text, "--goal", goal, "--threads", "1")
    found = said(run(*asked, "--json"), code)
    assert found.pop("nodes") > 0
    assert found.pop("seconds") >= 0
    numbers = (0, None) if answer == "yes" else (None, 0)
    assert (found.pop("proof_number"), found.pop("disproof_number")) == numbers
    assert found == {
        "game": "serpent",
        "size": 2,
        "rulings": RULINGS,
        "position": text,
        "goal": goal,
        "answer": answer,
        "proof": None,
    }
    lines = run(*asked).out.splitlines()
    assert lines[1] == f"answer     {says}"
    assert [line.split()[0] for line in lines[2:]] == ["nodes", "seconds"]


def test_without_a_goal_it_is_to_win() -> None:
    assert said(run("search", "serpent", "--size", "2", "--json"), 1)["goal"] == "win"


@pytest.mark.parametrize("limit", [("--nodes", "1000"), ("--time", "0.000001")])
def test_limits(limit: tuple[str, str]) -> None:
    asked = ("search", "serpent", "--size", "5", *limit, "--memory", "64K", "--threads", "1")
    found = said(run(*asked, "--json"), 1)
    assert (found["answer"], found["proof"]) == ("unknown", None)
    assert 1000 <= found["nodes"] < 2100
    lines = run(*asked, "--proof", "never.json").out.splitlines()
    assert lines[1] == "answer     not known whether black wins"
    assert lines[2].startswith("numbers    ")
    assert not Path("never.json").exists()


def test_an_interrupted_search_says_what_is_known() -> None:
    with interrupted(0.5):
        result = run("search", "serpent", "--size", "4", "--threads", "1")
    assert (result.code, result.err) == (130, "serpentes: interrupted\n")
    assert "answer     not known whether black wins" in result.out
    with interrupted(0.5):
        found = said(run("search", "fighting", "--threads", "2", "--json"), 130)
    assert found["answer"] == "unknown"
    assert found["nodes"] > 0


# search --plies


def test_a_value() -> None:
    asked = ("search", "serpent", "--size", "2", "--plies", "9", "--threads", "2")
    found = said(run(*asked, "--json"), 0)
    assert found.pop("seconds") >= 0
    assert found.pop("nodes") > 0
    line = found.pop("line")
    assert found == {
        "game": "serpent",
        "size": 2,
        "rulings": RULINGS,
        "position": "2/3/2 b -",
        "plies": 9,
        "value": {"outcome": "loss", "plies": 5},
        "undecided_within": None,
    }
    position = sp.serpent.start(size=2)
    for move in line:
        position = position.play(move)
    assert (len(line), position.side, position.outcome) == (5, "w", "win")
    lines = run(*asked).out.splitlines()
    assert lines[1:3] == ["value      loss in 5 plies", f"line       {' '.join(line)}"]


def test_no_value_within_these_plies() -> None:
    asked = ("search", "serpent", "--size", "2", "--plies", "4")
    found = said(run(*asked, "--json"), 1)
    assert (found["value"], found["undecided_within"], found["line"]) == (None, 4, [])
    assert run(*asked).out.splitlines()[1] == "value      not decided within 4 plies"


def test_limits_of_a_value() -> None:
    for threads in ("1", "2"):
        asked = ("search", "serpent", "--size", "4", "--plies", "40", "--threads", threads)
        found = said(run(*asked, "--nodes", "3000", "--json"), 1)
        assert 0 <= found["undecided_within"] < 40
        assert 3000 <= found["nodes"] < 4000
        assert said(run(*asked, "--time", "0.3", "--json"), 1)["undecided_within"] < 40
        with interrupted(0.5):
            result = run(*asked)
        assert (result.code, result.err) == (130, "serpentes: interrupted\n")
        assert "value      not decided within" in result.out


# Bad input


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["serpent", "--goal", "loss"], "goal is 'loss'; expected one of: win, draw"),
        (["serpent", "--time", "0"], "--time 0 is no time to search in; expected more than 0"),
        (["serpent", "--time", "nan"], "--time nan is no time to search in"),
        (["serpent", "--plies", "3", "--goal", "win"], "--goal is no option of a search with"),
        (["serpent", "--plies", "3", "--proof", "x"], "--proof is no option of a search with"),
        (["serpent", "--plies", "3", "--force"], "--force is no option of a search with"),
        (["serpent", "--plies", "101"], "plies: expected 0 to 100, got 101"),
        (["serpent", "--memory", "1K"], "memory '1K' is out of range; expected 64K to 16384G"),
        (["serpent", "--memory", "much"], "memory 'much' cannot be read"),
        (["master"], "there is no search of master; expected serpent or fighting"),
        (["serpent", "2/2"], "position '2/2' "),
        (["serpent", "--proof", "/"], "/: is a folder; expected the name of a file"),
        (["serpent", "--proof", "/no/where"], "/no: there is no such folder"),
    ],
)
def test_bad_input(arguments: list[str], says: str) -> None:
    assert refused("search", *arguments).startswith(says)


# Proofs


def test_a_proof_is_written_checked_and_shown(tmp_path: Path) -> None:
    path = str(tmp_path / "proof.json.gz")
    asked = ("search", "serpent", MIDDLE_GAME, "--threads", "1", "--proof", path)
    found = said(run(*asked, "--json"), 1)
    positions = found["proof"]["positions"]
    assert found["proof"]["file"] == path
    assert positions > 500
    assert refused(*asked) == f"{path} is there already; --force replaces it"
    shown = f"proof      {path} ({positions:,} positions)"
    assert run(*asked, "--force").out.splitlines()[-1] == shown

    checked = said(run("proof", "check", path, "--json"), 0)
    assert checked.pop("seconds") >= 0
    head = {
        "game": "serpent",
        "size": 3,
        "rulings": RULINGS,
        "position": MIDDLE_GAME,
        "goal": "win",
        "answer": "no",
        "side": "b",
        "keeps": "draw",
        "nodes": found["nodes"],
        "positions": positions,
        "file": path,
    }
    assert checked == {**head, "sound": True, "fault": None}
    says = f"{path}: black does not lose; {positions:,} positions checked in"
    assert run("proof", "check", path).out.startswith(says)

    shown = said(run("proof", "show", path, "--json"), 0)
    assert len(shown.pop("line")) > 2
    assert shown == {**head, "generator": f"serpentes {sp.__version__}"}
    lines = run("proof", "show", path).out.splitlines()
    assert "proved     black does not lose (goal win: no)" in lines
    assert lines[-1].startswith("line       ")


def test_a_wrong_proof(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    run("search", "serpent", WON, "--threads", "1", "--proof", str(path))
    document = json.loads(path.read_bytes())
    document["strategy"][WON] = "b1"
    path.write_text(json.dumps(document))
    result = run("proof", "check", str(path))
    assert (result.code, result.err) == (1, "")
    assert result.out == f"{path}: '{WON}': b1 is not legal in '{WON}': b1 is not empty\n"
    found = said(run("proof", "check", str(path), "--json"), 1)
    assert found["sound"] is False
    assert found["fault"]["position"] == WON
    assert refused("proof", "show", str(path)) == f"the proof has no legal move for '{WON}'"


def test_a_proof_of_a_game_that_is_over(tmp_path: Path) -> None:
    path = str(tmp_path / "proof.json")
    result = run("search", "serpent", "bb/3/ww w -", "--threads", "1", "--proof", path)
    assert (result.code, result.out.splitlines()[-1]) == (1, f"proof      {path} (0 positions)")
    assert run("proof", "check", path).code == 0
    assert run("proof", "show", path).out.splitlines()[-1] == "line       none"


def test_what_is_no_proof(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    for command in ("check", "show"):
        path.write_text("{}")
        assert refused("proof", command, str(path)).startswith(
            f"{path}: is no proof: field $schema"
        )
        assert refused("proof", command, str(tmp_path / "none")).endswith(
            "No such file or directory"
        )


# Ladders


def test_a_ladder() -> None:
    asked = ("ladder", "serpent", "--size", "4", "--rung", "16", "--time", "30", "--threads", "1")
    found = said(run(*asked, "--memory", "8M", "--json"), 0)
    (rung,) = found.pop("rungs")
    assert found == {
        "game": "serpent",
        "size": 4,
        "rulings": RULINGS,
        "measure": "empty cells",
        "goal": "win",
        "seconds": 30,
    }
    assert (rung["rung"], rung["positions"], rung["searched"], rung["decided"]) == (16, 10, 10, 10)
    assert rung["mean_nodes"] > 100
    assert rung["mean_seconds"] > 0
    for result in rung["results"]:
        position = sp.serpent.parse(result["position"])
        assert 37 - (position.black | position.white).bit_count() == 16
        assert result["answer"] in ("yes", "no")


def test_a_ladder_that_is_too_hard_or_left() -> None:
    asked = ("ladder", "fighting", "--rung", "16", "--threads", "1")
    result = run(*asked, "--time", "0.001", "--memory", "64K")
    assert result.code == 0
    assert "0 of 10" in result.out
    with interrupted(1):
        found = said(run(*asked, "--memory", "64K", "--json"), 130)
    assert found["rungs"] == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["serpent", "--size", "5"], "there is no ladder of serpent size 5; expected one of: serp"),
        (["serpent", "--length", "16"], "--length is no option of serpent"),
        (
            ["serpent", "--size", "4", "--rung", "17"],
            "the ladder has no rung 17; expected one of",
        ),
        (["serpent", "--size", "4", "--time", "0"], "seconds are 0.0; expected more than 0"),
        (["hisss"], "there is no ladder of hisss; expected serpent or fighting"),
    ],
)
def test_bad_ladders(arguments: list[str], says: str) -> None:
    assert refused("ladder", *arguments).startswith(says)


def test_the_ladders_are_what_they_say() -> None:
    """Ten different positions on a rung, each with as many men or empty cells as it says."""
    from serpentes.solve.ladders import ladder

    for game, board in (("serpent", {"size": 4}), ("fighting", {"length": 16})):
        found = ladder(game, board)
        for rung in map(int, found.rungs):
            positions = found.positions(rung)
            assert len({position.key for position in positions}) == len(positions) == 10
            for position in positions:
                stones = (position.black | position.white).bit_count()  # type: ignore[attr-defined]
                assert rung == (37 - stones if game == "serpent" else stones)
                assert position.board == board
                assert position.outcome is None
