"""Puzzles of Hisss: chances worked out again, what follows from them, sets made and shipped."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest
from cli_runner import refused, run
from hisss_puzzles import BEST, NAMES, SETS, WIN, read, shipped
from reference import hisss as plain

from serpentes.games.hisss import Deck, Laying, Position, parse
from serpentes.puzzles import check, files
from serpentes.puzzles.difficulty import Tier
from serpentes.puzzles.hisss import choice as hisss_choice
from serpentes.puzzles.hisss import make, tasks
from serpentes.puzzles.hisss import tree as hisss_tree
from serpentes.puzzles.hisss.choice import Choice, tag
from serpentes.puzzles.hisss.make import HisssWishes, make_hisss
from serpentes.puzzles.hisss.model import HisssPuzzle, HisssSet, Node
from serpentes.puzzles.hisss.themes import FORMULA, MEANINGS

README = (SETS / "README.md").read_text(encoding="utf-8")

# Named


def test_ids_do_not_depend_on_names() -> None:
    text = "H:r-ro py bg-T:g T:* | ro2 T:o1 | 0/0 3/3 | 1 oy"
    same = "H:r-ro by pg-T:g T:* | ro2 T:o1 | 0/0 3/3 | 1 oy"
    heads = "H:* H:g-gb py or-T:r | ro2 H:o1 | 0/0 3/3 | 1 oy"
    other = "H:r-ro py bg-T:g T:* | ro2 T:o1 | 0/0 3/3 | 2 oy"
    ids = [tasks.puzzle_id(parse(one), "best") for one in (text, same, heads, other)]
    assert ids[0] == ids[1] == ids[2] != ids[3]
    assert tasks.puzzle_id(parse(text), "win") != ids[0]
    assert tasks.puzzle_id(parse(text, match="optional"), "best") != ids[0]


# Greed and themes


@pytest.mark.parametrize(
    ("text", "greedy"),
    [
        ("H:r-ro or-ry-yg | bp1 | 0/0 0/0 | 1 T:o", ["H:r-ro-[T:o]"]),
        ("H:r-ro gy | bp1 | 0/0 0/0 | 1 oy", ["H:r-ro-[oy]-yg"]),
        ("H:r-ro or-T:r | bp1 | 0/0 0/0 | 1 oy", ["H:r-ro-[oy]", "[yo]-or-T:r"]),
    ],
)
def test_greed_completes_snakes_first_and_else_makes_the_longest(
    text: str, greedy: list[str]
) -> None:
    layings = tasks.layings_of(parse(text))
    assert sorted(map(str, hisss_choice.greedy(layings))) == greedy


@pytest.mark.parametrize(
    ("text", "right", "name", "says", "moves"),
    [
        (
            "H:r-ro or | bp1 | 0/0 0/0 | 1 T:o",
            "ro-[T:o]",
            "wait",
            "a snake of 3 cards could be completed, for a chance of 1/3 in place of 1/2",
            ("H:r-ro-[T:o]",),
        ),
        (
            "H:r-ro gy | bp1 | 0/0 0/0 | 1 oy",
            "H:r-ro-[oy]-yg",
            "join",
            "oy joins snakes of 1 and 2 to one of 4",
            ("H:r-ro-[oy]-yg",),
        ),
        (
            "H:r-ro py | ro2 T:y1 T:o3 | 0/0 0/0 | 1 oy",
            "H:r-ro-[oy]-yp",
            "starve",
            "of 6 cards that may come next 0 would fit, not 5",
            ("H:r-ro-[oy]-yp", "[oy]-yp"),
        ),
        (
            "H:r-ro py | [T:o ro] | 0/0 0/0 | 1 oy",
            "H:r-ro-[oy]",
            "starve",
            "T:o, which comes next, would not fit",
            ("H:r-ro-[oy]", "[oy]-yp"),
        ),
        ("T:* bg-gr | bp1 | 0/0 0/0 | 1 ro", "[ro]-T:*", "rainbow", "ro is laid at T:*", None),
        ("bg-gr | bp1 | 0/0 0/0 | 1 T:*", "bg-gr-[T:*]", "rainbow", "T:* is laid", None),
        (
            "bg-gr | bp1 | 0/0 0/0 | 1 ro",
            "[or]",
            "apart",
            "ro fits at an open end, and starts a new snake",
            None,
        ),
    ],
)
def test_themes_tell_their_evidence(
    text: str, right: str, name: str, says: str, moves: tuple[str, ...] | None
) -> None:
    position = parse(text, match="optional" if name == "apart" else "mandatory")
    chances = {
        laying: Fraction(1, 2 if str(laying) == right else 3)
        for laying in tasks.layings_of(position)
    }
    found = {theme.name: theme for theme in tag(Choice(position, chances))}
    assert (found[name].says, found[name].moves) == (says, moves or (right,))


@pytest.mark.parametrize("puzzle", shipped(), ids=lambda puzzle: puzzle.id[:8])
def test_greed_and_themes_of_shipped_puzzles(puzzle: HisssPuzzle) -> None:
    """By the texts alone: what is in brackets, and what was there before."""
    position = tasks.read(puzzle)
    layings = [Laying.parse(one.move) for one in puzzle.solution.layings]
    right = Laying.parse(puzzle.solution.move)
    assert layings[0] == right
    complete = [one for one in layings if str(one).count(":") == 2]
    longest = max(map(length, complete or layings))
    greedy = {one for one in complete or layings if length(one) == longest}
    assert {str(one) for one in greedy} == set(puzzle.greedy.moves)
    assert puzzle.greedy.right == (right in greedy) != puzzle.difficulty.misled
    themes = {theme.name for theme in puzzle.themes}
    assert ("wait" in themes) == bool(complete and right not in complete)
    assert ("join" in themes) == (len(right.parts) == 2)
    at_one = any("*" in card for card in right.snake[max(0, right.place - 1) : right.place + 2])
    assert ("rainbow" in themes) == at_one
    assert ("apart" in themes) == (not right.parts and any(one.parts for one in layings))
    before = {one: fitting(position.play(one)) for one in layings}
    assert ("starve" in themes) == (before[right] < Fraction(1, 2) <= max(before.values()))


def length(laying: Laying) -> int:
    return str(laying).count("-") + 1


def fitting(position: Position) -> Fraction:
    """The chance that the next card can be laid at a snake, by drawing each."""
    outcomes = position.chance_outcomes()
    fit = [
        number
        for card, number in outcomes.items()
        if any(isinstance(one, Laying) and one.parts for one in position.draw(card).moves())
    ]
    return Fraction(sum(fit), sum(outcomes.values()))


# Trees


def test_trees_have_every_answer_and_win() -> None:
    """By the rules of the twin."""
    for puzzle in read(WIN).puzzles[::4]:
        there = plain.parse(puzzle.position, puzzle.rulings["match"])
        assert puzzle.solution.tree is not None
        assert follow(puzzle.solution.tree, there, there.player) > 0
        assert hisss_tree.answers(puzzle.solution.tree) > 0


def follow(tree: Node | None, there: plain.Position, winner: int) -> int:
    """Play through a tree; returns how often the game ends in it."""
    if tree is None:
        assert there.finished
        assert there.shares()[winner - 1] == 1
        return 1
    after = plain.legal_moves(there)[tree.move]
    if after.finished:
        assert tree.answers == {}
        return follow(None, after, winner)
    drawn = after.draw(after.deck[0])
    answers = plain.legal_moves(drawn)
    assert set(tree.answers) == set(answers)
    ends = 0
    for answer, child in answers.items():
        there = child if child.finished else child.draw(child.deck[0])
        ends += follow(tree.answers[answer], there, winner)
    return ends


# Made


@pytest.fixture(scope="module")
def small() -> HisssSet:
    made = make_hisss(HisssWishes(2, kind="win", cards=5, games=400, seed=5))
    assert made is not None
    return made


def test_the_same_wishes_make_the_same_set(small: HisssSet) -> None:
    assert make_hisss(HisssWishes(2, kind="win", cards=5, games=400, seed=5)) == small
    assert list(check.problems(small)) == []


def test_puzzles_of_other_sets_are_left_out(small: HisssSet) -> None:
    rest = make_hisss(HisssWishes(2, kind="win", cards=5, games=400, seed=5), None, [small])
    found = {puzzle.id for puzzle in rest.puzzles} if rest is not None else set()
    assert not found & {puzzle.id for puzzle in small.puzzles}


def test_puzzles_are_as_wished(small: HisssSet) -> None:
    reported: list[tuple[str, int, int | None]] = []
    deck = Deck.parse("ro4 oy4 yr4 H:r H:o H:y H:* T:r T:o T:y T:*")
    wishes = HisssWishes(
        3, match="optional", cards=4, margin=Fraction(1, 10), games=200, deck=deck, seed=1
    )
    made = make_hisss(wishes, lambda *report: reported.append(report))
    assert made is not None
    assert list(check.problems(made)) == []
    assert reported[0] == ("finding puzzles", 1, 6)
    assert 2 * sum(puzzle.greedy.right for puzzle in made.puzzles) <= len(made.puzzles)
    for puzzle in made.puzzles:
        position = tasks.read(puzzle)
        assert (position.rulings.match, position.order, position.players) == ("optional", None, 2)
        assert 3 <= len(position.deck) <= 4
        assert Fraction(puzzle.uniqueness.lead) >= Fraction(1, 10)


def test_a_deck_of_which_no_puzzle_comes() -> None:
    assert make_hisss(HisssWishes(1, games=5, deck=Deck.parse("ro2 H:r T:o"))) is None


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        ({"count": 501}, "count is 501"),
        ({"kind": "draw"}, "there is no kind 'draw'; expected one of: best, win"),
        ({"players": 3}, "players 3 is out of range; expected 2"),
        ({"match": "free"}, "ruling match has no option 'free'"),
        ({"cards": 10}, "cards 10 is out of range; expected 3 to 9"),
        ({"cards": 2}, "cards 2 is out of range"),
        ({"games": 0}, "games are 0; expected 1 to 1,000,000"),
        ({"margin": Fraction(0)}, "margin 0 is out of range; expected 1/100 to 1"),
        ({"margin": Fraction(3, 2)}, "margin 3/2 is out of range"),
        ({"kind": "win", "margin": Fraction(1, 2)}, "margin is 1/2; expected none for wins"),
        ({"deck": Deck({})}, "deck has no cards; expected 1 or more"),
    ],
)
def test_impossible_wishes_are_refused(wishes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        HisssWishes(**{"count": 1, **wishes})


# The sets that are shipped


def test_there_are_puzzles_of_every_sort() -> None:
    puzzles = shipped()
    assert len(puzzles) == len({puzzle.id for puzzle in puzzles}) == 60
    assert {puzzle.goal.kind for puzzle in puzzles} == {"best", "win"}
    assert {puzzle.rulings["match"] for puzzle in puzzles} == {"mandatory", "optional"}
    assert {puzzle.difficulty.tier for puzzle in puzzles} == set(get_args(Tier))
    assert {theme.name for puzzle in puzzles for theme in puzzle.themes} == set(MEANINGS)
    for name in NAMES:
        solved = Counter(puzzle.greedy.right for puzzle in read(name).puzzles)
        assert solved[True] <= solved[False]


def test_the_documents_state_the_formula_and_the_themes() -> None:
    own = FORMULA.partition("; ")[0].replace("*", "·")
    assert own.replace("(cards + kinds) // 2", "⌊(cards + kinds) / 2⌋") in README
    for theme, meaning in MEANINGS.items():
        assert f"| {theme} | {meaning} |" in README


# The commands


def test_make_and_show(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    command = ("puzzles", "make", "hisss", "--kind", "win", "--cards", "5", "--count", "1")
    out = run(*command, "--games", "400", "--seed", "5", "-o", str(path)).out
    assert out.startswith("puzzles  1 of 1\nkinds    win 1\n")
    (puzzle,) = files.read(path).puzzles
    assert isinstance(puzzle, HisssPuzzle)
    asked = run("puzzles", "show", str(path)).out
    assert "exactly one laying wins, as the order of the deck is known" in asked
    assert "solution" not in asked
    solved = run("puzzles", "show", str(path), "--solution").out
    assert f"solution  {puzzle.solution.move}\n" in solved
    rows = [line.split() for line in solved.splitlines()]
    for one in puzzle.solution.layings:
        assert any(row[:1] == [one.move] for row in rows)
    for theme in puzzle.themes:
        assert f"{theme.name}: {theme.says}\n" in solved


def test_show_a_chance_with_its_decimals() -> None:
    out = run("puzzles", "show", str(SETS / BEST), "--index", "1", "--solution").out
    (first, *_) = read(BEST).puzzles
    value = Fraction(first.solution.layings[1].chance)
    shown = str(value) if value.denominator == 1 else f"{value} ({float(value):.4f})"
    assert f"{first.solution.layings[1].move} " in out
    assert shown in out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--kind", "draw"), "there is no kind 'draw'; expected one of: best, win"),
        (("--kind", "win", "--margin", "0.1"), "margin is 1/10; expected none for wins"),
        (("--margin", "5%"), "margin '5%' cannot be read; expected a fraction such as 1/20"),
        (("--margin", "1/0"), "margin '1/0' cannot be read"),
        (("--margin", "2"), "margin 2 is out of range; expected 1/100 to 1"),
        (("--players", "3"), "players 3 is out of range; expected 2"),
        (("--ruling", "match=free"), "ruling match has no option 'free'"),
        (("--ruling", "stuck=loses"), "hisss has no ruling 'stuck'"),
        (("--match", "optional"), "No such option"),
        (("--cards", "x"), "Invalid value for '--cards'"),
        (("--cards", "10"), "cards 10 is out of range; expected 3 to 9"),
        (("--deck", "no.json"), "no.json"),
    ],
)
def test_make_refuses(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    assert says in refused("puzzles", "make", "hisss", *options, "-o", str(path))
    assert not path.exists()


def test_make_under_a_ruling(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    size = ("--kind", "win", "--cards", "4", "--count", "1", "--games", "200")
    ruling = ("--ruling", "match=optional")
    assert run("puzzles", "make", "hisss", *size, *ruling, "-o", str(path)).code == 0
    made = files.read(path)
    assert isinstance(made, HisssSet)
    assert made.parameters.match == "optional"
    assert made.puzzles[0].rulings == {"match": "optional"}


def test_the_command_and_the_generator_agree_about_kinds() -> None:
    from serpentes.cli.make_hisss import KINDS
    from serpentes.puzzles.games import GAMES

    assert GAMES["hisss"].kinds == KINDS == get_args(make.Kind)
