"""Proof-number search of the compiled cores: answers against tables, its border, its memory."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from random_positions import played

import serpentes as sp
from serpentes.core import load
from serpentes.games.base import SearchablePosition

WIN, DRAW = 0, 1
YES, NO, UNKNOWN = 1, 2, 0
EMPTY = (0, 0, 0)

STARTS = [
    sp.serpent.start(size=2),
    sp.serpent.start(size=2, hostility="end-of-turn"),
    sp.serpent.start(size=2, stuck="passes"),
    sp.fighting.start(length=2),
    sp.fighting.start(length=3),
    sp.fighting.start(length=3, adjudication="draw"),
    sp.fighting.start(length=3, capture="compulsory"),
    sp.fighting.start(length=3, arc="row", direction="forward"),
]


def right(value: sp.Value, goal: int) -> int:
    """The answer that a value gives to the side to move."""
    return YES if value.outcome == "win" or (goal == DRAW and value.outcome == "draw") else NO


def asked(position: SearchablePosition, prover: Any, goal: int, *more: Any) -> int:
    """The answer, in up to ten calls; UNKNOWN where play goes round too many ways for that."""
    for _ in range(10):
        answer, _ = position.prove(prover, goal, True, 20_000, *more)
        if answer != UNKNOWN:
            return answer
    return UNKNOWN


@pytest.mark.parametrize("start", STARTS, ids=lambda start: f"{start} {start.rulings}")
def test_answers_are_those_of_the_table(start: SearchablePosition) -> None:
    table = sp.solve(start)
    prover = start.prover(1 << 24)
    for position in played(start, 60, seed=1):
        for goal in (WIN, DRAW):
            assert asked(position, prover, goal) == right(table[position], goal), str(position)


@pytest.mark.parametrize("table_bytes", [1 << 16, 1 << 20])
def test_what_is_taken_on_trust_is_verified(table_bytes: int) -> None:
    """Positions of any men, many of which go round, with one table that forgets."""
    start = sp.fighting.start(length=3, adjudication="draw")
    table, prover = sp.solve(start), start.prover(table_bytes)
    chance, points, found = random.Random(5), list(range(10)), 0
    for _ in range(150):
        chance.shuffle(points)
        own, other = chance.randrange(1, 6), chance.randrange(1, 6)
        men = [sum(1 << point for point in some) for some in (points[:own], points[-other:])]
        position = start.placed(*men)
        for goal in (WIN, DRAW):
            answer, _ = position.prove(prover, goal, True, 5000)
            assert answer in {UNKNOWN, right(table[position], goal)}, str(position)
            found += answer != UNKNOWN
    assert found > 100


def test_a_tiny_table_forgets_but_does_not_err() -> None:
    start = sp.fighting.start(length=3)
    table, prover = sp.solve(start), start.prover(1 << 16)
    for position in played(start, 30, seed=2):
        answer, _ = position.prove(prover, WIN, True, 20_000)
        assert answer in {UNKNOWN, right(table[position], WIN)}


def test_threads_find_the_same_answers() -> None:
    start = sp.serpent.start(size=2)
    table = sp.solve(start)
    with ThreadPoolExecutor(2) as pool:
        for position in played(start, 40, seed=3):
            prover = position.prover(1 << 20)
            for goal in (WIN, DRAW):
                assert asked(position, prover, goal, pool.map, 2) == right(table[position], goal)


def test_the_side_that_asks_need_not_be_to_move() -> None:
    prover = load("serpent2").Proofs(0, 1 << 20)
    # The second player wins size 2.
    assert prover.prove(EMPTY, WIN, False, 10_000)[0] == YES
    assert prover.prove(EMPTY, DRAW, True, 10_000)[0] == NO
    assert prover.known(EMPTY, WIN, False)[0] == YES
    answer, rank, proof, disproof = prover.known(EMPTY, DRAW, True)
    assert (answer, proof > 0, disproof) == (NO, True, 0)
    assert rank >= 5, "no strategy is shorter than best play"


def test_what_is_found_stays() -> None:
    prover = load("serpent2").Proofs(0, 1 << 20)
    assert prover.known(EMPTY, WIN, True)[:2] == (UNKNOWN, 0)
    total = 0
    while not (found := prover.prove(EMPTY, WIN, True, 3))[0]:
        total += found[1]
    assert total > 3
    assert prover.prove(EMPTY, WIN, True, 1) == (NO, 0)


def test_a_game_that_is_over_needs_no_search() -> None:
    over = sp.serpent.parse("2/1b1/2 b w", stuck="loses")
    assert over.outcome == "win"
    assert over.prove(over.prover(1 << 16), WIN, True, 1) == (YES, 0)
    assert over.known(over.prover(1 << 16), DRAW, True)[0] == YES


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        (((0, 0), WIN, True, 9), TypeError, "expected a tuple"),
        (((1 << 7, 0, 0), WIN, True, 9), ValueError, "own: expected stones on the 7 cells"),
        (((1, 1, 0), WIN, True, 9), ValueError, "at most one stone on a cell"),
        ((EMPTY, 2, True, 9), ValueError, "goal: expected 0 to 1, got 2"),
        ((EMPTY, "win", True, 9), TypeError, "goal: expected an int"),
        ((EMPTY, WIN, True, 0), ValueError, "nodes: expected 1 to"),
        ((EMPTY, WIN, True, 9, None, 0), ValueError, "threads: expected 1 to 256, got 0"),
    ],
)
def test_wrong_arguments(arguments: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        load("serpent2").Proofs(0, 1 << 16).prove(*arguments)


@pytest.mark.parametrize("size", [0, 65535, (1 << 44) + 1])
def test_wrong_sizes_of_the_table(size: int) -> None:
    with pytest.raises(ValueError, match="table_bytes: expected"):
        load("serpent2").Proofs(0, size)


def test_a_run_that_leaves_a_task_out() -> None:
    prover = load("serpent2").Proofs(0, 1 << 16)
    with pytest.raises(RuntimeError, match="`run` did 0 of 2 tasks"):
        prover.prove(EMPTY, WIN, True, 9, lambda step, tasks: [], 2)
    with pytest.raises(RuntimeError, match="at work in another thread"):
        prover.prove(EMPTY, WIN, True, 9, lambda step, tasks: [prover.known(EMPTY, WIN, True)], 1)
    assert prover.prove(EMPTY, WIN, True, 10_000)[0] == NO


# Nodes with one thread and an empty table: a refactoring must not change them.
NODES = [
    (sp.serpent.start(size=2), WIN, NO, 40),
    (sp.serpent.start(size=3), WIN, NO, 168_926),
    (sp.serpent.parse("2w1/bb1w1/1w2bw/wbb2b1/bw1w1b/w1bw1/2w1 b bw"), WIN, NO, 62_404),
    (sp.fighting.start(length=4), WIN, NO, 85_576),
]


@pytest.mark.parametrize(("position", "goal", "answer", "nodes"), NODES)
def test_node_counts(position: SearchablePosition, goal: int, answer: int, nodes: int) -> None:
    assert position.prove(position.prover(1 << 26), goal, True, 1 << 40) == (answer, nodes)
