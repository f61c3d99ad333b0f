"""serpentes solve for games of two of Serpent Master: what they are worth, and how to play."""

from collections.abc import Mapping
from typing import cast

import typer

from serpentes.cli.options import described, heading, memory_size
from serpentes.cli.output import count, fraction, print_json
from serpentes.cli.progress import duration, reporting
from serpentes.games.master.position import Position
from serpentes.games.text import rough
from serpentes.solve.round_plan import plan
from serpentes.solve.rounds import PAYOFFS, Matrix, Payoff, Strategy, Worth, solve

BY: Mapping[Payoff, str] = {"win": "by win and loss", "margin": "by margin"}
"""What is played for, in words."""


def solve_rounds(
    position: Position,
    *,
    value: str | None,
    matrix: bool,
    dry_run: bool,
    memory: str | None,
    as_json: bool,
) -> None:
    """Print the value of a game and a best strategy for each player, or what that would take."""
    payoff = cast(Payoff, PAYOFFS[0] if value is None else value)
    if dry_run:
        _print_plan(position, payoff, as_json=as_json)
        return
    with reporting() as progress:
        found = solve(
            position, payoff, matrix=matrix, memory=memory_size(memory), progress=progress
        )
    pairs = found.matrix() if matrix else None
    if as_json:
        print_json(_document(found, pairs))
    else:
        _print(found, pairs)


# JSON


def _document(found: Worth, matrix: Matrix | None) -> dict[str, object]:
    return {
        **described(found.position),
        "payoff": found.payoff,
        "value": str(found.value),
        "strategies": [
            {str(card): str(share) for card, share in strategy.items()}
            for strategy in found.strategies
        ],
        "matrix": None if matrix is None else _nested(matrix),
        "cells": {"evaluated": found.evaluated, "all": found.cells},
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def _nested(matrix: Matrix) -> dict[str, dict[str, str]]:
    """The value of each pair of cards, by the card of player 1, then by that of player 2."""
    rows: dict[str, dict[str, str]] = {}
    for (own, other), value in matrix.items():
        rows.setdefault(str(own), {})[str(other)] = str(value)
    return rows


# For people


def _print(found: Worth, matrix: Matrix | None) -> None:
    typer.echo(heading(found.position))
    typer.echo(f"value      {fraction(found.value)} for player 1, {BY[found.payoff]}")
    for player, strategy in enumerate(found.strategies, 1):
        typer.echo(f"player {player}   {_shares(strategy)}")
    if matrix:
        _print_matrix(matrix)
    typer.echo(f"cells      {count(found.evaluated)} of {count(found.cells)} worked out")
    typer.echo(f"nodes      {count(found.nodes)}")
    typer.echo(f"seconds    {found.seconds:.3f}")


def _shares(strategy: Strategy) -> str:
    return ", ".join(f"{card}: {fraction(share)}" for card, share in strategy.items()) or "no card"


def _print_matrix(matrix: Matrix) -> None:
    """A row for each card of player 1, a column for each of player 2."""
    columns = list(dict.fromkeys(other for _, other in matrix))
    lines = [["", *map(str, columns)]]
    for own in dict.fromkeys(own for own, _ in matrix):
        lines.append([str(own), *(fraction(matrix[own, other]) for other in columns)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = "  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True))
        typer.echo(f"{'matrix' if line is lines[0] else '':10} {cells}")


# What there is to do


def _print_plan(position: Position, payoff: Payoff, *, as_json: bool) -> None:
    found = plan(position, payoff)
    if as_json:
        document = {
            "payoff": payoff,
            "rounds": found.rounds,
            "sequences": found.sequences,
            "cells_at_most": found.cells,
            "seconds": found.seconds,
        }
        print_json({**described(position), **document})
        return
    typer.echo(heading(position))
    typer.echo(f"rounds     {found.rounds} left")
    typer.echo(f"sequences  {rough(found.sequences)}, estimated")
    typer.echo(f"cells      {rough(found.cells)} at most")
    typer.echo(f"time       very roughly {duration(found.seconds)}, {BY[payoff]}")
