"""What puzzles of Fighting Serpents are about: the themes, and what makes them hard."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from serpentes.games import fighting, longboard
from serpentes.games.base import Side
from serpentes.games.fighting import Move, Position
from serpentes.puzzles import difficulty
from serpentes.puzzles.moves import themes
from serpentes.puzzles.moves.themes import COLOURS, Evidence
from serpentes.solve.search import ForwardSearch

ThemeName = Literal["chain", "sacrifice", "block", "arc", "quiet", "zugzwang"]
MEANINGS: Mapping[ThemeName, str] = {
    "chain": "the key move jumps more than once",
    "sacrifice": "in the main line the answer takes more men than the key move does",
    "block": "in the main line the opponent has men and cannot move any more",
    "arc": "the key move jumps round an end of the board",
    "quiet": "the key move takes nothing, though there are moves that do",
    "zugzwang": "in the main line the opponent has to move and loses, and the other side would "
    "lose if it had to move instead",
}
FORMULA = difficulty.formula("+ 4 if men_given > men_taken + 4 if quiet_needed - 2 * men_taken")
OTHER: Mapping[Side, Side] = {"b": "w", "w": "b"}

ZUGZWANG_PLIES = 12
"""Plies within which the side that would rather not move has to lose, to be in zugzwang."""

ZUGZWANG_NODES = 20_000
"""Nodes of the search for each position of the line; ZUGZWANG_LINE plies of it are looked at."""

ZUGZWANG_LINE = 60
SEARCH_BYTES = 1 << 18

Solved: TypeAlias = themes.Solved[Position, Move]


@dataclass(frozen=True, slots=True)
class Factors:
    """The components of difficulty that only Fighting Serpents has.

    A capture is tried first, so it takes points off; to give men, or to leave a capture, puts them
    on.
    """

    men_taken: int
    men_given: int
    quiet_needed: bool

    @property
    def points(self) -> int:
        """Their part of the score."""
        given = self.men_given > self.men_taken
        return 4 * given + 4 * self.quiet_needed - 2 * self.men_taken


def factors(solved: Solved) -> Factors:
    """The components of a puzzle."""
    return Factors(
        men_taken=len(solved.key.taken),
        men_given=len(solved.line[1].taken) if len(solved.line) > 1 else 0,
        quiet_needed=quiet(solved) is not None,
    )


def start(position: Position, plies: int) -> Position:
    """The start of a game that comes to a position after so many plies; either side may begin."""
    side = OTHER[position.side] if plies % 2 else position.side
    return fighting.start(length=position.length, side=side, **position.rulings)


def symmetries(position: Position) -> tuple[int, ...]:
    """The symmetries of the board under the rulings, by their numbers for `transform`."""
    return tuple(index for index, _ in position.core.symmetries(position.rules))


# Themes


def chain(solved: Solved) -> Evidence | None:
    """The key move jumps more than once."""
    key = solved.key
    if len(key.route) < 2:
        return None
    says = f"{len(key.route)} jumps take {_listed(key.taken)}"
    return Evidence(says, (key,), (str(key.start), *key.route), (key.taken,))


def sacrifice(solved: Solved) -> Evidence | None:
    """The answer to the key move takes more men than that does."""
    if len(solved.line) < 2:
        return None
    key, answer = solved.line[:2]
    if len(answer.taken) <= len(key.taken):
        return None
    takes = f"takes {_listed(key.taken)}" if key.taken else "takes nothing"
    says = f"{key} {takes}, {answer} takes {_listed(answer.taken)}"
    return Evidence(says, (key, answer), (), (answer.taken,))


def block(solved: Solved) -> Evidence | None:
    """The opponent is to move at the end of the main line, has men and no move."""
    end = solved.path[-1]
    men = end.men[0]
    if not solved.wins or end.side == solved.position.side or not men or end.moves():
        return None
    says = f"{COLOURS[end.side]} has {men} {'man' if men == 1 else 'men'} and no move in '{end}'"
    stuck = tuple(point for point, colour in end.stones().items() if colour == end.side)
    return Evidence(says, solved.line, stuck)


def arc(solved: Solved) -> Evidence | None:
    """The key move jumps round an end of the board."""
    key = solved.key
    for here, there in pairwise((str(key.start), *key.route)):
        over = longboard.jumped(here, there)
        if over is not None and goes_round(here, there):
            says = f"{here} jumps over {over} to {there}, round the end"
            return Evidence(says, (key,), (here, over, there))
    return None


def goes_round(start: str, end: str) -> bool:
    """Whether a jump between these points goes round an end of the board.

    >>> goes_round("t1", "b1"), goes_round("t2", "m1"), goes_round("t1", "b2")
    (True, True, False)
    """
    rows = {start[0], end[0]}
    return len(rows) == 2 and ("m" in rows or start[1:] == end[1:])


def quiet(solved: Solved) -> Evidence | None:
    """The key move takes nothing, though a try does: the first of these."""
    key = solved.key
    if key.taken:
        return None
    for move in solved.tries:
        if move.taken:
            return Evidence(f"{move} takes {_listed(move.taken)} and is wrong", (key, move))
    return None


def zugzwang(solved: Solved) -> Evidence | None:
    """A position of the main line in which either side loses if it has to move.

    That the opponent does is what the puzzle proves; that the other side would is searched for.
    """
    if not solved.wins:
        return None
    search = ForwardSearch(solved.position, SEARCH_BYTES)
    for count, position in enumerate(solved.path[:ZUGZWANG_LINE]):
        if position.side == solved.position.side:
            continue
        if position.outcome is not None:
            return None
        turned = other_to_move(position)
        found = search.value(turned, plies=ZUGZWANG_PLIES, nodes=ZUGZWANG_NODES)
        if found is not None and found.outcome == "loss":
            fate = f"would lose in {found.plies} plies" if found.plies else "could not move"
            says = f"{COLOURS[turned.side]} {fate} if it had to move in '{position}'"
            return Evidence(says, solved.line[:count])
    return None


def other_to_move(position: Position) -> Position:
    """The same men with the other side to move.

    >>> from serpentes.games import fighting
    >>> str(other_to_move(fighting.parse("w1/1b1/2 w")))
    'w1/1b1/2 b'
    """
    return replace(position, side=OTHER[position.side], huffable=0)


def _listed(points: tuple[str, ...]) -> str:
    return " ".join(points)


DETECTORS: Mapping[ThemeName, Callable[[Solved], Evidence | None]] = {
    "chain": chain,
    "sacrifice": sacrifice,
    "block": block,
    "arc": arc,
    "quiet": quiet,
    "zugzwang": zugzwang,
}
assert set(DETECTORS) == set(get_args(ThemeName)) == set(MEANINGS)
