"""The naive solver of Fighting Serpents: the rules' figures, and graphs drawn by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import Any, cast

import pytest
from reference import fighting, fighting_solver
from reference.fighting import parse
from reference.fighting_solver import seen_by_mover
from reference.solver import Value

MANDATORY = {"capture": "compulsory", "chain": "full"}
PREFERENCE = {"loss": -1, "draw": 0, "win": 1}


def outcomes(values: fighting_solver.Values) -> tuple[int, int, int]:
    """Return how many positions with men of both sides are lost, drawn and won."""
    found = Counter(value.outcome for position, value in values.items() if not position.finished)
    return found["loss"], found["draw"], found["win"]


# --- The rules' figures ---------------------------------------------------------------------------


def test_length_2_solved() -> None:
    values = fighting_solver.solve_all(2)
    assert len(set(fighting_solver.placements(2))) == 1932
    assert outcomes(values) == (741, 266, 925)
    assert values[fighting.start(2)].outcome == "loss"


def test_length_2_solved_without_the_arcs() -> None:
    values = fighting_solver.solve_all(2, arc="none")
    assert outcomes(values) == (793, 282, 857)
    assert values[fighting.start(2, arc="none")].outcome == "draw"


@pytest.mark.plain
def test_length_3_solved() -> None:
    values = fighting_solver.solve_all(3)
    assert outcomes(values) == (20789, 7104, 29109)
    assert values[fighting.start(3)].outcome == "win"


# --- Values worked out otherwise -----------------------------------------------------------------


def best(following: list[Value]) -> Value:
    """Return what the mover makes of the values of its moves, as the other side sees them."""

    def preference(value: Value) -> tuple[int, float]:
        # A win soon, a win late, a win by count; a draw; a loss by count, a loss late, a loss soon.
        sign = -PREFERENCE[value.outcome]
        return sign, -sign * (inf if value.plies is None else value.plies) if sign else 0

    value = max(following, key=preference)
    outcome = {"loss": "win", "draw": "draw", "win": "loss"}[value.outcome]
    return Value(outcome, None if value.plies is None else value.plies + 1)


@pytest.mark.parametrize(
    "rulings",
    [
        {},
        {"adjudication": "draw"},
        {"arc": "row"},
        {"direction": "forward"},
        {"shape": "culin", "chain": "single"},
        MANDATORY | {"rows": "plain"},
        {"capture": "huff", "chain": "full"},
    ],
    ids=str,
)
def test_values_follow_from_those_of_the_moves(rulings: dict[str, str]) -> None:
    values = fighting_solver.solve_all(2, **rulings)
    for position, value in values.items():
        following = [values[seen_by_mover(position.play(move))] for move in position.moves()]
        assert value == (best(following) if following else Value("loss", 0)), str(position)


def test_symmetric_positions_have_the_same_value() -> None:
    values = fighting_solver.solve_all(2, arc="none")
    for position, value in values.items():
        images = fighting.symmetries(position).values()
        assert {values[fighting.transform(position, image)] for image in images} == {value}


@pytest.mark.parametrize(
    ("text", "rulings", "value"),
    [
        ("w2/1b2/3 w", {}, Value("win", 1)),
        ("b2/4/w2 b", {"direction": "forward"}, Value("loss", 0)),
        ("2/3/1b b", {}, Value("win", 0)),
        ("2/3/1b w", {}, Value("loss", 0)),
        # From m3 to b2, and Black is shut in.
        ("bww/www1/w2 w", {}, Value("win", 1)),
    ],
)
def test_values_by_hand(text: str, rulings: dict[str, str], value: Value) -> None:
    position = seen_by_mover(parse(text, **rulings))
    assert fighting_solver.solve([position])[position] == value


# Positions drawn by hand. name: the men of the side to move and of the other, the moves, the value.
# Where there are no moves the value is known beforehand.
TOY: dict[str, tuple[tuple[int, int], str, Value]] = {
    "drawn": ((1, 1), "", Value("draw", None)),
    "lost": ((1, 1), "", Value("loss", None)),
    "lost in 4": ((1, 1), "", Value("loss", 4)),
    "won": ((1, 1), "", Value("win", None)),
    # Nobody can leave.
    "more": ((3, 2), "fewer", Value("win", None)),
    "fewer": ((2, 3), "more", Value("loss", None)),
    "equal": ((2, 2), "equal", Value("draw", None)),
    # With fewer men any way out to a draw or a win is better than to stay; with more, none to a
    # draw is.
    "escapes": ((2, 3), "followed|drawn", Value("draw", None)),
    "followed": ((3, 2), "escapes", Value("draw", None)),
    "avoids": ((3, 2), "escapes|fewer|drawn", Value("win", None)),
    "turns": ((2, 3), "escapes2|drawn|lost", Value("win", None)),
    "escapes2": ((3, 2), "turns|won", Value("loss", None)),
    "errs": ((2, 3), "more|won", Value("loss", None)),
    "must leave": ((3, 2), "drawn", Value("draw", None)),
    "must lose": ((3, 2), "won|turns", Value("loss", None)),
    # With equal men a win, known or by count, is better than to stay, and a loss is not.
    "takes": ((2, 2), "equal|lost", Value("win", None)),
    "stays": ((2, 2), "takes|equal|won", Value("draw", None)),
    "is taken": ((2, 2), "takes", Value("loss", None)),
    "waits": ((2, 2), "is taken|equal", Value("win", None)),
    "circles": ((2, 2), "waits|circles", Value("draw", None)),
}


@dataclass(frozen=True)
class Toy:
    name: str
    rulings: fighting.Rulings

    @property
    def men(self) -> tuple[int, int]:
        return TOY[self.name][0]


def solve_toy(adjudication: str) -> dict[str, Value]:
    """Return the values of the hand-drawn positions."""
    rulings = fighting.Rulings(adjudication=adjudication)
    successors: dict[Toy, tuple[Toy, ...]] = {}
    values: dict[Toy, Value] = {}
    for name, (_, moves, value) in TOY.items():
        following = tuple(Toy(move, rulings) for move in moves.split("|") if move)
        successors[Toy(name, rulings)] = following
        if not following:
            values[Toy(name, rulings)] = value
    fighting_solver.decide_endless(cast(Any, successors), cast(Any, values))
    return {toy.name: value for toy, value in values.items()}


def test_endless_play_counted() -> None:
    assert solve_toy("majority") == {name: value for name, (*_, value) in TOY.items()}


def test_endless_play_drawn() -> None:
    values = {name: value.outcome for name, value in solve_toy("draw").items()}
    assert {name for name, outcome in values.items() if outcome == "win"} == {
        *("won", "turns", "takes", "waits")
    }
    assert {name for name, outcome in values.items() if outcome == "loss"} == {
        *("lost", "lost in 4", "escapes2", "must lose", "is taken")
    }
