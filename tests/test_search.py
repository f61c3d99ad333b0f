"""Forward search against tables: another road to the same values."""

import random
import signal
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Timer
from typing import Any

import pytest
from random_positions import played

import serpentes as sp
from serpentes.games.base import SearchablePosition
from serpentes.solve.search import ForwardSearch
from serpentes.solve.table import Table

REPETITION = "1ww/2bb/wbw2/b1w1/bbw b bw"
MIDDLE_GAMES = [
    sp.serpent.parse("3/1w2/b4/1bw1/2b w bw"),
    sp.serpent.parse("b1ww/w4/w1bbwb/3w1b1/bwbb1w/b3w/1bwb w bw"),
    sp.fighting.parse("wwww/1w1b1/bbbb b"),
    sp.fighting.parse("w3/1w1b1/b2b b"),
]
SMALL_BOARDS: list[SearchablePosition] = [
    sp.serpent.start(size=3),
    sp.serpent.start(size=3, hostility="end-of-turn"),
    sp.serpent.start(size=3, stuck="passes"),
    sp.fighting.start(length=3),
    sp.fighting.start(length=3, capture="compulsory", chain="full"),
    sp.fighting.start(length=3, capture="huff", chain="full", direction="forward"),
    sp.fighting.start(length=4, capture="huff"),
    sp.fighting.start(length=4, chain="single", arc="row"),
    sp.fighting.start(length=4, direction="forward", rows="plain", arc="none"),
]


def naive(position: SearchablePosition, plies: int) -> sp.Value | None:
    """The value by the definition alone: no table, no order, no bound that ends a search early."""
    if position.outcome is not None:
        return None if position.outcome == "draw" else sp.Value(position.outcome, 0)
    if plies == 0:
        return None
    values = [naive(child, plies - 1) for _, child in position.children()]
    lost = [value.plies or 0 for value in values if value is not None and value.outcome == "loss"]
    if lost:
        return sp.Value("win", min(lost) + 1)
    won = [value.plies or 0 for value in values if value is not None]
    return sp.Value("loss", max(won) + 1) if len(won) == len(values) else None


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


@pytest.mark.parametrize("start", SMALL_BOARDS, ids=lambda start: f"{start} {start.rulings}")
def test_values_are_those_of_the_definition(start: SearchablePosition) -> None:
    searching, tiny = ForwardSearch(start), ForwardSearch(start, 4096)
    decided = 0
    for position in played(start, 60, seed=3, most=40):
        plies = 3 if len(position.moves()) < 16 else 2
        expected = naive(position, plies)
        assert searching.value(position, plies=plies) == expected, str(position)
        assert tiny.value(position, plies=plies) == expected, str(position)
        decided += expected is not None
    assert 2 < decided < 60


@pytest.mark.parametrize(
    "start",
    [
        sp.fighting.start(length=3),
        sp.fighting.start(length=3, capture="compulsory"),
        sp.fighting.start(length=3, direction="forward", arc="row"),
        sp.fighting.start(length=2, chain="full"),
    ],
    ids=lambda start: f"{start} {start.rulings}",
)
def test_positions_of_fighting_serpents(start: sp.fighting.Position) -> None:
    """Decided within nine plies as the table says, or proved not to be; never by count of men."""
    table = sp.solve(start, threads=1)
    searching = ForwardSearch(start)
    within = 0
    for position in played(start, 400, seed=5, most=40):
        value = table[position]
        decided = value.outcome != "draw" and value.plies is not None and value.plies <= 9
        assert searching.value(position, plies=9) == (value if decided else None), str(position)
        within += decided
    assert 50 < within < 400


@pytest.mark.parametrize("position", MIDDLE_GAMES, ids=str)
def test_threads_change_neither_value_nor_line(position: SearchablePosition) -> None:
    alone = sp.search(position, plies=8)
    for threads in (2, 3):
        found = sp.search(position, plies=8, threads=threads, table_bytes=1 << 16)
        assert (found.value, found.line, found.complete) == (alone.value, alone.line, True)


def test_the_line_is_of_the_first_best_moves() -> None:
    """At every turn the first move in the game's order that keeps the value, whoever searches."""
    position: SearchablePosition = sp.serpent.parse("3/1w2/b4/1bw1/2b w bw")
    result = sp.search(position, plies=14)
    assert result.value is not None
    left, searching = result.value, ForwardSearch(position)
    for move in result.line:
        after = sp.Value("loss" if left.outcome == "win" else "win", (left.plies or 0) - 1)
        values = (
            (one, child, searching.value(child, plies=after.plies or 0))
            for one, child in position.children()
        )
        first, position = next((one, child) for one, child, value in values if value == after)
        assert first == move
        left = after
    assert left.plies == 0


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


def test_a_bound_of_seconds() -> None:
    """A search within seconds finds what one without finds, or says how deep it has been."""
    start = sp.serpent.start(size=3)
    free = sp.search(start, plies=18)
    assert free.undecided_within == -1
    found = sp.search(start, plies=18, seconds=600)
    assert (found.value, found.line, found.complete) == (free.value, free.line, True)
    assert found.undecided_within == -1
    assert sp.search(start, plies=6, seconds=600).undecided_within == 6
    stopped = sp.search(sp.serpent.start(size=5), plies=40, seconds=0.01)
    assert (stopped.value, stopped.line, stopped.complete) == (None, (), False)
    assert 1 <= stopped.undecided_within < 40


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_seconds_that_are_none(seconds: float) -> None:
    with pytest.raises(ValueError, match="expected more than 0 and no infinity"):
        sp.search(sp.serpent.start(size=2), plies=3, seconds=seconds)


@pytest.mark.parametrize("rulings", [{}, {"adjudication": "draw"}, {"chain": "single"}], ids=str)
def test_a_table_at_the_leaves_changes_no_value(rulings: dict[str, str]) -> None:
    start = sp.fighting.start(length=4, **rulings)
    part = sp.solve(start, men=4, threads=1)
    alone, tabled = ForwardSearch(start), ForwardSearch(start, table=part)
    decided = 0
    for position in played(start, 150, seed=5, most=40):
        value = alone.value(position, plies=8)
        assert tabled.value(position, plies=8) == value
        decided += value is not None
        if value is not None:
            assert tabled.line(position, value) == alone.line(position, value)
    assert decided > 10
    assert tabled.nodes < alone.nodes


def test_a_position_of_the_table_needs_no_search(size_3: Table) -> None:
    tabled = ForwardSearch(size_3.start, table=size_3)
    value = tabled.value(size_3.start, plies=20)
    assert (value, tabled.nodes) == (size_3[size_3.start], 0)
    assert tabled.value(size_3.start, plies=17) is None
    assert sp.search(size_3.start, plies=18, table=size_3).value == value
    other = sp.solve(sp.serpent.start(size=2), threads=1)
    with pytest.raises(ValueError, match="expected size 2 as in the table"):
        sp.search(size_3.start, plies=3, table=other)


def test_nodes_are_a_fingerprint() -> None:
    """A refactoring must not change these counts; an improvement of the search says so here."""
    asked = [
        (sp.serpent.start(size=2), 5),
        (sp.serpent.start(size=3), 6),
        (sp.serpent.start(size=3), 11),
        (sp.serpent.parse("1w1/bbw1/b3b/3b/1ww w bw"), 3),
        (sp.serpent.parse("b1ww/w4/w1bbwb/3w1b1/bwbb1w/b3w/3b w bw"), 9),
        (sp.fighting.start(length=4), 13),
        (sp.fighting.parse("2w6w3b2/12b4/7w4b3 b"), 9),
    ]
    counts = [sp.search(position, plies=plies).nodes for position, plies in asked]
    assert counts == [30, 371, 27029, 2, 8890, 54166, 4037]


def test_one_outcome_alone() -> None:
    """Which side wins is asked in two questions; either may be left out."""
    position = sp.serpent.start(size=2)
    searcher = position.searcher(1 << 16)
    assert position.decide(searcher, 9, 1000, None, 1, (1,))[:2] == (1, 5)
    assert position.decide(searcher, 9, 1000, None, 1, (3,))[:2] == (0, 0)
    assert position.decide(searcher, 9, 1000, None, 1, ())[:2] == (0, 0)
    with pytest.raises(ValueError, match="outcomes: expected 1 to 3, got 4"):
        position.decide(searcher, 9, 1000, None, 1, (4,))


def test_searches_of_several_threads_share_the_nodes() -> None:
    start = sp.serpent.start(size=4)
    for threads in (1, 2, 5):
        result = sp.search(start, plies=20, nodes=3000, threads=threads)
        assert (result.value, result.complete) == (None, False)
        assert 3000 < result.nodes <= 3000 + threads
    with pytest.raises(ValueError, match="threads is 0; expected at least 1"):
        sp.search(start, plies=1, threads=0)
    with pytest.raises(ValueError, match="threads: expected 1 to 256, got 257"):
        start.decide(start.searcher(4096), 1, 1, None, 257)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_bound_of_nodes_never_gives_another_value(threads: int) -> None:
    """Wherever the search stops, a value is the value; how deep it has come is no more than so."""
    position = sp.serpent.parse("3/1w2/b4/1bw1/2b w bw")
    value = sp.search(position, plies=14).value
    assert value is not None
    found = []
    for nodes in [*range(0, 3000, 37), 10**6]:
        searching = ForwardSearch(position, 1 << 18, threads=threads)
        found.append(searching.value(position, plies=14, nodes=nodes))
        assert searching.complete or found[-1] is None
        assert searching.undecided_within < (value.plies or 0)
    assert set(found) == {None, value}


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_search_goes_on(threads: int) -> None:
    start = sp.serpent.start(size=4)
    searching = ForwardSearch(start, threads=threads)
    timer = Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        searching.value(start, plies=100)
    timer.join()
    before, within = searching.nodes, searching.undecided_within
    assert before > 0
    assert 0 <= within < 100
    assert searching.value(start, plies=within) is None
    assert searching.complete
    assert searching.undecided_within == within
    assert searching.nodes >= before


def test_what_a_run_may_do() -> None:
    """A `run` that fails, leaves out tasks or does them twice spoils nothing that is known."""
    start = sp.serpent.start(size=3)
    searcher = start.searcher(1 << 16)

    def fails(step: Callable[[int], int], tasks: Iterable[int]) -> list[int]:
        raise KeyError("run")

    def twice(step: Callable[[int], int], tasks: Iterable[int]) -> list[int]:
        return [step(task) for task in tasks for _ in range(2)]

    def asks(step: Callable[[int], int], tasks: Iterable[int]) -> list[int]:
        with pytest.raises(RuntimeError, match="at work in another thread"):
            start.decide(searcher, 3, 10)
        return [step(task) for task in tasks]

    with pytest.raises(KeyError, match="run"):
        start.decide(searcher, 6, 10**6, fails, 2)
    with pytest.raises(RuntimeError, match="did task 0 twice"):
        start.decide(searcher, 6, 10**6, twice, 2)
    with pytest.raises(RuntimeError, match="did 0 of 2 tasks"):
        start.decide(searcher, 6, 10**6, lambda *_: [], 2)
    assert start.decide(searcher, 6, 10**6, asks, 2)[:2] == (0, 0)
    kept: list[Any] = []
    start.decide(searcher, 2, 10**6, lambda step, tasks: [kept.append(step), *map(step, tasks)], 1)
    with pytest.raises(RuntimeError):
        kept[0].step(0)


def test_a_search_in_a_pool_agrees_with_the_table(size_3: Table) -> None:
    searcher = size_3.start.searcher(1 << 14)
    codes = {"win": 3, "loss": 1}
    with ThreadPoolExecutor(3) as pool:
        for index in random.Random(11).sample(range(len(size_3)), 150):
            position, value = size_3.position_at(index), size_3.value_at(index)
            decided = value.outcome != "draw" and (value.plies or 0) <= 7
            expected = (codes[value.outcome], value.plies) if decided else (0, 0)
            assert position.decide(searcher, 7, 10**9, pool.map, 3)[:2] == expected


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
