"""Tables: folders, everything that makes a folder be refused, statistics, audits."""

import inspect
import json
import os
import pydoc
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import serpentes as sp
from serpentes.games.serpent import Position
from serpentes.solve import table_files
from serpentes.solve.audit import audit, shortest_repetition
from serpentes.solve.key_table import KeyTable
from serpentes.solve.solving import solve
from serpentes.solve.stats import stats
from serpentes.solve.table import Table
from serpentes.solve.value import Value

REPETITION = "1ww/2bb/wbw2/b1w1/bbw b bw"
FILES = ("manifest.json", "keys.npy", "values.npy")
fuzz = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)


@pytest.fixture(scope="module")
def start() -> Position:
    return sp.serpent.start(size=2)


@pytest.fixture(scope="module")
def table(start: Position) -> Table:
    return sp.solve(start)


@pytest.fixture(scope="module")
def passing() -> Table:
    return sp.solve(sp.serpent.start(size=2, stuck="passes"))


@pytest.fixture(scope="module")
def repeating() -> Table:
    return sp.solve(sp.serpent.parse(REPETITION))


@pytest.fixture
def folder(table: Table, tmp_path: Path) -> Path:
    path = tmp_path / "a.table"
    table.save(path)
    return path


# Looking up


def test_the_figures_of_the_rules(table: Table, start: Position) -> None:
    assert table.counts() == {"positions": 48, "win": 23, "draw": 0, "loss": 25}
    assert table[start] == Value("loss", 5)
    assert len(list(table)) == len(table) == 48


def test_every_value_follows_from_the_moves(table: Table, passing: Table, repeating: Table) -> None:
    for solved in (table, passing, repeating):
        for position in solved:
            moves = solved.moves(position)
            if moves:
                assert solved[position] == moves[0][1]
                assert {move for move, _ in moves} == set(position.moves())
                assert moves == sorted(moves, key=lambda move: move[1], reverse=True)


def test_the_line_takes_as_many_plies_as_the_value_says(table: Table, passing: Table) -> None:
    for solved in (table, passing):
        for position in solved:
            value, line = solved[position], solved.line(position)
            if value.plies is None:
                continue
            assert len(line) == value.plies
            end = position
            for move in line:
                end = end.play(move)
            assert end.finished


def test_the_line_of_an_endless_draw_ends_when_it_comes_back(repeating: Table) -> None:
    position = sp.serpent.parse(REPETITION)
    assert repeating[position] == Value("draw", None)
    assert [str(move) for move in repeating.line(position)] == ["d4", "c5~b"]


def test_images_are_looked_up_too(table: Table, start: Position) -> None:
    position = start.play("a1").play("c2")
    for symmetry in range(12):
        image = position.transform(symmetry)
        assert table[image] == table[position] == table[image.exchanged()]
        assert image in table


def test_a_finished_game_has_its_value(table: Table) -> None:
    position = sp.serpent.parse("2/1b1/2 w w")
    assert table[position] == Value("loss", 0)
    assert position not in table
    assert table.moves(position) == []
    assert table.line(position) == ()


def test_positions_that_are_not_in_the_table(table: Table, repeating: Table) -> None:
    with pytest.raises(LookupError, match="'b1/3/2 w b' is not in the table: it is not reachable"):
        table[sp.serpent.parse("b1/3/2 w b")]
    with pytest.raises(LookupError, match="not reachable from"):
        repeating.moves(sp.serpent.start(size=3))
    with pytest.raises(ValueError, match="has the board size 3; expected size 2 as in the table"):
        table[sp.serpent.start(size=3)]
    with pytest.raises(ValueError, match=r"rulings .*stuck=passes; expected .*stuck=loses"):
        table.line(sp.serpent.start(size=2, stuck="passes"))
    assert "2/3/2 b -" not in table


def test_places(table: Table) -> None:
    for index, position in enumerate(table):
        assert table.position_at(index) == position
        assert table.value_at(index) == table[position]
    assert table.position_at(-1) == table.position_at(47)
    for look in (table.position_at, table.value_at):
        with pytest.raises(IndexError):
            look(48)


def test_keys_of_several_words() -> None:
    position = sp.serpent.parse("b4/6/2w4/8/3bb2w1/8/7/6/4w b bw")
    assert position.key_words == 2
    words = [position.key >> 64, position.key & (1 << 64) - 1]
    keys = np.array([[0, 7], [0, 9], words, [1 << 60, 0]], dtype=np.uint64)
    made = KeyTable(position, keys, np.array([1, 7, 11, 0], dtype=np.uint16))
    made.verify_digests()
    assert made[position] == Value("win", 2)


@pytest.mark.parametrize(
    ("keys", "kind", "values"),
    [
        ([[1], [2]], np.uint64, [1]),
        ([[1, 2]], np.uint64, [1]),
        ([[1]], np.int64, [1]),
        ([1], np.uint64, [1]),
        (np.zeros((0, 1)), np.uint64, []),
    ],
)
def test_arrays_that_are_no_table(start: Position, keys: Any, kind: Any, values: Any) -> None:
    with pytest.raises(ValueError, match="expected"):
        KeyTable(start, np.array(keys, dtype=kind), np.array(values, dtype=np.uint16))


# Folders


def names(folder: Path) -> list[str]:
    """The names of what is in a folder, hidden or not."""
    return sorted(entry.name for entry in folder.iterdir())


def test_a_saved_table_is_read_back(table: Table, folder: Path) -> None:
    opened = Table.open(folder, check=True)
    assert opened.digest == table.digest
    assert opened.start == table.start
    assert opened.counts() == table.counts()
    assert np.array_equal(opened.keys, table.keys)
    assert np.array_equal(opened.values, table.values)
    assert names(folder.parent) == ["a.table"]
    assert names(folder) == sorted(FILES)


def test_opened_arrays_cannot_be_written(folder: Path) -> None:
    opened = Table.open(folder)
    with pytest.raises(ValueError, match="read-only"):
        opened.values[0] = 1


def test_numpy_reads_the_files(table: Table, folder: Path) -> None:
    assert np.array_equal(np.load(folder / "keys.npy"), table.keys)
    assert np.array_equal(np.load(folder / "values.npy"), table.values)


def test_equal_tables_are_equal_byte_for_byte(
    start: Position, folder: Path, tmp_path: Path
) -> None:
    sp.solve(start).save(tmp_path / "b.table")
    for name in FILES:
        assert (folder / name).read_bytes() == (tmp_path / "b.table" / name).read_bytes()


def test_the_manifest_says_what_the_table_is_of(folder: Path, table: Table) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["game"] == "serpent"
    assert manifest["board"] == {"size": 2}
    assert manifest["rulings"] == {"hostility": "until-owner-turn", "stuck": "loses"}
    assert manifest["start"] == "2/3/2 b -"
    assert manifest["counts"] == table.counts()
    assert manifest["digest"] == table.digest
    assert set(manifest) == set(table_files.FIELDS[table_files.KEYED])


def test_the_digest_does_not_depend_on_the_version(
    table: Table, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(table_files, "__version__", "9.9")
    table.save(tmp_path / "b.table")
    assert Table.open(tmp_path / "b.table", check=True).digest == Table.open(folder).digest


def test_the_digest_depends_on_the_rulings(table: Table, passing: Table) -> None:
    assert table.digest != passing.digest


def test_a_table_is_replaced(folder: Path, passing: Table) -> None:
    passing.save(folder)
    assert Table.open(folder, check=True).digest == passing.digest
    assert names(folder.parent) == ["a.table"]


def test_a_link_to_a_table_is_followed(folder: Path, passing: Table) -> None:
    link = folder.with_name("link")
    link.symlink_to(folder)
    passing.save(link)
    assert link.is_symlink()
    assert Table.open(folder).digest == Table.open(link).digest == passing.digest


FOREIGN: list[Callable[[Path], object]] = [
    Path.mkdir,
    lambda path: path.write_text("precious"),
    lambda path: (path.mkdir(), (path / "manifest.json").write_text("{}")),
    lambda path: (path.mkdir(), (path / "manifest.json").write_text("[" * 10**5)),
    lambda path: (path.mkdir(), (path / "thesis.txt").write_text("precious")),
    lambda path: path.symlink_to("nowhere/at/all"),
]


@pytest.mark.parametrize("make", FOREIGN)
def test_what_is_no_table_is_not_replaced(
    make: Callable[[Path], object], table: Table, tmp_path: Path
) -> None:
    path = tmp_path / "a.table"
    make(path)
    with pytest.raises((ValueError, FileNotFoundError)):
        table.save(path)
    assert os.path.lexists(path)
    assert names(tmp_path) == ["a.table"]


def test_a_table_with_another_file_in_it_is_not_replaced(folder: Path, table: Table) -> None:
    (folder / "notes.txt").write_text("precious")
    with pytest.raises(ValueError, match="is there and is no table"):
        table.save(folder)
    assert (folder / "notes.txt").read_text() == "precious"


def test_folders_that_cannot_be_written(table: Table, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no such folder"):
        table.save(tmp_path / "missing" / "a.table")
    (tmp_path / "file").write_text("")
    with pytest.raises(FileNotFoundError, match="there is no such folder"):
        table.save(tmp_path / "file" / "a.table")


@pytest.mark.parametrize("step", ["write_array", "write_manifest", "_rename_into_place"])
@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_half_written_stays(
    step: str,
    failure: BaseException,
    folder: Path,
    passing: Table,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = Table.open(folder).digest

    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(table_files, step, fail)
    with pytest.raises(type(failure)):
        passing.save(folder)
    assert names(folder.parent) == ["a.table"]
    assert Table.open(folder, check=True).digest == before


# Damage


def refusal(folder: Path, check: bool = True) -> str:
    """Open a folder that has to be refused; the message, checked to be one line."""
    with pytest.raises((ValueError, OSError)) as error:
        Table.open(folder, check=check)
    message = str(error.value)
    assert len(message.splitlines()) == 1
    return message


def rewrite(folder: Path, **changes: object) -> None:
    """Change the manifest as a skilled hand would: with a digest that fits."""
    path = folder / "manifest.json"
    manifest = {**json.loads(path.read_text()), **changes}
    manifest = {name: value for name, value in manifest.items() if value is not None}
    manifest["digest"] = table_files.content_digest(manifest)
    path.write_bytes(table_files._canonical(manifest))


def test_missing_things(folder: Path, tmp_path: Path) -> None:
    assert "there is no such table folder" in refusal(tmp_path / "none")
    assert "there is no such table folder" in refusal(folder / "keys.npy")
    for name, message in (
        ("values.npy", "has no file values.npy"),
        ("keys.npy", "has no file keys.npy"),
        ("manifest.json", "is no table, as it has no manifest.json"),
    ):
        (folder / name).unlink()
        assert message in refusal(folder, check=False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "manifest.json is damaged or not of a table"),
        ("{", "manifest.json is damaged or not of a table"),
        ("[]", "manifest.json is damaged or not of a table"),
        ("[" * 60000, "manifest.json is damaged or not of a table"),
        (" " * 70000, "manifest.json is damaged or not of a table"),
        ('{"format": "other"}', "manifest.json is damaged or not of a table"),
        ('{"format": "serpentes-table"}', "has format version 'None'; expected 1"),
        (
            '{"format": "serpentes-table", "format_version": 2}',
            "has format version '2'; expected 1",
        ),
        (
            '{"format": "serpentes-table", "format_version": 1}',
            "has no valid tool_version; expected str",
        ),
    ],
)
def test_manifests_that_are_none(folder: Path, text: str, message: str) -> None:
    (folder / "manifest.json").write_text(text)
    assert message in refusal(folder, check=False)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": None}, "has no valid game; expected str"),
        ({"start": "2/3 b -"}, "rows '2/3' are 2 in number"),
        ({"start": " 2/3/2 b -"}, "the start position is not in canonical notation"),
        ({"start": "3/4/5/4/3 b -"}, "the board is not that of the start position"),
        ({"start": "b1/3/2 w b"}, "the start position is not among the keys"),
        ({"board": {"size": 3}}, "the board is not that of the start position"),
        ({"rulings": {"stuck": "loses"}}, "rulings are not all of hostility, stuck"),
        ({"rulings": {"stuck": "x", "hostility": "end-of-turn"}}, "stuck has no option 'x'"),
        ({"rulings": {"stuck": 1, "hostility": "end-of-turn"}}, "expected a text"),
        ({"key_words": 2}, "has the wrong number of key words"),
        ({"counts": {}}, "has no valid number of positions"),
        ({"counts": {"positions": 0}}, "has no valid number of positions"),
        ({"counts": {"positions": 10**30}}, "has no valid number of positions"),
        ({"counts": {"positions": 49}}, "keys.npy has 512 bytes; expected 520"),
        ({"counts": {"positions": 48, "win": 48}}, "the counts of manifest.json are not those"),
        ({"digests": {}}, "keys.npy is damaged, as it does not fit its digest"),
        ({"format_version": True}, "has format version 'True'; expected 1"),
    ],
)
def test_manifests_that_were_tampered_with(
    folder: Path, changes: dict[str, Any], message: str
) -> None:
    rewrite(folder, **changes)
    assert message in refusal(folder)


def test_another_table_under_the_same_manifest(
    folder: Path, passing: Table, tmp_path: Path
) -> None:
    passing.save(tmp_path / "b.table")
    shutil.copy(tmp_path / "b.table" / "keys.npy", folder)
    assert "keys.npy has" in refusal(folder, check=False)


def test_arrays_of_another_type(folder: Path, table: Table) -> None:
    np.save(folder / "values.npy", table.values.astype(np.int16))
    assert "values.npy" in refusal(folder, check=False)


@pytest.mark.parametrize("damage", ["order", "code"])
def test_arrays_that_make_no_table(damage: str, table: Table) -> None:
    keys, codes = table.keys.copy(), table.values.copy()
    if damage == "order":
        keys[[3, 4]] = keys[[4, 3]]
    else:
        codes[5] = 4
    with pytest.raises(ValueError, match=r"not in ascending order|stands for no outcome"):
        KeyTable(table.start, keys, codes).verify_digests()


@fuzz
@given(st.sampled_from(FILES), st.data())
def test_a_flipped_byte_is_refused(
    folder: Path, table: Table, name: str, data: st.DataObject
) -> None:
    path = folder / name
    good = path.read_bytes()
    place = data.draw(st.integers(0, len(good) - 1))
    flip = data.draw(st.integers(1, 255))
    path.write_bytes(good[:place] + bytes([good[place] ^ flip]) + good[place + 1 :])
    try:
        refused_or_same(folder, table)
    finally:
        path.write_bytes(good)


@fuzz
@given(st.sampled_from(FILES), st.data())
def test_a_truncated_or_longer_file_is_refused(
    folder: Path, name: str, data: st.DataObject
) -> None:
    path = folder / name
    good = path.read_bytes()
    length = data.draw(st.integers(0, len(good) - 1))
    more = data.draw(st.binary(min_size=1, max_size=20))
    for bad in (good[:length], good + more):
        path.write_bytes(bad)
        try:
            refusal(folder, check=False)
        finally:
            path.write_bytes(good)


@fuzz
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8")))
@example(b'{"format": "serpentes-table", "format_version": NaN}')
def test_any_manifest_is_refused(folder: Path, text: bytes) -> None:
    path = folder / "manifest.json"
    good = path.read_bytes()
    path.write_bytes(text)
    try:
        refusal(folder, check=False)
    finally:
        path.write_bytes(good)


def refused_or_same(folder: Path, table: Table) -> None:
    """The version of the tool is the one thing that may change: it is no part of the table."""
    try:
        opened = Table.open(folder, check=True)
    except ValueError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert opened.digest == table.digest
        assert opened.start == table.start
        assert np.array_equal(opened.values, table.values)


# Statistics


def test_statistics(table: Table) -> None:
    found = stats(table)
    assert found.counts == table.counts()
    assert sum(found.by_value.values()) == 48
    assert list(found.by_value) == sorted(found.by_value, reverse=True)
    assert found.without_action == 11
    assert found.initial == Value("loss", 5)
    assert found.draw is None
    assert found.longest_win is not None
    assert found.longest_win.value == max(
        (value for value in found.by_value if value.outcome == "win"), key=lambda v: v.plies or 0
    )
    assert table[found.longest_win.position] == found.longest_win.value


@pytest.mark.parametrize("name", ["table", "passing", "repeating"])
def test_statistics_against_counting_one_by_one(name: str, request: pytest.FixtureRequest) -> None:
    solved: Table = request.getfixturevalue(name)
    found = stats(solved)
    counted: dict[Value, int] = {}
    for position in solved:
        counted[solved[position]] = counted.get(solved[position], 0) + 1
    assert found.by_value == counted
    assert found.without_action == sum(
        not [move for move in position.moves() if str(move) != "pass"] for position in solved
    )
    if found.draw:
        assert found.draw.value.outcome == "draw"
        assert solved[found.draw.position] == found.draw.value
    assert (found.draw is None) == (found.counts["draw"] == 0)
    assert (found.longest_win is None) == (found.counts["win"] == 0)


def test_progress_is_reported(passing: Table) -> None:
    seen: list[tuple[str, int, int | None]] = []
    stats(passing, lambda *report: seen.append(report))
    assert seen == [("looking for positions without an action", 0, len(passing))]


# Audits


def test_an_audit_of_size_2() -> None:
    found = audit(sp.serpent.start(size=2))
    assert [str(verdict.rulings) for verdict in found.verdicts] == [
        "hostility=until-owner-turn stuck=loses",
        "hostility=until-owner-turn stuck=passes",
        "hostility=end-of-turn stuck=loses",
        "hostility=end-of-turn stuck=passes",
    ]
    assert [verdict.winner for verdict in found.verdicts] == ["w", None, "w", None]
    assert found.verdicts[0].initial == Value("loss", 5)
    assert found.outcome_depends == {"hostility": False, "stuck": True}
    assert found.value_depends == {"hostility": False, "stuck": True}


def test_an_audit_is_of_positions_that_are_solved_by_what_they_reach() -> None:
    position: Any = sp.fighting.start(length=2)
    with pytest.raises(TypeError, match=r"solved by what it can reach .*material_audit"):
        audit(position)


def test_the_winner_is_a_colour_and_not_the_side_to_move() -> None:
    found = audit(sp.serpent.parse("2/1b1/2 w -"))
    assert found.verdicts[0].winner == "w"
    assert found.verdicts[0].initial.outcome == "win"


def test_the_shortest_repetition_can_be_checked_by_hand(repeating: Table) -> None:
    found = shortest_repetition(repeating)
    assert found is not None
    assert found.plies == 2
    position = found.steps[0].position
    assert position.key == sp.serpent.parse(REPETITION).key
    for step in found.steps:
        assert step.position == position
        assert {step.move, *(move for move, _ in step.others)} == set(position.moves())
        assert all(value.outcome == "loss" for _, value in step.others)
        position = position.play(step.move)
    assert position == found.steps[0].position


def test_no_repetition(table: Table) -> None:
    assert shortest_repetition(table) is None


# The package as users see it


def test_a_table_shows_what_it_is(repeating: Table) -> None:
    assert repr(repeating) == "<Table serpent size 3: 2 positions, draw that never ends>"


def test_solve_is_a_package_and_shows_itself_as_the_function() -> None:
    assert inspect.signature(sp.solve) == inspect.signature(solve)
    text = pydoc.render_doc(sp.solve, renderer=pydoc.plaintext)
    assert "solve(position: serpentes.games.base.SearchablePosition |" in text
    assert "the values of every position that can be reached" in text


@pytest.mark.parametrize("package", [sp, sp.puzzles], ids=["serpentes", "serpentes.puzzles"])
def test_every_name_is_there_and_listed(package: Any) -> None:
    assert set(package.__all__) <= set(dir(package))
    for name in package.__all__:
        assert getattr(package, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = package.nothing
