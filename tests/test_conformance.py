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
from twins import (
    emptied,
    fast,
    fighting_rulings,
    played,
    random_men,
    starts,
    twin_of,
)

from serpentes.games import base, drawable, fighting, longboard, registry, serpent
from serpentes.games.base import Move, SearchablePosition, SolvablePosition
from serpentes.games.rulings import Rulings
from serpentes.solve.retrograde import solve

Image = dict[str, str]


@dataclass(frozen=True)
class Extras:
    """What the suite needs of a game that its positions do not offer under one name.

    `boards` are the numbers of the boards to try, the smallest first, and `readings` the rulings to
    try on them; random games are played for at most `plies`. `texts` gives every move text that can
    be written for the board of a position (of a game with long moves, a good part of them),
    `images` the symmetries of that board by number, each from cells to cells, and `setups`
    positions that need not be reachable, of the board and the rulings of a position.
    """

    boards: Sequence[int]
    readings: Sequence[Rulings]
    plies: int
    texts: Callable[[Any], Iterable[str]]
    images: Callable[[Any], dict[int, Image]]
    setups: Callable[[Any], list[Any]]


# --- Serpent -------------------------------------------------------------------------------------


def serpent_texts(position: serpent.Position) -> Iterable[str]:
    """Return every placement and snake move, with and without each suffix, and the pass."""
    cells = list(position.cell_centres())
    bare = [*cells, *(f"{tail}-{head}" for tail, head in product(cells, repeat=2))]
    return [text + suffix for text in bare for suffix in ("", "~b", "~w")] + ["pass"]


def serpent_images(position: serpent.Position) -> dict[int, Image]:
    """Return the symmetries of the compiled core by cell names."""
    return named_images(position, enumerate(position.core.SYMMETRIES))


def serpent_setups(start: serpent.Position) -> list[serpent.Position]:
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


# --- Fighting Serpents ---------------------------------------------------------------------------


def fighting_texts(position: fighting.Position) -> Iterable[str]:
    """Return every step, and every capture of at most three jumps that some board has; each also
    after every huff, where there are some."""
    points = list(position.cell_centres())
    bare = [f"{start}-{end}" for start, end in product(points, repeat=2)]
    chains = [(start,) for start in points]
    for _ in range(3):
        chains = [
            (*chain, end) for chain in chains for end in points if longboard.jumped(chain[-1], end)
        ]
        bare += ["x".join(chain) for chain in chains]
    huffs = [f"!{point}" for point in points]
    if position.rulings.capture != "huff":
        return bare + huffs + [f"{huff} {bare[0]}" for huff in huffs]
    return bare + huffs + [f"{huff} {text}" for huff in huffs for text in bare]


def fighting_images(position: fighting.Position) -> dict[int, Image]:
    """Return the symmetries of the compiled core by names of points."""
    return named_images(position, position.core.symmetries(position.rules))


def fighting_setups(start: fighting.Position) -> list[fighting.Position]:
    """Return boards with men put down at random."""
    return random_men(start, seed=start.length, count=5)


def named_images(position: Any, images: Iterable[tuple[int, Sequence[int]]]) -> dict[int, Image]:
    """Return symmetries by number, by the names of the cells, from their places."""
    cells = list(position.cell_centres())
    return {
        number: {cell: cells[image] for cell, image in zip(cells, symmetry, strict=True)}
        for number, symmetry in images
    }


SUBJECTS = {
    "serpent": Extras(
        boards=(2, 3, 4, 5, 6),
        readings=tuple(serpent.RULINGS.every()),
        plies=1000,
        texts=serpent_texts,
        images=serpent_images,
        setups=serpent_setups,
    ),
    "fighting": Extras(
        boards=(2, 3, 4, 16),
        readings=tuple(fighting_rulings(count=8)),
        plies=120,
        texts=fighting_texts,
        images=fighting_images,
        setups=fighting_setups,
    ),
}


# --- Positions to try ----------------------------------------------------------------------------


def searchable_games() -> list[str]:
    """Return the names of the games whose positions have keys."""
    entries = [registry.game(name) for name in registry.games()]
    first = {game.name: game.start(**game.rulings.choose({})) for game in entries}
    return [name for name, start in first.items() if isinstance(start, SearchablePosition)]


def starts_of(name: str, rulings: Rulings) -> list[Any]:
    """Return the start on every board to try that the rulings fit."""
    return list(starts(registry.game(name), rulings, SUBJECTS[name].boards))


@cache
def samples(name: str) -> tuple[Any, ...]:
    """Return positions on the boards under the rulings to try: starts, random play, set-ups."""
    found = []
    for rulings in SUBJECTS[name].readings:
        for start in starts_of(name, rulings):
            play = played(start, seed=1, plies=SUBJECTS[name].plies)
            found += [start, *play[len(play) // 4 :: len(play) // 4 + 1], play[-1]]
            found += SUBJECTS[name].setups(start)
    return tuple(dict.fromkeys(found))


@cache
def small_samples(name: str) -> tuple[Any, ...]:
    """Return the samples on the two smallest boards."""
    small = SUBJECTS[name].boards[:2]
    return tuple(p for p in samples(name) if next(iter(p.board.values())) in small)


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


def orbit(position: Any) -> set[Any]:
    """Return the position and its like: all images under the symmetries, with either colouring."""
    return {
        seen.transform(symmetry)
        for seen in (position, position.exchanged())
        for symmetry in position.board_symmetries
    }


games = pytest.mark.parametrize("name", SUBJECTS)
every_rulings = pytest.mark.parametrize(
    ("name", "rulings"),
    [(name, r) for name, subject in SUBJECTS.items() for r in subject.readings],
    ids=str,
)


def test_every_game_with_keys_is_tested() -> None:
    assert searchable_games() == list(SUBJECTS)


# --- Symmetry ------------------------------------------------------------------------------------


@games
def test_symmetries_are_a_group_that_keeps_neighbours(name: str) -> None:
    for start in starts_of(name, registry.game(name).rulings.choose({})):
        images = SUBJECTS[name].images(start)
        assert start.board_symmetries == tuple(images)
        images = list(images.values())
        centres = cast(drawable.Drawable, start).cell_centres()
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
        for symmetry, image in SUBJECTS[name].images(position).items():
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
            one, other = chance.choice(list(images)), chance.choice(list(images))
            both = {cell: images[other][images[one][cell]] for cell in images[0]}
            (product_of_both,) = (number for number, image in images.items() if image == both)
            moved = position.transform(one)
            assert moved.transform(other) == position.transform(product_of_both)
            assert moved.exchanged() == position.exchanged().transform(one)


@games
def test_play_is_the_same_on_every_image(name: str) -> None:
    chance = random.Random(2)
    for position in samples(name):
        symmetry = chance.choice(position.board_symmetries)
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
    start = starts_of(name, rulings)[0]
    by_key: dict[int, set[Any]] = {}
    for position in reachable(start):
        by_key.setdefault(position.key, set()).add(position)
    for alike in by_key.values():
        # The like of a position need not be reachable, but every position of this key is its like.
        whole = orbit(next(iter(alike)))
        assert alike <= whole
        assert {position.key for position in whole} == {next(iter(alike)).key}
    assert len(by_key) > 1


@games
def test_keys_tell_near_positions_apart(name: str) -> None:
    """On the children of positions of every board, and images of them."""
    chance = random.Random(3)
    for position in samples(name)[::3]:
        children = [child for _, child in position.children()][:12]
        symmetries = position.board_symmetries
        near = [position, *children, *(c.transform(chance.choice(symmetries)) for c in children)]
        orbits = [frozenset(orbit(p)) for p in near]
        keys = [p.key for p in near]
        for one, other in combinations(range(len(near)), 2):
            assert (keys[one] == keys[other]) == (near[other] in orbits[one])


@games
def test_the_canonical_position_stands_for_all_its_like(name: str) -> None:
    for position in samples(name):
        canonical = position.canonical()
        alike = orbit(position)
        assert canonical in alike
        assert {like.canonical() for like in alike} == {canonical}
        assert canonical.side == "b"
        assert position.with_key(position.key) == canonical
        assert position.key >= 0
        if isinstance(position, SolvablePosition):
            assert position.key < 1 << position.key_bits <= 1 << 64 * position.key_words


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
    parsed = import_module(f"serpentes.games.{name}").Move.parse
    accepted = 0
    tried = small_samples(name)
    for position in tried[:: 1 + len(tried) // 100]:
        legal = {str(move) for move in position.moves()}
        texts = {*SUBJECTS[name].texts(position), *legal}
        taken = {text for text in texts if can_play(position, text)}
        # A move that can be written in more than one way is still the same move.
        assert legal <= taken
        assert {parsed(text) for text in taken} == set(position.moves())
        accepted += len(legal)
    assert accepted


def can_play(position: SearchablePosition, text: str) -> bool:
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
        assert {str(move): str(child) for move, child in position.children()} == {
            text: str(twin.play(text)) for text in texts
        }
        assert len(position.moves()) == len(set(texts)) == len(texts)
        assert position.outcome == outcome_of(twin)


def outcome_of(twin: Any) -> str | None:
    """Return the outcome for the side to move of what a twin calls the result."""
    result = twin.result()
    if result in (None, "draw"):
        return cast("str | None", result)
    return "win" if result == twin.side else "loss"


# --- The solver ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rulings", SUBJECTS["serpent"].readings, ids=str)
def test_the_solver_agrees_with_the_naive_one(rulings: Rulings) -> None:
    """On the smallest board: no position too many or too few, every value and its plies."""
    start = serpent.start(2, **rulings)
    table = solve(start, threads=1)
    keys = {position.key for position in table}
    assert len(keys) == len(table)
    assert {p.key for p in reachable(start) if p.moves()} <= keys
    assert keys <= {p.key for p in reachable(start)}
    naive = solver.solve(twin_of("serpent").parse(str(start), **rulings))
    assert {str(twin) for twin in naive} == {str(position) for position in reachable(start)}
    for twin, value in naive.items():
        found = table[serpent.parse(str(twin), **rulings)]
        assert (found.outcome, found.plies) == value
