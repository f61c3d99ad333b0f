"""The whole tree of a win: one move for the winner, every answer of the loser, down to the end."""

from dataclasses import dataclass, field

from serpentes.games.base import Move, SearchablePosition
from serpentes.puzzles.moves.source import Source
from serpentes.solve.value import Value


@dataclass(slots=True)
class Tree:
    """A position in which the winner is to move.

    `also` are the other moves that win as fast as `move`; `defences` all answers to `move`, each
    with the tree after it, None where the game is over then.
    """

    move: Move
    also: tuple[Move, ...]
    defences: "dict[Move, Tree | None]" = field(default_factory=dict)

    @property
    def plies(self) -> int:
        """The plies of the longest line.

        >>> from serpentes.games.serpent import Move
        >>> Tree(Move("b2"), ()).plies, Tree(Move("b2"), (), {Move("a1"): None}).plies
        (1, 2)
        """
        deepest = (tree.plies if tree else 0 for tree in self.defences.values())
        return 1 + max((1 + plies for plies in deepest), default=0)

    @property
    def decisions(self) -> int:
        """The positions of the winner in the tree."""
        return 1 + sum(tree.decisions for tree in self.defences.values() if tree)

    def line(self) -> tuple[Move, ...]:
        """The longest line, the first of several."""
        if not self.defences:
            return (self.move,)
        defence, tree = max(self.defences.items(), key=lambda item: item[1].plies if item[1] else 0)
        return (self.move, defence, *(tree.line() if tree else ()))


def build(source: Source, position: SearchablePosition, most: int) -> Tree | None:
    """The tree of a position that is won for the side to move, of at most `most` decisions.

    None if the tree has more decisions. Of moves that win as fast, the one with the fewest answers
    is taken. Raises GaveUpError if the source does.
    """
    left = [most]
    return _build(source, position, left)


def _build(source: Source, position: SearchablePosition, left: list[int]) -> Tree | None:
    left[0] -= 1
    if left[0] < 0:
        return None
    best = _best(source, position)
    move, child = min(best, key=lambda pair: len(pair[1].moves()))
    tree = Tree(move, tuple(other for other, _ in best if other != move))
    for defence, after in child.children():
        if after.outcome is None:
            tree.defences[defence] = below = _build(source, after, left)
            if below is None:
                return None
        else:
            tree.defences[defence] = None
    return tree


def _best(source: Source, position: SearchablePosition) -> list[tuple[Move, SearchablePosition]]:
    plies = source.value(position).plies
    assert plies
    after = Value("loss", plies - 1)
    return [(move, child) for move, child in position.children() if source.has(child, after)]
