"""Proof-number searches that are kept in a file, and go on from it."""

from __future__ import annotations

import errno
import json
import os
import signal
from functools import cache
from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np
import pytest
from cli_runner import refused, run
from hypothesis import given
from hypothesis import strategies as st

import serpentes as sp
from serpentes.games.base import SearchablePosition

DRAWISH = sp.fighting.start(length=3, adjudication="draw")
STARTS: list[SearchablePosition] = [
    sp.serpent.start(size=3),
    sp.serpent.start(size=2, stuck="passes"),
    sp.fighting.start(length=4),
    DRAWISH,
]
"""Searches of thousands of nodes; in Fighting Serpents with results that lean on their path."""


def one(position: SearchablePosition, **options: Any) -> sp.ProofSearch:
    return sp.ProofSearch(position, "draw", threads=1, table_bytes=1 << 24, **options)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_a_search_goes_on_as_if_it_had_not_been_stopped(
    start: SearchablePosition, tmp_path: Path
) -> None:
    path = tmp_path / "search"
    through = one(start)
    through.run(nodes=1000)
    through.save(path)
    again = one(start)
    assert again.restore(path) is True
    assert again.result == through.result
    before, after = again.run(), through.run()
    assert (before.answer, before.nodes) == (after.answer, after.nodes)
    again.save(path)
    known = one(start)
    known.restore(path)
    assert known.run().nodes == before.nodes
    assert known.result.answer == before.answer


def test_a_table_of_another_size(tmp_path: Path) -> None:
    """A smaller one may lose some of what is known, and is refused where it would lose most."""
    start = sp.serpent.start(size=3)
    search = sp.ProofSearch(start, threads=1, table_bytes=1 << 21)
    search.run(nodes=20_000)
    search.save(tmp_path / "search")
    for table_bytes in (1 << 20, 1 << 26):
        other = sp.ProofSearch(start, threads=1, table_bytes=table_bytes)
        assert other.restore(tmp_path / "search")
        assert other.run().answer == "no"
    small = sp.ProofSearch(start, threads=1, table_bytes=1 << 16)
    with pytest.raises(ValueError, match=r"has [0-9,]+ entries, and there is room for [0-9,]+; gi"):
        small.restore(tmp_path / "search")
    assert small.result.nodes == 0


def test_without_a_file_it_begins_at_the_beginning(tmp_path: Path) -> None:
    search = one(DRAWISH)
    assert search.restore(tmp_path / "search") is False
    assert search.result.nodes == 0


def test_that_of_another_question_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "search"
    one(DRAWISH).save(path)
    table = sp.solve(sp.fighting.start(length=3, adjudication="draw"), men=2)
    for other, says in (
        (one(sp.fighting.start(length=3)), r"is of rulings '.*adjudication=draw"),
        (one(DRAWISH.children()[0][1]), f"is of position '{DRAWISH}'; expected "),
        (one(DRAWISH, table=table), "is of table 'none'; expected '[0-9a-f.]+'"),
        (sp.ProofSearch(DRAWISH, "win"), "is of goal 'draw'; expected 'win', or another file"),
        (one(sp.serpent.start(size=2)), "is of game 'fighting'; expected 'serpent'"),
    ):
        with pytest.raises(ValueError, match=says):
            other.restore(path)


def test_what_is_damaged_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "search"
    search = one(sp.serpent.start(size=2))
    search.run()
    search.save(path)
    whole = path.read_bytes()
    for cut in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        with pytest.raises(ValueError, match=r"checkpoint .* is damaged"):
            one(sp.serpent.start(size=2)).restore(path)
    counts: list[object] = [{}, {"nodes": -1, "seconds": 0}, {"nodes": "1", "seconds": 0}, []]
    for data in (*(json.dumps(one).encode() for one in counts), b"[" * 100_000):
        changed(path, whole, counts=data)
        with pytest.raises(ValueError, match=r"checkpoint .* is damaged"):
            one(sp.serpent.start(size=2)).restore(path)
    changed(path, whole, proofs=b"\0")
    with pytest.raises(ValueError, match="ends within an entry"):
        one(sp.serpent.start(size=2)).restore(path)


def changed(path: Path, whole: bytes, **parts: bytes) -> None:
    """Write a checkpoint with some of its parts changed."""
    path.write_bytes(whole)
    with np.load(path) as archive:
        arrays = dict(archive)
    arrays |= {name: np.frombuffer(data, dtype=np.uint8) for name, data in parts.items()}
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


ENTRY = np.dtype(
    [
        ("key", "<u8"),
        ("path", "<u8"),
        ("leans", "<u8"),
        ("phi", "<u4"),
        ("delta", "<u4"),
        ("work", "<u4"),
        ("rank", "<u2"),
        ("aim", "u1"),
    ]
)
"""What is kept of a position on size 2."""


# The compiled part

BIG = (STARTS[0], STARTS[2])


@cache
def snapshot_of(start: SearchablePosition) -> bytes:
    prover = start.prover(1 << 16)
    start.prove(prover, 0, True, 3000)
    assert prover.snapshot()
    return prover.snapshot()


@pytest.mark.parametrize("start", BIG, ids=str)
def test_a_snapshot_is_that_of_the_table(start: SearchablePosition) -> None:
    snapshot = snapshot_of(start)
    again: Any = start.prover(1 << 16)
    assert again.snapshot() == b""
    again.restore(snapshot)
    assert again.snapshot() == snapshot
    for wrong, error in ((snapshot[:-1], ValueError), ("text", TypeError), (None, TypeError)):
        with pytest.raises(error):
            again.restore(wrong)


@given(data=st.data(), start=st.sampled_from(BIG))
def test_bytes_that_are_changed_do_no_harm(data: st.DataObject, start: SearchablePosition) -> None:
    """They are refused, or taken as what they say: the search goes on in any case."""
    snapshot = bytearray(snapshot_of(start))
    for _ in range(data.draw(st.integers(1, 20))):
        snapshot[data.draw(st.integers(0, len(snapshot) - 1))] = data.draw(st.integers(0, 255))
    again = start.prover(1 << 16)
    try:
        again.restore(bytes(snapshot))
    except ValueError:
        assert again.snapshot() == b""
    answer, _ = start.prove(again, 0, True, 3000)
    assert answer in {0, 1, 2}


# The command

EMPTY = ("search", "serpent", "3/4/5/4/3 b -", "--threads", "1")


def test_the_command_goes_on(tmp_path: Path) -> None:
    kept = ("--checkpoint", str(tmp_path / "search"))
    first = run(*EMPTY, "--nodes", "3000", *kept)
    assert (first.code, first.err) == (1, "")
    assert "not known whether black wins" in first.out
    second = run(*EMPTY, "--json", *kept)
    assert second.err.startswith("serpentes: going on from a search of 3,")
    document = json.loads(second.out)
    assert (second.code, document["answer"]) == (1, "no")
    again = json.loads(run(*EMPTY, "--json", *kept).out)
    assert again == document | {"seconds": again["seconds"]}
    proof = str(tmp_path / "proof.json.gz")
    assert [path.name for path in tmp_path.iterdir()] == ["search"]
    assert run(*EMPTY, "--proof", proof, "--goal", "draw", *kept).code == 2
    assert not Path(proof).exists()


def test_the_answer_is_printed_where_nothing_can_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    path = str(tmp_path / "search")
    small = ("search", "serpent", "--size", "2", "--threads", "1")
    failed = run(*small, "--checkpoint", path, "--proof", str(tmp_path / "proof.json"))
    assert failed.code == 2
    assert "no, black does not win" in failed.out
    assert "none was written" in failed.out
    assert failed.err.startswith(f"serpentes: {path}: ")
    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_that_contradicts_itself(tmp_path: Path) -> None:
    start = sp.serpent.start(size=2)
    search = one(start)
    search.run()
    path = tmp_path / "search"
    search.save(path)
    whole = path.read_bytes()
    with np.load(path) as archive:
        entries = np.frombuffer(archive["proofs"].tobytes(), dtype=ENTRY).copy()
    told = set()
    for first in range(8):
        some = entries.copy()
        some["phi"][first::8], some["delta"][first::8] = (
            entries["delta"][first::8],
            entries["phi"][first::8],
        )
        changed(path, whole, proofs=some.tobytes())
        wrong = one(start)
        wrong.restore(path)
        wrong.run()
        try:
            wrong.proof()
        except ValueError as error:
            told.add(str(error).partition(":")[0])
    assert told == {"the checkpoint that was gone on from is wrong"}


def test_ctrl_c_keeps_it(tmp_path: Path) -> None:
    timer = Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    path = tmp_path / "search"
    position = "4/5/6/7/6/5/4 b -"
    stopped = run("search", "serpent", position, "--checkpoint", str(path))
    timer.join()
    assert stopped.code == 130
    assert path.exists()


def test_bad_input(tmp_path: Path) -> None:
    (tmp_path / "search").write_bytes(b"nonsense")
    line = refused(*EMPTY, "--checkpoint", str(tmp_path / "search"))
    assert "is damaged, or is no checkpoint; remove it or choose another one" in line
    same = ("--checkpoint", str(tmp_path / "new"), "--proof", str(tmp_path / "." / "new"))
    assert "expected two files" in refused(*EMPTY, *same)
    assert (tmp_path / "search").read_bytes() == b"nonsense"
    assert "is a folder" in refused(*EMPTY, "--checkpoint", str(tmp_path))
    assert "no such folder" in refused(*EMPTY, "--checkpoint", str(tmp_path / "a" / "b"))
    line = refused(*EMPTY, "--plies", "3", "--checkpoint", str(tmp_path / "search"))
    assert "--checkpoint is no option of a search with --plies" in line
