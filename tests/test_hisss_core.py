"""The compiled module of Hisss: the figures of the rules, moves, and exact values."""

from __future__ import annotations

import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.hisss import CARDS

from serpentes.core import load

CORE: Any = load("hisss")
RING = "roygbp"
NUMBERS = {card: number for number, card in enumerate(CARDS)}
STANDARD = (6,) * 6 + (0,) * 9 + (1,) * 14
EVEN = ((0, 0), (0, 0))
MEMO = 1 << 20

State = tuple[Any, ...]


def kinds(text: str) -> list[int]:
    """Return the kinds of cards such as `ro2 H:*`."""
    found: list[int] = []
    for entry in text.split():
        name = entry.rstrip("0123456789")
        found += [NUMBERS[name]] * int(entry[len(name) :] or 1)
    return found


def counts(cards: Iterable[int]) -> tuple[int, ...]:
    """Return a closed deck of these kinds."""
    cards = list(cards)
    return tuple(cards.count(kind) for kind in range(29))


def solved(state: State, optional: bool = False, run: Any = map, memo: int = MEMO) -> Any:
    """Return the values of a position, all done."""
    values = CORE.Values(len(state[2]), optional, memo)
    values.begin(*state)
    while values.advance(run):
        assert 0 <= values.done < values.total
    assert values.done == values.total
    assert sum(values.values) == 1
    return values


def first(state: State, **options: Any) -> Fraction:
    """Return the chance of player 1."""
    value: Fraction = solved(state, **options).values[0]
    return value


# --- The figures of the rules --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "optional", "value"),
    [
        ("H:r ro T:o", False, "0"),
        ("H:r ro2 T:o", False, "1/4"),
        ("H:r ro2 T:r T:o", False, "13/30"),
        ("ro2 oy1 H:r H:* T:y", False, "61/90"),
        ("ro2 oy1 H:r H:* T:y", True, "193/360"),
        ("ro2 oy2 H:r H:* T:o T:*", False, "5561/10080"),
    ],
)
def test_whole_decks(deck: str, optional: bool, value: str) -> None:
    state = ((), counts(kinds(deck)), EVEN, 0)
    assert first(state, optional=optional) == Fraction(value)
    with ThreadPoolExecutor(2) as pool:
        assert first(state, optional=optional, run=pool.map) == Fraction(value)


def test_the_mean_over_all_open_decks() -> None:
    orders = set(permutations(kinds("ro2 oy1 H:r H:* T:y")))
    assert len(orders) == 360
    values = [first(((), None, EVEN, 0, -1, order)) for order in sorted(orders)]
    assert sum(values) / 360 == Fraction(497, 720)


@pytest.mark.parametrize(
    ("snakes", "deck", "value"),
    [
        (((1, 1, -1, 2),), "oy1 T:o1", "3/4"),
        (((0, 0, 1, 1), (3, 6, -1, 1)), "ro2 oy1 T:o1 T:*1", "67/120"),
    ],
)
def test_positions(snakes: State, deck: str, value: str) -> None:
    assert first((snakes, counts(kinds(deck)), EVEN, 0)) == Fraction(value)


def test_play_with_the_standard_deck() -> None:
    games = 2000
    lengths, left, won, choices, turns = CORE.playouts((), STANDARD, EVEN, 0, -1, False, games, 1)
    assert round(sum(lengths) / games, 1) == 5.2
    assert 0.30 < left / games / 50 < 0.36
    assert 0.37 < choices / turns < 0.41
    assert turns == 49 * games
    assert sum(length * count for length, count in enumerate(lengths)) + left == 50 * games
    assert won[0][1] == won[1][1]
    assert won[0][0] + won[1][0] + won[0][1] == games


# --- Moves ---------------------------------------------------------------------------------------


def test_how_moves_are_told() -> None:
    snakes = ((0, 0, 1, 1), (0, 0, 1, 1), (3, 6, -1, 1))
    ro = NUMBERS["ro"]
    assert [laying[1:] for laying in CORE.moves(snakes, ro, True)] == [
        (0, 0, 0, 0, -1, 0),
        (0, 0, 1, 1, -1, 0),
        (0, 2, 0, 0, -1, 0),
        (0, 2, 0, 1, -1, 0),
        (0, 0, 0, 0, 1, 1),
        (0, 0, 0, 0, 2, 0),
        (0, 0, 1, 1, 2, 0),
        (0, -1, 0, 0, -1, 0),
    ]
    assert CORE.moves(snakes, ro, False) == CORE.moves(snakes, ro, True)[:-1]
    head, tail = ((1, 1, -1, 2), (2, 2, -1, 2)), NUMBERS["oy"]
    assert CORE.moves(head, tail, False)[-1] == ((), 5, 0, 0, 0, 1, 0)
    assert CORE.moves((), ro, False) == [(((0, 0, 1, 1),), 0, -1, 0, 0, -1, 0)]
    assert CORE.moves(((3, 0, -1, 1),), NUMBERS["T:r"], False)[0][2] == -1


def random_state(rng: random.Random, left: int, players: int, optional: bool = False) -> State:
    """Return a position from random play of a few colours, with so many cards in the deck."""
    colours = rng.sample(RING, 4)
    cards = [n for card, n in NUMBERS.items() if set(card) - {*"HT:*"} <= set(colours)]
    deck = [rng.choice(cards) for _ in range(left + rng.randint(1, 10))]
    snakes: State = ()
    scores = [(0, 0)] * players
    for turn, card in enumerate(deck[left:]):
        snakes, collected, *_ = rng.choice(CORE.moves(snakes, card, optional))
        own, longest = scores[turn % players]
        if collected:
            scores[turn % players] = (own + collected, max(longest, collected))
    return snakes, counts(deck[:left]), tuple(scores), rng.randrange(players)


def test_moves_keep_all_cards() -> None:
    rng = random.Random(1)
    for _ in range(300):
        snakes, _, _, _ = random_state(rng, 0, 2)
        for card in range(29):
            cards = sum(length for *_, length in snakes) + 1
            moves = CORE.moves(snakes, card, True)
            for after, collected, at, _, _, joined, _ in moves:
                assert sum(length for *_, length in after) + collected == cards
                assert tuple(sorted(after)) == after
                assert len(after) == len(snakes) - (at >= 0) - (joined >= 0) + (not collected)
            assert len({laying[:2] for laying in moves}) == len(moves)


# --- Values --------------------------------------------------------------------------------------


def plain(state: State, optional: bool) -> tuple[Fraction, ...]:
    """Return the values by looking at every card and every move."""
    snakes, deck, scores, player = state
    left, players = sum(deck), len(scores)
    if not left:
        wins = [score == max(scores) for score in scores]
        return tuple(Fraction(won, sum(wins)) for won in wins)
    total = [Fraction(0)] * players
    for card, count in enumerate(deck):
        if not count:
            continue
        rest = (*deck[:card], count - 1, *deck[card + 1 :])
        found = []
        for after, collected, *_ in CORE.moves(snakes, card, optional):
            own = scores[player][0] + collected, max(scores[player][1], collected)
            following = (*scores[:player], own, *scores[player + 1 :])
            found.append(plain((after, rest, following, (player + 1) % players), optional))
        most = max(chances[player] for chances in found)
        best = [chances for chances in found if chances[player] == most]
        for place in range(players):
            mean = sum(chances[place] for chances in best) / len(best)
            total[place] += Fraction(count, left) * mean
    return tuple(total)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("optional", [False, True])
def test_values_by_looking_at_everything(players: int, optional: bool) -> None:
    rng = random.Random(players)
    for _ in range(30):
        state = random_state(rng, rng.randint(0, 4), players, optional)
        if state[0] or any(cards for cards, _ in state[2]):
            assert solved(state, optional).values == plain(state, optional)


def test_values_of_every_move() -> None:
    rng = random.Random(3)
    for players in (2, 3, 5):
        for _ in range(20):
            snakes, deck, scores, player = random_state(rng, 4, players)
            card = rng.randrange(29)
            values = solved((snakes, deck, scores, player, card))
            moves = CORE.moves(snakes, card, False)
            assert len(values.layings) == len(moves)
            for (after, collected, *_), chances in zip(moves, values.layings, strict=True):
                own = scores[player][0] + collected, max(scores[player][1], collected)
                following = (*scores[:player], own, *scores[player + 1 :])
                state = after, deck, following, (player + 1) % players
                if after or any(cards for cards, _ in following):
                    assert solved(state).values == chances
            assert max(chances[player] for chances in values.layings) == values.values[player]


def renamed(state: State, names: list[int], exchanged: bool) -> State:
    """Return a position with other names for colours, or with heads for tails."""
    snakes, deck, scores, player = state
    names = [*names, 6]
    swapped = [0, 2, 1, 4, 3] if exchanged else [0, 1, 2, 3, 4]
    after = []
    for kind, a, b, length in snakes:
        ends = sorted((names[a], names[b])) if kind == 0 else [names[a], -1]
        after.append((swapped[kind], *ends, length))
    cards = [0] * 29
    for kind, count in enumerate(deck):
        if kind < 15:
            one, other = sorted(names[RING.index(letter)] for letter in CARDS[kind])
            pairs = (RING[one] + RING[other], RING[other] + RING[one])
            to = next(NUMBERS[pair] for pair in pairs if pair in NUMBERS)
        else:
            to = 15 + names[(kind - 15) % 7] + 7 * ((kind >= 22) != exchanged)
        cards[to] = count
    return tuple(sorted(after)), tuple(cards), scores, player


@given(st.integers(0, 1 << 32), st.permutations(range(6)), st.booleans(), st.integers(2, 4))
@settings(max_examples=60, deadline=None)
def test_names_do_not_matter(seed: int, names: list[int], exchanged: bool, players: int) -> None:
    state = random_state(random.Random(seed), 7, players)
    assert solved(state).values == solved(renamed(state, names, exchanged)).values
    shift = seed % players
    snakes, deck, scores, player = state
    turned = (*scores[shift:], *scores[:shift])
    values, expected = solved((snakes, deck, turned, (player - shift) % players)), solved(state)
    assert values.values == (*expected.values[shift:], *expected.values[:shift])


@pytest.mark.parametrize("players", [2, 3])
def test_neither_threads_nor_memory_change_a_value(players: int) -> None:
    rng = random.Random(9)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(6):
            state = random_state(rng, 9, players)
            expected = solved(state, memo=1 << 26)
            for run in (None, map, pool.map):
                assert solved(state, run=run).values == expected.values
    assert expected.memory >= 1 << 17
    assert CORE.ENTRY_BYTES == 32


def test_one_object_for_many_positions() -> None:
    rng = random.Random(4)
    values = CORE.Values(2, False, MEMO)
    for _ in range(300):
        state = random_state(rng, 3, 2)
        values.begin(*state)
        while values.advance(None):
            pass
        assert values.values == solved(state).values


def test_a_large_open_deck() -> None:
    order = [kind for kind, count in enumerate(STANDARD) for _ in range(count)]
    random.Random(2).shuffle(order)
    values = solved(((), None, EVEN, 0, -1, tuple(order)), memo=1 << 24)
    assert values.values[0] in (0, Fraction(1, 2), 1)


def test_the_nodes_of_a_search() -> None:
    """A fingerprint: a change that should not change the search does not change this."""
    rng = random.Random(6)
    nodes = [solved(random_state(rng, 9, players), memo=1 << 24).nodes for players in (2, 2, 3)]
    assert nodes == [8741, 14270, 226905]
