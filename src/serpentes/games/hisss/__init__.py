"""Hisss: two to five players build snakes of a common deck; who completes one collects it.

>>> position = parse("H:r-ro py | ro1 T:o1 | 0/0 0/0 | 1 oy")
>>> [str(move) for move in position.moves()]
['H:r-ro-[oy]', 'H:r-ro-[oy]-yp', '[oy]-yp']
>>> str(position.play("H:r-ro-[oy]-yp").draw("ro"))
'H:r-ro-oy-yp | T:o1 | 0/0 0/0 | 2 ro'
>>> position.play("[oy]")
Traceback (most recent call last):
ValueError: '[oy]' is not legal in 'H:r-ro py | ro1 T:o1 | 0/0 0/0 | 1 oy':
    the card fits (match=mandatory); expected such as H:r-ro-[oy]
"""

from serpentes.games.base import Cards, Game
from serpentes.games.hisss.deck import Deck, default_deck, read_deck
from serpentes.games.hisss.move import Draw, Laying, Move
from serpentes.games.hisss.notation import (
    EXAMPLE,
    LEAST_PLAYERS,
    MOST_PLAYERS,
    Score,
    parse_position,
)
from serpentes.games.hisss.play import PlayStats, random_play
from serpentes.games.hisss.position import RULINGS, Position
from serpentes.games.hisss.start import MATCH, check_deck, start

__all__ = [
    "GAME",
    "RULINGS",
    "Deck",
    "Draw",
    "Laying",
    "Move",
    "PlayStats",
    "Position",
    "Score",
    "default_deck",
    "parse",
    "random_play",
    "read_deck",
    "start",
]


def parse(text: str, *, deck: Deck | None = None, match: str = MATCH) -> Position:
    """The position of a text in the notation of the rules.

    With a `deck`, the position has to be one that can come of it: its cards are of the deck, and
    those that are gone have been collected. Raises ValueError that says what is wrong with the
    text, and what was expected; TypeError for what is no text or no deck.

    >>> str(parse("yo-or H:* | T:* ro2 | 0/0 0/0 | 2"))
    'H:* ro-oy | ro2 T:*1 | 0/0 0/0 | 2'
    >>> parse("H:r-ro-T:o | ro2 | 0/0 0/0 | 1")
    Traceback (most recent call last):
    ValueError: snake 'H:r-ro-T:o' is complete; expected it to be collected
    """
    position = Position(*parse_position(text), RULINGS.choose({"match": match}))
    if deck is not None:
        position.check_of(check_deck(deck))
    return position


def __dir__() -> list[str]:
    return __all__


GAME = Game(
    name="hisss",
    title="Hisss",
    rulings=RULINGS,
    board=None,
    start=start,
    parse=parse,
    example=EXAMPLE,
    cards=Cards(
        read_deck=read_deck,
        random_play=random_play,
        players=(LEAST_PLAYERS, MOST_PLAYERS),
        dealt=False,
    ),
)
