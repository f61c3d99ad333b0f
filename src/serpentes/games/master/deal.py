"""What is on the table before the first round of Serpent Master: sizes of boards, hands dealt."""

from random import Random

from serpentes.games.master.deck import Deck
from serpentes.games.square import BOARD
from serpentes.games.text import described

SIDES = {1: 7, 2: 6, 3: 8, 4: 8}
"""Width and height of the board by the number of players."""
PLAYERS = 2
CARDS = 11
"""Players and cards in a hand where nothing is said; all cards of a deck with fewer."""


def check_players(players: int) -> int:
    """The number of players; ValueError if there are not so many, TypeError if it is no int."""
    if not isinstance(players, int):
        raise TypeError(f"players is {described(players)}; expected an int, 1 to {len(SIDES)}")
    if players not in SIDES:
        raise ValueError(f"players {players} is out of range; expected 1 to {len(SIDES)}")
    return players


def board_for(players: int, width: int | None, height: int | None) -> tuple[int, int]:
    """Width and height, by the number of players where they are left out; ValueError for what is
    no board.

    >>> board_for(3, None, None), board_for(2, 4, None)
    ((8, 8), (4, 6))
    """
    side = SIDES[players]
    return BOARD.check(side if width is None else width, side if height is None else height)


def check_cards(cards: int | None, deck: Deck) -> int:
    """The number of cards of a hand, if it is left out 11, or all cards of a deck with fewer;
    ValueError if the deck has not so many.

    >>> check_cards(None, Deck({2: "FF", 1: "FL"})), check_cards(1, Deck({2: "FF", 1: "FL"}))
    (2, 1)
    """
    wanted = min(CARDS, len(deck)) if cards is None else cards
    if not isinstance(wanted, int):
        raise TypeError(f"cards is {described(wanted)}; expected an int, 1 to {len(deck)}")
    if not 1 <= wanted <= len(deck):
        raise ValueError(
            f"cards {wanted} is out of range; expected 1 to {len(deck)}, as many as are in the deck"
        )
    return wanted


def deal(random: Random, players: int, cards: int, deck: Deck) -> tuple[tuple[int, ...], ...]:
    """A hand for each player: so many cards of the deck, which all have whole, highest first.

    >>> deal(Random(0), 2, 3, Deck({3: "F", 2: "FF", 1: "FFF"}))
    ((3, 2, 1), (3, 2, 1))
    """
    return tuple(
        tuple(sorted(random.sample(deck.numbers, cards), reverse=True)) for _ in range(players)
    )
