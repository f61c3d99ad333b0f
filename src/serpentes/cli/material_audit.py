"""serpentes audit of a game that is solved by material: initial positions, ruling by ruling."""

from time import perf_counter
from typing import TYPE_CHECKING

from serpentes.cli.output import print_json
from serpentes.cli.probe import value_document
from serpentes.games.base import Game

if TYPE_CHECKING:
    from serpentes.solve.material_audit import Result
    from serpentes.solve.value import Value


def audit_boards(game: Game, boards: range, limits: dict[str, int | None], as_json: bool) -> None:
    """Audit boards of these numbers (lengths), and print what is found."""
    from serpentes.cli.progress import reporting
    from serpentes.solve.material_audit import audit

    begin = perf_counter()
    with reporting() as progress:
        found = list(audit(game, boards, progress, **limits))
    if as_json:
        seconds = round(perf_counter() - begin, 3)
        results = [_document(game, result) for result in found]
        print_json({"game": game.name, "results": results, "seconds": seconds})
    else:
        _print(game, found)


def _document(game: Game, result: "Result") -> dict[str, object]:
    assert game.board is not None
    position = result.position
    return {
        "name": result.choice.name,
        "preset": result.choice.preset,
        "rulings": result.choice.rulings if position is None else position.rulings.as_dict(),
        game.board.name: result.board,
        "position": None if position is None else str(position),
        "black_first": _value_document(result.values.get("b")),
        "white_first": _value_document(result.values.get("w")),
        "reason": result.reason,
    }


def _value_document(value: "Value | None") -> dict[str, object] | None:
    return None if value is None else value_document(value)


def _print(game: Game, found: list["Result"]) -> None:
    from rich.table import Table as Grid

    from serpentes.cli.output import console

    screen = console()
    boards = list(dict.fromkeys(result.board for result in found))
    assert game.board is not None
    grid = Grid("rulings", *(f"{game.board.name} {board}" for board in boards))
    rows: dict[str, list[Result]] = {}
    for result in found:
        rows.setdefault(result.choice.name, []).append(result)
    for name, results in rows.items():
        grid.add_row(name, *map(_cell, results))
    screen.print(f"{game.name}: the initial position, to the side that moves first")
    screen.print(grid)
    cells = {_cell(result) for result in found}
    if any(" / " in cell for cell in cells):
        screen.print("two values where it matters which side that is: Black / White")
    if any("(men)" in cell for cell in cells):
        screen.print("(men): play never ends and goes by the number of men")
    for cell, reason in dict.fromkeys((_cell(one), one.reason) for one in found if one.reason):
        screen.print(f"{cell}: {reason}", soft_wrap=True)


def _cell(result: "Result") -> str:
    if result.position is None:
        return UNFIT
    if not result.values:
        return NO_TABLE
    return " / ".join(dict.fromkeys(_short(result.values[side]) for side in ("b", "w")))


def _short(value: "Value") -> str:
    if value.plies is None:
        return value.outcome if value.outcome == "draw" else f"{value.outcome} (men)"
    return f"{value.outcome} in {value.plies}"


UNFIT, NO_TABLE = "-", "no table"
