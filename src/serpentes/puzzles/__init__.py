"""Puzzles: what has exactly one good answer, found by a solver and proved again without it.

One module per concern, and none needs another one's opinion. What all games have in common:

    model       the document: what a set and a puzzle of any game say, as pydantic models
    sets        the forms of sets put together, and their JSON Schema
    files       reading and writing a set
    games       a record for each game: what the validator and the command line need of it
    difficulty  from a score to a tier
    choice      which of many puzzles make a set
    check       the validator: proves every claim of a set again
    faults      how it tells what is wrong
    parts       what is shown of a puzzle

Sets that come from a table, of Serpent and Fighting Serpents, in which one move is right:

    table_model  their form
    table_games  what is different in each game; serpent and fighting have their themes and what
                 makes their puzzles hard, serpent_effects what a move of Serpent does
    themes       what the themes of both have in common: what is known, and evidence
    kinds        what each kind of puzzle claims, and by what it is proved
    tree         proofs that a side wins: the whole tree of a win
    fortress     proofs that a side does not lose, or wins by count: a closed graph of positions
    mine         positions that could make a puzzle, from random games or placements
    build        one puzzle, with its proofs, from the values of a table
    make         the generator: puts sets together from a table
    describe     what follows from the moves of a puzzle: identity, difficulty, themes, symmetry
    prove        single proofs checked again, without a table and within bounds
    table_check  what is wrong with such a set, and table_show what is shown of it

Sets of Serpent Master, of solo tasks (pack) and of rounds for two (dominant):

    master_model        their form
    master_tasks        puzzles as positions: read, named, played through
    master_themes       names of themes, and formulas of difficulty
    master_lay          tasks made backwards, from a random solution
    master_pack         what follows from the solutions of a task
    master_count        tasks counted again, breadth first
    master_dominant     what follows from the values of a round
    master_matrix       rounds worked out again, by plain backward induction
    master_make         from puzzles to sets: master_make_pack, master_make_dominant
    master_check        what is wrong: master_pack_check, master_dominant_check
    master_show         what is shown

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
    from serpentes.puzzles.master_make_dominant import DominantWishes as DominantWishes
    from serpentes.puzzles.master_make_dominant import make_rounds as make_rounds
    from serpentes.puzzles.master_make_pack import PackWishes as PackWishes
    from serpentes.puzzles.master_make_pack import make_tasks as make_tasks
    from serpentes.puzzles.model import Puzzle as Puzzle
    from serpentes.puzzles.model import PuzzleSet as PuzzleSet
    from serpentes.puzzles.sets import schema as schema

_NAMES = {
    "DominantWishes": ("master_make_dominant", "DominantWishes"),
    "PackWishes": ("master_make_pack", "PackWishes"),
    "Problem": ("check", "Problem"),
    "Puzzle": ("model", "Puzzle"),
    "PuzzleSet": ("model", "PuzzleSet"),
    "Wishes": ("make", "Wishes"),
    "make_rounds": ("master_make_dominant", "make_rounds"),
    "make_set": ("make", "make"),
    "make_tasks": ("master_make_pack", "make_tasks"),
    "problems": ("check", "problems"),
    "read": ("files", "read"),
    "schema": ("sets", "schema"),
    "write": ("files", "write"),
}
__all__ = [
    "DominantWishes",
    "PackWishes",
    "Problem",
    "Puzzle",
    "PuzzleSet",
    "Wishes",
    "make_rounds",
    "make_set",
    "make_tasks",
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
