"""Tables of perft figures: what those of all games share. `make_perft*.py` say what is in them.

Every figure comes from the compiled core. Each entry says up to which depth the plain twin has
counted the same, and how many of its figures are also reference figures of the rules.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from serpentes.games import registry

FOLDER = Path(__file__).parent / "perft"
# A twin counts a depth of an entry if the one before has at most so many leaves; `DEEPEST` bounds
# what the core counts.
DEEPEST = 10

Entry = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """Where the table of a game comes from.

    `entries` are the positions with their rulings, their origin and what they show; `known` gives
    the rules' reference figures of an entry, `most` the number of leaves after which it goes no
    deeper, `twin_most` the number after which the twin goes no deeper.
    """

    game: str
    made_by: str
    entries: Callable[[], Iterator[Entry]]
    known: Callable[[Entry], list[int]]
    most: Callable[[Entry], int]
    twin_most: Callable[[Entry], int]

    @property
    def path(self) -> Path:
        """The file of the table."""
        return FOLDER / f"{self.game}.json"

    def position(self, entry: Entry) -> Any:
        """The package's position of an entry."""
        return registry.game(self.game).parse(entry["position"], **entry["rulings"])

    @property
    def plain(self) -> Any:
        """The plain twin."""
        return import_module(f"reference.{self.game}")


def counted(source: Source, entry: Entry) -> Entry:
    """Return an entry with its figures; AssertionError if a count differs from the other."""
    position = source.position(entry)
    twin = source.plain.parse(entry["position"], **entry["rulings"])
    known, most = source.known(entry), source.most(entry)
    figures = [position.perft(1)]
    while len(figures) < max(DEEPEST, len(known)) and (
        len(figures) < len(known) or 0 < figures[-1] < most
    ):
        figures.append(position.perft(len(figures) + 1))
    assert figures[: len(known)] == known[: len(figures)], entry
    checked = 0
    for depth, before in enumerate([1, *figures[:-1]], 1):
        if before > source.twin_most(entry):
            break
        assert source.plain.perft(twin, depth) == figures[depth - 1], (entry, depth)
        checked = depth
    return {**entry, "perft": figures, "rules": min(len(known), len(figures)), "twin": checked}


def write(source: Source) -> None:
    """Write the table of a game."""
    found = []
    for entry in source.entries():
        found.append(counted(source, entry))
        print(entry["position"], found[-1]["perft"], file=sys.stderr)
    table = {
        "game": source.game,
        "about": "perft: entry i counts the sequences of exactly i + 1 moves; a sequence that ends "
        "the game is not extended",
        "origin": "counted by the compiled core; the first `twin` depths of an entry also by the "
        f"plain twin tests/reference/{source.game}.py, the first `rules` are reference figures of "
        f"the rules; written by tests/data/{source.made_by}.py",
        "entries": found,
    }
    FOLDER.mkdir(exist_ok=True)
    source.path.write_text(dumped(table))


def dumped(table: dict[str, Any]) -> str:
    """Return the table as JSON with one line for each entry."""
    head = {name: value for name, value in table.items() if name != "entries"}
    lines = ",\n".join(f"    {json.dumps(entry)}" for entry in table["entries"])
    return json.dumps(head, indent=2)[:-2] + f',\n  "entries": [\n{lines}\n  ]\n}}\n'
