"""serpentes perft: count move sequences."""

from time import perf_counter
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
from serpentes.cli.output import count, print_json
from serpentes.games import registry
from serpentes.games.base import Position

DEEPEST = 64
RATED_SECONDS = 0.1
"""Shorter runs measure little but what surrounds the counting, so they are given no rate."""


def perft(
    game: GameName,
    position: PositionText = None,
    *,
    size: Size = None,
    depth: Annotated[
        int, typer.Option("--depth", min=1, max=DEEPEST, help="The greatest depth, in plies.")
    ] = 3,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also count the sequences that begin with each move.")
    ] = False,
    ruling: RulingTexts = None,
    preset: PresetName = None,
    as_json: Json = False,
) -> None:
    """Count the move sequences of exactly 1, 2, ... DEPTH plies from a position.

    A sequence that ends the game is not extended.
    """
    start = read_position(registry.game(game), position, size, ruling, preset)
    begin = perf_counter()
    counts = [start.perft(plies) for plies in range(1, depth + 1)]
    parts = _divided(start, depth) if divide else {}
    seconds = round(perf_counter() - begin, 6)
    if as_json:
        document = {**described(start), "depth": depth, "perft": counts, "seconds": seconds}
        print_json({**document, "divide": parts} if divide else document)
        return
    typer.echo(heading(start))
    for move, leaves in parts.items():
        typer.echo(f"{move:12} {count(leaves)}")
    for plies, leaves in enumerate(counts, 1):
        typer.echo(f"depth {plies:<6} {count(leaves)}")
    if seconds >= RATED_SECONDS:
        typer.echo(f"{sum(counts) / seconds / 1e6:.1f} million a second")


def _divided(position: Position, depth: int) -> dict[str, int]:
    return {str(move): child.perft(depth - 1) for move, child in position.children()}
