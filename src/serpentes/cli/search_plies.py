"""serpentes search --plies: the value of a position, if play decides it soon enough."""

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import typer

from serpentes.cli.errors import INTERRUPTED, NO
from serpentes.cli.options import described, heading, leaf_table
from serpentes.cli.output import count, print_json
from serpentes.cli.probe import value_document
from serpentes.cli.progress import Report, reporting
from serpentes.games.base import Move, SearchablePosition
from serpentes.solve.search import ForwardSearch
from serpentes.solve.value import Value

CHUNK = 1 << 17
"""Nodes between two looks at the limits; more where a depth takes many, so that a small table is no
hindrance."""


@dataclass(slots=True)
class _Search:
    """A search in chunks; `within` is how deep it has been through, -1 at first."""

    position: SearchablePosition
    searching: ForwardSearch
    nodes: int | None
    seconds: float | None
    value: Value | None = None
    within: int = -1
    line: tuple[Move, ...] = ()

    def run(self, plies: int, progress: Report | None) -> None:
        """Go on until the value is known, or the plies or limits are reached."""
        begin, news = perf_counter(), 0
        # Whether there are searches of so many plies is said at once.
        self._look(plies, 0)
        while self.value is None and self.within < plies:
            if self._spent(begin):
                return
            before = self.within
            self._look(plies, max(CHUNK, (self.searching.nodes - news) // 2))
            if self.within > before:
                news = self.searching.nodes
            if progress is not None:
                progress(f"ply {self.within} of {plies}, nodes", self.searching.nodes, self.nodes)
        if self.value is not None:
            self.line = self.searching.line(self.position, self.value)

    def _look(self, plies: int, nodes: int) -> None:
        if self.nodes is not None:
            nodes = min(nodes, self.nodes - self.searching.nodes)
        try:
            self.value = self.searching.value(self.position, plies=plies, nodes=nodes)
        finally:
            self.within = max(self.within, self.searching.undecided_within)

    def _spent(self, begin: float) -> bool:
        return (self.nodes is not None and self.searching.nodes >= self.nodes) or (
            self.seconds is not None and perf_counter() - begin >= self.seconds
        )


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
    search = _Search(position, searching, nodes, seconds)
    begin, interrupted = perf_counter(), False
    try:
        with reporting() as progress:
            search.run(plies, progress)
    except KeyboardInterrupt:
        interrupted = True
    taken = perf_counter() - begin
    if as_json:
        print_json(_document(search, plies, taken))
    else:
        _print(search, taken)
    if interrupted or search.value is None:
        raise typer.Exit(INTERRUPTED if interrupted else NO)


def _document(search: _Search, plies: int, taken: float) -> dict[str, object]:
    return {
        **described(search.position),
        "plies": plies,
        "value": search.value and value_document(search.value),
        "undecided_within": search.within if search.value is None else None,
        "line": [str(move) for move in search.line],
        "nodes": search.searching.nodes,
        "seconds": round(taken, 3),
    }


def _print(search: _Search, taken: float) -> None:
    deep = max(search.within, 0)
    undecided = f"not decided within {deep} {'ply' if deep == 1 else 'plies'}"
    typer.echo(heading(search.position))
    typer.echo(f"value      {undecided if search.value is None else search.value}")
    if search.line:
        typer.echo(f"line       {' '.join(map(str, search.line))}")
    typer.echo(f"nodes      {count(search.searching.nodes)}")
    typer.echo(f"seconds    {taken:.3f}")
