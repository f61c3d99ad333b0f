"""Serpent Master: one to four players let serpents crawl over one square grid, card by card.

>>> task = parse("5x5 hand=15,14,8 start=a1")
>>> [str(placement) for placement in task.placements(1, 15)]
['15N', '15E']
>>> task.play("15N").play("8E").play("14N").winners
(1,)
>>> game = parse("4x4 hands=15,14/15,14").play("15@a1N,14@d4W")
>>> str(game), game.scores
('4x4 hands=15,14/15,14 moves=15@a1N,14@d4W', (2, 2))
>>> game.play("14E,15N")
Traceback (most recent call last):
ValueError: 14E,15N is not legal in '4x4 hands=15,14/15,14 moves=15@a1N,14@d4W':
    15N of player 2: its path (FF) leads over c4, where an own token shows
"""

from collections.abc import Iterable
from random import Random

from serpentes.games.base import Cards, Game
from serpentes.games.master.deal import (
    PLAYERS,
    SIDES,
    board_for,
    check_cards,
    check_players,
    deal,
)
from serpentes.games.master.deck import Deck, default_deck, read_deck
from serpentes.games.master.move import Move, Placement, Round
from serpentes.games.master.notation import MODES, cell_number, check_hands, parse_position
from serpentes.games.master.play import PlayStats, random_play
from serpentes.games.master.position import RULINGS, Position
from serpentes.games.square import BOARD, cell_names, set_of
from serpentes.games.text import described

__all__ = [
    "GAME",
    "RULINGS",
    "Deck",
    "Move",
    "Placement",
    "PlayStats",
    "Position",
    "Round",
    "default_deck",
    "parse",
    "random_play",
    "read_deck",
    "start",
]


def start(
    players: int | None = None,
    *,
    hands: Iterable[Iterable[int]] | None = None,
    width: int | None = None,
    height: int | None = None,
    blocked: Iterable[str] = (),
    cards: int | None = None,
    seed: int = 0,
    mode: str = MODES[0],
    start: str | None = None,
    deck: Deck | None = None,
) -> "Position":
    """A game before its first round, or a solo task: hands as given, or dealt at random by `seed`.

    Without `hands`, each of the `players` (2) has `cards` of the deck (11, or all of a deck with
    fewer). `width` and `height` are by the number of players: 7 for one, 6 for two, 8 for three and
    four. `mode` and `start` are for one player only. Raises ValueError for what makes no game.

    >>> str(start(hands=[(14, 15), (8, 3)], width=5, height=4, blocked=["c3"]))
    '5x4 hands=15,14/8,3 blocked=c3'
    >>> start(3, seed=1).board, [len(hand) for hand in start(3, seed=1).hands]
    ({'width': 8, 'height': 8}, [11, 11, 11])
    """
    used = default_deck() if deck is None else deck
    given = None if hands is None else check_hands(hands, used)
    if given is not None and (cards is not None or players not in (None, len(given))):
        raise ValueError("hands are given as well as players or cards; expected the hands alone")
    seats = check_players(
        len(given) if given is not None else PLAYERS if players is None else players
    )
    columns, rows = board_for(seats, width, height)
    if given is None:
        given = deal(Random(seed), seats, check_cards(cards, used), used)
    closed = set_of(cell_number(name, columns, rows, "blocked") for name in blocked)
    return Position(columns, rows, closed, given, used, mode, start)


def parse(text: str, deck: Deck | None = None) -> "Position":
    """The position of a text in the notation of the rules, of a solo task or a game.

    Cards are those of `deck`, the default deck if it is left out. Raises ValueError that says what
    is wrong with the text or its moves, and what was expected; TypeError for what is no text.

    >>> parse("6x6 hands=8/8 moves=8@a1N,8@f1N").scores
    (4, 4)
    >>> parse("3x3 hand=15 start=b2 blocked=b2")
    Traceback (most recent call last):
    ValueError: start b2 is blocked; expected a cell that is not
    """
    used = default_deck() if deck is None else deck
    if not isinstance(used, Deck):
        raise TypeError(f"deck is {described(used)}; expected a Deck, such as read_deck(PATH)")
    found = parse_position(text, used)
    names = cell_names(found.width, found.height)
    position = Position(
        found.width,
        found.height,
        found.blocked,
        found.hands,
        used,
        found.mode,
        names.get(found.start),
    )
    for move in found.moves:
        position = position.play(move)
    return position


def __dir__() -> list[str]:
    return __all__


GAME = Game(
    name="master",
    title="Serpent Master",
    rulings=RULINGS,
    board=BOARD,
    start=start,
    parse=parse,
    example="6x6 hands=15,14,8/15,14,8",
    cards=Cards(
        read_deck=read_deck, random_play=random_play, players=(min(SIDES), max(SIDES)), dealt=True
    ),
)
