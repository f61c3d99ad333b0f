"""Serpent positions to test and time with: from random play, and set up at random.

All are fixed by the seed.
"""

from __future__ import annotations

import random

from . import serpent
from .serpent import COLOURS, HOSTILITY, STUCK, Position

TRIES = 1000


def random_play(start: Position, plies: int, rng: random.Random) -> list[Position]:
    """Return the positions of one random game from `start` on, at most `plies` further."""
    game = [start]
    while len(game) <= plies and (moves := game[-1].moves()):
        game.append(game[-1].play(rng.choice(moves)))
    return game


def random_positions(
    size: int,
    plies: int,
    seed: int,
    *,
    count: int = 10,
    hostility: str = HOSTILITY[0],
    stuck: str = STUCK[0],
) -> list[Position]:
    """Return `count` positions after `plies` random moves in which the game is not over.

    Raises ValueError when a thousand games in a row are over too soon.

    >>> [len(p.black | p.white) for p in random_positions(size=4, plies=3, seed=1, count=2)]
    [3, 3]
    """
    rng = random.Random(seed)
    start = serpent.start(size, hostility=hostility, stuck=stuck)
    found: list[Position] = []
    tries = 0
    while len(found) < count:
        game = random_play(start, plies, rng)
        tries += 1
        if len(game) > plies and game[-1].result() is None:
            found.append(game[-1])
            tries = 0
        elif tries == TRIES:
            raise ValueError(f"size {size}, {plies} plies: {TRIES} random games were over by then")
    return found


def random_setups(
    size: int,
    stones: int,
    seed: int,
    *,
    count: int = 10,
    hostility: str = HOSTILITY[0],
    stuck: str = STUCK[0],
) -> list[Position]:
    """Return `count` valid positions set up stone by stone, whether play can reach them or not.

    Unlike those of play they can hold dead groups and rings. Each has at most `stones` stones: one
    that would make a group that is no snake is left out. A colour with several groups is hatched,
    one with a single group or none is so now and then.
    """
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        placed: dict[str, set[str]] = {colour: set() for colour in COLOURS}
        for cell in rng.sample(serpent.board(size).cells, stones):
            side = rng.choice(COLOURS)
            group = serpent.region(size, frozenset(placed[side] | {cell}), cell)
            if serpent.is_snake(size, group):
                placed[side].add(cell)
        hatched = {
            colour
            for colour in COLOURS
            if len(serpent.groups_of(size, frozenset(placed[colour]))) > 1 or rng.random() < 0.2
        }
        position = Position(
            size=size,
            black=frozenset(placed["b"]),
            white=frozenset(placed["w"]),
            side=rng.choice(COLOURS),
            hatched=frozenset(hatched),
            hostility=hostility,
            stuck=stuck,
        )
        found.append(serpent.checked(position))
    return found
