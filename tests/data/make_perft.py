"""Makes the table of perft figures of Serpent: `python -m data.make_perft` in tests/.

It takes some minutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from reference import games
from reference import serpent as plain
from twins import emptied, fast, played

import serpentes as sp

from . import perft_table
from .perft_table import Entry, Source

# The reference figures of the rules, under both options of `hostility`; `stuck` is `loses`.
RULES = {
    2: [7, 42, 210, 840, 1416, 288, 0],
    3: [19, 342, 5814, 93024, 1277568],
    4: [37, 1332, 46620, 1585080],
    5: [61, 3660, 215940, 12524520],
}
# An entry ends with the first depth that has so many leaves.
LEAVES = 30_000
EMPTY_LEAVES = {2: 10**6, 3: 10**6, 4: 10**6, 5: 10**7, 6: 10**7}
SEEDS = range(1, 100)
# The twin counts a depth if the one before has at most so many leaves.
TWIN_LEAVES = {2: 10_000, 3: 4_000, 4: 1_500, 5: 600, 6: 250}

OPTIONS = (
    {"hostility": "until-owner-turn", "stuck": "loses"},
    {"hostility": "end-of-turn", "stuck": "passes"},
)


# --- Positions -----------------------------------------------------------------------------------


def entries(sizes: Iterable[int] = plain.SIZES) -> Iterator[dict[str, Any]]:
    """Yield every position of the table with its rulings, its origin and what it shows."""
    for size in sizes:
        for hostility in plain.HOSTILITY:
            for stuck in plain.STUCK:
                yield {
                    "position": str(plain.start(size)),
                    "rulings": {"hostility": hostility, "stuck": stuck},
                    "origin": "the empty board",
                    "shows": [],
                }
    for size in sizes:
        taken: set[plain.Position] = set()
        for source in (half_way, set_up):
            for feature, shows in FEATURES.items():
                if source is half_way and feature == "dead group":
                    continue  # no turn leaves one behind
                found = ((seed, source(size, seed)) for seed in SEEDS)
                fit = ((s, p) for s, p in found if p not in taken and lasts(p) and shows(p))
                seed, position = next(fit, (0, None))
                if position is None:
                    continue  # not everything comes up on the smallest board
                taken.add(position)
                for rulings in OPTIONS:
                    yield {
                        "position": str(position),
                        "rulings": rulings,
                        "origin": f"{(source.__doc__ or '').partition('.')[0]}, seed {seed}",
                        "shows": [name for name, told in FEATURES.items() if told(position)],
                    }


def half_way(size: int, seed: int) -> plain.Position:
    """the position half-way through a random game. Played in the compiled core."""
    game = played(sp.serpent.start(size), seed, plies=1000)
    return plain.parse(str(game[len(game) // 2]))


def set_up(size: int, seed: int) -> plain.Position:
    """a position set up at random. It need not be reachable."""
    cells = len(plain.board(size).cells)
    (position,) = games.random_setups(size, cells * (4 + seed % 4) // 10, seed, count=1)
    return position


def lasts(position: plain.Position) -> bool:
    """Return whether there are sequences of four moves; `passes` would always allow them."""
    return not emptied(position) and fast(position).perft(4) > 0


def has_snake_move(position: plain.Position) -> bool:
    """Return whether a snake can move."""
    return any("-" in move for move in position.moves())


def has_order(position: plain.Position) -> bool:
    """Return whether the order of removals matters for some move."""
    return any("~" in move for move in position.moves())


def has_removal(position: plain.Position) -> bool:
    """Return whether some move removes stones of the other side that play goes on without."""
    for move in position.moves():
        after = position.play(move)
        there = plain.OTHER[position.side]
        if after.stones(there) < position.stones(there) and not after.finished:
            return True
    return False


def has_dead_group(position: plain.Position) -> bool:
    """Return whether there are dead groups, and moves."""
    return bool(position.moves() and (position.dead("b") or position.dead("w")))


def turns_on_hostility(position: plain.Position) -> bool:
    """Return whether the moves depend on the ruling `hostility`."""
    return replace(position, hostility="end-of-turn").moves() != position.moves()


FEATURES = {
    "snake move": has_snake_move,
    "order of removals": has_order,
    "removal": has_removal,
    "dead group": has_dead_group,
    "hostility": turns_on_hostility,
}


# --- Figures -------------------------------------------------------------------------------------


def size_of(entry: Entry) -> int:
    """Return the size of the board of an entry."""
    return plain.parse(entry["position"]).size


def is_empty(entry: Entry) -> bool:
    """Return whether an entry starts from the empty board."""
    return entry["origin"] == "the empty board"


def known(entry: Entry) -> list[int]:
    """Return the reference figures of the rules for an entry."""
    known_here = is_empty(entry) and entry["rulings"]["stuck"] == "loses"
    return RULES.get(size_of(entry), []) if known_here else []


SOURCE = Source(
    game="serpent",
    made_by="make_perft",
    entries=entries,
    known=known,
    most=lambda entry: EMPTY_LEAVES[size_of(entry)] if is_empty(entry) else LEAVES,
    twin_most=lambda entry: TWIN_LEAVES[size_of(entry)],
)

if __name__ == "__main__":
    perft_table.write(SOURCE)
