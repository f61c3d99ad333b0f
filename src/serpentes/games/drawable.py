"""What a drawing needs of a position, in the terminal, as SVG, and as JSON.

Pictured       drawn as SVG
Drawable       with cells, which have centres
Coloured       stones of two colours on them
Lined          and lines between them
Crawled        a grid with the tokens of serpents on it, and blocked cells
Laid           no cells, but rows of cards
"""

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from serpentes.games.base import Side


@runtime_checkable
class Pictured(Protocol):
    """A position that has a drawing."""

    def svg(self) -> str:
        """Required: a drawing as an SVG document."""
        ...

    def _repr_svg_(self) -> str:
        """Required: the drawing, as notebooks ask for it."""
        ...


@runtime_checkable
class Drawable(Pictured, Protocol):
    """A position on a board of cells."""

    def cell_centres(self) -> dict[str, tuple[float, float]]:
        """Required: the centre of each cell; x to the right, y down, neighbours 1 apart."""
        ...

    def svg(self, *, marked: Iterable[str] = ()) -> str:
        """Required: a drawing as an SVG document; ValueError for a marked cell that is none."""
        ...


@runtime_checkable
class Coloured(Drawable, Protocol):
    """A position with stones of two colours."""

    def stones(self) -> dict[str, Side]:
        """Required: the occupied cells with the colours on them."""
        ...


@runtime_checkable
class Lined(Coloured, Protocol):
    """A position on a board whose cells are points joined by lines."""

    def cell_lines(self) -> tuple[tuple[str, str], ...]:
        """Required: the cells that a line joins directly, each pair once and in board order."""
        ...


@runtime_checkable
class Crawled(Drawable, Protocol):
    """A position on a square grid over which serpents crawl; players count from 1.

    Columns are letters and rows numbers, from the lower left corner.
    """

    def blocked_cells(self) -> tuple[str, ...]:
        """Required: the cells that are closed to all, in board order."""
        ...

    def tokens(self) -> dict[str, int]:
        """Required: the cells with a token and the player whose token shows, in board order."""
        ...

    def heads(self) -> dict[str, int]:
        """Required: the cells on which heads stand, and whose they are."""
        ...

    def entries(self) -> dict[str, int]:
        """Required: the cells where heads came onto the board, and whose they were, as far as no
        token lies on them."""
        ...

    def links(self) -> tuple[tuple[str, str, int], ...]:
        """Required: the steps of serpents whose two ends can be seen, and whose they are."""
        ...


@runtime_checkable
class Laid(Pictured, Protocol):
    """A position of cards that lie in rows on a table, and are drawn from a deck."""

    @property
    def player(self) -> int:
        """Required: the player, from 1, who draws or lays next."""
        ...

    @property
    def card(self) -> str | None:
        """Required: the card in hand, if there is one."""
        ...

    @property
    def order(self) -> tuple[str, ...] | None:
        """Required: the cards of an open deck, the next first; None of a closed one."""
        ...

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Required: the cards on the table, row by row, as they lie."""
        ...

    def cards_left(self) -> dict[str, int]:
        """Required: the kinds of cards in the deck, each with how many there are."""
        ...
