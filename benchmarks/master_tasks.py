"""Solo tasks of Serpent Master for benchmarks, made backwards, the same in every run."""

from __future__ import annotations

import random

import serpentes as sp

SIDE, CARDS, MOST_SPARE = 7, 11, 4


def made_backwards(count: int, seed: int = 1) -> list[sp.master.Position]:
    """Regular tasks on 7x7 with 11 cards, a start, and 0 to 4 cells to spare, equally often.

    A solution is laid at random; of the cells that it leaves over, the start not among them, all
    but the spare ones are blocked.
    """
    chance = random.Random(seed)
    return [one(chance, spare=i % (MOST_SPARE + 1)) for i in range(count)]


def one(chance: random.Random, spare: int) -> sp.master.Position:
    """Return a task with so many cells to spare."""
    bare = sp.master.start(1, width=SIDE, height=SIDE, cards=CARDS, seed=chance.getrandbits(32))
    names = list(bare.cell_centres())
    hands, start = bare.hands, chance.choice(names)
    board = sp.master.start(hands=hands, width=SIDE, height=SIDE, start=start)
    laid = solved(chance, board)
    if laid is None:
        return one(chance, spare)
    over = sorted(set(names) - laid.tokens().keys() - {start})
    chance.shuffle(over)
    return sp.master.start(hands=hands, width=SIDE, height=SIDE, start=start, blocked=over[spare:])


def solved(chance: random.Random, task: sp.master.Position) -> sp.master.Position | None:
    """Return the task with all cards placed, cards and placements tried in random order."""
    if not any(task.hands):
        return task
    children = [after for _, after in task.children()]
    chance.shuffle(children)
    found = (solved(chance, after) for after in children)
    return next((after for after in found if after is not None), None)
