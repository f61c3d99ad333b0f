"""What is shown of puzzles of Hisss."""

from collections.abc import Iterator
from fractions import Fraction

from serpentes.games.hisss.position import Position
from serpentes.puzzles.hisss.model import HisssPuzzle, Valued
from serpentes.puzzles.hisss.tree import answers, main_line
from serpentes.puzzles.parts import Drawing, Line, Part

ASKED = {
    "best": "exactly one laying gives the best chance of winning",
    "win": "exactly one laying wins, as the order of the deck is known",
}


def asked(puzzle: HisssPuzzle, position: Position) -> Iterator[Part]:
    """What the player to move is asked for, and what both have."""
    yield Line(f"player {position.player} to lay {position.card}; {ASKED[puzzle.goal.kind]}")
    for player, standing in enumerate(position.standings, 1):
        yield Line(f"player {player}  {standing}")


def solved(puzzle: HisssPuzzle, position: Position) -> Iterator[Part]:
    """The solution, all layings with their chances, and the themes; ValueError for a laying that
    cannot be played."""
    solution = puzzle.solution
    yield Line(f"solution  {solution.move}", "bold")
    yield Drawing(position.play(solution.move))
    if solution.tree is not None:
        line = main_line(solution.tree)
        yield Line(f"line      {' '.join(line)}")
        yield Line(f"a win against each of {answers(solution.tree)} answers in its tree")
    width = max(len(one.move) for one in solution.layings)
    for one in solution.layings:
        yield Line(f"  {one.move:{width}}  {_value(one)}")
    greedy = " or ".join(puzzle.greedy.moves)
    yield Line(f"greed lays {greedy}{', which is right' if puzzle.greedy.right else ''}")
    for theme in puzzle.themes:
        yield Line(f"{theme.name}: {theme.says}")


def _value(one: Valued) -> str:
    chance = Fraction(one.chance)
    shown = one.chance if chance.denominator == 1 else f"{chance} ({float(chance):.4f})"
    return shown if one.reply is None else f"{shown}  {one.reply}"
