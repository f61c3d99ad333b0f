"""A naive solver for Serpent Master: solo tasks by trying everything, games of two backwards.

>>> from reference.master import parse
>>> count(parse("3x3 hand=15,14")), len(list(solutions(parse("3x3 hand=15,14"))))
(12, 12)
>>> [str(worth) for worth in values(parse("3x3 hands=15/15"))]
['-1', '-1']
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from .master import Placement, Position

Matrix = tuple[tuple[Fraction, ...], ...]


# --- Solo ----------------------------------------------------------------------------------------


def solutions(task: Position) -> Iterator[list[str]]:
    """Yield every way to place all cards of a solo task, as the moves in turn."""
    if not task.hands[0]:
        yield []
    for (placement,), after in task.rounds():
        for following in solutions(after):
            yield [str(placement), *following]


def count(task: Position) -> int:
    """Return the number of solutions of a solo task."""
    return count_from(task, {})


def count_from(task: Position, known: dict[Hashable, int]) -> int:
    """Return the number of solutions; `known` holds those of positions met before.

    In a solo task only where tokens lie, the head and the hand bear on what can follow.
    """
    if not task.hands[0]:
        return 1
    key = (frozenset(task.stacks), task.heads, task.hands)
    if key not in known:
        known[key] = sum(
            count_from(task.resolved(0, placement), known)
            for number in task.choices(0)
            for placement in task.placements(0, number)
        )
    return known[key]


def rotations(task: Position) -> int:
    """Return how many of the four rotations leave the board, its blocked cells and the start as
    they are. Each but the one by nothing turns every solution into another one.

    >>> from reference.master import parse
    >>> [rotations(parse(text)) for text in ("3x3 hand=15", "3x4 hand=15", "3x3 hand=15 start=a1")]
    [4, 2, 1]
    """
    board = task.board
    size, blocked, start = (board.width, board.height), board.blocked, task.start
    found = 0
    for _ in range(4):
        width = size[0]
        size = size[::-1]
        blocked = frozenset((y, width - 1 - x) for x, y in blocked)
        start = start and (start[1], width - 1 - start[0])
        found += (size, blocked, start) == ((board.width, board.height), board.blocked, task.start)
    return found


# --- Two players ---------------------------------------------------------------------------------


class Worth(NamedTuple):
    """What a game is worth to the first player, by win and loss and by the margin of tokens."""

    win: Fraction
    margin: Fraction


def values(game: Position) -> Worth:
    """Return what a game of two is worth to the first player, both playing their best."""
    return worth(game, {})


def worth(game: Position, known: dict[Hashable, Worth]) -> Worth:
    """Return what a game is worth; `known` holds the worth of those met before.

    Covered tokens do not count for it: they stay covered or come under more tokens.
    """
    if not any(game.hands):
        first, second = game.scores()
        return Worth(Fraction((first > second) - (first < second)), Fraction(first - second))
    showing = frozenset((cell, game.showing(cell)) for cell in game.stacks)
    key = (showing, game.heads, game.hands, tuple(game.order()))
    if key not in known:
        matrix = [
            [revealed(game, {0: first, 1: second}, known) for second in game.choices(1)]
            for first in game.choices(0)
        ]
        known[key] = Worth(
            solve_matrix(tuple(tuple(cell.win for cell in row) for row in matrix)).value,
            solve_matrix(tuple(tuple(cell.margin for cell in row) for row in matrix)).value,
        )
    return known[key]


def revealed(game: Position, numbers: dict[int, int], known: dict[Hashable, Worth]) -> Worth:
    """Return what a game is worth once the cards of the next round are revealed."""

    def best(position: Position, waiting: Sequence[int], done: dict[int, Placement]) -> Worth:
        if not waiting:
            return worth(position.after_round(done)[1], known)
        player, *later = waiting
        found = [
            best(position.resolved(player, placement), later, {**done, player: placement})
            for placement in position.resolutions(player, numbers[player])
        ]
        choose = max if player == 0 else min
        return Worth(choose(one.win for one in found), choose(one.margin for one in found))

    return best(game, game.order(numbers[0], numbers[1]), {})


# --- Matrix games --------------------------------------------------------------------------------


class Solution(NamedTuple):
    """The value of a matrix game to the chooser of the row, and best mixed play of both."""

    value: Fraction
    rows: list[Fraction]
    columns: list[Fraction]


@lru_cache(maxsize=1 << 12)
def solve_matrix(matrix: Matrix) -> Solution:
    """Solve a matrix game exactly, by the simplex method in fractions.

    With all entries made positive, play of the columns in the shares y / sum(y) holds the row to
    1 / sum(y) if no row of the matrix gives more than 1 against y: sum(y) is maximised. The dual
    solution is the play of the rows. What is found is checked against every pure reply.

    >>> solution = solve_matrix(((Fraction(3), Fraction(-1)), (Fraction(-1), Fraction(1))))
    >>> str(solution.value), [str(share) for share in solution.rows]
    ('1/3', ['1/3', '2/3'])
    """
    height, width = len(matrix), len(matrix[0])
    lift = 1 - min(map(min, matrix))
    one, zero = Fraction(1), Fraction(0)
    table = [
        [*(entry + lift for entry in row), *(one if i == j else zero for j in range(height)), one]
        for i, row in enumerate(matrix)
    ]
    goal = [*[-one] * width, *[zero] * height, zero]
    basis = list(range(width, width + height))
    while any(cost < 0 for cost in goal):
        # The first column and, of equal rows, the first of the basis: so the method ends (Bland).
        column = next(j for j, cost in enumerate(goal) if cost < 0)
        _, _, pivot = min(
            (row[-1] / row[column], basis[i], i) for i, row in enumerate(table) if row[column] > 0
        )
        table[pivot] = [entry / table[pivot][column] for entry in table[pivot]]
        basis[pivot] = column
        for i, row in enumerate(table):
            if i != pivot:
                table[i] = minus(row, row[column], table[pivot])
        goal = minus(goal, goal[column], table[pivot])
    total = goal[-1]
    value = 1 / total - lift
    rows = [share / total for share in goal[width:-1]]
    columns = [zero] * width
    for row, variable in zip(table, basis, strict=True):
        if variable < width:
            columns[variable] = row[-1] / total
    assert sum(rows) == sum(columns) == 1
    assert min(*rows, *columns) >= 0
    assert all(dot(rows, column) >= value for column in zip(*matrix, strict=True))
    assert all(dot(row, columns) <= value for row in matrix)
    return Solution(value, rows, columns)


def minus(row: Sequence[Fraction], factor: Fraction, other: Sequence[Fraction]) -> list[Fraction]:
    """Return a row of numbers with a multiple of another one taken away."""
    return [a - factor * b for a, b in zip(row, other, strict=True)]


def dot(row: Sequence[Fraction], column: Sequence[Fraction]) -> Fraction:
    """Return the sum of the products of two rows of numbers."""
    return sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0))
