"""Folders of tables by material: written slice by slice, resumed, refused when damaged."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import serpentes as sp
from serpentes.games.fighting import Position
from serpentes.solve import slices, table_files
from serpentes.solve.driver import LimitReached
from serpentes.solve.slice_plan import plan
from serpentes.solve.slice_store import InFolder
from serpentes.solve.slice_table import SliceTable
from serpentes.solve.slices import solve
from serpentes.solve.table import Table
from serpentes.solve.verify import verify

fuzz = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
Progress = Callable[[str, int, int | None], None]


@pytest.fixture(scope="module")
def start() -> Position:
    return sp.fighting.start(length=3)


@pytest.fixture(scope="module")
def table(start: Position) -> SliceTable:
    return solve(start)


@pytest.fixture
def folder(table: SliceTable, tmp_path: Path) -> Path:
    path = tmp_path / "a.table"
    table.save(path)
    return path


def names(folder: Path) -> list[str]:
    """The names of what is in a folder, hidden or not."""
    return sorted(entry.name for entry in folder.iterdir())


def opened(path: Path) -> SliceTable:
    """The table of a folder, checked."""
    found = Table.open(path, check=True)
    assert isinstance(found, SliceTable)
    return found


# --- Written and read ----------------------------------------------------------------------------


def test_a_saved_table_is_read_back(table: SliceTable, folder: Path) -> None:
    found = opened(folder)
    assert found.digest == table.digest
    assert found.start == table.start
    assert found.counts() == table.counts()
    assert found.counts_up_to_symmetry() == table.counts_up_to_symmetry()
    assert found.nbytes == table.nbytes == len(table)
    assert found.path == folder
    for men, values in table.slices.items():
        assert np.array_equal(found.slices[men], values)
        assert np.array_equal(np.load(folder / table_files.slice_name(men)), values)
    assert names(folder) == sorted(["manifest.json", *map(table_files.slice_name, table.slices)])
    assert names(folder.parent) == ["a.table"]


def test_arrays_cannot_be_written(table: SliceTable, folder: Path) -> None:
    for found in (table, opened(folder)):
        with pytest.raises(ValueError, match="read-only"):
            found.slices[2, 2][0] = 1


def test_a_table_solved_to_disk_is_the_same_byte_for_byte(
    start: Position, folder: Path, tmp_path: Path
) -> None:
    solved = sp.solve(start, output=tmp_path / "b.table", threads=2)
    assert solved.path == tmp_path / "b.table"
    assert names(tmp_path) == ["a.table", "b.table"]
    assert names(folder) == names(tmp_path / "b.table")
    for name in names(folder):
        assert (folder / name).read_bytes() == (tmp_path / "b.table" / name).read_bytes()


def test_the_manifest_says_what_the_table_is_of(folder: Path, table: SliceTable) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    assert set(manifest) == set(table_files.FIELDS[table_files.SLICED])
    assert manifest["format"] == "serpentes-slices"
    assert manifest["game"] == "fighting"
    assert manifest["board"] == {"length": 3}
    assert manifest["rulings"] == table.start.rulings.as_dict()
    assert manifest["counts"] == {**table.counts(), "up_to_symmetry": table.counts_up_to_symmetry()}
    one = manifest["slices"]["slice-02-03.npy"]
    values = table.slices[2, 3]
    assert one["positions"] == len(values)
    assert {int(b): n for b, (n, _) in one["histogram"].items()} == {
        byte: int(n) for byte, n in enumerate(np.bincount(values)) if n
    }
    assert sum(n for _, n in one["histogram"].values()) == one["placements"] == 45 * 56


def test_the_digest_depends_on_rulings_and_slices(table: SliceTable) -> None:
    others = [
        solve(sp.fighting.start(3, adjudication="draw")),
        solve(sp.fighting.start(3), men=5),
        solve(sp.fighting.start(3, side="w")),
    ]
    assert len({table.digest, *(other.digest for other in others)}) == 4


def test_a_table_is_replaced_by_one_of_another_kind(folder: Path, table: SliceTable) -> None:
    serpent = sp.solve(sp.serpent.start(size=2), output=folder)
    assert Table.open(folder, check=True).digest == serpent.digest
    sp.solve(table.start, output=folder)
    assert opened(folder).digest == table.digest
    assert names(folder.parent) == ["a.table"]


def test_what_is_no_table_is_not_replaced(table: SliceTable, folder: Path) -> None:
    (folder / "notes.txt").write_text("precious")
    for write in (table.save, lambda path: sp.solve(table.start, output=path)):
        with pytest.raises(ValueError, match="is there and is no table"):
            write(folder)
    assert (folder / "notes.txt").read_text() == "precious"


def test_folders_that_cannot_be_written(start: Position, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no such folder"):
        sp.solve(start, output=tmp_path / "missing" / "a.table")


# --- Stopped and resumed -------------------------------------------------------------------------


def interrupt_at(pair: int) -> Progress:
    """Return a progress report that presses Ctrl-C when that many pairs have reported."""
    seen: set[str] = set()

    def progress(doing: str, *_: object) -> None:
        met = len(seen)
        seen.add(doing.split(",", maxsplit=1)[0])
        if met < len(seen) == pair:
            signal.raise_signal(signal.SIGINT)

    return progress


class Stopped(NamedTuple):
    """What is left of a run that was stopped half-way."""

    output: Path
    checkpoint: Path


@pytest.fixture
def stopped(start: Position, tmp_path: Path) -> Stopped:
    output = tmp_path / "a.table"
    with pytest.raises(KeyboardInterrupt):
        solve(start, output=output, progress=interrupt_at(12), threads=1)
    checkpoint = tmp_path / "a.table.checkpoint"
    assert names(tmp_path) == ["a.table.checkpoint"]
    return Stopped(output, checkpoint)


def test_a_stopped_run_leaves_a_table_of_what_is_finished(
    stopped: Stopped, table: SliceTable
) -> None:
    kept = opened(stopped.checkpoint)
    assert 0 < len(kept) < len(table)
    for men, values in kept.slices.items():
        assert np.array_equal(values, table.slices[men])


@pytest.mark.parametrize("pair", [1, 2, 9, 18])
def test_a_stopped_run_goes_on(
    pair: int,
    start: Position,
    table: SliceTable,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    output = tmp_path / "a.table"
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        solve(start, output=output, progress=interrupt_at(pair), threads=2)
    assert signal.getsignal(signal.SIGINT) is before
    checkpoint = tmp_path / "a.table.checkpoint"
    kept = set(opened(checkpoint).slices) if checkpoint.exists() else set()
    solved: list[tuple[int, int]] = []
    work = slices._Work.pair

    def counted(self: Any, pair: Any, done: int) -> Any:
        solved.extend(pair.slices)
        return work(self, pair, done)

    monkeypatch.setattr(slices._Work, "pair", counted)
    again = solve(start, output=output, threads=1)
    assert set(solved) == set(table.slices) - kept
    assert again.digest == table.digest == opened(output).digest
    assert names(tmp_path) == ["a.table"]


def test_a_run_may_be_stopped_again_and_again(
    start: Position, table: SliceTable, tmp_path: Path
) -> None:
    output, stops = tmp_path / "a.table", 0
    while not output.exists():
        try:
            solve(start, output=output, progress=interrupt_at(8), threads=1)
        except KeyboardInterrupt:
            stops += 1
    assert stops >= 2
    assert opened(output).digest == table.digest


def test_progress_of_a_resumed_run_begins_where_it_was(stopped: Stopped, start: Position) -> None:
    seen: list[tuple[int, int | None]] = []
    solve(start, output=stopped.output, progress=lambda _, *numbers: seen.append(numbers))
    first, total = seen[0]
    assert total is not None
    assert 0.1 < first / total < 0.9


def test_a_killed_run_leaves_files_that_do_no_harm(
    stopped: Stopped, start: Position, table: SliceTable
) -> None:
    """As when the process ends while a slice or the manifest is being written."""
    (stopped.checkpoint / "slice-05-05.npy").write_bytes(b"half")
    (stopped.checkpoint / ".manifest.json").write_bytes(b"{")
    assert solve(start, output=stopped.output).digest == table.digest
    assert opened(stopped.output).digest == table.digest
    assert ".manifest.json" not in names(stopped.output)


def test_a_run_that_is_killed_before_the_first_pair_is_finished(
    start: Position, table: SliceTable, tmp_path: Path
) -> None:
    checkpoint = tmp_path / "a.table.checkpoint"
    checkpoint.mkdir()
    (checkpoint / "slice-01-01.npy").write_bytes(b"half")
    assert solve(start, output=tmp_path / "a.table").digest == table.digest


def refusal(start: Position, output: Path, **options: Any) -> str:
    """Go on with a run that has to be refused; the message, checked to be one line."""
    with pytest.raises(ValueError, match="checkpoint") as error:
        solve(start, output=output, **options)
    assert len(str(error.value).splitlines()) == 1
    return str(error.value)


@pytest.mark.parametrize(
    "other",
    [
        sp.fighting.start(3, adjudication="draw"),
        sp.fighting.start(3, side="w"),
        sp.fighting.start(2),
    ],
    ids=repr,
)
def test_a_checkpoint_of_another_solve_is_refused(stopped: Stopped, other: Position) -> None:
    before = names(stopped.checkpoint)
    assert "belongs to another position or other rulings" in refusal(other, stopped.output)
    assert names(stopped.checkpoint) == before


def test_a_checkpoint_of_a_table_by_keys_is_refused(start: Position, tmp_path: Path) -> None:
    sp.solve(sp.serpent.start(size=2), output=tmp_path / "a.table.checkpoint")
    assert "belongs to another position" in refusal(start, tmp_path / "a.table")


def test_a_checkpoint_of_more_men_is_refused(stopped: Stopped, start: Position) -> None:
    assert "has slices of more men than are asked for" in refusal(start, stopped.output, men=3)


def test_a_checkpoint_of_fewer_men_is_gone_on_with(
    start: Position, table: SliceTable, tmp_path: Path
) -> None:
    solve(start, men=5, output=tmp_path / "a.table.checkpoint")
    assert solve(start, output=tmp_path / "a.table").digest == table.digest


def test_what_is_no_checkpoint_is_left_alone(start: Position, tmp_path: Path) -> None:
    checkpoint = tmp_path / "a.table.checkpoint"
    checkpoint.write_text("precious")
    assert "is no folder; choose another output" in refusal(start, tmp_path / "a.table")
    checkpoint.unlink()
    checkpoint.mkdir()
    (checkpoint / "thesis.txt").write_text("precious")
    assert "is damaged" in refusal(start, tmp_path / "a.table")
    assert (checkpoint / "thesis.txt").read_text() == "precious"


@fuzz
@given(st.data())
def test_a_damaged_checkpoint_is_refused(
    stopped: Stopped, start: Position, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(names(stopped.checkpoint)))
    path = stopped.checkpoint / name
    good = path.read_bytes()
    place = data.draw(st.integers(0, len(good) - 1))
    bad = good[:place] + bytes([good[place] ^ data.draw(st.integers(1, 255))]) + good[place + 1 :]
    # The version of the tool is the one thing in a manifest that may change.
    assert damaged(path, bad, start, stopped.output) or name == "manifest.json"
    assert damaged(path, good[:place], start, stopped.output)


def damaged(path: Path, bad: bytes, start: Position, output: Path) -> bool:
    """Whether a run with this file in its checkpoint would be refused; if not, it is harmless."""
    good = path.read_bytes()
    path.write_bytes(bad)
    try:
        store = InFolder(plan(start), output)
    except ValueError as error:
        assert len(str(error).splitlines()) == 1
        return "damaged" in str(error)
    finally:
        path.write_bytes(good)
    assert store.done() == set(opened(path.parent).slices)
    return False


def test_a_disk_without_room(
    start: Position, stopped: Stopped, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(stopped.checkpoint)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=4000))
    with pytest.raises(
        LimitReached, match=r"^the table needs [0-9,]+ bytes more on disk, where 4,"
    ):
        solve(start, output=stopped.output)
    assert stopped.checkpoint.exists()


def test_a_full_disk_leaves_what_is_finished(
    start: Position, table: SliceTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, write = tmp_path / "a.table", table_files.write_array

    def failing(path: Path, array: Any) -> None:
        if path.name == "slice-04-03.npy":
            path.write_bytes(b"half")
            raise OSError(28, "No space left on device")
        write(path, array)

    with monkeypatch.context() as patch:
        patch.setattr(table_files, "write_array", failing)
        with pytest.raises(OSError, match="No space left"):
            solve(start, output=output)
    kept = opened(tmp_path / "a.table.checkpoint")
    assert max(map(sum, kept.slices)) in (6, 7)
    assert solve(start, output=output).digest == table.digest


# --- Damage --------------------------------------------------------------------------------------


def refused(folder: Path, check: bool = True) -> str:
    """Open a folder that has to be refused; the message, checked to be one line."""
    with pytest.raises((ValueError, OSError)) as error:
        Table.open(folder, check=check)
    message = str(error.value)
    assert len(message.splitlines()) == 1
    return message


def rewrite(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest as a skilled hand would: with a digest that fits."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    manifest["digest"] = table_files.content_digest(manifest)
    path.write_bytes(table_files._canonical(manifest))


@fuzz
@given(st.data())
def test_a_flipped_byte_is_refused(folder: Path, table: SliceTable, data: st.DataObject) -> None:
    path = folder / data.draw(st.sampled_from(names(folder)))
    good = path.read_bytes()
    place = data.draw(st.integers(0, len(good) - 1))
    flip = data.draw(st.integers(1, 255))
    path.write_bytes(good[:place] + bytes([good[place] ^ flip]) + good[place + 1 :])
    try:
        found = opened(folder)
    except ValueError as error:
        assert len(str(error).splitlines()) == 1
    else:
        # The version of the tool is the one thing that may change: it is no part of the table.
        assert path.name == "manifest.json"
        assert found.digest == table.digest
    finally:
        path.write_bytes(good)


@fuzz
@given(st.data())
def test_a_truncated_or_longer_file_is_refused(folder: Path, data: st.DataObject) -> None:
    path = folder / data.draw(st.sampled_from(names(folder)))
    good = path.read_bytes()
    length = data.draw(st.integers(0, len(good) - 1))
    for bad in (good[:length], good + data.draw(st.binary(min_size=1, max_size=20))):
        path.write_bytes(bad)
        try:
            refused(folder, check=False)
        finally:
            path.write_bytes(good)


SLICE = "slice-03-02.npy"
CHANGES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda m: m.update(slices=[]), "has no valid slices; expected dict"),
    (lambda m: m["slices"].pop(SLICE), "has no slice-03-02.npy, on which slice-02-03.npy depends"),
    (lambda m: m["slices"].pop("slice-01-01.npy"), "has no slice-01-01.npy, on which slice-"),
    (lambda m: m["slices"].update(x=m["slices"][SLICE]), "has no valid slice 'x'"),
    (
        lambda m: m["slices"].update({"slice-06-05.npy": m["slices"][SLICE]}),
        "has no valid slice 'slice-06-05.npy'",
    ),
    (
        lambda m: m["slices"].update({"slice-00-02.npy": m["slices"][SLICE]}),
        "has no valid slice 'slice-00-02.npy'",
    ),
    (
        lambda m: m["slices"].update({"slice-04-02.npy": m["slices"][SLICE]}),
        "has the wrong size of slice-04-02.npy",
    ),
    (lambda m: m["slices"].update({SLICE: 3}), "has no valid slice 'slice-03-02.npy'"),
    (lambda m: m["slices"][SLICE].pop("digest"), "has no valid slice 'slice-03-02.npy'"),
    (lambda m: m["slices"][SLICE].update(digest=3), "has no valid slice 'slice-03-02.npy'"),
    (lambda m: m["slices"][SLICE].update(digest="00"), "does not fit its digest"),
    (lambda m: m["slices"][SLICE].update(positions=7), "has no valid slice 'slice-03-02.npy'"),
    (lambda m: m["slices"][SLICE].update(histogram=[]), "has no valid slice 'slice-03-02.npy'"),
    (
        lambda m: m["slices"][SLICE]["histogram"].update({"256": [0, 0]}),
        "has no valid slice 'slice-03-02.npy'",
    ),
    (
        lambda m: m["slices"][SLICE]["histogram"].update({"7": [0.5, 0]}),
        "has no valid slice 'slice-03-02.npy'",
    ),
    (lambda m: m["counts"].update(win=1), "the counts of manifest.json are not those of its slice"),
    (lambda m: m.update(counts={}), "the counts of manifest.json are not those of its slices"),
    (lambda m: m.update(format="serpentes-table"), "has no valid key_words; expected int"),
    (lambda m: m.update(game="serpent"), "rulings are not all of hostility, stuck"),
    (lambda m: m.update(start="ww/3/bb b"), "the board is not that of the start position"),
    (lambda m: m.update(start=m["start"] + " "), "the start position is not in canonical notation"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_manifests_that_were_tampered_with(
    folder: Path, change: Callable[[dict[str, Any]], object], message: str
) -> None:
    rewrite(folder, change)
    assert message in refused(folder)


def test_counts_that_were_tampered_with(folder: Path) -> None:
    """Only reading all values can tell, which opening a table leaves out."""

    def change(manifest: dict[str, Any]) -> None:
        for name in ("slice-02-03.npy", "slice-03-02.npy"):
            histogram = manifest["slices"][name]["histogram"]
            for byte in ("0", "1" if name == "slice-02-03.npy" else "2"):
                histogram[byte][0] += 1 if byte == "0" else -1
        up_to_symmetry = manifest["counts"]["up_to_symmetry"]
        up_to_symmetry["draw"] += 2
        up_to_symmetry["win"] -= 1
        up_to_symmetry["loss"] -= 1

    rewrite(folder, change)
    found = opened(folder)
    with pytest.raises(ValueError, match=r"the histogram of slice-02-03\.npy is not that"):
        found.verify_counts()
    assert "the histogram of slice-02-03.npy" in str(verify(found))


def test_a_missing_slice(folder: Path) -> None:
    (folder / SLICE).unlink()
    assert refused(folder, check=False).endswith("has no file slice-03-02.npy")


def test_a_serpent_table_that_says_it_is_one_by_material(tmp_path: Path) -> None:
    sp.solve(sp.serpent.start(size=2), output=tmp_path / "a")
    rewrite(tmp_path / "a", lambda m: m.update(format="serpentes-slices", slices={}))
    assert "serpent is not solved by material" in refused(tmp_path / "a")


def test_a_fighting_table_that_says_it_is_one_by_keys(folder: Path) -> None:
    rewrite(
        folder,
        lambda m: m.update(format="serpentes-table", key_words=1, digests={}),
    )
    assert "fighting is not solved by keys" in refused(folder)


def test_two_solves_to_one_output(start: Position, tmp_path: Path) -> None:
    """The second is refused, whatever its rulings; the first goes on as if nothing had been."""
    refused: list[str] = []

    def progress(doing: str, done: int, total: int | None) -> None:
        if not refused:
            for other in (start, sp.fighting.start(length=3, arc="none")):
                with pytest.raises(ValueError, match="in use by another solve") as said:
                    solve(other, threads=1, output=tmp_path / "a.table")
                refused.append(str(said.value))

    found = solve(start, threads=1, output=tmp_path / "a.table", progress=progress)
    assert len(refused) == 2
    assert found.digest == solve(start, threads=1).digest
    assert names(tmp_path) == ["a.table"]


def test_nothing_is_left_of_a_solve_that_has_not_finished_a_pair(
    start: Position, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(work: object) -> None:
        assert names(tmp_path) == ["a.table.checkpoint"]
        raise KeyboardInterrupt

    monkeypatch.setattr(slices._Work, "all", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solve(start, threads=1, output=tmp_path / "a.table")
    assert names(tmp_path) == []
