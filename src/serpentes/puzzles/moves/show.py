"""What is shown of puzzles from a table."""

import re
from collections.abc import Iterator

from serpentes.games import registry
from serpentes.games.base import TwoPlayerPosition
from serpentes.puzzles.moves.games import moves_game
from serpentes.puzzles.moves.model import MovePuzzle, Try
from serpentes.puzzles.parts import Drawing, Line, Part, Turn

CELL = re.compile("[a-z][0-9]+")
ASKED = {
    "win": "wins in {plies}",
    "count": "wins by the number of men",
    "draw": "holds the draw",
    "save": "does not lose",
}


def read(puzzle: MovePuzzle) -> TwoPlayerPosition:
    """The position of a puzzle; ValueError if it is none."""
    moves_game(puzzle.game)
    position = registry.game(puzzle.game).parse(puzzle.position, **puzzle.rulings)
    assert isinstance(position, TwoPlayerPosition)
    return position


def asked(puzzle: MovePuzzle, position: TwoPlayerPosition) -> Iterator[Part]:
    """What the side to move is asked for."""
    goal = ASKED[puzzle.goal.kind].format(plies=counted(puzzle.goal.plies))
    yield Turn(position, f"; exactly one move {goal}")
    if puzzle.played:
        plies, last = counted(len(puzzle.played)), puzzle.played[-1]
        yield Line(f"after {plies} of a game, the last one {last}")


def solved(puzzle: MovePuzzle, position: TwoPlayerPosition) -> Iterator[Part]:
    """The solution with its main line, the themes and the tries; ValueError for a move that cannot
    be played."""
    move = puzzle.solution.move
    yield Line(f"solution  {move}", "bold")
    yield Drawing(position.play(move), frozenset(CELL.findall(move)))
    yield Line(f"line      {_line(position, puzzle.solution.line)}")
    for theme in puzzle.themes:
        yield Line(f"{theme.name}: {theme.says}")
    width = max((len(one.move) for one in puzzle.tries), default=0)
    for one in puzzle.tries:
        line = _line(position.play(one.move), one.refutation)
        yield Line(f"  {one.move:{max(width, 9)}} {_value(one, puzzle):18} {line}")


def _value(one: Try, puzzle: MovePuzzle) -> str:
    if one.plies is not None:
        return f"{one.value} in {counted(one.plies)}"
    counts = one.value == "loss" and one.opposing is not None
    by_count = counts and puzzle.rulings.get("adjudication") == "majority"
    return "loss by count" if by_count else one.value


def counted(count: int | None) -> str:
    """A number of plies in words."""
    return "1 ply" if count == 1 else f"{count} plies"


def _line(position: TwoPlayerPosition, moves: tuple[str, ...]) -> str:
    """The moves, with dots behind them where play goes on for ever."""
    for move in moves:
        position = position.play(move)
    return " ".join((*moves, *(("...",) if position.outcome is None else ())))
