"""The compiled rules of Serpent held against the plain twin: every size, every ruling.

Random play seldom comes to what is rare in the rules, so most positions are set up at random; they
need not be reachable, and hold dead groups and rings as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings
from reference import games
from reference import serpent as plain
from twins import RULINGS, emptied, fast, played, setups, slow

import serpentes as sp
from serpentes.games.serpent import Position
from serpentes.games.serpent.core import core
from serpentes.games.serpent.move import OPPONENT_FIRST, OWN_FIRST, PASS, SNAKE

# How many set-ups of each number of stones the twin looks at, fewer the slower it is there.
COUNTS = {2: 60, 3: 20, 4: 6, 5: 2, 6: 1}
RINGS = [
    "bb/b1b/bb",
    "bb/bwb/bb",
    "bbb/b2b/b1w1b/b2b/bbb",
    "w1w/1bb1/1b1b1/wbb1/3",
    "4/5/2bb2/2b1b2/2bb2/5/b2w",
    "b3/5/2ww2/2wbw2/2ww2/w3b/b3",
    "1w3/w5/7/3bb3/3b1b3/3bb3/2w4/ww4/2b2",
]
by_board = pytest.mark.parametrize("size", COUNTS)
by_rulings = pytest.mark.parametrize(("hostility", "stuck"), RULINGS)


def boards(size: int, hostility: str, stuck: str, count: int) -> Iterator[plain.Position]:
    """Yield set-ups of a size from sparse to crowded, the same in every run."""
    cells = len(plain.board(size).cells)
    for part in (3, 5, 7, 8, 9):
        stones = part * cells // 10
        for position in games.random_setups(
            size, stones, seed=stones, count=count, hostility=hostility, stuck=stuck
        ):
            if not emptied(position):
                yield position


# --- Moves and positions -------------------------------------------------------------------------


def agree(twin: plain.Position) -> None:
    """Compare everything that both sides say about a position."""
    position = fast(twin)
    assert str(position) == str(twin)
    texts = twin.moves()
    assert [str(move) for move in position.moves()] == texts
    assert [str(child) for _, child in position.children()] == [str(twin.play(t)) for t in texts]
    assert position.outcome == outcome(twin)
    for colour in plain.COLOURS:
        dead = {cell for group in twin.dead(colour) for cell in group}
        assert set(position.dead(colour)) == dead
        for group in twin.groups(colour):
            for cell in group:
                check_survival_path(twin, group, position.survival_path(cell))


def outcome(twin: plain.Position) -> str | None:
    """Return the outcome for the side to move of what the twin calls the result."""
    result = twin.result()
    if result is None or result == "draw":
        return result
    return "win" if result == twin.side else "loss"


@by_board
@by_rulings
def test_set_ups_agree(size: int, hostility: str, stuck: str) -> None:
    for position in boards(size, hostility, stuck, COUNTS[size]):
        agree(position)


@by_board
@by_rulings
def test_random_play_agrees(size: int, hostility: str, stuck: str) -> None:
    """One game to its end, the twin asked about every position on small boards, few on large."""
    start = sp.serpent.start(size, hostility=hostility, stuck=stuck)
    game = played(start, seed=size, plies=4 * len(start.cell_centres()))
    for position in game[1 :: 1 + len(game) // (4 * COUNTS[size])]:
        agree(slow(position))


@given(setups())
@settings(max_examples=60)
def test_positions_of_hypothesis_agree(position: plain.Position) -> None:
    agree(position)


@given(setups(sizes=(2, 3)))
@settings(max_examples=150)
def test_small_positions_of_hypothesis_agree(position: plain.Position) -> None:
    agree(position)


def test_the_set_ups_come_to_everything_that_is_rare() -> None:
    found: Counter[str] = Counter()
    for rulings in RULINGS:
        for size in (2, 3, 4):
            for position in boards(size, *rulings, COUNTS[size]):
                moves = position.moves()
                found["snake move"] += any("-" in move for move in moves)
                found["order"] += any("~" in move for move in moves)
                found["snake move with an order"] += any("-" in m and "~" in m for m in moves)
                found["no action"] += not moves or moves == ["pass"]
                found["dead group"] += bool(position.dead("b") or position.dead("w"))
                found["draw"] += position.result() == "draw"
                found["finished"] += position.finished
                found["last stone removed"] += any(position.play(m).finished for m in moves)
    assert min(found.values()) > 0, found
    assert len(found) == 8


@pytest.mark.parametrize("text", RINGS)
@by_rulings
def test_rings_agree(text: str, hostility: str, stuck: str) -> None:
    """No legal turn makes a ring, but positions with one are accepted; it has no end."""
    for side in plain.COLOURS:
        position = plain.parse(f"{text} {side} bw", hostility=hostility, stuck=stuck)
        groups = [group for colour in plain.COLOURS for group in position.groups(colour)]
        assert any(not plain.ends_of(position.size, group) for group in groups)
        agree(position)


# --- Survival paths ------------------------------------------------------------------------------


def check_survival_path(twin: plain.Position, group: frozenset[str], path: Iterable[str]) -> None:
    """Assert that a path is the first of the shortest of its group, cell by cell."""
    path = tuple(path)
    assert (len(path) or inf) == twin.survival_path_length(group)
    if path:
        assert_is_survival_path(twin, group, path)
        index = plain.board(twin.size).index
        paths = twin.survival_paths(group)
        assert path == min(paths, key=lambda other: [index[cell] for cell in other])


def assert_is_survival_path(
    twin: plain.Position, group: frozenset[str], path: tuple[str, ...]
) -> None:
    """Assert what the rules say of a survival path, from the sets of stones alone."""
    size, neighbours = twin.size, plain.board(twin.size).neighbours
    colour = twin.colour_at(min(group))
    assert colour is not None
    stones = twin.stones(colour)
    ends = {end for other in twin.groups(colour) for end in plain.ends_of(size, other)}
    assert len(set(path)) == len(path)
    assert set(path) <= twin.empty
    assert all(there in neighbours[here] for here, there in pairwise(path))
    touched = [neighbours[cell] & stones for cell in path]
    if len(path) == 1:
        assert len(touched[0]) == 2
    else:
        assert [len(stones_touched) for stones_touched in touched[1:-1]] == [0] * (len(path) - 2)
        assert len(touched[0]) == len(touched[-1]) == 1
    # It leads from an end of this group to one of another, and filled makes one snake of the two.
    assert touched[0] & group & ends
    (other,) = (g for g in twin.groups(colour) if g != group and g & touched[-1] & ends)
    joined = plain.region(size, stones | set(path), path[0])
    assert joined == group | other | set(path)
    assert plain.is_snake(size, joined)
    assert plain.ends_of(size, joined)


@by_board
def test_some_groups_have_a_survival_path_and_some_have_none(size: int) -> None:
    """What `agree` checks of paths is about both kinds, and about paths of several lengths."""
    lengths: Counter[float] = Counter()
    for position in boards(size, *RULINGS[0], COUNTS[size]):
        for colour in plain.COLOURS:
            lengths.update(position.survival_path_length(g) for g in position.groups(colour))
    assert lengths[inf] > 0
    assert lengths[1] > 0
    assert len(lengths) > 2


# --- Why a move is not legal ---------------------------------------------------------------------


def encodable(size: int) -> list[int]:
    """Return every placement and snake move with and without each order, and the pass."""
    cells = range(len(plain.board(size).cells))
    orders = (0, OWN_FIRST, OPPONENT_FIRST)
    placements = [cell | order for cell in cells for order in orders]
    snakes = [
        SNAKE | cell | tail << 8 | order for tail in cells for cell in cells for order in orders
    ]
    return [*placements, *snakes, PASS]


def explained(position: Position, codes: list[int]) -> Counter[str]:
    """Return how often each reason is given; assert that `legal` is, exactly for the moves."""
    reasons: Counter[str] = Counter()
    module, state = position.core, position.state
    legal = {code for code, *_ in module.moves(*state)}
    given_legal = set()
    for code in codes:
        reason = module.explain(*state, code)
        reasons[module.REASONS[reason]] += 1
        if reason == 0:
            given_legal.add(code)
    assert given_legal == legal
    return reasons


def test_every_reason_is_given_and_legal_exactly_for_the_moves() -> None:
    reasons: Counter[str] = Counter()
    for rulings in RULINGS:
        for size in (2, 3):
            for position in boards(size, *rulings, COUNTS[size]):
                reasons += explained(fast(position), encodable(size))
    assert reasons.keys() == set(core(3).REASONS)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_legal_is_said_exactly_of_the_moves(size: int) -> None:
    for rulings in RULINGS:
        for position in boards(size, *rulings, 1):
            explained(fast(position), encodable(size))


@by_board
def test_moves_that_are_not_written_in_full_are_not_legal(size: int) -> None:
    """A placement has no tail, and a pass has nothing else."""
    cells = len(plain.board(size).cells)
    module = core(size)
    for code in (1 << 8, (cells - 1) << 8, 1 | 2 << 8 | OWN_FIRST):
        with pytest.raises(ValueError, match="move"):
            module.explain(0, 0, 0, 0, code)
    for code in (PASS | 1, PASS | 1 << 8, PASS | OWN_FIRST, PASS | SNAKE):
        with pytest.raises(ValueError, match="move"):
            module.explain(0b11, (0b11 << cells) >> 2, 0, 2, code)
