"""The beginning of Hisss: the deck, closed or open, and nothing on the table."""

from random import Random

from serpentes.games.hisss.deck import Deck, default_deck
from serpentes.games.hisss.notation import LEAST_PLAYERS, MOST_PLAYERS, Score
from serpentes.games.hisss.position import RULINGS, Position
from serpentes.games.random_play import check_seed
from serpentes.games.text import described

PLAYERS = 2
"""Players where nothing is said."""
MATCH = RULINGS.rulings[0].default


def start(
    players: int = PLAYERS,
    *,
    deck: Deck | None = None,
    seed: int | None = None,
    match: str = MATCH,
) -> Position:
    """The game before its first card, which will be laid open for nobody.

    The deck, that of the rules if it is left out, is closed; with a `seed` it is open, shuffled by
    it: the order is known, and the same for the same seed. Raises ValueError for numbers out of
    range and for a deck without cards, TypeError for what is no deck.

    >>> str(start(3, deck=Deck({"ro": 2, "H:r": 1, "T:o": 1})))
    '- | ro2 H:r1 T:o1 | 0/0 0/0 0/0 | 1'
    >>> start(deck=Deck({"ro": 2, "H:r": 1, "T:o": 1}), seed=1).order
    ('T:o', 'ro', 'H:r', 'ro')
    """
    used = check_deck(deck)
    scores = (Score(0, 0),) * check_players(players)
    position = Position((), used, None, scores, 1, None, RULINGS.choose({"match": match}))
    if seed is None:
        return position
    order = list(used.cards)
    Random(check_seed(seed)).shuffle(order)
    return position.ordered(order)


def check_players(players: int) -> int:
    """The number of players; ValueError if there are not so many, TypeError if it is no int."""
    expected = f"{LEAST_PLAYERS} to {MOST_PLAYERS}"
    if not isinstance(players, int):
        raise TypeError(f"players is {described(players)}; expected an int, {expected}")
    if not LEAST_PLAYERS <= players <= MOST_PLAYERS:
        raise ValueError(f"players {players} is out of range; expected {expected}")
    return players


def check_deck(deck: Deck | None) -> Deck:
    """The deck of a whole game, the default one for None; ValueError if it has no cards, TypeError
    for what is no deck."""
    used = default_deck() if deck is None else deck
    if not isinstance(used, Deck):
        raise TypeError(f"deck is {described(used)}; expected a Deck, such as read_deck(PATH)")
    if not len(used):
        raise ValueError("deck has no cards; expected 1 or more")
    return used
