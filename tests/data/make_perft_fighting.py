"""Makes the table of perft figures of Fighting Serpents: `python -m data.make_perft_fighting` in
tests/.

It takes a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from reference import fighting as plain
from twins import played, random_men

from serpentes.games.fighting import RULINGS, Position, misfit, parse, start
from serpentes.games.rulings import Rulings

from . import perft_table
from .perft_table import Entry, Source

MOSONA, LUDII_KOLOWIS, LUDII_MOSONA = (
    {**preset.rulings, **preset.start}
    for preset in map(RULINGS.preset, ("mosona", "ludii-kolowis", "ludii-mosona"))
)
FULL = {"capture": "compulsory", "chain": "full"}
# The reference figures of the rules: what `start` is given, and the figures from depth 1 on.
RULES: list[tuple[dict[str, Any], list[int]]] = [
    ({"length": 2}, [4, 14, 58, 258, 914, 3364, 12594]),
    ({"length": 4}, [6, 36, 234, 1616, 11219, 84251, 618130]),
    ({"length": 8}, [6, 36, 248, 1845, 14651, 127150, 1159135]),
    ({"length": 16}, [6, 36, 248, 1823, 14302, 120606, 1078305]),
    ({"length": 16, "arc": "none"}, [6, 34, 227, 1600, 12224, 99202, 870071]),
    ({"length": 16, **FULL}, [6, 14, 47, 151, 561, 2157, 8950]),
    ({"length": 16, **FULL, "arc": "none"}, [6, 17, 56, 187, 752, 3021, 13254]),
    (
        {"length": 16, **FULL, "arc": "none", "rows": "plain"},
        [6, 17, 55, 180, 707, 2762, 11960, 52406],
    ),
    (MOSONA, [3, 4, 9, 27, 79, 234, 718, 2414, 8114, 30113]),
    (LUDII_KOLOWIS, [5, 19, 101, 540, 3558, 22863, 182112, 1417845]),
    (LUDII_MOSONA, [3, 7, 21, 104, 556, 3429, 22587, 170771]),
    ({"length": 16, **FULL, "direction": "forward"}, [6, 14, 47, 171, 646, 2524, 10869]),
]
LENGTHS = (2, 3, 4, 5, 6, 8, 16)
# An entry ends with the first depth that has so many leaves.
LEAVES = 100_000
# The twin counts a depth if the one before has at most so many leaves.
TWIN_LEAVES = {2: 10_000, 3: 6_000, 4: 4_000, 5: 3_000, 6: 2_000, 8: 1_000, 16: 300}
SEEDS = range(1, 200)
INITIAL = "the initial position"


# --- Positions -----------------------------------------------------------------------------------


def entries(lengths: tuple[int, ...] = LENGTHS) -> Iterator[Entry]:
    """Yield every position of the table with its rulings, its origin and what it shows."""
    for options, _ in RULES:
        if start(**options).length in lengths:
            yield entry_of(start(**options), INITIAL)
    for length in lengths:
        for reading in readings(length):
            initial = start(length, **reading)
            if all(start(**options) != initial for options, _ in RULES):
                yield entry_of(initial, INITIAL)
        for feature in FEATURES:
            for source in (half_way, set_up):
                found = ((seed, source(length, seed)) for seed in SEEDS)
                fit = ((s, p) for s, p in found if feature in shown(p) and p.perft(3))
                seed, position = next(fit, (0, None))
                if position is not None:  # not everything comes up on the smallest board
                    yield entry_of(
                        position, f"{(source.__doc__ or '').partition('.')[0]}, seed {seed}"
                    )


@cache
def readings(length: int) -> tuple[Rulings, ...]:
    """Return the default rulings and every change of one option that moves depend on."""
    return tuple(
        reading
        for reading in RULINGS.every()
        if len(reading.changed()) <= 1 and not misfit(length, reading)
        if "adjudication" not in reading.changed()
    )


def entry_of(position: Position, origin: str) -> Entry:
    """Return the entry of a position, without its figures."""
    return {
        "position": str(position),
        "rulings": position.rulings.as_dict(),
        "origin": origin,
        "shows": shown(position),
    }


def half_way(length: int, seed: int) -> Position:
    """the position after 24 plies of a random game, or earlier where that ends it. Under rulings
    that differ with the seed."""
    game = played(start(length, **reading_of(length, seed)), seed, plies=24)
    return next(position for position in reversed(game) if not position.finished)


def set_up(length: int, seed: int) -> Position:
    """a position set up at random. It need not be reachable; rulings as `half_way`."""
    (position,) = random_men(start(length, **reading_of(length, seed)), seed, count=1)
    return position


def reading_of(length: int, seed: int) -> Rulings:
    """Return one of the readings."""
    return readings(length)[seed % len(readings(length))]


def shown(position: Position) -> list[str]:
    """Return what there is among the moves of a position."""
    moves = position.moves()
    return [name for name, told in FEATURES.items() if any(told(move) for move in moves)]


FEATURES = {
    "capture": lambda move: bool(move.taken),
    "capture of several men": lambda move: len(move.taken) > 1,
    "jump round an end": lambda move: (
        bool(move.taken)
        and any(a[0] != b[0] and a[1:] == b[1:] for a, b in pairwise((move.start, *move.route)))
    ),
    "huff": lambda move: move.huffed is not None,
}


# --- Figures -------------------------------------------------------------------------------------


def known(entry: Entry) -> list[int]:
    """Return the reference figures of the rules for an entry."""
    if entry["origin"] != INITIAL:
        return []
    position = parse(entry["position"], **entry["rulings"])
    return next((figures for options, figures in RULES if start(**options) == position), [])


def length_of(entry: Entry) -> int:
    """Return the length of the board of an entry."""
    return plain.parse(entry["position"], **entry["rulings"]).length


SOURCE = Source(
    game="fighting",
    made_by="make_perft_fighting",
    entries=entries,
    known=known,
    most=lambda entry: LEAVES,
    twin_most=lambda entry: TWIN_LEAVES[length_of(entry)],
)

if __name__ == "__main__":
    perft_table.write(SOURCE)
