"""Drawings of square grids as SVG: cells, blocked ones, serpents with their heads."""

from collections.abc import Iterable

from serpentes.games import svg
from serpentes.games.drawable import Crawled

COLOURS = ("#2f6db3", "#dd9412", "#2d8a5b", "#b5518f")
"""Of the players' serpents; told apart also by those who see few colours."""
BLOCKED = "#5b5348"
BODY = 0.3
"""Radius of a token, where neighbouring centres are 1 apart."""


def draw(position: Crawled, caption: str, marked: Iterable[str] = ()) -> str:
    """An SVG document of the board, with rings around the marked cells.

    Tokens that lie one after the other are joined, as far as both show; a ring is where a head came
    onto the board, and a head has eyes.

    >>> import serpentes as sp
    >>> draw(sp.master.parse("3x3 hand=15 moves=15@a1N"), "a serpent").count("<circle")
    5
    """
    centres = position.cell_centres()
    rings, blocked, tokens = set(marked), set(position.blocked_cells()), position.tokens()
    body = [_cell(*svg.scaled(centre), cell in blocked) for cell, centre in centres.items()]
    body += [
        svg.line(centres[one], centres[other], COLOURS[who - 1], round(svg.SPACING * BODY))
        for one, other, who in position.links()
    ]
    body += [_entry(*svg.scaled(centres[cell]), who) for cell, who in position.entries().items()]
    body += [_token(*svg.scaled(centres[cell]), who, cell) for cell, who in tokens.items()]
    body += [_eyes(*svg.scaled(centres[cell])) for cell in position.heads()]
    body += [svg.ring(*svg.scaled(centre)) for cell, centre in centres.items() if cell in rings]
    body += _labels(centres)
    return svg.document(centres, caption, body)


def _cell(x: float, y: float, blocked: bool) -> str:
    side, fill = svg.SPACING, BLOCKED if blocked else svg.GROUND
    return (
        f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" '
        f'height="{side:.1f}" fill="{fill}" stroke="{svg.LINE}"/>'
    )


def _token(x: float, y: float, player: int, cell: str) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{svg.SPACING * BODY:.1f}" '
        f'fill="{COLOURS[player - 1]}"><title>{cell}</title></circle>'
    )


def _entry(x: float, y: float, player: int) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{svg.SPACING * BODY / 2:.1f}" fill="{svg.GROUND}" '
        f'stroke="{COLOURS[player - 1]}" stroke-width="3"/>'
    )


def _eyes(x: float, y: float) -> str:
    apart, radius = svg.SPACING * BODY / 2.4, svg.SPACING * BODY / 3.5
    return "".join(
        f'<circle cx="{x + side * apart:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#fdfdf8" '
        'stroke="#26262b"/>'
        for side in (-1, 1)
    )


def _labels(centres: svg.Centres) -> list[str]:
    """The letters of the columns below the board, the numbers of the rows to the left of it."""
    left = min(x for x, _ in centres.values()) - 0.8
    low = max(y for _, y in centres.values()) + 0.8
    columns = {cell[0]: (x, low) for cell, (x, _) in centres.items()}
    rows = {cell[1:]: (left, y) for cell, (_, y) in centres.items()}
    return [
        svg.label(*svg.scaled(centre), text, svg.LINE)
        for text, centre in {**columns, **rows}.items()
    ]
