"""What a move of Serpent does on the board: stones placed, groups joined, groups removed.

Found by comparing the positions before and after it, so that no rule is written down twice.
"""

from dataclasses import dataclass

from serpentes.games import hexagon
from serpentes.games.serpent import Move, Position
from serpentes.puzzles.moves.themes import Cells


@dataclass(frozen=True, slots=True)
class Effect:
    """A move with the groups it touched, each as its cells in board order.

    `joined` are the own groups, two or more, that the move made one (without the tail it took off);
    `lost` the own groups removed, as they stood after the action, `killed` the opponent's.
    """

    move: Move
    joined: tuple[Cells, ...]
    lost: tuple[Cells, ...]
    killed: tuple[Cells, ...]


def effect(before: Position, move: Move) -> Effect:
    """The effect of a legal move; ValueError says why if it is not legal.

    >>> from serpentes.games import serpent
    >>> position = serpent.parse("bw/2b/w1 b bw")
    >>> effect(position, Move.parse("b2~w")).killed
    (('a2',), ('c1',))
    """
    after = before.play(move)
    own, other = stones(before, before.side)
    kept, other_kept = stones(after, before.side)
    rest, placed = own, own
    if move.cell is not None:
        rest = own & ~_bit(before, move.tail) if move.tail else own
        placed = rest | _bit(before, move.cell)
    return Effect(
        move,
        _joined(before, rest, move.cell),
        _removed(before, placed, kept),
        _removed(before, other, other_kept),
    )


def stones(position: Position, side: str) -> tuple[int, int]:
    """The bitboards of a side and of the other."""
    black, white = position.black, position.white
    return (black, white) if side == "b" else (white, black)


def groups_of(position: Position, bits: int) -> tuple[Cells, ...]:
    """The groups of a bitboard as cell names, in board order."""
    names = hexagon.cell_names(position.size)
    return tuple(
        tuple(names[cell] for cell in group) for group in hexagon.groups(bits, position.size)
    )


def _bit(position: Position, cell: str) -> int:
    return 1 << position.cell_index(cell)


def _removed(position: Position, before: int, after: int) -> tuple[Cells, ...]:
    # Groups are removed whole, so the stones that are gone fall into the groups they were.
    return groups_of(position, before & ~after)


def _joined(position: Position, rest: int, cell: str | None) -> tuple[Cells, ...]:
    if cell is None:
        return ()
    near = hexagon.neighbours(position.size)[position.cell_index(cell)]
    names = hexagon.cell_names(position.size)
    touched = {names[other] for other in near if rest >> other & 1}
    found = tuple(group for group in groups_of(position, rest) if touched & set(group))
    return found if len(found) > 1 else ()
