"""Whatever a public function is given in place of its arguments, it says so in its own words."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import serpentes as sp

MODULES = {
    "sp": sp,
    **{f"sp.{name}": getattr(sp, name) for name in ("serpent", "fighting", "master", "hisss")},
    "sp.puzzles": sp.puzzles,
}
THINGS: tuple[Any, ...] = (None, 5, -1, 1.5, True, "x", b"x", [], {}, object())


def public() -> Iterator[tuple[str, Callable[..., object], int]]:
    """All public functions and classes that take arguments, and how many have to be given."""
    for module_name, module in MODULES.items():
        for name in dir(module):
            thing = getattr(module, name)
            if name.startswith("_") or not callable(thing):
                continue
            try:
                parameters = inspect.signature(thing).parameters.values()
            except ValueError:
                continue
            needed = [
                one
                for one in parameters
                if one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD
            ]
            if needed:
                yield f"{module_name}.{name}", thing, len(needed)


PUBLIC = {name: (function, number) for name, function, number in public()}


def test_there_are_many() -> None:
    assert len(PUBLIC) > 40
    assert {"sp.solve", "sp.prove", "sp.hisss.Deck", "sp.puzzles.make_set"} <= set(PUBLIC)


@pytest.mark.parametrize("name", PUBLIC)
def test_wrong_types(name: str) -> None:
    function, number = PUBLIC[name]
    for thing in THINGS:
        try:
            made = function(*([thing] * number))
            if isinstance(made, Iterator):
                list(made)
        except (TypeError, ValueError, OSError) as error:
            assert str(error), (name, thing)
