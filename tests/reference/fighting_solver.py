"""A naive solver for Fighting Serpents, every ruling: first what can be forced, then endless play.

A position is solved as the side to move sees it, with Black to move: `seen_by_mover`.

>>> solve_all(2)[fighting.start(2)]
Value(outcome='loss', plies=None)
>>> solve_all(2)[seen_by_mover(fighting.parse("w1/1b1/2 w"))]
Value(outcome='win', plies=1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from . import fighting
from .fighting import Position
from .solver import Value, decide, ended

OUTCOMES = {-1: "loss", 0: "draw", 1: "win"}
WORTH = {outcome: worth for worth, outcome in OUTCOMES.items()}

Values = dict[Position, Value]
Successors = dict[Position, tuple[Position, ...]]
Men = tuple[int, int]


def placements(length: int, **rulings: str) -> Iterator[Position]:
    """Yield every way to place at least one man of each side, Black to move and nobody to huff."""
    empty = fighting.start(length, **rulings)
    points = empty.board.points
    for marks in product(".bw", repeat=len(points)):
        men = {
            colour: frozenset(p for p, mark in zip(points, marks, strict=True) if mark == colour)
            for colour in fighting.COLOURS
        }
        if all(men.values()):
            yield Position(length, men["b"], men["w"], rulings=empty.rulings)


def seen_by_mover(position: Position) -> Position:
    """Return the position with Black to move: itself, or with the colours exchanged."""
    return position if position.side == "b" else fighting.exchanged(position)


def canonical(position: Position) -> Position:
    """Return the least of the symmetric images of a position as its mover sees it.

    Least: by the men of the other side, then by those of the side to move, then by those to huff,
    read as binary numbers with the first point of the board as the lowest digit.
    """
    seen = seen_by_mover(position)
    index = seen.board.index

    def numbers(image: Position) -> list[int]:
        sets = (image.white, image.black, image.huffable)
        return [sum(2 ** index[point] for point in points) for points in sets]

    images = (fighting.transform(seen, image) for image in fighting.symmetries(seen).values())
    return min(images, key=numbers)


def reachable(starts: Iterable[Position]) -> Successors:
    """Return the successors, as their movers see them, of `starts` and all that play leads to."""
    successors: Successors = {}
    known: dict[Position, Position] = {}  # of equal positions one, to compare fast
    waiting = [seen_by_mover(position) for position in starts]
    while waiting:
        position = waiting.pop()
        if position not in successors:
            seen = map(seen_by_mover, fighting.legal_moves(position).values())
            successors[position] = tuple({known.setdefault(after, after): None for after in seen})
            waiting.extend(successors[position])
    return successors


@lru_cache(maxsize=4)
def solve_all(length: int, **rulings: str) -> Values:
    """Return the value of every placement of a length, and of all that play leads to from them."""
    return solve(placements(length, **rulings))


def solve(starts: Iterable[Position]) -> Values:
    """Return the value of `starts` and of all that play leads to, as their movers see them.

    Games that are over are included. Plies are given where a side can force the end of the game;
    what is won or lost only by the count of men when play never ends has None, and so have draws.
    """
    successors = reachable(starts)
    values = {
        position: ended(position)
        for position, following in successors.items()
        if position.finished or not following
    }
    decide(successors, values)
    decide_endless(successors, values)
    return values


# --- Play that never ends ------------------------------------------------------------------------


def never_ends(men: Men, adjudication: str) -> int:
    """Return what endless play is worth to a side with men[0] men against men[1]."""
    if adjudication == "draw":
        return 0
    return (men[0] > men[1]) - (men[0] < men[1])


def decide_endless(successors: Successors, values: Values) -> None:
    """Add the values of the positions that no side can force to the end; `values` holds the others.

    From few men to many, since a capture leads to fewer. While nobody captures the numbers of men
    stay the same, and so does the worth of endless play. That is the value unless a side
    can force play out of there to something better.
    """
    undecided: dict[Men, list[Position]] = {}
    for position in successors.keys() - values.keys():
        undecided.setdefault(position.men, []).append(position)
    for men in sorted({(max(men), min(men)) for men in undecided}, key=sum):
        worths = staying_worths(men, undecided, successors, values)
        values.update({p: Value(OUTCOMES[worth], None) for p, worth in worths.items()})


def staying_worths(
    men: Men, undecided: dict[Men, list[Position]], successors: Successors, values: Values
) -> dict[Position, int]:
    """Return what the undecided positions with these numbers of men, either way, are worth."""
    worths: dict[Position, int] = {}
    for mover_men in {men, men[::-1]}:
        for position in undecided.get(mover_men, []):
            worths[position] = never_ends(mover_men, position.rulings.adjudication)
    # A hunter looks for more than endless play is worth to it; the better goal is the last word.
    for hunter_men in {men, men[::-1]}:
        to_move = undecided.get(hunter_men, [])
        waiting = undecided.get(hunter_men[::-1], [])
        for goal in (0, 1):
            rulings = (to_move or waiting)[0].rulings
            if goal > never_ends(hunter_men, rulings.adjudication):
                mine, theirs = forced(goal, to_move, waiting, successors, values)
                worths.update(dict.fromkeys(mine, goal))
                worths.update(dict.fromkeys(theirs, -goal))
    return worths


def forced(
    goal: int,
    to_move: list[Position],
    waiting: list[Position],
    successors: Successors,
    values: Values,
) -> tuple[set[Position], set[Position]]:
    """Return where a side, the hunter, can force play to a known value of at least `goal` for it.

    The first set holds positions of `to_move`, where the hunter moves, the second positions of
    `waiting`, where the other side does. Both grow, pass by pass, from nothing until a pass adds
    none: so each position in them is a move nearer to that value than the one it was found by.
    """
    mine: set[Position] = set()
    theirs: set[Position] = set()

    def good_for_hunter(after: Position, hunter_moves: bool) -> bool:
        if after in values:
            worth = WORTH[values[after].outcome]
            return (worth if hunter_moves else -worth) >= goal
        return after in (mine if hunter_moves else theirs)

    grown = True
    while grown:
        more_mine = {
            position
            for position in to_move
            if position not in mine
            and any(good_for_hunter(after, False) for after in successors[position])
        }
        more_theirs = {
            position
            for position in waiting
            if position not in theirs
            and all(good_for_hunter(after, True) for after in successors[position])
        }
        mine |= more_mine
        theirs |= more_theirs
        grown = bool(more_mine or more_theirs)
    return mine, theirs
