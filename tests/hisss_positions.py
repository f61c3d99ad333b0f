"""Positions of Hisss to test with, from random play of the twin. All are fixed by the seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from hypothesis import strategies as st
from reference import hisss
from reference.hisss import Card, Position, Snake

COLOURS = "roygbp*"


# --- Random play ---------------------------------------------------------------------------------


def random_deck(chance: random.Random, size: int) -> list[Card]:
    """Return a shuffled deck in few colours or many, with few rainbow cards or many."""
    colours = chance.sample(hisss.RING, chance.choice([2, 3, 3, 4, 6]))
    middles = [card for card in hisss.MIDDLES if set(card) <= set(colours)]
    # A deck may leave out middle sections, and have one kind over and over.
    middles = chance.sample(middles, chance.randint(1, len(middles)))
    rainbow = "*" * chance.choice([0, 1, len(colours)])
    closing = [f"{kind}:{colour}" for kind in "HT" for colour in [*colours, *rainbow]]
    share = chance.choice([0.2, 0.4, 0.7])
    return [chance.choice(closing if chance.random() < share else middles) for _ in range(size)]


def played(position: Position, chance: random.Random, left: int) -> Position:
    """Return a position after random play until so many cards are left in the deck."""
    while len(position.deck) > left:
        drawn = position.draw(chance.choice(position.deck[: 1 if position.is_open else None]))
        position = drawn.play(chance.choice(list(hisss.layings(drawn))))
    return position


def closed(position: Position) -> Position:
    """Return the position with the order of the cards left unknown."""
    deck = tuple(sorted(position.deck, key=hisss.CARDS.index))
    return replace(position, deck=deck, is_open=False)


def random_position(
    chance: random.Random,
    *,
    size: int,
    left: int,
    players: int,
    match: str,
    is_open: bool,
    has_card: bool,
) -> Position:
    """Return a position with so many cards left of a random deck, not counting one in hand."""
    deck = random_deck(chance, size)
    start = hisss.start(f"[{' '.join(deck)}]", players, match)
    position = played(start if is_open else closed(start), chance, left + has_card)
    if has_card and position.deck:
        cards = position.deck[:1] if position.is_open else position.deck
        position = position.draw(chance.choice(cards))
    return position


def random_positions(
    count: int, seed: int, size: int, left: int, players: tuple[int, ...] = (2, 3, 4, 5)
) -> Iterator[Position]:
    """Yield positions under both rulings, open and closed, with a card in hand and without one.

    Of decks of 1 to `size` cards; at most `left` are in the deck yet.
    """
    chance = random.Random(seed)
    for _ in range(count):
        cards = chance.randint(1, size)
        yield random_position(
            chance,
            size=cards,
            left=chance.randint(0, min(left, cards)),
            players=chance.choice(players),
            match=chance.choice(hisss.MATCHES),
            is_open=chance.random() < 0.5,
            has_card=chance.random() < 0.5,
        )


# --- Set up by Hypothesis ------------------------------------------------------------------------


@st.composite
def snakes(draw: st.DrawFn, longest: int = 5) -> Snake:
    """Set up a snake that may lie on a table, colour by colour."""
    colours = draw(st.lists(st.sampled_from(hisss.RING), min_size=1, max_size=longest + 1))
    snake = [one + other for one, other in pairwise(colours) if one != other]
    # Where the colour stayed the same there is no card, and the next has the same colour.
    end = draw(st.sampled_from(["", "H", "T"] if snake else ["H", "T"]))
    if end == "H":
        snake.insert(0, f"H:{draw(st.sampled_from([colours[0], '*']))}")
    elif end == "T":
        snake.append(f"T:{draw(st.sampled_from([colours[-1], '*']))}")
    return hisss.canonical(tuple(snake))


def scores(players: int) -> st.SearchStrategy[tuple[tuple[int, int], ...]]:
    """Set up the scores of so many players, often equal."""
    score = st.sampled_from([(0, 0), (3, 3), (4, 4), (6, 3), (6, 6), (7, 4), (7, 7)])
    return st.tuples(*[score] * players)


@st.composite
def setups(draw: st.DrawFn, table: int = 8, left: int = 0) -> Position:
    """Set up a position with a card in hand snake by snake: any that is legal, reachable or not.

    It has at most so many snakes and so many cards left, and shrinks to fewer.
    """
    cards = st.sampled_from(hisss.CARDS)
    deck = draw(st.lists(cards, max_size=left))
    is_open = draw(st.booleans()) and bool(deck)
    players = draw(st.integers(2, 5))
    return Position(
        table=hisss.in_order(draw(st.lists(snakes(), max_size=table))),
        deck=tuple(deck if is_open else sorted(deck, key=hisss.CARDS.index)),
        scores=draw(scores(players)),
        player=draw(st.integers(1, players)),
        card=draw(cards),
        is_open=is_open,
        match=draw(st.sampled_from(hisss.MATCHES)),
    )


# --- As the core has them ------------------------------------------------------------------------


class CoreState(NamedTuple):
    """A position as the core has it. A closed deck has counts and no order, an open one both."""

    snakes: tuple[tuple[int, int, int, int], ...]
    counts: tuple[int, ...]
    order: tuple[int, ...] | None
    scores: tuple[tuple[int, int], ...]
    player: int
    card: int


def core_snake(snake: Snake) -> tuple[int, int, int, int]:
    """Return a snake as kind, two colours and length.

    >>> core_snake(("H:*", "ro")), core_snake(("T:*",)), core_snake(("yo", "or"))
    ((1, 1, -1, 2), (4, 6, -1, 1), (0, 0, 2, 2))
    """
    first, last = snake[0], snake[-1]
    if len(snake) == 1 and first in hisss.HEADS + hisss.TAILS:
        return 3 if first in hisss.HEADS else 4, COLOURS.index(first[-1]), -1, 1
    if first in hisss.HEADS:
        return 1, COLOURS.index(last[1]), -1, len(snake)
    if last in hisss.TAILS:
        return 2, COLOURS.index(first[0]), -1, len(snake)
    low, high = sorted([COLOURS.index(first[0]), COLOURS.index(last[1])])
    return 0, low, high, len(snake)


def core_state(position: Position) -> CoreState:
    """Return a position as the core has it."""
    deck = [hisss.CARDS.index(card) for card in position.deck]
    return CoreState(
        snakes=tuple(sorted(map(core_snake, position.table))),
        counts=tuple(map(deck.count, range(len(hisss.CARDS)))),
        order=tuple(deck) if position.is_open else None,
        scores=position.scores,
        player=position.player - 1,
        card=-1 if position.card is None else hisss.CARDS.index(position.card),
    )
