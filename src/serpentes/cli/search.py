"""serpentes search: the value of a position by forward search, or a proof about it."""

from math import inf
from pathlib import Path
from typing import Annotated, Any

import typer

from serpentes.cli.options import (
    BOARD_GAMES,
    Json,
    LeafTable,
    Threads,
    on_position,
    read_position,
    table_size,
)
from serpentes.games.base import Position, SearchablePosition


@on_position(read_position, BOARD_GAMES)
def search(
    position: Position,
    *,
    plies: Annotated[
        int | None,
        typer.Option(
            "--plies",
            min=0,
            help="Find the value if the game is decided within so many plies.",
            show_default=False,
        ),
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(
            "--goal",
            metavar="win|draw",
            help="Find out whether the side to move wins, or does not lose, in any number of "
            "plies; win if neither --plies nor --goal is given.",
            show_default=False,
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes", min=1, help="Stop after about so many positions.", show_default=False
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            metavar="SECONDS",
            help="Stop after about so many seconds.",
            show_default=False,
        ),
    ] = None,
    memory: Annotated[
        str, typer.Option("--memory", metavar="SIZE", help="Memory of the table, such as 600M.")
    ] = "256M",
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            metavar="FILE",
            help="Write the proof of the answer into this file, packed if its name ends in .gz; "
            "not with --plies.",
            show_default=False,
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="Keep what is found in this file; if it is there, go on from it; not with "
            "--plies.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a proof that is there.")] = False,
    table: LeafTable = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Search forward from a position, of any size; no table is needed.

    With --plies: the value, if play decides it so soon. With --goal: whether the side to move wins,
    or does not lose, by proof-number search. Both are exact, or say that they do not know. Exit
    code 1 if the answer is no or is not known; Ctrl-C prints what is known so far.
    """
    assert isinstance(position, SearchablePosition)
    common: dict[str, Any] = {
        "nodes": nodes,
        "seconds": time,
        "table_bytes": table_size(memory),
        "as_json": as_json,
    }
    if time is not None and not 0 < time < inf:
        raise ValueError(f"--time {time:g} is no time to search in; expected more than 0")
    if plies is None:
        from serpentes.cli.search_goal import search_goal

        search_goal(
            position,
            goal or "win",
            proof=proof,
            force=force,
            table=table,
            checkpoint=checkpoint,
            threads=threads,
            **common,
        )
    else:
        _refuse(**{"--goal": goal, "--proof": proof, "--checkpoint": checkpoint, "--force": force})
        from serpentes.cli.search_plies import search_plies

        search_plies(position, plies, table=table, threads=threads, **common)


def _refuse(**others: object) -> None:
    """ValueError for an option that is given and does not go with --plies."""
    for name, value in others.items():
        if value not in (None, False):
            raise ValueError(f"{name} is no option of a search with --plies")
