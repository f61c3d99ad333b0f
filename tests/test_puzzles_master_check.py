"""The validator of solo tasks of Serpent Master: proves what is right, and tells what is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_runner import refused, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from master_puzzles import SETS, TWO_OF_A_KIND, small, with_orders
from puzzle_documents import Json, at, changed, dumped, is_refused, leaves, problems

import serpentes as sp
from serpentes.puzzles import check, files
from serpentes.puzzles.faults import TOO_COSTLY
from serpentes.puzzles.master import check as master_check
from serpentes.puzzles.master import lay as master_lay
from serpentes.puzzles.master.model import PackPuzzle
from serpentes.puzzles.master.tasks import is_one, puzzle_id

# Solutions up to order


def test_orders_of_the_same_placements_are_one_solution() -> None:
    puzzle = with_orders()
    assert puzzle.uniqueness.criterion == "one solution up to order"
    assert puzzle.solution.line == ("9E", "7S", "8W")
    assert puzzle.solution.orders == (("7E", "9S", "8W"),)
    assert "orders" in {theme.name for theme in puzzle.themes}
    assert list(master_check.faults(puzzle)) == []


@pytest.mark.parametrize(
    ("orders", "field"),
    [
        ([], "solution"),
        ([["9E", "7S", "8W"]], "solution.orders"),
        ([["7E", "9S", "8W"], ["7E", "9S", "8W"]], "solution.orders"),
        ([["7E", "9S"]], "solution.orders.0"),
        ([["7E", "9S", "8N"]], "solution.orders.0"),
    ],
)
def test_wrong_orders_are_found(orders: Json, field: str) -> None:
    document = json.loads(with_orders().model_dump_json())
    document["solution"]["orders"] = orders
    wrong = PackPuzzle.model_validate_json(dumped(document))
    assert field in dict(master_check.faults(wrong))


def test_other_placements_are_another_solution() -> None:
    task = sp.master.parse("3x3 hand=9,8,7 start=b2", TWO_OF_A_KIND)
    same, other = [("9E", "7S", "8W"), ("7E", "9S", "8W")], ("9E", "7N", "8W")
    assert is_one(task, same)
    assert not is_one(task, [same[0], other])
    assert master_lay.lines(task) is None


# Proved, or wrong


def test_sets_are_proved() -> None:
    for mode, minimal in (("regular", False), ("challenging", True)):
        assert problems(json.loads(small(mode, minimal))) == []


def test_a_task_that_costs_too_much_is_not_proved() -> None:
    document = files.parse(small().encode())
    found = [(problem.field, problem.says) for problem in check.problems(document, nodes=3)]
    assert found == [TOO_COSTLY] * 3


def puzzle_of(document: Json) -> Json:
    """The puzzle with most to prove."""
    return max(document["puzzles"], key=lambda puzzle: len(puzzle["minimal"] or ()))


def set_field(*path: str | int, to: Json) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        at(puzzle_of(document), path[:-1])[path[-1]] = to

    return change


def free_a_cell(document: Json) -> None:
    """Free a blocked cell, and all else as it is then: another solution is there to be found."""
    puzzle = puzzle_of(document)
    cell = next(iter(puzzle["minimal"]))
    fields = dict(field.split("=") for field in puzzle["position"].split(" ")[1:])
    left = [each for each in fields["blocked"].split(",") if each != cell]
    task = sp.master.start(
        hands=[[int(number) for number in fields["hand"].split(",")]],
        width=5,
        height=5,
        start=fields["start"],
        blocked=left,
    )
    del puzzle["minimal"][cell]
    puzzle["spare"] += 1
    puzzle.update(position=str(task), id=puzzle_id(task, "pack"))


def block_another_cell(document: Json) -> None:
    puzzle = puzzle_of(document)
    puzzle["position"] = puzzle["position"].replace("blocked=", "blocked=a1,")


def exchange_moves(document: Json) -> None:
    line = puzzle_of(document)["solution"]["line"]
    line[0], line[1] = line[1], line[0]


def add_a_card(document: Json) -> None:
    puzzle_of(document)["deck"]["99"] = "FF"


def another_witness(document: Json) -> None:
    minimal = puzzle_of(document)["minimal"]
    first, *_ = minimal
    minimal[first] = puzzle_of(document)["solution"]["line"]


def drop_a_witness(document: Json) -> None:
    puzzle_of(document)["minimal"].popitem()


def twice(document: Json) -> None:
    document["puzzles"][0] = document["puzzles"][1]


TAMPERED: list[tuple[Callable[[Json], None], str]] = [
    (free_a_cell, "solution"),
    (block_another_cell, "id"),
    (exchange_moves, "solution.line"),
    (set_field("solution", "line", 0, to="15N"), "solution.line"),
    (set_field("solution", "line", to=[]), "solution.line"),
    (set_field("uniqueness", "solution_count", to=2), "uniqueness.solution_count"),
    (set_field("uniqueness", "criterion", to="one solution up to order"), "uniqueness.criterion"),
    (set_field("difficulty", "dead_ends", to=1), "difficulty.dead_ends"),
    (set_field("difficulty", "choices", to=1), "difficulty.choices"),
    (set_field("difficulty", "forced", to=9), "difficulty.forced"),
    (set_field("difficulty", "score", to=1), "difficulty.score"),
    (set_field("difficulty", "tier", to="expert"), "difficulty.tier"),
    (set_field("themes", to=[{"name": "bare", "says": "so", "moves": [], "cells": []}]), "themes"),
    (set_field("spare", to=0), "spare"),
    (set_field("minimal", to=None), "minimal"),
    (another_witness, "minimal."),
    (drop_a_witness, "minimal"),
    (set_field("id", to="0" * 32), "id"),
    (set_field("board", "width", to=6), "board"),
    (set_field("position", to="5x5 hand=15"), "position"),
    (set_field("position", to="chess"), "position"),
    (set_field("deck", "15", to="F"), "id"),
    (add_a_card, "deck"),
    (twice, "id"),
]


@pytest.mark.parametrize(("change", "field"), TAMPERED)
def test_tampering_is_found(change: Callable[[Json], None], field: str) -> None:
    document = json.loads(small(minimal=True))
    change(document)
    found = problems(document)
    assert any(problem.field.startswith(field) for problem in found), found


def test_sets_that_say_something_else_are_wrong() -> None:
    for field, value in (
        ("cards", 7),
        ("mode", "challenging"),
        ("spare", 3),
        ("minimal", True),
        ("board", {"width": 6, "height": 5}),
        ("count", 2),
    ):
        document = json.loads(small())
        document["parameters"][field] = value
        assert problems(document), field


TRUSTED = {"licence", "generator", "seed"}
"""Fields of a set that say where it comes from; what was left out does, too."""
BOUNDED = {"count", "layings", "positions", "without"}
"""Parameters that could be larger, and nobody would see it."""


@pytest.mark.parametrize("name", ["master-5x5-regular.json", "master-5x5-played.json"])
def test_every_change_of_a_set_is_found(name: str) -> None:
    """But for what the documents say is taken on trust."""
    document = json.loads((SETS / name).read_bytes())
    del document["puzzles"][1:]
    assert problems(document) == []
    tried = set()
    for path in leaves({key: field for key, field in document.items() if key != "puzzles"}):
        if path[0] in TRUSTED or path[-1] in BOUNDED:
            continue
        for value in changed(at(document, path)):
            other = copy.deepcopy(document)
            at(other, path[:-1])[path[-1]] = value
            tried.add(path[-1])
            assert at(document, path) == value or is_refused(other), (path, value)
    assert tried >= {"title", "game", "kind", "width", "height", "cards", "table"}
    assert tried >= ({"rounds", "blocked"} if "played" in name else {"mode", "spare", "minimal"})


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("master-5x5-regular.json", "count"),
        ("master-5x5-regular.json", "layings"),
        ("master-5x5-played.json", "count"),
        ("master-5x5-played.json", "positions"),
    ],
)
def test_numbers_of_a_set_that_are_too_small_are_found(name: str, field: str) -> None:
    document = json.loads((SETS / name).read_bytes())
    document["parameters"][field] = 2
    found = [problem for problem in problems(document) if problem.field == f"parameters.{field}"]
    number = len(document["puzzles"])
    assert [problem.says for problem in found] == [
        f"is 2; expected {number} or more, as there are puzzles"
    ]
    document["parameters"][field] = number
    assert problems(document) == []


def test_minimal_tasks_have_as_many_spare_cells_at_least() -> None:
    document = json.loads(small(minimal=True))
    least = min(puzzle["spare"] for puzzle in document["puzzles"])
    for spare in range(5):
        document["parameters"]["spare"] = spare
        wrong = [problem for problem in problems(document) if problem.field == "spare"]
        assert bool(wrong) == (spare > least)
        assert all(f"expected at least {spare} as in the set" in each.says for each in wrong)


def test_a_title_that_says_something_else_is_wrong() -> None:
    document = json.loads(small())
    document["title"] = "Serpent Master, 7x7, 6 cards, regular: pack"
    assert [str(problem) for problem in problems(document)] == [
        "title: is 'Serpent Master, 7x7, 6 cards, regular: pack'; "
        "expected 'Serpent Master, 5x5, 6 cards, regular: pack' as asked for"
    ]


@pytest.mark.parametrize("minimal", [False, True])
def test_every_change_of_a_puzzle_is_found(minimal: bool) -> None:
    """Whatever is changed in a puzzle, it is no longer right: there is nothing in it to no end."""
    document = json.loads(small(minimal=minimal))
    document["puzzles"] = [puzzle_of(document)]
    assert problems(document) == []
    tried = 0
    for path in leaves(puzzle_of(document)):
        *above, last = path
        for value in changed(at(puzzle_of(document), path)):
            other = copy.deepcopy(document)
            target = at(puzzle_of(other), above)
            if target[last] == value or (path == ("rulings",) and not value):
                continue
            target[last] = value
            tried += 1
            assert is_refused(other), (path, value)
    assert tried > 70


TEXTS = [
    "15N",
    "8-",
    "15@a1N",
    "5x5 hands=15,14/15,14",
    "5x5 hand=15,14 start=a1",
    "5x5 hand=15,14 start=a1 moves=15N",
    "5x5 hand=15,14",
    "8x8 hand=11,10,9,8,7,6,5,4,3,2,1 start=d4",
    "dominant",
    "c3",
    "1/2",
]


@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from(["master-6x6-regular.json", "master-5x5-played.json"]))
def test_any_change_of_any_type_is_survived(data: st.DataObject, name: str) -> None:
    """Whatever is put anywhere in a set: an answer, or a ValueError and no other exception."""
    document = json.loads((SETS / name).read_bytes())
    del document["puzzles"][2:]
    every = list(leaves(document))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(every))
        scalar = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
        texts = st.sampled_from(TEXTS)
        value = data.draw(scalar | texts | st.lists(texts) | st.dictionaries(texts, texts))
        try:
            at(document, path[:-1])[path[-1]] = value
        except (LookupError, TypeError):
            continue
    is_refused(document)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: puzzle_of(d).pop("goal"), "field puzzles.0.goal is missing"),
        (lambda d: puzzle_of(d)["goal"].update(kind="win"), "field puzzles.0.goal.kind is 'win'"),
        (lambda d: puzzle_of(d).update(game="serpent"), "puzzles.0.game is 'serpent'"),
        (lambda d: d["parameters"].update(game="chess"), "expected it to have as parameters.game"),
        (lambda d: d["parameters"].pop("spare"), "field parameters.spare is missing"),
        (lambda d: d["parameters"].pop("game"), "field parameters.kinds is missing"),
        (lambda d: d.update(table={}), "field table is '{}'"),
        (lambda d: d.update(puzzles=[]), "field puzzles"),
    ],
)
def test_wrong_fields_are_named(change: Callable[[Json], Any], says: str, tmp_path: Path) -> None:
    document = json.loads(small())
    change(document)
    path = tmp_path / "set.json"
    path.write_bytes(dumped(document))
    for command in ("check", "show"):
        line = refused("puzzles", command, str(path))
        assert line.startswith(f"{path}: is no puzzle set: ")
        assert says in line


def test_a_table_of_a_game_without_tables_is_refused(tmp_path: Path) -> None:
    document = json.loads((SETS / "serpent-2.json").read_bytes())
    document["table"]["game"] = "master"
    (tmp_path / "set.json").write_text(json.dumps(document))
    result = run("puzzles", "check", str(tmp_path / "set.json"))
    assert (result.code, result.out) == (1, "table: puzzles of master come from no table\n")
    assert "come from no table" in refused("puzzles", "show", str(tmp_path / "set.json"))
