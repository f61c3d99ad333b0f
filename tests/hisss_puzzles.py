"""What tests of puzzles of Hisss share: the shipped sets, and small documents of them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from puzzle_documents import Json

from serpentes.puzzles import files
from serpentes.puzzles.hisss.model import HisssPuzzle, HisssSet

SETS = Path(__file__).parents[1] / "puzzles"
NAMES = sorted(path.name for path in SETS.glob("hisss-*.json"))
BEST, WIN = "hisss-best.json", "hisss-win.json"


@cache
def read(name: str) -> HisssSet:
    found = files.read(SETS / name)
    assert isinstance(found, HisssSet)
    return found


def shipped() -> list[HisssPuzzle]:
    return [puzzle for name in NAMES for puzzle in read(name).puzzles]


def document(name: str, number: int = 1) -> Json:
    """The set with so many puzzles of it only, those that are proved with least work."""
    found = json.loads((SETS / name).read_bytes())
    misled = [puzzle for puzzle in found["puzzles"] if not puzzle["greedy"]["right"]]
    found["puzzles"] = sorted(misled, key=lambda puzzle: puzzle["difficulty"]["cards"])[:number]
    return found


def puzzle_of(document: Json) -> Json:
    return document["puzzles"][-1]
