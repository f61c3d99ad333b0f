"""serpentes moves: the legal moves of a position."""

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
from serpentes.games.base import TwoPlayerPosition


def moves(
    game: GameName,
    position: PositionText = None,
    *,
    size: Size = None,
    ruling: RulingTexts = None,
    preset: PresetName = None,
    as_json: Json = False,
) -> None:
    """List the legal moves of a position, one on a line; none when the game is over.

    The first line is the position with its rulings.
    """
    start = read_position(registry.game(game), position, size, ruling, preset)
    found = [str(move) for move in start.moves()]
    if as_json:
        outcome = start.outcome if isinstance(start, TwoPlayerPosition) else None
        print_json({**described(start), "outcome": outcome, "moves": found})
        return
    typer.echo(heading(start))
    for move in found:
        typer.echo(move)
