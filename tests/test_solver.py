"""The retrograde solver: against a naive one, in threads, interrupted, limited, resumed."""

from __future__ import annotations

import random
import re
import signal
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from reference import serpent as plain
from reference import solver as naive
from twins import RULINGS, fast

import serpentes as sp
from serpentes.games.base import SolvablePosition
from serpentes.games.cores import Solver
from serpentes.games.serpent import Position
from serpentes.solve import checkpoints
from serpentes.solve.retrograde import LimitReached, solve
from serpentes.solve.table import Table
from serpentes.solve.value import Value

LATEST, ENDING = "until-owner-turn", "end-of-turn"


class Subgame(NamedTuple):
    """A position near the end of a random game, and how many positions play can still reach."""

    text: str
    hostility: str
    stuck: str
    positions: int

    @property
    def start(self) -> Position:
        """The position."""
        return sp.serpent.parse(self.text, hostility=self.hostility, stuck=self.stuck)

    @property
    def twin(self) -> plain.Position:
        """The position of the plain twin."""
        return plain.parse(self.text, hostility=self.hostility, stuck=self.stuck)


# Small enough for the naive solver.
SUBGAMES = [
    Subgame("1bw/2b1/b1wb1/wb1w/www b bw", LATEST, "loses", 881),
    Subgame("wwb/2wb/wb2b/wbb1/3 w bw", LATEST, "passes", 1095),
    Subgame("bbw/2b1/1w1bw/wb1w/1w1 b bw", ENDING, "loses", 1193),
    Subgame("ww1/wbb1/bw1bw/4/bbw b bw", ENDING, "passes", 1084),
    Subgame("bb2/b1b1w/1bwbbw/w2w1bw/w2wb1/1bwbw/wbww w bw", LATEST, "loses", 198),
    Subgame("www1/w2bw/wbb1bw/w1wwww1/2bb1b/bb1bb/4 w bw", LATEST, "passes", 252),
    Subgame(
        "2bbb/b1b2b/2bw1wb/b1bwbbbw/1bbwbw1w1/3wbbb1/2bwwwb/2b1bb/b1bb1 b bw",
        ENDING, "loses", 115,
    ),
    Subgame(
        "ww1ww/wbbbbw/1wwwwbb/1bbbbwwb/1b3b1w1/1b2bww1/b2bw2/b1b1wb/2bbb w bw",
        LATEST, "passes", 80,
    ),
    Subgame(
        "1wwww1/wwbb2w/w1bwwbb1/w1b1bwwwb/w1b1b2bwb/"
        "bwwwwb2bwb/4wwbb1w/b1bbbwwww/bb2bbb1/6b/3b1b b bw",
        ENDING, "loses", 52,
    ),
]  # fmt: skip

# Too large for it, but of several chunks and, on size 4, of several pieces of a part.
LARGER = [
    SUBGAMES[3],
    Subgame("1bb1/wwww1/w3w1/bw1bwbw/1wwb2/bbw1b/2ww w bw", ENDING, "passes", 37474),
    Subgame("bb1b/wwwww/w1bbbw/w2www1/1b3b/w1w2/wwbw w bw", LATEST, "loses", 35890),
    Subgame(
        "3w1/w1w2w/bbbww1w/b2bbw1w/b4bww1/bbb2b2/2b4/6/2b2 b bw",
        ENDING, "loses", 20856,
    ),
    Subgame(
        "wbb1bb/3bb1b/bw1ww2b/bwb1bbwb1/b1w1b1bwbb/"
        "1bw1b2b2b/1bwb3bbb/bw1b1b3/bbb1b3/6b/1bb1bb b bw",
        ENDING, "passes", 12522,
    ),
]  # fmt: skip

Arrays = tuple[NDArray[np.uint64], NDArray[np.uint16]]
Progress = Callable[[str, int, int | None], None]


def name_of(game: Subgame) -> str:
    """Return a short name of a sub-game for reports."""
    return f"size {game.start.size}, {game.positions} positions, {game.hostility}, {game.stuck}"


subgames = pytest.mark.parametrize("game", SUBGAMES, ids=name_of)
larger = pytest.mark.parametrize("game", LARGER, ids=name_of)
interrupted = pytest.mark.parametrize("game", [SUBGAMES[0], LARGER[2], LARGER[4]], ids=name_of)


# --- Values --------------------------------------------------------------------------------------


def assert_naive_agrees(start: plain.Position, table: Table) -> Counter[str]:
    """Compare every position and its value; return how often each kind of value came up."""
    values = naive.solve(start, naive.canonical)
    kinds: Counter[str] = Counter()
    keys = set()
    for twin, value in values.items():
        position = fast(twin)
        found = table[position]
        assert naive.Value(found.outcome, found.plies) == value, str(twin)
        if not twin.finished:
            keys.add(position.key)
            kinds[value.outcome if value.plies is not None else "endless"] += 1
    assert keys == {position.key for position in table}
    assert len(keys) == len(table) == kinds.total()
    return kinds


@pytest.mark.parametrize(("hostility", "stuck"), RULINGS)
def test_size_2(hostility: str, stuck: str) -> None:
    table = solve(sp.serpent.start(2, hostility=hostility, stuck=stuck), threads=1)
    kinds = assert_naive_agrees(plain.start(2, hostility=hostility, stuck=stuck), table)
    if stuck == "loses":
        assert kinds == {"win": 23, "loss": 25}
        assert table[table.start] == Value("loss", 5)
    else:
        assert kinds == {"win": 10, "draw": 40, "loss": 6}
        assert table[table.start] == Value("draw", 5)
    assert table.counts()["positions"] == kinds.total()


@subgames
def test_complete_subgames(game: Subgame) -> None:
    table = solve(game.start, threads=1)
    kinds = assert_naive_agrees(game.twin, table)
    assert kinds.total() == game.positions
    expected = {"win", "loss", "endless"} | ({"draw"} if game.stuck == "passes" else set())
    assert kinds.keys() == expected


def test_the_subgames_are_of_every_size_and_thousands_of_size_3() -> None:
    assert sum(game.positions for game in SUBGAMES if game.start.size == 3) > 4000
    assert {game.start.size for game in SUBGAMES} == {3, 4, 5, 6}
    assert {(game.hostility, game.stuck) for game in SUBGAMES} == {*RULINGS}


def value_of(position: SolvablePosition, value: Callable[[SolvablePosition], Value]) -> Value:
    """Return the value of a position that follows from those of its children."""
    if position.outcome is not None:
        return Value(position.outcome, 0)
    children = [value(child) for _, child in position.children()]
    plies = {
        outcome: [v.plies for v in children if v.outcome == outcome and v.plies is not None]
        for outcome in ("win", "draw", "loss")
    }
    if plies["loss"]:
        return Value("win", min(plies["loss"]) + 1)
    if plies["draw"]:
        return Value("draw", min(plies["draw"]) + 1)
    if len(plies["win"]) < len(children):
        return Value("draw", None)
    return Value("loss", max(plies["win"]) + 1)


@larger
def test_values_follow_from_the_moves(game: Subgame) -> None:
    """Each from those of the children: together this says that the values are right."""
    table = solve(game.start)
    assert len(table) == game.positions
    chance = random.Random(1)
    for index in chance.sample(range(game.positions), min(game.positions, 500)):
        position = table.position_at(index)
        assert table.value_at(index) == value_of(position, table.__getitem__)


def test_size_3(size_3: Table) -> None:
    """The figures were the same on one thread, on two and on three."""
    assert size_3.counts() == {
        "positions": 6726874, "win": 4006744, "draw": 27424, "loss": 2692706,
    }  # fmt: skip
    assert size_3[sp.serpent.start(size=3)] == Value("loss", 18)
    assert digest((size_3.keys, size_3.values)) == "c4fcb0088781f3e125f266a8a8607c10"


def test_values_of_size_3_follow_from_the_moves(size_3: Table) -> None:
    chance = random.Random(2)
    kinds: Counter[str] = Counter()
    draws = np.flatnonzero(size_3.values == 0).tolist()
    slowest = np.argsort(size_3.values >> 2)[-100:].tolist()
    for index in [*chance.sample(range(len(size_3)), 1500), *chance.sample(draws, 100), *slowest]:
        value = size_3.value_at(index)
        assert value == value_of(size_3.position_at(index), size_3.__getitem__)
        kinds[value.outcome] += 1
    assert min(kinds.values()) >= 100


# --- The forward search --------------------------------------------------------------------------


@pytest.mark.parametrize("table_bytes", [4096, 1 << 22])
@subgames
def test_the_forward_search_finds_the_values_of_the_table(game: Subgame, table_bytes: int) -> None:
    """Also with a transposition table so small that entries drive each other out."""
    table = solve(game.start)
    *_, rulings = game.start.state
    search = game.start.core.Search(rulings, table_bytes)
    known = {"win": 3, "loss": 1, "draw": 0}
    for index in range(0, len(table), 1 + len(table) // 60):
        position, value = cast(Position, table.position_at(index)), table.value_at(index)
        own, opponent, hatched, _ = position.state
        plies = 6 if value.outcome == "draw" else value.plies or 0
        if plies > 6:
            continue
        found, length, _ = search.decide((own, opponent, hatched), plies, 10**7)
        assert (found, length) == (known[value.outcome], plies if found else 0)
        if found and plies:
            # One ply less is not enough to decide it.
            assert search.decide((own, opponent, hatched), plies - 1, 10**7)[:2] == (0, 0)


def test_the_forward_search_stops_at_its_node_limit() -> None:
    start = sp.serpent.start(size=3)
    for nodes in (0, 1, 100):
        found, plies, searched = start.core.Search(0, 1 << 20).decide((0, 0, 0), 100, nodes)
        assert (found, plies) == (0, 0)
        assert nodes < searched <= nodes + 2


# --- Threads, snapshots, interruptions -----------------------------------------------------------


def digest(arrays: Arrays) -> str:
    """Return a digest of the bytes of keys and values."""
    found = blake2b(digest_size=16)
    for array in arrays:
        found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


def identical(one: Table, other: Table) -> bool:
    """Return whether two tables are the same byte for byte."""
    return (
        one.keys.tobytes() == other.keys.tobytes()
        and one.values.tobytes() == other.values.tobytes()
    )


def arrays_of(solver: Solver, words: int) -> list[Arrays]:
    """Return what a solver that has enumerated everything writes, part by part."""
    while solver.sweep(map):
        pass
    found = []
    for part, size in enumerate(solver.part_sizes()):
        keys, values = np.empty((size, words), np.uint64), np.empty(size, np.uint16)
        solver.write(part, keys, values)
        found.append((keys, values))
    return found


@larger
def test_threads_make_no_difference(game: Subgame) -> None:
    position = game.start
    one = solve(position, threads=1)
    assert identical(one, solve(position, threads=3))
    assert identical(one, solve(position, threads=2))
    assert len(one) == game.positions


@larger
def test_a_snapshot_goes_on_to_the_same_table(game: Subgame) -> None:
    position = game.start
    solver = position.solver()
    snapshots = [solver.snapshot()]
    while solver.enumerate(map):
        snapshots.append(solver.snapshot())
    expected = [digest(part) for part in arrays_of(solver, position.key_words)]
    assert solver.positions == game.positions
    assert len(snapshots) > 4
    for snapshot in snapshots[:: len(snapshots) // 4]:
        again = position.solver()
        again.restore(snapshot)
        assert again.snapshot() == snapshot
        while again.enumerate(map):
            pass
        assert [digest(part) for part in arrays_of(again, position.key_words)] == expected


def interrupt_at(what: str, report: int) -> Progress:
    """Return a progress report that presses Ctrl-C when `what` is reported for that time."""
    left = [report]

    def progress(doing: str, _done: int, _whole: int | None) -> None:
        left[0] -= doing.startswith(what)
        if left[0] == 0:
            left[0] = -1
            signal.raise_signal(signal.SIGINT)

    return progress


@interrupted
@pytest.mark.parametrize("report", [1, 2, 5])
def test_an_interrupted_solve_goes_on(game: Subgame, report: int, tmp_path: Path) -> None:
    position = game.start
    checkpoint = tmp_path / "a.checkpoint"
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        solve(
            position,
            threads=2,
            progress=interrupt_at("finding positions", report),
            checkpoint=checkpoint,
        )
    assert signal.getsignal(signal.SIGINT) is before
    assert list(tmp_path.iterdir()) == [checkpoint]
    kept = position.solver()
    assert checkpoints.restore(checkpoint, position, kept)
    assert 1 < kept.positions <= game.positions
    table = solve(position, threads=1, checkpoint=checkpoint)
    assert len(table) == game.positions
    assert identical(table, solve(position, threads=1))
    # It stays until the table is in safety.
    assert list(tmp_path.iterdir()) == [checkpoint]


@interrupted
def test_a_solve_may_be_interrupted_twice_and_while_values_are_found(
    game: Subgame, tmp_path: Path
) -> None:
    position = game.start
    checkpoint = tmp_path / "a.checkpoint"
    for what in ("finding positions", "finding positions", "deciding values"):
        with pytest.raises(KeyboardInterrupt):
            solve(position, threads=1, progress=interrupt_at(what, 1), checkpoint=checkpoint)
        assert checkpoint.exists()
    table = solve(position, threads=3, checkpoint=checkpoint)
    assert len(table) == game.positions
    assert identical(table, solve(position, threads=1))


# --- Limits --------------------------------------------------------------------------------------


def test_too_many_positions() -> None:
    with pytest.raises(LimitReached) as error:
        solve(sp.serpent.start(size=3), threads=1, max_positions=10_000)
    said = re.fullmatch(
        r"more than 10,000 positions: stopped after ([0-9,]+) positions, "
        r"of which ([0-9,]+) have been expanded; start nearer to the end of the game or raise the "
        r"limit",
        str(error.value),
    )
    assert said is not None
    positions, expanded = (int(number.replace(",", "")) for number in said.groups())
    assert positions > 10_000
    assert 0 < expanded < positions


def test_too_little_memory() -> None:
    with pytest.raises(LimitReached) as error:
        solve(sp.serpent.start(size=3), threads=1, memory=5_000_000)
    said = re.fullmatch(
        r"([0-9,]+) bytes of memory needed, 5,000,000 allowed: stopped after ([0-9,]+) positions, "
        r"of which ([0-9,]+) have been expanded; .*",
        str(error.value),
    )
    assert said is not None
    needed, positions, expanded = (int(number.replace(",", "")) for number in said.groups())
    assert needed > 5_000_000
    assert 0 < expanded < positions


@subgames
def test_limits_that_are_just_enough(game: Subgame) -> None:
    position = game.start
    assert len(solve(position, threads=1, max_positions=game.positions)) == game.positions
    with pytest.raises(LimitReached):
        solve(position, threads=1, max_positions=game.positions - 1)


def test_a_limit_leaves_the_checkpoint_of_an_earlier_run(tmp_path: Path) -> None:
    position = LARGER[2].start
    checkpoint = tmp_path / "a.checkpoint"
    with pytest.raises(KeyboardInterrupt):
        solve(position, progress=interrupt_at("finding positions", 3), checkpoint=checkpoint)
    kept = checkpoint.read_bytes()
    with pytest.raises(LimitReached):
        solve(position, max_positions=1_000, checkpoint=checkpoint)
    assert checkpoint.read_bytes() == kept
    assert len(solve(position, checkpoint=checkpoint)) == LARGER[2].positions


@pytest.mark.parametrize("limit", ["threads", "max_positions", "memory"])
@pytest.mark.parametrize("value", [0, -1])
def test_limits_that_are_not_positive(limit: str, value: int) -> None:
    limits: Any = {limit: value}
    with pytest.raises(ValueError, match=f"^{limit} is {value}; expected at least 1$"):
        solve(sp.serpent.start(size=2), **limits)


# --- Damaged checkpoints -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The checkpoint of a solve of size 2 that was interrupted half-way."""
    path = tmp_path_factory.mktemp("checkpoint") / "a.checkpoint"
    with pytest.raises(KeyboardInterrupt):
        solve(
            sp.serpent.start(size=2),
            threads=1,
            progress=interrupt_at("finding positions", 3),
            checkpoint=path,
        )
    return path.read_bytes()


def solved_or_one_line(data: bytes, path: Path) -> str:
    """Go on from a checkpoint; return the one line that refuses it, empty if the table is right."""
    start = sp.serpent.start(size=2)
    path.write_bytes(data)
    try:
        table = solve(start, threads=1, checkpoint=path)
    except ValueError as error:
        assert len(str(error).splitlines()) == 1
        assert "checkpoint" in str(error)
        return str(error)
    assert identical(table, solve(start, threads=1))
    return ""


def test_a_whole_checkpoint_is_taken(checkpoint: bytes, tmp_path: Path) -> None:
    assert solved_or_one_line(checkpoint, tmp_path / "a") == ""


def test_a_truncated_or_longer_checkpoint_is_refused(checkpoint: bytes, tmp_path: Path) -> None:
    for length in [*range(0, len(checkpoint), 97), len(checkpoint) - 1]:
        assert "damaged" in solved_or_one_line(checkpoint[:length], tmp_path / "a")
    assert "damaged" in solved_or_one_line(b"x" * 1000, tmp_path / "a")


def test_a_changed_checkpoint_is_refused_or_makes_no_difference(
    checkpoint: bytes, tmp_path: Path
) -> None:
    """One byte after the other, in a file that holds every kind of byte: headers, names, data."""
    refused = 0
    for place in range(0, len(checkpoint), 3):
        changed = bytearray(checkpoint)
        changed[place] ^= 0xFF
        refused += bool(solved_or_one_line(bytes(changed), tmp_path / "a"))
    assert refused > len(checkpoint) // 6


@given(st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_checkpoint_changed_in_places(
    checkpoint: bytes, tmp_path: Path, data: st.DataObject
) -> None:
    changed = bytearray(checkpoint)
    places = st.integers(0, len(changed) - 1)
    for place, byte in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=4)):
        changed[place] = byte
    solved_or_one_line(bytes(changed), tmp_path / "a")


@pytest.mark.parametrize(
    "other",
    [
        sp.serpent.start(size=3),
        sp.serpent.start(size=2, stuck="passes"),
        sp.serpent.start(size=2, hostility=ENDING),
        sp.serpent.start(size=2).play("a1"),
    ],
    ids=repr,
)
def test_a_checkpoint_of_another_solve_is_refused(
    checkpoint: bytes, other: Position, tmp_path: Path
) -> None:
    path = tmp_path / "a"
    path.write_bytes(checkpoint)
    with pytest.raises(ValueError, match=r"is of .*; expected .*, or another file") as error:
        solve(other, checkpoint=path)
    assert len(str(error.value).splitlines()) == 1
    assert path.read_bytes() == checkpoint
