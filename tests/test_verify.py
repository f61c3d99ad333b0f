"""Verification: sound tables pass, and whatever byte of a table is wrong is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_runner import refused, run

import serpentes as sp
from serpentes.games.fighting import Position
from serpentes.solve.key_table import KeyTable
from serpentes.solve.retrograde import solve as solve_keys
from serpentes.solve.slice_table import Bytes, Men, SliceTable
from serpentes.solve.slices import solve
from serpentes.solve.value import Value
from serpentes.solve.verify import follows, verify

RULINGS = [
    {},
    {"capture": "compulsory", "chain": "full"},
    {"chain": "single", "arc": "row"},
    {"direction": "forward", "arc": "none"},
    {"rows": "plain", "adjudication": "draw"},
]


@pytest.fixture(scope="module")
def table() -> SliceTable:
    """Length 2 under the defaults."""
    return solve(sp.fighting.start(length=2))


@pytest.fixture(scope="module")
def serpent() -> KeyTable:
    return solve_keys(sp.serpent.start(size=2, stuck="passes"))


def changed(table: SliceTable, **slices: Bytes) -> SliceTable:
    """Return a table with other values in slices, by names such as p2q3; digests are as before."""
    men = {(int(name[1]), int(name[3])): values for name, values in slices.items()}
    return SliceTable(table.start, {**table.slices, **men}, table.facts)


def with_byte(table: SliceTable, men: Men, index: int, byte: int) -> SliceTable:
    """Return a table with one other byte."""
    values = table.slices[men].copy()
    values[index] = byte
    return changed(table, **{f"p{men[0]}q{men[1]}": values})


# --- Tables by material --------------------------------------------------------------------------


@pytest.mark.parametrize("rulings", RULINGS, ids=str)
@pytest.mark.parametrize("length", [2, 3, 4])
def test_tables_are_sound(length: int, rulings: dict[str, str]) -> None:
    solved = solve(sp.fighting.start(length, **rulings))
    for threads in (1, 2):
        assert verify(solved, threads=threads) is None
    assert verify(solved, sample=500, seed=3) is None


def test_parts_of_a_table_are_sound() -> None:
    assert verify(solve(sp.fighting.start(length=16), men=3)) is None
    assert verify(solve(sp.fighting.start(length=3), sides=(2, 4))) is None
    assert verify(solve(sp.fighting.start(length=4, shape="culin"), men=5)) is None


def test_every_single_byte_that_is_wrong_is_found(table: SliceTable) -> None:
    for men, values in table.slices.items():
        for index, byte in enumerate(values.tolist()):
            for other in {0, 1, 2, byte ^ 1, min(byte + 2, 255)} - {byte}:
                damaged = with_byte(table, men, index, other)
                fault = verify(damaged, digests=False, threads=1)
                assert fault is not None, (men, index, byte, other)
                assert fault.position is not None
                assert fault.says == damaged[fault.position]
                assert fault.says != fault.follows
                assert str(fault.position) in str(fault)


def test_the_first_fault_is_in_the_slice_that_is_wrong_or_next_to_it(table: SliceTable) -> None:
    fault = verify(with_byte(table, (3, 3), 5, 200), digests=False)
    assert fault is not None
    assert fault.position is not None
    assert isinstance(fault.position, Position)
    assert fault.position.men == (3, 3)
    assert fault.follows is not None
    assert f"from its moves follows a {fault.follows}" in fault.reason


def test_what_is_not_forced_is_found(table: SliceTable) -> None:
    """Values of endless play that hold each other up, so that each follows from its successors."""
    found = 0
    for men, values in table.slices.items():
        if men[0] <= men[1]:
            continue
        # The side with fewer men is said to force a draw wherever its loss is not forced.
        mine, theirs = values.copy(), table.slices[men[::-1]].copy()
        mine[mine == 2] = 0
        theirs[theirs == 1] = 0
        if np.array_equal(mine, values):
            continue
        names = {f"p{men[0]}q{men[1]}": mine, f"p{men[1]}q{men[0]}": theirs}
        fault = verify(changed(table, **names), digests=False)
        assert fault is not None, men
        found += "is not what play forces" in fault.reason
    assert found


def test_digests_name_the_file(table: SliceTable, tmp_path: Path) -> None:
    damaged = with_byte(table, (2, 1), 3, 77)
    fault = verify(damaged)
    assert str(fault) == (
        "table in memory: slice-02-01.npy is damaged, as it does not fit its digest"
    )
    assert fault is not None
    assert fault.position is None


def test_a_sample_is_drawn_from_every_slice(table: SliceTable) -> None:
    for men, values in table.slices.items():
        damaged = changed(table, **{f"p{men[0]}q{men[1]}": np.full_like(values, 99)})
        fault = verify(damaged, sample=len(table.slices), digests=False)
        assert fault is not None


def test_a_sample_depends_on_the_seed_alone(table: SliceTable) -> None:
    damaged = changed(table, p3q3=np.full_like(table.slices[3, 3], 99))
    faults = [verify(damaged, sample=60, seed=seed, digests=False) for seed in (0, 0, 1, 2)]
    assert faults[0] == faults[1] is not None
    assert len(set(map(str, faults))) > 1


def test_a_sample_may_be_larger_than_the_table(table: SliceTable) -> None:
    assert verify(table, sample=10**6) is None


@pytest.mark.parametrize("option", ["sample", "threads"])
def test_options_that_are_not_positive(option: str, table: SliceTable) -> None:
    options: Any = {option: 0}
    with pytest.raises(ValueError, match=f"^{option} is 0; expected at least 1$"):
        verify(table, **options)


@pytest.mark.parametrize("sample", [None, 40])
def test_progress_goes_up_to_the_total(sample: int | None, table: SliceTable) -> None:
    seen: list[tuple[str, int, int | None]] = []
    verify(table, sample=sample, progress=lambda *report: seen.append(report))
    done = [report[1] for report in seen]
    assert done == sorted(done)
    assert len(set(done)) > 20
    total = seen[0][2]
    assert total is not None
    assert {report[2] for report in seen} == {total}
    assert 0 < done[-1] <= total


# --- Tables by keys ------------------------------------------------------------------------------


@pytest.mark.parametrize("stuck", ["loses", "passes"])
def test_serpent_tables_are_sound(stuck: str) -> None:
    solved = solve_keys(sp.serpent.start(size=2, stuck=stuck))
    assert verify(solved) is None
    assert verify(solved, sample=10) is None


def test_serpent_tables_with_draws_that_never_end_are_sound() -> None:
    assert verify(solve_keys(sp.serpent.parse("ww1/b1b1/ww1bw/bww1/3 b bw"))) is None
    assert verify(solve_keys(sp.serpent.parse("1ww/2bb/wbw2/b1w1/bbw b bw"))) is None


def test_size_3_by_sample(size_3: KeyTable) -> None:
    assert verify(size_3, sample=300, seed=7, digests=False) is None


def test_every_single_value_that_is_wrong_is_found(serpent: KeyTable) -> None:
    for index, code in enumerate(serpent.values.tolist()):
        for other in {code ^ 4, 0, 9, 11, 2} - {code}:
            values = serpent.values.copy()
            values[index] = other
            fault = verify(KeyTable(serpent.start, serpent.keys, values))
            assert fault is not None, (index, code, other)
            assert fault.position is not None
            assert fault.says != fault.follows


def test_a_key_that_is_missing(serpent: KeyTable) -> None:
    goes_on = [i for i in range(len(serpent)) if not serpent.position_at(i).finished]
    assert len(goes_on) > 30
    for index in goes_on:
        keys, values = np.delete(serpent.keys, index, axis=0), np.delete(serpent.values, index)
        fault = verify(KeyTable(serpent.start, keys, values))
        assert fault is not None
        missing = "start position is not among" if fault.position is None else "is missing"
        assert missing in fault.reason


def test_what_follows_from_the_moves(serpent: KeyTable, table: SliceTable) -> None:
    for solved in (serpent, table):
        for position in solved:  # type: ignore[attr-defined]
            assert follows(solved, position) == solved[position]
    assert follows(table, sp.fighting.parse("bb/bbw/ww b")) == Value("loss", 0)


# --- The command ---------------------------------------------------------------------------------


@pytest.fixture
def folder(table: SliceTable, tmp_path: Path) -> Path:
    table.save(tmp_path / "a.table")
    return tmp_path / "a.table"


def flip(path: Path, place: int) -> None:
    """Flip a bit of a byte of a file."""
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


def test_verify_json(folder: Path, table: SliceTable) -> None:
    found = run("verify", str(folder), "--json").json
    assert found["seconds"] >= 0
    assert found["game"] == "fighting"
    assert (found["sound"], found["fault"], found["positions"]) == (True, None, 553)
    assert found["digest"] == table.digest
    sampled = run("verify", str(folder), "--sample", "20", "--seed", "5", "--json").json
    assert (sampled["sample"], sampled["seed"], sampled["positions"]) == (20, 5, 20)


def test_verify_for_people(folder: Path) -> None:
    result = run("verify", str(folder))
    assert result.code == 0
    assert result.out.startswith(f"{folder}: 553 positions checked in ")
    assert result.out.endswith(" seconds, no fault\n")


def test_verify_finds_a_flipped_byte_by_its_digest(folder: Path) -> None:
    flip(folder / "slice-04-02.npy", 140)
    result = run("verify", str(folder))
    assert (result.code, result.err) == (1, "")
    assert result.out.endswith("slice-04-02.npy is damaged, as it does not fit its digest\n")


def test_verify_finds_a_flipped_byte_without_digests(folder: Path) -> None:
    for place in range(128, 128 + 12):
        flip(folder / "slice-04-02.npy", place)
        result = run("verify", str(folder), "--no-digests")
        assert result.code == 1
        assert result.out.count("\n") == 1
        assert " in the table, but from its moves follows a " in result.out
        flip(folder / "slice-04-02.npy", place)
    assert run("verify", str(folder), "--no-digests").code == 0


def test_verify_says_what_is_wrong_in_json(folder: Path) -> None:
    flip(folder / "slice-03-03.npy", 135)
    result = run("verify", str(folder), "--no-digests", "--json")
    assert result.code == 1
    found = json.loads(result.out)
    assert found["sound"] is False
    position = sp.fighting.parse(found["fault"]["position"])
    assert found["fault"]["says"] != found["fault"]["follows"]
    assert position.men == (3, 3)


def test_verify_a_serpent_table(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    run("solve", "serpent", "--size", "2", "-o", str(path))
    assert run("verify", str(path), "--json").json["positions"] == 48
    flip(path / "values.npy", 130)
    assert "values.npy is damaged" in run("verify", str(path)).out
    result = run("verify", str(path), "--no-digests")
    assert result.code == 1
    assert "in the table, but from its moves follows a" in result.out


def test_verify_is_refused_what_is_no_table(tmp_path: Path, folder: Path) -> None:
    assert refused("verify", str(tmp_path)).endswith("is no table, as it has no manifest.json")
    assert "--sample" in refused("verify", str(folder), "--sample", "0")
    (folder / "slice-01-01.npy").unlink()
    assert refused("verify", str(folder)).endswith("has no file slice-01-01.npy")
