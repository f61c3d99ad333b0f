"""The contract that every solvable game of the registry keeps, whatever its rules are.

A game that moves in brings a plain twin, `reference.NAME`, and a line in `SUBJECTS` that says what
cannot be asked of its positions. Nothing else here knows one game from another.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import combinations, product
from math import dist
from typing import Any, cast

import pytest
from reference import games as plain_games
from reference import solver
from twins import emptied, fast, played, starts, twin_of

from serpentes.games import base, registry, serpent
from serpentes.games.base import Move, SolvablePosition
from serpentes.solve.retrograde import solve

Image = dict[str, str]


@dataclass(frozen=True)
class Extras:
    """What the suite needs of a game that its positions do not offer under one name.

    `texts` gives every move text that can be written for the board of a position, `images` the
    symmetries of that board, each from cells to cells, and `setups` positions that need not be
    reachable, of the board and the rulings of a position.
    """

    texts: Callable[[Any], Iterable[str]]
    images: Callable[[Any], Sequence[Image]]
    setups: Callable[[Any], list[SolvablePosition]]


# --- Serpent -------------------------------------------------------------------------------------


def serpent_texts(position: serpent.Position) -> Iterable[str]:
    """Return every placement and snake move, with and without each suffix, and the pass."""
    cells = list(position.cell_centres())
    bare = [*cells, *(f"{tail}-{head}" for tail, head in product(cells, repeat=2))]
    return [text + suffix for text in bare for suffix in ("", "~b", "~w")] + ["pass"]


def serpent_images(position: serpent.Position) -> list[Image]:
    """Return the symmetries of the compiled core by cell names."""
    cells = list(position.cell_centres())
    return [
        {cell: cells[image] for cell, image in zip(cells, symmetry, strict=True)}
        for symmetry in position.core.SYMMETRIES
    ]


def serpent_setups(start: serpent.Position) -> list[SolvablePosition]:
    """Return boards set up stone by stone, with dead groups and rings among them."""
    cells = len(start.cell_centres())
    return [
        fast(position)
        for stones in (cells // 3, cells // 2, 2 * cells // 3)
        for position in plain_games.random_setups(
            start.size, stones, seed=stones, count=2, **start.rulings
        )
        if not emptied(position)
    ]


SUBJECTS = {"serpent": Extras(serpent_texts, serpent_images, serpent_setups)}


# --- Positions to try ----------------------------------------------------------------------------


def solvable_games() -> list[str]:
    """Return the names of the games that can be solved exhaustively."""
    entries = [registry.game(name) for name in registry.games()]
    first = {game.name: game.start(**game.rulings.choose({})) for game in entries}
    return [name for name, start in first.items() if isinstance(start, SolvablePosition)]


@cache
def samples(name: str) -> tuple[Any, ...]:
    """Return positions on every board under every rulings: starts, random play, set-ups."""
    game, found = registry.game(name), []
    for rulings in game.rulings.every():
        for start in starts(game, rulings):
            play = played(start, seed=1, plies=1000)
            found += [start, *play[len(play) // 4 :: len(play) // 4 + 1], play[-1]]
            found += SUBJECTS[name].setups(start)
    return tuple(dict.fromkeys(found))


@cache
def small_samples(name: str) -> tuple[Any, ...]:
    """Return the samples on the two smallest boards."""
    boards = {tuple(start.board.items()): None for start in starts_by_default(name)}
    small = list(boards)[:2]
    return tuple(p for p in samples(name) if tuple(p.board.items()) in small)


def starts_by_default(name: str) -> list[SolvablePosition]:
    """Return the start on every board under the default rulings."""
    game = registry.game(name)
    return starts(game, game.rulings.choose({}))


def reachable(start: Any) -> list[Any]:
    """Return every position that play from `start` can lead to."""
    found = {start: None}
    waiting = [start]
    while waiting:
        for _, child in waiting.pop().children():
            if child not in found:
                found[child] = None
                waiting.append(child)
    return list(found)


def orbit(position: Any, count: int) -> set[Any]:
    """Return the position and its like: all images under the symmetries, with either colouring."""
    return {
        seen.transform(symmetry)
        for seen in (position, position.exchanged())
        for symmetry in range(count)
    }


games = pytest.mark.parametrize("name", solvable_games())
every_rulings = pytest.mark.parametrize(
    ("name", "rulings"),
    [(name, r) for name in solvable_games() for r in registry.game(name).rulings.every()],
    ids=str,
)


def test_every_solvable_game_is_tested() -> None:
    assert solvable_games() == list(SUBJECTS)


# --- Symmetry ------------------------------------------------------------------------------------


@games
def test_symmetries_are_a_group_that_keeps_neighbours(name: str) -> None:
    for start in starts_by_default(name):
        images = SUBJECTS[name].images(start)
        centres = cast(base.Drawable, start).cell_centres()
        near = {pair for pair in product(centres, repeat=2) if touch(*(centres[c] for c in pair))}
        assert images[0] == {cell: cell for cell in centres}
        assert all(one != other for one, other in combinations(images, 2))
        for one, other in product(images, repeat=2):
            assert {cell: other[one[cell]] for cell in centres} in images
        for image in images:
            assert {there: here for here, there in image.items()} in images
            assert {(image[one], image[other]) for one, other in near} == near


def touch(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Return whether two cells with these centres are neighbours: those are 1 apart."""
    return 0 < dist(one, other) < 1.1


@games
def test_images_of_positions_are_the_images_of_their_stones(name: str) -> None:
    for position in samples(name):
        for symmetry, image in enumerate(SUBJECTS[name].images(position)):
            moved = position.transform(symmetry)
            assert moved.stones() == {image[c]: stone for c, stone in position.stones().items()}
            assert (moved.side, moved.board, moved.rulings) == (
                position.side, position.board, position.rulings,
            )  # fmt: skip


@games
def test_symmetries_act_on_positions(name: str) -> None:
    """One after the other is the symmetry that is their product; exchanging colours commutes."""
    chance = random.Random(1)
    for position in samples(name):
        images = SUBJECTS[name].images(position)
        assert position.transform(0) == position
        assert position.exchanged().exchanged() == position
        for _ in range(6):
            one, other = chance.randrange(len(images)), chance.randrange(len(images))
            product_of_both = images.index({c: images[other][images[one][c]] for c in images[0]})
            moved = position.transform(one)
            assert moved.transform(other) == position.transform(product_of_both)
            assert moved.exchanged() == position.exchanged().transform(one)


@games
def test_play_is_the_same_on_every_image(name: str) -> None:
    chance = random.Random(2)
    for position in samples(name):
        symmetry = chance.randrange(len(SUBJECTS[name].images(position)))
        image = position.transform(symmetry)
        assert image.outcome == position.outcome == position.exchanged().outcome
        assert {child for _, child in image.children()} == {
            child.transform(symmetry) for _, child in position.children()
        }
        for move in position.moves():
            moved = position.play(move).transform(symmetry)
            assert image.play(position.transform_move(move, symmetry)) == moved
        assert {child.exchanged() for _, child in position.children()} == {
            child for _, child in position.exchanged().children()
        }


# --- Keys ----------------------------------------------------------------------------------------


@every_rulings
def test_keys_are_equal_exactly_for_like_positions(name: str, rulings: Any) -> None:
    """On all positions of the smallest board that play can reach."""
    start = starts(registry.game(name), rulings)[0]
    count = len(SUBJECTS[name].images(start))
    by_key: dict[int, set[Any]] = {}
    for position in reachable(start):
        by_key.setdefault(position.key, set()).add(position)
    for alike in by_key.values():
        # The like of a position need not be reachable, but every position of this key is its like.
        whole = orbit(next(iter(alike)), count)
        assert alike <= whole
        assert {position.key for position in whole} == {next(iter(alike)).key}
    assert len(by_key) > 1


@games
def test_keys_tell_near_positions_apart(name: str) -> None:
    """On the children of positions of every board, and images of them."""
    chance = random.Random(3)
    for position in samples(name)[::3]:
        count = len(SUBJECTS[name].images(position))
        children = [child for _, child in position.children()][:12]
        near = [position, *children, *(c.transform(chance.randrange(count)) for c in children)]
        orbits = [frozenset(orbit(p, count)) for p in near]
        keys = [p.key for p in near]
        for one, other in combinations(range(len(near)), 2):
            assert (keys[one] == keys[other]) == (near[other] in orbits[one])


@games
def test_the_canonical_position_stands_for_all_its_like(name: str) -> None:
    for position in samples(name):
        canonical = position.canonical()
        alike = orbit(position, len(SUBJECTS[name].images(position)))
        assert canonical in alike
        assert {like.canonical() for like in alike} == {canonical}
        assert canonical.side == "b"
        assert position.with_key(position.key) == canonical
        assert 0 <= position.key < 1 << position.key_bits <= 1 << 64 * position.key_words


# --- Notation ------------------------------------------------------------------------------------


@games
def test_texts_are_read_back(name: str) -> None:
    game = registry.game(name)
    for position in samples(name):
        again = game.parse(str(position), **position.rulings)
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)


@games
def test_reprs_are_read_back(name: str) -> None:
    module = import_module(f"serpentes.games.{name}")
    for position in samples(name):
        assert eval(repr(position), {name: module}) == position


@games
def test_positions_are_equal_exactly_with_text_and_rulings(name: str) -> None:
    by_text = {(str(p), str(p.rulings), str(p.board)): p for p in samples(name)}
    assert len(by_text) == len(samples(name))


# --- Moves ---------------------------------------------------------------------------------------


@games
def test_play_of_every_move_gives_its_child(name: str) -> None:
    for position in samples(name):
        moves = position.moves()
        children = position.children()
        assert tuple(move for move, _ in children) == moves
        assert len(set(moves)) == len({str(move) for move in moves}) == len(moves)
        for move, child in children:
            assert isinstance(move, Move)
            assert position.play(move) == position.play(str(move)) == child
            assert (child.side == position.side) is False
            assert (child.board, child.rulings) == (position.board, position.rulings)


@games
def test_nothing_but_the_moves_is_legal(name: str) -> None:
    """Of all texts that can be written for the two smallest boards."""
    accepted = 0
    for position in small_samples(name):
        legal = [str(move) for move in position.moves()]
        taken = [text for text in SUBJECTS[name].texts(position) if can_play(position, text)]
        assert sorted(taken) == sorted(legal)
        accepted += len(legal)
    assert accepted


def can_play(position: SolvablePosition, text: str) -> bool:
    """Return whether a move is legal; if not, the one line that says why is looked at too."""
    try:
        position.play(text)
    except ValueError as error:
        assert text in str(error)
        assert len(str(error).splitlines()) == 1
        return False
    return True


@games
def test_a_position_is_finished_exactly_with_an_outcome(name: str) -> None:
    outcomes = set()
    for position in samples(name):
        assert position.finished == (position.outcome is not None)
        assert position.finished or position.moves()
        assert position.without_action() == all(str(move) == "pass" for move in position.moves())
        outcomes.add(position.outcome)
    assert None in outcomes
    assert len(outcomes) > 1


# --- Perft ---------------------------------------------------------------------------------------


@games
def test_perft_is_the_sum_over_the_children(name: str) -> None:
    for position in samples(name):
        depth = 3 if position in small_samples(name) else 2
        assert position.perft(0) == 1
        assert position.perft(1) == len(position.moves())
        assert position.perft(depth) == base.Position.perft(position, depth)


# --- The twin ------------------------------------------------------------------------------------


@games
def test_moves_are_those_of_the_twin(name: str) -> None:
    for position in samples(name):
        twin = twin_of(name).parse(str(position), **position.rulings)
        assert str(twin) == str(position)
        texts = twin.moves()
        assert [str(move) for move in position.moves()] == texts
        assert [str(child) for _, child in position.children()] == [
            str(twin.play(text)) for text in texts
        ]
        assert position.outcome == outcome_of(twin)


def outcome_of(twin: Any) -> str | None:
    """Return the outcome for the side to move of what a twin calls the result."""
    result = twin.result()
    if result in (None, "draw"):
        return cast("str | None", result)
    return "win" if result == twin.side else "loss"


# --- The solver ----------------------------------------------------------------------------------


@every_rulings
def test_the_solver_agrees_with_the_naive_one(name: str, rulings: Any) -> None:
    """On the smallest board: no position too many or too few, every value and its plies."""
    start = starts(registry.game(name), rulings)[0]
    table = solve(start, threads=1)
    keys = {position.key for position in table}
    assert len(keys) == len(table)
    assert {p.key for p in reachable(start) if p.moves()} <= keys
    assert keys <= {p.key for p in reachable(start)}
    naive = solver.solve(twin_of(name).parse(str(start), **rulings))
    assert {str(twin) for twin in naive} == {str(position) for position in reachable(start)}
    for twin, value in naive.items():
        found = table[cast(SolvablePosition, registry.game(name).parse(str(twin), **rulings))]
        assert (found.outcome, found.plies) == value
