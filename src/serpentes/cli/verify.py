"""serpentes verify: hold a table against the rules."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from serpentes.cli.errors import NO, one_line
from serpentes.cli.options import Json, TablePath, Threads, described
from serpentes.cli.output import count, print_json
from serpentes.cli.probe import value_document

if TYPE_CHECKING:
    from serpentes.solve.verify import Fault


def verify(
    table: TablePath,
    *,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            min=1,
            metavar="N",
            help="Compute only so many random positions again; all of them if left out.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Which random positions.")] = 0,
    no_digests: Annotated[
        bool,
        typer.Option("--no-digests", help="Leave out the digests, and only compute values again."),
    ] = False,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Check a table: its digests, then the value of each position from those of its successors.

    Without --sample, also whether what is won or drawn by play that never ends is really forced.
    Exit code 1 if something is wrong; the first fault is printed.
    """
    from serpentes.cli.progress import reporting
    from serpentes.solve.table import Table
    from serpentes.solve.verify import verify as find_fault

    opened = Table.open(table)
    begin = perf_counter()
    with reporting(steady=True) as progress:
        fault = find_fault(
            opened,
            sample=sample,
            seed=seed,
            digests=not no_digests,
            threads=threads,
            progress=progress,
        )
    seconds = round(perf_counter() - begin, 3)
    checked = len(opened) if sample is None else min(sample, len(opened))
    if as_json:
        print_json(
            {
                **described(opened.start),
                "table": table,
                "digest": opened.digest,
                "sound": fault is None,
                "fault": _fault(fault),
                "positions": checked,
                "sample": sample,
                "seed": seed,
                "digests": not no_digests,
                "seconds": seconds,
            }
        )
    elif fault is not None:
        typer.echo(one_line(f"{table}: {fault}"))
    else:
        typer.echo(f"{table}: {count(checked)} positions checked in {seconds} seconds, no fault")
    if fault is not None:
        raise typer.Exit(NO)


def _fault(fault: "Fault | None") -> dict[str, object] | None:
    if fault is None:
        return None
    return {
        "reason": fault.reason,
        "position": str(fault.position) if fault.position is not None else None,
        "says": value_document(fault.says) if fault.says is not None else None,
        "follows": value_document(fault.follows) if fault.follows is not None else None,
    }
