"""The table of perft figures against the compiled core, and against the twin where it can reach."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from data import make_perft
from reference import serpent as plain

import serpentes as sp
from serpentes.games.serpent import Position

TABLE = json.loads(make_perft.TABLE.read_text())
ENTRIES: list[dict[str, Any]] = TABLE["entries"]
EMPTY = [entry for entry in ENTRIES if entry["origin"] == "the empty board"]
OTHERS = [entry for entry in ENTRIES if entry["origin"] != "the empty board"]
# What the twin counts here, of the depths that it has counted when the table was made.
TWIN_LEAVES = {2: 2_000, 3: 60, 4: 20, 5: 8, 6: 1}


def position_of(entry: dict[str, Any]) -> Position:
    """Return the position of an entry, with its rulings."""
    return sp.serpent.parse(entry["position"], **entry["rulings"])


# --- What the table holds ------------------------------------------------------------------------


def test_the_empty_board_of_every_size_under_all_rulings() -> None:
    found = {(position_of(e).size, *e["rulings"].values()) for e in EMPTY}
    assert found == set(product(plain.SIZES, plain.HOSTILITY, plain.STUCK))
    assert all(not position_of(entry).stones() for entry in EMPTY)


def test_middle_games_of_every_size_and_kind() -> None:
    positions = {entry["position"]: set(entry["shows"]) for entry in OTHERS}
    by_size = Counter(sp.serpent.parse(text).size for text in positions)
    assert len(positions) >= 24
    assert all(by_size[size] >= 6 for size in (3, 4, 5, 6))
    for size in (3, 4, 5, 6):
        shown = [shows for text, shows in positions.items() if sp.serpent.parse(text).size == size]
        assert set().union(*shown) == set(make_perft.FEATURES)
    origins = Counter(entry["origin"].partition(",")[0] for entry in OTHERS)
    assert min(origins.values()) >= 20
    for options in make_perft.OPTIONS:
        assert {e["position"] for e in OTHERS if e["rulings"] == options} == positions.keys()


def test_entries_say_what_they_rest_on() -> None:
    for entry in ENTRIES:
        assert 1 <= entry["twin"] <= len(entry["perft"])
        assert entry["rules"] <= len(entry["perft"])
        assert entry["origin"]


def test_the_figures_of_the_rules_are_in_it() -> None:
    for entry in EMPTY:
        known = make_perft.RULES.get(position_of(entry).size, [])
        if entry["rulings"]["stuck"] == "loses":
            assert entry["rules"] == len(known)
            assert entry["perft"][: len(known)] == known
        else:
            assert entry["rules"] == 0


def test_the_positions_are_those_of_the_generator() -> None:
    """On the smaller boards, where finding them again takes little."""
    small = [e for e in ENTRIES if position_of(e).size <= 3]
    found = [
        {name: entry[name] for name in ("position", "rulings", "origin", "shows")}
        for entry in small
    ]
    assert found == list(make_perft.entries(sizes=(2, 3)))


def test_the_file_is_written_by_the_generator() -> None:
    assert make_perft.dumped(TABLE) == make_perft.TABLE.read_text()
    assert Path(make_perft.TABLE).parent.name == "perft"


# --- The figures ---------------------------------------------------------------------------------


def name_of(entry: dict[str, Any]) -> str:
    """Return a short name of an entry for reports."""
    return f"{entry['position']} {'/'.join(entry['rulings'].values())}"


@pytest.mark.parametrize("entry", ENTRIES, ids=name_of)
def test_the_compiled_core_counts_the_same(entry: dict[str, Any]) -> None:
    position = position_of(entry)
    assert [position.perft(1 + i) for i in range(len(entry["perft"]))] == entry["perft"]


@pytest.mark.parametrize("entry", OTHERS, ids=name_of)
def test_the_twin_counts_the_same(entry: dict[str, Any]) -> None:
    position = plain.parse(entry["position"], **entry["rulings"])
    checked = 0
    for depth, before in enumerate([1, *entry["perft"]][: entry["twin"]], 1):
        if before > TWIN_LEAVES[position.size]:
            break
        assert plain.perft(position, depth) == entry["perft"][depth - 1]
        checked = depth
    assert checked
