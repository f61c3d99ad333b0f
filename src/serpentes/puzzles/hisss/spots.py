"""What can come up on the table and in the deck, whatever has been collected: in plain Python.

Two of these are one if no card left can tell them apart: ends and snakes that none can touch do not
count.
"""

from functools import lru_cache
from typing import NamedTuple

from serpentes.puzzles.hisss import rules
from serpentes.puzzles.hisss.rules import CLOSED, Snake, Table

DEAD = "-"
"""In place of the colour of an end that no card left can touch."""

Deck = tuple[str, ...]
"""The cards left: of an open deck the next first, of a closed one in any order."""


class Drawn(NamedTuple):
    """A kind of card that may be drawn: how many of the deck it is, and for each of its layings the
    spot that it leads to and the cards of the snake that it completes, 0 if it does not."""

    number: int
    laid: tuple[tuple[int, int], ...]


class Spots:
    """Tables with decks, by number.

    >>> spots = Spots(optional=False, is_open=False)
    >>> spot = spots.number((rules.read("H:r-ro"), rules.read("gb")), ("oy", "T:o"))
    >>> spots.most[spot], [drawn.number for drawn in spots.drawn(spot)]
    (4, [1, 1])
    """

    def __init__(self, *, optional: bool, is_open: bool) -> None:
        self.optional = optional
        self.is_open = is_open
        self.most: list[int] = []
        """The cards that may be collected yet at each spot, at most; -1 if no snake can be
        completed."""
        self._spots: list[tuple[Table, Deck]] = []
        self._numbers: dict[tuple[Table, Deck], int] = {}
        self._drawn: dict[int, tuple[Drawn, ...]] = {}

    def number(self, table: Table, deck: Deck) -> int:
        """The number of the spot with this table and deck."""
        found = self._numbers.get((table, deck))
        return self._add(table, deck) if found is None else found

    def _add(self, table: Table, deck: Deck) -> int:
        left = reduced(table, frozenset(deck))
        if (left, deck) not in self._numbers:
            self._numbers[left, deck] = len(self._spots)
            self._spots.append((left, deck))
            self.most.append(_most(left, deck))
        found = self._numbers[left, deck]
        self._numbers[table, deck] = found
        return found

    def snakes(self, spot: int) -> int:
        """The number of snakes on the table of a spot."""
        return len(self._spots[spot][0])

    def drawn(self, spot: int) -> tuple[Drawn, ...]:
        """What each card that may be drawn next leads to."""
        if spot not in self._drawn:
            table, deck = self._spots[spot]
            kinds = deck[:1] if self.is_open else tuple(dict.fromkeys(deck))
            self._drawn[spot] = tuple(self._draw(table, deck, card) for card in kinds)
        return self._drawn[spot]

    def _draw(self, table: Table, deck: Deck, card: str) -> Drawn:
        place = deck.index(card)
        rest = deck[:place] + deck[place + 1 :]
        laid = {
            (self.number(after, rest), collected)
            for after, collected in rules.layings(table, card, optional=self.optional)
        }
        return Drawn(1 if self.is_open else deck.count(card), tuple(laid))


def _most(table: Table, deck: Deck) -> int:
    sides = {one for one, _, _ in table} | {card.partition(":")[0] for card in deck}
    if not sides.issuperset(CLOSED):
        return -1
    return sum(length for _, _, length in table) + len(deck)


def reduced(table: Table, cards: frozenset[str]) -> Table:
    """A table without snakes that none of the cards can touch, and without the colours of such
    ends.

    >>> reduced((("H", "r", 2), ("o", "r", 3), ("g", "g", 4)), frozenset(["oy"]))
    (('-', 'o', 3),)
    """
    left = (_reduced(one, cards) for one in table)
    return tuple(sorted(one for one in left if one is not None))


@lru_cache(rules.KEPT)
def _reduced(one: Snake, cards: frozenset[str]) -> Snake | None:
    dead = {
        end
        for end, far in rules.open_ends(one)
        if not any(any(rules.sides_after(one, end, far, card)) for card in cards)
    }
    first, second = (DEAD if side in dead else side for side in one[:2])
    if {first, second} <= {DEAD, *CLOSED}:
        return None
    return rules.snake(first, second, one[2])
