"""A naive solver for Hisss: what each player can expect, as exact fractions.

Every card that may be drawn, every move, to the end of the game; only positions that are equal in
every card are looked at once.

>>> position = hisss.parse("H:r-ro | oy1 T:o1 | 0/0 0/0 | 1")
>>> [str(value) for value in values(position)]
['3/4', '1/4']
>>> {text: str(own) for text, (own, _) in of_moves(position.draw("T:o")).items()}
{'H:r-ro-[T:o]': '1'}
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from . import hisss
from .hisss import Position

Values = tuple[Fraction, ...]


@lru_cache(maxsize=1 << 18)
def values(position: Position) -> Values:
    """Return each player's probability of winning when every player maximises their own."""
    if position.finished:
        return position.shares()
    if position.card is None:
        return average((chance, values(after)) for chance, after in position.draws().values())
    return chosen(of_moves(position).values(), position.player)


def of_moves(position: Position) -> dict[str, Values]:
    """Return the values of each move of the card in hand, the moves in ASCII order."""
    return {text: values(after) for text, after in hisss.legal_moves(position).items()}


def chosen(following: Iterable[Values], player: int) -> Values:
    """Return what a player's choice is worth to everybody: each of the equally good moves alike."""
    following = list(following)
    most = max(worth[player - 1] for worth in following)
    best = [worth for worth in following if worth[player - 1] == most]
    return average((Fraction(1, len(best)), worth) for worth in best)


def average(weighted: Iterable[tuple[Fraction, Values]]) -> Values:
    """Return the sum of values for each player, each times its weight."""
    parts = [[weight * value for value in worth] for weight, worth in weighted]
    return tuple(sum(column, Fraction()) for column in zip(*parts, strict=True))
