"""Puzzles: positions with exactly one good move, found in a table and proved without it.

One module per concern, and none needs another one's opinion:

    model       the document: what a set and a puzzle say, as pydantic models and JSON Schema
    files       reading and writing a set
    games       what puzzles need to know of a game; serpent and fighting have their themes and
                what makes their puzzles hard, serpent_effects what a move of Serpent does
    themes      what the themes of all games have in common: what is known, and evidence
    difficulty  how hard a puzzle is, by a stated formula
    kinds       what each kind of puzzle claims, and by what it is proved
    tree        proofs that a side wins: the whole tree of a win
    fortress    proofs that a side does not lose, or wins by count: a closed graph of positions
    mine        positions that could make a puzzle, from random games or placements
    build       one puzzle, with its proofs, from the values of a table
    make        the generator: puts sets together from a table
    describe    what follows from the moves of a puzzle: identity, difficulty, themes, symmetry
    prove       single proofs checked again, without a table and within bounds
    check       the validator: proves every claim of a set again

The names that users need are here, imported when they are first asked for:

    >>> import serpentes as sp
    >>> wishes = sp.puzzles.Wishes(count=2, kinds=("win",), games=99)
    >>> made = sp.puzzles.make_set(sp.solve(sp.serpent.start(size=2)), wishes)
    >>> len(made.puzzles), list(sp.puzzles.problems(made))
    (2, [])
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from serpentes.puzzles.check import Problem as Problem
    from serpentes.puzzles.check import problems as problems
    from serpentes.puzzles.files import read as read
    from serpentes.puzzles.files import write as write
    from serpentes.puzzles.make import Wishes as Wishes
    from serpentes.puzzles.make import make as make_set
    from serpentes.puzzles.model import Puzzle as Puzzle
    from serpentes.puzzles.model import PuzzleSet as PuzzleSet
    from serpentes.puzzles.model import schema as schema

_NAMES = {
    "Problem": ("check", "Problem"),
    "Puzzle": ("model", "Puzzle"),
    "PuzzleSet": ("model", "PuzzleSet"),
    "Wishes": ("make", "Wishes"),
    "make_set": ("make", "make"),
    "problems": ("check", "problems"),
    "read": ("files", "read"),
    "schema": ("model", "schema"),
    "write": ("files", "write"),
}
__all__ = [
    "Problem",
    "Puzzle",
    "PuzzleSet",
    "Wishes",
    "make_set",
    "problems",
    "read",
    "schema",
    "write",
]


def __getattr__(name: str) -> Any:
    if name in _NAMES:
        module, attribute = _NAMES[name]
        return getattr(import_module(f"{__name__}.{module}"), attribute)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
