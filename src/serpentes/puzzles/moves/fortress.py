"""Fortresses: proofs that a side keeps a result, however long the game goes on.

A fortress is a small closed strategy (`serpentes.solve.strategies`, where it is checked as well),
found with the values of a table.
"""

from collections.abc import Callable
from dataclasses import dataclass

from serpentes.games.base import OPPOSITE, MaterialPosition, Move, SearchablePosition, Side
from serpentes.puzzles.moves.source import GaveUpError
from serpentes.solve.strategies import Keeps, demands, endless, falls_short
from serpentes.solve.value import Value

Values = Callable[[SearchablePosition], Value]
Moves = dict[SearchablePosition, Move]
Men = tuple[int, int] | None
MANY = 1 << 30
LOOK_AHEAD = 1
"""How many moves of its side `build` looks ahead to count how many new positions a move asks for;
two make fortresses little smaller and take many times as long."""

LONGEST_FORCE = 5
"""Moves in which a side that must not go on for ever has to force something."""

MOST_LOOKED_AT = 2500
"""Positions of the other side that are looked at for one fortress; hardly any that is found in the
end takes more."""


def build(
    values: Values, start: SearchablePosition, side: Side, most: int, keeps: Keeps = "draw"
) -> Moves | None:
    """The moves of a fortress of `side` from `start` on, in at most `most` positions.

    `values` tells what a position is worth; `side` must have what it keeps in `start`. None if the
    fortress gets larger, or if it takes too much work to find; it is not the smallest there is, as
    that is hard to find.
    """
    builder = _Builder(values, side, keeps)
    try:
        waiting = dict.fromkeys(builder.demands(start))
        while waiting:
            if len(builder.chosen) + len(waiting) > most:
                return None
            node, _ = waiting.popitem()
            option = builder.cheapest(node)
            builder.chosen[node] = option.move
            new = [other for other in builder.asked(option) if other not in builder.chosen]
            waiting |= dict.fromkeys(reversed(new))
    except GaveUpError:
        return None
    return builder.moves()


@dataclass(slots=True)
class _Option:
    """A move, the position after it, and (once asked for) the nodes that can come up then."""

    move: Move
    after: SearchablePosition
    asks: tuple[int, ...] | None = None


class _Builder:
    """The fortress so far, and what is known of the positions around it.

    Positions of the side are numbered as they come up, to compare them fast.
    """

    def __init__(self, values: Values, side: Side, keeps: Keeps) -> None:
        self.chosen: dict[int, Move] = {}
        self._side: Side = side
        self._keeps: Keeps = keeps
        self._values = values
        self._nodes: dict[SearchablePosition, int] = {}
        self._positions: list[SearchablePosition] = []
        self._options: list[tuple[_Option, ...] | None] = []
        self._demands: dict[SearchablePosition, tuple[int, ...]] = {}
        self._forced: dict[tuple[int, int], bool] = {}

    def moves(self) -> Moves:
        """The moves chosen, by their positions."""
        return {self._positions[node]: move for node, move in self.chosen.items()}

    def demands(self, position: SearchablePosition) -> tuple[int, ...]:
        """As the function of that name, by number and remembered."""
        found = self._demands.get(position)
        if found is None:
            if len(self._demands) >= MOST_LOOKED_AT:
                raise GaveUpError
            found = tuple(map(self._node, demands(position, self._side)))
            self._demands[position] = found
        return found

    def asked(self, option: _Option) -> tuple[int, ...]:
        """The nodes that can come up after a move."""
        if option.asks is None:
            option.asks = self.demands(option.after)
        return option.asks

    def _node(self, position: SearchablePosition) -> int:
        node = self._nodes.setdefault(position, len(self._positions))
        if node == len(self._positions):
            self._positions.append(position)
            self._options.append(None)
        return node

    def options(self, node: int) -> tuple[_Option, ...]:
        """The moves that keep the result.

        Where going on for ever is not good enough, only those that force something sooner.
        """
        found = self._options[node]
        if found is None:
            position = self._positions[node]
            found = self._good(position)
            if falls_short(endless(position, self._side), self._keeps):
                found = self._hurrying(node, found)
            self._options[node] = found
        return found

    def _good(self, position: SearchablePosition) -> tuple[_Option, ...]:
        return tuple(
            _Option(move, child)
            for move, child in position.children()
            if not falls_short(OPPOSITE[self._values(child).outcome], self._keeps)
        )

    def cheapest(self, node: int) -> _Option:
        """The move that asks for the fewest new positions, the first of several."""
        options = self.options(node)
        if len(options) == 1:
            return options[0]
        best, least = options[0], MANY
        for option in options:
            cost = self._cost(option, {node}, LOOK_AHEAD, least)
            if cost < least:
                best, least = option, cost
        return best

    def _cost(self, option: _Option, known: set[int], depth: int, bound: int) -> int:
        """How many positions a move asks for that are not known, some moves ahead.

        Exact below `bound`, else anything from there on.
        """
        total = 0
        for node in self.asked(option):
            if node in known or node in self.chosen:
                continue
            total += 1
            if depth:
                known, least = {*known, node}, MANY
                for below in self.options(node):
                    least = min(least, self._cost(below, known, depth - 1, least))
                total += least
            if total >= bound:
                break
        return total

    # Where going on for ever is not good enough: progress that cannot be undone

    def _hurrying(self, node: int, good: tuple[_Option, ...]) -> tuple[_Option, ...]:
        """Those of the moves after which something is forced in fewer moves than before them."""
        value = self._values(self._positions[node])
        if _is_forced_win(value):
            after = (self._values(option.after).before() for option in good)
            faster = [v for v in after if _is_forced_win(v) and v >= value]
            return tuple(option for option in good if self._values(option.after).before() in faster)
        men = _men(self._positions[node])
        for moves in range(1, LONGEST_FORCE + 1):
            found = tuple(option for option in good if self._forces(option, men, moves))
            if found:
                return found
        raise GaveUpError

    def _forces(self, option: _Option, men: Men, moves: int) -> bool:
        """Whether all answers end what would otherwise go on for ever, in so many moves."""
        return all(self._forced_within(node, men, moves - 1) for node in self.asked(option))

    def _forced_within(self, node: int, men: Men, moves: int) -> bool:
        position = self._positions[node]
        if _men(position) != men or _is_forced_win(self._values(position)):
            return True
        if not moves:
            return False
        if (node, moves) not in self._forced:
            self._forced[node, moves] = any(
                self._forces(option, men, moves) for option in self._good(position)
            )
        return self._forced[node, moves]


def _is_forced_win(value: Value) -> bool:
    return value.outcome == "win" and value.plies is not None


def _men(position: SearchablePosition) -> Men:
    return position.men if isinstance(position, MaterialPosition) else None
