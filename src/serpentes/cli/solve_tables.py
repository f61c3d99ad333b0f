"""serpentes solve by tables: the value of every position, by what can be reached or by material."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from serpentes.cli.errors import INTERRUPTED, NO, CommandError
from serpentes.cli.options import described, heading, memory_size
from serpentes.cli.output import count, print_json
from serpentes.games.base import MaterialPosition, SearchablePosition
from serpentes.games.text import quoted

if TYPE_CHECKING:
    from serpentes.solve.slice_plan import Plan
    from serpentes.solve.table import Table


def solve_table(
    position: SearchablePosition,
    *,
    men: int | None,
    output: Path | None,
    force: bool,
    dry_run: bool,
    threads: int | None,
    max_positions: int | None,
    memory: str | None,
    as_json: bool,
) -> None:
    """Solve a position by a table, or say what that would take."""
    checkpoint = _checkpoint(output, force) if output is not None else None
    if dry_run:
        _print_plan(position, men, threads, on_disk=output is not None, as_json=as_json)
        return
    options = {
        "men": men,
        "threads": threads,
        "max_positions": max_positions,
        "memory": memory_size(memory),
        "output": output,
    }
    begin = perf_counter()
    table = _solved(position, checkpoint, options)
    seconds = round(perf_counter() - begin, 3)
    if as_json:
        print_json(_document(table, output, seconds))
    else:
        _print(table, output, seconds)


def _checkpoint(output: Path, force: bool) -> Path:
    """Where an interrupted run is kept; raises if the output could not be written later."""
    from serpentes.solve.driver import checkpoint_of
    from serpentes.solve.table_files import check_target

    target = check_target(output)
    if target.exists() and not force:
        raise ValueError(f"{quoted(str(output))} is a table already; --force replaces it")
    return checkpoint_of(target)


def _solved(
    position: SearchablePosition, checkpoint: Path | None, options: dict[str, Any]
) -> "Table":
    from serpentes.cli import progress
    from serpentes.solve.driver import LimitReached
    from serpentes.solve.solving import solve as solve_position

    steady = isinstance(position, MaterialPosition)
    try:
        with progress.reporting(steady=steady) as report, progress.logged():
            return solve_position(position, progress=report, **options)
    except LimitReached as limit:
        raise CommandError(str(limit), NO) from limit
    except KeyboardInterrupt:
        kept = checkpoint is not None and checkpoint.exists()
        again = "; the same command goes on from the last checkpoint" if kept else ""
        raise CommandError(f"interrupted{again}", INTERRUPTED) from None


def _document(table: "Table", output: Path | None, seconds: float) -> dict[str, object]:
    initial = table.initial
    return {
        **described(table.start),
        **table.counts(),
        **_up_to_symmetry(table),
        "initial": initial and {"outcome": initial.outcome, "plies": initial.plies},
        "seconds": seconds,
        "bytes_per_position": round(table.nbytes / len(table), 2),
        "digest": table.digest,
        "table": str(output) if output is not None else None,
    }


def _up_to_symmetry(table: "Table") -> dict[str, object]:
    from serpentes.solve.slice_table import SliceTable

    if not isinstance(table, SliceTable):
        return {}
    return {
        "up_to_symmetry": table.counts_up_to_symmetry(),
        "men": table.most_men,
        "slices": len(table.slices),
    }


def _print(table: "Table", output: Path | None, seconds: float) -> None:
    from serpentes.solve.slice_table import SliceTable

    counts = table.counts()
    value = "not in the table" if table.initial is None else f"{table.initial} for the side to move"
    typer.echo(heading(table.start))
    typer.echo(f"value      {value}")
    typer.echo(f"positions  {count(counts['positions'])}")
    for outcome in ("win", "draw", "loss"):
        typer.echo(f"  {outcome:8} {count(counts[outcome])}")
    if isinstance(table, SliceTable):
        typer.echo(f"slices     {len(table.slices)}, up to {table.most_men} men")
        typer.echo(f"           {count(len(table))} positions up to symmetry")
    typer.echo(f"seconds    {seconds}")
    if output is not None:
        typer.echo(f"table      {output} ({count(table.nbytes)} bytes)")


# What there is to do


def _print_plan(
    position: SearchablePosition,
    men: int | None,
    threads: int | None,
    *,
    on_disk: bool,
    as_json: bool,
) -> None:
    from serpentes.solve.slice_plan import plan

    if not isinstance(position, MaterialPosition):
        raise ValueError(
            f"--dry-run has no estimate for {position.game}, as nobody knows beforehand how many "
            "positions can be reached; expected a game that is solved by material"
        )
    found = plan(position, men=men)
    seconds, memory = found.seconds(threads), found.memory(on_disk, threads)
    if as_json:
        print_json(_plan_document(found, seconds, memory))
        return
    from serpentes.cli.progress import duration

    typer.echo(heading(position))
    typer.echo(f"slices     {count(found.slices)}")
    typer.echo(f"positions  {count(found.positions)} up to symmetry")
    typer.echo(f"           {count(found.placements)} without")
    typer.echo(f"on disk    {count(found.disk)} bytes")
    where = "with the table on disk" if on_disk else "with the table in memory, less with -o"
    typer.echo(f"memory     about {count(memory)} bytes, {where}")
    typer.echo(f"time       very roughly {duration(seconds)}")


def _plan_document(found: "Plan", seconds: float, memory: int) -> dict[str, object]:
    return {
        **described(found.start),
        "slices": found.slices,
        "positions": found.placements,
        "up_to_symmetry": found.positions,
        "bytes": found.disk,
        "memory": memory,
        "seconds": round(seconds, 1),
    }
