"""What is in a table: counts by value and plies, longest win, draws, positions without action."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from serpentes.games.base import SolvablePosition
from serpentes.solve.table import Table
from serpentes.solve.value import Value

Report = Callable[[str, int, int | None], None]
CHUNK = 1 << 12
"""Positions between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position of the table with its value."""

    position: SolvablePosition
    value: Value


@dataclass(frozen=True, slots=True)
class Stats:
    """Statistics of a table.

    `by_value` has the number of positions for each value that there is, best first. `longest_win`
    is a position of a longest win and `draw` one that is drawn, each the first in the order of
    keys, None if there is none. `without_action` is the number of positions in which the side to
    move has no legal action (a pass is none).
    """

    positions: int
    counts: dict[str, int]
    by_value: dict[Value, int]
    initial: Value
    longest_win: Example | None
    draw: Example | None
    without_action: int


def stats(table: Table, progress: Report | None = None) -> Stats:
    """Statistics of a table.

    `progress` is called with what is being done, how much of it is done, and how much there is.

    >>> import serpentes as sp
    >>> found = stats(sp.solve(sp.serpent.start(size=2)))
    >>> str(found.longest_win.value), found.without_action
    ('win in 4 plies', 11)
    """
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
        initial=table[table.start],
        longest_win=_example(table, wins[-1]) if wins else None,
        draw=_example(table, draws[-1]) if draws else None,
        without_action=_without_action(table, progress),
    )


def _without_action(table: Table, progress: Report | None) -> int:
    if table.start.may_pass:
        found = 0
        for done in range(0, len(table), CHUNK):
            if progress:
                progress("looking for positions without an action", done, len(table))
            found += table.start.count_without_action(table.keys[done : done + CHUNK])
        return found
    # Finished games are not in a table, so that nothing else is decided in 0 plies.
    return int(np.count_nonzero(table.values >> 2 == 0) - np.count_nonzero(table.values == 0))


def _example(table: Table, value: Value) -> Example:
    index = int(np.argmax(table.values == value.code))
    return Example(table.position_at(index), value)
