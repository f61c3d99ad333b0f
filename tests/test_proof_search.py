"""Proof-number search against tables, and the proofs that it writes down."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Timer

import pytest
from random_positions import played

import serpentes as sp
from serpentes.games.base import OPPOSITE, SearchablePosition, Side
from serpentes.solve import proof_strategy
from serpentes.solve.driver import LimitReached
from serpentes.solve.proof_check import proof_faults
from serpentes.solve.proof_files import Goal
from serpentes.solve.strategies import Keeps, falls_short, faults
from serpentes.solve.table import Table

GOALS: tuple[Goal, Goal] = ("win", "draw")
SMALL = 1 << 16
MIDDLE_GAME = "3/1w2/b4/1bw1/2b w bw"
"""Size 3; some 5700 nodes, and a proof of some 800 positions."""


def answer(table: Table, position: SearchablePosition, goal: Goal) -> str:
    return "no" if falls_short(table[position].outcome, goal) else "yes"


def agrees(
    table: Table,
    positions: Iterable[SearchablePosition],
    *,
    proved: bool,
    table_bytes: int = SMALL,
) -> set[str]:
    """The answers of the search, checked against the table; their proofs are checked if wanted."""
    answers = set()
    for position in positions:
        for goal in GOALS:
            search = sp.ProofSearch(position, goal, table_bytes=table_bytes, threads=1)
            found = search.run().answer
            assert found == answer(table, position, goal), (position, goal)
            assert not proved or list(proof_faults(search.proof())) == [], (position, goal)
            answers.add(f"{goal} {found}")
    return answers


@pytest.mark.parametrize("rulings", [{}, {"hostility": "end-of-turn"}, {"stuck": "passes"}])
def test_every_position_of_size_2(rulings: dict[str, str]) -> None:
    table = sp.solve(sp.serpent.start(size=2, **rulings), threads=1)
    assert len(agrees(table, table, proved=True)) == 4


def test_positions_of_size_3(size_3: Table) -> None:
    """Any positions of the table; most are drawn from the end of the game, as most are there."""
    indices = random.Random(5).sample(range(len(size_3)), 400)
    positions = [size_3.position_at(index) for index in indices]
    assert len(agrees(size_3, positions, proved=False)) == 4
    agrees(size_3, positions[:60], proved=True)


def test_a_thousand_positions_in_one_table(size_3: Table) -> None:
    """Whatever the searches before have left there."""
    search = sp.ProofSearch(size_3.start, table_bytes=1 << 26, threads=1)
    answers = set()
    for position in played(size_3.start, 1000, 6, most=60):
        for goal in GOALS:
            found = search.beside(position, goal).run().answer
            assert found == answer(size_3, position, goal), (position, goal)
            answers.add(f"{goal} {found}")
    assert len(answers) == 4


def test_drawn_positions_of_size_3(size_3: Table) -> None:
    """Play that never ends is enough for not to lose, and both sides have a proof of that."""
    drawn = (i for i in range(0, len(size_3), 7) if size_3.value_at(i).outcome == "draw")
    positions = [size_3.position_at(next(drawn)) for _ in range(20)]
    assert agrees(size_3, positions, proved=True) == {"win no", "draw yes"}


@pytest.mark.parametrize(
    "rulings",
    [
        {},
        {"adjudication": "draw"},
        {"direction": "forward"},
        {"capture": "compulsory", "chain": "full"},
        {"shape": "culin", "chain": "single"},
    ],
    ids=str,
)
def test_fighting(rulings: dict[str, str]) -> None:
    """Where play that never ends goes by the number of men, and where it is drawn."""
    table = sp.solve(sp.fighting.start(length=2, **rulings), threads=1)
    positions = random.Random(2).sample(list(table), 40)
    assert len(agrees(table, positions, proved=True)) == 4


def test_fighting_of_length_3() -> None:
    """A small table loses much of what it knew, which is found again, also in circles."""
    start, chance = sp.fighting.start(length=3), random.Random(4)
    table = sp.solve(start, threads=1)
    points = list(range(10))
    positions = []
    for _ in range(40):
        chance.shuffle(points)
        own, other = chance.randrange(1, 6), chance.randrange(1, 6)
        men = [sum(1 << point for point in some) for some in (points[:own], points[-other:])]
        positions.append(start.placed(*men))
    assert len(agrees(table, positions, proved=True, table_bytes=1 << 22)) == 4
    agrees(table, positions[:8], proved=True)


@pytest.mark.parametrize("capture", ["huff", "optional"])
def test_a_board_without_a_table(capture: str) -> None:
    position = sp.fighting.parse("w3/2b2/1b1w b", capture=capture)
    search = sp.ProofSearch(position, "draw", threads=1)
    assert search.run(nodes=300_000).answer == "yes"
    assert sp.check_proof(search.proof()) is None


# Limits


def test_a_search_goes_on_from_where_it_was() -> None:
    search = sp.ProofSearch(sp.serpent.parse(MIDDLE_GAME), threads=1)
    first = search.run(nodes=1000)
    assert (first.answer, first.position, first.goal) == ("unknown", search.result.position, "win")
    assert 1000 <= first.nodes < 2100
    assert first.proof_number
    assert first.disproof_number
    with pytest.raises(ValueError, match="no answer yet"):
        search.proof()
    last = search.run()
    assert (last.answer, last.proof_number, last.disproof_number) == ("no", None, 0)
    assert last.nodes > first.nodes
    assert last.seconds > first.seconds
    assert search.run() == last


def test_searches_beside_each_other_know_what_the_others_found() -> None:
    start = sp.serpent.start(size=3)
    search = sp.ProofSearch(start, "win", threads=1)
    children = [child for _, child in start.children()[:4]]
    alone = [sp.ProofSearch(child, "draw", threads=1).run() for child in children]
    shared = [search.beside(child, "draw").run() for child in children]
    assert [one.answer for one in shared] == [one.answer for one in alone]
    assert sum(one.nodes for one in shared) < sum(one.nodes for one in alone)
    for wrong in (sp.serpent.start(size=2), sp.serpent.start(size=3, stuck="passes")):
        with pytest.raises(ValueError, match="another board or other rulings than this search"):
            search.beside(wrong)
    with pytest.raises(ValueError, match="goal is 'lose'"):
        search.beside(start, "lose")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a position"):
        search.beside("3/4/5/4/3 b -")  # type: ignore[arg-type]


def test_a_bound_of_seconds() -> None:
    found = sp.prove(sp.serpent.start(size=5), seconds=0.05, threads=1)
    assert found.answer == "unknown"
    assert found.nodes > 0


def test_threads_find_the_same() -> None:
    for goal in GOALS:
        search = sp.ProofSearch(sp.serpent.parse(MIDDLE_GAME), goal, threads=2)
        assert search.run().answer == "no"
        assert sp.check_proof(search.proof()) is None


def test_progress() -> None:
    said: list[tuple[str, int, int | None]] = []
    search = sp.ProofSearch(sp.serpent.parse(MIDDLE_GAME), threads=1)
    search.run(nodes=10**6, progress=lambda *told: said.append(told))
    assert said[-1] == ("nodes", search.result.nodes, 10**6)
    proof = search.proof(lambda *told: said.append(told))
    assert said[-1] == ("positions of the proof", len(proof.strategy), None)
    assert sp.check_proof(proof, lambda *told: said.append(told)) is None
    assert said[-1] == ("positions", len(proof.strategy), len(proof.strategy))


def test_interruption_keeps_what_is_found() -> None:
    search = sp.ProofSearch(sp.serpent.start(size=4), threads=1)
    timer = Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            search.run()
    finally:
        timer.cancel()
    before = search.result
    assert (before.answer, before.nodes > 0) == ("unknown", True)
    assert search.run(nodes=100).nodes > before.nodes


def test_a_game_that_is_over() -> None:
    lost = sp.serpent.parse("bb/3/ww w -")
    search = sp.ProofSearch(lost, "draw", threads=1)
    assert search.run().answer == "no"
    proof = search.proof()
    assert (proof.strategy, proof.line()) == ({}, ())
    assert sp.check_proof(proof) is None


def test_bad_input() -> None:
    start = sp.serpent.start(size=2)
    with pytest.raises(ValueError, match="goal is 'loss'; expected one of: win, draw"):
        sp.prove(start, "loss")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads is 0"):
        sp.prove(start, threads=0)
    with pytest.raises(ValueError, match="nodes is 0"):
        sp.prove(start, nodes=0)
    with pytest.raises(ValueError, match="seconds are 0; expected more than 0"):
        sp.prove(start, seconds=0)
    with pytest.raises(ValueError, match="table_bytes: expected 65536"):
        sp.prove(start, table_bytes=1)
    with pytest.raises(TypeError, match="expected a position"):
        sp.prove("2/3/2 b -")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="proof is the str 'yes'"):
        sp.check_proof("yes")  # type: ignore[arg-type]


# Strategies from what is known badly


@dataclass
class Known:
    """What a table says, with ranks that lead round in circles, until it is asked anew."""

    table: Table
    side: Side
    keeps: Keeps
    tables: int
    honest: bool = False

    def known(self, position: SearchablePosition) -> tuple[bool | None, int, int]:
        value = self.table[position]
        outcome = value.outcome if position.side == self.side else OPPOSITE[value.outcome]
        plies = value.plies or 0
        return not falls_short(outcome, self.keeps), plies if self.honest else -plies, 1

    def prove(self, position: SearchablePosition, nodes: int) -> bool | None:
        return self.known(position)[0]

    def anew(self) -> Known:
        return Known(self.table, self.side, self.keeps, self.tables - 1, self.tables <= 1)


def test_circles_are_left() -> None:
    """Wherever the slowest wins are tried first: the strategy that comes of it still wins."""
    table = sp.solve(sp.fighting.start(length=2, adjudication="draw"), threads=1)
    won = [p for p in table if table[p].outcome == "win" and (table[p].plies or 0) > 5]
    given_up = 0
    for position in won[::5]:
        honest = Known(table, position.side, "win", 0, honest=True)
        shortest = proof_strategy.strategy(honest, position, position.side, "win")
        for tables in (1, 2):
            known = Known(table, position.side, "win", tables)
            moves = proof_strategy.strategy(known, position, position.side, "win")
            texts = {str(where): str(move) for where, move in moves.items()}
            assert list(faults(texts, position, position.side, "win")) == []
            assert len(texts) >= len(shortest)
        try:
            proof_strategy.strategy(
                Known(table, position.side, "win", 99), position, position.side, "win"
            )
        except LimitReached as limit:
            assert "the table is too small to write the proof down at" in str(limit)
            given_up += 1
    assert given_up


def test_a_strategy_of_the_wrong_side_is_refused() -> None:
    table = sp.solve(sp.serpent.start(size=2), threads=1)
    known = Known(table, "b", "win", 0, honest=True)
    with pytest.raises(RuntimeError, match="keeps what the search says"):
        proof_strategy.strategy(known, table.start, "b", "win")
