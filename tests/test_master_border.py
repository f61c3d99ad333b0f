"""The border of the compiled module of Serpent Master: whatever comes from Python is refused or
taken, no crash.

What could write where it should not runs in a process of its own, so that a crash is a failure of
one test.
"""

from __future__ import annotations

import ast
import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import printed_by

from serpentes.core import load

CORE: Any = load("master")
PATHS = ["FF", "FL", "FLR", "FFFFFFFFFFFFFFFF"]
BOARDS = ((3, 3), (4, 7), (8, 3), (8, 8))
by_board = pytest.mark.parametrize(("width", "height"), BOARDS)


def a_board(width: int = 4, height: int = 4, blocked: int = 0) -> Any:
    """Return a board for four cards."""
    return CORE.Board(width, height, blocked, PATHS)


def a_state(players: int = 2) -> Any:
    """Return the state before the first round, with three cards in each hand."""
    return (0,) * players, (-1,) * players, (7,) * players, tuple(range(players))


# Every function with its parameters, and arguments that it takes on every board.
CALLS: dict[str, dict[str, Any]] = {
    "Board": {"width": 4, "height": 4, "blocked": 0, "paths": PATHS},
    "path": {"card": 0, "start": 0, "heading": 0},
    "placements": {"state": a_state(), "player": 0, "card": 0},
    "rounds": {"state": a_state(), "ordered": False},
    "perft": {"state": a_state(), "depth": 1, "ordered": False},
    "playouts": {"state": a_state(), "games": 1, "seed": 1},
    "Packing": {
        "board": a_board(), "hand": 3, "start": 0, "ordered": False, "memo_bytes": 4096,
        "tokens": 0, "limit": 5,
    },
    "advance": {"run": None},
    "listed": {"most": 1},
    "Listing": {"packing": CORE.Packing(a_board(), 3), "most": 1},
}  # fmt: skip
HUGE = (1 << 31, 1 << 32, 1 << 63, 1 << 64, 1 << 200)
ARGUMENTS = [(function, parameter) for function, names in CALLS.items() for parameter in names]
MAY_BE_NONE = {("Packing", "limit"), ("listed", "most"), ("Listing", "most"), ("advance", "run")}
FIRST_TOO_LARGE = {
    "width": 9, "height": 9, "blocked": 1 << 28, "card": 4, "start": 64, "heading": 4,
    "player": 2, "depth": 33, "games": 1 << 32, "seed": 1 << 64, "hand": 16,
    "memo_bytes": (1 << 40) + 1, "tokens": 1 << 28, "limit": (1 << 62) + 1, "most": (1 << 62) + 1,
}  # fmt: skip
TOO_SMALL = {"width": 2, "height": 2, "start": -2, "memo_bytes": 1023, "games": 0}


def call(function: str, **changed: Any) -> Any:
    """Call a function, some of its arguments changed."""
    arguments = {**CALLS[function], **changed}
    if function in ("advance", "listed"):
        return getattr(CORE.Packing(a_board(), 3), function)(*arguments.values())
    if function in ("Board", "Packing", "Listing"):
        return getattr(CORE, function)(*arguments.values())
    return getattr(a_board(), function)(*arguments.values())


# --- Arguments -----------------------------------------------------------------------------------


@pytest.mark.parametrize("function", CALLS)
def test_the_arguments_changed_below_are_taken(function: str) -> None:
    call(function)


@pytest.mark.parametrize(("function", "parameter"), ARGUMENTS)
def test_arguments_of_other_types(function: str, parameter: str) -> None:
    others = [None, "1", b"1", 1.0, float("nan"), [1], [None], {}, 1j, object(), int]
    if (function, parameter) in MAY_BE_NONE:
        others.remove(None)
    for value in others:
        with pytest.raises(TypeError):
            call(function, **{parameter: value})


@pytest.mark.parametrize(
    ("function", "parameter"),
    [(f, p) for f, p in ARGUMENTS if p in FIRST_TOO_LARGE or p in TOO_SMALL],
)
def test_integers_out_of_range(function: str, parameter: str) -> None:
    first = FIRST_TOO_LARGE[parameter]
    small = -1 if function == "path" else TOO_SMALL.get(parameter, -1)
    for value in (first, small, -(1 << 200), *(n for n in HUGE if n > first)):
        with pytest.raises(ValueError) as error:
            call(function, **{parameter: value})
        said = str(error.value)
        assert len(said.splitlines()) == 1
        assert said.startswith(f"{parameter}: expected ")


@pytest.mark.parametrize("function", [f for f, p in CALLS.items() if len(p) > 1])
def test_too_few_and_too_many_arguments(function: str) -> None:
    owner = CORE if function in ("Board", "Packing", "Listing") else a_board()
    with pytest.raises(TypeError):
        getattr(owner, function)()
    with pytest.raises(TypeError):
        getattr(owner, function)(*CALLS[function].values(), 0)
    with pytest.raises(TypeError):
        getattr(owner, function)(*CALLS[function].values(), colour="red")


@pytest.mark.parametrize(
    "path",
    ["", "L", "RF", "FX", "f", "F F", "FLLL", "FLLLF", "FFRRRF", "F" * 17, "FÄ", "F\0"],
)
def test_paths_that_are_none(path: str) -> None:
    with pytest.raises(ValueError) as error:
        CORE.Board(5, 5, 0, ["FF", path])
    assert len(str(error.value).splitlines()) == 1
    assert str(error.value).startswith("path ")


def test_decks_that_are_none() -> None:
    for paths in ([], ["F"] * 33):
        with pytest.raises(ValueError, match="paths: expected 1 to 32 cards"):
            CORE.Board(5, 5, 0, paths)
    for nothing in ("FF", {"FF"}, (None,), [b"FF"], ["FF", 1], iter(["FF"])):
        with pytest.raises(TypeError, match="paths: expected"):
            CORE.Board(5, 5, 0, nothing)
    assert (
        len(CORE.Board(8, 8, 0, ["F"] * 32).rounds(((0,), (0,), (-1 & (1 << 32) - 1,), (0,)))) == 64
    )


@by_board
def test_blocked_cells_off_the_board(width: int, height: int) -> None:
    grid = sum(1 << 8 * y + x for y in range(height) for x in range(width))
    a_board(width, height, grid)
    for cell in range(65):
        if not grid >> cell & 1:
            with pytest.raises(ValueError, match="blocked: expected"):
                a_board(width, height, 1 << cell)


# --- States --------------------------------------------------------------------------------------

STATES = [
    ((), (), (), ()),
    ((0,) * 5, (-1,) * 5, (7,) * 5, (0, 1, 2, 3, 4)),
    ((0,), (-1, -1), (7, 7), (0, 1)),
    ((0, 0), (-1,), (7, 7), (0, 1)),
    ((0, 0), (-1, -1), (7, 7, 7), (0, 1)),
    ((0, 0), (-1, -1), (7, 7), (0,)),
    ((0, 0), (-1, -1), (7, 7), (0, 0)),
    ((0, 0), (-1, -1), (7, 7), (1, 2)),
    ((0, 0), (-1, -1), (7, 7), (-1, 0)),
    ((0, 0), (-1, -1), (7, 16), (0, 1)),
    ((0, 0), (-1, -1), (7, -1), (0, 1)),
    ((0, 0), (-1, -1), (7, 1 << 64), (0, 1)),
    ((0, 0), (-2, -1), (7, 7), (0, 1)),
    ((0, 0), (4, -1), (7, 7), (0, 1)),
    ((0, 0), (64, -1), (7, 7), (0, 1)),
    ((0, 0), (1 << 70, -1), (7, 7), (0, 1)),
    ((0, 0), (3, 3), (7, 7), (0, 1)),
    ((0, 0), (18, -1), (7, 7), (0, 1)),
    ((1, 0), (-1, -1), (7, 7), (0, 1)),
    ((1, 1), (0, 1), (7, 7), (0, 1)),
    ((1, 2), (1, 2), (7, 7), (0, 1)),
    ((1 << 4, 0), (0, 1), (7, 7), (0, 1)),
    ((1 << 18, 0), (0, 1), (7, 7), (0, 1)),
    ((-1, 0), (0, 1), (7, 7), (0, 1)),
    ((1 << 64, 0), (0, 1), (7, 7), (0, 1)),
]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("function", ["placements", "rounds", "perft", "playouts"])
def test_states_that_are_none(state: Any, function: str) -> None:
    where = a_board(4, 4, 1 << 18)
    arguments = {**CALLS[function], "state": state}
    with pytest.raises(ValueError) as error:
        getattr(where, function)(*arguments.values())
    assert len(str(error.value).splitlines()) == 1
    assert str(error.value).split(":")[0] in ("showing", "heads", "hands", "hand", "order", "state")


@pytest.mark.parametrize("function", ["placements", "rounds", "perft", "playouts"])
def test_states_of_other_types(function: str) -> None:
    good = a_state()
    states = [good[:3], (*good, 0), list(good), "0000", 4 * (0,), 4 * (None,)]
    for part in range(4):
        for other in (None, [0, 0], 0, "00", (None, None), (0.0, 1.0), ("0", "1"), ((), ())):
            states.append((*good[:part], other, *good[part + 1 :]))
    for state in states:
        with pytest.raises(TypeError):
            call(function, state=state)


def test_hands_of_different_sizes() -> None:
    """Within a round one player may have played already."""
    state = ((0, 0), (-1, -1), (7, 3), (0, 1))
    assert call("placements", state=state)
    for function in ("rounds", "perft", "playouts"):
        with pytest.raises(ValueError, match="hands: expected as many cards"):
            call(function, state=state)


def test_only_one_player_has_an_order_of_cards() -> None:
    for function in ("rounds", "perft"):
        with pytest.raises(ValueError, match="ordered: expected False with 2 players"):
            call(function, ordered=True)
        call(function, state=a_state(1), ordered=True)


def test_more_rounds_than_are_listed() -> None:
    where = a_board(8, 8)
    assert where.perft(a_state(3), 1) > CORE.MOST_ROUNDS
    with pytest.raises(ValueError, match="state: expected at most 1048576 rounds"):
        where.rounds(a_state(3))
    assert len(where.rounds(a_state())) == where.perft(a_state(), 1)


@st.composite
def any_state(draw: st.DrawFn) -> tuple[Any, Any]:
    """Return a board and a state of any players, with tokens and heads anywhere they may be."""
    width, height = draw(st.integers(3, 5)), draw(st.integers(3, 5))
    grid = sum(1 << 8 * y + x for y in range(height) for x in range(width))
    blocked = draw(st.integers(0, grid)) & draw(st.integers(0, grid)) & grid
    free = draw(st.permutations([cell for cell in range(64) if (grid & ~blocked) >> cell & 1]))
    players = draw(st.integers(1, 4))
    heads = [free.pop() if free and draw(st.booleans()) else -1 for _ in range(players)]
    showing = [0 if head < 0 else 1 << head for head in heads]
    for cell in free:
        owner = draw(st.integers(-1, players - 1))
        if owner >= 0 and heads[owner] >= 0:
            showing[owner] |= 1 << cell
    size = draw(st.integers(0, 2))
    hands = [sum(1 << c for c in draw(st.permutations(range(4)))[:size]) for _ in range(players)]
    order = tuple(draw(st.permutations(range(players))))
    return a_board(width, height, blocked), (tuple(showing), tuple(heads), tuple(hands), order)


@given(any_state())
@settings(max_examples=150, deadline=None)
def test_any_state_does_no_harm(position: tuple[Any, Any]) -> None:
    where, state = position
    showing, heads, hands, _ = state
    for player in range(len(hands)):
        others = sum(1 << h for p, h in enumerate(heads) if h >= 0 and p != player)
        for card in range(4):
            for start, heading, tokens, end in where.placements(state, player, card):
                path = where.path(card, start, heading)
                assert (sum(1 << cell for cell in path), path[-1]) == (tokens, end)
                assert not tokens & (showing[player] | others)
                assert heads[player] in (-1, start)
    if where.perft(state, 1) <= 20000:
        rounds = where.rounds(state)
        assert len(rounds) == len(set(rounds)) == where.perft(state, 1)
    wins, tokens, discards, placements = where.playouts(state, 3, 1)
    assert sum(map(sum, wins)) >= 3 * (len(hands) > 1)
    for player, hand in enumerate(hands):
        assert discards[player] + placements[player] == 3 * hand.bit_count()
        assert 0 <= tokens[player] <= 75


# --- Solo tasks ----------------------------------------------------------------------------------


def test_starts_and_tokens_that_are_none() -> None:
    where = a_board(4, 4, 1 << 18)
    for start in (18, 4, 32):
        with pytest.raises(ValueError, match="start: expected -1 or a cell of the board"):
            CORE.Packing(where, 3, start)
    for tokens in (1 << 18, 1 << 4):
        with pytest.raises(ValueError, match="tokens: expected cells of the board"):
            CORE.Packing(where, 3, 0, tokens=tokens)
    with pytest.raises(ValueError, match="tokens: expected none where there is no start"):
        CORE.Packing(where, 3, tokens=1)
    # A head that has come to stand on its own token, and one at the start.
    assert list(CORE.Packing(where, 1, 0, tokens=1).listed())
    assert list(CORE.Packing(where, 1, 0, tokens=2).listed())


def test_advancing_a_solver_that_is_done() -> None:
    packing = CORE.Packing(a_board(), 7)
    while packing.advance(map):
        assert 0 <= packing.done <= packing.total
    found = (packing.solutions, packing.nodes, packing.done)
    assert packing.advance(map) is packing.advance(None) is False
    assert (packing.solutions, packing.nodes, packing.done) == found
    assert packing.exact


def test_a_listing_that_is_done_stays_so() -> None:
    listing = CORE.Packing(a_board(), 7).listed()
    assert iter(listing) is listing
    assert len(list(listing)) > 0
    for _ in range(3):
        with pytest.raises(StopIteration):
            next(listing)


SOLVER = (
    "board = load('master').Board(6, 6, 0, ['FF', 'FL', 'FR', 'FFF', 'FLR', 'FRL', 'FFL'])",
    "def solver(): return load('master').Packing(board, 127)",
)


def in_a_process(*code: str) -> list[str]:
    """Return the words that a program prints that can call `solver()`."""
    return printed_by(*SOLVER, *code).split()


@pytest.mark.parametrize(
    "run",
    [
        "lambda step, tasks: []",
        "lambda step, tasks: map(step, list(tasks)[1:])",
        "lambda step, tasks: map(step, [*tasks, tasks[0]])",
        "lambda step, tasks: map(step, [10 ** 6])",
        "lambda step, tasks: map(step, [-1])",
        "lambda step, tasks: map(step, ['a'])",
        "lambda step, tasks: map(step.step, [16, -1])",
        "lambda step, tasks: [packing.advance(map)]",
    ],
)
def test_a_run_that_does_not_do_each_task_once_is_found_out(run: str) -> None:
    """What was searched before still counts, and the solver can go on."""
    said = in_a_process(
        "packing = solver()",
        f"said(lambda: [packing.advance({run}) for _ in range(100)] and 'taken')",
        "while packing.advance(None): pass",
        "other = solver()",
        "while other.advance(None): pass",
        "print(packing.solutions == other.solutions > 0, packing.exact)",
    )
    assert said == ["RuntimeError", "True", "True"]


def test_tasks_that_are_kept_for_later_do_nothing_then() -> None:
    said = in_a_process(
        "packing, kept = solver(), []",
        "def run(step, tasks):",
        "    tasks = list(tasks)",
        "    kept.extend((step, task) for task in tasks)",
        "    return map(step, tasks)",
        "while packing.advance(run): pass",
        "print(len(kept) > 10)",
        "for step, task in kept: said(lambda: step(task))",
        "for task in (0, -1, 10**6): said(lambda: packing._work(task))",
    )
    assert said[0] == "True"
    assert set(said[1:]) == {"RuntimeError"}


def test_threads_that_share_what_only_one_may_use() -> None:
    """Nothing is done twice, and nothing crashes; who comes too late is told so."""
    said = in_a_process(
        "from concurrent.futures import ThreadPoolExecutor",
        "packing, listing = solver(), solver().listed()",
        "def next_of(_):",
        "    try: return next(listing)",
        "    except RuntimeError: return None",
        "def advance(_):",
        "    try: return packing.advance(None)",
        "    except RuntimeError: return None",
        "with ThreadPoolExecutor(8) as pool:",
        "    found = [f for f in pool.map(next_of, range(3000)) if f is not None]",
        "    list(pool.map(advance, range(100)))",
        "print(len(found) == len(set(found)) > 0)",
        "while packing.advance(None): pass",
        "print(packing.solutions == sum(1 for _ in solver().listed()))",
    )
    assert said == ["True", "True"]


def test_an_interrupted_search_may_be_gone_on_with() -> None:
    said = in_a_process(
        "import signal, threading",
        "packing = solver()",
        "def run(step, tasks):",
        "    yield from map(step, tasks)",
        "    raise KeyboardInterrupt",
        "for _ in range(3):",
        "    try: packing.advance(run)",
        "    except KeyboardInterrupt: print('stopped')",
        "while packing.advance(map): pass",
        "print(packing.solutions == sum(1 for _ in packing.listed()))",
    )
    assert said == ["stopped"] * 3 + ["True"]


@pytest.mark.parametrize(
    "thing", [a_board(), CORE.Packing(a_board(), 3), CORE.Packing(a_board(), 3).listed()]
)
def test_nothing_of_the_core_is_pickled_or_copied(thing: Any) -> None:
    for make_another in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            make_another(thing)


def test_a_task_keeps_its_board() -> None:
    listing = CORE.Packing(a_board(), 7).listed()
    assert len(list(listing)) == len(list(CORE.Packing(a_board(), 7).listed()))


def test_the_module_has_the_face_of_the_stub() -> None:
    """Whether the stub is right in the rest is for stubtest to say."""
    stub = ast.parse(Path(str(CORE.__file__)).with_name("master.pyi").read_text())
    names = {node.name for node in stub.body if isinstance(node, ast.ClassDef)}
    names |= {ast.unparse(node.target) for node in stub.body if isinstance(node, ast.AnnAssign)}
    assert {name for name in dir(CORE) if name[0] != "_"} == {n for n in names if n[0] != "_"}
    assert (CORE.MOST_CARDS, CORE.MOST_PLAYERS, CORE.MOST_ROUNDS) == (32, 4, 1 << 20)
