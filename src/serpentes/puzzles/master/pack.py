"""Solo tasks of Serpent Master as puzzles: what follows from their solutions."""

from collections.abc import Mapping, Sequence

from serpentes.games.master.position import Position
from serpentes.puzzles import difficulty
from serpentes.puzzles.master.count import Counted, Counter, Study
from serpentes.puzzles.master.model import (
    PackDifficulty,
    PackGoal,
    PackPuzzle,
    PackSolution,
    PackUniqueness,
    Theme,
)
from serpentes.puzzles.master.tasks import Laid, cards_of, laid, puzzle_id
from serpentes.puzzles.master.themes import ThemeName

CORRIDOR = 3
"""Placements in a row that make a corridor, if they are forced."""

Lines = Sequence[tuple[str, ...]]


def puzzle(
    task: Position,
    lines: Lines,
    counted: Counted,
    minimal: Mapping[str, tuple[str, ...]] | None,
) -> PackPuzzle:
    """The puzzle of a task with these solutions, counted again."""
    cards = laid(task, lines[0])
    studies = study(task, cards)
    return PackPuzzle(
        id=puzzle_id(task, "pack"),
        game="master",
        board=task.board,
        rulings={},
        position=str(task),
        deck=cards_of(task),
        goal=PackGoal(kind="pack"),
        solution=PackSolution(line=lines[0], orders=tuple(lines[1:])),
        uniqueness=uniqueness(len(lines)),
        spare=spare(task, cards),
        minimal=None if minimal is None else dict(minimal),
        difficulty=rate(studies, counted),
        themes=tag(task, lines, cards, studies),
    )


def uniqueness(solutions: int) -> PackUniqueness:
    """How it is known that there are so many solutions, and not another one."""
    return PackUniqueness(
        criterion="one solution" if solutions == 1 else "one solution up to order",
        solution_count=solutions,
        method="depth-first search",
    )


def spare(task: Position, cards: Sequence[Laid]) -> int:
    """The cells that are left over."""
    covered = {cell for card in cards for cell in card.cells}
    return len(set(task.cell_centres()) - set(task.blocked_cells()) - covered - {task.start})


def study(task: Position, cards: Sequence[Laid]) -> tuple[Study, ...]:
    """What there is to know of each position of a solution."""
    return tuple(Counter(task).study(cards))


def rate(studies: Sequence[Study], counted: Counted) -> PackDifficulty:
    """The difficulty of a task, by the formula of the model."""
    choices = sum(one.choices - 1 for one in studies)
    forced = sum(one.sound == 1 for one in studies)
    score = max(0, choices // 2 + 4 * counted.dead_ends.bit_length() - forced)
    return PackDifficulty(
        choices=choices,
        forced=forced,
        dead_ends=counted.dead_ends,
        score=score,
        tier=difficulty.tier(score),
    )


# Themes


def tag(
    task: Position, lines: Lines, cards: Sequence[Laid], studies: Sequence[Study]
) -> tuple[Theme, ...]:
    """The themes of a task."""
    found = (
        _home(task, lines[0], cards),
        _orders(lines),
        _patience(task, lines[0], cards),
        _corridor(lines[0], studies),
        _full(task, cards),
        _bare(task),
    )
    return tuple(theme for theme in found if theme is not None)


def _theme(name: ThemeName, says: str, moves: Sequence[str], cells: Sequence[str] = ()) -> Theme:
    return Theme(name=name, says=says, moves=tuple(moves), cells=tuple(cells))


def _home(task: Position, line: Sequence[str], cards: Sequence[Laid]) -> Theme | None:
    for move, card in zip(line, cards, strict=True):
        if task.start in card.cells:
            return _theme("home", f"{move} covers {task.start}", [move], [str(task.start)])
    return None


def _orders(lines: Lines) -> Theme | None:
    if len(lines) == 1:
        return None
    return _theme(
        "orders", f"there are {len(lines)} orders, such as {' '.join(lines[1])}", lines[1]
    )


def _patience(task: Position, line: Sequence[str], cards: Sequence[Laid]) -> Theme | None:
    last = cards[-1].number
    longest = max(len(path) for path in cards_of(task).values())
    if task.ordered or len(task.deck[last]) < longest or not task.placements(1, last):
        return None
    return _theme("patience", f"{line[-1]} comes last", [line[-1]])


def _full(task: Position, cards: Sequence[Laid]) -> Theme | None:
    return None if spare(task, cards) else _theme("full", "no cell is left over", [])


def _bare(task: Position) -> Theme | None:
    return None if task.blocked else _theme("bare", "no cell is blocked", [])


def _corridor(line: Sequence[str], studies: Sequence[Study]) -> Theme | None:
    begin = 0
    for place, one in enumerate((*studies, None)):
        if one is not None and one.sound == 1:
            continue
        if place - begin >= CORRIDOR:
            moves = line[begin:place]
            return _theme("corridor", f"{' '.join(moves)} are forced", moves)
        begin = place + 1
    return None
