"""The serpents that the moves of Serpent Master have laid, and what can be seen of them."""

from itertools import islice
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING

from serpentes.games.square import HEADINGS

if TYPE_CHECKING:
    from serpentes.games.master.position import Position

Serpent = tuple[int, ...]
"""The cells that a head has been on, in order: first the one where it entered the board or stood at
the start, which got no token. Empty while the head is not on the board."""

LETTERS = ascii_uppercase + ascii_lowercase
"""What cards are called in drawings, in the order in which they are laid."""


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


def letters(task: "Position") -> dict[str, str]:
    """The cells of a solo task that have a token, each with the letter of the card that laid it.

    >>> import serpentes as sp
    >>> letters(sp.master.parse("4x4 hand=15,14 moves=15@a1N;14E"))
    {'a2': 'A', 'a3': 'A', 'b3': 'B', 'b4': 'B'}
    """
    # Solo, no token is ever covered, and no card discarded.
    cells = iter(task.serpent(1)[1:])
    return {
        cell: letter
        for letter, (placement,) in zip(LETTERS, task.rounds_played, strict=False)
        for cell in islice(cells, len(task.deck[placement.number]))
    }


def legend(task: "Position") -> str:
    """Which placement each of the `letters` of a solo task stands for.

    >>> import serpentes as sp
    >>> legend(sp.master.parse("4x4 hand=15,14 moves=15@a1N;14E"))
    'A 15@a1N  B 14E'
    """
    laid = zip(LETTERS, task.rounds_played, strict=False)
    return "  ".join(f"{letter} {placement}" for letter, (placement,) in laid)
