"""Games of a shallow search against itself, with some chance, so that they are sensible and differ.

A move that wins within a few plies is played, one that loses within a few is not, and of the others
one of those that leave the opponent the fewest moves, by chance (where there are men to be taken,
those count first, and now and then any move is played). The first moves are drawn evenly, so that
no two games are alike.
"""

import random
from collections.abc import Iterator, Sequence

from serpentes.games.base import MaterialPosition, Move, SearchablePosition
from serpentes.solve.search import ForwardSearch

PLIES = 3
"""Plies that the search looks ahead."""
FIRST = 4
"""Moves that are drawn evenly."""
CHANCES = (4, 2, 1)
"""The weights of the moves that leave the opponent the fewest replies."""
LOOSE, AHEAD = 1 / 8, 1 / 2
"""The chance that any move is played that does not lose at once, where there are men to be taken:
else play comes to a standstill. That of the side with more men is greater, so that games stay even.
"""
LONGEST = 600
"""Plies after which a game is left as it is."""

Child = tuple[Move, SearchablePosition]


def play(start: SearchablePosition, seed: int) -> Iterator[tuple[SearchablePosition, Move]]:
    """The positions of the game of a seed, each with the move that is played there.

    The game begins at `start`; the same arguments give the same game.

    >>> import serpentes as sp
    >>> [str(move) for _, move in play(sp.serpent.start(size=2), 1)]
    ['a2', 'c1', 'a1', 'b3', 'c2']
    """
    chance, search = random.Random(seed), ForwardSearch(start)
    position = start
    for ply in range(LONGEST):
        if position.outcome is not None:
            return
        children = position.children()
        if ply < FIRST:
            move, child = chance.choice(children)
        else:
            move, child = _choice(children, search, chance)
        yield position, move
        position = child


def _choice(children: Sequence[Child], search: ForwardSearch, chance: random.Random) -> Child:
    """The move that is played, with the position after it."""
    values = [search.value(child, plies=PLIES - 1) for _, child in children]
    for option, value in zip(children, values, strict=True):
        if value is not None and value.outcome == "loss":
            return option
    undecided = [c for c, v in zip(children, values, strict=True) if v is None]
    safe = undecided or list(children)
    if chance.random() < _looseness(safe[0][1]):
        return chance.choice(safe)
    safe.sort(key=lambda option: _danger(option[1]))
    best = safe[: len(CHANCES)]
    return chance.choices(best, CHANCES[: len(best)])[0]


def _looseness(position: SearchablePosition) -> float:
    """The chance that the side that has just moved plays any move."""
    if not isinstance(position, MaterialPosition):
        return 0
    other, own = position.men
    return AHEAD if own > other else LOOSE


def _danger(position: SearchablePosition) -> tuple[int, int]:
    """How little is good about a position for the side that has just moved: what it is behind in
    men after the opponent's best move, if that counts, and the opponent's moves."""
    behind = 0
    if isinstance(position, MaterialPosition):
        balances = [own - other for own, other in (child.men for _, child in position.children())]
        behind = -min(balances, default=0)
    return behind, position.perft(1)
