"""Forward search against tables: another road to the same values."""

import random

import pytest

import serpentes as sp
from serpentes.solve.search import ForwardSearch
from serpentes.solve.table import Table

REPETITION = "1ww/2bb/wbw2/b1w1/bbw b bw"


@pytest.mark.parametrize("rulings", [{}, {"hostility": "end-of-turn"}, {"stuck": "passes"}])
def test_every_position_of_size_2(rulings: dict[str, str]) -> None:
    table = sp.solve(sp.serpent.start(size=2, **rulings), threads=1)
    searching = ForwardSearch(table.start)
    for position in table:
        value = table[position]
        decided = value.outcome != "draw"
        assert searching.value(position, plies=9) == (value if decided else None)
        if decided and value.plies:
            assert searching.value(position, plies=value.plies - 1) is None


def test_positions_of_size_3(size_3: Table) -> None:
    """Any positions of the table: decided within five plies, or proved not to be."""
    searching = ForwardSearch(size_3.start)
    within = 0
    for index in random.Random(7).sample(range(len(size_3)), 1500):
        value = size_3.value_at(index)
        decided = value.outcome != "draw" and value.plies <= 5
        found = searching.value(size_3.position_at(index), plies=5)
        assert found == (value if decided else None)
        within += decided
    assert 500 < within < 1500


def test_the_line_keeps_the_value() -> None:
    position = sp.serpent.start(size=2)
    result = sp.search(position, plies=5)
    assert len(result.line) == 5
    for move in result.line:
        position = position.play(move)
    assert position.outcome == ("loss" if position.side == "b" else "win")


def test_play_that_never_ends_is_never_decided() -> None:
    result = sp.search(sp.serpent.parse(REPETITION), plies=40)
    assert (result.value, result.line, result.complete) == (None, (), True)


def test_a_bound_of_nodes_is_told_from_an_answer() -> None:
    start = sp.serpent.start(size=3)
    result = sp.search(start, plies=10, nodes=1000)
    assert (result.value, result.complete, result.nodes) == (None, False, 1001)
    assert sp.search(start, plies=3).complete


def test_nodes_are_a_fingerprint() -> None:
    """A refactoring must not change these counts; an improvement of the search says so here."""
    counts = [
        sp.search(sp.serpent.start(size=2), plies=5).nodes,
        sp.search(sp.serpent.start(size=3), plies=6).nodes,
        sp.search(sp.serpent.parse("1w1/bbw1/b3b/3b/1ww w bw"), plies=3).nodes,
    ]
    assert counts == [61, 1110, 1]


def test_bad_limits() -> None:
    start = sp.serpent.start(size=2)
    with pytest.raises(ValueError, match="plies: expected 0 to 100, got 101"):
        sp.search(start, plies=101)
    with pytest.raises(ValueError, match="table_bytes: expected 4096"):
        sp.search(start, plies=1, table_bytes=1)
    with pytest.raises(ValueError, match="other rulings"):
        ForwardSearch(start).value(sp.serpent.start(size=3), plies=1)


@pytest.mark.parametrize("game", ["serpent", "fighting"])
def test_what_is_no_position_or_no_move(game: str) -> None:
    start = sp.game(game).parse(sp.game(game).example)
    for nothing in (None, 3, str(start)):
        with pytest.raises(TypeError, match="expected a position"):
            sp.search(nothing, plies=1)  # type: ignore[arg-type]
    for nothing in (None, 3):
        with pytest.raises(TypeError, match="expected a text"):
            type(start.moves()[0]).parse(nothing)  # type: ignore[attr-defined]
    table = sp.solve(sp.fighting.start(length=2), threads=1)
    with pytest.raises(TypeError, match="expected a position"):
        table.line(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected fighting as in the table"):
        table.line(sp.serpent.start(size=2))
