"""Forward search: the value of a position without a table, where play decides it soon enough."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from serpentes.games.base import Move, SearchablePosition, check_shared, check_solvable
from serpentes.games.cores import Searcher
from serpentes.solve.driver import Report, check_seconds, positive
from serpentes.solve.table import Table
from serpentes.solve.value import Value

MOST_NODES = (1 << 64) - 1
UNKNOWN, LOSS, WIN = 0, 1, 3
CHUNK = 1 << 17
"""Nodes between two looks at the limits; more where a depth takes many, so that a small table is no
hindrance."""
WAKE_SECONDS = 0.1
"""How often the thread that waits for the others looks for Ctrl-C."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: `value` is None if the game is not decided within its limits.

    `complete` is False if the search stopped at its bound of nodes or seconds, so that no value
    says nothing; if it is True, no value proves that neither side can force a win within the plies
    asked for.
    `line` is a main line, empty if there is no value; `nodes` are the positions looked at, and
    `undecided_within` the plies within which neither side can force a win (-1 with a value, and if
    that is not known of any).
    """

    value: Value | None
    complete: bool
    line: tuple[Move, ...]
    nodes: int
    undecided_within: int


class ForwardSearch:
    """Searches of positions of one board under the same rulings, which share what they find out.

    >>> import serpentes as sp
    >>> start = sp.serpent.start(size=2)
    >>> searching = ForwardSearch(start)
    >>> searching.value(start, plies=5), searching.value(start, plies=4)
    (Value(outcome='loss', plies=5), None)
    """

    __slots__ = ("_board", "_rulings", "_searcher", "_threads", "complete")

    def __init__(
        self,
        position: SearchablePosition,
        table_bytes: int = 1 << 24,
        *,
        threads: int | None = 1,
        table: Table | None = None,
    ) -> None:
        """A search for positions with the board and rulings of `position`.

        `table_bytes` bounds its transposition table, and `threads` is how many search at once
        (None: the processors there are); values depend on neither. What a solved `table` knows is
        not searched, and is right if the table is. Raises ValueError for fewer than 4096 bytes, for
        threads that are not positive, and for a table of another game, board or rulings.
        """
        if table is not None:
            table.check_fits(position)
        self._board, self._rulings = position.board, position.rulings
        self._threads = positive("threads", threads, os.cpu_count() or 1)
        self._searcher: Searcher = position.searcher(
            table_bytes, None if table is None else table.leaves
        )
        self.complete = True
        """Whether the last search ended before its bound of nodes."""

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return self._searcher.nodes

    @property
    def undecided_within(self) -> int:
        """The plies within which the last search has shown that the game is not decided, be it
        complete or not; -1 if there are none, or it has found a value."""
        return self._searcher.undecided_within

    def value(
        self, position: SearchablePosition, *, plies: int, nodes: int | None = None
    ) -> Value | None:
        """The value of a position, None if it is not decided within `plies` or `nodes`.

        A draw is never decided. Raises ValueError for plies out of 0 to 100, and for a position of
        another board or other rulings; KeyboardInterrupt when interrupted: what has been found out
        by then is kept.
        """
        check_shared(position, self._board, self._rulings)
        return self._find(position, plies, nodes, (LOSS, WIN))

    def _find(
        self,
        position: SearchablePosition,
        plies: int,
        nodes: int | None,
        outcomes: tuple[int, ...],
    ) -> Value | None:
        """The value if it is one of these outcomes, and decided within the limits."""
        most = MOST_NODES if nodes is None else nodes
        if self._threads == 1:
            found = position.decide(self._searcher, plies, most, None, 1, outcomes)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                run = partial(_awake, pool)
                found = position.decide(self._searcher, plies, most, run, self._threads, outcomes)
        outcome, length, looked_at = found
        self.complete = looked_at <= most
        if outcome == UNKNOWN:
            return None
        return Value("win" if outcome == WIN else "loss", length)

    def line(self, position: SearchablePosition, value: Value) -> tuple[Move, ...]:
        """A main line of a position of known value: each time the first move that keeps it."""
        moves: list[Move] = []
        while value.plies:
            plies = value.plies - 1
            for move, child in position.children():
                if self._keeps(child, value, plies):
                    moves.append(move)
                    position = child
                    value = Value("loss" if value.outcome == "win" else "win", plies)
                    break
            else:
                raise RuntimeError(f"no move of '{position}' keeps {value}")
        return tuple(moves)

    def _keeps(self, child: SearchablePosition, value: Value, plies: int) -> bool:
        """Whether the side to move of `child` has the opposite value, in exactly these plies."""
        if child.outcome is not None:
            return plies == 0 and child.outcome != value.outcome
        found = self._find(child, plies, None, (LOSS if value.outcome == "win" else WIN,))
        return found is not None and found.plies == plies


def _awake(
    pool: ThreadPoolExecutor, step: Callable[[int], object], tasks: Iterable[int]
) -> Iterator[object]:
    """What `pool.map` gives; a wait without an end would not see Ctrl-C everywhere."""
    futures = [pool.submit(step, task) for task in tasks]
    while wait(futures, timeout=WAKE_SECONDS).not_done:
        pass
    return iter([future.result() for future in futures])


@dataclass(slots=True)
class Deepening:
    """The search for the value of one position, within so many nodes and seconds (None: any).

    It may go on, also after an interrupt, and what it has found until then is here: the `value`,
    or how many plies it has been `within` without finding one (-1 at first).

    >>> import serpentes as sp
    >>> start = sp.serpent.start(size=2)
    >>> search = Deepening(start, ForwardSearch(start), nodes=None, seconds=10)
    >>> search.run(4)
    >>> search.value, search.within
    (None, 4)
    >>> search.run(7)
    >>> str(search.value)
    'loss in 5 plies'
    """

    position: SearchablePosition
    searching: ForwardSearch
    nodes: int | None
    seconds: float | None
    value: Value | None = None
    within: int = -1

    def __post_init__(self) -> None:
        check_seconds(self.seconds)

    def run(self, plies: int, progress: Report | None = None) -> None:
        """Go on until the value is known, or the plies or limits are reached.

        `progress` is called with how deep the search has been, and how many nodes it has looked at.
        Raises ValueError for plies out of 0 to 100; KeyboardInterrupt when interrupted.
        """
        begin, news = perf_counter(), 0
        # Whether there are searches of so many plies is said at once.
        self.look(plies, 0)
        while self.value is None and self.within < plies:
            if self._spent(begin):
                return
            before = self.within
            chunk = max(CHUNK, (self.searching.nodes - news) // 2)
            if self.nodes is not None:
                chunk = min(chunk, self.nodes - self.searching.nodes)
            self.look(plies, chunk)
            if self.within > before:
                news = self.searching.nodes
            if progress is not None:
                progress(f"ply {self.within} of {plies}, nodes", self.searching.nodes, self.nodes)

    def look(self, plies: int, nodes: int | None) -> None:
        """Go on for so many nodes (None: any), whatever the limits."""
        try:
            self.value = self.searching.value(self.position, plies=plies, nodes=nodes)
        finally:
            self.within = max(self.within, self.searching.undecided_within)

    def _spent(self, begin: float) -> bool:
        return (self.nodes is not None and self.searching.nodes >= self.nodes) or (
            self.seconds is not None and perf_counter() - begin >= self.seconds
        )


def search(
    position: SearchablePosition,
    *,
    plies: int,
    nodes: int | None = None,
    seconds: float | None = None,
    table_bytes: int = 1 << 24,
    threads: int | None = 1,
    table: Table | None = None,
) -> SearchResult:
    """The value of a position by forward search, if play decides it within `plies`.

    The value is exact: the winner plays for the fastest win, the loser for the longest defence.
    Without a value, a complete search has shown only that neither side can force a win in that many
    plies; one that passed `nodes` positions, or was at work for so many `seconds`, has shown
    nothing. What a solved `table` knows is not
    searched. Raises ValueError for limits out of range, and for a table of another game, board or
    rulings.

    >>> import serpentes as sp
    >>> result = search(sp.serpent.start(size=2), plies=7)
    >>> str(result.value), len(result.line)
    ('loss in 5 plies', 5)
    """
    check_solvable(position)
    searching = ForwardSearch(position, table_bytes, threads=threads, table=table)
    deepening = Deepening(position, searching, nodes, seconds)
    if seconds is None:
        deepening.look(plies, nodes)
    else:
        deepening.run(plies)
    value, looked_at = deepening.value, searching.nodes
    line = searching.line(position, value) if value is not None else ()
    complete = value is not None or deepening.within >= plies
    undecided = deepening.within if value is None else -1
    return SearchResult(value, complete, line, looked_at, undecided)
