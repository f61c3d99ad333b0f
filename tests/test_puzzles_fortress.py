"""Fortresses where play that never ends has a value: what is proved, and what is not."""

from functools import cache

import pytest

import serpentes as sp
from serpentes.games.base import OPPOSITE, Outcome, SearchablePosition, Side
from serpentes.puzzles.moves import fortress, mine_tabled
from serpentes.solve import strategies
from serpentes.solve.slice_table import SliceTable
from serpentes.solve.strategies import Keeps

RULINGS: list[dict[str, str]] = [
    {},
    {"adjudication": "draw"},
    {"capture": "compulsory", "chain": "full"},
    {"direction": "forward"},
    {"arc": "none"},
    {"shape": "culin", "chain": "single"},
]
SIDES: tuple[Side, Side] = ("b", "w")
OTHER: dict[Side, Side] = {"b": "w", "w": "b"}


@cache
def table(length: int, **rulings: str) -> SliceTable:
    found = sp.solve(sp.fighting.start(length=length, **rulings), threads=1)
    assert isinstance(found, SliceTable)
    return found


def texts(moves: fortress.Moves) -> dict[str, str]:
    return {str(position): str(move) for position, move in moves.items()}


def faults(
    moves: dict[str, str], position: SearchablePosition, side: Side, keeps: Keeps
) -> list[str]:
    return [says for _, says in strategies.faults(moves, position, side, keeps)]


def results(outcome: Outcome, position: SearchablePosition) -> list[tuple[Side, Keeps]]:
    """Which side can keep which result in a position of that value."""
    by_side = {position.side: outcome, OTHER[position.side]: OPPOSITE[outcome]}
    keeps: tuple[Keeps, Keeps] = ("draw", "win")
    return [(s, k) for s in SIDES for k in keeps if not strategies.falls_short(by_side[s], k)]


@pytest.mark.parametrize("rulings", RULINGS, ids=str)
def test_every_result_has_its_fortress(rulings: dict[str, str]) -> None:
    """Found from the table and checked without it, and each entry of it is needed.

    Sides that have to force something, as going on for ever is not good enough, are among them.
    """
    found = table(2, **rulings)
    values = mine_tabled.valuer(found)
    built = {"may go on": 0, "must force": 0}
    for position in list(found)[::7]:
        for side, keeps in results(found[position].outcome, position):
            moves = fortress.build(values, position, side, 100, keeps)
            if moves is None:
                continue
            named = texts(moves)
            assert faults(named, position, side, keeps) == []
            for left_out in list(named)[:5]:
                rest = {where: move for where, move in named.items() if where != left_out}
                assert faults(rest, position, side, keeps)
            must = strategies.falls_short(strategies.endless(position, side), keeps)
            built["must force" if must else "may go on"] += bool(named)
    assert min(built.values()) > 4, built


@pytest.mark.parametrize("rulings", RULINGS[:3], ids=str)
def test_nobody_has_a_fortress_for_more_than_the_value(rulings: dict[str, str]) -> None:
    """Whichever moves are tried, a fault is found: the checker is the only judge.

    The moves are those that the table likes best, which is as near as one can come.
    """
    found = table(2, **rulings)
    tried = 0
    for position in list(found)[::11]:
        value = found[position]
        if position.outcome is not None or value.outcome == "win":
            continue
        keeps: Keeps = "draw" if value.outcome == "loss" else "win"
        named: dict[str, str] = {}
        waiting = list(strategies.demands(position, position.side))
        while waiting:
            here = waiting.pop()
            if str(here) not in named:
                move = found.moves(here)[0][0]
                named[str(here)] = str(move)
                waiting += strategies.demands(here.play(move), position.side)
        says = faults(named, position, position.side, keeps)
        assert any(("for ever" in one) or ("the game is over" in one) for one in says), position
        tried += 1
    assert tried > 10


# Examples that can be played through by hand; Black holds each fortress.

PLAIN = {"arc": "none", "rows": "plain"}
FORWARD = {"direction": "forward"}

# One man each. Black goes to and fro; White takes nothing, and where it comes close it is taken.
EVEN = {
    "wb1/4/3 b": "t2-m3",
    "3/w1b1/3 b": "m3-t2",
    "1b1/1w2/3 b": "t2xb1",
    "1b1/4/w2 b": "t2-m3",
    "3/1wb1/3 b": "m3xm1",
}
# Nobody goes back. White's men on the bottom row are stuck, the other one cannot get past Black.
FEWER = {
    "w2/1b2/www b": "m2-m1",
    "1w1/b3/www b": "m1-m2",
    "2w/1b2/www b": "m2-m3",
    "1w1/2b1/www b": "m3-m2",
    "3/2bw/www b": "m3-m2",
    "3/1bw1/www b": "m2xm4",
    "3/bw2/www b": "m1xm3",
}
# Three men, two of them stuck, against one that has to come down in the end or goes to and fro.
MORE = {
    "bb1/w3/b2 b": "b1-b2",
    "bb1/1w2/1b1 b": "b2-b1",
    "bb1/2w1/b2 b": "b1-b2",
    "bb1/3w/1b1 b": "b2-b1",
    "bb1/4/b1w b": "b1-m1",
    "bb1/4/1bw b": "b2-m2",
    "bb1/4/bw1 b": "b1-m1",
    "bb1/4/wb1 b": "b2-m2",
}


def of(moves: dict[str, str], **rulings: str) -> SearchablePosition:
    """The first position of an example."""
    return sp.fighting.parse(next(iter(moves)), **rulings)


@pytest.mark.parametrize(
    ("moves", "rulings", "kept", "drawn"),
    [(EVEN, PLAIN, "draw", "draw"), (MORE, FORWARD, "win", "draw"), (FEWER, FORWARD, "", "draw")],
)
def test_a_cycle_is_worth_what_the_men_say(
    moves: dict[str, str], rulings: dict[str, str], kept: str, drawn: str
) -> None:
    """What the same moves keep by the number of men, and where play that never ends is a draw."""
    results: tuple[Keeps, Keeps] = ("draw", "win")
    for option, most in (("majority", kept), ("draw", drawn)):
        position = of(moves, adjudication=option, **rulings)
        for keeps in results:
            found = faults(moves, position, "b", keeps)
            if most and strategies.RANKS[keeps] <= strategies.RANKS[most]:  # type: ignore[index]
                assert found == []
            else:
                poor = "not won" if keeps == "win" else "lost"
                assert f"play can go on for ever from here, which is {poor} for b" in found


def test_the_fault_is_in_the_cycle() -> None:
    position = of(FEWER, **FORWARD)
    ((where, _),) = strategies.faults(FEWER, position, "b")
    assert where in ("1w1/b3/www b", "w2/1b2/www b", "2w/1b2/www b", "1w1/2b1/www b")


@pytest.mark.parametrize("left_out", EVEN)
def test_a_missing_defence_is_found(left_out: str) -> None:
    moves = {where: move for where, move in EVEN.items() if where != left_out}
    found = dict(strategies.faults(moves, of(EVEN, **PLAIN), "b"))
    assert "there is no move for this position, which can come up" in found[left_out]


@pytest.mark.parametrize(
    ("where", "move", "says"),
    [
        ("3/w1b1/3 b", "m3-m4", "there is no move for this position, which can come up"),
        ("3/w1b1/3 b", "m3-m1", "m3-m1 is not legal"),
        # White takes the last man.
        ("3/w1b1/3 b", "m3-m2", "the game is over and lost for b"),
        ("3/4/b1w b", "b1-m1", "which cannot come up"),
    ],
)
def test_a_wrong_move_is_found(where: str, move: str, says: str) -> None:
    found = faults({**EVEN, where: move}, of(EVEN, **PLAIN), "b", "draw")
    assert any(says in one for one in found), found


def test_an_end_that_is_not_good_enough_is_found() -> None:
    """Black takes the last man and wins, which is more than a draw; White would have lost."""
    position = sp.fighting.parse("3/1wb1/3 b", **PLAIN)
    named = {str(position): "m3xm1"}
    assert faults(named, position, "b", "win") == faults(named, position, "b", "draw") == []
    after = position.play("m3xm1")
    assert "the game is over and lost for w" in faults({}, after, "w", "draw")
    assert "the game is over and not won for w" in faults({}, after, "w", "win")


def test_the_work_is_accounted_for() -> None:
    spent: list[int] = []
    assert not list(strategies.faults(EVEN, of(EVEN, **PLAIN), "b", "draw", spent.append))
    assert sum(spent) >= len(EVEN)
