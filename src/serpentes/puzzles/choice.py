"""Which of many puzzles make a set: varied in kind, tier, themes and whatever else a form has."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from serpentes.puzzles.model import Puzzle

P = TypeVar("P", bound=Puzzle)


def varied(
    pool: Sequence[P],
    count: int,
    traits: Callable[[P], Iterable[str]],
    accepted: Callable[[P], bool],
) -> list[P]:
    """So many of the puzzles that are accepted, or all if they are fewer; easy ones first.

    One by one the puzzle is taken that has most of what the set has least of.
    """
    left, chosen = list(pool), list[P]()
    had: Counter[str] = Counter()
    while left and len(chosen) < count:
        best = max(left, key=lambda puzzle: sum(1 / (1 + had[trait]) for trait in traits(puzzle)))
        left.remove(best)
        if accepted(best):
            chosen.append(best)
            had.update(traits(best))
    return sorted(chosen, key=lambda puzzle: (puzzle.difficulty.score, puzzle.id))


def traits(puzzle: Puzzle, *own: str) -> Iterator[str]:
    """What puzzles of all forms differ in, and what those of one form do besides."""
    yield f"kind {puzzle.goal.kind}"
    yield f"tier {puzzle.difficulty.tier}"
    yield from own
    yield from (f"theme {theme.name}" for theme in puzzle.themes)
