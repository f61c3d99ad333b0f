"""What becomes of moves that a solver tries in a puzzle, and hints.

All of it is read off the puzzle's proof; nothing is searched for.
"""

from dataclasses import dataclass

from serpentes.puzzles.model import Puzzle, PuzzleSet

SHORTEST_ID = 4
"""Characters of an id that are enough to name a puzzle, if no other begins so."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Moves tried, and what the proof says of the last one.

    `right` is whether it is one of those that are asked for, `complete` whether nothing is left to
    be found. `line` are all moves so far, from the puzzle's position on, with the answers of the
    proof; for a wrong move also what refutes it. `says` is a sentence.
    """

    right: bool
    complete: bool
    line: tuple[str, ...]
    says: str


def named(found: PuzzleSet, text: str) -> Puzzle:
    """The puzzle of that number, from 1, or with an id that begins so; ValueError if there is none.

    >>> import serpentes as sp
    >>> wishes = sp.puzzles.Wishes(count=1, kinds=("win",), games=99)
    >>> made = sp.puzzles.make_set(sp.solve(sp.serpent.start(size=2)), wishes)
    >>> named(made, "1") == named(made, made.puzzles[0].id[:6])
    True
    """
    last = len(found.puzzles)
    if len(text) < SHORTEST_ID:
        if text.isascii() and text.isdigit() and 1 <= int(text) <= last:
            return found.puzzles[int(text) - 1]
        raise ValueError(
            f"there is no puzzle {text!r}; expected a number, 1 to {last}, or the beginning of an "
            f"id, {SHORTEST_ID} characters or more"
        )
    those = [puzzle for puzzle in found.puzzles if puzzle.id.startswith(text)]
    if len(those) != 1:
        raise ValueError(
            f"{len(those) or 'no'} puzzles have an id that begins with {text[:40]!r}; "
            "expected exactly one"
        )
    return those[0]


def check_some(moves: tuple[str, ...], most: int | None = None) -> None:
    """ValueError unless there are moves, and no more than that."""
    if not moves:
        raise ValueError("there is no move to try; expected one or more")
    if most is not None and len(moves) > most:
        raise ValueError(f"{len(moves)} moves are tried; expected {most}")


def of_themes(puzzle: Puzzle) -> str:
    """The first hint: what happens in the solution."""
    names = ", ".join(theme.name for theme in puzzle.themes)
    return f"themes: {names}" if names else "no theme has a name here"
