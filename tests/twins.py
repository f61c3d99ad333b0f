"""Positions of the package beside those of the plain twins in `reference`.

The notation of the rules is the bridge: neither side sees how the other holds a board.
"""

from __future__ import annotations

import random
from importlib import import_module
from types import ModuleType
from typing import TypeVar, cast

from hypothesis import strategies as st
from reference import serpent as plain

import serpentes as sp
from serpentes.games.base import Game, SolvablePosition
from serpentes.games.rulings import Rulings
from serpentes.games.serpent import Position

P = TypeVar("P", bound=SolvablePosition)
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


def starts(game: Game, rulings: Rulings) -> list[SolvablePosition]:
    """Return the start of a solvable game on every board, the smallest first."""
    boards: list[dict[str, int]] = [{}]
    if game.board:
        boards = [{game.board.name: n} for n in range(game.board.low, game.board.high + 1)]
    return [cast(SolvablePosition, game.start(**board, **rulings)) for board in boards]


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
