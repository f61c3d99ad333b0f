"""Boards of Serpent Master turned about: where cells, headings and placements come to lie."""

from dataclasses import dataclass

from serpentes.games.master.move import Placement
from serpentes.games.square import (
    HEADINGS,
    OFF,
    cell_names,
    cell_numbers,
    cells_of,
    set_of,
    turned,
)


@dataclass(frozen=True, slots=True)
class Turn:
    """A board of that width and height turned clockwise by so many quarters, 0 to 3.

    >>> turn = Turn(3, 4, 1)
    >>> turn.sides, turn.cell(OFF), turn.name("a1"), str(turn.placement(Placement(15, "N", "a1")))
    ((4, 3), -1, 'a3', '15@a3E')
    """

    width: int
    height: int
    quarters: int

    @property
    def sides(self) -> tuple[int, int]:
        """Width and height after the turn."""
        sides = self.width, self.height
        return sides[::-1] if self.quarters % 2 else sides

    def cell(self, cell: int) -> int:
        """Where a cell comes to lie; OFF stays what it is."""
        return OFF if cell == OFF else turned(cell, self.width, self.height, self.quarters)

    def cells(self, cells: int) -> int:
        """Where a set of cells comes to lie."""
        return set_of(map(self.cell, cells_of(cells)))

    def name(self, name: str | None) -> str | None:
        """The name that a cell has after the turn; None stays what it is."""
        if name is None:
            return None
        cell = cell_numbers(self.width, self.height)[name]
        return cell_names(*self.sides)[self.cell(cell)]

    def placement(self, placement: Placement) -> Placement:
        """What a placement is after the turn."""
        heading = placement.heading
        if heading is not None:
            heading = HEADINGS[(HEADINGS.index(heading) + self.quarters) % len(HEADINGS)]
        return Placement(placement.number, heading, self.name(placement.cell))
