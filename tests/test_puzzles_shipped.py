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
from reference import fighting as plain_fighting
from reference import serpent as plain_serpent

import serpentes as sp
from serpentes.games import registry
from serpentes.games.base import SearchablePosition
from serpentes.puzzles import check, files
from serpentes.puzzles.difficulty import Tier
from serpentes.puzzles.model import PuzzleSet
from serpentes.puzzles.moves import fighting, serpent
from serpentes.puzzles.moves.games import GAMES
from serpentes.puzzles.moves.model import Fortress, MovePuzzle, Node, Try

FOLDER = Path(__file__).parents[1] / "puzzles"
NAMES = sorted(path.name for path in FOLDER.glob("*-*.json"))
README = (FOLDER / "README.md").read_text(encoding="utf-8")
COMMANDS = {
    name: shlex.split(options)
    for options, name in re.findall(r"`(--[a-z][^`]* -o puzzles/([^` ]*))`", README)
}
"""The options of `serpentes puzzles make GAME`, by the set that they make."""


def game_of(name: str) -> str:
    return name.partition("-")[0]


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


def puzzles_of(game: str) -> list[MovePuzzle]:
    return [puzzle for name in NAMES if game_of(name) == game for puzzle in load(name).puzzles]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_puzzles_of_every_sort(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= 120
    assert {puzzle.goal.kind for puzzle in puzzles} == set(GAMES[game].kinds)
    assert {puzzle.difficulty.tier for puzzle in puzzles} == set(get_args(Tier))
    found = {theme.name for puzzle in puzzles for theme in puzzle.themes}
    assert found == set(GAMES[game].detectors)
    assert len({tuple(puzzle.rulings.values()) for puzzle in puzzles}) >= 3


def test_there_are_short_and_full_boards() -> None:
    boards = {game: {tuple(puzzle.board.items()) for puzzle in puzzles_of(game)} for game in GAMES}
    assert boards["serpent"] == {(("size", size),) for size in (2, 3, 4, 5, 6)}
    assert boards["fighting"] == {(("length", length),) for length in (2, 3, 4, 5, 8, 16)}
    presets = {preset.name: preset.rulings for preset in sp.fighting.RULINGS.presets}
    used = {
        name
        for puzzle in puzzles_of("fighting")
        for name, rulings in presets.items()
        if puzzle.rulings == sp.fighting.RULINGS.choose(rulings).as_dict()
    }
    assert used >= {"masters", "kolowis", "mosona", "ludii-kolowis"}


@pytest.mark.parametrize("game", GAMES)
def test_no_position_comes_up_twice(game: str) -> None:
    """Not turned, reflected or with the colours exchanged either, in all sets taken together."""
    puzzles = puzzles_of(game)
    canonical: set[object] = set()
    for puzzle in puzzles:
        position = registry.game(game).parse(puzzle.position, **puzzle.rulings)
        assert isinstance(position, SearchablePosition)
        canonical.add(str(position.canonical()))
    assert len(canonical) == len(puzzles) == len({puzzle.id for puzzle in puzzles})


# By the plain rules: the proofs hold for the twins, too

TWINS: dict[str, Any] = {"serpent": plain_serpent, "fighting": plain_fighting}
OTHER = {"b": "w", "w": "b"}


def follow_tree(node: Node, position: Any, winner: str) -> int:
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


def follow_fortress(fortress: Fortress, start: Any, keeps: str = "draw") -> None:
    """Play through a fortress by the plain rules: ends, answers and cycles."""
    enough = (fortress.side,) if keeps == "win" else (fortress.side, "draw")
    after: dict[str, set[str]] = {}
    worth: dict[str, str] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position.result() is not None:
            assert position.result() in enough
        elif str(position) not in after:
            if position.side == fortress.side:
                following = [position.play(fortress.moves[str(position)])]
            else:
                following = [position.play(move) for move in position.moves()]
            after[str(position)] = {str(one) for one in following}
            worth[str(position)] = endless(position)
            waiting += following
    assert set(fortress.moves) <= set(after)
    for text, one in worth.items():
        assert one in enough or text not in reached_from(text, after)


def endless(position: Any) -> str:
    """Who wins if play goes on for ever, or that it is a draw."""
    if isinstance(position, plain_serpent.Position) or position.rulings.adjudication == "draw":
        return "draw"
    own, other = position.men
    return "draw" if own == other else position.side if own > other else OTHER[position.side]


def reached_from(text: str, after: dict[str, set[str]]) -> set[str]:
    """All positions that come up after this one."""
    reached: set[str] = set()
    waiting = [text]
    while waiting:
        new = after.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def follow_try(one: Try, after: Any, side: str) -> None:
    if one.fortress is not None:
        follow_fortress(one.fortress, after)
    if one.opposing is not None:
        follow_fortress(one.opposing, after, "win" if one.value == "loss" else "draw")
    for move in one.refutation:
        after = after.play(move)
    if one.plies is not None:
        assert after.result() == OTHER[side]


@pytest.mark.parametrize("name", [name for name in NAMES if game_of(name) in TWINS])
def test_the_plain_rules_agree_with_the_proofs(name: str) -> None:
    twin = TWINS[game_of(name)]
    followed = 0
    for puzzle in load(name).puzzles[:4]:
        position = twin.parse(puzzle.position, **puzzle.rulings)
        solution = puzzle.solution
        assert set(position.moves()) == {solution.move, *(one.move for one in puzzle.tries)}
        if solution.tree is not None:
            assert follow_tree(solution.tree, position, puzzle.side) == puzzle.goal.plies
        if solution.fortress is not None:
            keeps = "win" if puzzle.goal.kind == "count" else "draw"
            follow_fortress(solution.fortress, position, keeps)
        if solution.opposing is not None:
            follow_fortress(solution.opposing, position.play(solution.move))
        for one in puzzle.tries:
            follow_try(one, position.play(one.move), puzzle.side)
        if puzzle.played is not None:
            first = puzzle.side if len(puzzle.played) % 2 == 0 else OTHER[puzzle.side]
            sides = {"side": first} if twin is plain_fighting else {}
            game = twin.start(*puzzle.board.values(), **sides, **puzzle.rulings)
            for move in puzzle.played:
                game = game.play(move)
            assert str(game) == puzzle.position
        followed += 1
    assert followed > 1


# Made again


def test_every_set_has_its_command() -> None:
    assert sorted(COMMANDS) == NAMES


# `serpent-3-end-of-turn` solves a board of size 3 first, which is what takes its time.
@pytest.mark.plain
@pytest.mark.parametrize(
    "name",
    [
        "serpent-2.json",
        "serpent-2-passes.json",
        "serpent-3-end-of-turn.json",
        "serpent-4.json",
        "fighting-2.json",
        "fighting-4-kolowis.json",
        "master-5x5-challenging.json",
        "master-7x7-minimal.json",
        "master-4x4-dominant.json",
        "hisss-win.json",
    ],
)
def test_the_documented_command_makes_the_set_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    *options, _ = COMMANDS[name]
    monkeypatch.chdir(FOLDER.parent)
    assert run("puzzles", "make", game_of(name), *options, str(tmp_path / name)).code == 0
    assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


@pytest.mark.parametrize("game", [serpent, fighting])
def test_the_documents_state_the_formula_and_the_themes(game: Any) -> None:
    for below, tier in re.findall(r"below (\d+)(?: the puzzle is)? \*(\w+)\*", README):
        assert f"{tier} below {below}" in game.FORMULA
    own = game.FORMULA.partition("decisions // 2 ")[2].partition(", at least")[0]
    assert own.replace("*", "·").replace("-", "−") in README
    for theme, meaning in game.MEANINGS.items():
        assert f"| {theme} | {meaning} |" in README


@pytest.mark.parametrize("game", GAMES)
def test_the_documents_state_how_large_proofs_are(game: str) -> None:
    said = re.search(r"at most (\d+) positions in Serpent, (\d+) in Fighting Serpents", README)
    assert said is not None
    stated = dict(zip(("serpent", "fighting"), map(int, said.groups()), strict=True))
    assert GAMES[game].most_positions == stated[game]
