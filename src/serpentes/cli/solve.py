"""serpentes solve: tables of values, solutions of solo tasks, values of games of two."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from serpentes.cli.options import (
    Json,
    MaxPositions,
    Threads,
    on_position,
    read_position,
    read_solvable,
)
from serpentes.games.base import Game, Position, SearchablePosition
from serpentes.games.hisss.position import Position as HisssPosition
from serpentes.games.master.position import Position as MasterPosition

TABLE = ("--men", "--output", "--force", "--dry-run", "--max-positions", "--threads", "--memory")
SOLO = ("--count", "--all", "--limit", "--threads", "--memory")
ROUNDS = ("--value", "--matrix", "--dry-run", "--memory")
CHANCES = ("--dry-run", "--threads", "--memory")
"""The options that go only with what is solved."""


def _read(game: Game, *args: Any, **keywords: Any) -> Position:
    read = read_solvable if game.cards is None else read_position
    return read(game, *args, **keywords)


@on_position(_read)
def solve(
    position: Position,
    *,
    men: Annotated[
        int | None,
        typer.Option(
            "--men",
            metavar="K",
            help="Only positions with at most so many men in all; for fighting.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="TABLE",
            help="Write the table into this folder.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a table that is there.")] = False,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Only say what there is to do, and roughly how long it is."),
    ] = False,
    counts: Annotated[
        bool, typer.Option("--count", help="Count all solutions; for master, one player.")
    ] = False,
    lists: Annotated[
        bool, typer.Option("--all", help="List all solutions; for master, one player.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            metavar="N",
            help="List N solutions at most, or with --count stop when there are more; for master, "
            "one player.",
            show_default=False,
        ),
    ] = None,
    value: Annotated[
        str | None,
        typer.Option(
            "--value",
            metavar="KIND",
            help="What is played for, win or margin; for master, two players.",
            show_default=False,
        ),
    ] = None,
    matrix: Annotated[
        bool,
        typer.Option(
            "--matrix", help="Also the value of each pair of cards; for master, two players."
        ),
    ] = False,
    threads: Threads = None,
    max_positions: MaxPositions = None,
    memory: Annotated[
        str | None,
        typer.Option(
            "--memory",
            metavar="SIZE",
            help="Give up beyond this much memory, such as 600M or 4G; of master, two players, "
            "only remember less, which takes longer.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve a game exhaustively, or a task.

    Serpent: every position that can be reached from a start position. Fighting: every placement of
    men on the board, reachable or not. With -o, an interrupted run goes on from where it was when
    the same command is given again. Exit code 1 if a limit (--max-positions, --memory; three
    quarters of the machine's memory if left out) is reached: no table is written then.

    Master, one player: one solution of the task, or with --count, --all and --limit their number or
    a list of them, each as moves that may follow moves= in a position. Exit code 1 if there is no
    solution. Master, two players: the exact value of the game to player 1 under best play (a win is
    1, a shared one 0, a loss -1; or the margin of tokens) and how each plays the next round: the
    cards with the shares in which they are mixed. Each card more takes some ten times as long.

    Hisss: the exact chances of all players, and after each laying of the card in hand; of a closed
    deck, from which cards are drawn at random, or of an open one. Exit code 1 if it is too large.
    """
    given = {
        "--men": men,
        "--output": output,
        "--force": force,
        "--dry-run": dry_run,
        "--count": counts,
        "--all": lists,
        "--limit": limit,
        "--value": value,
        "--matrix": matrix,
        "--max-positions": max_positions,
        "--threads": threads,
        "--memory": memory,
    }
    common: dict[str, Any] = {"threads": threads, "memory": memory, "as_json": as_json}
    if isinstance(position, HisssPosition):
        _check_options(given, CHANCES, position.game)
        from serpentes.cli.solve_chances import solve_chances

        solve_chances(position, dry_run=dry_run, **common)
    elif not isinstance(position, MasterPosition):
        _check_options(given, TABLE, position.game)
        from serpentes.cli.solve_tables import solve_table

        assert isinstance(position, SearchablePosition)
        solve_table(
            position,
            men=men,
            output=output,
            force=force,
            dry_run=dry_run,
            max_positions=max_positions,
            **common,
        )
    elif position.solo:
        _check_options(given, SOLO, "master with one player")
        from serpentes.cli.solve_packing import solve_packing

        solve_packing(position, counts=counts, lists=lists, limit=limit, **common)
    else:
        _check_options(given, ROUNDS, "master with several players")
        from serpentes.cli.solve_rounds import solve_rounds

        solve_rounds(
            position,
            value=value,
            matrix=matrix,
            dry_run=dry_run,
            memory=memory,
            as_json=as_json,
        )


def _check_options(given: Mapping[str, object], known: Collection[str], what: str) -> None:
    """ValueError for an option that is given and does not go with what is solved."""
    for name, value in given.items():
        if value not in (None, False) and name not in known:
            raise ValueError(
                f"{name} is no option of solve for {what}; expected any of: {', '.join(known)}"
            )
