"""Fortresses: proofs that a side keeps a result, however long the game goes on.

A fortress names one move for each position of the side that holds it. It is closed when every
answer of the other side leads to a position that is named again, or to an end that is good enough.
Play that never ends goes round a cycle of it sooner or later, so every cycle has to be good enough
as well. In Serpent, play that never ends is a draw; where men are taken and never come back, it is
worth what their numbers say, which are the same all along a cycle. Whether all this holds can be
seen with the rules alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Literal

from serpentes.games.base import OPPOSITE, MaterialPosition, Move, Outcome, SearchablePosition, Side
from serpentes.solve.value import Value

Keeps = Literal["draw", "win"]
"""What a fortress keeps: with "draw" its side does not lose, with "win" it wins."""

Values = Callable[[SearchablePosition], Value]
Moves = dict[SearchablePosition, Move]
Men = tuple[int, int] | None
RANKS: Mapping[Outcome, int] = {"loss": 0, "draw": 1, "win": 2}
MANY = 1 << 30
LOOK_AHEAD = 1
"""How many moves of its side `build` looks ahead to count how many new positions a move asks for;
two make fortresses little smaller and take many times as long."""

LONGEST_FORCE = 5
"""Moves in which a side that must not go on for ever has to force something."""

MOST_LOOKED_AT = 2500
"""Positions of the other side that are looked at for one fortress; hardly any that is found in the
end takes more."""


class GaveUpError(Exception):
    """There may be a fortress, but not one that could be found with so little work."""


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


def demands(position: SearchablePosition, side: Side) -> Iterator[SearchablePosition]:
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


# Checking


def faults(
    moves: Mapping[str, str],
    start: SearchablePosition,
    side: Side,
    keeps: Keeps = "draw",
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
    >>> list(faults({str(position): "d4"}, position, "b", "win"))[0][1]
    'play can go on for ever from here, which is not won for b'
    """
    poor = f"not won for {side}" if keeps == "win" else f"lost for {side}"
    if ends_short(start, side, keeps):
        yield str(start), f"the game is over and {poor}"
    unseen = dict.fromkeys(moves)
    waiting: list[tuple[SearchablePosition | None, SearchablePosition]] = [(None, start)]
    followed: dict[SearchablePosition, set[SearchablePosition]] = {}
    while waiting:
        before, after = waiting.pop()
        next_positions = _next(after, side)
        spend(len(next_positions))
        for position in next_positions:
            text = str(position)
            if ends_short(position, side, keeps):
                yield text, f"the game is over and {poor}"
            elif position.outcome is None and text not in moves:
                yield text, "the fortress has no move for this position, which can come up"
            if before is not None and text in moves:
                followed.setdefault(before, set()).add(position)
            if position.outcome is None and text in unseen:
                del unseen[text]
                try:
                    after_move = position.play(moves[text])
                except ValueError as error:
                    yield text, str(error)
                    continue
                if ends_short(after_move, side, keeps):
                    yield text, f"after {moves[text]} the game is over and {poor}"
                waiting.append((position, after_move))
    for text in unseen:
        yield text, "the fortress has a move for this position, which cannot come up"
    for position in _poor_cycle(followed, side, keeps):
        yield str(position), f"play can go on for ever from here, which is {poor}"


def ends_short(position: SearchablePosition, side: Side, keeps: Keeps) -> bool:
    """Whether the game is over with less for a side than it keeps."""
    outcome = position.outcome
    return outcome is not None and falls_short(_for_side(outcome, position, side), keeps)


def falls_short(outcome: Outcome, keeps: Keeps) -> bool:
    """Whether an outcome is less than what is kept.

    >>> falls_short("draw", "win"), falls_short("draw", "draw")
    (True, False)
    """
    return RANKS[outcome] < RANKS[keeps]


def endless(position: SearchablePosition, side: Side) -> Outcome:
    """What play that never ends is worth to a side, with the men of this position.

    >>> from serpentes.games import serpent
    >>> endless(serpent.start(size=2), "b")
    'draw'
    """
    if isinstance(position, MaterialPosition):
        return _for_side(position.never_ends, position, side)
    return "draw"


def _for_side(outcome: Outcome, position: SearchablePosition, side: Side) -> Outcome:
    return outcome if position.side == side else OPPOSITE[outcome]


def _poor_cycle(
    followed: Mapping[SearchablePosition, Iterable[SearchablePosition]], side: Side, keeps: Keeps
) -> Iterable[SearchablePosition]:
    """One of the positions of a cycle that is not good enough, none if there is no such cycle.

    Whether a cycle is good enough shows in each of its positions, as the men do not change. So
    only the positions that are not are looked at.
    """
    poor = {position for position in followed if falls_short(endless(position, side), keeps)}
    order = TopologicalSorter(
        {position: [after for after in followed[position] if after in poor] for position in poor}
    )
    try:
        order.prepare()
    except CycleError as error:
        return (min(error.args[1], key=str),)
    return ()


def _next(position: SearchablePosition, side: Side) -> tuple[SearchablePosition, ...]:
    if position.side == side:
        return (position,)
    return tuple(child for _, child in position.children())
