"""Drawings of boards as SVG: what is below the stones, the stones, rings, and names of cells."""

from collections.abc import Iterable, Mapping

from serpentes.games.base import Side

SPACING = 40.0
"""The distance of neighbouring centres, in pixels."""
MARGIN = 1.1
"""From the outermost centres to the edge, where neighbouring centres are 1 apart."""

FILL: dict[Side, str] = {"b": "#26262b", "w": "#fdfdf8"}
OUTLINE: dict[Side, str] = {"b": "#26262b", "w": "#55504a"}
GROUND, LINE = "#efe3c8", "#a08f6e"
LABEL: dict[Side | None, str] = {"b": FILL["w"], "w": FILL["b"], None: LINE}
MARK = "#d9541e"
NAMES: dict[Side, str] = {"b": "Black", "w": "White"}

Centres = Mapping[str, tuple[float, float]]


def draw(
    centres: Centres,
    stones: Mapping[str, Side],
    side: Side,
    caption: str,
    *,
    marked: Iterable[str] = (),
    ground: Iterable[str] = (),
) -> str:
    """An SVG document of the board with the given stones, rings around the marked cells, and a
    stone of the side to move in the corner.

    `centres` has every cell, with neighbours 1 apart and the middle of the board at (0, 0);
    `ground` are the elements that lie below the stones.

    >>> draw({"a1": (0.0, 0.0)}, {"a1": "b"}, "w", "a single cell").startswith("<svg ")
    True
    """
    rings = set(marked)
    body = [*ground]
    body += [
        _stone(*scaled(centres[cell]), stones[cell], cell) for cell in centres if cell in stones
    ]
    body += [ring(*scaled(centres[cell])) for cell in centres if cell in rings]
    body += [
        label(*scaled(centre), cell, LABEL[stones.get(cell)]) for cell, centre in centres.items()
    ]
    left, top = (SPACING / 2 - half for half in _halves(centres))
    body.append(_stone(left, top, side, f"{NAMES[side]} to move"))
    return document(centres, caption, body)


def document(centres: Centres, caption: str, body: Iterable[str]) -> str:
    """An SVG document of these elements, large enough for a board with these centres."""
    across, down = _halves(centres)
    box = f"{-across:.1f} {-down:.1f} {2 * across:.1f} {2 * down:.1f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        f'width="{2 * across:.0f}" height="{2 * down:.0f}" role="img">'
        f"<title>{caption}</title>{''.join(body)}</svg>"
    )


def _halves(centres: Centres) -> tuple[float, float]:
    """Half the width and half the height of a drawing, in pixels."""
    across, down = (
        SPACING * (max(abs(centre[axis]) for centre in centres.values()) + MARGIN)
        for axis in (0, 1)
    )
    return across, down


def scaled(centre: tuple[float, float]) -> tuple[float, float]:
    """A centre in pixels."""
    return centre[0] * SPACING, centre[1] * SPACING


def line(one: tuple[float, float], other: tuple[float, float], colour: str, width: int) -> str:
    """A straight line between two centres."""
    (x1, y1), (x2, y2) = scaled(one), scaled(other)
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'


def _stone(x: float, y: float, colour: Side, title: str) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SPACING * 0.36:.1f}" fill="{FILL[colour]}" '
        f'stroke="{OUTLINE[colour]}" stroke-width="1.5"><title>{title}</title></circle>'
    )


def ring(x: float, y: float) -> str:
    """A ring around a cell that is marked."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SPACING * 0.43:.1f}" fill="none" '
        f'stroke="{MARK}" stroke-width="3"/>'
    )


def label(x: float, y: float, text: str, colour: str) -> str:
    """A short text, such as the name of a cell."""
    return (
        f'<text x="{x:.1f}" y="{y + 3.5:.1f}" font-size="10" font-family="sans-serif" '
        f'text-anchor="middle" fill="{colour}">{text}</text>'
    )
