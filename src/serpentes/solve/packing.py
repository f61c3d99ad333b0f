"""Solo tasks of Serpent Master: how many solutions there are, and which."""

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, cast

from serpentes.core import load
from serpentes.games.master.move import Placement
from serpentes.games.master.position import Position
from serpentes.games.square import HEADINGS, OFF
from serpentes.games.text import described, quoted
from serpentes.solve.driver import (
    LimitReached,
    Report,
    deferred_interrupt,
    machine_memory,
    positive,
    running,
)

if TYPE_CHECKING:
    from serpentes.core.master import Board, Packing

Solution = tuple[Placement, ...]
"""The placements of all cards that are left, in turn."""

MOST_REMEMBERED, LEAST_REMEMBERED = 1 << 18, 1 << 10
"""Bytes in which each of the searches side by side remembers states; more would only be slower."""
HIGHEST_LIMIT = 10**18
"""No one looks through so many solutions."""
SHARE = 32
"""What all of the 16 searches remember takes up to half of the memory allowed."""


@dataclass(frozen=True, slots=True)
class Packings:
    """How many solutions a task has, as sequences of placements.

    There are more than `solutions` says unless it is `exact`. `nodes` are the states looked at;
    unlike the rest they may vary with the threads, as these share nothing that they remember.
    """

    task: Position
    solutions: int
    exact: bool
    nodes: int
    seconds: float

    @property
    def up_to_rotations(self) -> int | None:
        """The number of solutions of which none is a rotation of another one that leaves the task
        as it is; None if not all are counted.

        Such a rotation turns the heading of every placement, and so no solution into itself.
        """
        return self.solutions // len(self.task.symmetries()) if self.exact else None


def solve(
    task: Position,
    *,
    limit: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    progress: Report | None = None,
) -> Packings:
    """The number of solutions of a solo task: sequences of placements of all cards left.

    With a `limit`, counting stops as soon as there are more. `threads` is how many run at once
    (default: the processors there are); the number found does not depend on it. `memory` (bytes;
    default: three quarters of the machine's) bounds what is used, a few million at most.
    `progress` is called with what is found, how many parts of the search are done and how many
    there are.

    Raises LimitReached if the memory does not do, KeyboardInterrupt when interrupted, TypeError for
    what is no task, ValueError for a game of several players and for limits that are not positive.

    >>> import serpentes as sp
    >>> found = solve(sp.master.parse("3x3 hand=15,14"))
    >>> found.solutions, found.exact, found.up_to_rotations
    (12, True, 3)
    >>> found = solve(sp.master.parse("7x7 hand=15,14,13,12,11,10,9,8"), limit=1)
    >>> found.solutions, found.exact, found.up_to_rotations
    (2, False, None)
    """
    begin = perf_counter()
    _check_task(task)
    _check_limit(limit)
    memory = positive("memory", memory, machine_memory() * 3 // 4)
    remembered = min(max(memory // SHARE, LEAST_REMEMBERED), MOST_REMEMBERED)
    packing = _packing(task, remembered, limit)
    _check_memory(task, packing, memory)
    with running(threads) as run, deferred_interrupt() as interrupted:
        # Searches side by side on one thread would only take more memory.
        while packing.advance(None if run is map else run):
            _check_memory(task, packing, memory)
            if progress is not None:
                progress(f"{packing.solutions:,} solutions", packing.done, packing.total)
            if interrupted():
                raise KeyboardInterrupt
    seconds = perf_counter() - begin
    return Packings(task, packing.solutions, packing.exact, packing.nodes, seconds)


def solutions(task: Position, limit: int | None = None) -> Iterator[Solution]:
    """The solutions of a solo task, at most `limit`, each found when it is asked for.

    A solution has the placements of all cards left. The order is fixed: those that begin with the
    highest card come first, of these those where it starts from the first cell, then by heading
    (N, E, S, W), and so on with the next card. Raises TypeError for what is no task, ValueError for
    a game of several players and for a limit that is not positive; Ctrl-C ends also a long search.

    >>> import serpentes as sp
    >>> for solution in solutions(sp.master.parse("3x3 hand=15,14"), limit=2):
    ...     print(*solution)
    15@a1E 14N
    15@b1N 14W
    >>> next(solutions(sp.master.parse("3x3 hand=15 start=b2")), None) is None
    True
    """
    _check_task(task)
    _check_limit(limit)
    listed = _packing(task, MOST_REMEMBERED).listed(limit)
    return (_solution(task, steps) for steps in listed)


def are_all(task: Position, known: int) -> bool:
    """Whether so many solutions, which a task has, are seen at a glance to be all of them.

    A glance is at some hundred thousand states; where they are more, the answer may be False though
    there is no other solution.

    >>> import serpentes as sp
    >>> task = sp.master.parse("3x3 hand=15,14")
    >>> are_all(task, 12), are_all(task, 11)
    (True, False)
    """
    packing = _packing(task, MOST_REMEMBERED, known)
    packing.advance(None)
    return packing.exact


def _check_limit(limit: int | None) -> None:
    if limit is not None and positive("limit", limit, 1) > HIGHEST_LIMIT:
        raise ValueError(f"limit is out of range; expected 1 to {HIGHEST_LIMIT:,} solutions")


def _check_task(task: object) -> None:
    if not isinstance(task, Position):
        raise TypeError(
            f"task is {described(task)}; expected a position, such as sp.master.parse(TEXT)"
        )
    if not task.solo:
        raise ValueError(
            f"{quoted(str(task))} is a game of {task.players} players; "
            "expected a solo task, which has hand="
        )


def _packing(task: Position, remembered: int, limit: int | None = None) -> "Packing":
    (tokens,), (head,), (hand,), _ = task.state
    packing = load("master").Packing(
        task.core, hand, head, task.ordered, memo_bytes=remembered, tokens=tokens, limit=limit
    )
    return cast("Packing", packing)


def _check_memory(task: Position, packing: "Packing", memory: int) -> None:
    needed = cast("Board", task.core).memory + packing.memory
    if needed > memory:
        raise LimitReached(
            f"{needed:,} bytes of memory needed, {memory:,} allowed; "
            "use one thread or raise the limit"
        )


def _solution(task: Position, steps: tuple[tuple[int, int, int], ...]) -> Solution:
    """Steps of the core in the notation; the first of them may bring the head onto the board."""
    numbers = task.deck.numbers
    found = [Placement(numbers[card], HEADINGS[heading]) for card, _, heading in steps]
    if found and task.state.heads[0] == OFF:
        first, (_, start, _) = found[0], steps[0]
        found[0] = Placement(first.number, first.heading, task.name(start))
    return tuple(found)
