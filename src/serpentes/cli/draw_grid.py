"""Square grids with serpents in the terminal."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from serpentes.cli.draw import (
    COLUMNS,
    EMPTY,
    LABELS,
    PLAIN_EMPTY,
    PLAYER_STYLES,
    assembled,
    can_print,
)
from serpentes.games.drawable import Crawled

if TYPE_CHECKING:
    from rich.text import Text

BLOCKED, PLAIN_BLOCKED = "█", "#"
ENTRY, PLAIN_ENTRY = "○", "o"
ACROSS, PLAIN_ACROSS = "─", "-"
ALONG, PLAIN_ALONG = "│", "|"


def grid(
    position: Crawled,
    marked: frozenset[str] = frozenset(),
    letters: Mapping[str, str] | None = None,
) -> "Text":
    """The board as text: numbers of players for their tokens, heads in brackets, `marked` cells
    underlined, a ring where a head came onto the board; lines between tokens that were laid one
    after the other, as far as both show. Cells that have one of the `letters` show that instead of
    a number.

    >>> import serpentes as sp
    >>> print(grid(sp.master.parse("3x3 hands=15/15 moves=15@c1N,15@a1N")).plain[:13])
    3 (2)  ·  (1)
    """
    from rich.text import Text

    places = _places(position)
    lines: list[dict[int, tuple[str, str]]] = [
        {} for _ in range(1 + max(y for _, y in places.values()))
    ]
    for cell, (shown, style) in _signs(position, letters or {}).items():
        column, line = places[cell]
        lines[line][0] = cell[1:], "dim"
        place = column - len(shown) // 2
        lines[line][place] = shown, f"{style} underline" if cell in marked else style
    for one, other, player in position.links():
        column, line, sign = _link(places[one], places[other])
        lines[line][column] = sign, PLAYER_STYLES[player - 1]
    names = {column: (cell[0], "dim") for cell, (column, _) in places.items()}
    # Rows lie close together unless something is drawn between them.
    drawn = lines if any(lines[1::2]) else lines[::2]
    return Text("\n").join([*map(assembled, drawn), assembled(names), Text()])


def _places(position: Crawled) -> dict[str, tuple[int, int]]:
    """The column of each cell, and its line, with one line between neighbouring rows."""
    centres = position.cell_centres()
    left, top = (min(centre[axis] for centre in centres.values()) for axis in (0, 1))
    return {
        cell: (LABELS + 1 + round((x - left) * COLUMNS), 2 * round(y - top))
        for cell, (x, y) in centres.items()
    }


def _signs(position: Crawled, letters: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """What stands on each cell, with its style."""
    signs = dict.fromkeys(position.cell_centres(), (_printable(EMPTY, PLAIN_EMPTY), "dim"))
    for cell in position.blocked_cells():
        signs[cell] = _printable(BLOCKED, PLAIN_BLOCKED), "dim"
    for cell, player in position.entries().items():
        signs[cell] = _printable(ENTRY, PLAIN_ENTRY), PLAYER_STYLES[player - 1]
    for cell, player in position.tokens().items():
        signs[cell] = letters.get(cell, str(player)), PLAYER_STYLES[player - 1]
    for cell, player in position.heads().items():
        signs[cell] = f"({signs[cell][0]})", PLAYER_STYLES[player - 1]
    return signs


def _link(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int, str]:
    """The column and the line between two neighbouring cells, and what is drawn there."""
    level = one[1] == other[1]
    sign = _printable(ACROSS, PLAIN_ACROSS) if level else _printable(ALONG, PLAIN_ALONG)
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2, sign


def _printable(sign: str, plain: str) -> str:
    return sign if can_print(sign) else plain
