"""serpentes show: draw a position."""

from typing import Annotated

import typer

from serpentes.cli.options import Json, described, heading, on_position, read_position, result
from serpentes.cli.output import print_json
from serpentes.games.base import CardPosition, Position, TwoPlayerPosition
from serpentes.games.drawable import Coloured, Crawled, Drawable, Laid, Pictured


@on_position(read_position)
def show(
    position: Position,
    *,
    svg: Annotated[bool, typer.Option("--svg", help="Print the drawing as SVG.")] = False,
    as_json: Json = False,
) -> None:
    """Draw a position in the terminal, in colour where there is colour.

    On a grid with serpents, tokens are drawn as the numbers of their players, heads in brackets.
    Snakes of cards are drawn in rows, the colours of each card with their letters.
    """
    if svg and as_json:
        raise ValueError("--svg and --json are both given; expected one of them")
    if not isinstance(position, Pictured):
        raise ValueError(f"{position.game} has no drawing")
    if svg:
        typer.echo(position.svg())
    elif as_json:
        print_json({**described(position), **result(position), **_drawn(position)})
    else:
        _draw(position)


def _drawn(position: Pictured) -> dict[str, object]:
    """What is drawn, for JSON: the cells of a board, or the rows of cards on a table."""
    if isinstance(position, Drawable):
        return {"cells": _cells(position)}
    if isinstance(position, Laid):
        return {
            "rows": [list(row) for row in position.rows()],
            "player": position.player,
            "card": position.card,
        }
    return {}


def _cells(position: Drawable) -> list[dict[str, object]]:
    """Every cell with its centre and what is on it."""
    columns: dict[str, dict[str, object]] = {}
    if isinstance(position, Coloured):
        columns = {"stone": dict(position.stones())}
    elif isinstance(position, Crawled):
        blocked = position.blocked_cells()
        columns = {
            "blocked": {cell: cell in blocked for cell in position.cell_centres()},
            "token": dict(position.tokens()),
            "head": dict(position.heads()),
        }
    return [
        {"cell": cell, "x": x, "y": y, **{name: on.get(cell) for name, on in columns.items()}}
        for cell, (x, y) in position.cell_centres().items()
    ]


def _draw(position: Position) -> None:
    from serpentes.cli import draw
    from serpentes.cli.output import console

    screen = console()
    screen.print(heading(position), soft_wrap=True)
    screen.print(draw.board(position), end="")
    if isinstance(position, TwoPlayerPosition):
        screen.print(draw.state(position))
    elif isinstance(position, CardPosition):
        screen.print(draw.players(position), soft_wrap=True)
