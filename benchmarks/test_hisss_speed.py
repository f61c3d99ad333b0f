"""Hisss: exact chances over many positions from play, lists of moves, random play-outs.

Of the chances the median is that over the positions, each of which is solved once; two threads, as
`serpentes solve` has them by default on two processors.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from reference import hisss as plain
from reference import hisss_solver

import serpentes as sp
from serpentes.games.hisss import Position, random_play

SNAKES = 6
THREADS = 2
POSITIONS = 25
CLOSED = {
    "10-mandatory": (10, "mandatory", POSITIONS),
    "12-mandatory": (12, "mandatory", POSITIONS),
    "14-mandatory": (14, "mandatory", 9),
    "10-optional": (10, "optional", POSITIONS),
    "12-optional": (12, "optional", 9),
}
"""Cards left, ruling, positions: fewer where one takes long."""
GAMES = 2000
by_match = pytest.mark.parametrize("match", plain.MATCHES)


@cache
def from_play(left: int, match: str, is_open: bool, count: int) -> tuple[Position, ...]:
    """Positions of two players with a card in hand, six snakes and so many cards left."""
    chance = random.Random(left)
    found: list[Position] = []
    while len(found) < count:
        position = sp.hisss.start(seed=chance.getrandbits(32), match=match)
        while len(position.deck) > left:
            assert position.order is not None
            position = position.draw(position.order[0])
            if len(position.deck) > left:
                position = position.play(chance.choice(position.moves()))
        if len(position.table) == SNAKES:
            found.append(position if is_open else closed(position))
    return tuple(found)


def closed(position: Position) -> Position:
    text = str(position).split(" | ")
    text[1] = str(position.deck)
    return sp.hisss.parse(" | ".join(text), match=position.rulings.match)


def solve_each(benchmark: Any, positions: tuple[Position, ...]) -> int:
    """Solve each position in a round of its own; returns the positions looked at in all."""
    waiting = iter(positions)
    nodes: list[int] = []

    def solve(position: Position) -> None:
        nodes.append(sp.solve(position, threads=THREADS).nodes)

    benchmark.pedantic(solve, setup=lambda: ((next(waiting),), {}), rounds=len(positions))
    return sum(nodes)


def twin_of(position: Position) -> plain.Position:
    return plain.parse(str(position), position.rulings.match)


@pytest.mark.parametrize("deck", CLOSED.values(), ids=CLOSED.keys())
def test_closed_deck(
    benchmark: Any, report: Callable[..., None], deck: tuple[int, str, int]
) -> None:
    left, match, count = deck
    positions = from_play(left, match, False, count)
    nodes = solve_each(benchmark, positions)
    report("positions", 1, rounds=len(positions), nodes_of_all=nodes)


@by_match
def test_open_deck(benchmark: Any, report: Callable[..., None], match: str) -> None:
    """With 20 cards left, their order known."""
    positions = from_play(20, match, True, POSITIONS)
    nodes = solve_each(benchmark, positions)
    report("positions", 1, rounds=len(positions), nodes_of_all=nodes)


@by_match
@pytest.mark.parametrize("deck", [(4, False), (6, True)], ids=["closed-4", "open-6"])
def test_chances_against_the_twin(
    benchmark: Any,
    report: Callable[..., None],
    twin_rate: Callable[..., float],
    deck: tuple[int, bool],
    match: str,
) -> None:
    """Positions that the twin can solve: all of them in one round."""
    left, is_open = deck
    positions = from_play(left, match, is_open, 5)

    def fast() -> list[tuple[Any, ...]]:
        return [sp.solve(position, threads=1).values for position in positions]

    def slow() -> int:
        hisss_solver.values.cache_clear()
        assert [hisss_solver.values(twin_of(position)) for position in positions] == found
        return len(positions)

    found = benchmark(fast)
    report("positions", len(positions), twin_rate(slow))


@by_match
def test_moves(
    benchmark: Any, report: Callable[..., None], twin_rate: Callable[..., float], match: str
) -> None:
    """Lists of layings in the notation, as Python sees them."""
    positions = from_play(14, match, False, POSITIONS)
    twins = [twin_of(position) for position in positions]

    def fast() -> int:
        return sum(len(position.moves()) for position in positions)

    def slow() -> int:
        return sum(len(plain.legal_moves(twin)) for twin in twins)

    number = benchmark(fast)
    assert number == slow()
    report("moves", number, twin_rate(slow))


@by_match
def test_random_play(
    benchmark: Any, report: Callable[..., None], twin_rate: Callable[..., float], match: str
) -> None:
    """Whole games with the deck of 50 cards."""

    def slow() -> int:
        chance = random.Random(1)
        for _ in range(3):
            position = plain.start(str(sp.hisss.default_deck()), 2, match)
            while not position.finished:
                drawn = position.draw(chance.choice(position.deck))
                position = drawn.play(chance.choice(list(plain.layings(drawn))))
        return 3

    benchmark(random_play, 2, GAMES, match=match)
    report("games", GAMES, twin_rate(slow))
