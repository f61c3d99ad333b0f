"""serpentes probe: what a table says about a position."""

from typing import TYPE_CHECKING, Annotated

import typer

from serpentes.cli.errors import NO, CommandError
from serpentes.cli.options import Json, TablePath, described, heading
from serpentes.cli.output import print_json
from serpentes.games import registry
from serpentes.games.base import Move, SearchablePosition
from serpentes.games.text import quoted

if TYPE_CHECKING:
    from serpentes.solve.value import Value

    Moves = list[tuple[Move, Value]]
    Line = tuple[Move, ...]

NoCheck = Annotated[
    bool, typer.Option("--no-check", help="Do not read a large table whole to check its digests.")
]


def probe(
    table: TablePath,
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION",
            help="A position in the notation of the rules, in quotes; "
            "the start of the table if left out.",
            show_default=False,
        ),
    ] = None,
    *,
    no_check: NoCheck = False,
    as_json: Json = False,
) -> None:
    """Print a position's value, its moves with their values, best first, and one best line.

    The position is read under the rulings of the table. Exit code 1 if it is not in the table.
    """
    from serpentes.solve.table import Table

    opened = Table.open(table, check=not no_check)
    probed = opened.start if position is None else _parsed(position, opened.start)
    try:
        value = opened[probed]
    except LookupError as error:
        raise CommandError(str(error), NO) from error
    try:
        moves, line = opened.moves(probed), opened.line(probed)
    except LookupError as error:
        raise ValueError(f"table {quoted(str(table))} is damaged: {error}") from error
    if as_json:
        print_json(_document(probed, value, moves, line))
    else:
        _print(probed, value, moves, line)


def _parsed(text: str, start: SearchablePosition) -> SearchablePosition:
    probed = registry.game(start.game).parse(text, **start.rulings)
    assert isinstance(probed, SearchablePosition)
    return probed


def value_document(value: "Value") -> dict[str, object]:
    """A value as every command prints it in JSON."""
    return {"outcome": value.outcome, "plies": value.plies}


def _document(
    position: SearchablePosition, value: "Value", moves: "Moves", line: "Line"
) -> dict[str, object]:
    return {
        **described(position),
        **value_document(value),
        "moves": [{"move": str(move), **value_document(after)} for move, after in moves],
        "line": [str(move) for move in line],
    }


def _print(position: SearchablePosition, value: "Value", moves: "Moves", line: "Line") -> None:
    from serpentes.cli import draw
    from serpentes.cli.output import console

    screen = console()
    screen.print(heading(position), soft_wrap=True)
    screen.print(draw.board(position), end="")
    screen.print(draw.state(position, f": {value}"))
    for move, after in moves:
        screen.print(f"  {move!s:12} {after}")
    if line:
        best = " ".join(str(move) for move in line)
        screen.print(f"line: {best}{' ...' if value.plies is None else ''}", soft_wrap=True)
