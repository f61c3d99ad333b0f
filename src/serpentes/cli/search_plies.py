"""serpentes search --plies: the value of a position, if play decides it soon enough."""

from dataclasses import dataclass
from time import perf_counter

import typer

from serpentes.cli.errors import INTERRUPTED, NO
from serpentes.cli.options import described, heading
from serpentes.cli.output import count, print_json
from serpentes.cli.probe import value_document
from serpentes.cli.progress import Report, reporting
from serpentes.games.base import Move, SearchablePosition
from serpentes.solve.search import ForwardSearch
from serpentes.solve.value import Value

CHUNK = 1 << 17
"""Nodes between two looks at the limits."""


@dataclass(slots=True)
class _Search:
    """A search, deeper ply by ply; `within` is how deep it has been through, -1 at first."""

    position: SearchablePosition
    searching: ForwardSearch
    nodes: int | None
    seconds: float | None
    value: Value | None = None
    within: int = -1
    line: tuple[Move, ...] = ()

    def run(self, plies: int, progress: Report | None) -> None:
        """Go on until the value is known, or the plies or limits are reached."""
        begin = perf_counter()
        # Whether there are searches of so many plies is said at once, not when they are reached.
        self.searching.value(self.position, plies=plies, nodes=0)
        for depth in range(plies + 1):
            while self.value is None and self.within < depth:
                if self._spent(begin):
                    return
                self._look(depth)
                if progress is not None:
                    progress(f"ply {depth} of {plies}, nodes", self.searching.nodes, self.nodes)
        if self.value is not None:
            self.line = self.searching.line(self.position, self.value)

    def _look(self, depth: int) -> None:
        left = CHUNK if self.nodes is None else min(CHUNK, self.nodes - self.searching.nodes)
        self.value = self.searching.value(self.position, plies=depth, nodes=left)
        if self.searching.complete:
            self.within = depth

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
    as_json: bool,
) -> None:
    """Print the value of a position and a main line, or how deep it is not decided."""
    search = _Search(position, ForwardSearch(position, table_bytes), nodes, seconds)
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
