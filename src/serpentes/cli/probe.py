"""serpentes probe: what a table says about a position."""

from typing import TYPE_CHECKING, Annotated

import typer

from serpentes.cli.errors import NO, CommandError
from serpentes.cli.options import Json, PositionText, TablePath, described
from serpentes.cli.output import print_json
from serpentes.games import registry
from serpentes.games.base import SolvablePosition

if TYPE_CHECKING:
    from serpentes.solve.table import Table
    from serpentes.solve.value import Value

NoCheck = Annotated[
    bool, typer.Option("--no-check", help="Do not read a large table whole to check its digests.")
]


def probe(
    table: TablePath,
    position: PositionText,
    *,
    no_check: NoCheck = False,
    as_json: Json = False,
) -> None:
    """Print a position's value, its moves with their values, best first, and one best line.

    The position is read under the rulings of the table. Exit code 1 if it is not in the table.
    """
    from serpentes.solve.table import Table

    opened = Table.open(table, check=not no_check)
    game = registry.game(opened.start.game)
    probed = game.parse(position, **opened.start.rulings)
    assert isinstance(probed, SolvablePosition)
    try:
        value = opened[probed]
    except LookupError as error:
        raise CommandError(str(error), NO) from error
    if as_json:
        print_json(_document(opened, probed, value))
    else:
        _print(opened, probed, value)


def value_document(value: "Value") -> dict[str, object]:
    """A value as every command prints it in JSON."""
    return {"outcome": value.outcome, "plies": value.plies}


def _document(table: "Table", position: SolvablePosition, value: "Value") -> dict[str, object]:
    moves = [{"move": str(m), **value_document(v)} for m, v in table.moves(position)]
    return {
        **described(position),
        **value_document(value),
        "moves": moves,
        "line": [str(move) for move in table.line(position)],
    }


def _print(table: "Table", position: SolvablePosition, value: "Value") -> None:
    from serpentes.cli import draw
    from serpentes.cli.output import console

    screen = console()
    screen.print(draw.board(position), end="")
    screen.print(draw.side(position.side).append(f" to move: {value}", style="default"))
    for move, after in table.moves(position):
        screen.print(f"  {move!s:12} {after}")
    line = " ".join(str(move) for move in table.line(position))
    if line:
        screen.print(f"line: {line}{' ...' if value.plies is None else ''}", soft_wrap=True)
