"""Fortresses: proofs that a side does not lose, however long the game goes on.

A fortress names one move for each position of the side that holds it. It is closed when every
answer of the other side leads to a position that is named again, or to an end that is not lost:
then the side is never lost, and whether it is closed can be seen with the rules alone.
"""

from collections.abc import Callable, Iterator, Mapping

from serpentes.games.base import Side
from serpentes.games.serpent import Move, Position
from serpentes.solve.value import Value

Values = Callable[[Position], Value]
Moves = dict[Position, Move]
MANY = 1 << 30
LOOK_AHEAD = 1
"""How many moves of its side `build` looks ahead to count how many new positions a move asks for;
two make fortresses little smaller and take many times as long."""


def build(values: Values, start: Position, side: Side, most: int) -> Moves | None:
    """The moves of a fortress of `side` from `start` on, in at most `most` positions.

    `values` tells what a position is worth; `side` must not be lost in `start`. None if the
    fortress gets larger; it is not the smallest there is, as that is hard to find.
    """
    builder = _Builder(values, side)
    waiting = dict.fromkeys(builder.demands(start))
    while waiting:
        if len(builder.moves) + len(waiting) > most:
            return None
        position, _ = waiting.popitem()
        builder.moves[position], after = builder.cheapest(position)
        new = [other for other in builder.demands(after) if other not in builder.moves]
        waiting |= dict.fromkeys(reversed(new))
    return builder.moves


class _Builder:
    """The fortress so far, and what is known of the positions around it."""

    def __init__(self, values: Values, side: Side) -> None:
        self.moves: Moves = {}
        self._side = side
        self._values = values
        self._demands: dict[Position, tuple[Position, ...]] = {}
        self._holding: dict[Position, tuple[tuple[Move, Position], ...]] = {}

    def demands(self, position: Position) -> tuple[Position, ...]:
        """As the function of that name, remembered."""
        if position not in self._demands:
            self._demands[position] = tuple(demands(position, self._side))
        return self._demands[position]

    def holding(self, position: Position) -> tuple[tuple[Move, Position], ...]:
        """The moves that do not lose, with the positions after them."""
        if position not in self._holding:
            self._holding[position] = tuple(
                (move, child)
                for move, child in position.children()
                if self._values(child).outcome != "win"
            )
        return self._holding[position]

    def cheapest(self, position: Position) -> tuple[Move, Position]:
        """The move that asks for the fewest new positions, the first of several."""
        options = self.holding(position)
        if len(options) == 1:
            return options[0]
        best, least = options[0], MANY
        for option in options:
            cost = self._cost(option[1], {position}, LOOK_AHEAD, least)
            if cost < least:
                best, least = option, cost
        return best

    def _cost(self, after: Position, known: set[Position], depth: int, bound: int) -> int:
        """How many positions a move asks for that are not known, some moves ahead.

        Exact below `bound`, else anything from there on.
        """
        total = 0
        for position in self.demands(after):
            if position in known or position in self.moves:
                continue
            total += 1
            if depth:
                least = MANY
                for _, child in self.holding(position):
                    cost = self._cost(child, {*known, position}, depth - 1, least)
                    least = min(least, cost)
                known, total = {*known, position}, total + least
            if total >= bound:
                break
        return total


def demands(position: Position, side: Side) -> Iterator[Position]:
    """The positions in which `side` has to move next, from `position` on, and the game is not over.

    >>> from serpentes.games import serpent
    >>> [str(position) for position in demands(serpent.parse("b1/w1w/2 b w"), "w")]
    ['bb/w1w/2 w w', 'b1/wbw/2 w w', 'b1/w1w/b1 w bw', 'b1/w1w/1b w bw']
    """
    if position.outcome is not None:
        return
    if position.side == side:
        yield position
        return
    for _, child in position.children():
        if child.outcome is None:
            yield child


def faults(
    moves: Mapping[str, str],
    start: Position,
    side: Side,
    spend: Callable[[int], None] = lambda _: None,
) -> Iterator[tuple[str, str]]:
    """Why these moves are no fortress of `side` from `start` on; nothing if they are one.

    `moves` are texts, by positions as texts. Each fault is a position and a sentence. Follows no
    position twice and none that is not named, so it always comes to an end; `spend` is called with
    the number of positions before they are looked at.

    >>> from serpentes.games import serpent
    >>> position = serpent.parse("1ww/2bb/wbw2/b1w1/bbw b bw")
    >>> list(faults({str(position): "d4"}, position, "b"))
    []
    >>> list(faults({str(position): "d3"}, position, "b"))[0][1]
    "d3 is not legal in '1ww/2bb/wbw2/b1w1/bbw b bw': d3 is not empty"
    """
    if lost(start, side):
        yield str(start), f"the game is over and lost for {side}"
    unseen = dict.fromkeys(moves)
    waiting = [start]
    while waiting:
        after_moves = _next(waiting.pop(), side)
        spend(len(after_moves))
        for position in after_moves:
            text = str(position)
            if lost(position, side):
                yield text, f"the game is over and lost for {side}"
            elif position.outcome is None and text not in moves:
                yield text, "the fortress has no move for this position, which can come up"
            elif text in unseen:
                del unseen[text]
                try:
                    after = position.play(moves[text])
                except ValueError as error:
                    yield text, str(error)
                    continue
                if lost(after, side):
                    yield text, f"after {moves[text]} the game is over and lost for {side}"
                waiting.append(after)
    for text in unseen:
        yield text, "the fortress has a move for this position, which cannot come up"


def lost(position: Position, side: Side) -> bool:
    """Whether the game is over and lost for a side."""
    return position.outcome == ("loss" if position.side == side else "win")


def _next(position: Position, side: Side) -> tuple[Position, ...]:
    if position.side == side:
        return (position,)
    return tuple(child for _, child in position.children())
