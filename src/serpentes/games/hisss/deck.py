"""The decks of Hisss: how many cards of each kind there are, the default deck, decks from files."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from serpentes.games.hisss.cards import CARD, CARDS, MOST_CARDS, check_card
from serpentes.games.text import check_type, described, quoted

if TYPE_CHECKING:
    from serpentes.games.decks import HisssDeck

EMPTY = "-"


class Deck:
    """The cards of a closed deck: a number for each kind, at most 255 cards in all.

    A middle section may be named either way, `ro` or `or`. Raises ValueError for what is no card,
    one that is there twice, and numbers out of range. A deck does not change; two are equal if they
    have the same cards.

    >>> deck = Deck({"T:*": 1, "yo": 2, "ro": 3})
    >>> deck, str(deck), len(deck)
    (Deck({'ro': 3, 'oy': 2, 'T:*': 1}), 'ro3 oy2 T:*1', 6)
    >>> deck["or"], deck["H:r"]
    (3, 0)
    >>> Deck({"rr": 1})
    Traceback (most recent call last):
    ValueError: there is no card 'rr', whose two colours are equal; expected different ones, such as
        ro
    """

    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[str, int]) -> None:
        check_type("deck", counts, Mapping, "a number for each card, such as {'ro': 2}")
        found: dict[str, int] = {}
        for name, count in counts.items():
            card = check_card(name)
            if card in found:
                raise ValueError(f"card {card} is in the deck twice; expected each kind once")
            found[card] = _check_count(card, count)
        if sum(found.values()) > MOST_CARDS:
            raise ValueError(f"deck has {sum(found.values())} cards; expected at most {MOST_CARDS}")
        self._counts = {card: found[card] for card in CARDS if found.get(card)}

    @classmethod
    def parse(cls, text: str) -> "Deck":
        """The deck of a text such as `ro3 oy1 H:r`, in any order; a number left out is 1.

        >>> Deck.parse("T:* ro2"), Deck.parse("-")
        (Deck({'ro': 2, 'T:*': 1}), Deck({}))
        >>> Deck.parse("ro300")
        Traceback (most recent call last):
        ValueError: deck 'ro300': 'ro300' is out of range; expected 1 to 255 cards of a kind
        """
        counts: dict[str, int] = {}
        for entry in [] if text == EMPTY else text.split(" "):
            try:
                card, count = _read_entry(entry)
            except ValueError as error:
                raise ValueError(f"deck {quoted(text)}: {error}") from error
            if card in counts:
                raise ValueError(
                    f"deck {quoted(text)}: {card} is there twice; expected each kind once"
                )
            counts[card] = count
        return cls(counts)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of cards there are, in the order of the notation."""
        return tuple(self._counts)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card, in the order of the notation."""
        return tuple(card for card, count in self._counts.items() for _ in range(count))

    def __getitem__(self, card: str) -> int:
        return self._counts.get(check_card(card), 0)

    def without(self, card: str) -> "Deck":
        """The deck after one such card is drawn; ValueError if there is none."""
        kind = check_card(card)
        if kind not in self._counts:
            raise ValueError(f"card {kind} is not in the deck; {self.expected()}")
        return Deck({**self._counts, kind: self._counts[kind] - 1})

    def expected(self) -> str:
        """What could be drawn, for messages."""
        return f"expected one of: {', '.join(self.kinds)}" if self._counts else "it is empty"

    def as_dict(self) -> dict[str, int]:
        """The deck for JSON: the number of cards of each kind there is."""
        return dict(self._counts)

    def __len__(self) -> int:
        return sum(self._counts.values())

    def __eq__(self, other: object) -> bool:
        return self._counts == other._counts if isinstance(other, Deck) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._counts.items()))

    def __str__(self) -> str:
        return " ".join(f"{card}{count}" for card, count in self._counts.items()) or EMPTY

    def __repr__(self) -> str:
        return f"Deck({self._counts})"


def _read_entry(entry: str) -> tuple[str, int]:
    """A kind of card with its number, from a text such as `ro3` or `ro`."""
    found = re.fullmatch("(?P<card>[^0-9]+)(?P<count>0|[1-9][0-9]*)?", entry)
    # In a deck it is rather the separator that is wrong than the card, unless it looks like one.
    if found is None or not re.fullmatch(CARD, found["card"]):
        raise ValueError(
            f"{quoted(entry)} cannot be read; expected cards with their numbers, such as "
            "ro3 H:r1 T:*1, separated by single spaces"
        )
    card, number = check_card(found["card"]), found["count"] or "1"
    # A number of thousands of digits cannot even be converted.
    if len(number) > len(str(MOST_CARDS)) or not 1 <= int(number) <= MOST_CARDS:
        raise ValueError(
            f"{quoted(entry)} is out of range; expected 1 to {MOST_CARDS} cards of a kind"
        )
    return card, int(number)


def _check_count(card: str, count: object) -> int:
    if not isinstance(count, int):
        raise TypeError(f"number of cards {card} is {described(count)}; expected an int")
    if not 0 <= count <= MOST_CARDS:
        raise ValueError(f"number of cards {card} is out of range; expected 0 to {MOST_CARDS}")
    return count


def read_deck(path: str | Path) -> Deck:
    """The deck of a JSON file of the kind of `decks/hisss.json`.

    Raises ValueError, one line that names the first wrong field and what was expected; OSError if
    the file cannot be read.
    """
    # Models are slow to import, and most of what is done with positions needs none.
    from serpentes.games.decks import HisssDeck, read

    return _deck_of(read(path, HisssDeck))


@cache
def default_deck() -> Deck:
    """The deck that is played with where none is named.

    >>> len(default_deck()), default_deck()["ro"], default_deck()["H:*"]
    (50, 6, 1)
    """
    from serpentes.games.decks import HisssDeck, default

    return _deck_of(default(HisssDeck))


def _deck_of(document: "HisssDeck") -> Deck:
    return Deck({entry.card: entry.count for entry in document.cards})
