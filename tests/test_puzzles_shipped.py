"""The sets in puzzles/: whole, proved, different from each other, made by the commands there."""

import json
import re
import shlex
from functools import cache
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
from cli_runner import run
from reference import serpent as plain

import serpentes as sp
from serpentes.puzzles import check, files
from serpentes.puzzles.difficulty import Tier
from serpentes.puzzles.games import GAMES
from serpentes.puzzles.model import Fortress, Node, PuzzleSet
from serpentes.puzzles.serpent import FORMULA, MEANINGS

FOLDER = Path(__file__).parents[1] / "puzzles"
NAMES = sorted(path.name for path in FOLDER.glob("serpent-*.json"))
README = (FOLDER / "README.md").read_text(encoding="utf-8")
COMMANDS = {
    name: shlex.split(options)
    for options, name in re.findall(r"`(--size [^`]* -o puzzles/([^` ]*))`", README)
}
"""The options of `serpentes puzzles make serpent`, by the set that they make."""


@cache
def load(name: str) -> PuzzleSet:
    return files.read(FOLDER / name)


def schema() -> Any:
    return json.loads((FOLDER / "schema.json").read_bytes())


def test_the_schema_is_that_of_the_model() -> None:
    assert run("puzzles", "schema").out == (FOLDER / "schema.json").read_text(encoding="utf-8")
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("name", NAMES)
def test_sets_fit_the_schema(name: str) -> None:
    document = json.loads((FOLDER / name).read_bytes())
    validator = jsonschema.Draft202012Validator(schema())
    assert list(validator.iter_errors(document)) == []
    for field in ("title", "seed", "puzzles"):
        without = {key: value for key, value in document.items() if key != field}
        assert list(validator.iter_errors(without))


@pytest.mark.parametrize("name", NAMES)
def test_sets_are_proved(name: str) -> None:
    assert list(check.problems(load(name))) == []


@pytest.mark.parametrize("name", NAMES)
def test_sets_are_written_as_the_tool_writes_them(name: str, tmp_path: Path) -> None:
    files.write(tmp_path / name, load(name))
    assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


def test_there_are_enough_puzzles_of_every_sort() -> None:
    puzzles = [puzzle for name in NAMES for puzzle in load(name).puzzles]
    assert len(puzzles) >= 120
    assert {puzzle.goal.kind for puzzle in puzzles} == set(GAMES["serpent"].kinds)
    assert {puzzle.difficulty.tier for puzzle in puzzles} == set(get_args(Tier))
    assert {theme.name for puzzle in puzzles for theme in puzzle.themes} == set(MEANINGS)
    assert {puzzle.board["size"] for puzzle in puzzles} == {2, 3}
    assert len({tuple(puzzle.rulings.values()) for puzzle in puzzles}) >= 3


def test_no_position_comes_up_twice() -> None:
    """Not turned, reflected or with the colours exchanged either, in all sets taken together."""
    puzzles = [puzzle for name in NAMES for puzzle in load(name).puzzles]
    canonical = {str(sp.serpent.parse(puzzle.position).canonical()) for puzzle in puzzles}
    assert len(canonical) == len(puzzles) == len({puzzle.id for puzzle in puzzles})


# By the plain rules: the proofs hold for the twin, too


def plain_position(text: str, rulings: dict[str, str]) -> plain.Position:
    return plain.parse(text, **rulings)


def follow_tree(node: Node, position: plain.Position, winner: str) -> int:
    """Play through a tree by the plain rules; returns the plies of its longest line."""
    after = position.play(node.move)
    answers = after.moves()
    assert set(node.defences) == set(answers)
    if not answers:
        assert after.result() == winner
    longest = 1
    for answer in answers:
        child, below = after.play(answer), node.defences[answer]
        if below is None:
            assert child.result() == winner
            longest = max(longest, 2)
        else:
            assert child.result() is None
            longest = max(longest, 2 + follow_tree(below, child, winner))
    return longest


def follow_fortress(fortress: Fortress, start: plain.Position) -> None:
    other = {"b": "w", "w": "b"}[fortress.side]
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        position = waiting.pop()
        assert position.result() != other
        if position.result() is not None or str(position) in seen:
            continue
        seen.add(str(position))
        if position.side == fortress.side:
            waiting.append(position.play(fortress.moves[str(position)]))
        else:
            waiting += [position.play(move) for move in position.moves()]
    assert set(fortress.moves) <= seen


@pytest.mark.parametrize("name", NAMES)
def test_the_plain_rules_agree_with_the_proofs(name: str) -> None:
    followed = 0
    for puzzle in load(name).puzzles[:4]:
        position = plain_position(puzzle.position, puzzle.rulings)
        solution = puzzle.solution
        assert set(position.moves()) == {solution.move, *(one.move for one in puzzle.tries)}
        if solution.tree is not None:
            assert follow_tree(solution.tree, position, puzzle.side) == puzzle.goal.plies
        if solution.fortress is not None:
            follow_fortress(solution.fortress, position)
        if solution.opposing is not None:
            follow_fortress(solution.opposing, position.play(solution.move))
        for one in puzzle.tries:
            after = position.play(one.move)
            for move in one.refutation:
                after = after.play(move)
            if one.value == "loss":
                assert after.result() not in (None, "draw", puzzle.side)
        game = plain.start(puzzle.board["size"], **puzzle.rulings)
        for move in puzzle.played:
            game = game.play(move)
        assert str(game) == puzzle.position
        followed += 1
    assert followed > 1


# Made again


def test_every_set_has_its_command() -> None:
    assert sorted(COMMANDS) == NAMES


# The last solves a board of size 3 first, which is what takes its time; the others are as fast.
@pytest.mark.parametrize(
    "name", ["serpent-2.json", "serpent-2-passes.json", "serpent-3-end-of-turn.json"]
)
def test_the_documented_command_makes_the_set_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    *options, _ = COMMANDS[name]
    monkeypatch.chdir(FOLDER.parent)
    assert run("puzzles", "make", "serpent", *options, str(tmp_path / name)).code == 0
    assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


def test_the_documents_state_the_formula_and_the_themes() -> None:
    for below, tier in re.findall(r"below (\d+)(?: the puzzle is)? \*(\w+)\*", README):
        assert f"{tier} below {below}" in FORMULA
    for theme, meaning in MEANINGS.items():
        assert f"| {theme} | {meaning} |" in README
