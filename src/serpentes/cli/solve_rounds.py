"""serpentes solve for games of two of Serpent Master: what they are worth, and how to play."""

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

import typer

from serpentes.cli.options import described, heading, memory_size
from serpentes.cli.output import count, print_json
from serpentes.games.master.position import Position
from serpentes.solve.rounds import PAYOFFS, Payoff, Strategy, Worth, solve

LONGEST_FRACTION = 30
"""Characters of a fraction that people are shown; others are in the JSON."""


def solve_rounds(
    position: Position,
    *,
    value: str | None,
    matrix: bool,
    threads: int | None,
    memory: str | None,
    as_json: bool,
) -> None:
    """Print the value of a game and a best strategy for each player."""
    from serpentes.cli.progress import reporting

    if threads is not None:
        raise ValueError("--threads is no option of solve for master with two players")
    payoff = cast(Payoff, PAYOFFS[0] if value is None else value)
    with reporting() as progress:
        found = solve(
            position, payoff, matrix=matrix, memory=memory_size(memory), progress=progress
        )
    if as_json:
        print_json(_document(found))
    else:
        _print(found)


# JSON


def _document(found: Worth) -> dict[str, object]:
    return {
        **described(found.position),
        "payoff": found.payoff,
        "value": str(found.value),
        "strategies": [
            {str(card): str(share) for card, share in strategy.items()}
            for strategy in found.strategies
        ],
        "matrix": found.matrix and _nested(found.matrix),
        "cells": {"evaluated": found.evaluated, "all": found.cells},
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def _nested(matrix: Mapping[tuple[int, int], Fraction]) -> dict[str, dict[str, str]]:
    """The value of each pair of cards, by the card of player 1, then by that of player 2."""
    rows: dict[str, dict[str, str]] = {}
    for (own, other), value in matrix.items():
        rows.setdefault(str(own), {})[str(other)] = str(value)
    return rows


# For people


def _print(found: Worth) -> None:
    by = "by win and loss" if found.payoff == "win" else "by margin"
    typer.echo(heading(found.position))
    typer.echo(f"value      {_shown(found.value)} for player 1, {by}")
    for player, strategy in enumerate(found.strategies, 1):
        typer.echo(f"player {player}   {_shares(strategy)}")
    if found.matrix:
        _print_matrix(found.matrix)
    typer.echo(f"cells      {count(found.evaluated)} of {count(found.cells)} worked out")
    typer.echo(f"nodes      {count(found.nodes)}")
    typer.echo(f"seconds    {found.seconds:.3f}")


def _shares(strategy: Strategy) -> str:
    return ", ".join(f"{card}: {_shown(share)}" for card, share in strategy.items()) or "no card"


def _print_matrix(matrix: Mapping[tuple[int, int], Fraction]) -> None:
    """A row for each card of player 1, a column for each of player 2."""
    columns = list(dict.fromkeys(other for _, other in matrix))
    lines = [["", *map(str, columns)]]
    for own in dict.fromkeys(own for own, _ in matrix):
        lines.append([str(own), *(_shown(matrix[own, other]) for other in columns)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = "  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True))
        typer.echo(f"{'matrix' if line is lines[0] else '':10} {cells}")


def _shown(value: Fraction) -> str:
    """A fraction for people: with decimals that are easily compared, or these alone if it is long.

    >>> _shown(Fraction(-3, 7)), _shown(Fraction(1)), _shown(Fraction(10**20 + 1, 10**20))
    ('-3/7 (-0.4286)', '1', 'about 1.0000')
    """
    if value.denominator == 1:
        return str(value)
    short = len(str(value)) <= LONGEST_FRACTION
    return f"{value} ({float(value):.4f})" if short else f"about {float(value):.4f}"
