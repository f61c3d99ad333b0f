"""What is in a table: counts by value and plies, longest win, draws, positions without action."""

from dataclasses import dataclass

import numpy as np

from serpentes.games.base import SearchablePosition
from serpentes.solve.driver import Report
from serpentes.solve.key_table import KeyTable
from serpentes.solve.slice_table import Bytes, Men, SliceTable
from serpentes.solve.table import Table, check_table
from serpentes.solve.value import Value

CHUNK = 1 << 12
"""Positions between two reports of progress."""

BLOCK = 1 << 22
"""Values of a slice that are compared at once."""

ZUGZWANGS_LISTED = 2
"""Zugzwangs of each pair of slices that are listed."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position of the table with its value."""

    position: SearchablePosition
    value: Value


@dataclass(frozen=True, slots=True)
class Stats:
    """Statistics of a table.

    `counts` are those of the table, and `by_value` the number of positions, counted likewise, for
    each value that there is, best first: up to symmetry in a table by keys, every placement in one
    by material. `positions` are up to symmetry. `longest_win` is a position of a longest forced win
    and `draw` one that is drawn, each the first in the order of the table, None if there is none.
    `without_action` is the number of positions in which the side to move has no legal action (a
    pass is none), counted as `counts`. `initial` is None if the start is not in the table.
    """

    positions: int
    counts: dict[str, int]
    by_value: dict[Value, int]
    initial: Value | None
    longest_win: Example | None
    draw: Example | None
    without_action: int


@dataclass(frozen=True, slots=True)
class SliceCounts:
    """One slice: its positions up to symmetry, and its placements in all and by outcome.

    `longest_win` are the plies of a longest forced win, None if there is none.
    """

    men: Men
    positions: int
    placements: int
    win: int
    draw: int
    loss: int
    longest_win: int | None


@dataclass(frozen=True, slots=True)
class SliceStats(Stats):
    """Statistics of a table by material.

    `zugzwangs` counts the positions, up to symmetry, that either side loses if it is to move;
    `zugzwang_examples` are the first of each pair of slices.
    """

    up_to_symmetry: dict[str, int]
    by_value_up_to_symmetry: dict[Value, int]
    by_slice: tuple[SliceCounts, ...]
    zugzwangs: int
    zugzwang_examples: tuple[Example, ...]


def stats(table: Table, progress: Report | None = None) -> Stats:
    """Statistics of a table; `SliceStats` of a table by material.

    `progress` is called with what is being done, how much of it is done, and how much there is.

    >>> import serpentes as sp
    >>> found = stats(sp.solve(sp.serpent.start(size=2)))
    >>> str(found.longest_win.value), found.without_action
    ('win in 4 plies', 11)
    """
    check_table(table)
    if isinstance(table, SliceTable):
        return _of_slices(table, progress)
    assert isinstance(table, KeyTable)
    return _of_keys(table, progress)


# Tables by keys


def _of_keys(table: KeyTable, progress: Report | None) -> Stats:
    numbers = np.bincount(table.values)
    codes = [int(code) for code in np.flatnonzero(numbers)]
    values = {Value.from_code(code): int(numbers[code]) for code in codes}
    best_first = sorted(values, reverse=True)
    wins = [value for value in best_first if value.outcome == "win"]
    draws = [value for value in best_first if value.outcome == "draw"]
    return Stats(
        positions=len(table),
        counts=table.counts(),
        by_value={value: values[value] for value in best_first},
        initial=table.initial,
        longest_win=_example(table, wins[-1]) if wins else None,
        draw=_example(table, draws[-1]) if draws else None,
        without_action=_without_action(table, progress),
    )


def _without_action(table: KeyTable, progress: Report | None) -> int:
    if table.start.may_pass:
        found = 0
        for done in range(0, len(table), CHUNK):
            if progress:
                progress("looking for positions without an action", done, len(table))
            found += table.start.count_without_action(table.keys[done : done + CHUNK])
        return found
    # Finished games are not in a table, so that nothing else is decided in 0 plies.
    endless = np.count_nonzero(table.values == 0)
    return int(np.count_nonzero(table.values >> 2 == 0) - endless)


def _example(table: KeyTable, value: Value) -> Example:
    index = int(np.argmax(table.values == value.code))
    return Example(table.position_at(index), value)


# Tables by material


def _of_slices(table: SliceTable, progress: Report | None) -> SliceStats:
    numbers = table.by_value()
    forced = [value for value in numbers if value.outcome == "win" and value.plies is not None]
    count, examples = _zugzwangs(table, progress)
    stuck = numbers.get(Value("loss", 0), (0, 0))
    return SliceStats(
        positions=len(table),
        counts=table.counts(),
        by_value={value: placements for value, (_, placements) in numbers.items()},
        initial=table.initial,
        longest_win=_first(table, forced[-1]) if forced else None,
        draw=_first(table, Value("draw", None)),
        without_action=stuck[1],
        up_to_symmetry=table.counts_up_to_symmetry(),
        by_value_up_to_symmetry={value: positions for value, (positions, _) in numbers.items()},
        by_slice=tuple(_slice_counts(table, men) for men in table.slices),
        zugzwangs=count,
        zugzwang_examples=examples,
    )


def _slice_counts(table: SliceTable, men: Men) -> SliceCounts:
    fact = table.facts[men]
    counts = {"win": 0, "draw": 0, "loss": 0}
    longest: int | None = None
    for byte, (_, placements) in fact.histogram.items():
        value = Value.from_byte(byte)
        counts[value.outcome] += placements
        if value.outcome == "win" and value.plies is not None:
            longest = max(longest or 0, value.plies)
    return SliceCounts(men, fact.positions, fact.placements, **counts, longest_win=longest)


def _first(table: SliceTable, value: Value) -> Example | None:
    """The first position of a value, from few men to many; None if there is none."""
    for men in sorted(table.slices, key=lambda men: (sum(men), men)):
        if value.byte in table.facts[men].histogram:
            index = _index_of(table.slices[men], value.byte)
            return Example(table.position_at(men, index), value)
    return None


def _index_of(values: Bytes, byte: int) -> int:
    for begin in range(0, len(values), BLOCK):
        found = np.flatnonzero(values[begin : begin + BLOCK] == byte)
        if len(found):
            return begin + int(found[0])
    raise ValueError(f"the table is damaged: no value is {byte}, which its manifest counts")


def _zugzwangs(table: SliceTable, progress: Report | None) -> tuple[int, tuple[Example, ...]]:
    core, rules, slices = table.start.core, table.start.rules, table.slices
    count, done = 0, 0
    examples: list[Example] = []
    for men in sorted((men for men in slices if men[0] >= men[1]), key=lambda men: (sum(men), men)):
        if progress:
            progress("looking for zugzwangs", done, len(table))
        values, opposite = slices[men], slices[men[::-1]]
        found, indices = core.zugzwangs(rules, *men, values, opposite, ZUGZWANGS_LISTED)
        count += found
        examples += (
            Example(table.position_at(men, index), table.value_at(men, index)) for index in indices
        )
        done += len(values) + (len(opposite) if men[0] != men[1] else 0)
    return count, tuple(examples)
