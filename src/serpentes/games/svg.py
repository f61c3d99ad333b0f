"""Drawings of hexagonal boards as SVG: cells with their names, stones, and the snakes they form."""

from collections.abc import Set
from math import sqrt

from serpentes.games.base import Side
from serpentes.games.hexagon import cell_names, centres, neighbours

SPACING = 40.0
"""The distance of neighbouring centres, in pixels."""

FILL: dict[Side, str] = {"b": "#26262b", "w": "#fdfdf8"}
OUTLINE: dict[Side, str] = {"b": "#26262b", "w": "#55504a"}
LABEL: dict[Side | None, str] = {"b": FILL["w"], "w": FILL["b"], None: "#a08f6e"}
MARK = "#d9541e"
NAMES: dict[Side, str] = {"b": "Black", "w": "White"}


def draw(
    size: int,
    stones: dict[int, Side],
    side: Side,
    *,
    caption: str,
    marked: Set[int] = frozenset(),
) -> str:
    """An SVG document of the board with the given stones, rings around the marked cells (both by
    place in board order), and a stone of the side to move in the corner.

    >>> draw(2, {3: "b"}, "w", caption="2/1b1/2 w -").startswith("<svg ")
    True
    """
    half = SPACING * (size - 0.5 + 0.6)
    body = [_cell(size, cell) for cell in range(len(centres(size)))]
    body += _bonds(size, stones)
    body += [_stone(size, cell, colour) for cell, colour in sorted(stones.items())]
    body += [_ring(size, cell) for cell in sorted(marked)]
    body += [_name(size, cell, stones.get(cell)) for cell in range(len(centres(size)))]
    body.append(_circle(SPACING * 0.5 - half, SPACING * 0.5 - half, side, f"{NAMES[side]} to move"))
    box = f"{-half:.1f} {-half:.1f} {2 * half:.1f} {2 * half:.1f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        f'width="{2 * half:.0f}" height="{2 * half:.0f}" role="img">'
        f"<title>{caption}</title>{''.join(body)}</svg>"
    )


def _centre(size: int, cell: int) -> tuple[float, float]:
    x, y = centres(size)[cell]
    return x * SPACING, y * SPACING


def _cell(size: int, cell: int) -> str:
    x, y = _centre(size, cell)
    long = SPACING / sqrt(3)
    corners = [
        (0.0, -long), (SPACING / 2, -long / 2), (SPACING / 2, long / 2),
        (0.0, long), (-SPACING / 2, long / 2), (-SPACING / 2, -long / 2),
    ]  # fmt: skip
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}" fill="#efe3c8" stroke="#a08f6e"/>'


def _bonds(size: int, stones: dict[int, Side]) -> list[str]:
    lines: list[str] = []
    for cell, colour in sorted(stones.items()):
        for other in neighbours(size)[cell]:
            if other > cell and stones.get(other) == colour:
                (x1, y1), (x2, y2) = _centre(size, cell), _centre(size, other)
                ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
                for width, paint in ((15, OUTLINE[colour]), (12, FILL[colour])):
                    lines.append(f'<line {ends} stroke="{paint}" stroke-width="{width}"/>')
    return lines


def _stone(size: int, cell: int, colour: Side) -> str:
    return _circle(*_centre(size, cell), colour, cell_names(size)[cell])


def _circle(x: float, y: float, colour: Side, title: str) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SPACING * 0.36:.1f}" fill="{FILL[colour]}" '
        f'stroke="{OUTLINE[colour]}" stroke-width="1.5"><title>{title}</title></circle>'
    )


def _ring(size: int, cell: int) -> str:
    x, y = _centre(size, cell)
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SPACING * 0.43:.1f}" fill="none" '
        f'stroke="{MARK}" stroke-width="3"/>'
    )


def _name(size: int, cell: int, colour: Side | None) -> str:
    x, y = _centre(size, cell)
    return (
        f'<text x="{x:.1f}" y="{y + 3.5:.1f}" font-size="10" font-family="sans-serif" '
        f'text-anchor="middle" fill="{LABEL[colour]}">{cell_names(size)[cell]}</text>'
    )
