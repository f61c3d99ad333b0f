"""The tagger: what happens in a solution, each theme with its evidence.

A detector is a function from what is known of a puzzle to the evidence, or None. Detectors need
nothing but the rules; they know neither the generator nor each other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from serpentes.games.serpent import Move, Position
from serpentes.puzzles.effects import Cells, Effect, effect, groups_of, stones

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
COLOURS = {"b": "black", "w": "white"}


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a theme is there: a sentence, and the moves, cells and groups that it is about."""

    says: str
    moves: tuple[Move, ...] = ()
    cells: Cells = ()
    groups: tuple[Cells, ...] = ()


@dataclass(frozen=True)
class Solved:
    """What detectors look at: a position, its key move (`line[0]`), the main line, the tries.

    `tries` are all other legal moves; `wins` says whether the goal is a win.
    """

    position: Position
    line: tuple[Move, ...]
    tries: tuple[Move, ...]
    wins: bool

    @property
    def key(self) -> Move:
        """The key move."""
        return self.line[0]

    @cached_property
    def effect(self) -> Effect:
        """What the key move does."""
        return effect(self.position, self.key)

    @cached_property
    def path(self) -> tuple[Position, ...]:
        """The positions of the main line, from the puzzle's on."""
        path = [self.position]
        for move in self.line:
            path.append(path[-1].play(move))
        return tuple(path)


def themes(solved: Solved) -> tuple[tuple[ThemeName, Evidence], ...]:
    """Every theme that is there, in a fixed order, with its evidence.

    >>> from serpentes.games import serpent
    >>> key, others = Move.parse("b2~w"), ("b1", "b2~b", "c2")
    >>> position = serpent.parse("bw/2b/w1 b bw")
    >>> solved = Solved(position, (key,), tuple(map(Move.parse, others)), wins=True)
    >>> [name for name, _ in themes(solved)]
    ['cut', 'merge', 'double kill', 'order']
    """
    found = ((name, detect(solved)) for name, detect in DETECTORS.items())
    return tuple((name, evidence) for name, evidence in found if evidence is not None)


def blocked(position: Position, cell: str | None) -> tuple[Cells, ...]:
    """The opponent's groups whose shortest survival path goes through a cell."""
    _, other = stones(position, position.side)
    groups = groups_of(position, other)
    return tuple(group for group in groups if cell in position.survival_path(group[0]))


def cut(solved: Solved) -> Evidence | None:
    """An opposing group is removed that had a survival path through the cell of the key move."""
    cell = solved.key.cell
    gone = set(solved.effect.killed) & set(blocked(solved.position, cell))
    if cell is None or not gone:
        return None
    group = min(gone)
    path = solved.position.survival_path(group[0])
    says = f"{cell} is on the survival path {' '.join(path)} of {' '.join(group)}"
    return Evidence(says, (solved.key,), path, (group,))


def merge(solved: Solved) -> Evidence | None:
    """The key move joins two or more own groups."""
    joined = solved.effect.joined
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
    lost = solved.effect.lost
    if not lost:
        return None
    return Evidence(f"{_listed(lost)} removed, of its own colour", (solved.key,), (), lost)


def double_kill(solved: Solved) -> Evidence | None:
    """The key move has two or more opposing groups removed."""
    killed = solved.effect.killed
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
    if solved.effect.killed:
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
