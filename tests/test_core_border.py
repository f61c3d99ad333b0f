"""The border of the compiled modules: whatever comes from Python is refused or taken, no crash.

What could write where it should not runs in a process of its own, so that a crash is a failure of
one test. One step of the continuous integration runs all of this with bounds checks compiled in.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serpentes.core import load
from serpentes.games import hexagon

SIZES = (2, 3, 4, 5, 6)
MODULES = {size: load(f"serpent{size}") for size in SIZES}
by_size = pytest.mark.parametrize("size", SIZES)

# Every function with its parameters, and arguments that it takes on every board.
CALLS: dict[str, dict[str, Any]] = {
    "validate": {"own": 1, "opponent": 2, "hatched": 0},
    "moves": {"own": 1, "opponent": 2, "hatched": 0, "rulings": 0},
    "explain": {"own": 1, "opponent": 2, "hatched": 0, "rulings": 0, "move": 3},
    "perft": {"own": 1, "opponent": 2, "hatched": 0, "rulings": 0, "depth": 1},
    "dead": {"stones": 1, "others": 2, "flag": True},
    "survival_path": {"stones": 1, "others": 2, "cell": 0},
    "canonical": {"own": 1, "opponent": 2, "hatched": 0},
    "Retrograde": {"own": 1, "opponent": 2, "hatched": 0, "rulings": 0},
    "Search": {"rulings": 0, "table_bytes": 4096},
    "decide": {"own": 1, "opponent": 2, "hatched": 0, "plies": 1, "nodes": 100},
    "count_without_action": {"keys": [[1]], "rulings": 0},
    "count_paths": {"keys": [[1]], "times": 1},
}
STONES = ("own", "opponent", "stones", "others")
HUGE = (1 << 31, 1 << 63, 1 << 64, 1 << 200)


def callable_of(module: Any, function: str) -> Callable[..., Any]:
    """Return a function of a module; that of a search takes the parts of a position one by one."""
    if function != "decide":
        found: Callable[..., Any] = getattr(module, function)
        return found
    decide = module.Search(0, 4096).decide

    def called(own: Any, opponent: Any, hatched: Any, plies: Any, nodes: Any) -> Any:
        return decide((own, opponent, hatched), plies, nodes)

    return called


def call(size: int, function: str, **changed: Any) -> Any:
    """Call a function of a module, some of its arguments changed."""
    module = MODULES[size]
    arguments = CALLS[function] | changed
    if arguments.get("keys") == [[1]]:
        arguments["keys"] = np.ones((1, module.KEY_WORDS), np.uint64)
    return callable_of(module, function)(*arguments.values())


def out_of_range(size: int, parameter: str) -> list[int]:
    """Return integers that a parameter does not take."""
    cells = hexagon.cell_count(size)
    first = {
        "hatched": 4,
        "rulings": 4,
        "depth": 65,
        "cell": cells,
        "plies": 101,
        "move": 3 << 20,
        "table_bytes": (1 << 40) + 1,
        "nodes": 1 << 64,
        "times": 1 << 31,
    }.get(parameter, 1 << cells)
    below = {"table_bytes": [4095, 0], "times": [0]}.get(parameter, [])
    return [-1, *below, -(1 << 200), first, *(n for n in HUGE if n > first)]


# Every argument but arrays and the flag of `dead`, which may be anything that is true or false.
ARGUMENTS = [(f, p) for f, names in CALLS.items() for p in names if p not in ("flag", "keys")]
every_argument = pytest.mark.parametrize(("function", "parameter"), ARGUMENTS)


# --- Arguments -----------------------------------------------------------------------------------


@by_size
@pytest.mark.parametrize("function", CALLS)
def test_the_arguments_changed_below_are_taken(size: int, function: str) -> None:
    call(size, function)


@every_argument
def test_arguments_of_other_types(function: str, parameter: str) -> None:
    for size in SIZES:
        for value in (None, "1", b"1", 1.0, 0.5, float("nan"), [1], (), 1j, object(), int):
            with pytest.raises(TypeError):
                call(size, function, **{parameter: value})


@every_argument
def test_integers_out_of_range(function: str, parameter: str) -> None:
    for size in SIZES:
        for value in out_of_range(size, parameter):
            with pytest.raises(ValueError) as error:
                call(size, function, **{parameter: value})
            assert len(str(error.value).splitlines()) == 1
            assert str(error.value).startswith(
                {"stones": "own", "others": "opponent"}.get(parameter, parameter)
            )


@by_size
@pytest.mark.parametrize("function", [f for f, p in CALLS.items() if {*STONES} & {*p}])
def test_two_stones_on_one_cell(size: int, function: str) -> None:
    cells = hexagon.cell_count(size)
    first, second = (name for name in CALLS[function] if name in STONES)
    for both in (1, 1 << (cells - 1), (1 << cells) - 1):
        with pytest.raises(ValueError, match="at most one stone on a cell"):
            call(size, function, **{first: both, second: both})


@by_size
@pytest.mark.parametrize("function", CALLS)
def test_too_few_and_too_many_arguments(size: int, function: str) -> None:
    module = MODULES[size]
    called = callable_of(module, function)
    arguments = list(CALLS[function].values())
    with pytest.raises(TypeError):
        called()
    with pytest.raises(TypeError):
        called(*arguments, 0)
    with pytest.raises(TypeError):
        called(*arguments, colour="red")


@by_size
def test_moves_that_no_integer_of_the_board_encodes(size: int) -> None:
    cells = hexagon.cell_count(size)
    for move in (cells, 255, 1 << 20 | cells << 8, 1 << 20 | 255 << 8, 3 << 16, 15 << 16):
        with pytest.raises(ValueError, match="move"):
            MODULES[size].explain(0, 0, 0, 0, move)


@by_size
def test_a_survival_path_needs_a_stone_of_the_colour(size: int) -> None:
    for cell in (1, 2):
        with pytest.raises(ValueError, match="cell"):
            MODULES[size].survival_path(0b001, 0b010, cell)


@by_size
def test_arrays_of_keys(size: int) -> None:
    module = MODULES[size]
    words = module.KEY_WORDS
    # What is no position counts for nothing; a row of ones has two stones on a cell.
    keys = np.array([[0] * words, [0] * (words - 1) + [1], [(1 << 64) - 1] * words], np.uint64)
    for rulings in range(4):
        assert module.count_without_action(keys, rulings) == 0
    assert module.count_paths(keys, 3) == (3, 0, 0)
    assert module.count_paths(keys[:0], 3) == (0, 0, 0)
    fixed = keys.copy()
    fixed.flags.writeable = False
    assert module.count_paths(fixed, 1) == (1, 0, 0)
    wrong: list[Any] = [
        np.zeros((2, words + 1), np.uint64), np.zeros((2, words - 1), np.uint64), keys[0],
        keys[:, :, None], keys[::2], keys.astype(np.int64), keys.astype(float), keys.astype(">u8"),
        np.zeros((2, 0), np.uint64), keys.astype(object), None, [[0]], "keys", 5,
    ]  # fmt: skip
    for other in wrong:
        with pytest.raises((TypeError, ValueError)):
            module.count_without_action(other, 0)
        with pytest.raises((TypeError, ValueError)):
            module.count_paths(other, 1)


def test_every_module_has_the_face_of_the_stub() -> None:
    """Whether the stub is right in the rest is for stubtest to say."""
    stub = ast.parse(Path(str(MODULES[2].__file__)).with_name("serpent2.pyi").read_text())
    names = {node.name for node in stub.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    names |= {ast.unparse(node.target) for node in stub.body if isinstance(node, ast.AnnAssign)}
    for module in MODULES.values():
        assert {name for name in dir(module) if not name.startswith("_")} == names


@by_size
def test_what_the_constants_say(size: int) -> None:
    module, cells = MODULES[size], hexagon.cell_count(size)
    assert (size, cells) == (module.SIZE, module.CELLS)
    assert -(-(2 * cells + 2) // 64) == module.KEY_WORDS
    assert module.STATE_BYTES <= 48
    assert len(module.REASONS) == len(set(module.REASONS))
    assert module.REASONS[0] == "legal"
    assert [sorted(image) for image in module.SYMMETRIES] == [list(range(cells))] * 12


# --- Any stones ----------------------------------------------------------------------------------


@st.composite
def any_board(draw: st.DrawFn) -> tuple[int, int, int]:
    """A size and two colours' stones, of which nothing is asked but that cells have one at most."""
    size = draw(st.sampled_from(SIZES))
    cells = st.integers(0, (1 << hexagon.cell_count(size)) - 1)
    # Thinned out by one or two further numbers, or not: a board may be full of one colour.
    own, opponent = draw(cells), draw(cells)
    for _ in range(draw(st.integers(0, 2))):
        own &= draw(cells)
        opponent &= draw(cells)
    return (
        (size, own & ~opponent, opponent) if draw(st.booleans()) else (size, own, opponent & ~own)
    )


@given(any_board(), st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=300)
def test_stones_that_are_no_snakes_do_no_harm(
    board: tuple[int, int, int], hatched: int, rulings: int
) -> None:
    size, own, opponent = board
    module, everything = MODULES[size], (1 << hexagon.cell_count(size)) - 1
    assert module.validate(own, opponent, hatched) in range(5)
    moves = module.moves(own, opponent, hatched, rulings)
    assert module.perft(own, opponent, hatched, rulings, 1) == len(moves)
    assert len({move for move, *_ in moves}) == len(moves)
    for _, next_own, next_opponent, next_hatched, status in moves:
        assert next_own & next_opponent == 0
        assert (next_own | next_opponent) & ~everything == 0
        assert (next_hatched, status) in {(h, s) for h in range(4) for s in range(3)}
    assert module.dead(own, opponent, True) & ~own == 0
    image = module.canonical(own, opponent, hatched)
    assert module.canonical(*image[:3])[:3] == image[:3]
    for cell in range(0, hexagon.cell_count(size), 5):
        if own >> cell & 1:
            path = module.survival_path(own, opponent, cell)
            assert all(not (own | opponent) >> there & 1 for there in path)
            assert all(b in hexagon.neighbours(size)[a] for a, b in pairwise(path))
    module.explain(own, opponent, hatched, rulings, moves[-1][0] if moves else 0)
    solver = module.Retrograde(own, opponent, hatched, rulings)
    solver.enumerate(map)
    assert solver.expanded == 1
    module.Search(rulings, 4096).decide((own, opponent, hatched), 3, 1000)


def test_full_and_empty_boards() -> None:
    for size, module in MODULES.items():
        everything = (1 << hexagon.cell_count(size)) - 1
        for own, opponent in ((0, 0), (everything, 0), (0, everything)):
            for hatched in range(4):
                for rulings in range(4):
                    moves = module.moves(own, opponent, hatched, rulings)
                    assert len(moves) <= hexagon.cell_count(size)
                    assert module.dead(own, opponent, True) in (0, own)


def test_the_deepest_perft() -> None:
    for module in MODULES.values():
        assert module.perft(0, 1, 3, 0, 64) == 0
        assert module.perft(0, 0, 0, 0, 0) == 1
    # Two that pass for ever: one sequence of any length.
    assert MODULES[2].perft(0b0000011, 0b1100000, 0, 2, 64) == 1
