"""Solo tasks of Serpent Master made backwards: a random solution first, then what blocks others."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from serpentes.games.master.core import State, Step, resolved
from serpentes.games.master.position import Position
from serpentes.games.square import cells_of, set_of
from serpentes.puzzles.master.model import MOST_SOLUTIONS
from serpentes.puzzles.master.tasks import is_one
from serpentes.solve import packing

PATIENCE = 2000
"""States that the search for one laying may look at."""

T = TypeVar("T")
Line = tuple[str, ...]


def one_of(random: Random, things: Sequence[T]) -> T:
    """One of the things, all with equal chances.

    By `random()` alone, the one method that promises the same numbers in every version.
    """
    return things[int(random.random() * len(things))]


def shuffled(random: Random, things: Sequence[T]) -> list[T]:
    """The things in random order."""
    drawn = sorted((random.random(), place) for place in range(len(things)))
    return [things[place] for _, place in drawn]


def lay(random: Random, task: Position) -> int | None:
    """The cells of a random solution of a task, None if there is none or it is not found soon."""
    left = [PATIENCE]
    return _lay(random, task, task.state, left)


def _lay(random: Random, task: Position, state: State, left: list[int]) -> int | None:
    cards = cells_of(state.hands[0])
    if not cards:
        return state.showing[0]
    left[0] -= 1
    open_steps: list[Step] = [
        (card, start, heading)
        for card in (cards[:1] if task.ordered else cards)
        for start, heading, _, _ in task.core.placements(state, 0, card)
    ]
    for step in shuffled(random, open_steps):
        if left[0] < 0:
            return None
        found = _lay(random, task, resolved(task.core, state, 0, step), left)
        if found is not None:
            return found
    return None


def blocked_around(random: Random, task: Position, tokens: int, spare: int) -> Position:
    """The task with all cells blocked that a solution leaves over, but for so many."""
    assert task.start is not None
    kept = tokens | 1 << task.cell_index(task.start)
    over = [cell for cell in map(task.cell_index, task.cell_centres()) if not kept >> cell & 1]
    return replace(task, blocked=set_of(shuffled(random, over)[spare:]))


def lines(task: Position) -> tuple[Line, ...] | None:
    """All solutions of a task, if they are the same up to order; None if not, or if there is none
    or too many."""
    found = tuple(
        tuple(map(str, solution)) for solution in packing.solutions(task, MOST_SOLUTIONS + 1)
    )
    return found if 1 <= len(found) <= MOST_SOLUTIONS and is_one(task, found) else None


def minimal(
    random: Random, task: Position, known: Sequence[Line]
) -> tuple[Position, dict[str, Line]]:
    """The task with blocked cells freed, in random order, as long as there are no more solutions;
    and for each cell that stays blocked a solution that there would be without."""
    others: dict[int, Line] = {}
    for cell in shuffled(random, cells_of(task.blocked)):
        freed = replace(task, blocked=task.blocked & ~(1 << cell))
        found = (tuple(map(str, one)) for one in packing.solutions(freed, len(known) + 1))
        other = next((line for line in found if line not in known), None)
        if other is None:
            task = freed
        else:
            others[cell] = other
    return task, {task.name(cell): others[cell] for cell in sorted(others)}
