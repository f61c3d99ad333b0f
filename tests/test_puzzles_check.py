"""The validator: proves what is right, and tells what is wrong and where."""

import copy
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cli_runner import refused, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from puzzle_documents import Json, at, changed, dumped, is_refused, leaves, problems

import serpentes as sp
from serpentes.games.serpent import Position
from serpentes.puzzles import check, faults, files
from serpentes.puzzles.moves import check as moves_check
from serpentes.puzzles.moves.make_tabled import Wishes, make
from serpentes.puzzles.moves.model import MovePuzzle, TableSet

SETS = Path(__file__).parents[1] / "puzzles"


@cache
def small(kind: str) -> str:
    """A set of size 2 with all puzzles of a kind there is, as JSON."""
    table = sp.solve(sp.serpent.start(size=2, stuck="passes"), threads=1)
    made = make(table, Wishes(count=4, kinds=(kind,), low=1, games=60))  # type: ignore[arg-type]
    assert made is not None
    return made.model_dump_json(by_alias=True)


@cache
def shipped(name: str, with_drawing_try: bool = False) -> MovePuzzle:
    """The first puzzle of a shipped set with a tree of many lines, or with a try that draws."""
    for puzzle in files.read(SETS / name).puzzles:
        draws = any(one.value == "draw" for one in puzzle.tries)
        if puzzle.solution.tree and puzzle.difficulty.decisions > 6 and draws >= with_drawing_try:
            return puzzle
    raise AssertionError(f"no such puzzle in {name}")


def fields(document: Json) -> list[str]:
    return [problem.field for problem in problems(document)]


# Sets that are right


@pytest.mark.parametrize("kind", ["win", "draw"])
def test_sets_are_proved(kind: str) -> None:
    assert problems(json.loads(small(kind))) == []


def test_a_puzzle_that_costs_too_much_is_not_proved() -> None:
    document = files.parse(small("win").encode())
    assert [problem.field for problem in check.problems(document, nodes=10)] == ["solution"]


# Sets that are wrong: one change each, with the field that has to be named


def puzzle_of(document: Json) -> Json:
    return document["puzzles"][0]


def set_field(*path: str | int, to: Json) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        target = puzzle_of(document)
        for part in path[:-1]:
            target = target[part]
        assert target[path[-1]] != to
        target[path[-1]] = to

    return change


def drop_defence(document: Json) -> None:
    puzzle_of(document)["solution"]["tree"]["defences"].popitem()


def drop_try(document: Json) -> None:
    puzzle_of(document)["tries"].pop()


def drop_from_fortress(document: Json) -> None:
    puzzle_of(document)["solution"]["fortress"]["moves"].popitem()


def add_to_fortress(document: Json) -> None:
    puzzle_of(document)["solution"]["opposing"]["moves"]["bw/3/2 w -"] = "b2"


def twice(document: Json) -> None:
    document["puzzles"][1] = document["puzzles"][0]


def exchange_tries(document: Json) -> None:
    tries = puzzle_of(document)["tries"]
    tries[0], tries[-1] = tries[-1], tries[0]


def other_ruling(document: Json) -> None:
    puzzle_of(document)["rulings"]["hostility"] = "end-of-turn"


def every_ruling(document: Json) -> None:
    other_ruling(document)
    document["table"]["rulings"]["hostility"] = "end-of-turn"


def losing_rulings(document: Json) -> None:
    for part in (document["table"], *document["puzzles"]):
        part["rulings"]["stuck"] = "loses"


TAMPERED: list[tuple[str, Callable[[Json], None], str]] = [
    ("win", set_field("solution", "move", to="b2"), "solution.tree.move"),
    ("win", set_field("solution", "move", to="b9"), "solution.move"),
    ("win", set_field("goal", "plies", to=5), "goal.plies"),
    ("win", set_field("goal", "value", to="draw"), "goal.value"),
    ("win", set_field("acceptance", "first", to="b2"), "acceptance.first"),
    ("win", set_field("acceptance", "then", to="does not lose"), "acceptance.then"),
    ("win", drop_defence, "solution.tree.defences"),
    ("win", set_field("solution", "tree", "also", to=["b2"]), "solution.tree.move"),
    ("win", set_field("solution", "tree", to=None), "solution.tree"),
    ("win", set_field("solution", "line", to=["a1"]), "solution.line"),
    ("win", drop_try, "tries"),
    ("win", set_field("tries", -1, "plies", to=4), "tries.2.plies"),
    ("win", set_field("tries", -1, "refutation", to=["b1"]), "tries.2.refutation"),
    ("win", exchange_tries, "tries"),
    ("win", set_field("id", to="0" * 32), "id"),
    ("win", set_field("side", to="b"), "side"),
    ("win", set_field("position", to="2/2/2 b -"), "position"),
    ("win", set_field("position", to="bw/3/2 b -"), "played"),
    ("win", set_field("board", "size", to=3), "board"),
    ("win", set_field("game", to="chess"), "position"),
    ("win", other_ruling, "rulings"),
    ("win", every_ruling, "id"),
    ("win", set_field("difficulty", "tier", to="expert"), "difficulty.tier"),
    ("win", set_field("difficulty", "score", to=0), "difficulty.score"),
    ("win", set_field("difficulty", "paths_cut", to=9), "difficulty.paths_cut"),
    ("win", set_field("uniqueness", "positions", to=1), "uniqueness.positions"),
    ("win", set_field("uniqueness", "criterion", to="one move does not lose"), "uniqueness.crit"),
    ("win", set_field("symmetry", "exchanged", to=False), "symmetry.exchanged"),
    ("draw", set_field("played", to=[]), "played"),
    ("draw", set_field("themes", to=[{"name": "cut", "says": "so", "moves": [], "cells": [],
                                      "groups": []}]), "themes"),
    ("draw", drop_from_fortress, "solution.fortress.moves"),
    ("draw", add_to_fortress, "solution.opposing.moves"),
    ("draw", set_field("solution", "opposing", to=None), "solution.opposing"),
    ("draw", set_field("solution", "fortress", "side", to="b"), "solution.fortress.side"),
    ("draw", set_field("goal", "kind", to="save"), "goal.kind"),
    ("draw", twice, "id"),
    ("draw", losing_rulings, "solution"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "change", "field"), TAMPERED)
def test_tampering_is_found(kind: str, change: Callable[[Json], None], field: str) -> None:
    document = json.loads(small(kind))
    change(document)
    found = problems(document)
    assert any(problem.field.startswith(field) for problem in found), found
    assert all(problem.number in (None, 1, 2, 3) for problem in found)


@pytest.mark.parametrize("kind", ["win", "draw"])
def test_every_change_of_a_puzzle_is_found(kind: str) -> None:
    """Whatever is changed in a puzzle, it is no longer right: there is nothing in it to no end."""
    document = json.loads(small(kind))
    del document["puzzles"][1:]
    assert problems(document) == []
    tried = 0
    for path in leaves(puzzle_of(document)):
        *above, last = path
        for value in changed(at(puzzle_of(document), path)):
            other = copy.deepcopy(document)
            target = at(puzzle_of(other), above)
            if target[last] == value:
                continue
            target[last] = value
            tried += 1
            assert is_refused(other), (path, value)
    assert tried > 150


# Size 3: trees of many lines, and tries that draw


@pytest.mark.parametrize("name", ["serpent-3.json", "serpent-3-passes.json"])
def test_every_change_of_a_move_or_defence_is_found(name: str) -> None:
    with_drawing_try = "passes" in name
    puzzle = json.loads(shipped(name, with_drawing_try).model_dump_json())
    assert list(moves_check.faults(MovePuzzle.model_validate_json(dumped(puzzle)))) == []
    tried = 0
    for path in leaves({name: puzzle[name] for name in ("solution", "tries")}):
        other = copy.deepcopy(puzzle)
        *above, last = path
        target, value = at(other, above), at(other, path)
        if above[-1:] in (["defences"], ["moves"]):
            del target[last]
        elif isinstance(value, str):
            target[last] = "c3" if value != "c3" else "c1"
        else:
            continue
        tried += 1
        with suppress(ValueError):
            assert list(moves_check.faults(MovePuzzle.model_validate_json(dumped(other)))), path
    assert tried > 30


def test_a_claim_of_more_plies_than_needed_is_found() -> None:
    puzzle = json.loads(shipped("serpent-3.json").model_dump_json())
    puzzle["goal"]["plies"] += 2
    found = dict(moves_check.faults(MovePuzzle.model_validate_json(dumped(puzzle))))
    assert "goal.plies" in found


# Bad input


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.pop("title"), "field title is missing"),
        (lambda d: d.update(seed="7"), "field seed is '7'; expected it to be an integer"),
        (lambda d: d.update(seed=-7), "field seed is '-7'; expected it to be 0 or more"),
        (lambda d: d.update(extra=1), "field 'extra' is unknown"),
        (lambda d: puzzle_of(d).pop("goal"), "field puzzles.0.goal is missing"),
        (lambda d: puzzle_of(d)["goal"].update(kind="mate"), "field puzzles.0.goal.kind is 'mate'"),
        (lambda d: puzzle_of(d).update(tries={}), "field puzzles.0.tries is '{}'"),
        (lambda d: d.update(puzzles=[]), "field puzzles"),
    ],
)
def test_wrong_fields_are_named(change: Callable[[Json], Any], says: str, tmp_path: Any) -> None:
    document = json.loads(small("win"))
    change(document)
    path = tmp_path / "set.json"
    path.write_bytes(dumped(document))
    for command in ("check", "show"):
        line = refused("puzzles", command, str(path))
        assert line.startswith(f"{path}: is no puzzle set: ")
        assert says in line


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 100_000, b"3"])
def test_what_is_no_json_is_refused(data: bytes, tmp_path: Any) -> None:
    path = tmp_path / "set.json"
    path.write_bytes(data)
    assert "is no puzzle set" in refused("puzzles", "check", str(path))


def test_huge_and_missing_files_are_refused(tmp_path: Any) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(files.LONGEST_FILE + 1)
    assert "is larger than" in refused("puzzles", "check", str(huge))
    assert "No such file" in refused("puzzles", "check", str(tmp_path / "none.json"))
    assert "Is a directory" in refused("puzzles", "check", str(tmp_path))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_a_set_or_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="is no puzzle set"):
        files.parse(data)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from(["win", "draw"]))
def test_any_change_of_any_type_is_survived(data: st.DataObject, kind: str) -> None:
    """Whatever is put anywhere in a set: an answer, or a ValueError and no other exception."""
    document = json.loads(small(kind))
    every = list(leaves(document))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(every))
        scalar = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
        texts = st.sampled_from(
            ["pass", "b2", "b2~w", "a1-b2", "2/3/2 b -", "bw/bww/wb b bw", "z9"]
        )
        value = data.draw(scalar | texts | st.lists(texts) | st.dictionaries(texts, texts))
        try:
            at(document, path[:-1])[path[-1]] = value
        except (LookupError, TypeError):
            continue
    is_refused(document)


def test_hostile_plies_are_bounded() -> None:
    """A claim about a hundred plies of the largest board ends when its nodes are used up."""
    document = json.loads(small("win"))
    puzzle = puzzle_of(document)
    start = sp.serpent.start(size=6, stuck="passes")
    assert isinstance(start, Position)
    puzzle.update(board={"size": 6}, position=str(start), side="b", played=[])
    puzzle["symmetry"] = {"index": 0, "exchanged": False}
    puzzle["tries"][0].update(move="a1", value="loss", plies=100, fortress=None, opposing=None)
    assert faults.TOO_COSTLY in moves_check.faults(MovePuzzle.model_validate_json(dumped(puzzle)))
    found = problems({**document, "puzzles": [puzzle]})
    assert len(found) == check.MOST_FAULTS + 1
    assert "more" in found[-1].says


# The command


def test_check_says_what_it_found(tmp_path: Any) -> None:
    path = tmp_path / "set.json"
    files.write(path, files.parse(small("draw").encode()))
    found = run("puzzles", "check", str(path), "--json").json
    assert found.pop("seconds") < 60
    assert found == {"file": str(path), "puzzles": 3, "proved": True, "problems": []}
    assert run("puzzles", "check", str(path)).out.startswith(f"{path}: 3 puzzles proved in ")


def test_check_says_what_is_wrong(tmp_path: Any) -> None:
    path = tmp_path / "set.json"
    document = json.loads(small("draw"))
    wrong = document["puzzles"][1]
    wrong["difficulty"]["score"] += 1
    path.write_bytes(dumped(document))
    result = run("puzzles", "check", str(path))
    assert result.code == 1
    assert result.out.startswith(f"puzzle 2 ({wrong['id']}): difficulty.score: is ")
    result = run("puzzles", "check", str(path), "--json")
    assert result.code == 1
    (problem,) = json.loads(result.out)["problems"]
    assert (problem["puzzle"], problem["id"], problem["field"]) == (
        2,
        wrong["id"],
        "difficulty.score",
    )


def test_a_set_is_what_it_was_after_writing_and_reading(tmp_path: Any) -> None:
    document = TableSet.model_validate_json(small("win"))
    files.write(tmp_path / "set.json", document)
    assert files.read(tmp_path / "set.json") == document
