"""The values of puzzles from a table."""

from collections.abc import Mapping

from serpentes.games.base import Move, SearchablePosition, Side
from serpentes.puzzles.moves import fortress
from serpentes.puzzles.moves.mine_tabled import valuer
from serpentes.puzzles.moves.source import Method
from serpentes.solve.strategies import Keeps
from serpentes.solve.table import Table
from serpentes.solve.value import Value


class TabledSource:
    """What a table knows of the positions of its board.

    >>> import serpentes as sp
    >>> start = sp.serpent.start(size=2)
    >>> source = TabledSource(sp.solve(start))
    >>> source.positions, source.has(start, Value("loss", 5))
    (48, True)
    """

    method: Method = "retrograde analysis"

    def __init__(self, table: Table) -> None:
        self.positions = len(table)
        self.value = valuer(table)

    def has(self, position: SearchablePosition, value: Value) -> bool:
        """Whether a position has this value."""
        return self.value(position) == value

    def strategy(
        self, start: SearchablePosition, side: Side, most: int, keeps: Keeps
    ) -> Mapping[str, str] | None:
        """A fortress, as small as can be found with little work."""
        moves = fortress.build(self.value, start, side, most, keeps)
        if moves is None:
            return None
        return {str(position): str(move) for position, move in moves.items()}

    def answer(self, position: SearchablePosition, keeps: Keeps) -> Move:
        """The first of the best moves."""
        return self.reply(position)

    def reply(self, position: SearchablePosition) -> Move:
        """The first of the best moves."""
        return max(position.children(), key=lambda child: self.value(child[1]).before())[0]
