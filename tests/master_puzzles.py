"""What tests of puzzles of Serpent Master share: small sets of solo tasks, and those shipped."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import serpentes as sp
from serpentes.puzzles import files
from serpentes.puzzles.master import lay as master_lay
from serpentes.puzzles.master import pack as master_pack
from serpentes.puzzles.master.count import Counter
from serpentes.puzzles.master.make_pack import PackWishes, make_tasks
from serpentes.puzzles.master.model import PackPuzzle

SETS = Path(__file__).parents[1] / "puzzles"
NAMES = sorted(path.name for path in SETS.glob("master-*.json"))
TWO_ORDERS = "3x3 hand=9,8,7 blocked=a2,a3,b3,c3 start=b2"
TWO_OF_A_KIND = sp.master.Deck({9: "F", 8: "FF", 7: "F"})


@cache
def small(mode: str = "regular", minimal: bool = False) -> str:
    """A set of three tasks on 5x5, as JSON."""
    made = make_tasks(
        PackWishes(3, width=5, height=5, cards=6, mode=mode, minimal=minimal)  # type: ignore[arg-type]
    )
    assert made is not None
    return made.model_dump_json(by_alias=True)


def shipped() -> list[PackPuzzle]:
    puzzles = [puzzle for name in NAMES for puzzle in files.read(SETS / name).puzzles]
    return [puzzle for puzzle in puzzles if isinstance(puzzle, PackPuzzle)]


def with_orders() -> PackPuzzle:
    """The puzzle of a task with two solutions that are the same up to order."""
    task = sp.master.parse(TWO_ORDERS, TWO_OF_A_KIND)
    lines = master_lay.lines(task)
    assert lines is not None
    return master_pack.puzzle(task, lines, Counter(task).count(1000), None)
