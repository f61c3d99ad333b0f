"""serpentes solve: find the value of every position that can be reached."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from serpentes.cli.errors import INTERRUPTED, NO, CommandError
from serpentes.cli.options import (
    GameName,
    Json,
    MaxPositions,
    Memory,
    PositionText,
    PresetName,
    RulingTexts,
    SolvedSize,
    Threads,
    described,
    heading,
    memory_size,
    read_solvable,
)
from serpentes.cli.output import count, print_json
from serpentes.games import registry
from serpentes.games.base import SolvablePosition

if TYPE_CHECKING:
    from serpentes.solve.table import Table


def solve(
    game: GameName,
    position: PositionText = None,
    *,
    size: SolvedSize = None,
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
    threads: Threads = None,
    max_positions: MaxPositions = None,
    memory: Memory = None,
    ruling: RulingTexts = None,
    preset: PresetName = None,
    as_json: Json = False,
) -> None:
    """Solve every position that can be reached from a start position.

    With -o, an interrupted run goes on from its last checkpoint when the same command is given
    again. Exit code 1 if a limit (--max-positions, --memory; three quarters of the machine's memory
    if left out) is reached: no table is written then.
    """
    start = read_solvable(registry.game(game), position, size, ruling, preset)
    limits = {
        "threads": threads,
        "max_positions": max_positions,
        "memory": memory_size(memory),
    }
    begin = perf_counter()
    table = _solved(start, output, force, limits)
    seconds = round(perf_counter() - begin, 3)
    if as_json:
        print_json(_document(table, output, seconds))
    else:
        _print(table, output, seconds)


def _solved(
    start: SolvablePosition, output: Path | None, force: bool, limits: dict[str, int | None]
) -> "Table":
    from serpentes.cli.progress import logged, reporting
    from serpentes.solve import retrograde

    checkpoint = _checkpoint(output, force) if output is not None else None
    try:
        with reporting() as progress, logged():
            table = retrograde.solve(start, progress=progress, checkpoint=checkpoint, **limits)
        if output is not None:
            table.save(output)
        if checkpoint is not None:
            checkpoint.unlink(missing_ok=True)
    except retrograde.LimitReached as limit:
        raise CommandError(str(limit), NO) from limit
    except KeyboardInterrupt:
        kept = checkpoint is not None and checkpoint.exists()
        again = "; the same command goes on from the last checkpoint" if kept else ""
        raise CommandError(f"interrupted{again}", INTERRUPTED) from None
    return table


def _checkpoint(output: Path, force: bool) -> Path:
    """Where an interrupted run is kept; raises if the output could not be written later."""
    from serpentes.games.text import quoted
    from serpentes.solve.table_files import check_target

    target = check_target(output)
    if target.exists() and not force:
        raise ValueError(f"{quoted(str(output))} is a table already; --force replaces it")
    return target.with_name(f"{target.name}.checkpoint")


def _document(table: "Table", output: Path | None, seconds: float) -> dict[str, object]:
    initial = table[table.start]
    return {
        **described(table.start),
        **table.counts(),
        "initial": {"outcome": initial.outcome, "plies": initial.plies},
        "seconds": seconds,
        "bytes_per_position": round(table.nbytes / len(table), 2),
        "digest": table.digest,
        "table": str(output) if output is not None else None,
    }


def _print(table: "Table", output: Path | None, seconds: float) -> None:
    counts = table.counts()
    typer.echo(heading(table.start))
    typer.echo(f"value      {table[table.start]} for the side to move")
    typer.echo(f"positions  {count(counts['positions'])}")
    for outcome in ("win", "draw", "loss"):
        typer.echo(f"  {outcome:8} {count(counts[outcome])}")
    typer.echo(f"seconds    {seconds}")
    if output is not None:
        typer.echo(f"table      {output} ({count(table.nbytes)} bytes)")
