"""What users see of the modules they work with: the public names and no others."""

from types import ModuleType

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
