"""Puzzles in the terminal."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from serpentes.cli import draw
from serpentes.cli.options import heading
from serpentes.cli.output import console
from serpentes.games import registry
from serpentes.games.base import TwoPlayerPosition

if TYPE_CHECKING:
    from rich.text import Text

    from serpentes.puzzles.model import Puzzle, PuzzleSet, Try

CELL = re.compile("[a-z][0-9]+")
ASKED = {
    "win": "wins in {plies}",
    "count": "wins by the number of men",
    "draw": "holds the draw",
    "save": "does not lose",
}


def show_set(shown: "PuzzleSet", numbers: Iterable[int], solution: bool) -> None:
    """Draw the puzzles of these numbers (from 1), with their solutions if wanted.

    Raises ValueError for a puzzle that says what cannot be, before anything is printed.
    """
    parts: list[Text] = []
    for number in numbers:
        puzzle = shown.puzzles[number - 1]
        try:
            parts += _drawn(puzzle, f"{number} of {len(shown.puzzles)}", solution)
        except ValueError as error:
            raise ValueError(f"puzzle {number}: {error}") from error
    screen = console()
    screen.print(shown.title, style="bold")
    for part in parts:
        screen.print(part, soft_wrap=True)


def _drawn(puzzle: "Puzzle", place: str, solution: bool) -> "Iterator[Text]":
    from rich.text import Text

    position = registry.game(puzzle.game).parse(puzzle.position, **puzzle.rulings)
    if not isinstance(position, TwoPlayerPosition):
        raise ValueError(f"{puzzle.game} is no game of two players")
    rated = puzzle.difficulty
    asked = ASKED[puzzle.goal.kind].format(plies=_plies(puzzle.goal.plies))
    yield Text(f"\n{place}  {rated.tier} ({rated.score})  {puzzle.id}", style="dim")
    yield _board(position)
    yield draw.state(position, f"; exactly one move {asked}")
    yield Text(heading(position), style="dim")
    if solution:
        yield from _solution(puzzle, position)


def _solution(puzzle: "Puzzle", position: TwoPlayerPosition) -> "Iterator[Text]":
    from rich.text import Text

    move = puzzle.solution.move
    yield Text(f"solution  {move}", style="bold")
    yield _board(position.play(move), frozenset(CELL.findall(move)))
    yield Text(f"line      {_line(position, puzzle.solution.line)}")
    for theme in puzzle.themes:
        yield Text(f"{theme.name}: {theme.says}")
    width = max((len(one.move) for one in puzzle.tries), default=0)
    for one in puzzle.tries:
        line = _line(position.play(one.move), one.refutation)
        yield Text(f"  {one.move:{max(width, 9)}} {_value(one):18} {line}")


def _board(position: TwoPlayerPosition, marked: frozenset[str] = frozenset()) -> "Text":
    board = draw.board(position, marked=marked)
    board.rstrip()
    return board


def _value(one: "Try") -> str:
    if one.plies is not None:
        return f"{one.value} in {_plies(one.plies)}"
    return "loss by count" if one.value == "loss" else one.value


def _plies(count: int | None) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def _line(position: TwoPlayerPosition, moves: tuple[str, ...]) -> str:
    """The moves, with dots behind them where play goes on for ever."""
    for move in moves:
        position = position.play(move)
    return " ".join((*moves, *(("...",) if position.outcome is None else ())))
