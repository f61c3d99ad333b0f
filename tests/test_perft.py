"""The tables of perft figures against the compiled cores, and against the twins within reach."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product

import pytest
from data import make_perft, make_perft_fighting, perft_table
from data.perft_table import Entry
from reference import serpent as plain

from serpentes.games import registry

SOURCES = {source.game: source for source in (make_perft.SOURCE, make_perft_fighting.SOURCE)}
TABLES = {game: json.loads(source.path.read_text()) for game, source in SOURCES.items()}
ENTRIES = [(game, entry) for game, table in TABLES.items() for entry in table["entries"]]
# What a twin counts here, of the depths that it has counted when the table was made: a depth if the
# one before has at most so many leaves.
TWIN_LEAVES = {
    "serpent": {2: 2_000, 3: 60, 4: 20, 5: 8, 6: 1},
    "fighting": {2: 300, 3: 200, 4: 100, 5: 60, 6: 40, 8: 40, 16: 10},
}
games = pytest.mark.parametrize("game", SOURCES)


def name_of(argument: object) -> str:
    """Return a short name of an entry, or of a game, for reports."""
    if not isinstance(argument, dict):
        return str(argument)
    return f"{argument['position']} {'/'.join(argument['rulings'].values())}"


# --- What the tables hold ------------------------------------------------------------------------


def test_every_game_without_cards_has_a_table() -> None:
    """Games of cards are held against the twins by tests of their own."""
    without_cards = [name for name in registry.games() if registry.game(name).cards is None]
    assert list(SOURCES) == without_cards
    assert {game: table["game"] for game, table in TABLES.items()} == {g: g for g in SOURCES}


@games
def test_entries_say_what_they_rest_on(game: str) -> None:
    for entry in TABLES[game]["entries"]:
        assert 1 <= entry["twin"] <= len(entry["perft"])
        assert entry["rules"] <= len(entry["perft"])
        assert entry["origin"]


@games
def test_the_figures_of_the_rules_are_in_it(game: str) -> None:
    known = [SOURCES[game].known(entry) for entry in TABLES[game]["entries"]]
    for entry, figures in zip(TABLES[game]["entries"], known, strict=True):
        assert entry["perft"][: len(figures)] == figures
        assert entry["rules"] == len(figures)
    assert sum(map(bool, known)) == {"serpent": 8, "fighting": 12}[game]


@pytest.mark.parametrize(
    ("game", "boards"), [("serpent", (2, 3)), ("fighting", (2, 3, 4))], ids=name_of
)
def test_the_positions_are_those_of_the_generator(game: str, boards: tuple[int, ...]) -> None:
    """On the smaller boards, where finding them again takes little."""
    small = [
        entry
        for entry in TABLES[game]["entries"]
        if set(SOURCES[game].position(entry).board.values()) <= set(boards)
    ]
    parts = ("position", "rulings", "origin", "shows")
    generated = {"serpent": make_perft.entries, "fighting": make_perft_fighting.entries}[game]
    assert [{part: entry[part] for part in parts} for entry in small] == list(generated(boards))


@games
def test_the_file_is_written_by_the_generator(game: str) -> None:
    assert perft_table.dumped(TABLES[game]) == SOURCES[game].path.read_text()
    assert f"tests/data/{SOURCES[game].made_by}.py" in TABLES[game]["origin"]


# --- Serpent -------------------------------------------------------------------------------------


def test_the_empty_board_of_every_size_under_all_rulings() -> None:
    empty = [entry for entry in TABLES["serpent"]["entries"] if make_perft.is_empty(entry)]
    found = {(make_perft.size_of(e), *e["rulings"].values()) for e in empty}
    assert found == set(product(plain.SIZES, plain.HOSTILITY, plain.STUCK))
    assert all(not SOURCES["serpent"].position(entry).stones() for entry in empty)


def test_middle_games_of_every_size_and_kind() -> None:
    others = [entry for entry in TABLES["serpent"]["entries"] if not make_perft.is_empty(entry)]
    positions = {entry["position"]: set(entry["shows"]) for entry in others}
    by_size = Counter(plain.parse(text).size for text in positions)
    assert len(positions) >= 24
    assert all(by_size[size] >= 6 for size in (3, 4, 5, 6))
    for size in (3, 4, 5, 6):
        shown = [shows for text, shows in positions.items() if plain.parse(text).size == size]
        assert set().union(*shown) == set(make_perft.FEATURES)
    origins = Counter(entry["origin"].partition(",")[0] for entry in others)
    assert min(origins.values()) >= 20
    for options in make_perft.OPTIONS:
        assert {e["position"] for e in others if e["rulings"] == options} == positions.keys()


# --- Fighting Serpents ---------------------------------------------------------------------------


def test_the_initial_position_of_several_lengths_under_every_single_ruling() -> None:
    source = SOURCES["fighting"]
    found = {
        source.position(entry)
        for entry in TABLES["fighting"]["entries"]
        if entry["origin"] == make_perft_fighting.INITIAL
    }
    for length in make_perft_fighting.LENGTHS:
        for reading in make_perft_fighting.readings(length):
            assert make_perft_fighting.start(length, **reading) in found


def test_positions_of_every_kind_on_the_longer_boards() -> None:
    for length in make_perft_fighting.LENGTHS[2:]:
        entries = [
            entry
            for entry in TABLES["fighting"]["entries"]
            if make_perft_fighting.length_of(entry) == length
        ]
        shown = [set(entry["shows"]) for entry in entries]
        assert set().union(*shown) == set(make_perft_fighting.FEATURES)
        assert sum("a random game" in entry["origin"] for entry in entries) >= 2
        assert sum("set up at random" in entry["origin"] for entry in entries) >= 2


# --- The figures ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "entry"), ENTRIES, ids=name_of)
def test_the_compiled_core_counts_the_same(game: str, entry: Entry) -> None:
    position = SOURCES[game].position(entry)
    assert [position.perft(1 + i) for i in range(len(entry["perft"]))] == entry["perft"]


@pytest.mark.parametrize(
    ("game", "entry"), [e for e in ENTRIES if e[1]["origin"] != "the empty board"], ids=name_of
)
def test_the_twin_counts_the_same(game: str, entry: Entry) -> None:
    twin = SOURCES[game].plain
    position = twin.parse(entry["position"], **entry["rulings"])
    (board,) = SOURCES[game].position(entry).board.values()
    checked = 0
    for depth, before in enumerate([1, *entry["perft"]][: entry["twin"]], 1):
        if before > TWIN_LEAVES[game][board]:
            break
        assert twin.perft(position, depth) == entry["perft"][depth - 1]
        checked = depth
    assert checked
