"""Puzzles found by search: right by the tables of boards that have some, and proved without."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from cli_runner import refused, run
from puzzle_documents import Json, problems

import serpentes as sp
from serpentes.games.base import SearchablePosition
from serpentes.games.registry import game
from serpentes.puzzles import check
from serpentes.puzzles.model import InterruptedMaking
from serpentes.puzzles.moves import make_searched, mine_searched, source_searched
from serpentes.puzzles.moves.make_searched import endgames, make
from serpentes.puzzles.moves.making import Wishes
from serpentes.puzzles.moves.model import MovePuzzle, SearchedSet
from serpentes.puzzles.moves.source_searched import SearchedSource
from serpentes.solve import selfplay
from serpentes.solve.value import Value

WINS = ("win",)
WISHES = Wishes(2, WINS, low=1, games=30)
EASY = ("--plies", "3:5", "--games", "40")
STRICT = {"capture": "compulsory", "chain": "full", "adjudication": "draw"}


@cache
def serpents() -> SearchedSet:
    made = make(sp.serpent.start(size=3), WISHES, threads=1)
    assert made is not None
    return made


@cache
def fights() -> SearchedSet:
    start = sp.fighting.start(length=4, **STRICT)
    made = make(start, WISHES, threads=1, table=endgames(start, 1))
    assert made is not None
    return made


def says(document: Json) -> str:
    """Everything that is wrong with a document."""
    return "; ".join(map(str, problems(document)))


def documents() -> list[Json]:
    return [json.loads(one.model_dump_json(by_alias=True)) for one in (serpents(), fights())]


@pytest.mark.parametrize("made", [serpents, fights])
def test_one_move_wins_by_the_table(made: Callable[[], SearchedSet]) -> None:
    """Found without the table, which knows every value."""
    document = made()
    asked = document.parameters
    table = sp.solve(game(asked.game).start(**asked.board, **asked.rulings))
    for puzzle in document.puzzles:
        position = game(puzzle.game).parse(puzzle.position, **puzzle.rulings)
        values = {str(move): value for move, value in table.moves(position)}
        won = [move for move, value in values.items() if value.outcome == "win"]
        assert won == [puzzle.solution.move]
        assert values[puzzle.solution.move] == Value("win", puzzle.goal.plies)
        for one in puzzle.tries:
            assert values[one.move].outcome == one.value
            assert one.plies in (None, values[one.move].plies)


@pytest.mark.parametrize("made", [serpents, fights])
def test_sets_are_proved_and_say_where_they_come_from(made: Callable[[], SearchedSet]) -> None:
    document = made()
    assert list(check.problems(document)) == []
    assert document.table is None
    assert {puzzle.uniqueness.method for puzzle in document.puzzles} == {"forward search"}
    assert {puzzle.uniqueness.positions for puzzle in document.puzzles} == {None}
    for puzzle in document.puzzles:
        assert puzzle.played


def test_threads_make_the_same_set() -> None:
    start = sp.fighting.start(length=4, **STRICT)
    assert make(start, WISHES, threads=2, table=endgames(start, 1)) == fights()


def test_positions_of_other_sets_are_left_out() -> None:
    start = sp.fighting.start(length=4, **STRICT)
    rest = make(start, WISHES, None, [fights()], table=endgames(start, 1))
    assert rest is not None
    assert not {p.id for p in rest.puzzles} & {p.id for p in fights().puzzles}


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(ValueError, match="expected '3/4/5/4/3 b -'"):
        make(sp.serpent.parse("3/4/2b2/4/3 w -"), Wishes(1, WINS))
    with pytest.raises(ValueError, match="kinds are draw; expected win alone"):
        make(sp.serpent.start(size=4), Wishes(1, ("draw",)))


def test_games_are_the_same_for_the_same_seed() -> None:
    start = sp.fighting.start(length=4)
    first, again, other = (list(selfplay.play(start, seed)) for seed in (1, 1, 2))
    assert first == again != other
    for (position, move), (after, _) in pairwise(first):
        assert position.play(move) == after


# Ctrl-C


@contextmanager
def interrupted_in_game(monkeypatch: pytest.MonkeyPatch, number: int) -> Iterator[None]:
    """Ctrl-C comes while this game is looked at, the first one being 0."""
    begun = 0
    wins = mine_searched.wins

    def counted(*arguments: Any) -> Iterator[mine_searched.Win]:
        nonlocal begun
        if begun == number:
            signal.raise_signal(signal.SIGINT)
        begun += 1
        return wins(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(mine_searched, "wins", counted)
        yield


def test_ctrl_c_gives_what_the_games_up_to_then_give(monkeypatch: pytest.MonkeyPatch) -> None:
    start = sp.serpent.start(size=3)
    wishes = Wishes(20, WINS, low=1, games=30)
    with interrupted_in_game(monkeypatch, 9), pytest.raises(InterruptedMaking) as stop:
        make(start, wishes, threads=1)
    assert stop.value.within == "9 games"
    expected = make(start, replace(wishes, games=9), threads=1)
    assert expected is not None
    assert stop.value.made == expected
    with interrupted_in_game(monkeypatch, 0), pytest.raises(InterruptedMaking) as stop:
        make(start, wishes, threads=1)
    assert (stop.value.made, stop.value.within) == (None, "0 games")


def test_the_command_writes_what_is_found_until_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "set.json"
    command = ("puzzles", "make", "serpent", "--size", "4", "--threads", "1", "-o", str(path))
    with interrupted_in_game(monkeypatch, 12):
        stopped = run(*command)
    assert (stopped.code, stopped.err) == (130, "serpentes: interrupted\n")
    found = int(stopped.out.split()[1])
    assert f"puzzles  {found} of 20 (interrupted after 12 games)" in stopped.out
    assert run("puzzles", "check", str(path)).code == 0
    before = path.read_bytes()
    with interrupted_in_game(monkeypatch, 1):
        stopped = run(*command, "--force")
    assert (stopped.code, stopped.out) == (130, "")
    assert path.read_bytes() == before
    path.unlink()
    with interrupted_in_game(monkeypatch, 0):
        stopped = run(*command)
    assert (stopped.code, stopped.err) == (130, "serpentes: no such puzzle in 0 games\n")
    assert not path.exists()


# Tries that no fortress shows


def told(monkeypatch: pytest.MonkeyPatch) -> Json:
    """A set that is made without fortresses."""
    monkeypatch.setattr(SearchedSource, "strategy", lambda *_: None)
    monkeypatch.setattr(source_searched, "LONGEST_TRY", 4)
    start = sp.fighting.start(length=4, **STRICT)
    made = make(start, WISHES, threads=1, table=endgames(start, 1))
    assert made is not None
    assert list(check.problems(made)) == []
    return json.loads(made.model_dump_json(by_alias=True))


def test_tries_without_fortress_are_proved_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    document = told(monkeypatch)
    found = 0
    for puzzle in document["puzzles"]:
        for one in puzzle["tries"]:
            if one["plies"] is None:
                found += 1
                assert one["fortress"] is one["opposing"] is None
                assert len(one["refutation"]) == 1
                value = one["value"]
                one["value"] = {"draw": "loss", "loss": "draw"}[value]
                assert ".value" in says(document) or ".refutation" in says(document)
                one["value"] = value
    assert found


# False claims


@pytest.mark.parametrize("number", [0, 1], ids=["serpent", "fighting"])
def test_false_claims_of_the_origin_are_told(number: int) -> None:
    document = documents()[number]
    puzzle = document["puzzles"][0]
    puzzle["uniqueness"]["method"] = "retrograde analysis"
    assert "uniqueness.method" in says(document)
    puzzle["uniqueness"].update(method="forward search", positions=3)
    assert "uniqueness.positions" in says(document)
    document["parameters"]["rulings"] = {}
    assert "rulings" in says(document)


@pytest.mark.parametrize("number", [0, 1], ids=["serpent", "fighting"])
def test_puzzles_come_from_games_of_the_set(number: int) -> None:
    document = documents()[number]
    if not number:
        document["parameters"]["men"] = 5
        assert "parameters.men: are 5; expected null" in says(document)
        document["parameters"]["men"] = None
    assert says(document) == ""
    document["puzzles"][0]["played"] = None
    assert "played: is null; expected the game that leads to the position" in says(document)


def test_a_loss_takes_a_ply_at_least() -> None:
    document = documents()[0]
    tries = document["puzzles"][0]["tries"]
    for one in tries:
        if one["plies"] is not None:
            one["plies"] = 0
    with pytest.raises(ValueError, match="expected it to be 1 or more"):
        says(document)


def test_games_that_are_too_long_to_be_told_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    start = sp.serpent.start(size=3)
    wishes = Wishes(20, WINS, low=1, games=12)
    lengths = {len(puzzle.played or ()) for puzzle in found(start, wishes)}
    monkeypatch.setattr(mine_searched, "MOST_MOVES", max(lengths) - 1)
    kept = {len(puzzle.played or ()) for puzzle in found(start, wishes)}
    assert max(kept) < max(lengths)


def found(start: sp.serpent.Position, wishes: Wishes) -> tuple[MovePuzzle, ...]:
    made = make(start, wishes, threads=1)
    assert made is not None
    return made.puzzles


def test_proof_number_search_has_its_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the forward search were wrong about which moves win, the other search would tell."""
    from serpentes.puzzles.moves.prove import Prover

    def blind(prover: Prover, position: SearchablePosition, goal: str) -> bool:
        return True

    monkeypatch.setattr(Prover, "keeps", blind)
    assert any("does not win" in str(one) for one in check.problems(serpents()))
    monkeypatch.setattr(Prover, "keeps", lambda *_: False)
    assert any("wins as well" in str(one) for one in check.problems(serpents()))


# The command


def test_the_command_makes_sets_of_large_boards(tmp_path: Path) -> None:
    path = str(tmp_path / "set.json")
    made = run(
        "puzzles", "make", "serpent", "--size", "4", "--count", "1", "-o", path, "--json", *EASY
    )
    assert (made.code, json.loads(made.out)["puzzles"]) == (0, 1)
    assert run("puzzles", "check", path).code == 0
    assert "exactly one move wins" in run("puzzles", "show", path).out


def test_the_command_refuses_kinds_that_searches_do_not_find(tmp_path: Path) -> None:
    path = str(tmp_path / "set.json")
    line = refused("puzzles", "make", "serpent", "--size", "5", "--kind", "draw", "-o", path)
    assert "kinds are draw; expected win alone" in line
    assert not Path(path).exists()


def test_endgames_have_fewer_men_where_values_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    def overflowing(start: SearchablePosition, *, men: int, **options: object) -> object:
        if men > 3:
            raise OverflowError("a game takes 226 plies; expected at most 224")
        return sp.solve(start, men=men)

    monkeypatch.setattr(make_searched, "solve", overflowing)
    found = endgames(sp.fighting.start(length=4))
    assert found is not None
    assert found.most_men == 3
