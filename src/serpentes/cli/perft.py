"""serpentes perft: count move sequences."""

from time import perf_counter
from typing import Annotated

import typer

from serpentes.cli.options import Json, described, heading, on_position, read_position
from serpentes.cli.output import count, print_json
from serpentes.games.base import Position

DEEPEST = 64
RATED_SECONDS = 0.1
"""Shorter runs measure little but what surrounds the counting, so they are given no rate."""


@on_position(read_position)
def perft(
    position: Position,
    *,
    depth: Annotated[
        int, typer.Option("--depth", min=1, max=DEEPEST, help="The greatest depth, in plies.")
    ] = 3,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also count the sequences that begin with each move.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Count the move sequences of exactly 1, 2, ... DEPTH plies from a position.

    A sequence that ends the game is not extended.
    """
    begin = perf_counter()
    counts = [position.perft(plies) for plies in range(1, depth + 1)]
    parts = _divided(position, depth) if divide else {}
    seconds = round(perf_counter() - begin, 6)
    if as_json:
        document = {**described(position), "depth": depth, "perft": counts, "seconds": seconds}
        print_json({**document, "divide": parts} if divide else document)
        return
    typer.echo(heading(position))
    for move, leaves in parts.items():
        typer.echo(f"{move:12} {count(leaves)}")
    for plies, leaves in enumerate(counts, 1):
        typer.echo(f"depth {plies:<6} {count(leaves)}")
    if seconds >= RATED_SECONDS:
        typer.echo(f"{sum(counts) / seconds / 1e6:.1f} million a second")


def _divided(position: Position, depth: int) -> dict[str, int]:
    return {str(move): child.perft(depth - 1) for move, child in position.children()}
