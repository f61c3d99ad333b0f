"""serpentes show: draw a position."""

from typing import Annotated

import typer

from serpentes.cli.options import Json, described, heading, on_position, read_position
from serpentes.cli.output import print_json
from serpentes.games.base import Drawable, Position, TwoPlayerPosition


@on_position(read_position)
def show(
    position: Position,
    *,
    svg: Annotated[bool, typer.Option("--svg", help="Print the drawing as SVG.")] = False,
    as_json: Json = False,
) -> None:
    """Draw a position in the terminal, in colour where there is colour."""
    if svg and as_json:
        raise ValueError("--svg and --json are both given; expected one of them")
    if not isinstance(position, Drawable):
        raise ValueError(f"{position.game} has no board that can be drawn")
    if svg:
        typer.echo(position.svg())
    elif as_json:
        stones = position.stones()
        cells = [
            {"cell": cell, "x": x, "y": y, "stone": stones.get(cell)}
            for cell, (x, y) in position.cell_centres().items()
        ]
        print_json({**described(position), "outcome": _outcome(position), "cells": cells})
    else:
        _draw(position)


def _draw(position: Position) -> None:
    from serpentes.cli import draw
    from serpentes.cli.output import console

    screen = console()
    screen.print(heading(position), soft_wrap=True)
    screen.print(draw.board(position), end="")
    if isinstance(position, TwoPlayerPosition):
        screen.print(draw.state(position))


def _outcome(position: Position) -> str | None:
    return position.outcome if isinstance(position, TwoPlayerPosition) else None
