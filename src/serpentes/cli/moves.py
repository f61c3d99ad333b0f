"""serpentes moves: the legal moves of a position."""

import typer

from serpentes.cli.options import Json, described, heading, on_position, read_position
from serpentes.cli.output import print_json
from serpentes.games.base import Position, TwoPlayerPosition


@on_position(read_position)
def moves(position: Position, *, as_json: Json = False) -> None:
    """List the legal moves of a position, one on a line; none when the game is over.

    The first line is the position with its rulings.
    """
    found = [str(move) for move in position.moves()]
    if as_json:
        outcome = position.outcome if isinstance(position, TwoPlayerPosition) else None
        print_json({**described(position), "outcome": outcome, "moves": found})
        return
    typer.echo(heading(position))
    for move in found:
        typer.echo(move)
