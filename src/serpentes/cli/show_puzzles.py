"""Puzzles in the terminal."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from serpentes.cli import draw
from serpentes.cli.options import heading
from serpentes.cli.output import console
from serpentes.puzzles.games import PuzzleGame, game_of
from serpentes.puzzles.parts import Drawing, Part, Turn

if TYPE_CHECKING:
    from rich.text import Text

    from serpentes.puzzles.model import Puzzle, PuzzleSet


def show_set(shown: "PuzzleSet", numbers: Iterable[int], solution: bool) -> None:
    """Draw the puzzles of these numbers (from 1), with their solutions if wanted.

    Raises ValueError for a puzzle that says what cannot be, before anything is printed.
    """
    game = game_of(shown)
    parts: list[Text] = []
    for number in numbers:
        puzzle = shown.puzzles[number - 1]
        try:
            parts += _drawn(game, puzzle, f"{number} of {len(shown.puzzles)}", solution)
        except ValueError as error:
            raise ValueError(f"puzzle {number}: {error}") from error
    screen = console()
    screen.print(shown.title, style="bold")
    for part in parts:
        screen.print(part, soft_wrap=True)


def _drawn(game: PuzzleGame, puzzle: "Puzzle", place: str, solution: bool) -> "Iterator[Text]":
    from rich.text import Text

    position = game.read(puzzle)
    rated = puzzle.difficulty
    yield Text(f"\n{place}  {rated.tier} ({rated.score})  {puzzle.id}", style="dim")
    yield _part(Drawing(position))
    yield from map(_part, game.asked(puzzle, position))
    yield Text(heading(position), style="dim")
    if solution:
        yield from map(_part, game.solved(puzzle, position))


def _part(part: Part) -> "Text":
    from rich.text import Text

    if isinstance(part, Drawing):
        board = draw.board(part.position, marked=part.marked, letters=part.letters)
        board.rstrip()
        return board
    if isinstance(part, Turn):
        return draw.state(part.position, part.says)
    return Text(part.text, style=part.style)
