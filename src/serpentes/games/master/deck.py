"""The cards of Serpent Master: numbers and paths, the default deck, and decks from files."""

import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from serpentes.games.text import check_type, described, quoted

if TYPE_CHECKING:
    from serpentes.games.decks import MasterDeck

MOST_CARDS = 32
HIGHEST = 999
LONGEST_PATH = 16
PATH = f"F[FLR]{{0,{LONGEST_PATH - 1}}}"
"""What the path of a card looks like, as a regular expression."""


class Deck:
    """The cards that every player has before some are put away: a path for each number.

    Numbers are 1 to 999, paths have 1 to 16 letters, and there are 1 to 32 cards; ValueError says
    which is none. A deck does not change; two are equal if they have the same cards.

    >>> deck = Deck({14: "FL", 15: "FF"})
    >>> deck
    Deck({15: 'FF', 14: 'FL'})
    >>> deck[14], deck.numbers, deck.paths
    ('FL', (15, 14), ('FF', 'FL'))
    >>> Deck({1: "FLLL"})
    Traceback (most recent call last):
    ValueError: path 'FLLL' of card 1 comes back to a cell; expected no cell twice, nor the first
    """

    def __init__(self, paths: Mapping[int, str]) -> None:
        check_type("deck", paths, Mapping, "a path for each number, such as {14: 'FL'}")
        if not 1 <= len(paths) <= MOST_CARDS:
            raise ValueError(f"deck has {len(paths)} cards; expected 1 to {MOST_CARDS}")
        for number, path in paths.items():
            _check_card(number, path)
        self._paths = {number: paths[number] for number in sorted(paths, reverse=True)}

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the cards, highest first."""
        return tuple(self._paths)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The paths of the cards, in the order of `numbers`."""
        return tuple(self._paths.values())

    def __getitem__(self, number: int) -> str:
        return self._paths[number]

    def place(self, number: int) -> int:
        """The place of a card among `numbers`; ValueError if the deck does not have it.

        >>> default_deck().place(14)
        1
        """
        if number not in self._paths:
            # A number of thousands of digits cannot even be printed.
            is_short = isinstance(number, int) and -HIGHEST <= number <= HIGHEST
            named = f"card {number}" if is_short else "that card"
            expected = ", ".join(map(str, self.numbers))
            raise ValueError(f"{named} is not in the deck; expected one of: {expected}")
        return self.numbers.index(number)

    def as_dict(self) -> dict[str, object]:
        """The deck for JSON: each path by its number, highest first."""
        return {str(number): path for number, path in self._paths.items()}

    def __len__(self) -> int:
        return len(self._paths)

    def __eq__(self, other: object) -> bool:
        return self._paths == other._paths if isinstance(other, Deck) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._paths.items()))

    def __repr__(self) -> str:
        return f"Deck({self._paths})"


def _check_card(number: object, path: object) -> None:
    if not isinstance(number, int) or not isinstance(path, str):
        raise TypeError(
            f"card is {described(number)} with {described(path)}; expected an int with a path"
        )
    if not 1 <= number <= HIGHEST:
        raise ValueError(f"card {quoted(str(number))} is out of range; expected 1 to {HIGHEST}")
    if not re.fullmatch(PATH, path):
        raise ValueError(
            f"path {quoted(path)} of card {number} cannot be read; "
            f"expected 1 to {LONGEST_PATH} letters F, L or R, the first of them F"
        )
    if _crosses_itself(path):
        raise ValueError(
            f"path {quoted(path)} of card {number} comes back to a cell; "
            "expected no cell twice, nor the first"
        )


def _crosses_itself(path: str) -> bool:
    at, step = 0j, 1j
    visited = {at}
    for letter in path:
        step *= {"F": 1, "L": 1j, "R": -1j}[letter]
        at += step
        if at in visited:
            return True
        visited.add(at)
    return False


def read_deck(path: str | Path) -> Deck:
    """The deck of a JSON file of the kind of `decks/master.json`.

    Raises ValueError, one line that names the first wrong field and what was expected; OSError if
    the file cannot be read.
    """
    # Models are slow to import, and most of what is done with positions needs none.
    from serpentes.games.decks import MasterDeck, read

    return _deck_of(read(path, MasterDeck))


@cache
def default_deck() -> Deck:
    """The deck that is played with where none is named.

    >>> len(default_deck()), default_deck()[11]
    (15, 'FLR')
    """
    from serpentes.games.decks import MasterDeck, default

    return _deck_of(default(MasterDeck))


def _deck_of(document: "MasterDeck") -> Deck:
    return Deck({card.number: card.path for card in document.cards})
