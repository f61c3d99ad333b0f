"""Proof-number search that ends at the positions of a solved table: answers, proofs, the border."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_runner import refused, run
from random_positions import played

import serpentes as sp
from serpentes.core import load
from serpentes.games.base import MaterialPosition, SearchablePosition
from serpentes.solve.driver import LimitReached
from serpentes.solve.key_table import KeyTable
from serpentes.solve.proof_check import proof_faults
from serpentes.solve.proof_files import Goal
from serpentes.solve.slice_table import SliceTable
from serpentes.solve.strategies import falls_short
from serpentes.solve.table import Table
from serpentes.solve.table_moves import TableMoves

GOALS: tuple[Goal, Goal] = ("win", "draw")
SMALL = 1 << 22
MOST_OPEN = 12
"""Of 200 questions; where many men go round, the search may not find an end."""


def placed(start: MaterialPosition, most: int, count: int, seed: int) -> list[SearchablePosition]:
    """Positions of random men, at most so many of either side."""
    chance = random.Random(seed)
    points = list(range(start.core.points(start.rules)))
    found: list[SearchablePosition] = []
    for _ in range(count):
        chance.shuffle(points)
        own, other = chance.randrange(1, most + 1), chance.randrange(1, most + 1)
        men = [sum(1 << point for point in some) for some in (points[:own], points[-other:])]
        found.append(start.placed(*men))
    return found


def right(whole: Table, position: SearchablePosition, goal: Goal) -> str:
    return "no" if falls_short(whole[position].outcome, goal) else "yes"


def agree(
    whole: Table, leaves: Table, positions: Iterable[SearchablePosition], *, nodes: int = 200_000
) -> list[tuple[SearchablePosition, Goal]]:
    """Hold the answers with a table at the leaves against those of the whole table.

    Returns the questions without an answer after so many nodes.
    """
    open_: list[tuple[SearchablePosition, Goal]] = []
    for position in positions:
        for goal in GOALS:
            found = sp.prove(
                position, goal, nodes=nodes, table_bytes=SMALL, threads=1, table=leaves
            )
            if found.answer == "unknown":
                open_.append((position, goal))
            else:
                assert found.answer == right(whole, position, goal), (position, goal)
    return open_


@pytest.mark.parametrize("rulings", [{}, {"hostility": "end-of-turn"}, {"stuck": "passes"}])
def test_every_position_of_size_2(rulings: dict[str, str]) -> None:
    start = sp.serpent.start(size=2, **rulings)
    whole = sp.solve(start, threads=1)
    for before in start.children()[0][1].children()[:3]:
        part = sp.solve(before[1], threads=1)
        assert len(part) < len(whole)
        assert agree(whole, part, whole) == []


def test_positions_of_size_3(size_3: Table) -> None:
    middle = [p for p in played(sp.serpent.start(size=3), 200, seed=7) if 6 < p.perft(1) < 14]
    part = sp.solve(max(middle, key=lambda p: p.perft(1)), threads=1)
    assert 1 < len(part) < len(size_3)
    assert agree(size_3, part, middle) == []
    after = [child for p in middle[:5] for _, child in p.children() if child.outcome is None]
    assert agree(size_3, part, after) == []


@pytest.mark.parametrize(
    "rulings",
    [
        {},
        {"adjudication": "draw"},
        {"direction": "forward"},
        {"capture": "compulsory", "chain": "full"},
        {"arc": "row"},
    ],
    ids=str,
)
@pytest.mark.parametrize("length", [3, 4])
def test_fighting(length: int, rulings: dict[str, str]) -> None:
    start = sp.fighting.start(length=length, **rulings)
    whole, part = sp.solve(start, threads=1), sp.solve(start, men=4, threads=1)
    positions = placed(start, 4, 100, seed=length)
    assert len(agree(whole, part, positions)) <= MOST_OPEN


def test_what_goes_round_comes_to_an_end() -> None:
    """Without a table, some of these questions have no answer after as many nodes."""
    start = sp.fighting.start(length=3, adjudication="draw")
    whole, part = sp.solve(start, threads=1), sp.solve(start, men=4, threads=1)
    assert agree(whole, part, played(start, 60, seed=1)) == []


def test_a_position_of_the_table_needs_no_search() -> None:
    start = sp.fighting.start(length=4)
    table = sp.solve(start, men=3, threads=1)
    for position in placed(start, 1, 20, seed=2):
        for goal in GOALS:
            found = sp.prove(position, goal, table=table, threads=1)
            assert (found.answer, found.nodes) == (right(table, position, goal), 0)


def test_threads_find_the_same() -> None:
    start = sp.fighting.start(length=3)
    whole, part = sp.solve(start, threads=1), sp.solve(start, men=4, threads=1)
    for position in placed(start, 4, 20, seed=4):
        found = sp.prove(position, table=part, threads=2)
        assert found.answer == right(whole, position, "win")


# Proofs


@pytest.mark.parametrize("rulings", [{}, {"adjudication": "draw"}, {"direction": "forward"}])
def test_proofs_need_no_table(rulings: dict[str, str]) -> None:
    start = sp.fighting.start(length=3, **rulings)
    part = sp.solve(start, men=4, threads=1)
    written = 0
    for position in placed(start, 3, 25, seed=5):
        for goal in GOALS:
            search = sp.ProofSearch(position, goal, table_bytes=SMALL, threads=1, table=part)
            assert search.run().answer != "unknown"
            try:
                proof = search.proof()
            except LimitReached as limit:
                assert "a capture has to be forced" in str(limit)
                continue
            assert list(proof_faults(proof)) == [], (position, goal)
            written += 1
    assert written >= 40


def test_proofs_of_serpent() -> None:
    start = sp.serpent.start(size=2)
    part = sp.solve(start.play("a1"), threads=1)
    for goal in GOALS:
        search = sp.ProofSearch(start, goal, table_bytes=SMALL, threads=1, table=part)
        assert search.run().answer == "no"
        assert sp.check_proof(search.proof()) is None


def test_a_capture_that_is_hard_to_force(monkeypatch: pytest.MonkeyPatch) -> None:
    position = sp.fighting.parse("ww/1b1/b1 b")
    table = sp.solve(sp.fighting.start(length=2), threads=1)
    moves = TableMoves(table, "b", "win")
    assert [str(move) for move, _ in moves.good(position)] == ["m2-b2"]
    monkeypatch.setattr("serpentes.solve.hunt.MOST_LOOKUPS", 3)
    with pytest.raises(LimitReached, match="in 'ww/1b1/b1 b' a capture has to be forced"):
        moves.good(position)


# The border


def keyed() -> tuple[KeyTable, Any]:
    table = sp.solve(sp.serpent.start(size=2), threads=1)
    assert isinstance(table, KeyTable)
    return table, load("serpent2").Leaves


def test_keys_and_values_that_are_none() -> None:
    table, leaves = keyed()
    keys, values = table.keys, table.values
    assert leaves(0, keys, values).positions == len(table)
    wrong = values.copy()
    wrong[3] = 8 << 2
    for arguments, says in (
        ((4, keys, values), "rulings: expected 0 to 3, got 4"),
        ((0, keys[:5], values), "as many of both, got 5 and 48"),
        ((0, keys[:0], values[:0]), "as many of both, got 0 and 0"),
        ((0, np.hstack((keys, keys)), values), "rows of 1 words, got 2"),
        ((0, keys[::-1].copy(), values), "ascending keys and codes of outcomes, not so at 1"),
        ((0, keys, wrong), "ascending keys and codes of outcomes, not so at 3"),
        ((0, keys[::2], values[:24]), "contiguous"),
        ((0, keys.astype(np.uint32), values), "dtype mismatch"),
        ((0, keys, values.astype(np.uint8)), "dtype mismatch"),
        ((0, keys[:, 0].copy(), values), "wrong number of dimensions"),
    ):
        with pytest.raises(ValueError, match=says):
            leaves(*arguments)
    with pytest.raises(TypeError, match="must not be None"):
        leaves(0, None, values)


def test_slices_that_are_none() -> None:
    table = sp.solve(sp.fighting.start(length=3), men=3, threads=1)
    assert isinstance(table, SliceTable)
    leaves, slices = load("fighting").Leaves, dict(table.slices)
    rules = table.start.rules
    assert leaves(rules, slices).positions == len(table)
    short = slices[1, 1][:-1]
    for arguments, error, says in (
        ((rules, {(1, 1): short}), ValueError, "bytes for 1 and 1 men"),
        ((rules, {(1, 1): None}), TypeError, "expected an array of bytes for the slice"),
        ((rules, {(1, 1): slices[1, 1].astype(np.uint16)}), ValueError, "dtype mismatch"),
        ((rules, {(0, 1): short}), ValueError, "own men: expected 1 to 24, got 0"),
        ((rules, {(1, 10): short}), ValueError, "expected at most 10 in all"),
        ((rules, {1: short}), TypeError, "expected the numbers of men of both sides, got 1"),
        ((rules, [slices]), TypeError, "incorrect type"),
        ((rules | 2 << 5, slices), ValueError, "expected no huff"),
        ((1, slices), ValueError, "expected a length of 2 to 16, got 1"),
    ):
        with pytest.raises(error, match=says):
            leaves(*arguments)


def test_leaves_of_other_rulings() -> None:
    table, leaves = keyed()
    proofs = load("serpent2").Proofs
    with pytest.raises(ValueError, match="leaves: expected a table of the rulings 1, got 0"):
        proofs(1, SMALL, leaves(0, table.keys, table.values))
    with pytest.raises(TypeError, match="incorrect type"):
        proofs(0, SMALL, table)
    found = proofs(0, SMALL, table.leaves)
    assert found.leaves is table.leaves
    assert proofs(0, SMALL).leaves is None


@pytest.mark.parametrize(
    ("position", "says"),
    [
        (sp.fighting.start(length=3), "has the game fighting; expected serpent as in the table"),
        (sp.serpent.start(size=3), "has the board size 3; expected size 2 as in the table"),
        (sp.serpent.start(size=2, stuck="passes"), "has the rulings .* as in the table"),
    ],
)
def test_a_table_that_does_not_fit(position: SearchablePosition, says: str) -> None:
    table, _ = keyed()
    with pytest.raises(ValueError, match=says):
        sp.prove(position, table=table)


def test_a_huff_has_no_table() -> None:
    table = sp.solve(sp.fighting.start(length=3), men=3, threads=1)
    with pytest.raises(ValueError, match="has the rulings"):
        sp.prove(sp.fighting.start(length=3, capture="huff"), table=table)


# Commands


def test_search_with_a_table(tmp_path: Path) -> None:
    table, proof = str(tmp_path / "table"), str(tmp_path / "proof.json")
    sp.solve(sp.fighting.start(length=4), men=4, threads=1).save(table)
    text = "bb2/1w3/2ww b"
    asked = ("search", "fighting", text, "--goal", "draw", "--threads", "1", "--table", table)
    said = run(*asked, "--proof", proof)
    assert said.code in {0, 1}
    assert "unknown" not in said.out
    assert f"proof      {proof}" in said.out
    assert run("proof", "check", proof).code == 0
    assert f'"table":"{table}"' in run(*asked, "--json").out.replace(" ", "")


def test_commands_refuse_tables(tmp_path: Path) -> None:
    table = str(tmp_path / "table")
    sp.solve(sp.serpent.start(size=2), threads=1).save(table)
    asked = ("search", "serpent", "--size", "3", "--table", table)
    assert refused(*asked).endswith("expected size 2 as in the table")
    assert refused("ladder", "serpent", "--size", "4", "--table", table).endswith(
        "expected size 2 as in the table"
    )
    assert refused(*asked, "--plies", "3").endswith("expected size 2 as in the table")
    assert "no such table folder" in refused("search", "serpent", "--table", str(tmp_path / "none"))
    values = tmp_path / "table" / "values.npy"
    data = bytearray(values.read_bytes())
    data[-1] ^= 1
    values.write_bytes(data)
    assert "is damaged" in refused("search", "serpent", "--size", "2", "--table", table)


def test_a_ladder_with_a_table(tmp_path: Path) -> None:
    table = str(tmp_path / "table")
    sp.solve(sp.fighting.start(length=16), men=2, threads=1).save(table)
    asked = ("ladder", "fighting", "--length", "16", "--rung", "6", "--threads", "1")
    said = run(*asked, "--time", "0.05", "--memory", "64K", "--json", "--table", table)
    assert said.code == 0
    assert f'"table":"{table}"' in said.out.replace(" ", "")
