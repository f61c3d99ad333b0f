"""The compiled rules of Fighting Serpents held against the plain twin: every length, every ruling.

Random play seldom comes to what is rare in the rules, so many positions are set up at random; they
need not be reachable.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from reference import fighting as plain
from reference import fighting_games
from twins import fighting_rulings, fighting_setups, played

import serpentes as sp
from serpentes.games import fighting, longboard
from serpentes.games.fighting import Position
from serpentes.games.rulings import Rulings

READINGS = fighting_rulings(count=40)
# The lengths to play on, and how many positions of a game the twin looks at: fewer where it is
# slow.
COUNTS = {2: 30, 3: 15, 4: 8, 5: 4, 8: 2, 16: 1}
by_length = pytest.mark.parametrize("length", COUNTS)


def fast(position: plain.Position) -> Position:
    """Return the package's position of a twin's."""
    return fighting.parse(str(position), **position.rulings._asdict())


def slow(position: Position) -> plain.Position:
    """Return the twin's position of the package's."""
    return plain.parse(str(position), **position.rulings)


def fitting(length: int) -> list[Rulings]:
    """Return the readings that fit a length."""
    return [reading for reading in READINGS if not fighting.misfit(length, reading)]


# --- Moves and positions -------------------------------------------------------------------------


def agree(twin: plain.Position) -> None:
    """Compare everything that both sides say about a position."""
    position = fast(twin)
    assert str(position) == str(twin)
    assert position.men == twin.men
    texts = twin.moves()
    children = position.children()
    assert len(children) == len(texts)
    after = {str(move): child for move, child in children}
    assert {text: str(child) for text, child in after.items()} == {
        text: str(twin.play(text)) for text in texts
    }
    assert position.outcome == outcome(twin)
    # The opponent's men, the board's order, the empty set where nobody may be huffed.
    for text, child in after.items():
        assert position.play(text) == child
        names = [name for name in child.stones() if child.huffable >> child.cell_index(name) & 1]
        assert names == twin.play(text).in_order(twin.play(text).huffable)


def outcome(twin: plain.Position) -> str | None:
    """Return the outcome for the side to move of what the twin calls the result."""
    result = twin.result()
    return result and ("win" if result == twin.side else "loss")


@by_length
def test_random_play_agrees(length: int) -> None:
    """Games of at most 100 plies; on large boards the twin is asked about few positions of each."""
    for seed, reading in enumerate(fitting(length)):
        start = sp.fighting.start(length, side="bw"[seed % 2], **reading)
        game = played(start, seed=seed, plies=100)
        for position in game[1 :: 1 + len(game) // COUNTS[length]]:
            agree(slow(position))


@by_length
def test_setups_agree(length: int) -> None:
    for position in fighting_games.random_setups(20 * COUNTS[length], seed=7, lengths=(length,)):
        agree(position)


@given(fighting_setups())
@settings(max_examples=150)
def test_positions_of_hypothesis_agree(position: Position) -> None:
    agree(slow(position))


@given(fighting_setups(lengths=(2, 3)))
@settings(max_examples=300)
def test_small_positions_of_hypothesis_agree(position: Position) -> None:
    agree(slow(position))
    assert position.perft(3) == plain.perft(slow(position), 3)


def test_the_setups_come_to_everything_that_is_rare() -> None:
    found: Counter[str] = Counter()
    for position in fighting_games.random_setups(600, seed=7, lengths=(2, 3, 4, 5)):
        moves = position.moves()
        found["capture"] += any("x" in move for move in moves)
        found["long capture"] += any(move.count("x") > 2 for move in moves)
        found["huff"] += any("!" in move for move in moves)
        found["capture after a huff"] += any("!" in move and "x" in move for move in moves)
        found["last man huffed"] += any(" " not in move and "!" in move for move in moves)
        found["no move"] += not moves
        found["last man taken"] += any(
            "x" in move and position.play(move).finished for move in moves
        )
        found["men to huff afterwards"] += any(position.play(move).huffable for move in moves)
    assert min(found.values()) > 0, found
    assert len(found) == 8


@by_length
def test_perft_agrees(length: int) -> None:
    for seed, reading in enumerate(fitting(length)[:: 1 if length < 5 else 5]):
        position = played(sp.fighting.start(length, **reading), seed=seed, plies=12)[-1]
        depth = 3 if length < 5 else 2
        assert position.perft(depth) == plain.perft(slow(position), depth)


@pytest.mark.parametrize("chain", plain.OPTIONS["chain"])
def test_a_capture_may_end_where_it_began(chain: str) -> None:
    position = sp.fighting.parse("4/2ww1/1bw1 b", chain=chain)
    agree(slow(position))
    circle = fighting.Move.parse("b2xt3xb4xb2")
    assert (circle.start, circle.end, circle.taken) == ("b2", "b2", ("m3", "m4", "b3"))
    assert (circle in position.moves()) == (chain != "single")
    if chain != "single":
        assert str(position.play("b2xb4xt3xb2")) == "4/5/1b2 w"


# --- Routes --------------------------------------------------------------------------------------


def chains(position: plain.Position, jumps: int) -> list[str]:
    """Return the captures of so many jumps and fewer over men of the other side, as if these stayed
    and the points to land on were empty."""
    found = [(start,) for start in position.in_order(position.own)]
    texts = []
    for _ in range(jumps):
        found = [
            (*route, end)
            for route in found
            for over, end in position.board.jumps[route[-1]]
            if over in position.others
        ]
        texts += ["x".join(route) for route in found]
    return texts


def can_play(position: Any, text: str) -> Any:
    """Return the position after a move, None if it is refused."""
    try:
        return position.play(text)
    except ValueError:
        return None


def test_every_possible_route_is_accepted_and_no_other() -> None:
    tried: Counter[str] = Counter()
    for twin in fighting_games.crossroads(60, seed=3, lengths=(3, 4, 5)):
        position = fast(twin)
        printed = {str(move) for move in position.moves()}
        for text in chains(twin, jumps=5)[:400]:
            after, expected = can_play(position, text), can_play(twin, text)
            assert (after is None) == (expected is None), (str(twin), text)
            if after is None:
                tried["refused"] += 1
                continue
            assert str(after) == str(expected)
            assert str(position.transform_move(fighting.Move.parse(text), 0)) in printed
            tried["printed" if text in printed else "another route"] += 1
    assert len(tried) == 3
    assert min(tried.values()) > 20, tried


def test_the_first_route_in_board_order_is_printed() -> None:
    for position in fighting_games.crossroads(40, seed=1, lengths=(4, 5, 6)):
        agree(position)


# --- The board -----------------------------------------------------------------------------------


@pytest.mark.parametrize("length", plain.LENGTHS)
def test_lines_agree(length: int) -> None:
    for shape, rows, arc in product(*(plain.OPTIONS[name] for name in ("shape", "rows", "arc"))):
        if length % 2 and shape == "culin":
            continue
        board = plain.board(length, shape, rows, arc)
        start = sp.fighting.start(length, shape=shape, rows=rows, arc=arc)
        names = longboard.point_names(length, shape)
        assert names == board.points == tuple(start.cell_centres())
        assert start.core.points(start.rules) == len(names)
        steps, jumps = start.core.lines(start.rules)
        assert len(set(steps)) == len(steps)
        assert len(set(jumps)) == len(jumps)
        assert {(names[a], names[b]) for a, b in steps} == {
            (one, other) for one in names for other in board.steps[one]
        }
        found = {tuple(names[point] for point in jump) for jump in jumps}
        assert found == {(one, *jump) for one in names for jump in board.jumps[one]}
        assert all(longboard.jumped(start, end) == over for start, over, end in found)
        lines = {frozenset(line) for line in start.cell_lines()}
        assert lines == {frozenset((names[a], names[b])) for a, b in steps}


@pytest.mark.parametrize("length", plain.LENGTHS)
def test_starts_agree(length: int) -> None:
    for options in product(*plain.OPTIONS.values()):
        rulings = dict(zip(plain.OPTIONS, options, strict=True))
        try:
            twin = plain.start(length, **rulings)
        except ValueError:
            with pytest.raises(ValueError, match=r"does not fit (ends|shape)="):
                sp.fighting.start(length, **rulings)
        else:
            assert str(sp.fighting.start(length, **rulings)) == str(twin)


def test_rulings_and_presets_agree() -> None:
    assert {r.name: r.options for r in fighting.RULINGS.rulings} == plain.OPTIONS
    presets = {p.name: {**p.rulings, **p.start} for p in fighting.RULINGS.presets}
    assert presets == plain.PRESETS


@given(fighting_setups())
@settings(max_examples=60)
def test_symmetries_agree(position: Position) -> None:
    twin = slow(position)
    images = plain.symmetries(twin)
    assert position.board_symmetries == tuple(images)
    for number, image in images.items():
        assert str(position.transform(number)) == str(plain.transform(twin, image))
    assert str(position.exchanged()) == str(plain.exchanged(twin))
    seen = position if position.side == "b" else position.exchanged()
    assert seen.transform(position.canonical_symmetry) == position.canonical()


# --- Playouts ------------------------------------------------------------------------------------


def test_playouts_are_games() -> None:
    """What random games of the core come to, beside games of the twin: results that add up, the
    same for the same seed, and about as many won on the way."""
    start = sp.fighting.start(3, capture="compulsory", chain="full")
    plies, wins, losses, unfinished = start.core.playouts(*start.state, 2000, 200, 5)
    assert (plies, wins, losses, unfinished) == start.core.playouts(*start.state, 2000, 200, 5)
    assert (plies, wins) != start.core.playouts(*start.state, 2000, 200, 6)[:2]
    assert wins + losses + unfinished == 2000
    results: Counter[str | None] = Counter()
    length = 0
    chance = random.Random(1)
    for _ in range(300):
        game = slow(start)
        for _ in range(200):
            if game.result():
                break
            game = game.play(chance.choice(game.moves()))
            length += 1
        results[game.result()] += 1
    assert abs(wins / 2000 - results["b"] / 300) < 0.1
    assert abs(plies / 2000 - length / 300) < 0.2 * length / 300
