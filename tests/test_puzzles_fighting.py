"""Puzzles of Fighting Serpents: what the generator makes, and what the validator finds wrong."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from cli_runner import refused, run
from puzzle_documents import Json, at, changed, dumped, is_refused, leaves, problems

import serpentes as sp
from serpentes.puzzles import check, files
from serpentes.puzzles.moves import build, mine_tabled
from serpentes.puzzles.moves import check as moves_check
from serpentes.puzzles.moves.build import kinds_of
from serpentes.puzzles.moves.games import GAMES
from serpentes.puzzles.moves.make_tabled import Wishes, make
from serpentes.puzzles.moves.model import Kind, MovePuzzle, TableSet
from serpentes.solve.table import Table
from serpentes.solve.value import Value

KINDS: tuple[Kind, ...] = ("win", "count", "draw", "save")
NO_ARCS = {"arc": "none"}


@cache
def table(length: int, men: int | None = None, **rulings: str) -> Table:
    return sp.solve(sp.fighting.start(length=length, **rulings), men=men, threads=1)


@cache
def small(*kinds: Kind) -> str:
    """A set of length 2 with all puzzles of these kinds that there are, as JSON."""
    made = make(table(2, **NO_ARCS), Wishes(20, kinds, low=1, games=40))
    assert made is not None
    return made.model_dump_json(by_alias=True)


@cache
def endgames() -> TableSet:
    made = make(table(3, men=4), Wishes(count=8, low=1, games=4))
    assert made is not None
    return made


# Sets that are right


def test_sets_have_every_kind_and_are_proved() -> None:
    document = json.loads(small(*KINDS))
    assert problems(document) == []
    assert {puzzle["goal"]["kind"] for puzzle in document["puzzles"]} == set(KINDS)


@pytest.mark.parametrize(
    "rulings",
    [{"adjudication": "draw"}, {"direction": "forward"}, {"shape": "culin", "chain": "single"}],
    ids=str,
)
def test_sets_of_other_rulings_are_proved(rulings: dict[str, str]) -> None:
    made = make(table(2, **rulings), Wishes(count=20, low=1, games=40))
    assert made is not None
    assert list(check.problems(made)) == []
    counted = [puzzle for puzzle in made.puzzles if puzzle.goal.kind == "count"]
    assert not (counted and rulings.get("adjudication") == "draw")


def test_puzzles_say_what_the_table_says() -> None:
    """Goal and tries have the values of the table, and exactly one move is the best kind of all."""
    found = table(2, **NO_ARCS)
    for puzzle in files.parse(small(*KINDS).encode()).puzzles:
        position = sp.fighting.parse(puzzle.position, **puzzle.rulings)
        values = {str(move): value for move, value in found.moves(position)}
        assert puzzle.goal.kind in kinds_of(values.pop(puzzle.solution.move))
        assert {one.move: Value(one.value, one.plies) for one in puzzle.tries} == values
        if puzzle.goal.plies is not None:
            assert found[position] == Value("win", puzzle.goal.plies)


def test_a_count_is_won_by_the_number_of_men_alone() -> None:
    puzzles = files.parse(small("count").encode()).puzzles
    for puzzle in puzzles:
        assert puzzle.solution.tree is puzzle.goal.plies is puzzle.solution.opposing is None
        assert puzzle.goal.value == "win"
        assert puzzle.acceptance.then == "wins"
        end = sp.fighting.parse(puzzle.position, **puzzle.rulings)
        for move in puzzle.solution.line:
            end = end.play(move)
        own, other = end.men if end.side == puzzle.side else end.men[::-1]
        assert own > other > 0
    assert puzzles


def test_games_lead_to_the_positions_whoever_begins() -> None:
    sides = set()
    start = sp.fighting.start(length=2, side="w", **NO_ARCS)
    for made in (make(sp.solve(start, threads=1), Wishes(count=9, low=1, games=40)),
                 files.parse(small(*KINDS).encode())):  # fmt: skip
        assert made is not None
        assert list(check.problems(made)) == []
        for puzzle in made.puzzles:
            assert puzzle.played is not None
            sides.add((made.table.start[-1], puzzle.side))
    assert sides == {("b", "b"), ("b", "w"), ("w", "b"), ("w", "w")}


def test_endgames_are_composed_turned_and_exchanged() -> None:
    made = endgames()
    assert list(check.problems(made)) == []
    assert all(puzzle.played is None for puzzle in made.puzzles)
    assert {puzzle.side for puzzle in made.puzzles} == {"b", "w"}
    assert len({puzzle.symmetry.index for puzzle in made.puzzles}) > 1
    assert ", at most 4 men, " in made.title
    for puzzle in made.puzzles:
        assert sum(sp.fighting.parse(puzzle.position).men) <= 4
    assert make(table(3, men=4), Wishes(count=8, low=1, games=4)) == made


def test_ore_from_placements_is_as_wished() -> None:
    found = table(3, men=4)
    ore = list(mine_tabled.find(found, seed=3, games=2, low=3, high=5))
    assert {one.value.outcome for one in ore} == {"win", "draw"}
    for one in ore:
        assert one.played is None
        assert found[one.position] == one.value
        assert mine_tabled.is_wanted(one.value, 3, 5)
    assert ore == list(mine_tabled.find(found, seed=3, games=2, low=3, high=5))


def test_values_are_those_of_the_table() -> None:
    found = table(3, men=4)
    value = mine_tabled.valuer(found)
    for position in list(found)[::50]:
        assert value(position) == found[position]
        for _, child in position.children():
            assert value(child) == found[child]
    with pytest.raises(LookupError):
        value(sp.fighting.start(length=3))


def test_proofs_that_are_too_large_make_no_puzzle() -> None:
    """The limit is on all proofs of a puzzle together."""
    for puzzle in files.parse(small(*KINDS).encode()).puzzles:
        solution = puzzle.solution
        proofs = [solution.fortress, solution.opposing]
        for one in puzzle.tries:
            proofs += [one.fortress, one.opposing]
        size = sum(len(proof.moves) for proof in proofs if proof is not None)
        assert size <= GAMES["fighting"].most_positions
        assert build.kinds_of(Value("loss", 3)) == ()


# Sets that are wrong: one change each, with the field that has to be named


def puzzle_of(document: Json, wanted: Callable[[Json], bool] = lambda _: True) -> Json:
    return next(puzzle for puzzle in document["puzzles"] if wanted(puzzle))


def of_kind(kind: str) -> Callable[[Json], bool]:
    return lambda puzzle: puzzle["goal"]["kind"] == kind


def outnumbered(one: Json) -> bool:
    return one["value"] == "loss" and one["plies"] is None


def drop_a_defence(puzzle: Json) -> None:
    puzzle["solution"]["fortress"]["moves"].popitem()


def a_draw_is_enough(puzzle: Json) -> None:
    """The fortress of a draw in place of one that wins: its cycles have too few men."""
    drawn = next(one for one in puzzle["tries"] if one["value"] == "draw")
    drawn.update(value="loss", fortress=None)


def lost_by_count_is_a_draw(puzzle: Json) -> None:
    one = next(filter(outnumbered, puzzle["tries"]))
    one.update(value="draw", fortress=one["opposing"])


def no_opposing(puzzle: Json) -> None:
    next(filter(outnumbered, puzzle["tries"]))["opposing"] = None


def with_fortress(puzzle: Json) -> None:
    one = next(filter(outnumbered, puzzle["tries"]))
    one["fortress"] = one["opposing"]


def other_refutation(puzzle: Json) -> None:
    next(filter(outnumbered, puzzle["tries"]))["refutation"].pop()


def count_as_save(puzzle: Json) -> None:
    puzzle["goal"].update(kind="save", value="draw or better")


def count_as_win(puzzle: Json) -> None:
    puzzle["goal"].update(kind="win", plies=5)


def save_as_count(puzzle: Json) -> None:
    puzzle["goal"].update(kind="count", value="win")
    puzzle["acceptance"]["then"] = "wins"
    puzzle["uniqueness"]["criterion"] = "one move wins"


def with_huff(puzzle: Json) -> None:
    puzzle["rulings"]["capture"] = "huff"


def not_played(puzzle: Json) -> None:
    puzzle["played"] = puzzle["played"][:-1]


def difficulty_of_serpent(puzzle: Json) -> None:
    for name in ("men_taken", "men_given", "quiet_needed"):
        del puzzle["difficulty"][name]
    puzzle["difficulty"].update(paths_cut=0, order_needed=False, merge_needed=False)


def turned_too_far(puzzle: Json) -> None:
    puzzle["symmetry"]["index"] = 4


WITH_DRAW = "count with a try that draws"
WITH_COUNT = "draw or save with a try that loses by count"

TAMPERED: list[tuple[str, Callable[[Json], None], str]] = [
    ("count", drop_a_defence, "solution.fortress.moves"),
    ("count", count_as_save, "acceptance.then"),
    ("count", count_as_win, "solution.tree"),
    ("count", with_huff, "rulings"),
    ("count", not_played, "played"),
    ("count", difficulty_of_serpent, "difficulty"),
    ("count", turned_too_far, "symmetry.index"),
    (WITH_DRAW, a_draw_is_enough, "tries"),
    (WITH_COUNT, lost_by_count_is_a_draw, "tries"),
    (WITH_COUNT, no_opposing, "tries"),
    (WITH_COUNT, with_fortress, "tries"),
    (WITH_COUNT, other_refutation, "tries"),
    ("save", save_as_count, "solution.fortress.moves"),
]


def is_meant(puzzle: Json, which: str) -> bool:
    kind = puzzle["goal"]["kind"]
    if which == WITH_DRAW:
        return kind == "count" and any(one["value"] == "draw" for one in puzzle["tries"])
    if which == WITH_COUNT:
        return kind in ("draw", "save") and any(map(outnumbered, puzzle["tries"]))
    return bool(kind == which)


@pytest.mark.parametrize(("which", "change", "field"), TAMPERED)
def test_tampering_is_found(which: str, change: Callable[[Json], None], field: str) -> None:
    document = json.loads(small(*KINDS))
    puzzle = puzzle_of(document, lambda one: is_meant(one, which))
    document["puzzles"] = [puzzle]
    change(puzzle)
    found = problems(document)
    assert any(problem.field.startswith(field) for problem in found), found


def test_a_draw_does_not_pass_for_a_win_by_count() -> None:
    """The fault is the cycle, nothing else: every move is legal and every answer named."""
    document = json.loads(small(*KINDS))
    puzzle = puzzle_of(document, lambda one: is_meant(one, WITH_DRAW))
    document["puzzles"] = [puzzle]
    a_draw_is_enough(puzzle)
    says = [problem.says for problem in problems(document) if ".opposing.moves." in problem.field]
    other = "w" if puzzle["side"] == "b" else "b"
    assert f"play can go on for ever from here, which is not won for {other}" in says


@pytest.mark.parametrize("kind", KINDS)
def test_every_change_of_a_puzzle_is_found(kind: str) -> None:
    document = json.loads(small(*KINDS))
    of_this = [puzzle for puzzle in document["puzzles"] if puzzle["goal"]["kind"] == kind]
    puzzle = min(of_this, key=lambda one: len(json.dumps(one)))
    document["puzzles"] = [puzzle]
    assert problems(document) == []
    tried = 0
    for path in leaves(puzzle):
        *above, last = path
        for value in changed(at(puzzle, path)):
            other = copy.deepcopy(document)
            target = at(puzzle_of(other), above)
            if target[last] == value:
                continue
            # That nobody says how play leads there is no fault.
            if path == ("played",) and value is None:
                continue
            target[last] = value
            tried += 1
            assert is_refused(other), (path, value)
    assert tried > 100


def test_a_position_with_too_many_captures_is_no_end_of_the_work() -> None:
    """Composed positions can have more captures than can be listed."""
    text = "3bw1w1w1w1w1w1/www1wwwwwwww1ww2/3w3w1w1w2ww b"
    with pytest.raises(ValueError, match="more moves than can be listed"):
        sp.fighting.parse(text).moves()
    document = json.loads(endgames().model_dump_json(by_alias=True))
    puzzle = puzzle_of(document)
    puzzle.update(board={"length": 16}, position=text, side="b")
    says = [says for _, says in moves_check.faults(MovePuzzle.model_validate_json(dumped(puzzle)))]
    assert any(one.startswith("cannot be proved: ") for one in says)


# The commands


def test_make_and_show_take_boards_by_their_length(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    command = ("puzzles", "make", "fighting", "--games", "30", "-o", str(path), "--plies", "1:9")
    found = run(*command, "--length", "2", "--kind", "count", "--count", "2", "--json").json
    assert (found["length"], found["puzzles"], found["kinds"]) == (2, 2, {"count": 2})
    shown = run("puzzles", "show", str(path), "--index", "1", "--solution").out
    puzzle = files.read(path).puzzles[0]
    assert "exactly one move wins by the number of men" in shown
    assert f"solution  {puzzle.solution.move}\n" in shown
    assert run("puzzles", "check", str(path)).code == 0


def test_make_takes_presets_and_endgames(tmp_path: Path) -> None:
    path, folder = tmp_path / "set.json", tmp_path / "3.table"
    options = ("--count", "2", "--games", "9", "--plies", "1:9", "--kind", "draw")
    made = ("puzzles", "make", "fighting", *options, "-o", str(path), "--json", "--force")
    preset = ("--length", "3", "--preset", "kolowis")
    found = run(*made, *preset, "--men", "3").json
    assert found["rulings"]["capture"] == "compulsory"
    first = path.read_bytes()
    assert files.read(path).puzzles[0].played is None
    assert run("solve", "fighting", *preset, "--men", "3", "-o", str(folder)).code == 0
    assert run(*made, *preset, "--table", str(folder)).code == 0
    assert path.read_bytes() == first
    line = refused(*made, "--length", "4", "--table", str(folder))
    assert "has length 3; expected 4 as asked for" in line


def test_huff_has_no_tables(tmp_path: Path) -> None:
    command = ("puzzles", "make", "fighting", "--length", "3", "--preset", "bell")
    assert "huff" in refused(*command, "-o", str(tmp_path / "set.json"))


def test_show_finds_puzzles_by_theme_and_tier(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    document = files.parse(small(*KINDS).encode())
    files.write(path, document)
    command = ("puzzles", "show", str(path), "--json")
    for tier in ("easy", "expert"):
        wanted = [puzzle.id for puzzle in document.puzzles if puzzle.difficulty.tier == tier]
        if wanted:
            assert [one["id"] for one in run(*command, "--tier", tier).json["puzzles"]] == wanted
        else:
            assert "no such puzzle" in refused(*command, "--tier", tier, code=1)
    assert "expected one of: easy, medium" in refused(*command, "--tier", "mild")
    assert "expected one of: chain, sacrifice" in refused(*command, "--theme", "bait")
    named = {theme.name for puzzle in document.puzzles for theme in puzzle.themes}
    for theme in named:
        found = run(*command, "--theme", theme).json["puzzles"]
        assert 0 < len(found) < len(document.puzzles)
        assert all(theme in {one["name"] for one in puzzle["themes"]} for puzzle in found)
