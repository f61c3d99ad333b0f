"""What is shown of puzzles of Serpent Master."""

from collections.abc import Iterator

from serpentes.games.master.position import Position
from serpentes.games.master.serpents import legend, letters
from serpentes.games.text import numbered
from serpentes.puzzles.master.model import AnyPuzzle, DominantPuzzle, Matrix, PackPuzzle
from serpentes.puzzles.parts import Drawing, Line, Part


def asked(puzzle: AnyPuzzle, position: Position) -> Iterator[Part]:
    """What is asked, and the cards there are."""
    if isinstance(puzzle, PackPuzzle):
        how = ", from the highest to the lowest" if position.ordered else ""
        up_to = "" if puzzle.uniqueness.solution_count == 1 else ", up to their order"
        yield Line(f"place all {len(puzzle.deck)} cards{how}; there is exactly one way{up_to}")
    else:
        yield Line(
            f"player {puzzle.goal.player} to choose; exactly one card is best, "
            "whatever the opponent plays"
        )
    for player, hand in enumerate(position.hands, 1):
        cards = "  ".join(f"{number} {position.deck[number]}" for number in hand)
        whose = "cards" if position.solo else f"player {player}"
        yield Line(f"{whose}  {cards}")


def solved(puzzle: AnyPuzzle, position: Position) -> Iterator[Part]:
    """The solution and the themes; ValueError for a line that cannot be played."""
    if isinstance(puzzle, PackPuzzle):
        yield from _packed(puzzle, position)
    else:
        yield from _chosen(puzzle)
    for theme in puzzle.themes:
        yield Line(f"{theme.name}: {theme.says}")


def _packed(puzzle: PackPuzzle, position: Position) -> Iterator[Part]:
    line = puzzle.solution.line
    for text in line:
        position = position.play(text)
    yield Line(f"solution  {' '.join(line)}", "bold")
    yield Drawing(position, letters=letters(position))
    yield Line(legend(position))
    for other in puzzle.solution.orders:
        yield Line(f"or        {' '.join(other)}")
    rated = puzzle.difficulty
    yield Line(
        f"{rated.choices} other choices along it, {rated.forced} placements forced, "
        f"{numbered(rated.dead_ends, 'dead end')} of a search; "
        f"{numbered(puzzle.spare, 'cell')} left over"
    )


def _chosen(puzzle: DominantPuzzle) -> Iterator[Part]:
    solution = puzzle.solution
    whose = f"player {puzzle.goal.player}"
    yield Line(f"solution  {solution.card}, worth {solution.value} to {whose}", "bold")
    yield Line("margins of player 1, by its card to the left and that of player 2 above:")
    yield from (Line(text) for text in _table(solution.matrix))
    replies = " or ".join(map(str, solution.replies))
    yield Line(f"better by {puzzle.uniqueness.lead} at least; the best reply is {replies}")


def _table(matrix: Matrix) -> Iterator[str]:
    """The matrix as lines: cards of player 1 to the left, of player 2 above."""
    rows = [
        ["", *map(str, matrix.columns)],
        *([str(card), *values] for card, values in zip(matrix.rows, matrix.values, strict=False)),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=False)]
    for row in rows:
        yield "  " + "  ".join(f"{text:>{width}}" for text, width in zip(row, widths, strict=False))
