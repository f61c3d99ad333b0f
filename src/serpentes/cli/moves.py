"""serpentes moves: the legal moves of a position."""

import typer

from serpentes.cli.options import Json, described, heading, on_position, read_position, result
from serpentes.cli.output import print_json
from serpentes.games.base import CardPosition, Position


@on_position(read_position)
def moves(position: Position, *, as_json: Json = False) -> None:
    """List the legal moves of a position, one on a line; none when the game is over.

    The first line is the position with its rulings. Where a card is drawn at random, the cards that
    may come are listed, each with how many there are of it.
    """
    found = [str(move) for move in position.moves()]
    chances = position.chance_outcomes() if isinstance(position, CardPosition) else {}
    if as_json:
        chance = {"chance_outcomes": chances} if chances else {}
        print_json({**described(position), **result(position), "moves": found, **chance})
        return
    typer.echo(heading(position))
    for move in found:
        of_all = f"  {chances[move]} of {sum(chances.values())}" if chances else ""
        typer.echo(f"{move}{of_all}")
