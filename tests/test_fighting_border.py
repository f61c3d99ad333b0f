"""The border of the compiled module of Fighting Serpents: whatever comes from Python is refused or
taken, no crash.

What could write where it should not runs in a process of its own, so that a crash is a failure of
one test.
"""

from __future__ import annotations

import ast
import copy
import pickle
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import printed_by

from serpentes.core import load
from serpentes.games import fighting, longboard
from serpentes.games.fighting.rulings import rules_of

CORE: Any = load("fighting")
LENGTHS = (2, 3, 8, 16)
DEFAULT = fighting.RULINGS.choose({})
HUFF = fighting.RULINGS.choose({"capture": "huff"})

# Every function with its parameters, and arguments that it takes on every board.
CALLS: dict[str, dict[str, Any]] = {
    "points": {"rules": 0},
    "lines": {"rules": 0},
    "symmetries": {"rules": 0},
    "moves": {"own": 1, "opponent": 2, "huffable": 0, "side": 0, "rules": 0},
    "route": {
        "own": 1, "opponent": 2, "side": 0, "rules": 0, "start": 0, "end": 3, "taken": 2,
    },
    "perft": {"own": 1, "opponent": 2, "huffable": 0, "side": 0, "rules": 0, "depth": 1},
    "canonical": {"own": 1, "opponent": 2, "huffable": 0, "side": 0, "rules": 0},
    "playouts": {
        "own": 1, "opponent": 2, "huffable": 0, "side": 0, "rules": 0, "games": 1,
        "most_plies": 5, "seed": 1,
    },
    "Search": {"rules": 0, "table_bytes": 4096},
    "decide": {"position": (1, 2, 0, 0), "plies": 1, "nodes": 100},
    "slice_sizes": {"rules": 0, "own_men": 1, "other_men": 1},
    "SliceIndex": {"rules": 0, "own_men": 1, "other_men": 1},
    "index": {"own": 1, "opponent": 2, "side": 0},
    "position": {"index": 0},
}  # fmt: skip
POINTS = ("own", "opponent", "huffable", "taken")
HUGE = (1 << 31, 1 << 63, 1 << 64, 1 << 200)
ARGUMENTS = [(function, parameter) for function, names in CALLS.items() for parameter in names]
every_argument = pytest.mark.parametrize(("function", "parameter"), ARGUMENTS)
by_length = pytest.mark.parametrize("length", LENGTHS)


def call(length: int, function: str, **changed: Any) -> Any:
    """Call a function for a board, some of its arguments changed."""
    rules = rules_of(length, DEFAULT)
    arguments = {**CALLS[function], **({"rules": rules} if "rules" in CALLS[function] else {})}
    arguments |= changed
    if function == "decide":
        return CORE.Search(rules, 4096).decide(*arguments.values())
    if function in ("index", "position"):
        return getattr(CORE.SliceIndex(rules, 1, 1), function)(*arguments.values())
    return getattr(CORE, function)(*arguments.values())


def out_of_range(length: int, parameter: str) -> list[int]:
    """Return integers that a parameter does not take."""
    points = longboard.point_count(length, "symmetric")
    first = {
        "side": 2, "rules": 1 << 15, "start": points, "end": points, "depth": 65, "plies": 101,
        "nodes": 1 << 64, "table_bytes": (1 << 40) + 1, "own_men": points, "other_men": points,
        "games": 1 << 64, "most_plies": 1 << 64, "seed": 1 << 64,
    }.get(parameter, 1 << points)  # fmt: skip
    below = {"table_bytes": [4095, 0], "own_men": [0], "other_men": [0], "rules": [0, 1]}
    return [-1, *below.get(parameter, []), -(1 << 200), first, *(n for n in HUGE if n > first)]


# --- Arguments -----------------------------------------------------------------------------------


@by_length
@pytest.mark.parametrize("function", CALLS)
def test_the_arguments_changed_below_are_taken(length: int, function: str) -> None:
    call(length, function)


@every_argument
def test_arguments_of_other_types(function: str, parameter: str) -> None:
    for length in LENGTHS:
        for value in (None, "1", b"1", 1.0, 0.5, float("nan"), [1], (), 1j, object(), int):
            with pytest.raises(TypeError):
                call(length, function, **{parameter: value})


@pytest.mark.parametrize(("function", "parameter"), [a for a in ARGUMENTS if a[0] != "decide"])
def test_integers_out_of_range(function: str, parameter: str) -> None:
    error_type = IndexError if function == "position" else ValueError
    for length in LENGTHS:
        for value in out_of_range(length, parameter):
            with pytest.raises(error_type) as error:
                call(length, function, **{parameter: value})
            assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("parameter", ["plies", "nodes"])
def test_limits_of_a_search_out_of_range(parameter: str) -> None:
    for value in out_of_range(4, parameter):
        with pytest.raises(ValueError, match=parameter):
            call(4, "decide", **{parameter: value})


def test_positions_of_a_search_that_are_none() -> None:
    others: list[Any] = [(1, 2, 0), (1, 2, 0, 0, 0), [1, 2, 0, 0], "1200", (1, 2, 0, "b")]
    for position in others:
        with pytest.raises(TypeError):
            call(4, "decide", position=position)
    for position in ((1, 1, 0, 0), (1 << 13, 2, 0, 0), (1, 2, 2, 0), (1, 2, 0, 2), (-1, 2, 0, 0)):
        with pytest.raises(ValueError):
            call(4, "decide", position=position)


@by_length
@pytest.mark.parametrize("function", [f for f, p in CALLS.items() if {"own", "opponent"} <= {*p}])
def test_two_men_on_one_point(length: int, function: str) -> None:
    points = longboard.point_count(length, "symmetric")
    for both in (1, 1 << (points - 1), (1 << points) - 1):
        with pytest.raises(ValueError, match="at most one man on a point"):
            call(length, function, own=both, opponent=both)


@pytest.mark.parametrize("function", [f for f, p in CALLS.items() if "huffable" in p])
def test_men_that_may_not_be_huffed(function: str) -> None:
    huff = rules_of(4, HUFF)
    call(4, function, huffable=2, rules=huff)
    with pytest.raises(ValueError, match="huffable: expected none"):
        call(4, function, huffable=2)
    for huffable in (1, 3, 4, 1 << 12):
        with pytest.raises(ValueError, match="huffable: expected men of the opponent only"):
            call(4, function, huffable=huffable, rules=huff)


@pytest.mark.parametrize("function", [f for f, p in CALLS.items() if "rules" in p])
def test_rules_that_are_none(function: str) -> None:
    for length in (0, 1, 17, 31):
        with pytest.raises(ValueError, match="rules: expected a length of 2 to 16"):
            call(4, function, rules=length)
    for shift in (5, 7, 10):
        with pytest.raises(ValueError, match="rules: expected 0 to 2 as the option of"):
            call(4, function, rules=4 | 3 << shift)
    with pytest.raises(ValueError, match="rules: expected an even length with the shape culin"):
        call(4, function, rules=5 | 1 << 13)


@pytest.mark.parametrize("function", CALLS)
def test_too_few_and_too_many_arguments(function: str) -> None:
    rules = rules_of(4, DEFAULT)
    called = {
        "decide": CORE.Search(rules, 4096).decide,
        "index": CORE.SliceIndex(rules, 1, 1).index,
        "position": CORE.SliceIndex(rules, 1, 1).position,
    }.get(function) or getattr(CORE, function)
    arguments = list(CALLS[function].values())
    with pytest.raises(TypeError):
        called()
    with pytest.raises(TypeError):
        called(*arguments, 0)
    with pytest.raises(TypeError):
        called(*arguments, colour="red")


def test_routes_that_there_are_not() -> None:
    rules = rules_of(4, DEFAULT)
    own, opponent = 1 << 10, 1 << 6  # b2 jumps over m3 to t3
    assert CORE.route(own, opponent, 0, rules, 10, 2, opponent) == [2]
    assert CORE.route(own, opponent, 0, rules, 10, 3, opponent) == []
    assert CORE.route(own, opponent, 0, rules, 10, 2, 0) == []
    for taken in (own, 1, own | opponent):
        with pytest.raises(ValueError, match="taken: expected men of the opponent only"):
            CORE.route(own, opponent, 0, rules, 10, 2, taken)


def test_the_module_has_the_face_of_the_stub() -> None:
    """Whether the stub is right in the rest is for stubtest to say."""
    stub = ast.parse(Path(str(CORE.__file__)).with_name("fighting.pyi").read_text())
    names = {node.name for node in stub.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    names |= {ast.unparse(node.target) for node in stub.body if isinstance(node, ast.AnnAssign)}
    own = {name for name in dir(CORE) if not name.startswith("_")}
    imported = {name for name in own if getattr(getattr(CORE, name), "__module__", None) == "math"}
    assert own - imported == names
    assert set(CALLS) - {"decide", "index", "position"} < names


def test_what_the_constants_say() -> None:
    assert CORE.MAX_MOVES >= 1000
    assert CORE.STATE_BYTES <= 48
    assert all(CORE.points(rules_of(n, DEFAULT)) == 3 * n + 1 for n in range(2, 17))


# --- Any men -------------------------------------------------------------------------------------


@st.composite
def any_board(draw: st.DrawFn) -> tuple[int, int, int, int, int]:
    """State and rules of a board with any men, none or all of them of one colour as well."""
    length = draw(st.integers(2, 16))
    options = {r.name: draw(st.sampled_from(r.options)) for r in fighting.RULINGS.rulings}
    if length % 2:
        options["shape"] = "symmetric"
    rules = rules_of(length, fighting.RULINGS.choose(options))
    men = st.integers(0, (1 << longboard.point_count(length, options["shape"])) - 1)
    own, opponent = draw(men), draw(men)
    for _ in range(draw(st.integers(0, 2))):
        own &= draw(men)
        opponent &= draw(men)
    opponent &= ~own
    huffable = draw(men) & opponent if options["capture"] == "huff" else 0
    return own, opponent, huffable, draw(st.integers(0, 1)), rules


@given(any_board())
@settings(max_examples=400)
def test_any_men_do_no_harm(state: tuple[int, int, int, int, int]) -> None:
    own, opponent, huffable, side, rules = state
    everything = (1 << CORE.points(rules)) - 1
    moves = CORE.moves(*state)
    assert CORE.perft(*state, 1) == len(moves)
    assert len({move[:4] for move in moves}) == len(moves)
    for huffed, start, end, taken, next_own, next_opponent, next_huffable, status in moves:
        gone = taken | (1 << huffed if huffed >= 0 else 0)
        assert gone & ~opponent == 0
        assert next_own == opponent & ~gone
        assert next_opponent == (own if start < 0 else own & ~(1 << start) | 1 << end)
        assert next_own & next_opponent == 0
        assert next_opponent & ~everything == 0
        assert next_huffable & ~next_opponent == 0
        assert status == (next_own == 0)
        if taken:
            others = opponent & ~(gone & ~taken)
            route = CORE.route(own, others, side, rules, start, end, taken)
            assert route[-1] == end
            assert len(route) == taken.bit_count()
    image = CORE.canonical(*state)
    assert CORE.canonical(*image[:3], 0, rules)[:3] == image[:3]
    assert image[3] in dict(CORE.symmetries(rules))
    CORE.Search(rules, 4096).decide((own, opponent, huffable, side), 3, 1000)
    plies, won, lost, unfinished = CORE.playouts(*state, 3, 20, 1)
    assert won + lost + unfinished == 3
    assert plies <= 60


def test_full_and_empty_boards() -> None:
    for length in range(2, 17):
        rules = rules_of(length, DEFAULT)
        everything = (1 << CORE.points(rules)) - 1
        for own, opponent in ((0, 0), (everything, 0), (0, everything)):
            assert CORE.moves(own, opponent, 0, 0, rules) == []
            assert CORE.perft(own, opponent, 0, 1, rules, 1) == 0
            assert CORE.perft(own, opponent, 0, 1, rules, 0) == 1


def test_more_moves_than_there_is_room_for() -> None:
    """One man that can take the same men on very many ways: no such position comes up in play."""
    board = fighting.start(12)
    white = {p for p in board.cell_centres() if p[0] == "m" or int(p[1:]) % 2 == (p[0] == "t")}
    own = 1 << board.cell_index("b1")
    opponent = sum(1 << board.cell_index(point) for point in white) & ~own
    for chain in ("stop", "full"):
        rules = rules_of(12, fighting.RULINGS.choose({"chain": chain}))
        state = (own, opponent, 0, 0, rules)
        for function, more in ((CORE.moves, ()), (CORE.perft, (2,)), (CORE.playouts, (5, 9, 1))):
            with pytest.raises(ValueError, match=r"more (moves|captures) than can be listed"):
                function(*state, *more)
        with pytest.raises(ValueError, match=r"more (moves|captures) than can be listed"):
            CORE.Search(rules, 4096).decide(state[:4], 3, 1000)
    single = rules_of(12, fighting.RULINGS.choose({"chain": "single"}))
    assert CORE.moves(own, opponent, 0, 0, single)


def test_the_deepest_perft() -> None:
    rules = rules_of(2, DEFAULT)
    assert CORE.perft(0, 1, 0, 0, rules, 64) == 0
    with pytest.raises(ValueError, match="depth"):
        CORE.perft(1, 2, 0, 0, rules, 65)


# --- Slices --------------------------------------------------------------------------------------


@pytest.mark.parametrize("men", [(1, 1), (2, 1), (1, 3), (3, 2)])
@pytest.mark.parametrize("changed", [{}, {"direction": "forward"}, {"shape": "culin"}])
def test_an_index_has_no_gaps(men: tuple[int, int], changed: dict[str, str]) -> None:
    rules = rules_of(2, fighting.RULINGS.choose(changed))
    index = CORE.SliceIndex(rules, *men)
    assert CORE.slice_sizes(rules, *men) == (index.size, index.placements)
    assert index.memory > 0
    found = [index.position(number) for number in range(index.size)]
    assert [index.index(*position, 0) for position in found] == list(range(index.size))
    assert {(own.bit_count(), other.bit_count()) for own, other in found} == {men}
    for number in (-1, index.size, 1 << 64, -(1 << 70)):
        with pytest.raises(IndexError):
            index.position(number)


def test_men_of_another_slice() -> None:
    index = CORE.SliceIndex(rules_of(4, DEFAULT), 2, 1)
    for own, opponent in ((1, 2), (3, 12), (7, 8), (0, 1), (3, 0)):
        with pytest.raises(ValueError, match="men: expected 2 and 1"):
            index.index(own, opponent, 0)


def test_slices_that_are_none() -> None:
    for length, p, q in ((2, 4, 4), (2, 7, 1), (3, 8, 3)):
        for function in (CORE.SliceIndex, CORE.slice_sizes):
            with pytest.raises(ValueError):
                function(rules_of(length, DEFAULT), p, q)


WRONG = [
    lambda a: a[:-1], lambda a: np.append(a, a[:1]), lambda a: a.astype(np.int8),
    lambda a: a.astype(np.uint16), lambda a: np.repeat(a, 2)[::2], lambda a: a.reshape(-1, 1),
    lambda a: a[:0], lambda a: None, list, lambda a: "values", lambda a: 5,
]  # fmt: skip
wrong_arrays = pytest.mark.parametrize("wrong", WRONG)
FAULTS = (TypeError, ValueError, BufferError)


def slices(men: int, rules: int) -> dict[tuple[int, int], Any]:
    """Solve the slices with at most so many men a side."""
    found: dict[tuple[int, int], Any] = {}
    for p, q in product(range(1, men + 1), repeat=2):
        if p >= q:
            arrays = [np.zeros(CORE.SliceIndex(rules, *m).size, np.uint8) for m in ((p, q), (q, p))]
            if p == q:
                arrays[1] = arrays[0]
            solver = CORE.PairSolver(rules, p, q, dict(found), *arrays)
            while solver.advance(map):
                pass
            assert solver.done == solver.total
            found |= {(p, q): arrays[0], (q, p): arrays[1]}
    return found


RULES = rules_of(2, DEFAULT)
SOLVED = slices(2, RULES)


@wrong_arrays
def test_arrays_of_a_slice_of_the_wrong_shape_or_type(wrong: Any) -> None:
    values, opposite = SOLVED[2, 1].copy(), SOLVED[1, 2].copy()
    with pytest.raises(FAULTS):
        CORE.SliceIndex(RULES, 2, 1).histogram(wrong(values))
    lower = {(1, 1): SOLVED[1, 1]}
    for arrays in ((wrong(values), opposite), (values, wrong(opposite))):
        with pytest.raises(FAULTS):
            CORE.PairSolver(RULES, 2, 1, lower, *arrays)
        with pytest.raises(FAULTS):
            CORE.zugzwangs(RULES, 2, 1, *arrays, 3)
    with pytest.raises(FAULTS):
        CORE.PairSolver(RULES, 2, 1, {(1, 1): wrong(SOLVED[1, 1])}, values, opposite)
    for men in ((2, 1), (1, 2), (1, 1)):
        with pytest.raises(FAULTS):
            CORE.SliceCheck(RULES, 2, 1, {**SOLVED, men: wrong(SOLVED[men])})


def test_arrays_that_cannot_be_written() -> None:
    fixed = SOLVED[1, 1].copy()
    fixed.flags.writeable = False
    with pytest.raises(ValueError):
        CORE.PairSolver(RULES, 1, 1, {}, fixed, fixed)
    # What is only read may be fixed.
    CORE.SliceIndex(RULES, 1, 1).histogram(fixed)
    CORE.SliceCheck(RULES, 1, 1, {(1, 1): fixed}).check(0, len(fixed))
    solver = CORE.PairSolver(RULES, 2, 1, {(1, 1): fixed}, SOLVED[2, 1].copy(), SOLVED[1, 2].copy())
    assert solver.advance(map)


def test_pairs_that_are_none() -> None:
    values, opposite = SOLVED[2, 1].copy(), SOLVED[1, 2].copy()
    with pytest.raises(ValueError, match="the larger number first"):
        CORE.PairSolver(RULES, 1, 2, SOLVED, opposite, values)
    with pytest.raises(ValueError, match="expected the slice"):
        CORE.PairSolver(RULES, 2, 2, {}, SOLVED[2, 2].copy(), SOLVED[2, 2].copy())
    with pytest.raises(ValueError, match="the same array"):
        CORE.PairSolver(RULES, 1, 1, {}, SOLVED[1, 1].copy(), SOLVED[1, 1].copy())
    with pytest.raises(ValueError, match="huff"):
        CORE.PairSolver(rules_of(2, HUFF), 2, 1, {(1, 1): SOLVED[1, 1]}, values, opposite)
    for nothing in (None, [], "lower"):
        with pytest.raises(TypeError):
            CORE.PairSolver(RULES, 2, 1, nothing, values, opposite)
        with pytest.raises(TypeError):
            CORE.SliceCheck(RULES, 2, 1, nothing)
    for men in ((2, 1), (1, 2), (1, 1)):
        with pytest.raises(ValueError, match="expected the slice"):
            CORE.SliceCheck(RULES, 2, 1, {m: v for m, v in SOLVED.items() if m != men})


def test_ranges_of_a_check() -> None:
    check = CORE.SliceCheck(RULES, 2, 1, SOLVED)
    size = len(SOLVED[2, 1])
    assert check.check(0, size) == check.check(size, size) == check.check(3, 3) == -1
    assert [check.expected(number) for number in range(size)] == list(SOLVED[2, 1])
    for begin, end in ((-1, 3), (0, size + 1), (5, 4), (size + 1, size + 1), (0, 1 << 70)):
        with pytest.raises(ValueError):
            check.check(begin, end)
    for number in (-1, size, 1 << 64):
        with pytest.raises(ValueError):
            check.expected(number)
    for other in ("0", None, 0.5):
        with pytest.raises(TypeError):
            check.check(other, size)
        with pytest.raises(TypeError):
            check.expected(other)


def test_what_a_check_finds() -> None:
    for place in (0, 7, len(SOLVED[2, 1]) - 1):
        changed = SOLVED[2, 1].copy()
        changed[place] ^= 1
        check = CORE.SliceCheck(RULES, 2, 1, {**SOLVED, (2, 1): changed})
        assert check.check(place, place + 1) == place
        assert check.expected(place) in (SOLVED[2, 1][place], changed[place] ^ 1)
        assert 0 <= check.check(0, len(changed)) <= place


def test_histograms_add_up() -> None:
    for men, values in SOLVED.items():
        index = CORE.SliceIndex(RULES, *men)
        positions, placements = index.histogram(values)
        assert sum(positions) == index.size == len(values)
        assert sum(placements) == index.placements
        assert positions == list(np.bincount(values, minlength=256))


def test_zugzwangs_by_their_number() -> None:
    for p, q in ((1, 1), (2, 1), (2, 2)):
        count, found = CORE.zugzwangs(RULES, p, q, SOLVED[p, q], SOLVED[q, p], 1000)
        assert len(found) == count
        assert CORE.zugzwangs(RULES, p, q, SOLVED[p, q], SOLVED[q, p], 0) == (count, [])
    with pytest.raises(ValueError):
        CORE.zugzwangs(RULES, 2, 1, SOLVED[2, 1], SOLVED[1, 2], -1)


@pytest.mark.parametrize(
    "thing",
    [
        CORE.Search(RULES, 4096),
        CORE.SliceIndex(RULES, 1, 1),
        CORE.PairSolver(RULES, 1, 1, {}, *[SOLVED[1, 1].copy()] * 2),
        CORE.SliceCheck(RULES, 1, 1, SOLVED),
    ],
)
def test_nothing_of_the_core_is_pickled_or_copied(thing: Any) -> None:
    for make_another in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            make_another(thing)


# --- The solver of pairs: what a caller's map does -----------------------------------------------


SOLVER = (
    "import numpy as np",
    "core = load('fighting')",
    "def solver():",
    "    men = ((1, 1), (2, 1), (3, 1), (1, 3))",
    "    arrays = {m: np.zeros(core.SliceIndex(8, *m).size, np.uint8) for m in men}",
    "    return core.PairSolver(8, 3, 1, arrays, arrays[3, 1], arrays[1, 3])",
)


def in_a_process(code: str) -> str:
    """Return what a program prints that can call `solver()`."""
    return printed_by(*SOLVER, code)


@pytest.mark.parametrize(
    "run",
    [
        "lambda step, tasks: []",
        "lambda step, tasks: map(step, list(tasks)[1:])",
        "lambda step, tasks: map(step, [*tasks, tasks[0]])",
        "lambda step, tasks: map(step, [(0, 0, 10 ** 9)])",
        "lambda step, tasks: map(step, [(7, 0, 1)])",
        "lambda step, tasks: map(step, [(0, -5, 1)])",
        "lambda step, tasks: map(step, [10 ** 6])",
        "lambda step, tasks: map(step, ['a'])",
    ],
)
def test_a_run_that_does_not_do_each_task_once_is_found_out(run: str) -> None:
    """On slices so large that the solver does not use a map of its own."""
    said = in_a_process(
        "pair = solver()\n"
        f"said(lambda: [pair.advance({run}) for _ in range(100)] and 'taken')\n"
        "said(lambda: pair.advance(map))"
    )
    assert said.split() == ["RuntimeError"] * 2


def test_tasks_that_are_kept_for_later_do_nothing_then() -> None:
    said = in_a_process(
        "pair, kept = solver(), []\n"
        "def run(step, tasks):\n"
        "    tasks = list(tasks)\n"
        "    kept.extend((step, task) for task in tasks)\n"
        "    return map(step, tasks)\n"
        "while pair.advance(run): pass\n"
        "print(len(kept) > 10)\n"
        "for step, task in kept: said(lambda: step(task))"
    )
    assert said.split()[0] == "True"
    assert set(said.split()[1:]) == {"RuntimeError"}


def test_advancing_a_solver_that_is_done() -> None:
    values = np.zeros_like(SOLVED[1, 1])
    solver = CORE.PairSolver(RULES, 1, 1, {}, values, values)
    while solver.advance(map):
        assert solver.stage in CORE.STAGES
        assert 0 <= solver.done <= solver.total
    assert solver.advance(map) is False
    assert solver.done == solver.total
    assert (values == SOLVED[1, 1]).all()
    assert solver.memory > 0


def test_tasks_that_are_not_handed_out_are_refused() -> None:
    said = in_a_process(
        "pair = solver()\n"
        "pair.advance(map)\n"
        "for task in (0, -1, 10**6): said(lambda: pair._work(task))\n"
        "one = {(1, 1): np.zeros(core.SliceIndex(8, 1, 1).size, np.uint8)}\n"
        "check = core.SliceCheck(8, 1, 1, one)\n"
        "for task in (0, -1, 10**6): said(lambda: check._force(task))\n"
        "said(lambda: check.unforced(lambda step, tasks: [step.step(10**6)]))\n"
        "check = core.SliceCheck(8, 1, 1, one)\n"
        "said(lambda: check.unforced(lambda step, tasks: [check.unforced(map)]))\n"
    )
    assert said.split() == ["RuntimeError"] * 8
