"""The compiled core of Hisss, and positions as it has them.

Players count from 0 here, cards are their places in `CARDS`, and snakes what play can tell of them.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from serpentes.core import load
from serpentes.games.hisss.cards import CARDS
from serpentes.games.hisss.snake import Look

if TYPE_CHECKING:
    from serpentes.games.hisss.position import Position

NOTHING = -1
"""In place of a card in hand."""


class State(NamedTuple):
    """A position as the core has it: `deck` are the counts of all kinds, `order` that of an open
    deck, None if it is closed; `card` is NOTHING if none is drawn yet."""

    snakes: tuple[Look, ...]
    deck: tuple[int, ...]
    order: tuple[int, ...] | None
    scores: tuple[tuple[int, int], ...]
    player: int
    card: int


class CoreLaying(NamedTuple):
    """A move of the core, which stands for all layings that play cannot tell apart.

    `snakes` is the table after it, `collected` the cards of the snake that it completes, 0 if it
    does not; `at` and `joined` are the snakes that are laid at, NOTHING for none.
    """

    snakes: tuple[Look, ...]
    collected: int
    at: int
    end: int
    touching: int
    joined: int
    joined_end: int


def state_of(position: "Position") -> State:
    """A position as the core has it."""
    order = position.order
    return State(
        tuple(sorted(position.looks)),
        tuple(position.deck[card] for card in CARDS),
        None if order is None else tuple(map(CARDS.index, order)),
        position.scores,
        position.player - 1,
        NOTHING if position.card is None else CARDS.index(position.card),
    )


def moves(snakes: Sequence[Look], card: int, *, optional: bool) -> tuple[CoreLaying, ...]:
    """The moves of a card, as the core lists them."""
    found = load("hisss").moves(tuple(snakes), card, optional)
    return tuple(map(CoreLaying._make, cast("list[tuple[object, ...]]", found)))
