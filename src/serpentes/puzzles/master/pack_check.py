"""The proofs of solo tasks of Serpent Master, checked again.

That there are so many solutions is counted; that they are solutions, and one up to order, is seen
by laying them; that no blocked cell could be free, by laying the solution that there would be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from serpentes.games.master.position import Position
from serpentes.puzzles.faults import Fault, differences, listed, themes_differ
from serpentes.puzzles.master import pack as master_pack
from serpentes.puzzles.master.count import Counter
from serpentes.puzzles.master.model import PackParameters, PackPuzzle
from serpentes.puzzles.master.ranges import MOST_IN_HAND
from serpentes.puzzles.master.tasks import in_order, is_one, laid


def misfits(puzzle: PackPuzzle, task: Position, asked: PackParameters) -> Iterator[Fault]:
    """Where a task does not fit what its set says of all tasks."""
    if task.mode != asked.mode:
        yield "position", f"has the mode {task.mode}; expected {asked.mode} as in the set"
    if (puzzle.minimal is not None) != asked.minimal:
        expected = "one solution for each blocked cell" if asked.minimal else "null"
        yield "minimal", f"does not fit the set; expected {expected}"
    if puzzle.spare < asked.spare or (puzzle.spare > asked.spare and not asked.minimal):
        least = "at least " if asked.minimal else ""
        yield "spare", f"is {puzzle.spare}; expected {least}{asked.spare} as in the set"


def faults(puzzle: PackPuzzle, task: Position, nodes: int) -> Iterator[Fault]:
    """Everything that is wrong with a task."""
    if not task.solo or task.start is None or task.played:
        yield "position", "is no task to begin with a start; expected hand= and start=, no moves="
        return
    if len(task.dealt[0]) > MOST_IN_HAND:
        yield "position", f"has {len(task.dealt[0])} cards; expected at most {MOST_IN_HAND}"
        return
    lines = (puzzle.solution.line, *puzzle.solution.orders)
    fields = ("line", *(f"orders.{place}" for place in range(len(lines))))
    wrong = [
        (f"solution.{field}", says)
        for field, line in zip(fields, lines, strict=False)
        for says in _illegal(task, line)
    ]
    if wrong:
        yield from wrong
        return
    yield from _unique(puzzle, task, lines)
    yield from _minimal(puzzle, task)
    yield from _counted(puzzle, task, lines, nodes)


def _illegal(task: Position, line: Sequence[str]) -> Iterator[str]:
    """Why a line does not solve a task."""
    try:
        cards = laid(task, line)
    except ValueError as error:
        yield str(error)
        return
    missing = set(task.dealt[0]) - {card.number for card in cards}
    if missing:
        yield f"leaves {listed([str(number) for number in sorted(missing)])} in the hand"


def _unique(
    puzzle: PackPuzzle, task: Position, lines: Sequence[tuple[str, ...]]
) -> Iterator[Fault]:
    if len(set(lines)) != len(lines):
        yield "solution.orders", "have a line twice; expected all others, each once"
    elif not is_one(task, lines):
        yield (
            "solution.orders",
            "place cards elsewhere; expected those of the line, in other orders",
        )
    elif list(lines) != in_order(lines):
        yield "solution.orders", "are not in order; expected the first line first"
    yield from differences("uniqueness", puzzle.uniqueness, master_pack.uniqueness(len(lines)))


def _minimal(puzzle: PackPuzzle, task: Position) -> Iterator[Fault]:
    if puzzle.minimal is None:
        return
    if tuple(puzzle.minimal) != task.blocked_cells():
        yield "minimal", f"has {listed(list(puzzle.minimal))}; expected each blocked cell, in order"
        return
    for cell, line in puzzle.minimal.items():
        freed = replace(task, blocked=task.blocked & ~(1 << task.cell_index(cell)))
        wrong = list(_illegal(freed, line))
        if not wrong and not any(cell in card.cells for card in laid(freed, line)):
            wrong = [f"does not lie on {cell}; expected a solution that needs it"]
        yield from ((f"minimal.{cell}", says) for says in wrong)


def _counted(
    puzzle: PackPuzzle, task: Position, lines: Sequence[tuple[str, ...]], nodes: int
) -> Iterator[Fault]:
    """What follows from the task and its solutions, and that there are no others."""
    counted = Counter(task).count(nodes)
    if counted.solutions != len(lines):
        yield "solution", f"has {len(lines)} orders; {counted.solutions} solutions are counted"
    cards = laid(task, lines[0])
    if puzzle.spare != master_pack.spare(task, cards):
        yield "spare", f"is {puzzle.spare}; expected {master_pack.spare(task, cards)}"
    studies = master_pack.study(task, cards)
    yield from differences("difficulty", puzzle.difficulty, master_pack.rate(studies, counted))
    themes = master_pack.tag(task, lines, cards, studies)
    yield from themes_differ(puzzle.themes, themes)
