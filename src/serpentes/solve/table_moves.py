"""Moves of a strategy in the positions that a solved table knows."""

from dataclasses import dataclass

from serpentes.games.base import MaterialPosition, Move, SearchablePosition, Side
from serpentes.games.text import quoted
from serpentes.solve.driver import LimitReached
from serpentes.solve.hunt import hunt, is_hunter
from serpentes.solve.strategies import Keeps, endless, falls_short
from serpentes.solve.table import Table


@dataclass(frozen=True, slots=True)
class TableMoves:
    """The moves with which a side keeps something, by a table.

    >>> import serpentes as sp
    >>> start = sp.serpent.start(size=2)
    >>> moves = TableMoves(sp.solve(start), "w", "win")
    >>> [str(move) for move, _ in moves.good(start.play("a1"))][:1]
    ['c2']
    """

    table: Table
    side: Side
    keeps: Keeps

    def good(self, position: SearchablePosition) -> list[tuple[Move, SearchablePosition]]:
        """The moves that keep it, with the positions after them; none if the table has no moves.

        Where play without end is not good enough, only those that come nearer to the end, or to a
        capture that is needed: no play by them goes round. Raises LimitReached if it is too much
        work to find out how such a capture is forced.
        """
        if position.finished or position not in self.table:
            return []
        value = self.table[position]
        hurries = falls_short(endless(position, self.side), self.keeps)
        if hurries and isinstance(position, MaterialPosition) and is_hunter(position, value):
            return [self._hunted(position)]
        after = [(m, child, self.table[child].before()) for m, child in position.children()]
        if hurries:
            return [(m, child) for m, child, v in after if v >= value]
        return [(m, child) for m, child, v in after if not falls_short(v.outcome, self.keeps)]

    def _hunted(self, position: MaterialPosition) -> tuple[Move, SearchablePosition]:
        move = hunt(position, self.table.__getitem__)
        if move is None:
            raise LimitReached(
                f"in {quoted(str(position))} a capture has to be forced, and how is too much work "
                "to find; expected a position with a shorter way, or a search without the table"
            )
        return move, position.play(move)
