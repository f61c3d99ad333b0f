"""serpentes stats: what is in a table."""

from typing import TYPE_CHECKING

from serpentes.cli.options import Json, TablePath, described, heading
from serpentes.cli.output import count, print_json
from serpentes.cli.probe import NoCheck, value_document

if TYPE_CHECKING:
    from serpentes.solve.stats import Example, Stats
    from serpentes.solve.table import Table


def stats(table: TablePath, *, no_check: NoCheck = False, as_json: Json = False) -> None:
    """Count a table's positions by value and plies; show a longest win and a draw.

    Positions are counted up to symmetry, and as the side to move sees them.
    """
    from serpentes.cli.progress import reporting
    from serpentes.solve.stats import stats as find_stats
    from serpentes.solve.table import Table

    opened = Table.open(table, check=not no_check)
    with reporting() as progress:
        found = find_stats(opened, progress)
    if as_json:
        print_json(_document(opened, found, table))
    else:
        _print(opened, found)


def _document(table: "Table", found: "Stats", path: str) -> dict[str, object]:
    return {
        **described(table.start),
        "table": path,
        "digest": table.digest,
        "bytes_per_position": round(table.nbytes / len(table), 2),
        **found.counts,
        "initial": value_document(found.initial),
        "by_value": [{**value_document(v), "positions": n} for v, n in found.by_value.items()],
        "longest_win": _example(found.longest_win),
        "draw_example": _example(found.draw),
        "without_action": found.without_action,
    }


def _example(example: "Example | None") -> dict[str, object] | None:
    if example is None:
        return None
    return {"position": str(example.position), **value_document(example.value)}


def _print(table: "Table", found: "Stats") -> None:
    from rich.table import Table as Grid

    from serpentes.cli import draw
    from serpentes.cli.output import console

    screen = console()
    screen.print(heading(table.start), soft_wrap=True)
    screen.print(f"value of the start: {found.initial}")
    grid = Grid("plies", *(f"{name}s" if name != "loss" else "losses" for name in _NAMES))
    for column in grid.columns:
        column.justify = "right"
    for plies in sorted({v.plies for v in found.by_value}, key=lambda p: (p is None, p)):
        cells = [
            sum(n for v, n in found.by_value.items() if (v.outcome, v.plies) == (name, plies))
            for name in _NAMES
        ]
        grid.add_row(
            "never ends" if plies is None else str(plies), *(count(n) if n else "" for n in cells)
        )
    grid.add_section()
    grid.add_row("all", *(count(found.counts[name]) for name in _NAMES))
    screen.print(grid)
    screen.print(f"positions: {count(found.counts['positions'])}")
    screen.print(f"positions without a legal action: {count(found.without_action)}")
    for title, example in (("longest win", found.longest_win), ("a draw", found.draw)):
        if example is None:
            screen.print(f"{title}: none")
            continue
        screen.print(f"{title}: {example.position}  ({example.value})", soft_wrap=True)
        screen.print(draw.board(example.position), end="")


_NAMES = ("win", "draw", "loss")
