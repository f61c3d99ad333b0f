"""The way to a value that the number of men does not give yet.

Where the value of a position is one of play that never ends, but the men as they stand would make
it worse for one side, that side, the hunter, has to force a capture. A table says that it can, not
how soon; the move that does it soonest is found here by search.
"""

from collections.abc import Callable

from serpentes.games.base import MaterialPosition, Move
from serpentes.solve.value import Value

Lookup = Callable[[MaterialPosition], Value]

MOST_LOOKUPS = 20_000
"""Values that are looked up for one move at most."""

LONGEST = 60
"""Plies that are looked ahead at most."""


def is_hunter(position: MaterialPosition, value: Value) -> bool:
    """Whether the side to move has to change the numbers of men for this value of the position."""
    return value.plies is None and value > Value(position.never_ends, None)


def hunt(position: MaterialPosition, lookup: Lookup) -> Move | None:
    """The move with which the hunter, who is to move, soonest forces a capture that keeps its
    value; None if that is not found within `MOST_LOOKUPS`.

    `lookup` gives the value of a position, as a table does.

    >>> import serpentes as sp
    >>> table = sp.solve(sp.fighting.start(length=2))
    >>> position = sp.fighting.parse("ww/1b1/b1 b")
    >>> str(table[position]), position.never_ends
    ('win by the number of men', 'draw')
    >>> str(hunt(position, table.__getitem__))
    'm2-b2'
    """
    search = _Search(position, lookup)
    for plies in range(1, LONGEST, 2):
        try:
            found = search.best(position, plies)
        except _OutOfLookups:
            return None
        if found is not None:
            return found
    return None


class _OutOfLookups(Exception):  # noqa: N818 (a limit is no error of the program)
    pass


class _Search:
    """A search by iterative deepening, of which the shallow parts are remembered."""

    def __init__(self, position: MaterialPosition, lookup: Lookup) -> None:
        self._goal = lookup(position)
        self._men = {position.men, position.men[::-1]}
        self._lookup = lookup
        self._left = MOST_LOOKUPS
        self._values: dict[MaterialPosition, Value] = {}
        self._known: dict[tuple[MaterialPosition, int], bool] = {}

    def best(self, position: MaterialPosition, plies: int) -> Move | None:
        """The first move that forces a capture within so many plies; the hunter is to move."""
        for move, child in position.children():
            if self._value(child).before() >= self._goal and self._escapes(child, plies):
                return move
        return None

    def _escapes(self, child: MaterialPosition, plies: int) -> bool:
        """Whether after the hunter's move, which keeps the goal, a capture is forced in time."""
        if child.men not in self._men:
            return True
        if plies < 3:
            return False
        known = self._known.get((child, plies))
        if known is None:
            known = all(
                self._value(after) > self._goal
                or after.men not in self._men
                or self.best(after, plies - 2) is not None
                for _, after in child.children()
            )
            self._known[child, plies] = known
        return known

    def _value(self, position: MaterialPosition) -> Value:
        value = self._values.get(position)
        if value is None:
            self._left -= 1
            if self._left < 0:
                raise _OutOfLookups
            value = self._values[position] = self._lookup(position)
        return value
