"""Rounds of Serpent Master with one card that is best: made, worked out again, proved or not."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from cli_runner import refused, run
from puzzle_documents import Json, at, changed, dumped, is_refused, leaves, problems
from reference import master as plain
from reference import master_solver

import serpentes as sp
from serpentes.puzzles import check, files
from serpentes.puzzles.faults import TOO_COSTLY, OutOfNodesError
from serpentes.puzzles.master import check as master_check
from serpentes.puzzles.master import matrix as master_matrix
from serpentes.puzzles.master.dominant import Round
from serpentes.puzzles.master.make_dominant import DominantWishes, make_rounds
from serpentes.puzzles.master.matrix import Rounds
from serpentes.puzzles.master.model import DominantPuzzle, MasterSet
from serpentes.puzzles.master.tasks import read
from serpentes.puzzles.master.themes import DOMINANT_FORMULA
from serpentes.solve import rounds as solver

SETS = Path(__file__).parents[1] / "puzzles"
NAMES = sorted(path.name for path in SETS.glob("master-*.json"))


@cache
def small() -> str:
    """A set of three rounds on 5x5 with two cards left, as JSON."""
    made = make_rounds(DominantWishes(3, cards=3, blocked=1, positions=99))
    assert made is not None
    return made.model_dump_json(by_alias=True)


def shipped() -> list[DominantPuzzle]:
    puzzles = [puzzle for name in NAMES for puzzle in files.read(SETS / name).puzzles]
    return [puzzle for puzzle in puzzles if isinstance(puzzle, DominantPuzzle)]


def puzzle_of(document: Json) -> Json:
    return document["puzzles"][-1]


# Worked out again


def test_values_are_those_of_the_plain_twin() -> None:
    """Every entry of the matrix, in positions under way and at the start."""
    texts = [
        "3x3 hands=15,14,13/15,14,13",
        "3x3 hands=11,10,9/11,10,9 moves=9@a1E,11@c3W",
        *(puzzle.position for puzzle in shipped() if "moves" in puzzle.position),
    ]
    for text in texts[:4]:
        twin = plain.parse(text)
        known: dict[Any, Any] = {}
        matrix = Rounds(sp.master.parse(text), 10**6).matrix()
        hands = [sorted(hand, reverse=True) for hand in twin.hands]
        for (i, first), (j, second) in product(*map(enumerate, hands)):
            found = master_solver.revealed(twin, {0: first, 1: second}, known)
            assert matrix[i][j] == found.margin, (text, first, second)


def test_values_are_those_of_the_solver() -> None:
    for puzzle in shipped()[::3]:
        position = read(puzzle)
        found = solver.solve(position, "margin", matrix=True)
        own, other = position.hands
        rows = [[found.matrix()[card, reply] for reply in other] for card in own]
        assert Rounds(position, 10**6).matrix() == rows
        sign = 1 if puzzle.goal.player == 1 else -1
        assert Fraction(puzzle.solution.value) == sign * found.value


def test_matrix_games_are_solved_as_by_the_plain_simplex() -> None:
    chance = random.Random(3)
    for _ in range(300):
        height, width = chance.randint(1, 4), chance.randint(1, 4)
        matrix = tuple(
            tuple(Fraction(chance.randint(-4, 4), chance.choice((1, 1, 2))) for _ in range(width))
            for _ in range(height)
        )
        assert master_matrix.value(matrix) == master_solver.solve_matrix(matrix).value, matrix


def test_the_work_is_bounded() -> None:
    with pytest.raises(OutOfNodesError):
        Rounds(sp.master.parse("4x4 hands=15,14,13/15,14,13"), 1000).matrix()


@pytest.mark.parametrize(
    ("values", "player", "card", "lead"),
    [
        ([[1, 2], [0, 1]], 1, 15, 1),
        ([[1, 2], [0, 2]], 1, None, None),
        ([[1, 2], [2, 1]], 1, None, None),
        ([[1, 2], [0, 1]], 2, 15, 1),
        ([[1, Fraction(1, 2)], [0, -1]], 2, 14, Fraction(1, 2)),
    ],
)
def test_dominant_cards(values: Any, player: int, card: int | None, lead: Any) -> None:
    position = sp.master.parse("4x4 hands=15,14/15,14")
    found = Round(position, player, values)
    place = found.dominant()
    assert (None if place is None else found.own[place]) == card
    if place is not None:
        assert found.lead(place) == lead


# Made


def test_the_same_wishes_make_the_same_set() -> None:
    wishes = DominantWishes(3, cards=3, blocked=1, positions=99)
    assert make_rounds(wishes).model_dump_json(by_alias=True) == small()  # type: ignore[union-attr]


def test_rounds_of_other_sets_are_left_out() -> None:
    first = MasterSet.model_validate_json(small())
    rest = make_rounds(DominantWishes(9, cards=3, blocked=1, positions=99), None, [first])
    assert rest is not None
    assert not {puzzle.id for puzzle in first.puzzles} & {puzzle.id for puzzle in rest.puzzles}


def test_rounds_are_as_wished() -> None:
    document = MasterSet.model_validate_json(small())
    assert list(check.problems(document)) == []
    for puzzle in document.puzzles:
        position = read(puzzle)
        assert position.board == {"width": 5, "height": 5}
        assert (len(position.played), len(position.blocked_cells())) == (1, 1)
        assert [len(hand) for hand in position.hands] == [2, 2]


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        ({"count": 501}, "count is 501"),
        ({"cards": 1}, "cards 1 is out of range; expected 2 to 11"),
        ({"cards": 7}, "rounds 1 leave 6 of 7 cards; expected 2 to 4 to be left"),
        ({"rounds": 4}, "rounds 4 leave 0 of 4 cards"),
        ({"rounds": -1, "cards": 2}, "rounds -1"),
        ({"blocked": 9}, "blocked 9 is out of range; expected 0 to 8"),
        ({"positions": 0}, "positions 0 is out of range"),
        ({"width": 2}, "size 2x5 is out of range"),
    ],
)
def test_impossible_wishes_are_refused(wishes: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        DominantWishes(**{"count": 1, **wishes})


# Proved, or wrong


def set_field(*path: str | int, to: Json) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        at(puzzle_of(document), path[:-1])[path[-1]] = to

    return change


def another_card(document: Json) -> None:
    solution = puzzle_of(document)["solution"]
    player = puzzle_of(document)["goal"]["player"]
    cards = solution["matrix"]["rows" if player == 1 else "columns"]
    solution["card"] = next(card for card in cards if card != solution["card"])


def the_other_player(document: Json) -> None:
    goal = puzzle_of(document)["goal"]
    goal["player"] = 3 - goal["player"]


def block_another_cell(document: Json) -> None:
    puzzle = puzzle_of(document)
    position = puzzle["position"]
    head, _, tail = position.partition("blocked=")
    puzzle["position"] = f"{head}blocked={'a1,' if not tail.startswith('a1') else ''}{tail}"


def exchange_rows(document: Json) -> None:
    puzzle_of(document)["solution"]["matrix"]["values"].reverse()


def drop_a_row(document: Json) -> None:
    puzzle_of(document)["solution"]["matrix"]["values"].pop()


TAMPERED: list[tuple[Callable[[Json], None], str]] = [
    (set_field("solution", "matrix", "values", 0, 1, to="7/3"), "solution.matrix.values.0.1"),
    (set_field("solution", "matrix", "rows", to=[1]), "solution.matrix.rows"),
    (set_field("solution", "matrix", "columns", to=[2, 3]), "solution.matrix.columns"),
    (exchange_rows, "solution.matrix.values"),
    (drop_a_row, "solution.matrix.values"),
    (another_card, "solution.card"),
    (set_field("solution", "replies", to=[99]), "solution.replies"),
    (set_field("solution", "value", to="1/7"), "solution.value"),
    (the_other_player, "id"),
    (block_another_cell, ""),
    (set_field("uniqueness", "lead", to="1/7"), "uniqueness.lead"),
    (set_field("difficulty", "close", to=99), "difficulty.close"),
    (set_field("difficulty", "openings", to=99), "difficulty.openings"),
    (set_field("difficulty", "score", to=99), "difficulty.score"),
    (set_field("difficulty", "tier", to="expert"), "difficulty.tier"),
    (set_field("themes", to=[{"name": "bare", "says": "so", "moves": [], "cells": []}]), "themes"),
    (set_field("position", to="4x4 hand=15,14"), "position"),
    (set_field("position", to="4x4 hands=15/14"), "position"),
    (set_field("id", to="0" * 32), "id"),
]


@pytest.mark.parametrize(("change", "field"), TAMPERED)
def test_tampering_is_found(change: Callable[[Json], None], field: str) -> None:
    document = json.loads(small())
    change(document)
    found = problems(document)
    assert any(problem.field.startswith(field) for problem in found), found


def test_every_change_of_a_puzzle_is_found() -> None:
    """Whatever is changed in a puzzle, it is no longer right: there is nothing in it to no end."""
    document = json.loads(small())
    del document["puzzles"][:-1]
    assert problems(document) == []
    tried = 0
    for path in leaves(puzzle_of(document)):
        *above, last = path
        for value in changed(at(puzzle_of(document), path)):
            other = copy.deepcopy(document)
            target = at(puzzle_of(other), above)
            if target[last] == value or path == ("rulings",):
                continue
            target[last] = value
            tried += 1
            assert is_refused(other), (path, value)
    assert tried > 70


def test_sets_that_say_something_else_are_wrong() -> None:
    for field, value in (("cards", 4), ("rounds", 2), ("blocked", 2), ("count", 1)):
        document = json.loads(small())
        document["parameters"][field] = value
        assert problems(document), field


def test_kinds_are_not_mixed() -> None:
    document = json.loads(small())
    tasks = json.loads((SETS / "master-5x5-regular.json").read_bytes())
    document["puzzles"].append(tasks["puzzles"][0])
    found = [problem for problem in problems(document) if problem.field == "goal.kind"]
    assert [problem.says for problem in found] == ["is pack; expected dominant as in the set"]


def test_a_round_that_costs_too_much_is_not_proved() -> None:
    puzzle = MasterSet.model_validate_json(small()).puzzles[0]
    assert list(master_check.faults(puzzle, nodes=3)) == [TOO_COSTLY]


# The sets that are shipped


def test_there_are_rounds_of_every_sort() -> None:
    puzzles = shipped()
    assert len(puzzles) == len({puzzle.id for puzzle in puzzles}) == 20
    assert {puzzle.goal.player for puzzle in puzzles} == {1, 2}
    assert {puzzle.board["width"] for puzzle in puzzles} == {4, 5}
    assert {puzzle.difficulty.tier for puzzle in puzzles} == {"easy", "medium", "hard"}
    assert {"short", "low", "high", "rescue"} == {
        theme.name for puzzle in puzzles for theme in puzzle.themes
    }
    assert any("/" in text for p in puzzles for row in p.solution.matrix.values for text in row)


def test_the_documents_state_the_formula() -> None:
    text = (SETS / "README.md").read_text(encoding="utf-8")
    own = DOMINANT_FORMULA.partition(" + openings")[0].replace("*", "·")
    assert f"{own} + ⌊openings / 2⌋" in text


# The commands


def test_make_and_show(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    command = ("puzzles", "make", "master", "--kind", "dominant", "--cards", "3", "--count", "1")
    out = run(*command, "--positions", "100", "-o", str(path)).out
    assert out.startswith("puzzles  1 of 1\nkinds    dominant 1\n")
    (puzzle,) = files.read(path).puzzles
    assert isinstance(puzzle, DominantPuzzle)
    task = run("puzzles", "show", str(path)).out
    assert f"player {puzzle.goal.player} to choose; exactly one card is best" in task
    assert "solution" not in task
    solved = run("puzzles", "show", str(path), "--solution").out
    assert f"solution  {puzzle.solution.card}, worth {puzzle.solution.value} to player" in solved
    for card, row in zip(puzzle.solution.matrix.rows, puzzle.solution.matrix.values, strict=True):
        assert [str(card), *row] in [line.split() for line in solved.splitlines()]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--spare", "1"), "--spare is no option of kind dominant; expected one of: --rounds"),
        (("--minimal",), "--minimal is no option of kind dominant"),
        (("--rounds", "3"), "rounds 3 leave 1 of 4 cards; expected 2 to 4 to be left"),
        (("--blocked", "20"), "blocked 20 is out of range; expected 0 to 8"),
        (("--cards", "x"), "Invalid value for '--cards'"),
    ],
)
def test_make_refuses(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    command = ("puzzles", "make", "master", "--kind", "dominant", "-o", str(path))
    assert says in refused(*command, *options)
    assert not path.exists()


def test_show_refuses_a_position_that_is_none(tmp_path: Path) -> None:
    document = json.loads(small())
    document["puzzles"][1]["position"] = "4x4 hands=15/14/13/12/11"
    (tmp_path / "set.json").write_bytes(dumped(document))
    line = refused("puzzles", "show", str(tmp_path / "set.json"))
    assert line.startswith("puzzle 2: hands '15/14/13/12/11' are 5 in number")
