"""Tables by material: against a naive solver, in threads, and everything a table is asked for."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from reference import fighting as plain
from reference import fighting_solver as naive

import serpentes as sp
from serpentes.games.base import OPPOSITE
from serpentes.games.registry import game
from serpentes.solve.driver import LimitReached
from serpentes.solve.hunt import hunt, is_hunter
from serpentes.solve.material_audit import audit, choices
from serpentes.solve.slice_plan import plan
from serpentes.solve.slice_table import SliceTable, below
from serpentes.solve.slices import solve
from serpentes.solve.stats import SliceStats, stats
from serpentes.solve.value import Value

TABLED = {name: options for name, options in plain.OPTIONS.items() if name != "ends"}
TABLED["capture"] = ("optional", "compulsory")
EVERY = [dict(zip(TABLED, options, strict=True)) for options in product(*TABLED.values())]
"""Every combination of rulings that has tables; `ends` is about the initial position only."""

CHANGES = [{}, *({name: option} for name, options in TABLED.items() for option in options[1:])]
"""The defaults, and each single ruling changed."""


@pytest.fixture(scope="module")
def table() -> SliceTable:
    """Length 2 under the defaults."""
    return solve(sp.fighting.start(length=2))


@pytest.fixture(scope="module")
def larger() -> SliceTable:
    """Length 4 under the defaults."""
    return solve(sp.fighting.start(length=4))


# --- Values --------------------------------------------------------------------------------------


def naive_values(length: int, **rulings: str) -> naive.Values:
    """Return the naive solver's values of one position for each that is the same up to symmetry."""
    least: dict[plain.Position, plain.Position] = {}

    def canonical(position: plain.Position) -> plain.Position:
        seen = naive.seen_by_mover(position)
        if seen not in least:
            image = naive.canonical(seen)
            least[seen] = least.setdefault(image, image)
        return least[seen]

    successors: naive.Successors = {}
    waiting = [canonical(position) for position in naive.placements(length, **rulings)]
    while waiting:
        position = waiting.pop()
        if position not in successors:
            after = map(canonical, plain.legal_moves(position).values())
            successors[position] = tuple(dict.fromkeys(after))
            waiting.extend(successors[position])
    values = {
        position: naive.ended(position)
        for position, following in successors.items()
        if position.finished or not following
    }
    naive.decide(successors, values)
    naive.decide_endless(successors, values)
    return values


def assert_naive_agrees(values: naive.Values, solved: SliceTable) -> None:
    """Compare every position; every place of every slice has to come up exactly once."""
    met = {men: np.zeros(len(one), np.uint8) for men, one in solved.slices.items()}
    rulings = solved.start.rulings
    for twin, value in values.items():
        position = sp.fighting.parse(str(twin), **rulings)
        found = solved[position]
        assert naive.Value(found.outcome, found.plies) == value, str(twin)
        if all(position.men):
            index = solved.index(position.men).index(*position.state[:2], 0)
            met[position.men][index] += 1
            assert solved.position_at(position.men, index).key == position.key
    assert all((times == 1).all() for times in met.values())


def without_majority(values: naive.Values) -> naive.Values:
    """Return what the values are where play that never ends is a draw whoever has more men."""
    endless = naive.Value("draw", None)
    return {p: endless if value.plies is None else value for p, value in values.items()}


@pytest.mark.parametrize(
    "rulings",
    [r for r in EVERY if r["adjudication"] == "majority"],
    ids=lambda r: " ".join(r.values()),
)
def test_a_naive_solver_agrees_at_length_2_under_all_rulings(rulings: dict[str, str]) -> None:
    values = naive_values(2, **rulings)
    assert_naive_agrees(values, solve(sp.fighting.start(2, **rulings), threads=1))
    drawn = {**rulings, "adjudication": "draw"}
    assert_naive_agrees(without_majority(values), solve(sp.fighting.start(2, **drawn), threads=1))


@pytest.mark.plain
@pytest.mark.parametrize(
    "rulings", [r for r in CHANGES if not {"shape", "adjudication"} & r.keys()], ids=str
)
def test_a_naive_solver_agrees_at_length_3(rulings: dict[str, str]) -> None:
    values = naive_values(3, **rulings)
    assert_naive_agrees(values, solve(sp.fighting.start(3, **rulings)))
    if not rulings:
        drawn = solve(sp.fighting.start(3, adjudication="draw"))
        assert_naive_agrees(without_majority(values), drawn)


def test_the_naive_solver_itself_finds_that_draws_have_no_majority() -> None:
    assert naive_values(2, adjudication="draw") == {
        plain.Position(
            p.length, p.black, p.white, rulings=plain.start(2, adjudication="draw").rulings
        ): value
        for p, value in without_majority(naive_values(2)).items()
    }


FIGURES = [
    (2, {}, (741, 266, 925), "loss"),
    (2, {"arc": "none"}, (793, 282, 857), "draw"),
    (3, {}, (20789, 7104, 29109), "win"),
    (4, {}, (573759, 178729, 825452), "loss"),
    (4, {"arc": "none"}, (589814, 178498, 809628), "win"),
    (4, {"arc": "row"}, (542699, 170119, 865122), "draw"),
    (4, {"capture": "compulsory", "chain": "full"}, (592638, 159487, 825815), "draw"),
    (
        4,
        {"capture": "compulsory", "chain": "full", "direction": "forward"},
        (721076, 2932, 853932),
        "win",
    ),
]


@pytest.mark.parametrize(("length", "rulings", "numbers", "initial"), FIGURES)
def test_the_figures_of_the_rules(
    length: int, rulings: dict[str, str], numbers: tuple[int, ...], initial: str
) -> None:
    solved = solve(sp.fighting.start(length, **rulings))
    counts = solved.counts()
    assert (counts["loss"], counts["draw"], counts["win"]) == numbers
    points = 3 * length + 1
    assert counts["positions"] == sum(numbers) == 3**points - 2 ** (points + 1) + 1
    assert solved.initial is not None
    assert solved.initial.outcome == initial


def test_every_value_follows_from_the_moves(larger: SliceTable) -> None:
    chance = random.Random(1)
    kinds = set()
    for men, values in larger.slices.items():
        for index in chance.sample(range(len(values)), min(len(values), 12)):
            position = larger.position_at(men, index)
            value, moves = larger[position], larger.moves(position)
            kinds.add((value.outcome, value.plies is None))
            assert value == larger.value_at(men, index)
            assert value == (moves[0][1] if moves else Value("loss", 0))
            assert [move for move, _ in moves] != [] or position.finished
            assert all(one[1] >= other[1] for one, other in pairwise(moves))
    assert kinds == {
        ("win", False), ("win", True), ("draw", True), ("loss", True), ("loss", False),
    }  # fmt: skip


# --- Threads -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulings", [{}, {"capture": "compulsory", "chain": "full"}], ids=str)
def test_threads_make_no_difference(rulings: dict[str, str]) -> None:
    start = sp.fighting.start(4, **rulings)
    one, two, three = (solve(start, threads=threads) for threads in (1, 2, 3))
    for men, values in one.slices.items():
        assert values.tobytes() == two.slices[men].tobytes() == three.slices[men].tobytes()
    assert one.digest == two.digest == three.digest


# --- Looking up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rulings", [{}, {"direction": "forward"}, {"shape": "culin"}], ids=str)
def test_images_have_the_same_value(rulings: dict[str, str]) -> None:
    solved = solve(sp.fighting.start(2, **rulings))
    for position in solved:
        value = solved[position]
        for symmetry, _ in position.core.symmetries(position.rules):
            image = position.transform(symmetry)
            assert image in solved
            assert solved[image] == value == solved[image.exchanged()]


def test_the_line_takes_as_many_plies_as_the_value_says(table: SliceTable) -> None:
    for position in table:
        value, line = table[position], table.line(position)
        end = position
        for move in line:
            end = end.play(move)
        if value.plies is None:
            # Where the line comes back, the men are those that make the value.
            outcome = end.never_ends if end.side == position.side else OPPOSITE[end.never_ends]
            assert line
            assert outcome == value.outcome
        else:
            assert len(line) == value.plies
            assert end.finished


def test_the_line_of_a_hunter_comes_to_the_men_that_it_needs(larger: SliceTable) -> None:
    chance = random.Random(4)
    hunts = 0
    for men, values in larger.slices.items():
        for index in chance.sample(range(len(values)), min(len(values), 60)):
            position = larger.position_at(men, index)
            value = larger[position]
            if not is_hunter(position, value):
                continue
            hunts += 1
            end = position
            for move in larger.line(position):
                end = end.play(move)
            outcome = end.never_ends if end.side == position.side else OPPOSITE[end.never_ends]
            assert outcome == value.outcome
            move = hunt(position, larger.__getitem__)
            assert move is not None
            assert larger[position.play(move)].before() == value
    assert hunts > 50


def test_a_hunt_that_takes_too_long_ends_the_line(
    larger: SliceTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = next(p for p in larger if is_hunter(p, larger[p]))
    assert larger.line(position)
    monkeypatch.setattr("serpentes.solve.hunt.MOST_LOOKUPS", 1)
    assert hunt(position, larger.__getitem__) is None
    assert larger.line(position) == ()


def test_finished_games_have_their_value(table: SliceTable) -> None:
    for text, value in (
        ("2/3/1b b", Value("win", 0)),
        ("2/3/1b w", Value("loss", 0)),
        ("bb/bbw/ww b", Value("loss", 0)),
    ):
        position = sp.fighting.parse(text)
        assert table[position] == value
        assert table.moves(position) == []
        assert table.line(position) == ()
    assert sp.fighting.parse("2/3/1b b") not in table
    assert sp.fighting.parse("bb/bbw/ww b") in table


def test_positions_that_are_not_in_the_table(table: SliceTable) -> None:
    few = solve(sp.fighting.start(length=2), men=3)
    assert few.initial is None
    assert few.start not in few
    assert few[sp.fighting.parse("w1/3/b1 b")] == table[sp.fighting.parse("w1/3/b1 b")]
    with pytest.raises(LookupError) as error:
        few[few.start]
    assert str(error.value) == (
        "position 'ww/3/bb b' is not in the table: it has 2 men against 2, the table positions of "
        "at most 3 men in all; solve with more"
    )
    with pytest.raises(ValueError, match="has the board length 3; expected length 2 as in the"):
        table[sp.fighting.start(length=3)]
    with pytest.raises(ValueError, match=r"rulings .*arc=none.*; expected .*arc=corner.*"):
        table.line(sp.fighting.start(length=2, arc="none"))
    with pytest.raises(ValueError, match="has the game serpent; expected fighting"):
        table[sp.serpent.start(size=2)]
    with pytest.raises(TypeError, match="expected a position"):
        table["ww/3/bb b"]  # type: ignore[index]


def test_places(table: SliceTable) -> None:
    met = 0
    for men, values in table.slices.items():
        for index in range(len(values)):
            position = table.position_at(men, index)
            assert position.men == men
            assert table.value_at(men, index) == table[position]
            met += 1
        with pytest.raises(IndexError):
            table.position_at(men, len(values))
    assert met == len(table) == len({position.key for position in table})
    with pytest.raises(LookupError, match="no slice of 7 men against 1"):
        table.position_at((7, 1), 0)


def test_a_table_shows_what_it_is(table: SliceTable) -> None:
    assert repr(table) == "<Table fighting length 2: 553 positions, loss by the number of men>"
    few = solve(sp.fighting.start(length=16), men=2)
    assert repr(few) == f"<Table fighting length 16: {len(few)} positions>"


# --- What is solved ------------------------------------------------------------------------------


def test_huff_has_no_tables() -> None:
    line = "^capture=huff has no tables; solve with capture=optional or compulsory$"
    bell = game("fighting").rulings.preset("bell").rulings
    for start in (sp.fighting.start(2, capture="huff"), sp.fighting.start(**bell)):
        for solver in (sp.solve, plan):
            with pytest.raises(ValueError, match=line):
                solver(start)


def test_men_bound_the_slices(table: SliceTable) -> None:
    few = solve(sp.fighting.start(length=2), men=4)
    assert set(few.slices) == {men for men in table.slices if sum(men) <= 4}
    for men, values in few.slices.items():
        assert np.array_equal(values, table.slices[men])
    assert few.digest != table.digest
    assert solve(sp.fighting.start(length=2), men=99).digest == table.digest


def test_sides_bound_the_slices(larger: SliceTable) -> None:
    start = larger.start
    assert start.men == (5, 5)
    needed = solve(start, sides=(3, 5))
    assert set(needed.slices) == {men for men in larger.slices if max(men) <= 5 and min(men) <= 3}
    for men, values in needed.slices.items():
        assert np.array_equal(values, larger.slices[men])


def test_slices_lead_to_lower_ones(table: SliceTable) -> None:
    for men in table.slices:
        lower = set(below(men))
        for index in range(0, len(table.slices[men]), 7):
            for _, child in table.position_at(men, index).children():
                assert child.men == men[::-1] or child.men in lower or 0 in child.men


@pytest.mark.parametrize("rulings", [{}, {"direction": "forward"}, {"shape": "culin"}], ids=str)
def test_a_plan_says_what_there_is(rulings: dict[str, str]) -> None:
    start = sp.fighting.start(4, **rulings)
    solved, planned = solve(start, men=6), plan(start, men=6)
    assert planned.positions == len(solved) == solved.nbytes
    assert planned.placements == solved.counts()["positions"]
    assert planned.slices == len(solved.slices)
    assert planned.disk > planned.positions
    assert planned.memory(on_disk=True) < planned.memory(on_disk=False)
    assert 0 < planned.seconds(2) < planned.seconds(1) < 10


def test_plans_of_long_boards_take_no_time() -> None:
    whole = plan(sp.fighting.start(length=7))
    assert 7e9 < whole.positions < 9e9
    assert whole.memory(on_disk=True) < 4 << 30
    long = plan(sp.fighting.start(length=16))
    assert long.slices == 24 * 24
    assert long.positions > 10**21
    with pytest.raises(LimitReached, match=r"^about [0-9,]+ bytes of memory needed, "):
        solve(sp.fighting.start(length=16))


@pytest.mark.parametrize("men", [1, 0, -3])
def test_too_few_men(men: int) -> None:
    with pytest.raises(ValueError, match=f"^men is {men}; expected 2 or more"):
        sp.solve(sp.fighting.start(length=2), men=men)


def test_arguments_that_are_none() -> None:
    text: Any = "4"
    with pytest.raises(TypeError, match="men is the str '4'; expected an int"):
        sp.solve(sp.fighting.start(length=2), men=text)
    with pytest.raises(ValueError, match="men is given, but serpent is not solved by material"):
        sp.solve(sp.serpent.start(size=2), men=4)


# --- Limits and progress -------------------------------------------------------------------------


def test_too_many_positions(table: SliceTable) -> None:
    assert len(solve(table.start, max_positions=553)) == 553
    with pytest.raises(LimitReached) as error:
        solve(table.start, max_positions=552)
    assert str(error.value) == (
        "553 positions to solve, 552 allowed; solve fewer men or raise the limit"
    )


def test_too_little_memory() -> None:
    line = r"^about [0-9,]+ bytes of memory needed, 1,000,000,000 allowed; write to an output"
    with pytest.raises(LimitReached, match=line):
        solve(sp.fighting.start(length=7), memory=1_000_000_000)


def test_memory_that_the_core_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serpentes.solve.slices._check_plan", lambda *_: None)
    with pytest.raises(
        LimitReached, match=r"^[0-9,]+ bytes of memory needed with \d men against \d"
    ):
        solve(sp.fighting.start(length=4), memory=100_000)


@pytest.mark.parametrize("limit", ["threads", "max_positions", "memory"])
def test_limits_that_are_not_positive(limit: str) -> None:
    limits: Any = {limit: 0}
    with pytest.raises(ValueError, match=f"^{limit} is 0; expected at least 1$"):
        solve(sp.fighting.start(length=2), **limits)


def test_progress_goes_up_to_the_total() -> None:
    seen: list[tuple[str, int, int | None]] = []
    start = sp.fighting.start(length=4)
    solve(start, progress=lambda *report: seen.append(report), threads=1)
    done = [report[1] for report in seen]
    total = plan(start).positions
    assert done == sorted(done)
    assert len(set(done)) > 20
    assert {report[2] for report in seen} == {total}
    assert 0 <= done[0] < done[-1] == total
    seen.clear()
    solve(start, progress=lambda *report: seen.append(report), threads=3)
    assert max(report[1] for report in seen) == total
    assert any("5 men against 4, " in report[0] for report in seen)


# --- Statistics ----------------------------------------------------------------------------------


def is_lost(value: Value) -> bool:
    """Return whether the side to move loses."""
    return value.outcome == "loss"


def test_statistics_against_counting_one_by_one(table: SliceTable) -> None:
    found = stats(table)
    assert isinstance(found, SliceStats)
    up_to_symmetry: dict[Value, int] = {}
    for position in table:
        up_to_symmetry[table[position]] = up_to_symmetry.get(table[position], 0) + 1
    placements: dict[Value, int] = {}
    stuck = 0
    for twin in naive.placements(2):
        position = sp.fighting.parse(str(twin))
        placements[table[position]] = placements.get(table[position], 0) + 1
        stuck += not position.moves()
    assert found.by_value_up_to_symmetry == up_to_symmetry
    assert found.by_value == placements
    assert list(found.by_value) == sorted(placements, reverse=True)
    assert found.counts == {
        "positions": sum(placements.values()),
        **{
            outcome: sum(n for value, n in placements.items() if value.outcome == outcome)
            for outcome in ("win", "draw", "loss")
        },
    }
    assert found.up_to_symmetry["positions"] == found.positions == len(table)
    assert found.without_action == stuck
    assert found.initial == Value("loss", None)
    assert found.longest_win is not None
    assert found.longest_win.value == Value("win", 31) == table[found.longest_win.position]
    assert found.draw is not None
    assert table[found.draw.position] == Value("draw", None)


def test_statistics_by_slice(table: SliceTable) -> None:
    found = stats(table)
    assert isinstance(found, SliceStats)
    assert [one.men for one in found.by_slice] == sorted(table.slices)
    for one in found.by_slice:
        assert one.positions == len(table.slices[one.men])
        assert one.win + one.draw + one.loss == one.placements
    assert sum(one.placements for one in found.by_slice) == found.counts["positions"]
    assert max(one.longest_win or 0 for one in found.by_slice) == 31


@pytest.mark.parametrize("rulings", [{}, {"chain": "single"}, {"direction": "forward"}], ids=str)
def test_zugzwangs_are_those_that_either_side_loses(rulings: dict[str, str]) -> None:
    solved = solve(sp.fighting.start(2, **rulings))
    found = stats(solved)
    assert isinstance(found, SliceStats)
    expected = set()
    for position in solved:
        other = sp.fighting.parse(str(position).replace(" b", " w"), **rulings)
        if is_lost(solved[position]) and is_lost(solved[other]):
            expected.add(frozenset((position.key, other.key)))
    assert found.zugzwangs == len(expected) > 0
    assert found.zugzwang_examples
    for example in found.zugzwang_examples:
        other = sp.fighting.parse(str(example.position).replace(" b", " w"), **rulings)
        assert is_lost(example.value)
        assert solved[example.position] == example.value
        assert is_lost(solved[other])


# --- Audits --------------------------------------------------------------------------------------


def test_an_audit_has_every_preset_and_every_single_ruling() -> None:
    names = [choice.name for choice in choices(game("fighting"))]
    assert names[:6] == ["masters", "bell", "kolowis", "mosona", "ludii-kolowis", "ludii-mosona"]
    options = [f"{name}={o}" for name, options in plain.OPTIONS.items() for o in options[1:]]
    assert names[6:] == options


def test_the_values_of_an_audit() -> None:
    found = {(one.choice.name, one.board): one for one in audit(game("fighting"), [2, 3])}
    assert len(found) == 2 * len(choices(game("fighting")))
    for (name, length), one in found.items():
        rulings = one.choice.rulings
        if rulings.get("capture") == "huff":
            assert (one.values, one.reason) == ({}, sp.fighting.start(2, capture="huff").untabled)
        elif length == 3 and ("shape" in rulings or "ends" in rulings):
            assert (one.position, one.values) == (None, {})
            assert one.reason is not None
            assert "expected an even length" in one.reason
        else:
            for side in ("b", "w"):
                start = sp.fighting.start(length, side, **rulings)
                assert one.values[side] == sp.solve(start)[start], name
            assert one.position == sp.fighting.start(length, **rulings)
            assert one.reason is None


def test_an_audit_solves_only_what_it_has_to(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[SliceTable] = []

    def counted(*args: Any, **options: Any) -> SliceTable:
        solved.append(solve(*args, **options))
        return solved[-1]

    monkeypatch.setattr("serpentes.solve.material_audit.solve", counted)
    found = list(audit(game("fighting"), [2]))
    rules = {one.position.rules for one in found if one.position is not None and one.values}
    assert len(solved) == len(rules) < len([one for one in found if one.values])
    for one in solved:
        ends = any(
            result.choice.rulings.get("ends") == "filled"
            for result in found
            if result.position is not None and result.position.rules == one.start.rules
        )
        assert max(max(men) for men in one.slices) == (3 if ends else 2)


def test_audits_report_progress_and_keep_to_limits() -> None:
    seen: list[str] = []
    list(audit(game("fighting"), [3], lambda doing, *_: seen.append(doing), threads=1))
    assert any(doing.startswith("defaults, ") for doing in seen)
    assert any(doing.startswith("capture=compulsory chain=full, ") for doing in seen)
    with pytest.raises(LimitReached):
        list(audit(game("fighting"), [3], max_positions=100))
    with pytest.raises(ValueError, match="length 1 is out of range"):
        list(audit(game("fighting"), [1]))
