"""Positions of random games, with their values: the ore from which puzzles are made.

Every position comes with the game that led to it, so it is reachable in play by construction. All
moves of a game are looked at, not only those played: that finds rare values many times as fast.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from random import Random

import numpy as np
from numpy.typing import NDArray

from serpentes.games.serpent import Move, Position
from serpentes.solve.table import Table
from serpentes.solve.value import Value

LONGEST_GAME = 60
GAMES_AT_ONCE = 100
"""Games whose positions are looked up together."""

ABSENT = 0xFFFF
"""Stands for a position that is not in the table; no value has this code."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position, the moves that lead to it from the start, its value, the number of its game."""

    position: Position
    played: tuple[Move, ...]
    value: Value
    game: int


def find(table: Table, seed: int, games: int, low: int, high: int) -> Iterator[Found]:
    """Positions that are drawn, or won in `low` to `high` plies, from so many random games.

    They may come up more than once. The same arguments find the same positions in the same order.
    """
    start = table.start
    assert isinstance(start, Position)
    random = Random(seed)
    plays = enumerate(_play(start, random) for _ in range(games))
    while batch := list(islice(plays, GAMES_AT_ONCE)):
        ore = [(game, *one) for game, play in batch for one in play]
        keys = [position.key for _, position, _ in ore]
        found = codes(table, keys)
        for place in np.flatnonzero(_wanted(found, low, high)).tolist():
            game, position, played = ore[place]
            yield Found(position, played, Value.from_code(int(found[place])), game)


def _play(start: Position, random: Random) -> list[tuple[Position, tuple[Move, ...]]]:
    """The positions of a random game and all their neighbours, with the moves that lead there."""
    met: list[tuple[Position, tuple[Move, ...]]] = []
    position, played = start, tuple[Move, ...]()
    while len(played) < LONGEST_GAME:
        children = position.children()
        if not children:
            break
        met += ((child, (*played, move)) for move, child in children)
        # `random()` is the one method that is promised to give the same numbers in every version.
        move, position = children[int(random.random() * len(children))]
        played = (*played, move)
    return met


def codes(table: Table, keys: Sequence[int]) -> NDArray[np.uint16]:
    """The codes of the values of keys, ABSENT for those not in the table; only one-word keys.

    >>> import serpentes as sp
    >>> start = sp.serpent.start(size=2)
    >>> codes(sp.solve(start), [start.key, 1 << 15]).tolist()
    [21, 65535]
    """
    words = table.keys[:, 0]
    wanted = np.array(keys, dtype=np.uint64)
    places = np.minimum(np.searchsorted(words, wanted), len(words) - 1)
    found = np.where(words[places] == wanted, table.values[places], ABSENT)
    return found.astype(np.uint16)


def valuer(table: Table) -> Callable[[Position], Value]:
    """A function that tells what `table[position]` tells, for one-word keys and several times as
    fast.

    >>> import serpentes as sp
    >>> start = sp.serpent.start(size=2)
    >>> str(valuer(sp.solve(start))(start))
    'loss in 5 plies'
    """
    words, numbers = table.keys[:, 0], table.values
    decoded = cache(Value.from_code)

    @lru_cache(1 << 18)
    def known(key: int) -> Value | None:
        place = int(words.searchsorted(np.uint64(key)))
        if place < len(words) and int(words[place]) == key:
            return decoded(int(numbers[place]))
        return None

    def value(position: Position) -> Value:
        found = known(position.key)
        if found is not None:
            return found
        outcome = position.outcome
        return table[position] if outcome is None else Value(outcome, 0)

    return value


def _wanted(found: NDArray[np.uint16], low: int, high: int) -> NDArray[np.bool_]:
    plies, outcome = found >> 2, found & 3
    drawn = (found == 0) | (outcome == 2)
    won = (outcome == 3) & (plies >= low) & (plies <= high)
    wanted: NDArray[np.bool_] = (drawn | won) & (found != ABSENT)
    return wanted
