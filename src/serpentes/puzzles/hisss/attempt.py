"""Tries and hints of puzzles of Hisss."""

from serpentes.games.hisss.position import Position
from serpentes.puzzles.attempts import Attempt, check_some, of_themes
from serpentes.puzzles.hisss.model import HisssPuzzle, Valued


def attempt(puzzle: HisssPuzzle, position: Position, moves: tuple[str, ...]) -> Attempt:
    """What the proof says of a laying; ValueError for one that is not legal."""
    check_some(moves, 1)
    after = str(position.play(moves[0]))
    solution = puzzle.solution
    alike = [one for one in solution.layings if str(position.play(one.move)) == after]
    if not alike:
        raise ValueError(f"the puzzle has {moves[0]} under another name: it lays the same as one "
                         "of those that it lists")  # fmt: skip
    one = alike[0]
    if one.move == solution.move:
        return Attempt(True, True, (one.move,), f"wins with probability {one.chance}")
    return Attempt(False, False, _line(one), f"wins with probability {one.chance} only; "
                   f"the best laying with {solution.layings[0].chance}")  # fmt: skip


def hints(puzzle: HisssPuzzle, position: Position) -> tuple[str, ...]:
    """Hints, each more telling than the one before; the last is the laying."""
    greed = "is right" if puzzle.greedy.right else "is not right"
    return (
        of_themes(puzzle),
        f"to lay what greed would, {' or '.join(puzzle.greedy.moves)}, {greed}",
        puzzle.solution.move,
    )


def _line(one: Valued) -> tuple[str, ...]:
    return (one.move,) if one.reply is None else (one.move, one.reply)
