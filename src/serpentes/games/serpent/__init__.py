"""Serpent (2025): two players grow snakes on a hexagonal board until one colour is wiped out.

>>> position = start(size=3, hostility="end-of-turn")
>>> position = position.play("c3").play("a1")
>>> str(position)
'w2/4/2b2/4/3 b -'
>>> position.play("c2").play("a2").play("d2")
Traceback (most recent call last):
ValueError: d2 is not legal in 'ww1/4/1bb2/4/3 b -': d2 touches a friendly snake
"""

from serpentes.games.base import Game
from serpentes.games.serpent.core import BOARD
from serpentes.games.serpent.move import Move
from serpentes.games.serpent.notation import parse_position
from serpentes.games.serpent.position import Position
from serpentes.games.serpent.rulings import RULINGS

__all__ = ["GAME", "RULINGS", "Move", "Position", "parse", "start"]


def start(size: int = BOARD.default, **rulings: str) -> Position:
    """The empty board with Black to move.

    Rulings are keywords (`hostility`, `stuck`); those left out take their defaults. Raises
    ValueError for a size out of 2 to 6 and for rulings or options that there are not, TypeError for
    a size that is no int.

    >>> str(start(size=2))
    '2/3/2 b -'
    """
    return Position(BOARD.check(size), 0, 0, "b", "", RULINGS.choose(rulings))


def parse(text: str, **rulings: str) -> Position:
    """The position of a text in the notation of the rules.

    Rulings are keywords (`hostility`, `stuck`); those left out take their defaults. Raises
    ValueError that says what is wrong with the text, the stones or the rulings, and what was
    expected; TypeError for what is no text.

    >>> parse("3/4/5/4/3 b -", stuck="passes").rulings.stuck
    'passes'
    >>> parse("3/bb2/1b3/4/3 b -")
    Traceback (most recent call last):
    ValueError: the black stones at b1 are no snake: b1 touches b2 and c2, which touch each other
    """
    size, black, white, side, hatched = parse_position(text)
    return Position(size, black, white, side, hatched, RULINGS.choose(rulings))


def __dir__() -> list[str]:
    return __all__


GAME = Game(
    name="serpent",
    title="Serpent (2025)",
    rulings=RULINGS,
    board=BOARD,
    start=start,
    parse=parse,
    example="3/4/5/4/3 b -",
)
