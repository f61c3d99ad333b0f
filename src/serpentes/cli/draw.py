"""Boards in the terminal."""

import sys
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from serpentes.games.base import CardPosition, Position, Side, TwoPlayerPosition
from serpentes.games.drawable import Coloured, Crawled, Drawable, Laid, Lined

if TYPE_CHECKING:
    from rich.text import Text

STYLES: dict[Side, str] = {"b": "bold blue", "w": "bold yellow"}
PLAYER_STYLES = ("bold blue", "bold yellow", "bold green", "bold magenta", "bold cyan")
SIGNS: dict[Side, str] = {"b": "●", "w": "○"}
PLAIN_SIGNS: dict[Side, str] = {"b": "b", "w": "w"}
EMPTY, PLAIN_EMPTY = "·", "."
LEVEL, PLAIN_LEVEL = "─", "-"
COLUMNS = 4
"""Columns of the terminal from one cell to the next."""
LABELS = 2
"""Columns to the left of the board, for the letters of the rows."""

Signs = Mapping[int, tuple[str, str]]
"""What stands in a line of the terminal, by column: texts with their styles."""


def board(
    position: Position,
    *,
    marked: frozenset[str] = frozenset(),
    letters: Mapping[str, str] | None = None,
) -> "Text":
    """The board as text: a letter for each row, a sign for each cell, `marked` cells underlined.

    Lines that join the cells are drawn as well, and numbered: above for the outer rows, below for
    the middle row, which lies between their columns. Of a grid with serpents rows have numbers, and
    columns letters; `letters` stand there for the tokens on some cells. Of a game of snakes of
    cards it is what lies on the table. Raises ValueError for a game that has nothing of it.
    """
    from rich.text import Text

    if isinstance(position, Crawled):
        from serpentes.cli.draw_grid import grid

        return grid(position, marked, letters)
    if isinstance(position, Laid):
        from serpentes.cli.draw_snakes import table

        return table(position)
    if not isinstance(position, Coloured):
        raise ValueError(f"{position.game} has no board that can be drawn")
    places = _places(position)
    rows: dict[float, dict[int, tuple[str, str]]] = defaultdict(dict)
    for name, (column, height) in places.items():
        rows[height] = rows[height] or {0: (name.rstrip("0123456789"), "dim")}
        rows[height][column] = _cell(position.stones().get(name), name in marked)
    lines = [assembled(rows[height]) for height in sorted(rows)]
    if isinstance(position, Lined):
        first, second, *_ = sorted(rows)
        for one, other in position.cell_lines():
            column, height, sign = _line(places[one], places[other])
            rows[height][column] = sign, "dim"
        lines = [
            assembled(_numbers(places, first)),
            *(assembled(rows[height]) for height in sorted(rows)),
            assembled(_numbers(places, second) | {0: rows[second][0]}),
        ]
    return Text("\n").join([*lines, Text()])


def _places(position: Drawable) -> dict[str, tuple[int, float]]:
    """The column of each cell, and its height on the board."""
    centres = position.cell_centres()
    left = min(x for x, _ in centres.values())
    return {
        name: (LABELS + round((x - left) * COLUMNS), height)
        for name, (x, height) in centres.items()
    }


def _cell(colour: Side | None, marked: bool) -> tuple[str, str]:
    style = STYLES[colour] if colour else "dim"
    return sign(colour), f"{style} underline" if marked else style


def _line(one: tuple[int, float], other: tuple[int, float]) -> tuple[int, float, str]:
    """The column, the height and the sign of a line that joins two places."""
    if one[1] == other[1]:
        shape = LEVEL if can_print(LEVEL) else PLAIN_LEVEL
    else:
        shape = "\\" if (one[0] < other[0]) == (one[1] < other[1]) else "/"
    return (one[0] + other[0]) // 2, (one[1] + other[1]) / 2, shape


def _numbers(places: Mapping[str, tuple[int, float]], row: float) -> dict[int, tuple[str, str]]:
    numbers: dict[int, tuple[str, str]] = {}
    for name, (column, height) in places.items():
        if height == row:
            numbers[column] = name.lstrip("abcdefghijklmnopqrstuvwxyz"), "dim"
    return numbers


def assembled(signs: Signs) -> "Text":
    """A line of the terminal with signs in their columns."""
    from rich.text import Text

    line = Text()
    for column, (shown, style) in sorted(signs.items()):
        line.append(" " * (column - len(line))).append(shown, style)
    return line


def sign(colour: Side | None) -> str:
    """The sign of a stone, or of an empty cell, in what the terminal can print.

    >>> sign("b") in "●b"
    True
    """
    fancy = can_print("".join(SIGNS.values()) + EMPTY)
    if colour is None:
        return EMPTY if fancy else PLAIN_EMPTY
    return SIGNS[colour] if fancy else PLAIN_SIGNS[colour]


def state(position: TwoPlayerPosition, says: str = "") -> "Text":
    """The side to move with what is said about it, or how the game has ended."""
    from rich.text import Text

    colour = position.side
    name = f"{sign(colour)} {'Black' if colour == 'b' else 'White'}", STYLES[colour]
    if position.outcome is None:
        return Text.assemble(name, f" to move{says}")
    return Text.assemble(f"the game is over: a {position.outcome} for ", name, ", who is to move")


def players(position: CardPosition) -> "Text":
    """How each player stands, a line for each, and how the game has ended if it has."""
    from rich.text import Text

    lines = [
        Text.assemble((f"player {player}", PLAYER_STYLES[player - 1]), f": {standing}")
        for player, standing in enumerate(position.standings, 1)
    ]
    if position.finished:
        lines.append(Text(_ending(position)))
    return Text("\n").join(lines)


def _ending(position: CardPosition) -> str:
    *others, last = position.winners or (0,)
    if position.players == 1:
        return "the task is solved" if last else "the task cannot be solved from here"
    if not others:
        return f"the game is over: player {last} wins"
    return f"the game is over: players {', '.join(map(str, others))} and {last} share the win"


def can_print(text: str) -> bool:
    """Whether what is printed can have these characters."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
