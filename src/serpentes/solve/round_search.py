"""Backward induction over the rounds of Serpent Master for two, in exact numbers.

A round is a matrix game: both pick a card unseen, and each pair of cards is worth what comes of
laying them in turn, in the open. The compiled core settles pairs of cards with at most three cards
each, and bounds everything by integers: the values of the serialised games, in which one side
announces its card in every round. Here the rest is done, with intervals that are narrowed no
further than needed:

- where the bounds meet, or lie on one side of what would change the choice before (alpha-beta
  pruning: A. Saffidine, H. Finnsson, M. Buro, Alpha-Beta Pruning for Games with Simultaneous Moves,
  AAAI 2012), the matrix is not looked at;
- else some of its rows and columns are solved, and best replies to that added until there are none
  (double oracle, with the serialised games as bounds: B. Bosansky, V. Lisy, M. Lanctot, J. Cermak,
  M. H. M. Winands, Algorithms for computing strategies in two-player simultaneous move games,
  Artificial Intelligence 237, 2016).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from serpentes.games.master.core import resolution_order
from serpentes.games.square import cells_of
from serpentes.solve.matrix_games import solve_matrix

if TYPE_CHECKING:
    from serpentes.core.master import Duel

Exact = int | Fraction
RoundReport = Callable[[str, int], None]
"""Called with what is being done, and for how many pairs of cards of a round it is."""
State = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""As the core has it: showing tokens, heads, hands, order (see `serpentes.games.master.core`)."""

CORE_CARDS = 2
"""States with at most so many cards each are settled by the core; pairs of cards with one more."""
LIMIT = 65
"""No margin is so large."""
TOLD_EVERY = 16
"""Pairs of cards that are worked out between two reports; each takes the core some microseconds."""


def _cards_left(state: State) -> int:
    return state[2][0].bit_count()


class Interval(NamedTuple):
    """What is known of a value: it is not below `low` and not above `high`."""

    low: Exact
    high: Exact

    def settles(self, window: "Interval") -> bool:
        """Whether it is exact, or leaves nothing inside a window."""
        return self.low == self.high or self.high <= window.low or self.low >= window.high

    def negative(self) -> "Interval":
        """What is known of the value to the other player."""
        return Interval(-self.high, -self.low)


ANYTHING = Interval(-LIMIT, LIMIT)


def exact(ratio: tuple[int, int]) -> Interval:
    """A value of the core."""
    numerator, denominator = ratio
    value: Exact = Fraction(numerator, denominator)
    if numerator % denominator == 0:
        value = numerator // denominator  # integers are several times as fast
    return Interval(value, value)


class RoundSearch:
    """The search of one game; `prune` is off only to check the search with it against that without.

    States are those of the core, and values are those to player 0. After a round, that is the one
    who laid first in it, whoever was player 0 before, and the states are canonical.
    """

    def __init__(
        self, duel: "Duel", *, most_known: int, linear_programs: bool | None, prune: bool
    ) -> None:
        self.duel = duel
        self.most_known = most_known
        self.linear_programs = linear_programs
        self.prune = prune
        self.known: dict[State, Interval] = {}
        self.cells = 0
        self.evaluated = 0
        self.on_cells: Callable[[], None] | None = None

    def settle(self, state: State, window: Interval) -> Interval:
        """Narrow what is known of a state down to that it settles a window."""
        found = self.known_of(state)
        if found.settles(window):
            return found
        found = RoundMatrix(self, state).solve(found, window).interval
        self._remember(state, found)
        return found

    def known_of(self, state: State) -> Interval:
        """What is known of a state; if it is new, its bounds."""
        found = self.known.get(state)
        if found is None:
            cards = _cards_left(state)
            if cards <= CORE_CARDS:
                return exact(self.duel.value(state))
            self.cells += cards * cards
            found = Interval(*self.duel.bounds(state)) if self.prune else ANYTHING
            self._remember(state, found)
        return found

    def _remember(self, state: State, found: Interval) -> None:
        """Keep what is known of a state; that of the state known for longest makes room."""
        if state not in self.known and len(self.known) == self.most_known:
            del self.known[next(iter(self.known))]
        self.known[state] = found

    def settle_pair(self, state: State, own: int, other: int, window: Interval) -> Interval:
        """As `settle`, once both players have picked their cards."""
        self.evaluated += 1
        if self.on_cells is not None and self.evaluated % TOLD_EVERY == 0:
            self.on_cells()
        if self.prune and _cards_left(state) <= CORE_CARDS + 1:
            return exact(self.duel.cell(state, own, other))
        groups = self.duel.children(state, own, other)
        if resolution_order(state[3], (own, other))[0] == 0:
            return self.settle_placements(groups, window)
        return self.settle_placements(groups, window.negative()).negative()

    def settle_placements(self, groups: Iterable[Sequence[State]], window: Interval) -> Interval:
        """As `settle`, for the greatest value of a group, whose value is the least of its states.

        The most promising state is always narrowed first: no other state need be so as long as this
        one might decide.
        """
        known = [{state: self.known_of(state) for state in group} for group in groups]
        whole = [_least(group.values()) for group in known]
        while True:
            found = _greatest(whole)
            if found.settles(window):
                return found
            chosen = max(range(len(whole)), key=lambda i: (whole[i].high, whole[i].low))
            group = known[chosen]
            state = min(group, key=lambda each: group[each])
            low = max((each.low for i, each in enumerate(whole) if i != chosen), default=-LIMIT)
            high = min((each.high for one, each in group.items() if one != state), default=LIMIT)
            inner = (
                Interval(max(low, window.low), min(high, window.high)) if self.prune else ANYTHING
            )
            group[state] = self.settle(state, inner)
            whole[chosen] = _least(group.values())


def _least(intervals: Iterable[Interval]) -> Interval:
    lows, highs = zip(*intervals, strict=True)
    return Interval(min(lows), min(highs))


def _greatest(intervals: Iterable[Interval]) -> Interval:
    lows, highs = zip(*intervals, strict=True)
    return Interval(max(lows), max(highs))


class Solved(NamedTuple):
    """What is known of a matrix game, with shares of the rows that get at least the lower end, and
    of the columns that pay at most the upper end; empty if these were known before."""

    interval: Interval
    rows: dict[int, Fraction]
    columns: dict[int, Fraction]


class RoundMatrix:
    """The matrix game of one round, with what is known of its cells.

    Rows are the cards of player 0 and columns those of player 1, highest number first. `report` is
    called whenever there is more to tell, also of rounds further on.
    """

    def __init__(
        self, search: RoundSearch, state: State, report: RoundReport | None = None
    ) -> None:
        self.search = search
        self.state = state
        self.report = report
        self.own, self.other = (cells_of(hand) for hand in state[2])  # sets of cards here
        self.cells: list[list[Interval]] = []
        for own in self.own:
            if report is not None:
                report("bounds of pairs of cards", len(self.cells) * len(self.other))
            self.cells.append([self._bounds(own, other) for other in self.other])
        if report is not None:
            search.on_cells = self._tell

    def _bounds(self, own: int, other: int) -> Interval:
        if self.search.prune and len(self.own) > CORE_CARDS + 1:
            return Interval(*self.search.duel.cell_bounds(self.state, own, other))
        return ANYTHING

    def settle(self, row: int, column: int, window: Interval = ANYTHING) -> Interval:
        """Narrow what is known of a cell down to that it settles a window."""
        found = self.cells[row][column]
        if not found.settles(window):
            own, other = self.own[row], self.other[column]
            found = self.search.settle_pair(self.state, own, other, window)
            self.cells[row][column] = found
            self._tell()
        return found

    def _tell(self) -> None:
        if self.report is not None:
            done = sum(cell.low == cell.high for line in self.cells for cell in line)
            self.report("pairs of cards", done)

    def values(self, rows: Iterable[int], columns: Sequence[int]) -> list[list[Fraction]]:
        """The exact values of some cells."""
        return [[Fraction(self.settle(row, column).low) for column in columns] for row in rows]

    def solve(self, known: Interval, window: Interval) -> Solved:
        """Narrow what is known of the game down to that it settles a window, by double oracle."""
        own, other = _Side(self, columns=False), _Side(self, columns=True)
        rows, columns = self._first_choices()
        played = Solved(known, {}, {})
        while True:
            found = solve_matrix(self.values(rows, columns), self.search.linear_programs)
            row_shares, column_shares = _played(rows, found.rows), _played(columns, found.columns)
            row, high = own.best_reply(column_shares, found.value)
            column, low = other.best_reply(row_shares, -found.value)
            played = _better(played, Solved(Interval(-low, high), row_shares, column_shares))
            if played.interval.settles(window):
                return played
            rows += [] if row is None else [row]
            columns += [] if column is None else [column]

    def _first_choices(self) -> tuple[list[int], list[int]]:
        """The row and the column that are safest by what is known; all of them without pruning."""
        rows, columns = range(len(self.own)), range(len(self.other))
        if not self.search.prune:
            return list(rows), list(columns)
        lows = [min(cell.low for cell in row) for row in self.cells]
        highs = [max(row[column].high for row in self.cells) for column in columns]
        return [lows.index(max(lows))], [highs.index(min(highs))]


def _played(places: Sequence[int], shares: Sequence[Fraction]) -> dict[int, Fraction]:
    return {place: share for place, share in zip(places, shares, strict=True) if share}


def _better(old: Solved, new: Solved) -> Solved:
    """The better of two pieces of knowledge at either end, with what is played for it."""
    low, rows = max((old.interval.low, old.rows), (new.interval.low, new.rows), key=_first)
    high, columns = min(
        (old.interval.high, old.columns), (new.interval.high, new.columns), key=_first
    )
    return Solved(Interval(low, high), rows, columns)


def _first(pair: tuple[Exact, dict[int, Fraction]]) -> Exact:
    return pair[0]


class _Side:
    """A matrix game as one of its players sees it, who picks one of the places of that side."""

    def __init__(self, matrix: RoundMatrix, *, columns: bool) -> None:
        self.matrix = matrix
        self.columns = columns
        self.places = range(len(matrix.other if columns else matrix.own))

    def known(self, place: int, reply: int) -> Interval:
        """What is known of a cell."""
        cells = self.matrix.cells
        return cells[reply][place].negative() if self.columns else cells[place][reply]

    def settle(self, place: int, reply: int, window: Interval) -> Interval:
        """As `RoundMatrix.settle`."""
        if self.columns:
            return self.matrix.settle(reply, place, window.negative()).negative()
        return self.matrix.settle(place, reply, window)

    def best_reply(self, against: Mapping[int, Fraction], value: Exact) -> tuple[int | None, Exact]:
        """The place that gets most against shares of the other side, and what it gets; None if no
        place gets more than `value`."""
        best, most = None, value
        for place in self.places:
            gets = self._gets(place, against, most)
            if gets > most:
                best, most = place, gets
        return best, most

    def _gets(self, place: int, against: Mapping[int, Fraction], target: Exact) -> Exact:
        """What a place gets against shares, or what it gets at most if that is no more than the
        target."""
        most = sum(share * self.known(place, reply).high for reply, share in against.items())
        for reply, share in against.items():
            if most <= target:
                break
            others = most - share * self.known(place, reply).high
            needed = Interval((target - others) / share, LIMIT)
            most = others + share * self.settle(place, reply, needed).high
        return most
