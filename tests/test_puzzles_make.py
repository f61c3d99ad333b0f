"""The generator: what it finds is all there is, right, and the same every time."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from cli_runner import refused, run

import serpentes as sp
from serpentes.games.serpent import Position
from serpentes.puzzles import check, files
from serpentes.puzzles.moves import describe, fortress, mine_tabled, tree
from serpentes.puzzles.moves.build import is_interesting
from serpentes.puzzles.moves.make_tabled import Wishes, choose, make
from serpentes.puzzles.moves.model import TableSet
from serpentes.puzzles.moves.source_tabled import TabledSource
from serpentes.solve import strategies
from serpentes.solve.key_table import KeyTable
from serpentes.solve.table import Table
from serpentes.solve.value import Value

MIDDLE_GAME = "ww1/b1b1/ww1bw/bww1/3 b bw"
REPETITION = "1ww/2bb/wbw2/b1w1/bbw b bw"
PASSES = {"stuck": "passes"}


@cache
def table(text: str, **rulings: str) -> Table:
    return sp.solve(sp.serpent.parse(text, **rulings), threads=1)


@cache
def small(seed: int = 0) -> TableSet:
    made = make(table("2/3/2 b -", **PASSES), Wishes(count=20, low=1, games=80, seed=seed))
    assert made is not None
    return made


def positions(found: Table) -> list[Position]:
    return [position for position in found if isinstance(position, Position)]


# Sets


def test_small_sets_have_every_puzzle_there_is() -> None:
    """At size 2 the puzzles can be counted out from the table, position by position."""
    found = table("2/3/2 b -", **PASSES)
    there = set()
    for position in positions(found):
        values = [value for _, value in found.moves(position)]
        in_time = values and (values[0].outcome == "draw" or (values[0].plies or 0) <= 9)
        if in_time and is_interesting(values):
            there.add(str(position))
    parsed = [sp.serpent.parse(puzzle.position, **PASSES) for puzzle in small().puzzles]
    assert {str(position.canonical()) for position in parsed} == there
    assert len(there) == len(parsed) > 2


def test_sets_are_proved_and_sorted() -> None:
    assert list(check.problems(small())) == []
    scores = [puzzle.difficulty.score for puzzle in small().puzzles]
    assert scores == sorted(scores)


def test_the_same_wishes_make_the_same_set() -> None:
    again = make(table("2/3/2 b -", **PASSES), Wishes(count=20, low=1, games=80))
    assert again == small()
    assert small(seed=1) != small()
    assert {puzzle.id for puzzle in small(seed=1).puzzles} == {p.id for p in small().puzzles}


def test_kinds_and_plies_are_as_wished() -> None:
    start = table("2/3/2 b -", **PASSES)
    draws = make(start, Wishes(count=2, kinds=("draw",), games=80))
    assert draws is not None
    assert [puzzle.goal.kind for puzzle in draws.puzzles] == ["draw", "draw"]
    assert make(start, Wishes(count=2, kinds=("win",), low=5, games=80)) is None
    assert make(start, Wishes(count=2, kinds=("save",), games=80)) is None


def test_positions_of_other_sets_are_left_out() -> None:
    start, draws = table("2/3/2 b -", **PASSES), Wishes(count=9, kinds=("draw",), low=1, games=80)
    first = make(start, Wishes(count=1, kinds=("draw",), games=80))
    assert first is not None
    rest = make(start, draws, None, [first])
    assert rest is not None
    both = [{puzzle.id for puzzle in one.puzzles} for one in (first, rest)]
    assert [len(ids) for ids in both] == [1, 2]
    assert not both[0] & both[1]
    assert rest.parameters.without == (first.title,)
    assert make(start, draws, None, [first, rest]) is None


def test_a_set_does_not_take_the_place_of_one_that_it_is_made_without(tmp_path: Path) -> None:
    path, link = tmp_path / "set.json", tmp_path / "link.json"
    files.write(str(path), small())
    link.symlink_to(path)
    before = path.read_bytes()
    for output in (path, link):
        asked = ("puzzles", "make", "serpent", "--size", "2", "-o", str(output), "--force")
        said = refused(*asked, "--without", str(path))
        assert said == f"{output} is given to --without as well; expected another file"
    assert path.read_bytes() == before


def test_choosing_takes_what_is_rare_first() -> None:
    chosen = choose(small().puzzles, Wishes(count=2), lambda _: True)
    assert Counter(puzzle.goal.kind for puzzle in chosen) == {"win": 1, "draw": 1}


def test_the_game_is_turned_with_the_position() -> None:
    turned = {puzzle.symmetry.index for seed in range(4) for puzzle in small(seed).puzzles}
    assert len(turned) > 4
    for puzzle in small().puzzles:
        position = sp.serpent.start(size=2, **PASSES)
        for move in puzzle.played:
            position = position.play(move)
        assert str(position) == puzzle.position
        assert describe.symmetry(position) == puzzle.symmetry


def test_other_tables_are_refused() -> None:
    with pytest.raises(ValueError, match=f"starts with '{REPETITION}'; expected '3/4/5/4/3 b -'"):
        make(table(REPETITION), Wishes(count=1))


def test_kinds_that_the_game_does_not_have_are_refused() -> None:
    with pytest.raises(ValueError, match="serpent has no puzzles of kind count; expected one of"):
        make(table("2/3/2 b -"), Wishes(count=1, kinds=("count",)))


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        ({"count": 0}, "count is 0"),
        ({"count": 501}, "count is 501; expected 1 to 500"),
        ({"low": 5, "high": 3}, "plies are 5:3"),
        ({"high": 101}, "plies are 3:101"),
        ({"seed": -1}, "seed is -1"),
        ({"games": 0}, "games are 0"),
        ({"kinds": ("mate",)}, "no kind 'mate'"),
    ],
)
def test_impossible_wishes_are_refused(wishes: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Wishes(**{"count": 1, **wishes})


# Proofs


def test_values_are_those_of_the_table() -> None:
    found = table(MIDDLE_GAME)
    value = mine_tabled.valuer(found)
    for position in positions(found)[::20]:
        assert value(position) == found[position]
        for _, child in position.children():
            assert value(child) == found[child]
    with pytest.raises(LookupError):
        value(sp.serpent.start(size=3))


def test_values_are_those_of_a_table_of_longer_keys() -> None:
    """Boards of size 4 and more have keys of several words."""
    position = sp.serpent.parse("4/5/6/3b3/6/5/4 w -")
    words = np.array([[position.key >> 64, position.key & (1 << 64) - 1]], dtype=np.uint64)
    value = mine_tabled.valuer(KeyTable(position, words, np.array([21], dtype=np.uint16)))
    assert position.key_words == 2
    assert value(position) == Value("loss", 5)
    with pytest.raises(LookupError):
        value(sp.serpent.start(size=4))


def test_trees_have_the_plies_of_the_table() -> None:
    found = table(MIDDLE_GAME)
    source = TabledSource(found)
    lengths = set()
    for position in positions(found):
        value = found[position]
        if value.outcome != "win" or not value.plies or value.plies > 6:
            continue
        grown = tree.build(source, position, 400)
        assert grown is not None
        lengths.add(grown.plies)
        assert grown.plies == value.plies == len(grown.line())
        best = [move for move, other in found.moves(position) if other == value]
        assert {grown.move, *grown.also} == set(best)
        assert set(grown.defences) == set(position.play(grown.move).moves())
        assert tree.build(source, position, grown.decisions - 1) is None
    assert lengths >= {1, 2, 3, 4, 5}


@pytest.mark.parametrize("text", [REPETITION, "2/3/2 b -"])
def test_fortresses_are_closed(text: str) -> None:
    """Of every drawn position both sides have a fortress, and each entry of it is needed."""
    found = table(text, **({} if text == REPETITION else PASSES))
    values = mine_tabled.valuer(found)
    built = 0
    for position in positions(found):
        if found[position].outcome != "draw":
            continue
        for side in ("b", "w"):
            moves = fortress.build(values, position, side, 60)
            assert moves is not None
            texts = {str(where): str(move) for where, move in moves.items()}
            assert list(strategies.faults(texts, position, side)) == []
            for left_out in texts:
                rest = {where: move for where, move in texts.items() if where != left_out}
                assert list(strategies.faults(rest, position, side))
            built += 1
    assert built > 1


def test_there_is_no_fortress_in_a_lost_position() -> None:
    """Whatever is named, a side that loses by force runs into a position it has no move for."""
    found = table("2/3/2 b -")
    start = sp.serpent.start(size=2)
    assert found[start] == Value("loss", 5)
    texts = {}
    for position in positions(found):
        for image in {position.transform(s) for s in range(12)}:
            for one in (image, image.exchanged()):
                if one.side == "b" and one.moves():
                    texts[str(one)] = str(one.moves()[0])
    faults = [says for _, says in strategies.faults(texts, start, "b")]
    assert any("lost for b" in says for says in faults)


def test_illegal_moves_in_a_fortress_are_told() -> None:
    position = sp.serpent.parse(REPETITION)
    ((where, says),) = strategies.faults({str(position): "b1"}, position, "b")
    assert where == str(position)
    assert says.startswith("b1 is not legal")


# Mining


def test_mined_positions_are_reached_by_their_games() -> None:
    found = table("2/3/2 b -", **PASSES)
    ore = list(mine_tabled.find(found, seed=3, games=20, low=1, high=3))
    assert {one.value.outcome for one in ore} == {"win", "draw"}
    for one in ore:
        position = sp.serpent.start(size=2, **PASSES)
        for move in one.played:
            position = position.play(move)
        assert position == one.position
        assert found[position] == one.value
        assert one.value.outcome == "draw" or 1 <= (one.value.plies or 0) <= 3
    assert ore == list(mine_tabled.find(found, seed=3, games=20, low=1, high=3))


# The command


def made(path: Path, *options: str) -> dict[str, object]:
    found = run("puzzles", "make", "serpent", "--games", "60", "-o", str(path), "--json", *options)
    document: dict[str, object] = found.json
    return document


def test_make_writes_a_set_and_says_what_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    found = made(path, "--size", "2", "--ruling", "stuck=passes", "--plies", "1:9", "--count", "9")
    assert found["kinds"] == {"draw": 3, "win": 1}
    assert (found["puzzles"], found["asked"], found["size"]) == (4, 9, 2)
    assert found["rulings"] == {"hostility": "until-owner-turn", "stuck": "passes"}
    assert files.read(path).seed == 0
    assert [file.name for file in tmp_path.iterdir()] == ["set.json"]
    text = run(
        "puzzles", "make", "serpent", "--size", "2", "--games", "60", "-o", str(path), "--force"
    )
    assert "no more in these games" in text.out


def test_make_takes_a_table(tmp_path: Path) -> None:
    folder, path = tmp_path / "2.table", tmp_path / "set.json"
    assert run("solve", "serpent", "--size", "2", "-o", str(folder)).code == 0
    options = ("--table", str(folder), "--kind", "win", "--count", "1")
    assert made(path, *options)["puzzles"] == 1
    again = tmp_path / "again.json"
    made(again, "--size", "2", "--kind", "win", "--count", "1", "--threads", "1")
    assert path.read_bytes() == again.read_bytes()
    command = ("puzzles", "make", "serpent", "-o", str(tmp_path / "b.json"), *options)
    assert "has size 2; expected 3 as asked for" in refused(*command, "--size", "3")
    line = refused(*command, "--ruling", "stuck=passes")
    assert "has stuck loses; expected passes as asked for" in line


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((), "--size is missing; expected a number, or a --table"),
        (("--size", "2", "--kind", "count"), "serpent has no puzzles of kind count"),
        (("--size", "2", "--men", "4"), "serpent is not solved by material"),
        (("--table", "x", "--men", "4"), "--men and --table are both given"),
        (("--size", "2", "--plies", "3"), "plies '3' cannot be read; expected LOW:HIGH"),
        (("--size", "2", "--plies", "a:b"), "plies 'a:b' cannot be read"),
        (
            ("--size", "2", "--kind", "mate"),
            "no kind 'mate'; expected one of: win, count, save, draw",
        ),
        (("--size", "2", "--count", "0"), "count is 0"),
        (("--size", "2", "--ruling", "stuck"), "not of the form NAME=OPTION"),
        (("--table", "nowhere"), "nowhere: there is no such table folder"),
    ],
)
def test_make_refuses(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    assert says in refused("puzzles", "make", "serpent", "-o", str(path), *options)
    assert not path.exists()


def test_make_refuses_where_it_cannot_write(tmp_path: Path) -> None:
    command = ("puzzles", "make", "serpent", "--size", "2", "-o")
    assert "there is no such folder" in refused(*command, str(tmp_path / "none" / "set.json"))
    assert "is a folder" in refused(*command, str(tmp_path))
    (tmp_path / "set.json").write_text("mine")
    assert "--force replaces it" in refused(*command, str(tmp_path / "set.json"))
    assert (tmp_path / "set.json").read_text() == "mine"
    assert "chess" in refused("puzzles", "make", "chess", "-o", str(tmp_path / "chess.json"))


def test_make_says_when_there_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    command = ("puzzles", "make", "serpent", "--size", "2", "--kind", "save", "--games", "9")
    line = refused(*command, "-o", str(path), code=1)
    assert line == "no such puzzle in 9 games"
    assert not path.exists()


def test_nothing_half_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "set.json"
    path.write_text("old")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        files.write(path, small())
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["set.json"]


# Showing


def test_show_draws_puzzles_and_solutions(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    files.write(path, small())
    everything = run("puzzles", "show", str(path)).out
    assert all(puzzle.position in everything for puzzle in small().puzzles)
    assert "solution" not in everything
    number, puzzle = next((n, p) for n, p in enumerate(small().puzzles, 1) if p.goal.kind == "win")
    shown = run("puzzles", "show", str(path), "--index", str(number), "--solution").out
    assert f"{number} of {len(small().puzzles)}" in shown
    assert f"exactly one move wins in {puzzle.goal.plies} plies" in shown
    assert f"solution  {puzzle.solution.move}\n" in shown
    assert all(f"  {one.move:10}" in shown for one in puzzle.tries)
    document = run("puzzles", "show", str(path), "--index", str(number), "--json").json
    assert document["puzzles"] == [json.loads(puzzle.model_dump_json())]
    assert "expected 1 to" in refused("puzzles", "show", str(path), "--index", "99")
    assert "expected 1 to" in refused("puzzles", "show", str(path), "--index", "0")


def test_show_refuses_a_position_that_is_none(tmp_path: Path) -> None:
    document = json.loads(small().model_dump_json(by_alias=True))
    document["puzzles"][0]["position"] = "bb/bbb/2 b -"
    (tmp_path / "set.json").write_text(json.dumps(document))
    line = refused("puzzles", "show", str(tmp_path / "set.json"))
    assert line.startswith("puzzle 1: the black stones at a1 are no snake")


def test_show_refuses_a_solution_that_cannot_be_played(tmp_path: Path) -> None:
    document = json.loads(small().model_dump_json(by_alias=True))
    document["puzzles"][-1]["solution"]["move"] = "a1-b2"
    (tmp_path / "set.json").write_text(json.dumps(document))
    command = ("puzzles", "show", str(tmp_path / "set.json"))
    assert run(*command).code == 0
    line = refused(*command, "--solution")
    assert line.startswith(f"puzzle {len(small().puzzles)}: a1-b2 is not legal")
