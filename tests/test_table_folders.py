"""What may be in the way of a table: names that are taken, pipes, devices."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import serpentes as sp
from serpentes.solve.table import Table

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")


@pytest.fixture(params=["serpent", "fighting"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a table of either kind on disk."""
    start = sp.serpent.start(size=2) if request.param == "serpent" else sp.fighting.start(length=2)
    sp.solve(start, threads=1).save(tmp_path / "a.table")
    return tmp_path / "a.table"


def test_a_folder_of_the_users_is_not_in_the_way_of_replacing_a_table(folder: Path) -> None:
    theirs = folder.with_name("a.table.old")
    theirs.mkdir()
    (theirs / "letters").write_text("dear")
    table = Table.open(folder)
    table.save(folder)
    assert Table.open(folder, check=True).digest == table.digest
    assert (theirs / "letters").read_text() == "dear"
    assert sorted(entry.name for entry in folder.parent.iterdir()) == ["a.table", "a.table.old"]


def test_a_pipe_in_a_table_is_refused(folder: Path) -> None:
    """Opening it would wait for a writer, for ever."""
    for file in sorted(folder.iterdir()):
        before = file.read_bytes()
        file.unlink()
        os.mkfifo(file)
        with pytest.raises(ValueError, match=f"{file.name} is no regular file"):
            Table.open(folder, check=True)
        file.unlink()
        file.write_bytes(before)
    Table.open(folder, check=True)


def test_a_folder_with_a_pipe_for_a_manifest_is_no_table_to_replace(folder: Path) -> None:
    table = Table.open(folder)
    (folder / "manifest.json").unlink()
    os.mkfifo(folder / "manifest.json")
    with pytest.raises(ValueError, match="is there and is no table"):
        table.save(folder)
