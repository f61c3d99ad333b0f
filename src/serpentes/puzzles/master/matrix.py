"""Rounds of Serpent Master for two worked out by plain backward induction, in fractions.

Nothing is pruned or bounded, and nothing asked of the solver that makes the puzzles: every card is
laid in every way, as the rules have it, to the end of the game. Values are margins of tokens to
player 0; players count from 0 here, and cards are their places in the deck.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from serpentes.games.master.core import (
    Board,
    State,
    Step,
    after_round,
    discarded,
    resolution_order,
    resolved,
)
from serpentes.games.master.position import Position
from serpentes.games.square import cells_of
from serpentes.puzzles.faults import OutOfNodesError

Value = int | Fraction
Matrix = Sequence[Sequence[Value]]


class Rounds:
    """The rounds of a game of two; looks at so many states at most, else raises OutOfNodesError."""

    def __init__(self, position: Position, nodes: int) -> None:
        self._board: Board = position.core
        self._state = position.state
        self._left = nodes
        self._known: dict[State, Value] = {}

    def matrix(self) -> list[list[Value]]:
        """The value of each pair of cards of the next round, highest card first."""
        return self._matrix(self._state)

    def _matrix(self, state: State) -> list[list[Value]]:
        own, other = map(cells_of, state.hands)
        return [[self._pair(state, (row, column)) for column in other] for row in own]

    def _value(self, state: State) -> Value:
        if not any(state.hands):
            return state.showing[0].bit_count() - state.showing[1].bit_count()
        found = self._known.get(state)
        if found is None:
            found = self._known[state] = value(self._matrix(state))
        return found

    def _pair(self, state: State, cards: tuple[int, int]) -> Value:
        """The value once both have picked: the one whose card is resolved first lays it, in the
        open, and then the other."""
        first, second = resolution_order(state.order, cards)
        worth = [
            _best(second, [self._after(state, cards, first, step, reply)
                           for reply in self._steps(after, second, cards[second])])
            for step in self._steps(state, first, cards[first])
            for after in (resolved(self._board, state, first, step),)
        ]  # fmt: skip
        return _best(first, worth)

    def _after(
        self, state: State, cards: tuple[int, int], first: int, step: Step, reply: Step
    ) -> Value:
        self._left -= 1
        if self._left < 0:
            raise OutOfNodesError
        steps = (step, reply) if first == 0 else (reply, step)
        return self._value(after_round(self._board, state, steps))

    def _steps(self, state: State, player: int, card: int) -> list[Step]:
        places = self._board.placements(state, player, card)
        return [(card, start, heading) for start, heading, _, _ in places] or [discarded(card)]


def _best(player: int, values: Sequence[Value]) -> Value:
    return max(values) if player == 0 else min(values)


def value(matrix: Matrix) -> Value:
    """The value of a matrix game to the player who picks the row, the other the column.

    Some square part of the matrix has it, played so that no row or column of the part is better
    than another one (L. S. Shapley, R. N. Snow, Basic solutions of discrete games, 1950): parts are
    tried until shares are found that hold against every row and column.

    >>> value([[3, -1], [-1, 1]])
    Fraction(1, 3)
    >>> value([[1, 2], [0, 5]])
    1
    """
    lower = max(min(row) for row in matrix)
    if lower == min(max(column) for column in zip(*matrix, strict=True)):
        return lower
    for size in range(2, min(len(matrix), len(matrix[0])) + 1):
        for rows in combinations(range(len(matrix)), size):
            for columns in combinations(range(len(matrix[0])), size):
                found = _part(matrix, rows, columns)
                if found is not None:
                    return found
    raise AssertionError(f"no part of {matrix} has its value")


def _part(matrix: Matrix, rows: tuple[int, ...], columns: tuple[int, ...]) -> Value | None:
    """The value of the game if it is that of a part of the matrix."""
    part = [[matrix[row][column] for column in columns] for row in rows]
    turned = [list(column) for column in zip(*part, strict=True)]
    row_shares, column_shares = _levelled(turned), _levelled(part)
    if row_shares is None or column_shares is None:
        return None
    found = _dot(row_shares, turned[0])
    held = all(
        _dot(row_shares, [matrix[row][column] for row in rows]) >= found
        for column in range(len(matrix[0]))
    )
    kept = all(_dot(column_shares, [row[column] for column in columns]) <= found for row in matrix)
    return found if held and kept else None


def _levelled(part: Matrix) -> list[Fraction] | None:
    """Shares of the columns with which all rows of a square part get as much; None if there are
    none, or not one way alone."""
    size = len(part)
    # Unknown are the shares, 1 in all, and the value: each row times the shares, less it, is 0.
    lines = [[*map(Fraction, row), Fraction(-1), Fraction(0)] for row in part]
    lines.append([*[Fraction(1)] * size, Fraction(0), Fraction(1)])
    for place in range(size + 1):
        pivot = next((i for i in range(place, size + 1) if lines[i][place]), None)
        if pivot is None:
            return None
        lines[place], lines[pivot] = lines[pivot], lines[place]
        lines[place] = [entry / lines[place][place] for entry in lines[place]]
        for i, line in enumerate(lines):
            if i != place and line[place]:
                factor = line[place]
                lines[i] = [a - factor * b for a, b in zip(line, lines[place], strict=True)]
    shares = [line[-1] for line in lines[:size]]
    return shares if min(shares) >= 0 else None


def _dot(shares: Sequence[Fraction], entries: Sequence[Value]) -> Fraction:
    return sum((share * entry for share, entry in zip(shares, entries, strict=True)), Fraction(0))
