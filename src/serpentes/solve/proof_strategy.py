"""From what a proof-number search knows to the strategy that proves its answer.

Positions of the holder of the strategy are settled depth first: one has its move once all that
can come up after it are settled, or stand before it on the way, where going round for ever is good
enough. So the strategy is right however the table came to know what it knows. What the table has
lost since is asked for again; where what it knows leads round in a circle (an answer that was lost
may be found again by another way, which leans on those that leant on it), the position is proved
once more in a table of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from serpentes.games.base import Move, SearchablePosition, Side
from serpentes.solve.driver import LimitReached, Report
from serpentes.solve.strategies import Keeps, demands, endless, ends_short, falls_short
from serpentes.solve.table_moves import TableMoves

FEWEST_NODES = 1 << 10
"""Nodes for which an answer that the table has lost is first looked for; then twice as many, and so
on."""
MOST_TABLES = 4
"""Tables of their own, each twice as large as the one before, for positions within each other."""


class Knowledge(Protocol):
    """What a search knows about one side, and whether it keeps something.

    `known` is (whether it does, None if that is not known; the rank, which falls along a strategy
    where the table has lost nothing; how much work is left to find out, roughly). `prove` looks at
    some more nodes, for whether it does. `anew` is the same without the knowledge, in a table of
    twice the size.
    """

    def known(self, position: SearchablePosition) -> tuple[bool | None, int, int]: ...
    def prove(self, position: SearchablePosition, nodes: int) -> bool | None: ...
    def anew(self) -> "Knowledge": ...


Moves = dict[SearchablePosition, Move]
Children = tuple[tuple[Move, SearchablePosition], ...]


def strategy(  # noqa: PLR0917
    knowledge: Knowledge,
    start: SearchablePosition,
    side: Side,
    keeps: Keeps,
    progress: Report | None = None,
    tabled: TableMoves | None = None,
) -> Moves:
    """The moves of a strategy of `side` from `start` on, which must keep that there.

    Those that play comes to first are named first. Where `tabled` has moves, they are taken from
    there. `progress` is called with how many positions are settled so far. Raises LimitReached if
    the table is too small.
    """
    settler = _Settler(side, keeps, progress, tabled)
    for position in demands(start, side):
        settler.settle(position, knowledge, MOST_TABLES)
    return settler.moves(start)


@dataclass(slots=True)
class _Choice:
    """A move in a position, and the positions of the same side that can come up then."""

    position: SearchablePosition
    move: Move
    asks: tuple[SearchablePosition, ...]


class _Settler:
    def __init__(
        self, side: Side, keeps: Keeps, progress: Report | None, tabled: TableMoves | None
    ) -> None:
        self._side: Side = side
        self._keeps: Keeps = keeps
        self._progress = progress
        self._tabled = tabled
        self._settled: dict[SearchablePosition, _Choice] = {}

    def moves(self, start: SearchablePosition) -> Moves:
        """The moves in the positions that can come up; a table of its own may have left others."""
        found: Moves = {}
        waiting = list(demands(start, self._side))
        while waiting:
            position = waiting.pop()
            if position not in found:
                choice = self._settled[position]
                found[position] = choice.move
                waiting += reversed(choice.asks)
        return found

    def settle(self, start: SearchablePosition, knowledge: Knowledge, tables: int) -> None:
        """Settle a position and all that can come up after it."""
        path: dict[SearchablePosition, Iterator[SearchablePosition]] = {}
        choices: list[_Choice] = []
        waiting: SearchablePosition | None = start
        while True:
            if waiting is not None and waiting not in self._settled and waiting not in path:
                choice = self._choose(waiting, path, knowledge)
                if choice is None:
                    self.settle(waiting, _anew(knowledge, tables, waiting), tables - 1)
                else:
                    choices.append(choice)
                    path[waiting] = iter(choice.asks)
            if not choices:
                return
            last = choices[-1]
            waiting = None if last.position in self._settled else next(path[last.position], None)
            if waiting is None:
                self._leave(last)
                del path[last.position]
                choices.pop()

    def _leave(self, choice: _Choice) -> None:
        # What a table of its own has settled meanwhile is closed in itself, so it stays.
        self._settled.setdefault(choice.position, choice)
        if self._progress is not None:
            self._progress("positions of the proof", len(self._settled), None)

    def _choose(
        self,
        position: SearchablePosition,
        path: dict[SearchablePosition, Iterator[SearchablePosition]],
        knowledge: Knowledge,
    ) -> _Choice | None:
        """The first good move after which play cannot come back to where that is too little."""
        moves = self._tabled and self._tabled.good(position)
        if moves and not self._hurries(position):
            return self._smallest(position, moves, path)
        for move, child in moves or self._good(position, knowledge):
            asks = tuple(demands(child, self._side))
            if not any((one in path or one == position) and self._hurries(one) for one in asks):
                return _Choice(position, move, asks)
        return None

    def _smallest(
        self,
        position: SearchablePosition,
        moves: list[tuple[Move, SearchablePosition]],
        path: dict[SearchablePosition, Iterator[SearchablePosition]],
    ) -> _Choice:
        """Of moves that all do, the first of those that ask for the fewest new positions."""
        choices: list[_Choice] = []
        least = 0
        for move, child in moves:
            asks = tuple(demands(child, self._side))
            new = sum(one not in self._settled and one not in path for one in asks)
            if not choices or new < least:
                choices, least = [_Choice(position, move, asks)], new
        return choices[0]

    def _hurries(self, position: SearchablePosition) -> bool:
        """Whether going on for ever is not good enough, with the men of this position."""
        return falls_short(endless(position, self._side), self._keeps)

    def _good(
        self, position: SearchablePosition, knowledge: Knowledge
    ) -> list[tuple[Move, SearchablePosition]]:
        """The moves that are known to be good, the best first; one is looked for if none is."""
        children = position.children()
        found, nodes = self._known(children, knowledge), FEWEST_NODES
        while not found:
            knowledge.prove(position, nodes)
            found = self._known(children, knowledge)
            if not found:
                found = self._look_for(position, children, knowledge, nodes)
            nodes *= 2
        return found

    def _known(
        self, children: Children, knowledge: Knowledge
    ) -> list[tuple[Move, SearchablePosition]]:
        worth = [(*self._worth(child, knowledge), move, child) for move, child in children]
        good = [one for one in worth if one[0]]
        good.sort(key=lambda one: one[1])
        return [(move, child) for _, _, move, child in good]

    def _worth(self, child: SearchablePosition, knowledge: Knowledge) -> tuple[bool | None, int]:
        if child.outcome is not None:
            return not ends_short(child, self._side, self._keeps), 0
        good, rank, _ = knowledge.known(child)
        return good, rank

    def _look_for(
        self, position: SearchablePosition, children: Children, knowledge: Knowledge, nodes: int
    ) -> list[tuple[Move, SearchablePosition]]:
        """Look for a good move a while, first where least work is left."""
        unknown = [child for _, child in children if self._worth(child, knowledge)[0] is None]
        if not unknown:
            raise RuntimeError(f"no move of '{position}' keeps what the search says")
        unknown.sort(key=lambda child: knowledge.known(child)[2])
        for child in unknown:
            if knowledge.prove(child, nodes):
                break
        return self._known(children, knowledge)


def _anew(knowledge: Knowledge, tables: int, position: SearchablePosition) -> Knowledge:
    if not tables:
        raise LimitReached(
            f"the table is too small to write the proof down at '{position}'; expected more memory"
        )
    return knowledge.anew()
