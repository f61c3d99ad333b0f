"""The compiled core of Serpent Master: the figures of the rules, and its solver held against its
own perft, which prunes and remembers nothing."""

from __future__ import annotations

import doctest
import math
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serpentes.core import load

CORE: Any = load("master")
DECK = {
    15: "FF", 14: "FL", 13: "FR", 12: "FFF", 11: "FLR", 10: "FRL", 9: "FFL", 8: "FFFF",
    7: "FFLL", 6: "FFRR", 5: "FLRL", 4: "FRLR", 3: "FFFFF", 2: "FLLFR", 1: "FRRFL",
}  # fmt: skip
PATHS = [*DECK.values()]
NUMBERS = [*DECK]


def cell(name: str) -> int:
    """Return the number of a cell."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def cells(*names: str) -> int:
    """Return a set of cells."""
    return sum(1 << cell(name) for name in names)


def hand(*numbers: int) -> int:
    """Return a hand of the default deck."""
    return sum(1 << NUMBERS.index(number) for number in numbers)


def board(width: int, height: int, *blocked: str) -> Any:
    """Return a board for the default deck."""
    return CORE.Board(width, height, cells(*blocked), PATHS)


def state(*hands: int, showing: int = 0, head: int = -1) -> Any:
    """Return a state in which no player but one alone has a token."""
    players = range(len(hands))
    return tuple(showing for _ in players), tuple(head for _ in players), hands, tuple(players)


def solved(packing: Any, run: Any = None) -> Any:
    """Return the packing with everything counted."""
    while packing.advance(run):
        assert 0 <= packing.done <= packing.total
    return packing


# --- The figures of the rules --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "counts"),
    [
        (15, (48, 60, 72)), (14, (36, 44, 52)), (12, (40, 52, 64)), (11, (32, 40, 48)),
        (8, (32, 44, 56)), (5, (28, 36, 44)), (3, (24, 36, 48)), (1, (16, 20, 24)),
    ],
)  # fmt: skip
def test_first_placements(number: int, counts: tuple[int, int, int]) -> None:
    card = NUMBERS.index(number)
    for size, count in zip((6, 7, 8), counts, strict=True):
        placements = board(size, size).placements(state(hand(number)), 0, card)
        assert len(placements) == count
        assert placements == sorted(placements)
        assert board(size, size).perft(state(hand(number)), 1) == count


TASKS = [
    (board(3, 3), hand(15, 14), -1, (12, 8)),
    (board(3, 3), hand(15, 14, 13), -1, (40, 8)),
    (board(4, 4), hand(15, 14, 13, 12), -1, (208, 8)),
    (board(4, 4), hand(15, 14, 13, 12, 11), -1, (312, 0)),
    (board(4, 4, "b2", "c3"), hand(15, 14, 13, 12, 11), -1, (2, 0)),
    (board(5, 5), hand(15, 14, 13, 12, 11, 10), -1, (8712, 20)),
    (board(5, 5), hand(15, 14, 13, 12, 11, 10), cell("a1"), (558, 1)),
    (board(6, 6), hand(15, 14, 13, 12, 11, 10), -1, (84032, 140)),
]


@pytest.mark.parametrize(("where", "cards", "start", "counts"), TASKS)
@pytest.mark.parametrize("memo_bytes", [1 << 10, 1 << 22])
def test_solutions_of_solo_tasks(
    where: Any, cards: int, start: int, counts: tuple[int, int], memo_bytes: int
) -> None:
    """Regular and challenging; whatever the threads and the memory."""
    with ThreadPoolExecutor(2) as pool:
        for ordered, count in enumerate(counts):
            for run in (None, map, pool.map):
                packing = CORE.Packing(where, cards, start, bool(ordered), memo_bytes)
                solved(packing, run)
                assert (packing.solutions, packing.exact) == (count, True)
                assert packing.done == packing.total
                assert packing.memory > 0


def test_every_hand_of_eleven_on_seven_by_seven() -> None:
    where = board(7, 7)
    hands = [sum(1 << card for card in cards) for cards in combinations(range(15), 11)]
    regular = [solved(CORE.Packing(where, cards, limit=0)) for cards in hands]
    assert [packing.solutions for packing in regular] == [1] * 1365
    assert not any(packing.exact for packing in regular)
    challenging = [solved(CORE.Packing(where, cards, ordered=True)) for cards in hands]
    assert sum(packing.solutions > 0 for packing in challenging) == 6


def test_nodes_are_those_of_before() -> None:
    """A change of the search that should change nothing must not change these either."""
    packing = solved(CORE.Packing(board(5, 5), hand(15, 14, 13, 12, 11, 10), cell("a1")))
    assert packing.nodes == 2510


def test_the_examples_of_the_docstrings() -> None:
    failed, tried = doctest.testmod(CORE)
    assert failed == 0 < tried


# --- The solver and perft ------------------------------------------------------------------------


@st.composite
def any_task(draw: st.DrawFn) -> tuple[Any, int, int, int, bool]:
    """(board, hand, start, tokens, ordered): boards of all sizes with many cells blocked, and some
    tasks that are under way."""
    width, height = draw(st.integers(3, 8)), draw(st.integers(3, 8))
    grid = [8 * y + x for y in range(height) for x in range(width)]
    room = draw(st.integers(6, 18))
    free = draw(st.permutations(grid))[:room]
    blocked = sum(1 << place for place in {*grid} - {*free})
    paths = PATHS if draw(st.booleans()) else ["FF", "FF", "F", "F", "FL", "FFRR"]
    cards = draw(st.lists(st.integers(0, len(paths) - 1), min_size=1, max_size=5, unique=True))
    start = draw(st.sampled_from([-1, *free]))
    tokens = 0 if start < 0 else sum(1 << place for place in draw(st.permutations(free))[:3])
    where = CORE.Board(width, height, blocked, paths)
    return where, sum(1 << card for card in cards), start, tokens, draw(st.booleans())


def check_solution(where: Any, solution: Any, task: tuple[Any, int, int, int, bool]) -> None:
    """Assert that a solution is one."""
    _, cards, head, tokens, ordered = task
    assert sorted(card for card, _, _ in solution) == [c for c in range(15) if cards >> c & 1]
    assert not ordered or [*solution] == sorted(solution, key=lambda step: step[0])
    for card, start, heading in solution:
        path = where.path(card, start, heading)
        assert start == head or (head == -1 and not tokens)
        assert not any(tokens >> place & 1 for place in path)
        tokens |= sum(1 << place for place in path)
        head = path[-1]


@given(any_task())
@settings(max_examples=150, deadline=None)
def test_the_solver_agrees_with_perft(task: tuple[Any, int, int, int, bool]) -> None:
    where, cards, start, tokens, ordered = task
    game = state(cards, showing=tokens, head=start)
    expected = where.perft(game, cards.bit_count(), ordered)
    packing = CORE.Packing(where, cards, start, ordered, 1 << 10, tokens)
    solutions = list(packing.listed())
    assert solved(packing).solutions == expected == len(solutions)
    assert expected % packing.rotations == 0
    assert solutions == sorted(set(solutions))
    assert packing.first() == (solutions[0] if solutions else None)
    for solution in solutions[:20]:
        check_solution(where, solution, task)


@pytest.mark.parametrize("limit", [0, 1, 100, 557, 558, 10**6])
@pytest.mark.parametrize("threads", [0, 2])
def test_limits(limit: int, threads: int) -> None:
    packing = CORE.Packing(board(5, 5), hand(15, 14, 13, 12, 11, 10), cell("a1"), limit=limit)
    with ThreadPoolExecutor(2) as pool:
        solved(packing, pool.map if threads else None)
    assert packing.solutions == min(558, limit + 1)
    assert packing.exact == (limit >= 558)


def test_limits_with_rotations() -> None:
    for limit in (0, 3, 4, 11, 12):
        packing = solved(CORE.Packing(board(3, 3), hand(15, 14), limit=limit))
        assert packing.rotations == 4
        assert (packing.solutions, packing.exact) == (min(12, limit + 1), limit >= 12)


def test_rotations() -> None:
    cards = hand(15, 14)
    assert CORE.Packing(board(3, 4), cards).rotations == 2
    assert CORE.Packing(board(3, 3, "a1"), cards).rotations == 1
    assert CORE.Packing(board(3, 3, "a1", "c3"), cards).rotations == 2
    assert CORE.Packing(board(3, 3), cards, cell("b2")).rotations == 4
    assert CORE.Packing(board(3, 3), cards, cell("a1")).rotations == 1
    assert CORE.Packing(board(3, 4), cards, cell("b2")).rotations == 1


def test_a_listing_may_be_left_and_gone_on_with() -> None:
    packing = CORE.Packing(board(4, 4), hand(15, 14, 13, 12))
    everything = list(packing.listed())
    assert len(everything) == 208
    assert [len(list(packing.listed(most))) for most in (0, 1, 207, 208, 10**9)] == [
        0, 1, 207, 208, 208,
    ]  # fmt: skip
    one, other = packing.listed(), packing.listed(100)
    assert [next(one) for _ in range(5)] == everything[:5]
    assert list(other) == everything[:100]
    assert [*one] == everything[5:]
    assert list(one) == list(other) == []


def test_hands_without_a_card_and_without_room() -> None:
    assert solved(CORE.Packing(board(3, 3), 0)).solutions == 1
    assert list(CORE.Packing(board(3, 3), 0).listed()) == [()]
    crowded = CORE.Packing(board(3, 3), (1 << 15) - 1)
    assert solved(crowded).solutions == 0
    assert crowded.first() is None
    walled = CORE.Board(3, 3, 0b111_00000_111_00000_111, PATHS)
    assert solved(CORE.Packing(walled, 1)).solutions == 0
    assert walled.perft(state(1), 1) == 0


def test_cards_that_are_all_alike() -> None:
    """Single steps along a passage: every order of the cards is a solution."""
    passage = CORE.Board(8, 8, ~0x1FF80FF & (1 << 64) - 1, ["F"] * 32)
    for count in (3, 9, 12):
        packing = solved(CORE.Packing(passage, (1 << count) - 1, 0))
        assert packing.solutions == math.factorial(count)
    packing = CORE.Packing(passage, (1 << 17) - 1, 0, limit=1000)
    assert (solved(packing).solutions, packing.exact) == (1001, False)
    assert len(list(packing.listed(3))) == 3


# --- Tasks made backwards ------------------------------------------------------------------------


def laid_backwards(chance: random.Random, spare: int) -> tuple[Any, int, int]:
    """Return a task of eleven cards on 7x7, (board, hand, start): all but the cells of a random
    solution, its start and some spare cells is blocked."""
    where = board(7, 7)
    grid = [8 * y + x for y in range(7) for x in range(7)]
    while True:
        left, start = chance.sample(range(15), 11), chance.choice(grid)
        cards, tokens, head = sum(1 << card for card in left), 0, start
        while left:
            ways = [
                (card, *way)
                for card in left
                for way in where.placements(((tokens,), (head,), (1 << card,), (0,)), 0, card)
            ]
            if not ways:
                break
            card, _, _, more, head = chance.choice(ways)
            tokens |= more
            left.remove(card)
        if not left:
            rest = [place for place in grid if not (tokens | 1 << start) >> place & 1]
            blocked = sum(1 << place for place in chance.sample(rest, len(rest) - spare))
            return CORE.Board(7, 7, blocked, PATHS), cards, start


def test_tasks_made_backwards() -> None:
    chance = random.Random(7)
    for number in range(20):
        where, cards, start = laid_backwards(chance, number % 5)
        packing = solved(CORE.Packing(where, cards, start))
        assert packing.solutions == len(list(packing.listed())) > 0


# --- Play-outs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_playouts_add_up(players: int) -> None:
    game = state(*[hand(15, 14, 8, 3, 1)] * players)
    found = board(5, 5).playouts(game, 500, 3)
    wins, tokens, discards, placements = found
    assert found == board(5, 5).playouts(game, 500, 3) != board(5, 5).playouts(game, 500, 4)
    assert [a + b for a, b in zip(discards, placements, strict=True)] == [2500] * players
    assert all(0 < shown <= 25 * 500 for shown in tokens)
    if players > 1:
        shared = [sum(seat[k] for seat in wins) for k in range(players)]
        assert all(count % (k + 1) == 0 for k, count in enumerate(shared))
        assert sum(count // (k + 1) for k, count in enumerate(shared)) == 500


def test_playouts_of_one_player_are_won_by_placing_everything() -> None:
    wins, tokens, discards, placements = board(3, 3).playouts(state(hand(15, 14)), 1000, 1)
    assert tokens == [2 * placements[0]]
    assert wins == [[1000 - discards[0]]]
    assert 0 < discards[0] < 1000
