"""Boards in the terminal."""

import sys
from typing import TYPE_CHECKING

from serpentes.games.base import Drawable, Position, Side, TwoPlayerPosition

if TYPE_CHECKING:
    from rich.text import Text

STYLES: dict[Side, str] = {"b": "bold blue", "w": "bold yellow"}
SIGNS: dict[Side, str] = {"b": "●", "w": "○"}
PLAIN_SIGNS: dict[Side, str] = {"b": "b", "w": "w"}
EMPTY, PLAIN_EMPTY = "·", "."
COLUMNS = 4
"""Columns of the terminal from one cell to the next."""


def board(position: Position, *, marked: frozenset[str] = frozenset()) -> "Text":
    """The board as text: a letter for each row, a sign for each cell, `marked` cells underlined.

    Raises ValueError for a game that has no board of cells.
    """
    from rich.text import Text

    if not isinstance(position, Drawable):
        raise ValueError(f"{position.game} has no board that can be drawn")
    centres, stones = position.cell_centres(), position.stones()
    left = min(x for x, _ in centres.values())
    text = Text()
    for height in sorted({y for _, y in centres.values()}):
        row = sorted((x, name) for name, (x, y) in centres.items() if y == height)
        line = Text(f"{row[0][1].rstrip('0123456789')} ", style="dim")
        for x, name in row:
            line.append(" " * (2 + round((x - left) * COLUMNS) - len(line)))
            colour = stones.get(name)
            style = STYLES[colour] if colour else "dim"
            line.append(sign(colour), f"{style} underline" if name in marked else style)
        text.append_text(line).append("\n")
    return text


def sign(colour: Side | None) -> str:
    """The sign of a stone, or of an empty cell, in what the terminal can print.

    >>> sign("b") in "●b"
    True
    """
    fancy = _can_print("".join(SIGNS.values()) + EMPTY)
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


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
