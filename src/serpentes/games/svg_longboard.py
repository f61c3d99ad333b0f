"""What lies below the men in a drawing of the long board: its lines, and a disc for each point."""

from collections.abc import Iterable
from itertools import pairwise

from serpentes.games import svg

RADIUS = 0.3
"""Of a point's disc, where neighbouring points are 1 apart."""


def ground(centres: svg.Centres, lines: Iterable[tuple[str, str]], *, curved: bool) -> list[str]:
    """The lines of the board, then its points.

    `curved` draws the lines that join the ends of the rows as arcs, along which a man may jump.

    >>> centres = {"t1": (-0.5, -0.9), "m1": (-1.0, 0.0), "b1": (-0.5, 0.9), "m2": (0.0, 0.0)}
    >>> drawn = ground(centres, [("t1", "m1"), ("t1", "m2"), ("m1", "b1")], curved=True)
    >>> [element.split()[0] for element in drawn]
    ['<line', '<path', '<circle', '<circle', '<circle', '<circle']
    """
    ends = _ends(centres) if curved else []
    round_an_end = {pair for end in ends for pair in pairwise(end)}
    drawn = [
        svg.line(centres[one], centres[other], svg.LINE, 2)
        for one, other in lines
        if (one, other) not in round_an_end
    ]
    drawn += [_arc(*(centres[name] for name in end)) for end in ends]
    return drawn + [_disc(*svg.scaled(centre)) for centre in centres.values()]


def _ends(centres: svg.Centres) -> list[tuple[str, str, str]]:
    """The ends of the three rows on either side, if the middle row has one outside the others."""
    rows = [[name for name in centres if name[0] == letter] for letter in "tmb"]
    left, right = (tuple(row[end] for row in rows) for end in (0, -1))
    return [
        (top, middle, bottom)
        for top, middle, bottom in (left, right)
        if abs(centres[middle][0]) > abs(centres[top][0])
    ]


def _arc(top: tuple[float, float], middle: tuple[float, float], bottom: tuple[float, float]) -> str:
    # The circle through the three points: neighbouring centres are 1 apart, and so is its centre
    # from each of them.
    (x1, y1), (x2, y2) = svg.scaled(top), svg.scaled(bottom)
    sweep = int(middle[0] > top[0])
    return (
        f'<path d="M {x1:.1f} {y1:.1f} A {svg.SPACING:.1f} {svg.SPACING:.1f} 0 0 {sweep} '
        f'{x2:.1f} {y2:.1f}" fill="none" stroke="{svg.LINE}" stroke-width="2"/>'
    )


def _disc(x: float, y: float) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{svg.SPACING * RADIUS:.1f}" '
        f'fill="{svg.GROUND}" stroke="{svg.LINE}"/>'
    )
