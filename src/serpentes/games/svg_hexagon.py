"""What lies below the stones in a drawing of a hexagonal board: the cells, and bonds of stones."""

from collections.abc import Mapping
from math import sqrt

from serpentes.games import svg
from serpentes.games.base import Side
from serpentes.games.hexagon import cell_names, centres, neighbours


def ground(size: int, stones: Mapping[str, Side]) -> list[str]:
    """A hexagon for each cell, and a bond between each two stones of one colour that touch.

    >>> len(ground(2, {"b1": "b", "b2": "b"}))
    9
    """
    return [_cell(*svg.scaled(centre)) for centre in centres(size)] + _bonds(size, stones)


def _cell(x: float, y: float) -> str:
    half, long = svg.SPACING / 2, svg.SPACING / sqrt(3)
    corners = [
        (0.0, -long), (half, -long / 2), (half, long / 2),
        (0.0, long), (-half, long / 2), (-half, -long / 2),
    ]  # fmt: skip
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}" fill="{svg.GROUND}" stroke="{svg.LINE}"/>'


def _bonds(size: int, stones: Mapping[str, Side]) -> list[str]:
    names, places = cell_names(size), centres(size)
    lines: list[str] = []
    for cell, name in enumerate(names):
        for other in neighbours(size)[cell]:
            colour = stones.get(name)
            if other > cell and colour and stones.get(names[other]) == colour:
                for width, paint in ((15, svg.OUTLINE[colour]), (12, svg.FILL[colour])):
                    lines.append(svg.line(places[cell], places[other], paint, width))
    return lines
