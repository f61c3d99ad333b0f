"""Positions with their values: the ore from which puzzles are made.

From a table that has the start of the game, they come from random games, each with the game that
led to it, so it is reachable in play by construction. All moves of a game are looked at, not only
those played: that finds rare values many times as fast. From a table of endgames, they are
placements drawn at random.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from random import Random

import numpy as np
from numpy.typing import NDArray

from serpentes.games.base import MaterialPosition, Move, SearchablePosition
from serpentes.solve.key_table import KeyTable
from serpentes.solve.slice_table import SliceTable
from serpentes.solve.table import Table
from serpentes.solve.value import MOST_BYTE, Value

LONGEST_GAME = 60
GAMES_AT_ONCE = 100
"""Games whose positions are looked up together."""

PLACEMENTS = 1000
"""Placements that are drawn in place of a game."""

ABSENT = 0xFFFF
"""Stands for a position that is not in the table; no value has this code."""

Values = Callable[[SearchablePosition], Value]


@dataclass(frozen=True, slots=True)
class Found:
    """A position, the moves that lead to it from the start, its value, the number of its game.

    Of a placement that was drawn, `played` is None and the number is its own.
    """

    position: SearchablePosition
    played: tuple[Move, ...] | None
    value: Value
    game: int


def find(table: Table, seed: int, games: int, low: int, high: int) -> Iterator[Found]:
    """Positions that are drawn, won by the number of men, or won in `low` to `high` plies.

    They come from so many random games, or from a thousand random placements for each if the start
    is not in the table. They may come up more than once. The same arguments find the same positions
    in the same order.
    """
    random = Random(seed)
    if isinstance(table, SliceTable) and table.start not in table:
        yield from _placements(table, random, games, low, high)
        return
    plays = enumerate(_play(table.start, random) for _ in range(games))
    while batch := list(islice(plays, GAMES_AT_ONCE)):
        ore = [(game, *one) for game, play in batch for one in play]
        for place, value in _wanted(table, [position for _, position, _ in ore], low, high):
            game, position, played = ore[place]
            yield Found(position, played, value, game)


def is_wanted(value: Value, low: int, high: int) -> bool:
    """Whether a position of that value can be a puzzle.

    >>> [is_wanted(Value("win", plies), 3, 9) for plies in (1, 3, 11, None)]
    [False, True, False, True]
    >>> is_wanted(Value("draw", None), 3, 9), is_wanted(Value("loss", 4), 3, 9)
    (True, False)
    """
    if value.outcome != "win" or value.plies is None:
        return value.outcome != "loss"
    return low <= value.plies <= high


def _play(
    start: SearchablePosition, random: Random
) -> list[tuple[SearchablePosition, tuple[Move, ...]]]:
    """The positions of a random game and all their neighbours, with the moves that lead there."""
    met: list[tuple[SearchablePosition, tuple[Move, ...]]] = []
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


def _placements(
    table: SliceTable, random: Random, batches: int, low: int, high: int
) -> Iterator[Found]:
    slices = list(table.slices.items())
    wanted = np.array(
        [is_wanted(Value.from_byte(byte), low, high) for byte in range(MOST_BYTE + 1)]
    )
    for batch in range(batches):
        men, values = slices[int(random.random() * len(slices))]
        places = np.array([int(random.random() * len(values)) for _ in range(PLACEMENTS)])
        for number in np.flatnonzero(wanted[values[places]]).tolist():
            place = int(places[number])
            position, value = table.position_at(men, place), table.value_at(men, place)
            position = position if random.random() < 1 / 2 else position.exchanged()
            yield Found(position, None, value, batch * PLACEMENTS + number)


# Looking up


def valuer(table: Table) -> Values:
    """A function that tells what `table[position]` tells of positions of the table's board and
    rulings, several times as fast as that, as it does not look whether they are.

    >>> import serpentes as sp
    >>> start = sp.serpent.start(size=2)
    >>> str(valuer(sp.solve(start))(start))
    'loss in 5 plies'
    """
    if isinstance(table, KeyTable) and table.start.key_words == 1:
        return _valuer_by_key(table)
    if isinstance(table, SliceTable):
        return _valuer_by_men(table)
    return lru_cache(1 << 18)(table.__getitem__)


def _valuer_by_key(table: KeyTable) -> Values:
    words, numbers = table.keys[:, 0], table.values
    decoded = cache(Value.from_code)

    @lru_cache(1 << 18)
    def known(key: int) -> Value | None:
        place = int(words.searchsorted(np.uint64(key)))
        if place < len(words) and int(words[place]) == key:
            return decoded(int(numbers[place]))
        return None

    def value(position: SearchablePosition) -> Value:
        found = known(position.key)
        if found is not None:
            return found
        outcome = position.outcome
        return table[position] if outcome is None else Value(outcome, 0)

    return value


def _valuer_by_men(table: SliceTable) -> Values:
    decoded = tuple(map(Value.from_byte, range(MOST_BYTE + 1)))
    slices = {men: (table.index(men).index, values) for men, values in table.slices.items()}

    def value(position: SearchablePosition) -> Value:
        assert isinstance(position, MaterialPosition)
        found = slices.get(position.men)
        if found is None:
            return table[position]
        index, values = found
        own, opponent = position.state[:2]
        return decoded[int(values[index(own, opponent, position.side == "w")])]

    return value


def _wanted(
    table: Table, positions: Sequence[SearchablePosition], low: int, high: int
) -> Iterator[tuple[int, Value]]:
    """The places of the positions that can be puzzles, with their values."""
    if isinstance(table, KeyTable) and table.start.key_words == 1:
        found = codes(table, [position.key for position in positions])
        for code in np.unique(found).tolist():
            if code == ABSENT or not is_wanted(Value.from_code(code), low, high):
                found[found == code] = ABSENT
        for place in np.flatnonzero(found != ABSENT).tolist():
            yield place, Value.from_code(int(found[place]))
        return
    value_of = valuer(table)
    for place, position in enumerate(positions):
        value = value_of(position)
        if is_wanted(value, low, high):
            yield place, value


def codes(table: KeyTable, keys: Sequence[int]) -> NDArray[np.uint16]:
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
