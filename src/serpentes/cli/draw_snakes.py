"""Snakes of cards in the terminal: a row for each, every side of a card with its letter."""

from typing import TYPE_CHECKING

from serpentes.cli.draw import can_print
from serpentes.games.drawable import Laid
from serpentes.games.text import numbered

if TYPE_CHECKING:
    from rich.text import Text

STYLES = {
    "r": "bright_white on red3", "o": "black on dark_orange", "y": "black on yellow1",
    "g": "bright_white on dark_green", "b": "bright_white on blue3", "p": "bright_white on purple4",
    "*": "bold black on white", "H": "bold", "T": "bold",
}  # fmt: skip
EDGE, PLAIN_EDGE = "│", "|"


def table(position: Laid) -> "Text":
    """The table as text: a line for each snake, then the deck, and whose turn it is.

    The sides of a card are its letters on their colours: `|r o|`; a head is `|H r|`, and a tail,
    which lies at the right, `|r T|`.

    >>> import serpentes as sp
    >>> position = sp.hisss.parse("H:r-ro T:* | ro2 T:o1 | 0/0 0/0 | 1 oy")
    >>> print(table(position).plain.replace(EDGE, PLAIN_EDGE), end="")
    |H r|r o|
    |* T|
    deck, 3 cards: |r o| 2  |o T| 1
    player 1 lays |o y|
    """
    from rich.text import Text

    lines = [_row(row) for row in position.rows()] or [Text("no snakes on the table")]
    lines.append(_deck(position))
    left = position.cards_left()
    if position.card is not None:
        lines.append(Text(f"player {position.player} lays ").append_text(_row((position.card,))))
    elif left:
        lines.append(Text(f"player {position.player} draws"))
    return Text("\n").join([*lines, Text()])


def _deck(position: Laid) -> "Text":
    from rich.text import Text

    left = position.cards_left()
    begin = Text(f"deck, {numbered(sum(left.values()), 'card')}")
    if position.order is not None:
        return begin.append(", next first: ").append_text(
            Text(" ").join(_row((card,)) for card in position.order)
        )
    kinds = [_row((card,)).append(f" {count}") for card, count in left.items()]
    return begin.append(": " if kinds else "").append_text(Text("  ").join(kinds))


def _row(cards: tuple[str, ...]) -> "Text":
    """Cards beside each other."""
    from rich.text import Text

    edge = EDGE if can_print(EDGE) else PLAIN_EDGE
    row = Text(edge)
    for card in cards:
        one, other = _letters(card)
        row.append(f"{one} ", STYLES[one]).append(other, STYLES[other]).append(edge)
    return row


def _letters(card: str) -> tuple[str, str]:
    """What stands at the two sides of a card as it lies."""
    if ":" not in card:
        return card[0], card[1]
    closed, colour = card.split(":")
    return (closed, colour) if closed == "H" else (colour, closed)
