"""The values of puzzles on boards of which there is no table: what searches find out.

How a win or a loss ends comes from the forward search; that a side keeps something, however long
the game goes on, from the proof-number search.
"""

from collections.abc import Mapping
from functools import partial

from serpentes.games.base import OPPOSITE, MaterialPosition, Move, SearchablePosition, Side
from serpentes.puzzles.moves.build import LONGEST_TRY
from serpentes.puzzles.moves.source import GaveUpError, Method
from serpentes.puzzles.moves.source_tabled import TabledSource
from serpentes.solve.proof_files import Goal
from serpentes.solve.proof_search import ProofSearch
from serpentes.solve.search import ForwardSearch
from serpentes.solve.slice_table import SliceTable
from serpentes.solve.strategies import Keeps, falls_short
from serpentes.solve.value import Value

FORWARD_NODES = 100_000
"""Nodes that a forward search for one value may take."""
STAGES = (1 << 10, 1 << 13, 1 << 15)
"""Nodes for one of several answers: first a few for every one of them, as most show soon."""
FORWARD_BYTES, PROOF_BYTES = 1 << 22, 1 << 24
"""Bytes of the tables of these searches."""


class SearchedSource:
    """What searches find out about the positions of a board.

    >>> import serpentes as sp
    >>> start = sp.serpent.start(size=2)
    >>> source = SearchedSource(start)
    >>> source.value(start), source.strategy(start, "w", 99, "draw") is None
    (Value(outcome='loss', plies=5), False)
    """

    method: Method = "forward search"
    positions = None

    def __init__(self, start: SearchablePosition, table: SliceTable | None = None) -> None:
        """A source for the board and rulings of `start`; with a table of endgames, what they are
        worth comes from there."""
        self._search = ForwardSearch(start, FORWARD_BYTES)
        self._proofs = ProofSearch(start, table_bytes=PROOF_BYTES, threads=1)
        self._endgames = None if table is None else TabledSource(table)
        self._most_men = 0 if table is None else table.most_men

    def endgames(self, position: SearchablePosition) -> TabledSource | None:
        """The source for a position that is in the table of endgames, None if it is in none."""
        if not isinstance(position, MaterialPosition) or sum(position.men) > self._most_men:
            return None
        return self._endgames

    def within(self, position: SearchablePosition, plies: int, nodes: int) -> Value | None:
        """The value of a position if it is decided in so many plies; None if it is not, or if
        that takes more than so many nodes."""
        if position.outcome is not None:
            return Value(position.outcome, 0)
        if (known := self.endgames(position)) is not None:
            value = known.value(position)
            return None if value.plies is None or value.plies > plies else value
        return self._search.value(position, plies=plies, nodes=nodes)

    def proof_search(self, position: SearchablePosition, goal: Goal) -> ProofSearch:
        """A proof-number search, which knows what the others of this source have found."""
        return self._proofs.beside(position, goal)

    def value(self, position: SearchablePosition) -> Value:
        """The value of a position; raises GaveUpError if it is not decided soon."""
        found = self.within(position, LONGEST_TRY, FORWARD_NODES)
        if found is None:
            raise GaveUpError
        return found

    def has(self, position: SearchablePosition, value: Value) -> bool:
        """Whether a position has this value; raises GaveUpError if that takes too much work."""
        assert value.plies is not None
        found = self.within(position, value.plies, FORWARD_NODES)
        if found is None and self.endgames(position) is None and not self._search.complete:
            raise GaveUpError
        return found == value

    def strategy(
        self, start: SearchablePosition, side: Side, most: int, keeps: Keeps
    ) -> Mapping[str, str] | None:
        """The strategy that a proof-number search has found."""
        if (known := self.endgames(start)) is not None:
            return known.strategy(start, side, most, keeps)
        asks = side == start.side
        goal: Goal = keeps if asks else "win" if keeps == "draw" else "draw"
        search = self.proof_search(start, goal)
        if search.run(nodes=STAGES[-1]).answer != ("yes" if asks else "no"):
            return None
        try:
            found = search.proof(partial(_give_up, most)).strategy
        except GaveUpError:
            return None
        return found if len(found) <= most else None

    def answer(self, position: SearchablePosition, keeps: Keeps) -> Move:
        """The first move by which the side to move is known to keep that, the nearest first."""
        if (known := self.endgames(position)) is not None:
            return known.answer(position, keeps)
        goal: Goal = "win" if keeps == "draw" else "draw"
        children = sorted(position.children(), key=lambda pair: pair[1].perft(1))
        for nodes in STAGES:
            for move, child in children:
                if child.outcome is not None:
                    if not falls_short(OPPOSITE[child.outcome], keeps):
                        return move
                elif self.proof_search(child, goal).run(nodes=nodes).answer == "no":
                    return move
        raise GaveUpError

    def reply(self, position: SearchablePosition) -> Move:
        """The move that leaves the other side the fewest, where nobody knows the best."""
        if (known := self.endgames(position)) is not None:
            return known.reply(position)
        return min(position.children(), key=lambda child: child[1].perft(1))[0]


def _give_up(most: int, what: str, done: int, total: int | None) -> None:
    """Stop writing down a proof once it is too large to be read."""
    # Some of the positions that are settled may turn out not to be needed.
    if done > 4 * most:
        raise GaveUpError
