"""What users see of the modules they work with: the public names and no others."""

import re
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import serpentes as sp


@pytest.mark.parametrize(
    "module",
    [sp, sp.puzzles, sp.serpent, sp.fighting, sp.master, sp.hisss],
    ids=lambda module: module.__name__,
)
def test_only_public_names_are_listed(module: ModuleType) -> None:
    assert dir(module) == sorted(module.__all__)
    for name in dir(module):
        assert getattr(module, name) is not None


def test_decks_and_puzzles_are_among_them() -> None:
    assert {"Deck", "read_deck", "default_deck", "parse", "start"} <= set(dir(sp.master))
    assert {"PackWishes", "make_tasks", "read", "write", "problems"} <= set(dir(sp.puzzles))


def test_the_lines_of_the_documents_are_true() -> None:
    folder = Path(__file__).parents[1]
    readme = (folder / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^(sp\.solve\(sp\.(master|hisss)\..*?) +# (.*): .*$", readme, re.MULTILINE)
    assert [game for _, game, _ in lines] == ["master", "hisss"]
    for line, _, value in lines:
        assert eval(line, {"sp": sp}) == eval(value, {"Fraction": Fraction})
    for name in ("hisss", "serpent-master"):
        text = (folder / "docs" / f"{name}.md").read_text(encoding="utf-8")
        found = re.search(r"`(decks\.schema\(\))`, after `(from .*?)`", text)
        assert found is not None
        names: dict[str, Any] = {}
        exec(found[2], names)
        assert eval(found[1], names)["$id"] == "urn:serpentes:deck:1"
