"""Positions of the package beside those of the plain twins in `reference`.

The notation of the rules is the bridge: neither side sees how the other holds a board.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import TypeVar, cast

from hypothesis import strategies as st
from reference import serpent as plain

import serpentes as sp
from serpentes.games import longboard
from serpentes.games.base import Game, SearchablePosition
from serpentes.games.fighting import RULINGS as FIGHTING
from serpentes.games.fighting import Position as FightingPosition
from serpentes.games.fighting import misfit
from serpentes.games.rulings import Rulings
from serpentes.games.serpent import Position

P = TypeVar("P", bound=SearchablePosition)
RULINGS = tuple((hostility, stuck) for hostility in plain.HOSTILITY for stuck in plain.STUCK)


def twin_of(game: str) -> ModuleType:
    """Return the plain module of a game: `reference.NAME`, with `parse(text, **rulings)`."""
    return import_module(f"reference.{game}")


def fast(position: plain.Position) -> Position:
    """Return the package's position of a twin's."""
    return sp.serpent.parse(str(position), hostility=position.hostility, stuck=position.stuck)


def slow(position: Position) -> plain.Position:
    """Return the twin's position of the package's."""
    return plain.parse(str(position), **position.rulings)


def emptied(position: plain.Position) -> bool:
    """Return whether both colours are wiped out.

    Nobody has won then; play cannot lead there.
    """
    return len(position.hatched) == 2 and not position.black and not position.white


# --- Positions to try ----------------------------------------------------------------------------


def starts(game: Game, rulings: Rulings, numbers: Iterable[int]) -> list[SearchablePosition]:
    """Return the start of a game on the boards of these numbers that the rulings fit."""
    assert game.board
    return [
        cast(SearchablePosition, game.start(**{game.board.name: number}, **rulings))
        for number in numbers
        if not game.misfit(number, rulings)
    ]


def played(start: P, seed: int, plies: int) -> list[P]:
    """Return the positions of a random game from `start` on, at most `plies` further."""
    chance = random.Random(seed)
    game = [start]
    while len(game) <= plies and not game[-1].finished:
        game.append(game[-1].play(chance.choice(game[-1].moves())))
    return game


@st.composite
def setups(draw: st.DrawFn, sizes: tuple[int, ...] = (2, 3, 4, 5, 6)) -> plain.Position:
    """Set up a possible position of Serpent stone by stone; it shrinks to fewer stones.

    As `reference.games.random_setups`, with what is drawn in Hypothesis's hands.
    """
    size = draw(st.sampled_from(sizes))
    cells = plain.board(size).cells
    stones = st.tuples(st.sampled_from(cells), st.sampled_from(plain.COLOURS))
    placed: dict[str, frozenset[str]] = {colour: frozenset() for colour in plain.COLOURS}
    for cell, colour in draw(st.lists(stones, max_size=len(cells), unique_by=lambda s: s[0])):
        group = plain.region(size, placed[colour] | {cell}, cell)
        if plain.is_snake(size, group):
            placed[colour] |= {cell}
    hatched = {c for c in plain.COLOURS if len(plain.groups_of(size, placed[c])) > 1}
    hatched |= draw(st.sets(st.sampled_from(plain.COLOURS)))
    if not any(placed.values()):
        hatched.discard(draw(st.sampled_from(plain.COLOURS)))
    hostility, stuck = draw(st.sampled_from(RULINGS))
    return plain.checked(
        plain.Position(
            size=size,
            black=placed["b"],
            white=placed["w"],
            side=draw(st.sampled_from(plain.COLOURS)),
            hatched=frozenset(hatched),
            hostility=hostility,
            stuck=stuck,
        )
    )


# --- Fighting Serpents ---------------------------------------------------------------------------


def fighting_rulings(count: int, seed: int = 1) -> list[Rulings]:
    """Return readings of the rules: the defaults, every change of one option, the presets, and
    `count` others, the same in every run."""
    every = [r for r in FIGHTING.every() if any(not misfit(number, r) for number in (2, 3))]
    single = [r for r in every if len(r.changed()) <= 1]
    presets = [FIGHTING.choose(preset.rulings) for preset in FIGHTING.presets]
    others = random.Random(seed).sample(every, count)
    return list(dict.fromkeys([*single, *presets, *others]))


def random_men(start: FightingPosition, seed: int, count: int) -> list[FightingPosition]:
    """Return positions of the board and rulings of `start`, with men put down at random.

    They need not be reachable; some have many captures open, and some a side without men.
    """
    chance = random.Random(seed)
    points = len(start.cell_centres())
    found: list[FightingPosition] = []
    while len(found) < count:
        places = chance.sample(range(points), chance.randint(1, max(2, 3 * points // 5)))
        black = set(chance.sample(places, chance.randint(0, len(places))))
        side = chance.choice("bw")
        others = [place for place in places if (place in black) == (side == "w")]
        may_be_huffed = start.rulings.capture == "huff" and chance.random() < 0.7
        huffable = [place for place in others if may_be_huffed and chance.random() < 0.4]
        found.append(
            FightingPosition(
                start.length,
                men(black),
                men(place for place in places if place not in black),
                side,  # type: ignore[arg-type]
                men(huffable),
                start.rulings,
            )
        )
    return found


def men(places: Iterable[int]) -> int:
    """Return a set of points as an integer, from their places in board order."""
    return sum(1 << place for place in places)


@st.composite
def fighting_setups(
    draw: st.DrawFn, lengths: tuple[int, ...] = (2, 3, 4, 5, 8, 16)
) -> FightingPosition:
    """Set up a position of Fighting Serpents man by man; it shrinks to fewer men."""
    length = draw(st.sampled_from(lengths))
    options = {ruling.name: draw(st.sampled_from(ruling.options)) for ruling in FIGHTING.rulings}
    if length % 2:
        options |= {"ends": "empty", "shape": "symmetric"}
    if options["ends"] == "filled":
        options["shape"] = "symmetric"
    points = longboard.point_count(length, options["shape"])
    place = st.tuples(st.integers(0, points - 1), st.sampled_from("bw"))
    most = 2 * points // 3
    placed = draw(st.lists(place, min_size=1, max_size=most, unique_by=lambda p: p[0]))
    side = draw(st.sampled_from("bw"))
    huffable: set[int] = set()
    others = [point for point, colour in placed if colour != side]
    if options["capture"] == "huff" and others:
        huffable = draw(st.sets(st.sampled_from(others)))
    black, white = (men(p for p, colour in placed if colour == own) for own in "bw")
    return FightingPosition(
        length,
        black,
        white,
        side,
        men(huffable),
        FIGHTING.choose(options),  # type: ignore[arg-type]
    )


fighting_games = st.builds(
    lambda length, seed, plies, capture, chain: played(
        sp.fighting.start(length, capture=capture, chain=chain), seed, plies
    ),
    length=st.integers(2, 16),
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 40),
    capture=st.sampled_from(["optional", "compulsory", "huff"]),
    chain=st.sampled_from(["stop", "full", "single"]),
)
fighting_positions = fighting_games.map(lambda game: game[-1]) | fighting_setups()
