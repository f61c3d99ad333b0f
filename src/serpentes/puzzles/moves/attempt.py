"""Tries and hints of puzzles in which one move is right.

The moves tried are those of the side to move in the puzzle; the other side answers as the proof has
it, in a tree so that the game lasts longest.
"""

from serpentes.games.base import SearchablePosition
from serpentes.puzzles.attempts import Attempt, check_some, of_themes
from serpentes.puzzles.moves.model import MovePuzzle, Node, Try
from serpentes.puzzles.moves.show import CELL, counted
from serpentes.puzzles.moves.themes import legal_move


def attempt(puzzle: MovePuzzle, position: SearchablePosition, moves: tuple[str, ...]) -> Attempt:
    """What the proof says of moves; ValueError for one that is not legal, and for more moves than
    the proof goes on."""
    check_some(moves)
    first = str(legal_move(position, moves[0]))
    if first != puzzle.solution.move:
        wrong = {one.move: one for one in puzzle.tries}.get(first)
        if wrong is None:
            raise ValueError(f"the puzzle says nothing of {first}")
        _no_more(moves, 1, first)
        return Attempt(False, False, (first, *wrong.refutation), f"{first} {_fate(wrong)}")
    if puzzle.solution.tree is not None:
        return _in_tree(puzzle.solution.tree, position, moves)
    return _in_line(puzzle, position, moves)


def hints(puzzle: MovePuzzle, position: SearchablePosition) -> tuple[str, ...]:
    """Hints, each more telling than the one before; the last is the move."""
    move = puzzle.solution.move
    lost = sum(one.value == "loss" for one in puzzle.tries)
    return (
        of_themes(puzzle),
        f"of the other moves {lost} lose and {len(puzzle.tries) - lost} draw",
        f"the move is about {CELL.findall(move)[-1]}" if CELL.search(move) else "no cell is moved",
        f"{move}",
    )


def _fate(one: Try) -> str:
    if one.value == "draw":
        return "only draws"
    if one.plies is None:
        return "loses"
    return f"loses in {counted(one.plies)}"


def _no_more(moves: tuple[str, ...], count: int, last: str) -> None:
    if len(moves) > count:
        raise ValueError(f"{moves[count]} comes after the end: nothing goes on after {last}")


def _in_tree(root: Node, position: SearchablePosition, moves: tuple[str, ...]) -> Attempt:
    line: list[str] = []
    node = root
    for count, text in enumerate(moves, 1):
        move = str(legal_move(position, text))
        line.append(move)
        left = _plies(node)
        if move not in (node.move, *node.also):
            _no_more(moves, count, move)
            says = f"{move} does not win as fast; {node.move} wins in {counted(left)}"
            return Attempt(False, False, tuple(line), says)
        if move != node.move:
            _no_more(moves, count, f"{move}, of which the tree has only that it wins as fast")
            return Attempt(True, False, tuple(line), f"{move} wins as fast as {node.move}")
        position = position.play(move)
        if not node.defences:
            _no_more(moves, count, move)
            return Attempt(True, True, tuple(line), f"{move} ends the game: solved")
        answer, below = max(node.defences.items(), key=lambda pair: _plies(pair[1]))
        line.append(answer)
        position = position.play(answer)
        if below is None:
            _no_more(moves, count, answer)
            return Attempt(True, True, tuple(line), f"{answer} is forced and ends the game: solved")
        node = below
    says = f"{line[-1]} answers; it wins in {counted(_plies(node))} more"
    return Attempt(True, False, tuple(line), says)


def _plies(node: Node | None) -> int:
    """The plies of the longest line of a tree."""
    if node is None:
        return 0
    return 1 + max((1 + _plies(below) for below in node.defences.values()), default=0)


def _in_line(puzzle: MovePuzzle, position: SearchablePosition, moves: tuple[str, ...]) -> Attempt:
    """Along the main line, as a fortress knows one move in each position."""
    line = puzzle.solution.line
    for count, text in enumerate(moves):
        move = str(legal_move(position, text))
        so_far = line[: 2 * count]
        if move != line[2 * count]:
            says = f"the fortress plays {line[2 * count]}; nothing is said of {move}"
            return Attempt(False, False, (*so_far, move), says)
        if 2 * count + 2 >= len(line):
            _no_more(moves, count + 1, line[-1])
            return Attempt(True, True, line, f"the main line ends with {line[-1]}")
        position = position.play(move).play(line[2 * count + 1])
    so_far = line[: 2 * len(moves)]
    return Attempt(True, False, so_far, f"{so_far[-1]} answers")
