"""The compiled core of Serpent Master, and what becomes of a state when a card is resolved.

Players count from 0 here, and cards are their places in the deck, highest number first, as the core
has them; what is legal is asked of the core, what a legal placement does is plain enough.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol, cast

from serpentes.core import load
from serpentes.games.square import OFF

Step = tuple[int, int, int]
"""What becomes of a card: the card, the cell where the head stands before, and the heading; OFF in
place of both if it is discarded."""


class State(NamedTuple):
    """A game between two rounds, or in one between two cards.

    By player: the set of cells where own tokens show, the cell of the head (OFF before it enters
    the board), and the hand as a set of cards; then the players in the order in which equal cards
    are resolved. Covered tokens never show again, as no token is ever taken off.
    """

    showing: tuple[int, ...]
    heads: tuple[int, ...]
    hands: tuple[int, ...]
    order: tuple[int, ...]


class Board(Protocol):
    """The Python face of `serpentes.core.master.Board`: a board for the cards of a deck."""

    @property
    def memory(self) -> int: ...
    def path(self, card: int, start: int, heading: int) -> tuple[int, ...] | None: ...
    def placements(
        self, state: State, player: int, card: int
    ) -> list[tuple[int, int, int, int]]: ...
    def rounds(self, state: State, ordered: bool = False) -> list[tuple[Step, ...]]: ...
    def perft(self, state: State, depth: int, ordered: bool = False) -> int: ...
    def playouts(
        self, state: State, games: int, seed: int
    ) -> tuple[list[list[int]], list[int], list[int], list[int]]: ...


@lru_cache(maxsize=256)
def core_board(width: int, height: int, blocked: int, paths: tuple[str, ...]) -> Board:
    """The compiled board; the last ones are kept, as each is worked out anew."""
    return cast(Board, load("master").Board(width, height, blocked, paths))


def discarded(card: int) -> Step:
    """The step of a card that cannot be placed."""
    return card, OFF, OFF


def resolution_order(order: Sequence[int], cards: Sequence[int]) -> tuple[int, ...]:
    """The players in the order in which the cards they have picked are resolved: the highest number
    first, and with equal numbers as in `order`.

    >>> resolution_order((1, 0, 2), (4, 4, 3))
    (2, 1, 0)
    """
    return tuple(sorted(order, key=lambda player: cards[player]))


def resolved(board: Board, state: State, player: int, step: Step) -> State:
    """The state after a legal step of a player; the order for ties is that of before."""
    card, start, heading = step
    hands = _with(state.hands, player, state.hands[player] & ~(1 << card))
    if start == OFF:
        return state._replace(hands=hands)
    cells = board.path(card, start, heading)
    assert cells is not None
    tokens = sum(1 << cell for cell in cells)
    showing = [shown & ~tokens for shown in state.showing]
    showing[player] |= tokens
    return State(tuple(showing), _with(state.heads, player, cells[-1]), hands, state.order)


def after_round(board: Board, state: State, steps: Sequence[Step]) -> State:
    """The state after a legal round, with a step of each player."""
    order = resolution_order(state.order, [card for card, _, _ in steps])
    for player in order:
        state = resolved(board, state, player, steps[player])
    return state._replace(order=order)


def _with(parts: tuple[int, ...], player: int, part: int) -> tuple[int, ...]:
    return (*parts[:player], part, *parts[player + 1 :])


def first_state(hands: Sequence[int], start: int) -> State:
    """The state before the first round; `start` is OFF, or where the one player's head stands."""
    players = range(len(hands))
    return State((0,) * len(hands), (start,) * len(hands), tuple(hands), tuple(players))
