"""Drawings of snakes of cards as SVG: a row for each, every side of a card with its letter."""

from serpentes.games import svg
from serpentes.games.hisss.cards import NAMES, RAINBOW, RING, is_head, is_middle, is_tail
from serpentes.games.hisss.position import Position
from serpentes.games.text import numbered

FILL = {
    "r": "#c8352c", "o": "#e98a1f", "y": "#f2d43c", "g": "#3a8f4d", "b": "#2f63b8", "p": "#7d4a9c",
    RAINBOW: "#f6f1e4",
}  # fmt: skip
DARK, LIGHT = "#26262b", "#fdfdf8"
ON_DARK = "rgbp"
"""Colours with light letters on them."""
WIDTH, HEIGHT = 1.5, 0.9
ROW, APART, LINE = 1.2, 0.4, 0.5
"""Of a card, of a row, between the table and the hand, of a line of text; in units of the drawing,
as is the width of a letter, at the most on average."""
LETTER = 0.18


def draw(position: Position) -> str:
    """An SVG document of the table: snakes, the card in hand, the deck and the scores.

    >>> import serpentes as sp
    >>> draw(sp.hisss.parse("H:*-ro py | ro1 | 0/0 0/0 | 1")).count("<text")
    10
    """
    rows, below = _rows(position), _below(position)
    across = max(
        WIDTH * max((len(row) for _, row in rows), default=0), LETTER * max(map(len, below))
    )
    lines_begin = rows[-1][0] + ROW if rows else 0.0
    down = lines_begin + LINE * (len(below) - 1)
    left, top = -across / 2, -down / 2
    body = [
        part
        for y, row in rows
        for place, card in enumerate(row)
        for part in _card(left + WIDTH * place, top + y, card)
    ]
    body += [_text(left, top + lines_begin + LINE * i, text) for i, text in enumerate(below)]
    corners = {"top left": (left, top), "low right": (-left, -top)}
    return svg.document(corners, str(position), body)


def _rows(position: Position) -> list[tuple[float, tuple[str, ...]]]:
    """The rows of cards, each with how far down it is; that in hand stands a little apart."""
    rows = [(ROW * line, row) for line, row in enumerate(position.rows())]
    if position.card is not None:
        rows.append((ROW * len(rows) + (APART if rows else 0), (position.card,)))
    return rows


def _below(position: Position) -> tuple[str, ...]:
    """The lines below the table."""
    if position.finished:
        mover = "the game is over"
    else:
        mover = f"player {position.player} {'draws' if position.card is None else 'lays'}"
    deck = str(position.deck) if position.order is None else " ".join(position.order)
    says = "" if position.order is None else ", next first"
    return (
        mover,
        f"deck, {numbered(len(position.deck), 'card')}{says}: {deck}",
        *(f"player {n}: {standing}" for n, standing in enumerate(position.standings, 1)),
    )


def _card(x: float, y: float, card: str) -> list[str]:
    """A card whose left side is at x, and its middle at y."""
    middle = x + WIDTH / 2
    if is_middle(card):
        halves = [_half(x, y, card[0]), _half(middle, y, card[1])]
        letters = [_letter(x, y, card[0]), _letter(middle, y, card[1])]
        return [_frame(x, y, card), *halves, *letters]
    colour = card[-1]
    side, closed = (middle, x) if is_head(card) else (x, middle)
    end = _head(closed, y, colour) if is_head(card) else _tail(closed, y, colour)
    return [
        _frame(x, y, card), end, _half(side, y, colour), _letter(side, y, colour),
        _letter(closed, y, card[0], colour),
    ]  # fmt: skip


def _frame(x: float, y: float, card: str) -> str:
    """What is below the halves: the name of the card, for those who point at it."""
    kind = "head" if is_head(card) else "tail" if is_tail(card) else ""
    colours = card[-1] if kind else card
    says = " ".join([*(NAMES[colour] for colour in colours), kind]).strip()
    return f"{_rect(x, y, WIDTH, svg.GROUND)[:-2]}><title>{says}</title></rect>"


def _half(x: float, y: float, colour: str) -> str:
    if colour != RAINBOW:
        return _rect(x, y, WIDTH / 2, FILL[colour])
    band = WIDTH / 2 / len(RING)
    return "".join(_rect(x + band * i, y, band, FILL[c]) for i, c in enumerate(RING))


def _rect(x: float, y: float, width: float, fill: str) -> str:
    left, top = svg.scaled((x, y - HEIGHT / 2))
    across, down = svg.scaled((width, HEIGHT))
    stroke = "" if width < WIDTH / 2 else f' stroke="{DARK}"'
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{across:.1f}" height="{down:.1f}" '
        f'fill="{fill}"{stroke}/>'
    )


def _head(x: float, y: float, colour: str) -> str:
    """The round end of a head, with an eye."""
    right, low = svg.scaled((x + WIDTH / 2, y + HEIGHT / 2))
    across, down = svg.scaled((WIDTH / 2, HEIGHT))
    eye = svg.scaled((x + WIDTH * 0.42, y - HEIGHT * 0.3))
    return (
        f'<path d="M{right:.1f} {low:.1f}a{across:.1f} {down / 2:.1f} 0 0 1 0 {-down:.1f}z" '
        f'fill="{FILL[colour]}" stroke="{DARK}"/>'
        f'<circle cx="{eye[0]:.1f}" cy="{eye[1]:.1f}" r="3" fill="{LIGHT}" stroke="{DARK}"/>'
    )


def _tail(x: float, y: float, colour: str) -> str:
    """The pointed end of a tail."""
    left, top = svg.scaled((x, y - HEIGHT / 2))
    across, down = svg.scaled((WIDTH / 2, HEIGHT))
    return (
        f'<path d="M{left:.1f} {top:.1f}l{across:.1f} {down / 2:.1f}l{-across:.1f} {down / 2:.1f}z"'
        f' fill="{FILL[colour]}" stroke="{DARK}"/>'
    )


def _letter(x: float, y: float, letter: str, colour: str | None = None) -> str:
    """A letter in the middle of the half of a card that begins at x."""
    at, height = svg.scaled((x + WIDTH / 4, y))
    on = letter if colour is None else colour
    outline = (
        f' stroke="{LIGHT}" stroke-width="3" paint-order="stroke"' if letter == RAINBOW else ""
    )
    return (
        f'<text x="{at:.1f}" y="{height + 5:.1f}" font-size="15" font-weight="bold" '
        f'font-family="sans-serif" text-anchor="middle" '
        f'fill="{LIGHT if on in ON_DARK else DARK}"{outline}>{letter}</text>'
    )


def _text(x: float, y: float, text: str) -> str:
    left, height = svg.scaled((x, y))
    return (
        f'<text x="{left:.1f}" y="{height:.1f}" font-size="12" font-family="sans-serif" '
        f'fill="{DARK}">{text}</text>'
    )
