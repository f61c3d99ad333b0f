"""What solving by material will take: slices, positions, bytes and roughly the time, beforehand."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from serpentes.games.base import MaterialPosition
from serpentes.games.text import described
from serpentes.solve import table_files as files
from serpentes.solve.slice_table import MOST_A_SIDE, Men

WORKING_BYTES, WORKING_BASE = 1, 4 << 20
"""Bytes for each position of the slices at work beside their values, and in any case, about what
the core needs."""

SECONDS_PER_POSITION = 1.0e-6
"""Seconds of one thread for a position, as measured on one machine; rough elsewhere, and for pairs
of slices half as much or twice as much."""

MANIFEST_BYTES = 2000
"""Bytes that a slice takes in a manifest, roughly."""


@dataclass(frozen=True, slots=True)
class PlannedPair:
    """The slices (p, q) and (q, p), which are solved together; they are one where p is q."""

    men: Men
    positions: int
    placements: int

    @property
    def slices(self) -> tuple[Men, ...]:
        """The numbers of men of its slices, the larger side to move first."""
        own, opponent = self.men
        return (self.men,) if own == opponent else (self.men, (opponent, own))


@dataclass(frozen=True)
class Plan:
    """The pairs of slices to solve, from few men to many.

    >>> import serpentes as sp
    >>> found = plan(sp.fighting.start(length=16), men=4)
    >>> found.slices, found.placements
    (6, 3079160)
    """

    start: MaterialPosition
    pairs: tuple[PlannedPair, ...]

    @property
    def slices(self) -> int:
        """The number of slices."""
        return sum(len(pair.slices) for pair in self.pairs)

    @cached_property
    def positions(self) -> int:
        """The number of positions in all slices, up to symmetry."""
        return sum(pair.positions for pair in self.pairs)

    @property
    def placements(self) -> int:
        """The number of positions in all slices, without symmetry."""
        return sum(pair.placements for pair in self.pairs)

    @property
    def disk(self) -> int:
        """The bytes that the table takes on disk, roughly."""
        return self.positions + self.slices * (files.HEADER_BYTES + MANIFEST_BYTES)

    def memory(self, on_disk: bool, threads: int | None = None) -> int:
        """The bytes of memory that are needed at most, roughly, on so many threads.

        With the table on disk only the slices at work need memory, else all of them do.
        """
        threads = threads or os.cpu_count() or 1
        at_work = 0
        for _, group in groupby(self.pairs, key=lambda pair: sum(pair.men)):
            alone, shared = split(list(group), threads)
            side_by_side = sum(pair.positions for pair in alone[:threads])
            at_work = max(at_work, side_by_side, *(pair.positions for pair in shared))
        values = at_work if on_disk else self.positions
        return values + at_work * WORKING_BYTES + WORKING_BASE

    def seconds(self, threads: int | None = None) -> float:
        """The time it takes, very roughly, on so many threads (None: one for each processor)."""
        return self.positions * SECONDS_PER_POSITION / (threads or os.cpu_count() or 1)


def plan(position: MaterialPosition, *, men: int | None = None, sides: Men | None = None) -> Plan:
    """What there is to solve on the board of a position, whatever men stand on it.

    With `men`, slices of at most so many men in all; with `sides`, those of at most so many men of
    either side, which are all that play from such a position can reach.
    Raises ValueError if the rulings of the position have no tables, or for bounds out of range.
    """
    if position.untabled is not None:
        raise ValueError(position.untabled)
    points = position.core.points(position.rules)
    most = points if men is None else min(check_men(men), points)
    bounds = (points, points) if sides is None else sides
    larger, smaller = (min(bound, MOST_A_SIDE) for bound in sorted(bounds, reverse=True))
    pairs = [
        (total - fewer, fewer)
        for total in range(2, most + 1)
        for fewer in range(1, total // 2 + 1)
        if fewer <= smaller and total - fewer <= larger
    ]
    return Plan(position, tuple(_planned(position, pair) for pair in pairs))


def split(
    pairs: Sequence[PlannedPair], threads: int
) -> tuple[list[PlannedPair], list[PlannedPair]]:
    """The pairs to be solved on a thread each, the largest first, and those to be shared by all.

    A pair is shared if it is more than a thread's share of all of them.
    """
    share = sum(pair.positions for pair in pairs) // threads
    ordered = sorted(pairs, key=lambda pair: pair.positions, reverse=True)
    return (
        [pair for pair in ordered if pair.positions <= share],
        [pair for pair in ordered if pair.positions > share],
    )


def check_men(men: int) -> int:
    """The bound itself; ValueError if no slice has so few men, TypeError if it is no int."""
    if not isinstance(men, int):
        raise TypeError(f"men is {described(men)}; expected an int, 2 or more")
    if men < 2:
        raise ValueError(f"men is {men}; expected 2 or more, as each side has one at least")
    return men


def _planned(position: MaterialPosition, men: Men) -> PlannedPair:
    own, opponent = men
    sizes = {one: position.core.slice_sizes(position.rules, *one) for one in {men, (opponent, own)}}
    return PlannedPair(
        men, sum(size for size, _ in sizes.values()), sum(number for _, number in sizes.values())
    )
