"""serpentes show: draw a position."""

from typing import Annotated

import typer

from serpentes.cli.options import (
    GameName,
    Json,
    PositionText,
    PresetName,
    RulingTexts,
    Size,
    described,
    heading,
    read_position,
)
from serpentes.cli.output import print_json
from serpentes.games import registry
from serpentes.games.base import Drawable, Position, TwoPlayerPosition


def show(
    game: GameName,
    position: PositionText = None,
    *,
    size: Size = None,
    svg: Annotated[bool, typer.Option("--svg", help="Print the drawing as SVG.")] = False,
    ruling: RulingTexts = None,
    preset: PresetName = None,
    as_json: Json = False,
) -> None:
    """Draw a position in the terminal, in colour where there is colour."""
    shown = read_position(registry.game(game), position, size, ruling, preset)
    if svg and as_json:
        raise ValueError("--svg and --json are both given; expected one of them")
    if not isinstance(shown, Drawable):
        raise ValueError(f"{game} has no board that can be drawn")
    if svg:
        typer.echo(shown.svg())
    elif as_json:
        stones = shown.stones()
        cells = [
            {"cell": cell, "x": x, "y": y, "stone": stones.get(cell)}
            for cell, (x, y) in shown.cell_centres().items()
        ]
        print_json({**described(shown), "outcome": _outcome(shown), "cells": cells})
    else:
        _draw(shown)


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
