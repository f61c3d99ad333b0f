"""Matrix games, solved exactly: two players pick a row and a column unseen, and the cell is what
the player of the columns pays the player of the rows.

No floating-point number ever reaches a result. Where a linear program is solved by floating-point
numbers, only the supports of the two strategies are taken from it: the cards that they play at all.
The shares are then worked out in fractions and verified against every pure reply.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import lcm
from typing import Any, NamedTuple

Matrix = Sequence[Sequence[Fraction]]

LARGEST_PLAIN = 15
"""Rows or columns of a matrix that is sooner solved in fractions than by a linear program."""
NEGLIGIBLE = 1e-7
"""A share of a floating-point strategy that is none."""


class MatrixSolution(NamedTuple):
    """The value of a matrix game to the player of the rows, with optimal shares of the rows and of
    the columns."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solve_matrix(matrix: Matrix, linear_programs: bool | None = None) -> MatrixSolution:
    """The value of a matrix game, and one optimal mixed strategy of each player.

    With a row and a column that are best replies to each other, these are played. Else a matrix is
    solved by a linear program (HiGHS, by way of SciPy, the extra `lp`) and made exact, or by the
    simplex method in integers, which takes a tenth of the time up to a dozen rows and columns. With
    `linear_programs` the former always comes first, and the latter where it does not succeed, as
    when many strategies are optimal; with False it is always the latter; if nothing is said, it is
    the former for more than 15 rows and columns, if SciPy is installed.

    Raises ImportError if linear programs are wanted and SciPy is not installed.

    >>> F = Fraction
    >>> solution = solve_matrix([[F(3), F(-1)], [F(-1), F(1)]])
    >>> print(solution.value, *solution.rows, *solution.columns)
    1/3 1/3 2/3 1/3 2/3
    """
    found = _pure(matrix)
    if linear_programs is None:
        linear_programs = _is_large(matrix) and has_linear_programs()
    if found is None and linear_programs:
        found = _by_linear_program(matrix)
    return _by_simplex(matrix) if found is None else found


def guarantees(
    matrix: Matrix, rows: Sequence[Fraction], columns: Sequence[Fraction]
) -> tuple[Fraction, Fraction]:
    """What shares of the rows get at least, and what shares of the columns pay at most.

    >>> F = Fraction
    >>> print(*guarantees([[F(3), F(-1)], [F(-1), F(1)]], [F(1), F(0)], [F(1, 3), F(2, 3)]))
    -1 1/3
    """
    low = min(_dot(column, rows) for column in zip(*matrix, strict=True))
    high = max(_dot(row, columns) for row in matrix)
    return low, high


def _dot(cells: Sequence[Fraction], shares: Sequence[Fraction]) -> Fraction:
    return sum(
        (cell * share for cell, share in zip(cells, shares, strict=True) if share), Fraction(0)
    )


def _pure(matrix: Matrix) -> MatrixSolution | None:
    """A saddle point, if there is one."""
    lows = [min(row) for row in matrix]
    highs = [max(column) for column in zip(*matrix, strict=True)]
    low, high = max(lows), min(highs)
    if low < high:
        return None
    return MatrixSolution(
        Fraction(low), _one_of(len(lows), lows.index(low)), _one_of(len(highs), highs.index(high))
    )


def _one_of(count: int, chosen: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(place == chosen) for place in range(count))


# By the simplex method


def _by_simplex(matrix: Matrix) -> MatrixSolution:
    """Solve a matrix game by the simplex method in integers.

    With all cells made positive, the columns played in shares y / sum(y) pay at most 1 / sum(y) if
    no row of the matrix gets more than 1 against y, so sum(y) is maximised; the dual solution is
    the play of the rows. All of the tableau has one denominator, the last pivot, by which every
    division comes out even (J. Edmonds); of several choices the first is taken, so that the method
    ends (R. G. Bland).
    """
    scale = lcm(*(cell.denominator for row in matrix for cell in row))
    cells = [[int(cell * scale) for cell in row] for row in matrix]
    lift = 1 - min(map(min, cells))
    height, width = len(cells), len(cells[0])
    table = [
        [*(cell + lift for cell in row), *(int(i == j) for j in range(height)), 1]
        for i, row in enumerate(cells)
    ]
    table.append([*[-1] * width, *[0] * (height + 1)])
    basis = list(range(width, width + height))
    pivot = 1
    while (column := next((j for j, cost in enumerate(table[-1][:-1]) if cost < 0), -1)) >= 0:
        row = _leaving(table, basis, column)
        pivot = _exchange(table, row, column, pivot)
        basis[row] = column
    goal = table[-1]
    columns = [0] * width
    for i, variable in enumerate(basis):
        if variable < width:
            columns[variable] = table[i][-1]
    total = goal[-1]
    return MatrixSolution(
        Fraction(pivot - lift * total, total * scale),
        tuple(Fraction(share, total) for share in goal[width:-1]),
        tuple(Fraction(share, total) for share in columns),
    )


def _leaving(table: Sequence[Sequence[int]], basis: Sequence[int], column: int) -> int:
    """The row whose variable leaves the basis when that of a column enters it."""
    return min(
        (row for row in range(len(basis)) if table[row][column] > 0),
        key=lambda row: (Fraction(table[row][-1], table[row][column]), basis[row]),
    )


def _exchange(table: list[list[int]], row: int, column: int, last_pivot: int) -> int:
    """Make the variable of a column that of a row; the new denominator."""
    pivotal = table[row]
    pivot = pivotal[column]
    for i, other in enumerate(table):
        if i != row:
            factor = other[column]
            table[i] = [
                (a * pivot - factor * b) // last_pivot for a, b in zip(other, pivotal, strict=True)
            ]
    return pivot


# By a linear program


@cache
def has_linear_programs() -> bool:
    """Whether SciPy is installed."""
    return find_spec("scipy") is not None


def _is_large(matrix: Matrix) -> bool:
    return min(len(matrix), len(matrix[0])) > LARGEST_PLAIN


def _by_linear_program(matrix: Matrix) -> MatrixSolution | None:
    """Solve a matrix game by HiGHS and make the solution exact; None if that does not succeed, as
    where there are many optimal strategies."""
    supports = _supports([[float(cell) for cell in row] for row in matrix])
    if supports is None:
        return None
    rows, columns = supports
    inner = [[matrix[i][j] for j in columns] for i in rows]
    of_rows = _equalizer([list(column) for column in zip(*inner, strict=True)])
    of_columns = _equalizer(inner)
    if of_rows is None or of_columns is None:
        return None
    value = of_rows[-1]
    row_shares = _spread(of_rows[:-1], rows, len(matrix))
    column_shares = _spread(of_columns[:-1], columns, len(matrix[0]))
    is_play = min(*row_shares, *column_shares) >= 0
    if is_play and guarantees(matrix, row_shares, column_shares) == (value, value):
        return MatrixSolution(value, row_shares, column_shares)
    return None


def _scipy_optimize() -> Any:
    # Imported here, as that takes longer than most games; and there are no types to check.
    try:
        return import_module("scipy.optimize")
    except ImportError as error:
        raise ImportError(f"linear programs need SciPy ({error}); install serpentes[lp]") from error


def _supports(matrix: list[list[float]]) -> tuple[list[int], list[int]] | None:
    """The rows and the columns that HiGHS plays; None if it finds no solution."""
    optimize = _scipy_optimize()
    height, width = len(matrix), len(matrix[0])
    # The shares of the rows and the value v, to be maximised: no column may pay less than v.
    found = optimize.linprog(
        [*[0.0] * height, -1.0],
        A_ub=[[*(-matrix[i][j] for i in range(height)), 1.0] for j in range(width)],
        b_ub=[0.0] * width,
        A_eq=[[*[1.0] * height, 0.0]],
        b_eq=[1.0],
        bounds=[*[(0.0, None)] * height, (None, None)],
        method="highs",
    )
    if found.status != 0:
        return None
    rows = [i for i in range(height) if found.x[i] > NEGLIGIBLE]
    columns = [j for j in range(width) if -found.ineqlin.marginals[j] > NEGLIGIBLE]
    return rows, columns


def _equalizer(matrix: Matrix) -> list[Fraction] | None:
    """The shares of the columns that pay every row the same, and what they pay; None if there are
    none, or more than one."""
    height, width = len(matrix), len(matrix[0])
    if height != width:
        return None
    table = [[*row, Fraction(-1), Fraction(0)] for row in matrix]
    table.append([*[Fraction(1)] * width, Fraction(0), Fraction(1)])
    for i in range(width + 1):
        found = next((j for j in range(i, width + 1) if table[j][i]), None)
        if found is None:
            return None
        table[i], table[found] = table[found], table[i]
        table[i] = [cell / table[i][i] for cell in table[i]]
        for j in range(width + 1):
            if j != i and table[j][i]:
                factor = table[j][i]
                table[j] = [a - factor * b for a, b in zip(table[j], table[i], strict=True)]
    return [row[-1] for row in table]


def _spread(shares: Sequence[Fraction], places: Sequence[int], count: int) -> tuple[Fraction, ...]:
    """The shares with zeros for all other places."""
    found = [Fraction(0)] * count
    for place, share in zip(places, shares, strict=True):
        found[place] = share
    return tuple(found)
