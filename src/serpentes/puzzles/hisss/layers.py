"""Chances of two players worked out again: layer by layer, in plain Python.

The compiled solver searches depth first, with bounds. Here all positions that can come up are
listed, a layer for each number of cards drawn, and then worked out from the last layer to the
first. A game is decided where a lead cannot be made up any more.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from serpentes.games.hisss.move import Laying
from serpentes.games.hisss.position import Position
from serpentes.puzzles.faults import OutOfNodesError
from serpentes.puzzles.hisss import rules
from serpentes.puzzles.hisss.spots import Spots

DECIDED = -1
"""In place of a spot where the game is decided."""
MANY_SNAKES = 12
"""Snakes from which on a position costs more than its layings."""


class State(NamedTuple):
    """A position before a draw, as the player sees it whose turn it is: `lead` are the cards by
    which that player is ahead, `own` and `other` the longest snakes."""

    spot: int
    lead: int
    own: int
    other: int

    @property
    def standing(self) -> int:
        """1, 0 or -1 as the player would win, share or lose if the game ended here."""
        lead = self.lead or self.own - self.other
        return (lead > 0) - (lead < 0)


class Row(NamedTuple):
    """A position and what follows: for each kind of card that may be drawn its number, and the
    places in the next layer of what its layings lead to; no draws where the game is decided."""

    standing: int
    draws: tuple[tuple[int, frozenset[int]], ...]


class Layers:
    """All that can come of a position of two players with a card in hand.

    Raises OutOfNodesError if more than `nodes` layings have to be looked at.

    >>> import serpentes as sp
    >>> position = sp.hisss.parse("H:r-ro or | ro1 oy2 T:o1 | 0/0 0/0 | 1 oy")
    >>> {str(laying): str(chance) for laying, chance in Layers(position, 1000).chances().items()}
    {'H:r-ro-[oy]': '1/4', 'ro-[oy]': '5/24'}
    """

    def __init__(self, position: Position, nodes: int) -> None:
        self.nodes = nodes
        self.spots = Spots(
            optional=position.rulings.match == "optional", is_open=position.order is not None
        )
        self.roots: dict[Laying, int] = {}
        self.layers: list[list[Row]] = []
        self._list(position)

    # Forwards: what can come up

    def _list(self, position: Position) -> None:
        layer: dict[State, int] = {}
        for laying in position.moves():
            assert isinstance(laying, Laying)
            self.roots[laying] = _place(layer, self._state(position.play(laying)))
        for _ in range(len(position.deck)):
            following: dict[State, int] = {}
            self.layers.append([self._row(state, following) for state in layer])
            layer = following
        self.layers.append([Row(state.standing, ()) for state in layer])

    def _state(self, position: Position) -> State:
        cards, own = position.scores[position.player - 1]
        others, other = position.scores[2 - position.player]
        table = tuple(sorted(map(rules.read, position.table)))
        deck = position.deck.cards if position.order is None else position.order
        return self._settled(State(self.spots.number(table, deck), cards - others, own, other))

    def _settled(self, state: State) -> State:
        if abs(state.lead) > self.spots.most[state.spot]:
            return State(DECIDED, state.standing, 0, 0)
        return state

    def _row(self, state: State, following: dict[State, int]) -> Row:
        if state.spot == DECIDED:
            return Row(state.standing, ())
        # Any two snakes may be joined; no game has so many that this counts.
        self.nodes -= max(0, self.spots.snakes(state.spot) - MANY_SNAKES) ** 2
        draws = (
            (number, frozenset(self._places(state, laid, following)))
            for number, laid in self.spots.drawn(state.spot)
        )
        return Row(state.standing, tuple(draws))

    def _places(
        self, state: State, laid: Sequence[tuple[int, int]], following: dict[State, int]
    ) -> Iterable[int]:
        """The places of what layings lead to, as the other player sees it."""
        self.nodes -= len(laid)
        if self.nodes < 0:
            raise OutOfNodesError
        for spot, collected in laid:
            longest = max(state.own, collected)
            after = State(spot, -state.lead - collected, state.other, longest)
            yield _place(following, self._settled(after))

    # Backwards: what it is worth

    def chances(self) -> dict[Laying, Fraction]:
        """The chance of winning after each laying, for the player who lays it."""
        values, orders = self._values(len(self.layers) - 1)
        return {
            laying: Fraction(orders - values[place], 2 * orders)
            for laying, place in self.roots.items()
        }

    def depth(self, right: Laying) -> int:
        """How many further cards have to be foreseen to see that a laying is the best.

        If the game ended when so many have been laid, or any larger number, it would be better than
        each of the others.

        >>> import serpentes as sp
        >>> position = sp.hisss.parse("H:r-ro or | [ro T:o T:r] | 0/0 0/0 | 1 oy")
        >>> Layers(position, 100).depth(position.moves()[0])
        3
        """
        least = len(self.layers)
        while least and self._is_best(right, least - 1):
            least -= 1
        return least

    def _is_best(self, right: Laying, horizon: int) -> bool:
        values, _ = self._values(horizon)
        # They are those of the other player.
        return all(
            values[self.roots[right]] < values[place]
            for laying, place in self.roots.items()
            if laying != right
        )

    def _values(self, horizon: int) -> tuple[list[int], int]:
        """The values after each laying, of the player whose turn it is then, if the game ended so
        many cards later: over all orders of these, wins less losses; and the number of orders."""
        values, orders = [row.standing for row in self.layers[horizon]], 1
        for place in range(horizon - 1, -1, -1):
            orders *= 1 if self.spots.is_open else len(self.layers) - 1 - place
            values = [_value(row, values, orders) for row in self.layers[place]]
        return values, orders


def _value(row: Row, following: Sequence[int], orders: int) -> int:
    if not row.draws:
        return row.standing * orders
    # What is best for a player is worst for the other.
    return sum(-number * min(following[place] for place in places) for number, places in row.draws)


def _place(layer: dict[State, int], state: State) -> int:
    return layer.setdefault(state, len(layer))
