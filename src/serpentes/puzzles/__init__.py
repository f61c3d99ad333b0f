"""Puzzles: what has exactly one good answer, found by a solver and proved again without it.

One module per concern, and none needs another one's opinion. What all games have in common:

    model       the document: what a set and a puzzle of any game say, as pydantic models
    sets        the forms of sets put together, and their JSON Schema
    files       reading and writing a set
    games       a record for each game: what the validator and the command line need of it
    difficulty  from a score to a tier
    limits      how large sets may be
    choice      which of many puzzles make a set
    check       the validator: proves every claim of a set again
    faults      how it tells what is wrong
    parts       what is shown of a puzzle
    attempts    what becomes of moves that are tried, and hints

What only sets of one form need is in a folder of that form:

    moves   sets in which one move is right, of Serpent and Fighting Serpents
    master  sets of Serpent Master
    hisss   sets of Hisss

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
    from serpentes.puzzles.hisss.make import HisssWishes as HisssWishes
    from serpentes.puzzles.hisss.make import make_hisss as make_hisss
    from serpentes.puzzles.master.make_dominant import DominantWishes as DominantWishes
    from serpentes.puzzles.master.make_dominant import make_rounds as make_rounds
    from serpentes.puzzles.master.make_pack import PackWishes as PackWishes
    from serpentes.puzzles.master.make_pack import make_tasks as make_tasks
    from serpentes.puzzles.model import InterruptedMaking as InterruptedMaking
    from serpentes.puzzles.model import Puzzle as Puzzle
    from serpentes.puzzles.model import PuzzleSet as PuzzleSet
    from serpentes.puzzles.moves.make_searched import make as make_searched
    from serpentes.puzzles.moves.make_tabled import make as make_set
    from serpentes.puzzles.moves.making import Wishes as Wishes
    from serpentes.puzzles.sets import schema as schema

_NAMES = {
    "DominantWishes": ("master.make_dominant", "DominantWishes"),
    "HisssWishes": ("hisss.make", "HisssWishes"),
    "InterruptedMaking": ("model", "InterruptedMaking"),
    "PackWishes": ("master.make_pack", "PackWishes"),
    "Problem": ("check", "Problem"),
    "Puzzle": ("model", "Puzzle"),
    "PuzzleSet": ("model", "PuzzleSet"),
    "Wishes": ("moves.making", "Wishes"),
    "make_hisss": ("hisss.make", "make_hisss"),
    "make_rounds": ("master.make_dominant", "make_rounds"),
    "make_searched": ("moves.make_searched", "make"),
    "make_set": ("moves.make_tabled", "make"),
    "make_tasks": ("master.make_pack", "make_tasks"),
    "problems": ("check", "problems"),
    "read": ("files", "read"),
    "schema": ("sets", "schema"),
    "write": ("files", "write"),
}
__all__ = [
    "DominantWishes",
    "HisssWishes",
    "PackWishes",
    "Problem",
    "Puzzle",
    "PuzzleSet",
    "Wishes",
    "make_hisss",
    "make_rounds",
    "make_searched",
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
    return __all__
