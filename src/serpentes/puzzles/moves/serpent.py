"""What puzzles of Serpent are about: the themes, and what makes them hard."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from serpentes.games import serpent
from serpentes.games.serpent import Move, Position
from serpentes.puzzles import difficulty
from serpentes.puzzles.moves import themes
from serpentes.puzzles.moves.serpent_effects import Effect, effect, groups_of, stones
from serpentes.puzzles.moves.themes import COLOURS, Cells, Evidence

ThemeName = Literal[
    "cut",
    "merge",
    "walk",
    "sacrifice",
    "double kill",
    "order",
    "bait",
    "squeeze",
    "zugzwang",
    "repetition",
]
MEANINGS: Mapping[ThemeName, str] = {
    "cut": "the key move blocks the survival path of an opposing group, which is removed",
    "merge": "the key move joins own groups",
    "walk": "the key move moves a snake",
    "sacrifice": "the key move has own stones removed",
    "double kill": "the key move has two or more opposing groups removed",
    "order": "the key move is right with one order of the removals only",
    "bait": "a try that has opposing stones removed is wrong, and the key move has none removed",
    "squeeze": "in the main line the opponent runs out of actions",
    "zugzwang": "in the main line the opponent has actions, and each loses its own last stone",
    "repetition": "in the main line a position comes back",
}
FORMULA = difficulty.formula("+ 4 if order_needed + 4 if merge_needed - 2 * paths_cut")

Solved: TypeAlias = themes.Solved[Position, Move]


@dataclass(frozen=True, slots=True)
class Factors:
    """The components of difficulty that only Serpent has.

    A key move that kills something at once is tried first, so it takes points off.
    """

    paths_cut: int
    order_needed: bool
    merge_needed: bool

    @property
    def points(self) -> int:
        """Their part of the score."""
        return 4 * self.order_needed + 4 * self.merge_needed - 2 * self.paths_cut


def factors(solved: Solved) -> Factors:
    """The components of a puzzle."""
    return Factors(
        paths_cut=len(blocked(solved.position, solved.key.cell)),
        order_needed=solved.key.first is not None,
        merge_needed=bool(key_effect(solved).joined),
    )


@lru_cache(16)
def key_effect(solved: Solved) -> Effect:
    """What the key move does; remembered, as most detectors ask for it."""
    return effect(solved.position, solved.key)


def start(position: Position, plies: int) -> Position:
    """The start of a game that comes to a position after so many plies: the empty board."""
    return serpent.start(size=position.size, **position.rulings)


def symmetries(position: Position) -> tuple[int, ...]:
    """The symmetries of the board, by their numbers for `transform`."""
    return tuple(range(len(position.core.SYMMETRIES)))


# Themes


def blocked(position: Position, cell: str | None) -> tuple[Cells, ...]:
    """The opponent's groups whose shortest survival path goes through a cell."""
    _, other = stones(position, position.side)
    groups = groups_of(position, other)
    return tuple(group for group in groups if cell in position.survival_path(group[0]))


def cut(solved: Solved) -> Evidence | None:
    """An opposing group is removed that had a survival path through the cell of the key move."""
    cell = solved.key.cell
    gone = set(key_effect(solved).killed) & set(blocked(solved.position, cell))
    if cell is None or not gone:
        return None
    group = min(gone)
    path = solved.position.survival_path(group[0])
    says = f"{cell} is on the survival path {' '.join(path)} of {' '.join(group)}"
    return Evidence(says, (solved.key,), path, (group,))


def merge(solved: Solved) -> Evidence | None:
    """The key move joins two or more own groups."""
    joined = key_effect(solved).joined
    if not joined:
        return None
    return Evidence(
        f"{solved.key.cell} joins {_listed(joined)}", (solved.key,), (str(solved.key.cell),), joined
    )


def walk(solved: Solved) -> Evidence | None:
    """The key move moves a snake."""
    tail, cell = solved.key.tail, solved.key.cell
    if tail is None or cell is None:
        return None
    return Evidence(f"the snake leaves {tail} for {cell}", (solved.key,), (tail, cell))


def sacrifice(solved: Solved) -> Evidence | None:
    """The key move has own stones removed, besides or with the one just placed."""
    lost = key_effect(solved).lost
    if not lost:
        return None
    return Evidence(f"{_listed(lost)} removed, of its own colour", (solved.key,), (), lost)


def double_kill(solved: Solved) -> Evidence | None:
    """The key move has two or more opposing groups removed."""
    killed = key_effect(solved).killed
    if len(killed) < 2:
        return None
    return Evidence(f"{_listed(killed)} removed at once", (solved.key,), (), killed)


def order(solved: Solved) -> Evidence | None:
    """The same action with the other order of the removals is illegal, or a try."""
    key = solved.key
    if key.first is None:
        return None
    other = Move(key.cell, key.tail, "w" if key.first == "b" else "b")
    fate = "is wrong" if other in solved.tries else "is not legal"
    return Evidence(f"{COLOURS[key.first]} has to be removed first: {other} {fate}", (key, other))


def bait(solved: Solved) -> Evidence | None:
    """The first try that has opposing stones removed, while the key move has none removed."""
    if key_effect(solved).killed:
        return None
    for move in solved.tries:
        killed = effect(solved.position, move).killed
        if killed:
            return Evidence(f"{move} removes {_listed(killed)} and is wrong", (move,), (), killed)
    return None


def squeeze(solved: Solved) -> Evidence | None:
    """The opponent is to move in the main line, has stones and has no action."""
    for count, position in enumerate(solved.path):
        if position.side == solved.position.side or _emptied(position):
            continue
        if position.without_action():
            colour = COLOURS[position.side]
            return Evidence(f"{colour} has no action in '{position}'", solved.line[:count])
    return None


def zugzwang(solved: Solved) -> Evidence | None:
    """The last move of the main line takes the opponent's own last stone, as any other would."""
    if not solved.wins or len(solved.line) % 2:
        return None
    before = solved.path[-2]
    if any(child.outcome != "win" for _, child in before.children()):
        return None
    colour = COLOURS[before.side]
    return Evidence(f"each move of {colour} in '{before}' loses its last stone", before.moves())


def repetition(solved: Solved) -> Evidence | None:
    """The position at the end of the main line was there before; the moves are the cycle."""
    end = solved.path[-1]
    first = solved.path.index(end)
    if first == len(solved.line):
        return None
    return Evidence(f"'{end}' comes back", solved.line[first:])


def _emptied(position: Position) -> bool:
    return position.side in position.hatched and not stones(position, position.side)[0]


def _listed(groups: tuple[Cells, ...]) -> str:
    return " and ".join(" ".join(group) for group in groups)


DETECTORS: Mapping[ThemeName, Callable[[Solved], Evidence | None]] = {
    "cut": cut,
    "merge": merge,
    "walk": walk,
    "sacrifice": sacrifice,
    "double kill": double_kill,
    "order": order,
    "bait": bait,
    "squeeze": squeeze,
    "zugzwang": zugzwang,
    "repetition": repetition,
}
assert set(DETECTORS) == set(get_args(ThemeName)) == set(MEANINGS)
