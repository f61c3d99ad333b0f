"""The serpents that the moves of Serpent Master have laid, and what can be seen of them."""

from typing import TYPE_CHECKING

from serpentes.games.square import HEADINGS

if TYPE_CHECKING:
    from serpentes.games.master.position import Position

Serpent = tuple[int, ...]
"""The cells that a head has been on, in order: first the one where it entered the board or stood at
the start, which got no token. Empty while the head is not on the board."""


def serpents(position: "Position") -> tuple[Serpent, ...]:
    """The serpent of each player."""
    start = () if position.start is None else (position.cell_index(position.start),)
    found = [list(start) for _ in range(position.players)]
    for placements in position.rounds_played:
        for serpent, placement in zip(found, placements, strict=True):
            if placement.heading is None:
                continue
            if placement.cell is not None:
                serpent.append(position.cell_index(placement.cell))
            card = position.deck.place(placement.number)
            cells = position.core.path(card, serpent[-1], HEADINGS.index(placement.heading))
            assert cells is not None
            serpent.extend(cells)
    return tuple(map(tuple, found))


def entries(position: "Position") -> dict[str, int]:
    """The cells where serpents begin, as far as no token shows there, and whose they are."""
    tokens = position.tokens()
    found = {}
    for player, serpent in enumerate(serpents(position), 1):
        if serpent and position.name(serpent[0]) not in tokens:
            found[position.name(serpent[0])] = player
    return found


def links(position: "Position") -> tuple[tuple[str, str, int], ...]:
    """The steps of serpents both of whose ends can be seen, and whose they are.

    A cell may belong to a serpent more than once, when a token was covered and the player came back
    to it: what shows is the last of them.
    """
    found: list[tuple[str, str, int]] = []
    begin = entries(position)
    for player, serpent in enumerate(serpents(position), 1):
        showing = position.state.showing[player - 1]
        last = {cell: place for place, cell in enumerate(serpent) if place}
        seen = [showing >> cell & 1 and last.get(cell) == i for i, cell in enumerate(serpent)]
        if serpent:
            seen[0] = begin.get(position.name(serpent[0])) == player
        for i, cell in enumerate(serpent[:-1]):
            if seen[i] and seen[i + 1]:
                found.append((position.name(cell), position.name(serpent[i + 1]), player))
    return tuple(found)
