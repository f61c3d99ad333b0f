"""Tries and hints of puzzles of Serpent Master."""

from fractions import Fraction

from serpentes.games.master.position import Position
from serpentes.puzzles.attempts import Attempt, check_some, of_themes
from serpentes.puzzles.master.model import AnyPuzzle, DominantPuzzle, PackPuzzle


def attempt(puzzle: AnyPuzzle, position: Position, moves: tuple[str, ...]) -> Attempt:
    """What the proof says of placements, or of a card; ValueError for what cannot be laid, or is
    not in the hand."""
    if isinstance(puzzle, PackPuzzle):
        check_some(moves)
        return _pack(puzzle, position, moves)
    check_some(moves, 1)
    return _dominant(puzzle, moves[0])


def hints(puzzle: AnyPuzzle, position: Position) -> tuple[str, ...]:
    """Hints, each more telling than the one before; the last is the move."""
    if isinstance(puzzle, PackPuzzle):
        last, first = puzzle.solution.line[-1], puzzle.solution.line[0]
        return of_themes(puzzle), f"the last placement is {last}", f"the first placement is {first}"
    others = [card for card in _hand(puzzle) if card != puzzle.solution.card]
    wrong = f"{others[0]} is not the card" if others else "there is one card"
    return of_themes(puzzle), wrong, f"{puzzle.solution.card}"


def _pack(puzzle: PackPuzzle, position: Position, moves: tuple[str, ...]) -> Attempt:
    line: list[str] = []
    solutions = [puzzle.solution.line, *puzzle.solution.orders]
    for text in moves:
        position = position.play(text)
        line.append(text)
        if all(solution[: len(line)] != tuple(line) for solution in solutions):
            says = f"no solution has {text} there"
            return Attempt(False, False, tuple(line), says)
    left = len(puzzle.solution.line) - len(line)
    if left:
        says = f"{left} {'card is' if left == 1 else 'cards are'} left"
        return Attempt(True, False, tuple(line), says)
    return Attempt(True, True, tuple(line), "all cards are placed")


def _hand(puzzle: DominantPuzzle) -> tuple[int, ...]:
    matrix = puzzle.solution.matrix
    return matrix.rows if puzzle.goal.player == 1 else matrix.columns


def _dominant(puzzle: DominantPuzzle, text: str) -> Attempt:
    hand = _hand(puzzle)
    if text not in map(str, hand):
        cards = ", ".join(map(str, hand))
        raise ValueError(f"{text[:40]!r} is no card of player {puzzle.goal.player}; "
                         f"expected one of: {cards}")  # fmt: skip
    card, right = int(text), puzzle.solution.card
    if card == right:
        says = f"{card} is better than every other card, whatever the opponent plays"
        return Attempt(True, True, (text,), says)
    matrix, player = puzzle.solution.matrix, puzzle.goal.player
    replies = matrix.columns if player == 1 else matrix.rows
    worse = {reply: _worth(puzzle, right, reply) - _worth(puzzle, card, reply) for reply in replies}
    reply = max(worse, key=lambda one: (worse[one], one))
    says = (
        f"{card} is worth {_worth(puzzle, card, reply)} against {reply}, "
        f"and {right} {_worth(puzzle, right, reply)}"
    )
    return Attempt(False, False, (text, str(reply)), says)


def _worth(puzzle: DominantPuzzle, card: int, reply: int) -> Fraction:
    """The margin for the player who is asked."""
    matrix = puzzle.solution.matrix
    first = puzzle.goal.player == 1
    row, column = (card, reply) if first else (reply, card)
    value = Fraction(matrix.values[matrix.rows.index(row)][matrix.columns.index(column)])
    return value if first else -value
