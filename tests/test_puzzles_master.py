"""Solo tasks of Serpent Master as puzzles: counted again, made, shipped, drawn."""

from __future__ import annotations

import json
import random
import re
from functools import reduce
from pathlib import Path
from typing import Any, get_args

import pytest
from cli_runner import refused, run
from master_games import laid_task, mask, random_task
from master_puzzles import SETS, shipped, small
from reference import master as plain
from reference import master_solver

import serpentes as sp
from serpentes.puzzles import check, files
from serpentes.puzzles.difficulty import Tier
from serpentes.puzzles.faults import OutOfNodesError
from serpentes.puzzles.games import puzzle_game
from serpentes.puzzles.master.count import Counter
from serpentes.puzzles.master.make_pack import PackWishes, make_tasks
from serpentes.puzzles.master.model import MasterSet, PackPuzzle
from serpentes.puzzles.master.tasks import cards_of, laid, read
from serpentes.puzzles.master.themes import MEANINGS, PACK_FORMULA

# Counted again


def as_position(task: plain.Position) -> sp.master.Position:
    x, y = task.start
    return sp.master.Position(
        task.board.width,
        task.board.height,
        mask(task.board.blocked),
        (tuple(task.hands[0]),),
        sp.master.Deck(dict(task.deck)),
        task.mode,
        f"{'abcdefgh'[x]}{y + 1}",
    )


def test_counts_are_those_of_the_plain_rules() -> None:
    """Any deck, any board, both modes; with solutions or without."""
    chance = random.Random(7)
    counted = solvable = 0
    while counted < 200:
        task = random_task(chance) if chance.random() < 0.5 else laid_task(chance, 5, 3)
        if task.start is None:
            continue
        expected = master_solver.count(task)
        assert Counter(as_position(task)).count(10**6).solutions == expected, task
        counted += 1
        solvable += expected > 0
    assert 60 < solvable < 190


@pytest.mark.parametrize(
    ("text", "solutions"),
    [
        ("5x5 hand=15,14,13,12,11,10 start=a1", 558),
        ("5x5 hand=15,14,13,12,11,10 mode=challenging start=a1", 1),
        ("3x3 hand=15 start=b2", 0),
    ],
)
def test_counts_are_those_of_the_rules(text: str, solutions: int) -> None:
    assert Counter(sp.master.parse(text)).count(10**6).solutions == solutions


def search(task: plain.Position) -> tuple[int, int]:
    """Solutions and dead ends of a depth-first search that turns back where simple deductions tell
    it to, in plain Python."""
    if not task.hands[0]:
        return 1, 0
    solutions = dead_ends = tried = 0
    for number in task.choices(0):
        for placement in task.placements(0, number):
            after = task.resolved(0, placement)
            if not is_ruled_out(after):
                found = search(after)
                solutions, dead_ends = solutions + found[0], dead_ends + found[1]
                tried += 1
    return solutions, dead_ends if tried else 1


def is_ruled_out(task: plain.Position) -> bool:
    tokens = sum(len(task.deck[number]) for number in task.hands[0])
    room, waiting = set[plain.Cell](), [task.heads[0]]
    while waiting:
        for cell in around(waiting.pop()):
            if cell not in room and task.may_place(0, cell):
                room.add(cell)
                waiting.append(cell)
    nooks = [cell for cell in room if len(({*room, task.heads[0]}) & {*around(cell)}) < 2]
    spare = len(room) - tokens
    return bool(tokens) and (spare < 0 or len(nooks) - 1 > spare)


def around(cell: plain.Cell | None) -> list[plain.Cell]:
    assert cell is not None
    x, y = cell
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def test_dead_ends_are_those_of_a_plain_search() -> None:
    puzzles = [puzzle for puzzle in shipped() if puzzle.difficulty.dead_ends < 40]
    for puzzle in puzzles[::4]:
        solutions, dead_ends = search(plain.parse(puzzle.position))
        assert solutions == puzzle.uniqueness.solution_count
        assert dead_ends == puzzle.difficulty.dead_ends
    assert len(puzzles) > 20


def test_counting_is_bounded() -> None:
    task = sp.master.parse("8x8 hand=11,10,9,8,7,6,5,4,3,2,1 start=d4")
    with pytest.raises(OutOfNodesError):
        Counter(task).count(20_000)


# Made


def test_the_same_wishes_make_the_same_set() -> None:
    wishes = PackWishes(3, width=5, height=5, cards=6)
    assert make_tasks(wishes).model_dump_json(by_alias=True) == small()  # type: ignore[union-attr]
    other = make_tasks(PackWishes(3, width=5, height=5, cards=6, seed=1))
    ids = {puzzle.id for puzzle in MasterSet.model_validate_json(small()).puzzles}
    assert other is not None
    assert not ids & {puzzle.id for puzzle in other.puzzles}


def test_tasks_of_other_sets_are_left_out() -> None:
    first = MasterSet.model_validate_json(small())
    rest = make_tasks(PackWishes(20, width=5, height=5, cards=6, layings=120), None, [first])
    assert rest is not None
    assert not {puzzle.id for puzzle in first.puzzles} & {puzzle.id for puzzle in rest.puzzles}
    assert rest.parameters.without == (first.title,)


@pytest.mark.parametrize("mode", ["regular", "challenging"])
@pytest.mark.parametrize("spare", [0, 4])
def test_tasks_are_as_wished(mode: str, spare: int) -> None:
    wishes = PackWishes(2, width=6, height=5, cards=6, mode=mode, spare=spare)  # type: ignore[arg-type]
    made = make_tasks(wishes)
    assert made is not None
    assert list(check.problems(made)) == []
    for puzzle in made.puzzles:
        task = read(puzzle)
        assert (task.board, task.mode, len(task.dealt[0])) == (made.parameters.board, mode, 6)
        assert isinstance(puzzle, PackPuzzle)
        assert puzzle.spare == spare


def test_minimal_tasks_have_no_blocked_cell_to_free() -> None:
    """Counted one by one: with any blocked cell free there are more solutions."""
    puzzles = [
        puzzle for puzzle in shipped() if puzzle.minimal and puzzle.difficulty.dead_ends < 500
    ]
    for puzzle in puzzles[:3]:
        task = plain.parse(puzzle.position)
        board = task.board
        assert len(puzzle.minimal or ()) == len(board.blocked)
        for cell in board.blocked:
            freed = plain.Board(board.width, board.height, board.blocked - {cell})
            assert Counter(as_position(plain.replace(task, board=freed))).count(10**6).solutions > 1
    assert puzzles


def test_a_deck_of_ones_own(tmp_path: Path) -> None:
    cards = [{"number": number, "path": "F" * (number % 3 + 1)} for number in range(20, 30)]
    deck = {"$schema": "urn:serpentes:deck:1", "title": "own", "game": "master", "cards": cards}
    (tmp_path / "deck.json").write_text(json.dumps(deck))
    path = tmp_path / "set.json"
    command = ("puzzles", "make", "master", "--size", "5x5", "--cards", "6", "--layings", "300")
    own = ("--deck", str(tmp_path / "deck.json"), "--mode", "challenging", "--count", "1")
    assert run(*command, *own, "-o", str(path)).code == 0
    assert run("puzzles", "check", str(path)).code == 0
    (puzzle,) = files.read(path).puzzles
    assert isinstance(puzzle, PackPuzzle)
    assert all(puzzle.deck[number] == "F" * (int(number) % 3 + 1) for number in puzzle.deck)


LONG_PATHS = sp.master.Deck(dict.fromkeys(range(1, 7), "FFFFF"))


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        ({"count": 0}, "count is 0; expected 1 to 500"),
        ({"seed": -1}, "seed is -1"),
        ({"width": 4}, "size 4x7 is too small for tasks; expected 5x5 to 8x8"),
        ({"height": 9}, "size 7x9 is out of range"),
        ({"cards": 5}, "cards 5 is out of range; expected 6 to 11"),
        ({"cards": 12}, "cards 12 is out of range"),
        ({"spare": 5}, "spare 5 is out of range; expected 0 to 4"),
        ({"layings": 0}, "layings 0 is out of range"),
        ({"mode": "easy"}, "mode is 'easy'; expected one of: regular, challenging"),
        (
            {"width": 5, "height": 5},
            "11 cards have 34 tokens or more, but size 5x5 has 25 cells; expected fewer cards or",
        ),
        ({"width": 5, "height": 5, "cards": 9, "mode": "challenging"}, "9 cards have 26 tokens"),
        (
            {
                "width": 5,
                "height": 5,
                "cards": 6,
                "deck": sp.master.Deck(dict.fromkeys(range(1, 7), "FFFFF")),
            },
            "6 cards have 30 tokens",
        ),
    ],
)
def test_impossible_wishes_are_refused(wishes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        PackWishes(**{"count": 1, **wishes})


def test_tokens_may_fill_the_board() -> None:
    # Every cell has a token in the end, also the one where the head stood at the start.
    deck = sp.master.Deck({3: "FRF", 2: "FFR", 1: "FLL"})
    task = sp.master.parse("3x3 hand=3,2,1 start=b1", deck)
    solved = reduce(lambda at, move: at.play(move), next(sp.solutions(task)), task)
    assert len(solved.tokens()) == 9
    full = sp.master.Deck(dict.fromkeys(range(1, 6), "FFFF") | {6: "FFFFF"})
    assert PackWishes(1, width=5, height=5, cards=6, deck=full).deck == full


# The sets that are shipped


def test_the_tasks_are_of_every_sort() -> None:
    puzzles = shipped()
    assert len(puzzles) == 60
    assert {puzzle.difficulty.tier for puzzle in puzzles} == set(get_args(Tier))
    tasks = [read(puzzle) for puzzle in puzzles]
    assert {task.mode for task in tasks} == {"regular", "challenging"}
    assert {task.width for task in tasks} == {5, 6, 7, 8}
    assert {len(task.dealt[0]) for task in tasks} == {6, 7, 8, 10, 11}
    assert any(puzzle.minimal for puzzle in puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == 60


def test_solutions_hold_by_the_plain_rules() -> None:
    for puzzle in shipped():
        task = plain.parse(puzzle.position)
        assert cards_of(read(puzzle)) == puzzle.deck
        assert {int(number): path for number, path in puzzle.deck.items()}.items() <= (
            task.deck.items()
        )
        for move in puzzle.solution.line:
            task = task.play(move)
        assert not any(task.hands)
        covered = sum(len(card.cells) for card in laid(read(puzzle), puzzle.solution.line))
        assert covered == len(task.stacks)


def test_the_documents_state_formula_and_themes() -> None:
    text = (SETS / "README.md").read_text(encoding="utf-8")
    own = PACK_FORMULA.partition("choices // 2 ")[2].partition(", at least")[0]
    assert f"⌊choices / 2⌋ {own.replace('*', '·').replace('-', '−')}" in text
    assert puzzle_game("master").themes == MEANINGS
    for theme, meaning in MEANINGS.items():
        assert f"| {theme} | {meaning} |" in text


# The commands


def test_make_and_show(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    command = ("puzzles", "make", "master", "--size", "5x6", "--cards", "6", "--count", "2")
    found = run(*command, "-o", str(path), "--json").json
    assert (found["puzzles"], found["kinds"], found["width"], found["height"]) == (
        2,
        {"pack": 2},
        5,
        6,
    )
    puzzle = files.read(path).puzzles[0]
    assert isinstance(puzzle, PackPuzzle)
    task = run("puzzles", "show", str(path), "--index", "1").out
    assert "place all 6 cards; there is exactly one way\n" in task
    assert puzzle.position in task
    assert "solution" not in task
    solved = run("puzzles", "show", str(path), "--index", "1", "--solution").out
    assert f"solution  {' '.join(puzzle.solution.line)}\n" in solved
    assert "other choices along it" in solved
    letters = "  ".join(map(" ".join, zip("ABCDEF", puzzle.solution.line, strict=True)))
    assert f"\n{letters}\n" in solved
    tokens = sum(map(len, puzzle.deck.values()))
    drawn = re.findall(r"^[1-6] .*$", solved, re.MULTILINE)[-6:]
    assert len(re.findall("[A-F]", "".join(drawn))) == tokens
    line = refused("puzzles", "show", str(path), "--theme", "cut")
    assert "expected one of: home, orders" in line


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--size", "5"), "size '5' cannot be read; expected WIDTHxHEIGHT"),
        (("--size", "4x4"), "size 4x4 is too small for tasks"),
        (("--size", "5x5"), "11 cards have 34 tokens or more, but size 5x5 has 25 cells; expected"),
        (("--cards", "3"), "cards 3 is out of range; expected 6 to 11"),
        (("--mode", "hard"), "mode is 'hard'; expected one of: regular, challenging"),
        (("--spare", "9"), "spare 9 is out of range; expected 0 to 4"),
        (("--count", "0"), "count is 0"),
        (("--kind", "win"), "there is no kind 'win'; expected one of: pack, dominant"),
        (("--rounds", "1"), "--rounds is no option of kind pack; expected one of: --mode, --spare"),
        (("--deck", "nowhere.json"), "No such file"),
        (("--count", "501"), "count is 501; expected 1 to 500"),
        (("--plies", "1:9"), "No such option: --plies"),
        (("--without", "nowhere.json"), "No such file"),
    ],
)
def test_make_refuses(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    assert says in refused("puzzles", "make", "master", "-o", str(path), *options)
    assert not path.exists()


def test_a_deck_with_too_few_cards_is_refused(tmp_path: Path) -> None:
    deck = run("deck", "master", "--json").json
    deck["cards"] = deck["cards"][:1]
    (tmp_path / "deck.json").write_text(json.dumps(deck))
    own = ("--deck", str(tmp_path / "deck.json"), "-o", str(tmp_path / "set.json"))
    for kind, fewest in (("pack", 6), ("dominant", 2)):
        assert refused("puzzles", "make", "master", "--kind", kind, *own) == (
            f"the deck has 1 card; expected {fewest} or more, as there are in a hand"
        )


def test_help_says_ranges_and_defaults() -> None:
    text = " ".join(run("puzzles", "make", "master", "--help").out.split())
    for says in (
        "for tasks 5x5 to 8x8, 7x7 if left out; for rounds 3x3 to 8x8, 5x5 if left out.",
        "for tasks 6 to 11, 11 if left out; for rounds 2 to 11, 4 if left out.",
        "cells left over, 0 to 4; 2 if left out.",
        "random solutions to look through at most, 1 to 1,000,000; 2000 if left out.",
        "so many that 2 to 4 cards of a hand are left; 1 if left out.",
        "blocked cells, 0 to 8; 0 if left out.",
        "positions to look through at most, 1 to 1,000,000; 2000 if left out.",
        "How many puzzles, 1 to 500.",
    ):
        assert says in text


def test_make_says_when_there_is_nothing(tmp_path: Path) -> None:
    command = ("puzzles", "make", "master", "--layings", "1", "--mode", "challenging")
    line = refused(*command, "-o", str(tmp_path / "set.json"), code=1)
    assert line == "no such puzzle in 1 layings"
