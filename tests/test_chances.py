"""Exact chances of Hisss, and estimates by sampled open decks, through the public functions."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import permutations
from threading import Timer

import pytest
from cli_runner import refused
from hisss_positions import random_position, random_positions
from reference import hisss as plain
from reference import hisss_solver
from test_games_hisss import fast

import serpentes as sp
from serpentes.core.hisss import Values
from serpentes.games.hisss import Deck, Position, parse, start
from serpentes.games.hisss.cards import CARDS
from serpentes.games.hisss.notation import count
from serpentes.solve import chances as exact
from serpentes.solve import sampling
from serpentes.solve.chance_plan import plan
from serpentes.solve.sampling import Interval, estimate, interval

SMALL = "ro2 oy1 H:r1 H:*1 T:y1"


# The figures of the rules


@pytest.mark.parametrize(
    ("deck", "match", "value"),
    [
        ("H:r ro T:o", "mandatory", "0"),
        ("H:r ro2 T:o", "mandatory", "1/4"),
        ("H:r ro2 T:r T:o", "mandatory", "13/30"),
        (SMALL, "mandatory", "61/90"),
        (SMALL, "optional", "193/360"),
        ("ro2 oy2 H:r H:* T:o T:*", "mandatory", "5561/10080"),
    ],
)
def test_whole_decks(deck: str, match: str, value: str) -> None:
    found = sp.solve(start(deck=Deck.parse(deck), match=match))
    assert found.values == (Fraction(value), 1 - Fraction(value))
    assert found.layings == {}
    assert found.best == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("H:r-ro | oy1 T:o1 | 0/0 0/0 | 1", "3/4"),
        ("H:* or | ro2 oy1 T:o1 T:*1 | 0/0 0/0 | 1", "67/120"),
    ],
)
def test_positions_under_way(text: str, value: str) -> None:
    assert sp.solve(parse(text)).values[0] == Fraction(value)


def test_all_open_decks_of_a_small_one() -> None:
    first = start(deck=Deck.parse(SMALL))
    orders = sorted(set(permutations(first.deck.cards)))
    assert len(orders) == 360
    values = [sp.solve(first.ordered(order), threads=1).values[0] for order in orders]
    assert sum(values) / 360 == Fraction(497, 720)
    assert set(values) <= {Fraction(0), Fraction(1, 2), Fraction(1)}


# Against the twin


def agree(there: plain.Position) -> None:
    """Compare the values of a position, and of every move."""
    position = fast(there)
    found = sp.solve(position, threads=1)
    assert found.position == position
    assert found.values == hisss_solver.values(there), str(there)
    after = {str(laying): values for laying, values in found.layings.items()}
    assert after == (hisss_solver.of_moves(there) if there.card else {}), str(there)
    own = position.player - 1
    chances = [values[own] for values in found.layings.values()]
    assert chances == sorted(chances, reverse=True)
    assert found.best == tuple(m for m, worth in found.layings.items() if worth[own] == chances[0])


@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
@pytest.mark.parametrize("match", plain.MATCHES)
def test_values_agree_with_the_twin(match: str, is_open: bool) -> None:
    chance = random.Random(match)
    for number in range(40):
        agree(
            random_position(
                chance,
                size=chance.randint(4, 11),
                left=4 if is_open else 3,
                players=2 if number % 2 else chance.randint(3, 5),
                match=match,
                is_open=is_open,
                has_card=number % 3 > 0,
            )
        )


def test_values_of_any_position_agree_with_the_twin() -> None:
    for there in random_positions(60, seed=21, size=8, left=3):
        agree(there)


def test_a_game_that_is_over_is_worth_what_it_came_to() -> None:
    found = sp.solve(parse("ro | - | 6/6 7/4 7/4 | 1"))
    assert found.values == (0, Fraction(1, 2), Fraction(1, 2))


def test_what_is_found_does_not_depend_on_threads_or_memory() -> None:
    position = parse("H:*-ro py-yo T:b | ro2 oy1 bg1 H:y1 T:r1 T:*1 | 0/0 3/3 | 1 oy")
    found = sp.solve(position, threads=1)
    assert len(found.layings) > 1
    for other in (
        sp.solve(position, threads=2),
        sp.solve(position, threads=1, memory=1 << 26),
    ):
        assert (other.values, list(other.layings.items())) == (
            found.values,
            list(found.layings.items()),
        )
    assert found.nodes > 0


# Limits


def test_what_it_takes_to_solve_a_position() -> None:
    ten, twelve = (plan(start(deck=Deck({card: 2 for card in CARDS[:n]}))) for n in (5, 6))
    assert (ten.orders, twelve.orders) == (113_400, 7_484_400)
    assert 0 < ten.seconds < twelve.seconds < 10
    assert ten.sequences > 113_400
    opened = plan(start(seed=1))
    assert (opened.orders, plan(start()).orders > 10**40) == (1, True)
    assert 0 < opened.seconds < 60
    assert plan(parse("ro | - | 6/6 0/0 | 1")).sequences == 1


def test_a_plan_reckons_with_ruling_players_and_snakes() -> None:
    order = start(seed=1).order
    assert order is not None

    def told(players: int, match: str, table: tuple[str, ...] = ()) -> float:
        left = parse("- | - | " + " ".join(["0/0"] * players) + " | 1", match=match)
        there = replace(left, table=table, deck=count(order[:20]), order=order[:20])
        assert plan(there).seconds == plan(there).seconds
        return plan(there).seconds

    for players in (2, 3):
        assert told(players, "mandatory") < told(players, "optional")
        some = ("ro", "by", "gp", "H:o")
        assert told(players, "optional") < told(players, "optional", some)
    assert told(2, "optional") < told(3, "optional")
    closed = [plan(start(n, deck=count(order[:12]))).seconds for n in (2, 3)]
    assert closed[0] < closed[1]


def refused_with(players: int, deck: Deck) -> str:
    position = start(players, deck=deck)
    said = plan(position).refused
    with pytest.raises(sp.LimitReached) as error:
        sp.solve(position)
    assert str(error.value) == said
    return said


def test_the_limit_that_a_deck_breaks() -> None:
    for players, kinds, limit in ((2, 12, "1.2e+18"), (3, 10, "2.8e+14")):
        said = refused_with(players, Deck({card: 2 for card in CARDS[:kinds]}))
        assert said.startswith(f"exact chances are out of reach with {2 * kinds} cards in the deck")
        assert f"orders of them, the limit is about {limit}; serpentes" in said
        fewer = start(players, deck=Deck({card: 2 for card in CARDS[: kinds - 1]}))
        assert plan(fewer).refused == ""
    assert "the limit is about 2.8e+14; serpentes" in refused_with(5, Deck({"ro": 40, "oy": 20}))


def test_a_deck_that_is_too_large_is_refused() -> None:
    with pytest.raises(sp.LimitReached) as error:
        sp.solve(start())
    assert "exact chances are out of reach with 50 cards in the deck" in str(error.value)
    assert "about 2.2e+47 orders of them, the limit is about 1.2e+18; " in str(error.value)
    assert str(error.value).endswith("; serpentes estimate hisss samples orders")
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        (partial(sp.solve, parse("ro | oy1 | 0/0 0/0 | 1"), threads=0), ValueError, "threads is 0"),
        (partial(sp.solve, parse("ro | oy1 | 0/0 0/0 | 1"), memory=0), ValueError, "memory is 0"),
        (
            partial(sp.solve, parse("ro | oy1 | 0/0 0/0 | 1"), men=3),
            ValueError,
            "men is given, but",
        ),
        (partial(sp.solve, parse("ro | oy1 | 0/0 0/0 | 1"), limit=3), ValueError, "limit is given"),
        (
            partial(sp.solve, parse("ro | oy1 | 0/0 0/0 | 1"), memory=1 << 20),
            sp.LimitReached,
            "2,097,152 bytes of memory needed, 1,048,576 allowed",
        ),
        (
            partial(estimate, start(), memory=1 << 20),
            sp.LimitReached,
            "bytes of memory needed, 1,0",
        ),
        (partial(plan, "ro"), TypeError, "position is the str 'ro'"),
        (partial(estimate, "ro"), TypeError, "position is the str 'ro'; expected a position, such"),
        (partial(estimate, start(seed=1)), ValueError, "is open; expected a closed deck, as the"),
        (partial(estimate, start(), 0), ValueError, "samples '0' is out of range; expected 1 to"),
        (partial(estimate, start(), 10**7), ValueError, "samples '10000000' is out of range"),
        (partial(estimate, start(), "3"), TypeError, "samples is the str '3'; expected an int"),
        (partial(estimate, start(), seed="3"), TypeError, "seed is the str '3'; expected an int"),
        (partial(estimate, start(), memory=-1), ValueError, "memory is -1; expected at least 1"),
    ],
)
def test_what_is_refused(wrong: Callable[[], object], error: type[Exception], says: str) -> None:
    with pytest.raises(error) as raised:
        wrong()
    assert says in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1


def test_ctrl_c_ends_a_solve_and_an_estimate() -> None:
    first = start(deck=Deck({card: 2 for card in CARDS[:6]} | {"H:r": 1, "T:y": 1, "T:*": 1}))
    reports: list[tuple[str, int, int | None]] = []

    def stop(doing: str, done: int, total: int | None) -> None:
        reports.append((doing, done, total))
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        sp.solve(first, threads=1, progress=stop)
    with pytest.raises(KeyboardInterrupt):
        estimate(first, 10_000, threads=1, progress=stop)
    (doing, done, total), sampled = reports
    assert (doing, total is not None and done < total) == ("parts of the search", True)
    assert sampled == ("sampled open decks", 64, 10_000)


class _Endless:
    """A solver that is at one sample until it is stopped."""

    def __init__(self, solver: Values) -> None:
        self._solver, self.stopped = solver, threading.Event()

    def __getattr__(self, name: str) -> object:
        return getattr(self._solver, name)

    def advance(self, run: object) -> bool:
        Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
        # A handler runs between two of the steps of the main thread, but not while it waits.
        assert any(self.stopped.wait(0.01) for _ in range(3000))
        return True

    def stop(self) -> None:
        self.stopped.set()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("solve", [sp.solve, partial(estimate, samples=2)])
def test_ctrl_c_does_not_wait_for_a_sample(
    solve: Callable[..., object], threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = exact.new_solver
    for module in (exact, sampling):
        monkeypatch.setattr(module, "new_solver", lambda *options: _Endless(made(*options)))
    with pytest.raises(KeyboardInterrupt):
        solve(start(deck=Deck.parse(SMALL)), threads=threads)


def test_a_solver_that_is_stopped_does_nothing_any_more() -> None:
    position = start(deck=Deck({card: 2 for card in CARDS[:6]}))
    solver = exact.begun_solver(position, 1 << 26)
    solver.stop()
    assert solver.advance(None) and solver.advance(map)
    assert (solver.nodes, solver.done) == (0, 0)


# Estimates


def test_an_estimate_is_the_mean_over_orders() -> None:
    first = start(deck=Deck.parse(SMALL))
    found = estimate(first, 2000, seed=3)
    mean, low, high = found.values[0]
    assert low < mean < high
    assert low < Fraction(497, 720) < high
    assert high - low < 0.05
    assert found.values[0].mean + found.values[1].mean == 1
    assert (found.samples, found.seed, found.layings) == (2000, 3, {})


def test_an_estimate_of_one_order_is_the_value_of_that() -> None:
    position = parse("H:r-ro or | oy3 | 0/0 0/0 0/0 | 2 ry", match="optional")
    exact = sp.solve(position.ordered(["oy"] * 3))
    found = estimate(position, 7)
    assert tuple(value.mean for value in found.values) == exact.values
    assert {laying: tuple(v.mean for v in values) for laying, values in found.layings.items()} == (
        dict(exact.layings)
    )
    assert list(found.layings) == list(exact.layings)


def test_an_estimate_depends_on_the_seed_alone() -> None:
    position = parse("H:*-ro py-yo T:b | ro2 oy1 bg1 H:y1 T:r1 T:*1 | 0/0 3/3 | 1 oy")

    def told(**options: int) -> tuple[object, object]:
        found = estimate(position, 100, **options)
        return found.values, list(found.layings.items())

    assert told(seed=1) == told(seed=1, threads=1) == told(seed=1, threads=3, memory=1 << 26)
    assert told(seed=1) != told(seed=2)


def test_samples_beyond_a_round_count_too() -> None:
    reports: list[int] = []
    estimate(
        start(deck=Deck.parse("ro2 H:r T:o")), 150, threads=2,
        progress=lambda _, done, total: reports.append(done),
    )  # fmt: skip
    round_ = sampling.CHUNK * sampling.ROUND
    assert reports == [round_, 2 * round_, 150]


def test_intervals() -> None:
    assert interval(Fraction(0), 10).low == 0
    assert 0.2 < interval(Fraction(0), 10).high < 0.3
    for samples in (1, 10, 1000):
        for part in range(11):
            mean, low, high = interval(Fraction(part, 10), samples)
            assert 0 <= low <= mean <= high <= 1
            mirrored = interval(1 - mean, samples)
            assert mirrored.low == pytest.approx(1 - high)
    assert isinstance(interval(Fraction(1), 1), Interval)


def test_names_at_the_top() -> None:
    position: Position = start(deck=Deck.parse("ro2 H:r T:o"))
    assert isinstance(sp.solve(position), sp.Chances)
    assert isinstance(sp.estimate(position, 1), sp.Estimate)


# Fractions that do not fit: more than two players


class _Overflowing:
    """A solver of the compiled core whose fractions do not fit, as they may for several players."""

    def __init__(self, solver: Values) -> None:
        self._solver = solver

    def __getattr__(self, name: str) -> object:
        return getattr(self._solver, name)

    def advance(self, run: object) -> bool:
        raise OverflowError("the chances of this position are fractions that do not fit 62 bits")


@pytest.fixture
def overflowing(monkeypatch: pytest.MonkeyPatch) -> None:
    made = exact.new_solver
    for module in (exact, sampling):
        monkeypatch.setattr(module, "new_solver", lambda *options: _Overflowing(made(*options)))


@pytest.mark.usefixtures("overflowing")
@pytest.mark.parametrize("solve", [sp.solve, partial(estimate, samples=2)])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_fractions_that_do_not_fit_are_refused(solve: Callable[..., object], players: int) -> None:
    position = start(players, deck=Deck.parse(SMALL))
    with pytest.raises(sp.LimitReached) as error:
        solve(position, threads=1)
    assert str(error.value) == (
        "exact chances are out of reach: the chances of this position are fractions that do not "
        "fit 62 bits"
    )


@pytest.mark.usefixtures("overflowing")
def test_the_command_says_that_fractions_do_not_fit() -> None:
    line = refused("solve", "hisss", "H:r-ro or | oy3 T:o | 0/0 0/0 0/0 | 2 ry", code=1)
    assert line.endswith("are fractions that do not fit 62 bits")
