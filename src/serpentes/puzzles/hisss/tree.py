"""How the right laying of an open deck wins: a tree, built with the compiled solver, and followed
by the rules alone."""

from collections.abc import Iterator

from serpentes.games.hisss.move import Laying
from serpentes.games.hisss.position import Position
from serpentes.puzzles.faults import Fault
from serpentes.puzzles.hisss.model import MOST_ANSWERS, Node
from serpentes.puzzles.hisss.tasks import layings_of
from serpentes.solve.chances import solve


def build(position: Position, move: Laying) -> Node:
    """The tree of a laying that wins, with the open deck of a position that is not over after it.

    Of several layings that win later the one is taken whose tree has fewest answers, of these the
    first in ASCII order.
    """
    after = position.play(move)
    answers = {str(answer): _after(child) for answer, child in _answered(after)}
    return Node(move=str(move), answers=answers)


def _answered(position: Position) -> Iterator[tuple[Laying, Position]]:
    """The layings of the next card of an open deck, with what follows."""
    if position.order is not None:
        drawn = position.draw(position.order[0])
        yield from ((laying, drawn.play(laying)) for laying in layings_of(drawn))


def _after(position: Position) -> Node | None:
    if position.order is None:
        return None
    drawn = position.draw(position.order[0])
    trees = (build(drawn, laying) for laying in solve(drawn, threads=1).best)
    return min(trees, key=answers)


def answers(tree: Node | None) -> int:
    """The layings of the opponent in a tree."""
    if tree is None:
        return 0
    return len(tree.answers) + sum(map(answers, tree.answers.values()))


def main_line(tree: Node | None) -> tuple[str, ...]:
    """The layings along a tree, with the answer to each after which most may still be laid."""
    if tree is None:
        return ()
    if not tree.answers:
        return (tree.move,)
    answer = max(tree.answers, key=lambda one: answers(tree.answers[one]))
    return (tree.move, answer, *main_line(tree.answers[answer]))


def faults(tree: Node, position: Position) -> Iterator[Fault]:
    """Where a tree does not show that the player to move in a position wins.

    The position has a card in hand and an open deck.
    """
    if answers(tree) > MOST_ANSWERS:
        yield "solution.tree", f"has {answers(tree)} answers; expected at most {MOST_ANSWERS}"
        return
    yield from _faults(tree, position, position.player, "solution.tree")


def _faults(tree: Node, position: Position, winner: int, where: str) -> Iterator[Fault]:
    if tree.move not in map(str, layings_of(position)):
        yield f"{where}.move", f"is {tree.move}; expected a laying of '{position}'"
        return
    after = position.play(tree.move)
    expected = dict(_answered(after))
    if list(tree.answers) != list(map(str, expected)):
        found, wanted = ", ".join(tree.answers), ", ".join(map(str, expected))
        yield f"{where}.answers", f"are {found or 'none'}; expected {wanted or 'none'}"
        return
    if not expected:
        yield from _not_won(after, winner, where)
    for answer, child in expected.items():
        place, below = f"{where}.answers.{answer}", tree.answers[str(answer)]
        if child.order is None:
            if below is not None:
                yield place, "goes on after the last card; expected null"
            yield from _not_won(child, winner, place)
        elif below is None:
            yield place, f"ends before the last card; expected what follows '{child}'"
        else:
            yield from _faults(below, child.draw(child.order[0]), winner, place)


def _not_won(position: Position, winner: int, where: str) -> Iterator[Fault]:
    if position.winners != (winner,):
        yield where, f"ends in '{position}', which player {winner} does not win"
