"""The proofs of rounds of Serpent Master, checked again: every value of the matrix is worked out by
plain backward induction, and what follows from the values compared."""

from collections.abc import Iterator

from serpentes.games.master.position import Position
from serpentes.puzzles.faults import Fault, differences, themes_differ
from serpentes.puzzles.master import dominant as master_dominant
from serpentes.puzzles.master.dominant import Round
from serpentes.puzzles.master.matrix import Rounds
from serpentes.puzzles.master.model import (
    DominantParameters,
    DominantPuzzle,
    DominantSolution,
    Matrix,
)
from serpentes.puzzles.master.ranges import FEWEST_LEFT, MOST_ROUNDS


def misfits(position: Position, asked: DominantParameters) -> Iterator[Fault]:
    """Where a round does not fit what its set says of all rounds."""
    for what, found, expected in (
        ("rounds played", len(position.played), asked.rounds),
        ("blocked cells", len(position.blocked_cells()), asked.blocked),
    ):
        if found != expected:
            yield "position", f"has {found} {what}; expected {expected} as in the set"


def faults(puzzle: DominantPuzzle, position: Position, nodes: int) -> Iterator[Fault]:
    """Everything that is wrong with a round."""
    if position.players != 2 or not FEWEST_LEFT <= len(position.hands[0]) <= MOST_ROUNDS:
        left = f"{FEWEST_LEFT} to {MOST_ROUNDS} cards each"
        yield "position", f"is no round of two players with {left}"
        return
    values = Rounds(position, nodes).matrix()
    expected = master_dominant.puzzle(Round(position, puzzle.goal.player, values))
    yield from _matrix(puzzle.solution.matrix, master_dominant.matrix(position, values))
    if expected is None:
        yield "goal", f"is wrong: no card of player {puzzle.goal.player} is better than all others"
        return
    yield from _solution(puzzle.solution, expected.solution)
    yield from differences("uniqueness", puzzle.uniqueness, expected.uniqueness)
    yield from differences("difficulty", puzzle.difficulty, expected.difficulty)
    yield from themes_differ(puzzle.themes, expected.themes)


def _matrix(found: Matrix, expected: Matrix) -> Iterator[Fault]:
    where = "solution.matrix"
    for field in ("rows", "columns"):
        is_, hand = getattr(found, field), getattr(expected, field)
        if is_ != hand:
            yield f"{where}.{field}", f"are {is_}; expected {hand}, the hand"
    if list(map(len, found.values)) != list(map(len, expected.values)):
        yield f"{where}.values", "are not one for each pair of cards"
        return
    for row, (line, right) in enumerate(zip(found.values, expected.values, strict=True)):
        for column, (entry, value) in enumerate(zip(line, right, strict=True)):
            if entry != value:
                yield f"{where}.values.{row}.{column}", f"is {entry}; expected {value}"


def _solution(found: DominantSolution, expected: DominantSolution) -> Iterator[Fault]:
    for field in ("card", "replies", "value"):
        is_, should_be = getattr(found, field), getattr(expected, field)
        if is_ != should_be:
            yield f"solution.{field}", f"is {is_}; expected {should_be}"
