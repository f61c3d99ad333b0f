"""serpentes ladder: how far the proof-number search gets on positions from play."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serpentes.cli.errors import INTERRUPTED
from serpentes.cli.options import (
    BOARD_GAMES,
    BoardGameName,
    Json,
    LeafTable,
    Threads,
    board_keywords,
    game_of,
    leaf_table,
    table_size,
)
from serpentes.cli.output import count, print_json

if TYPE_CHECKING:
    from serpentes.solve.ladders import Ladder, Rung
    from serpentes.solve.proof_search import ProofResult


def ladder(
    game: BoardGameName,
    *,
    size: Annotated[
        str | None,
        typer.Option("--size", help="The board of serpent; 4 if left out.", show_default=False),
    ] = None,
    length: Annotated[
        str | None,
        typer.Option("--length", help="The board of fighting; 16 if left out.", show_default=False),
    ] = None,
    rung: Annotated[
        list[int] | None,
        typer.Option(
            "--rung",
            help="Only this rung, by empty cells of serpent, men in all of fighting; repeatable.",
            show_default=False,
        ),
    ] = None,
    time: Annotated[
        float, typer.Option("--time", metavar="SECONDS", help="Seconds for each position.")
    ] = 60,
    memory: Annotated[
        str, typer.Option("--memory", metavar="SIZE", help="Memory of the table, such as 600M.")
    ] = "256M",
    table: LeafTable = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Ask of positions from play whether the side to move wins, and print how many are decided.

    There are ten positions on each rung: of serpent on size 4 with so many empty cells, of fighting
    on length 16 with so many men in all. For each rung: how many have an answer in time, and the
    geometric means of their nodes and seconds.
    """
    from serpentes.cli.progress import reporting
    from serpentes.solve.ladders import climb
    from serpentes.solve.ladders import ladder as find_ladder

    entry = game_of(game, BOARD_GAMES, "ladder")
    board = board_keywords(entry, {"size": size, "length": length})
    found = find_ladder(game, board)
    table_bytes = table_size(memory)
    solved = leaf_table(table)
    rungs: dict[int, Rung] = {}
    interrupted = False
    try:
        with reporting() as progress:
            for one in climb(
                found,
                rung,
                seconds=time,
                table_bytes=table_bytes,
                threads=threads,
                table=solved,
                progress=progress,
            ):
                rungs[one.rung] = one
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        print_json(_document(found, list(rungs.values()), time, table))
    else:
        _print(found, list(rungs.values()))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _document(
    found: "Ladder", rungs: "list[Rung]", seconds: float, table: Path | None
) -> dict[str, object]:
    return {
        "game": found.game,
        **found.board,
        "rulings": found.rulings,
        "measure": found.measure,
        "goal": "win",
        "seconds": seconds,
        **({} if table is None else {"table": str(table)}),
        "rungs": [
            {
                "rung": rung.rung,
                "positions": rung.positions,
                "searched": len(rung.results),
                "decided": len(rung.decided),
                "mean_nodes": rung.mean_nodes and round(rung.mean_nodes),
                "mean_seconds": rung.mean_seconds and round(rung.mean_seconds, 3),
                "results": list(map(_result, rung.results)),
            }
            for rung in rungs
        ],
    }


def _result(result: "ProofResult") -> dict[str, object]:
    return {
        "position": str(result.position),
        "answer": result.answer,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
    }


def _print(found: "Ladder", rungs: "list[Rung]") -> None:
    from rich.table import Table as Grid

    from serpentes.cli.output import console

    grid = Grid(found.measure, "decided", "nodes, mean", "seconds, mean")
    for column in grid.columns:
        column.justify = "right"
    for rung in rungs:
        nodes, seconds = rung.mean_nodes, rung.mean_seconds
        grid.add_row(
            str(rung.rung),
            f"{len(rung.decided)} of {len(rung.results)}",
            "" if nodes is None else count(round(nodes)),
            "" if seconds is None else f"{seconds:.3f}",
        )
    console().print(grid)
