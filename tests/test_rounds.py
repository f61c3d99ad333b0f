"""Exact values of Serpent Master for two: the figures of the rules, the naive solver of the twin,
and the search against itself without pruning, with linear programs, under way and turned."""

from __future__ import annotations

import pickle
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from threading import Timer
from typing import Any

import pytest
from master_games import board_arguments, random_game, random_start, state
from reference import master as plain
from reference import master_solver

import serpentes as sp
from serpentes.core import load
from serpentes.solve.matrix_games import guarantees, has_linear_programs
from serpentes.solve.rounds import PAYOFFS, Payoff, Worth, solve

CORE: Any = load("master")
LONG = "8x8 hands=15,14,13,12,11,10,9,8,7,6,5/15,14,13,12,11,10,9,8,7,6,5"
COUNTS = ("evaluated", "cells", "nodes", "seconds")
by_payoff = pytest.mark.parametrize("payoff", PAYOFFS)


def position_of(game: plain.Position) -> sp.master.Position:
    """Return a position of the twin as one of the library."""
    return sp.master.parse(str(game), deck=sp.master.Deck(game.deck))


def games_under_way(
    count: int, seed: int, cards: tuple[int, ...], sides: tuple[int, int]
) -> Iterator[plain.Position]:
    """Yield random games of two with so many cards left; those with more than one are mostly under
    way, as they are too slow for the twin from the start."""
    chance = random.Random(seed)
    for _ in range(count):
        left = chance.choice(cards)
        played = chance.randint(0, 1) if left == 1 else chance.choice((1, 1, 1, 2))
        game = random_game(chance, random_start(chance, 2, left + played, sides))
        yield game[played][-1]


def check_strategies(found: Worth) -> None:
    """Assert that the strategies guarantee the value against every card of the other player."""
    own, other = found.position.hands
    assert list(found.matrix()) == [(first, second) for first in own for second in other]
    matrix = [[found.matrix()[first, second] for second in other] for first in own]
    rows, columns = (
        [shares.get(card, Fraction(0)) for card in hand]
        for shares, hand in zip(found.strategies, (own, other), strict=True)
    )
    assert sum(rows) == sum(columns) == 1
    assert min(*rows, *columns) >= 0
    assert guarantees(matrix, rows, columns) == (found.value, found.value)


# --- Values --------------------------------------------------------------------------------------

FIGURES = [
    ("3x3 hands=15/15", "-1", "-1"),
    ("3x3 hands=15,14,13/15,14,13", "-1/2", "-2/3"),
    ("3x3 hands=11,10,9/11,10,9", "-1/2", "-6/5"),
    ("4x4 hands=15,14,13/15,14,13", "-3/7", "-3/4"),
]


@pytest.mark.parametrize(("text", "win", "margin"), FIGURES)
def test_figures_of_the_rules(text: str, win: str, margin: str) -> None:
    game = sp.master.parse(text)
    for payoff, value in zip(PAYOFFS, (win, margin), strict=True):
        found = solve(game, payoff, matrix=True)
        assert str(found.value) == value
        assert solve(game, payoff).value == found.value
        check_strategies(found)


def test_values_are_those_of_the_twin() -> None:
    for game in games_under_way(200, seed=1, cards=(1, 2, 3), sides=(3, 4)):
        expected = master_solver.values(game)
        for payoff, value in zip(PAYOFFS, expected, strict=True):
            found = solve(position_of(game), payoff, matrix=True)
            assert found.value == value, str(game)
            check_strategies(found)


@by_payoff
def test_pruning_changes_nothing(payoff: Payoff) -> None:
    for game in games_under_way(60, seed=2, cards=(2, 3, 4), sides=(3, 5)):
        position = position_of(game)
        found = solve(position, payoff, matrix=True)
        whole = solve(position, payoff, matrix=True, prune=False)
        assert (found.value, found.matrix()) == (whole.value, whole.matrix()), str(game)
        assert solve(position, payoff).value == whole.value
        assert whole.evaluated <= whole.cells
        check_strategies(found)
        check_strategies(whole)


@by_payoff
def test_cells_are_saved(payoff: Payoff) -> None:
    game = sp.master.parse("3x3 hands=15,14,13,12/15,14,13,12")
    found, whole = solve(game, payoff), solve(game, payoff, prune=False)
    assert found.value == whole.value
    assert found.evaluated < whole.evaluated // 10
    assert found.evaluated < found.cells < whole.cells


@pytest.mark.skipif(not has_linear_programs(), reason="SciPy is not installed")
@by_payoff
def test_linear_programs_change_no_value(payoff: Payoff) -> None:
    for game in games_under_way(30, seed=3, cards=(3, 4), sides=(3, 5)):
        position = position_of(game)
        found = solve(position, payoff, matrix=True, linear_programs=True)
        expected = solve(position, payoff, matrix=True, linear_programs=False)
        assert (found.value, found.matrix()) == (expected.value, expected.matrix())
        check_strategies(found)


@by_payoff
def test_memory_and_matrix_change_nothing(payoff: Payoff) -> None:
    game = sp.master.parse("4x4 hands=15,14,13,12/15,11,9,2 blocked=b2")
    found = solve(game, payoff)
    for other in (solve(game, payoff, memory=1), solve(game, payoff, matrix=True)):
        assert (other.value, other.strategies) == (found.value, found.strategies)


@by_payoff
def test_rounds_agree_with_those_after(payoff: Payoff) -> None:
    """A pair of cards is worth what its first player makes of the best replies of the second."""
    game = sp.master.parse("3x3 hands=15,12,11/14,12,9")
    found = solve(game, payoff, matrix=True)
    best: dict[tuple[int, int], dict[str, list[Fraction]]] = {}
    for move, after in game.children():
        first, second = move.placements
        replies = best.setdefault((first.number, second.number), {})
        leads = first.number >= second.number
        value = solve(after, payoff).value
        replies.setdefault(str(first if leads else second), []).append(value if leads else -value)
    for (own, other), groups in best.items():
        value = max(map(min, groups.values()))
        assert found.matrix()[own, other] == (value if own >= other else -value)


@by_payoff
def test_rotations_have_the_same_value(payoff: Payoff) -> None:
    game = sp.master.parse("4x3 hands=15,14,12,9/15,13,12,4 blocked=b2,d1 moves=15@a1N,13@d3S")
    found = solve(game, payoff, matrix=True)
    for symmetry in range(1, 4):
        turned = solve(game.transform(symmetry), payoff, matrix=True)
        assert (turned.value, turned.matrix()) == (found.value, found.matrix())


@by_payoff
def test_players_exchanged(payoff: Payoff) -> None:
    """Where no two cards are equal, nothing but the cards tells the players apart."""
    found = solve(sp.master.parse("4x4 hands=15,13,11/14,12,10"), payoff)
    other = solve(sp.master.parse("4x4 hands=14,12,10/15,13,11"), payoff)
    assert found.value == -other.value


@by_payoff
def test_a_game_that_is_over(payoff: Payoff) -> None:
    found = solve(sp.master.parse("4x4 hands=15/12 moves=15@a1N,12@d1N"), payoff, matrix=True)
    assert (found.value, found.strategies, found.matrix()) == (-1, ({}, {}), {})


def test_progress_reaches_every_pair() -> None:
    seen: list[tuple[str, int, int | None]] = []
    game = sp.master.parse("3x3 hands=15,14,13/15,14,13")
    solve(game, matrix=True, progress=lambda *report: seen.append(report))
    assert [(done, total) for _, done, total in seen] == [
        *((done, 9) for done in (0, 3, 6)),
        *((done, 9) for done in range(1, 10)),
    ]
    assert seen[0][0] == "bounds of pairs of cards"


def test_progress_of_rounds_further_on() -> None:
    """Also while bounds are worked out, and between two pairs of the next round."""
    seen: list[tuple[str, int, int | None]] = []
    game = sp.master.parse("4x4 hands=15,14,13,12/15,14,13,12")
    solve(game, "margin", progress=lambda *report: seen.append(report))
    assert [done for _, done, _ in seen[:4]] == [0, 4, 8, 12]
    said = [int(says.split()[3].replace(",", "")) for says, _, _ in seen[4:]]
    assert said == sorted(said)
    dones = [done for _, done, _ in seen[4:]]
    assert dones == sorted(dones)
    assert len(set(dones)) < len(dones)


@by_payoff
def test_a_matrix_that_is_asked_for_later(payoff: Payoff) -> None:
    game = sp.master.parse("3x3 hands=15,14,13/15,14,13 moves=15@a1N,15@c3S")
    found, whole = solve(game, payoff), solve(game, payoff, matrix=True)
    seen: list[object] = []
    assert found.matrix(memory=1 << 20, progress=lambda *report: seen.append(report))
    assert found.matrix() == whole.matrix()
    assert found.matrix() is found.matrix()
    assert seen
    assert found == replace(whole, **{name: getattr(found, name) for name in COUNTS})
    with pytest.raises(ValueError, match="memory is 0"):
        solve(game, payoff).matrix(memory=0)
    assert pickle.loads(pickle.dumps(found)) == found


# --- The compiled core ---------------------------------------------------------------------------


@pytest.mark.parametrize("memo_bytes", [64, 1 << 20])
def test_core_settles_few_cards(memo_bytes: int) -> None:
    """Values, and bounds that enclose them; a memo of two entries changes nothing."""
    for game in games_under_way(150, seed=5, cards=(1, 2), sides=(3, 4)):
        board = CORE.Board(*board_arguments(game))
        for by_win, value in zip((True, False), master_solver.values(game), strict=True):
            duel = CORE.Duel(board, by_win, memo_bytes)
            assert Fraction(*duel.value(state(game))) == value
            low, high = duel.bounds(state(game))
            assert low <= value <= high


def test_core_bounds_are_the_serialised_games() -> None:
    for game in games_under_way(30, seed=6, cards=(2, 3), sides=(3, 3)):
        board = CORE.Board(*board_arguments(game))
        for by_win in (True, False):
            duel = CORE.Duel(board, by_win, 1 << 12)
            expected = tuple(serialised(game, by_win, first) for first in (0, 1))
            assert duel.bounds(state(game)) == expected


def serialised(game: plain.Position, by_win: bool, announcer: int) -> int:
    """Return the value where one player announces every card, by trying everything."""
    if not any(game.hands):
        margin = game.scores()[0] - game.scores()[1]
        return (margin > 0) - (margin < 0) if by_win else margin

    def laid(after: plain.Position, waiting: list[int], numbers: dict[int, int], done: Any) -> int:
        if not waiting:
            return serialised(after.after_round(done)[1], by_win, announcer)
        player, *later = waiting
        return (min if player else max)(
            laid(after.resolved(player, one), later, numbers, {**done, player: one})
            for one in after.resolutions(player, numbers[player])
        )

    best = min if announcer else max
    reply = max if announcer else min
    return best(
        reply(
            laid(game, game.order(*pair), dict(enumerate(pair)), {})
            for other in game.choices(1 - announcer)
            for pair in [(other, card) if announcer else (card, other)]
        )
        for card in game.choices(announcer)
    )


def test_core_children_are_the_rounds() -> None:
    """Groups are those of the first player to lay; without symmetry, one for each placement."""
    board = CORE.Board(4, 3, 1 << 1, ["FF", "FL", "FFF"])
    begun = ((0, 0), (-1, -1), (3, 5), (1, 0))
    duel = CORE.Duel(board)
    for own, other in ((0, 0), (1, 0), (0, 2), (1, 2)):
        rounds = [
            steps for steps in board.rounds(begun) if (steps[0][0], steps[1][0]) == (own, other)
        ]
        first = 1 if own == other else int(own > other)
        groups = duel.children(begun, own, other)
        assert len(groups) == len({steps[first] for steps in rounds})
        assert sum(map(len, groups)) == len(rounds)
        for showing, heads, hands, order in (child for group in groups for child in group):
            assert order == (0, 1)
            assert hands == ((3 & ~(1 << own), 5 & ~(1 << other))[:: -1 if first else 1])
            assert showing[0] & showing[1] == 0
            assert heads[0] != heads[1]


SOLO = ((0,), (-1,), (1,), (0,))
UNEVEN = ((0, 0), (-1, -1), (1, 3), (0, 1))
THREE = ((0, 0), (-1, -1), (7, 7), (1, 0))
FOUR = ((0, 0), (-1, -1), (15, 15), (0, 1))


@pytest.mark.parametrize(
    ("error", "says", "method", "arguments"),
    [
        (TypeError, "state: expected a tuple", "value", ([],)),
        (ValueError, "at most 2 cards of each player, got 3", "value", (THREE,)),
        (ValueError, "at most 3 cards of each player, got 4", "cell", (FOUR, 0, 0)),
        (ValueError, "own: expected a card in the hand, got 3", "cell", (THREE, 3, 0)),
        (ValueError, "other: expected a card in the hand, got 3", "cell_bounds", (THREE, 0, 3)),
        (ValueError, "other: expected 0 to 3, got 4", "cell_bounds", (THREE, 0, 4)),
        (ValueError, "own: expected 0 to 3, got -1", "children", (THREE, -1, 0)),
        (TypeError, "own: expected an int, got str", "children", (THREE, "0", 0)),
        (ValueError, "state: expected 2 players, got 1", "bounds", (SOLO,)),
        (ValueError, "hands: expected as many cards of each", "bounds", (UNEVEN,)),
    ],
)
def test_core_refuses(
    error: type[Exception], says: str, method: str, arguments: tuple[Any, ...]
) -> None:
    duel = CORE.Duel(CORE.Board(3, 3, 0, ["FF", "FL", "FR", "F"]))
    with pytest.raises(error, match=says):
        getattr(duel, method)(*arguments)


@pytest.mark.parametrize(
    ("error", "says", "options"),
    [
        (TypeError, "by_win: expected a bool, got int", {"by_win": 1}),
        (ValueError, "memo_bytes: expected 64 to 1099511627776, got 63", {"memo_bytes": 63}),
        (TypeError, "memo_bytes: expected an int, got str", {"memo_bytes": "64"}),
    ],
)
def test_core_refuses_options(error: type[Exception], says: str, options: dict[str, Any]) -> None:
    with pytest.raises(error, match=says):
        CORE.Duel(CORE.Board(3, 3, 0, ["FF"]), **options)


# --- Interruption and bad input ------------------------------------------------------------------


@contextmanager
def interrupted() -> Iterator[None]:
    """Assert that Ctrl-C, a bit later, ends what is done here."""
    timer = Timer(0.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        timer.cancel()


def test_interruption() -> None:
    with interrupted():
        solve(sp.master.parse(LONG), "margin")


def test_an_interrupted_core_goes_on() -> None:
    """Nothing that was found half is remembered."""
    game = sp.master.parse(LONG)
    duel = CORE.Duel(game.core, False)
    with interrupted():
        duel.bounds(game.state)
    few = ((0, 0), (-1, -1), (7, 7), (0, 1))
    assert duel.bounds(few) == CORE.Duel(game.core, False).bounds(few)


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        ("3x3 hand=15", {}, "'3x3 hand=15' has 1 player; expected 2"),
        ("3x3 hands=15/15/15", {}, "'3x3 hands=15/15/15' has 3 players; expected 2"),
        ("3x3 hands=15/15", {"value": "draw"}, "value is 'draw'; expected one of: win, margin"),
        ("3x3 hands=15/15", {"memory": 0}, "memory is 0; expected at least 1"),
    ],
)
def test_bad_input(text: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        solve(sp.master.parse(text), **options)


def test_what_is_no_position() -> None:
    with pytest.raises(TypeError, match="position is the str '3x3 hands=15/15'; expected a pos"):
        solve("3x3 hands=15/15")  # type: ignore[arg-type]
