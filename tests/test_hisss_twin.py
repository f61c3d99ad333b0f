"""The compiled rules and values of Hisss held against the plain twin.

Under both rulings, for two to five players, with closed and open decks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest
from hisss_positions import (
    COLOURS,
    closed,
    core_snake,
    core_state,
    played,
    random_deck,
    random_positions,
    setups,
)
from hypothesis import given, settings
from reference import hisss, hisss_solver
from reference.hisss import Position, Snake, parse
from reference.hisss_solver import average

from serpentes.core import hisss as core

Table = tuple[tuple[int, int, int, int], ...]
Laying = tuple[Table, int, int, int, int, int, int]

# --- Moves ---------------------------------------------------------------------------------------


def with_card(position: Position) -> Iterator[Position]:
    """Yield the position itself if a card is in hand, else with each that may be drawn."""
    if position.card is not None:
        yield position
    for _, drawn in position.draws().values():
        yield drawn


def agree(position: Position) -> None:
    """Compare the moves, and what each of them does."""
    state = core_state(position)
    found = core.moves(state.snakes, state.card, position.match == "optional")
    expected = [told(position, after) for after in hisss.legal_moves(position).values()]
    assert Counter(laying[:2] for laying in found) == Counter(expected), str(position)
    assert found == sorted(found, key=rank)
    layings = hisss.layings(position)
    for laying in found:
        after = layings[laid(position, laying)]
        assert told(position, after) == laying[:2], (str(position), laying)


def rank(laying: Laying) -> tuple[bool, bool, tuple[int, ...]]:
    """Return what the core lists layings by: at one snake, then joins, then a new snake."""
    _, _, at, end, touching, joined, joined_end = laying
    order = (at, end, touching) if joined < 0 else (at, joined, end, joined_end, touching)
    return at < 0, joined >= 0, order


def told(position: Position, after: Position) -> tuple[Table, int]:
    """Return the table after a move as the core tells it, and the cards collected."""
    own = position.player - 1
    return core_state(after).snakes, after.scores[own][0] - position.scores[own][0]


def laid(position: Position, laying: Laying) -> str:
    """Return the text of what the core says was laid where, checking that it may lie there."""
    _, _, at, end, touching, joined, joined_end = laying
    card = position.card
    assert card is not None
    if at < 0:
        assert laying[3:] == (0, 0, -1, 0)
        return hisss.move_text((card,), laid=0)
    table = sorted(position.table, key=core_snake)
    # With the snake at the left of the card, or in a mirror at its right.
    for side, other_side in (("right", "left"), ("left", "right")):
        snake = facing(table[at], end, side)
        other = () if joined < 0 else facing(table[joined], joined_end, other_side)
        lying = hisss.ways(card)[touching if side == "right" else touching - 1]
        if snake is None or other is None:
            continue
        whole = (*snake, lying, *other) if side == "right" else (*other, lying, *snake)
        if all(hisss.may_touch(one, following) for one, following in pairwise(whole)):
            return hisss.move_text(whole, len(snake if side == "right" else other))
    raise AssertionError(f"{position}: nothing can lie as {laying} says")


def facing(snake: Snake, end: int, side: str) -> Snake | None:
    """Return a snake in the direction in which an open end of it is at a side, None if in none."""
    colour = COLOURS[core_snake(snake)[1 + end]]
    for lying in hisss.directions(snake):
        if colour == (hisss.left_of(lying[0]) if side == "left" else hisss.right_of(lying[-1])):
            return lying
    return None


def test_random_play_agrees() -> None:
    for seed, size in enumerate((6, 12, 25, 50)):
        for position in random_positions(300, seed=seed, size=size, left=size):
            for drawn in with_card(position):
                agree(drawn)


def test_play_with_the_standard_deck_agrees() -> None:
    chance = random.Random(1)
    for left in range(50):
        position = played(hisss.start(players=chance.randint(2, 5)), chance, left)
        for drawn in with_card(position):
            agree(drawn)
            agree(replace(drawn, match="optional"))


@given(setups())
@settings(max_examples=600)
def test_setups_of_hypothesis_agree(position: Position) -> None:
    agree(position)


@given(setups(table=3))
@settings(max_examples=500)
def test_small_setups_of_hypothesis_agree(position: Position) -> None:
    agree(position)


def test_the_positions_come_to_everything_that_is_rare() -> None:
    found: Counter[str] = Counter()
    for position in random_positions(600, seed=3, size=25, left=25):
        for drawn in with_card(position):
            moves = hisss.legal_moves(drawn)
            found["merged"] += len(moves) < len(hisss.layings(drawn))
            found["alone though it fits"] += len(moves) > 1 and any("-" not in m for m in moves)
            found["at a rainbow card"] += any("*-[" in move or "]-T:*" in move for move in moves)
            found["not begun"] += not drawn.has_begun
            found["begun, with an empty table"] += drawn.has_begun and not drawn.table
            for after in moves.values():
                fewer = len(position.table) - len(after.table)
                how = "grown" if after.scores == drawn.scores else "collected"
                found[f"{how}, {fewer} fewer snakes"] += 1
    assert min(found.values()) > 0, found
    assert len(found) == 5 + 5
    assert {n for n in (-1, 0, 1) if found[f"grown, {n} fewer snakes"]} == {-1, 0, 1}
    assert {n for n in (1, 2) if found[f"collected, {n} fewer snakes"]} == {1, 2}


# --- Values --------------------------------------------------------------------------------------


def solved(position: Position, run: Callable[..., Iterator[Any]] | None = None) -> core.Values:
    """Return what the core finds about a position, on this thread or by `run` on others."""
    state = core_state(position)
    solver = core.Values(len(state.scores), position.match == "optional", 1 << 22)
    deck = state.counts if state.order is None else None
    solver.begin(state.snakes, deck, state.scores, state.player, state.card, state.order)
    while solver.advance(run):
        pass
    return solver


def values_agree(position: Position) -> None:
    """Compare the values of a position, and those after each move of a card in hand."""
    solver = solved(position)
    assert solver.values == hisss_solver.values(position), str(position)
    assert sum(solver.values) == 1
    if position.card is None:
        return
    after = hisss.legal_moves(position)
    expected = {
        told(position, after[text]): worth
        for text, worth in hisss_solver.of_moves(position).items()
    }
    state = core_state(position)
    moves = core.moves(state.snakes, state.card, position.match == "optional")
    found = {move[:2]: worth for move, worth in zip(moves, solver.layings, strict=True)}
    assert found == expected, str(position)


def test_values_agree_in_random_play() -> None:
    for position in random_positions(400, seed=11, size=9, left=4):
        values_agree(position)


def test_values_of_two_players_agree_in_random_play() -> None:
    for position in random_positions(200, seed=12, size=10, left=5, players=(2,)):
        values_agree(position)


def test_values_of_whole_games_agree() -> None:
    for seed in range(60):
        chance = random.Random(seed)
        deck = " ".join(random_deck(chance, 5))
        for match in hisss.MATCHES:
            opened = hisss.start(f"[{deck}]", chance.randint(2, 5), match)
            values_agree(opened)
            values_agree(closed(opened))


@given(setups(table=4, left=4))
@settings(max_examples=400)
def test_values_of_hypothesis_agree(position: Position) -> None:
    values_agree(position)


@pytest.mark.parametrize("match", hisss.MATCHES)
@pytest.mark.parametrize(
    "text",
    [
        # Equal longest snakes, and none to come is longer: they stay equal.
        "H:r | go1 H:o1 T:o1 T:g1 | 3/3 3/3 | 1 ro",
        # Nothing on the table fits any card any more, and the game has begun none the less.
        "T:r | bo1 H:b1 T:o1 | 0/0 0/0 | 2",
        # The game has not begun, with the card in hand or without.
        "- | ro1 H:r1 T:o1 | 0/0 0/0 0/0 | 1",
        "- | ro1 H:r1 | 0/0 0/0 0/0 | 2 T:o",
        # There is nothing left to play.
        "or | - | 6/3 6/3 3/3 | 3",
        "- | - | 0/0 0/0 | 1",
    ],
)
def test_values_that_are_easy_to_miss_agree(text: str, match: str) -> None:
    values_agree(parse(text, match))


def test_two_threads_find_the_same() -> None:
    with ThreadPoolExecutor(2) as pool:
        for position in random_positions(60, seed=13, size=12, left=5):
            alone, together = solved(position), solved(position, pool.map)
            assert (alone.values, alone.layings) == (together.values, together.layings)


# --- Random play ---------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def odds(position: Position) -> hisss_solver.Values:
    """Return what to expect of the rest of a game in which every move is as likely as any other.

    That is snakes completed, cards left on the table, turns with a real choice, and the shares of
    the win.
    """
    if position.finished:
        left = sum(map(len, position.table))
        return Fraction(), Fraction(left), Fraction(), *position.shares()
    if position.card is None:
        return average((chance, odds(after)) for chance, after in position.draws().values())
    moves = hisss.legal_moves(position).values()
    expected = average((Fraction(1, len(moves)), odds(after)) for after in moves)
    completing = sum(after.scores != position.scores for after in moves)
    completed, left, choices, *shares = expected
    return (completed + Fraction(completing, len(moves)), left, choices + (len(moves) > 1), *shares)


@pytest.mark.parametrize("match", hisss.MATCHES)
@pytest.mark.parametrize(
    "text",
    [
        "- | ro2 oy1 H:r1 H:*1 T:y1 | 0/0 0/0 | 1",
        "H:* ro | ro1 oy1 T:o1 T:*1 | 3/3 0/0 0/0 | 3 or",
        "H:r-ro T:g | oy1 yg2 gr1 T:y1 | 0/0 0/0 0/0 0/0 0/0 | 1",
        "bo-T:* H:b-br H:* | br2 ob1 ro1 | 0/0 3/3 4/4 0/0 | 2",
    ],
)
def test_random_games_are_as_the_twin_expects(text: str, match: str) -> None:
    position = parse(text, match)
    state, games = core_state(position), 40_000
    lengths, left, won, choices, turns = core.playouts(
        state.snakes,
        state.counts,
        state.scores,
        state.player,
        state.card,
        match == "optional",
        games,
        seed=1,
    )
    cards = sum(state.counts) + (state.card >= 0)
    assert turns == games * (cards - (not position.has_begun))
    shares = [sum(count / (others + 1) for others, count in enumerate(row)) for row in won]
    found = [total / games for total in (sum(lengths), left, choices, *shares)]
    assert sum(shares) == pytest.approx(games)
    whole = cards + sum(map(len, position.table))
    # The standard deviation of what lies between 0 and a bound is at most half of the bound.
    bounds = [whole / 3, whole, cards, *[1] * len(shares)]
    for value, expected, bound in zip(found, odds(position), bounds, strict=True):
        assert value == pytest.approx(float(expected), abs=5 * bound / 2 / games**0.5)
