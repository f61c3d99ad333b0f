"""serpentes search --plies: the value of a position, if play decides it soon enough."""

from pathlib import Path
from time import perf_counter

import typer

from serpentes.cli.errors import INTERRUPTED, NO
from serpentes.cli.options import described, heading, leaf_table
from serpentes.cli.output import count, print_json
from serpentes.cli.probe import value_document
from serpentes.cli.progress import reporting
from serpentes.games.base import Move, SearchablePosition
from serpentes.solve.search import Deepening, ForwardSearch


def search_plies(
    position: SearchablePosition,
    plies: int,
    *,
    nodes: int | None,
    seconds: float | None,
    table_bytes: int,
    threads: int | None,
    table: Path | None,
    as_json: bool,
) -> None:
    """Print the value of a position and a main line, or how deep it is not decided."""
    searching = ForwardSearch(
        position,
        table_bytes,
        threads=threads,
        table=leaf_table(table),
    )
    search = Deepening(position, searching, nodes, seconds)
    begin, interrupted = perf_counter(), False
    line: tuple[Move, ...] = ()
    try:
        with reporting() as progress:
            search.run(plies, progress)
            if search.value is not None:
                line = searching.line(position, search.value)
    except KeyboardInterrupt:
        interrupted = True
    taken = perf_counter() - begin
    if as_json:
        print_json(_document(search, plies, line, taken))
    else:
        _print(search, line, taken)
    if interrupted or search.value is None:
        raise typer.Exit(INTERRUPTED if interrupted else NO)


def _document(
    search: Deepening, plies: int, line: tuple[Move, ...], taken: float
) -> dict[str, object]:
    return {
        **described(search.position),
        "plies": plies,
        "value": search.value and value_document(search.value),
        "undecided_within": search.within if search.value is None else None,
        "line": [str(move) for move in line],
        "nodes": search.searching.nodes,
        "seconds": round(taken, 3),
    }


def _print(search: Deepening, line: tuple[Move, ...], taken: float) -> None:
    deep = max(search.within, 0)
    undecided = f"not decided within {deep} {'ply' if deep == 1 else 'plies'}"
    typer.echo(heading(search.position))
    typer.echo(f"value      {undecided if search.value is None else search.value}")
    if line:
        typer.echo(f"line       {' '.join(map(str, line))}")
    typer.echo(f"nodes      {count(search.searching.nodes)}")
    typer.echo(f"seconds    {taken:.3f}")
