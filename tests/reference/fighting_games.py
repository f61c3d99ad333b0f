"""Fighting Serpents positions to test with, set up at random. All are fixed by the seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from . import fighting
from .fighting import Position


def random_setups(
    count: int, seed: int, lengths: tuple[int, ...], colours: str = "bw"
) -> Iterator[Position]:
    """Yield random positions of random density under random rulings, some with men to huff.

    The colour of each man is drawn from `colours`.
    """
    chance = random.Random(seed)
    while count:
        length = chance.choice(lengths)
        options = {name: chance.choice(options) for name, options in fighting.OPTIONS.items()}
        if length % 2 or options["shape"] == "culin":
            options["ends"] = "empty"
        if length % 2:
            options["shape"] = "symmetric"
        rulings = fighting.Rulings(**options)
        share = chance.choice([0.3, 0.6, 0.9])
        men: dict[str, set[str]] = {"b": set(), "w": set()}
        for point in fighting.board(length, rulings.shape).points:
            if chance.random() < share:
                men[chance.choice(colours)].add(point)
        if not all(men.values()):
            continue
        side = chance.choice("bw")
        huffable: set[str] = set()
        if rulings.capture == "huff":
            huffable = {man for man in sorted(men[fighting.OTHER[side]]) if chance.random() < 0.2}
        black, white, huffs = map(frozenset, (men["b"], men["w"], huffable))
        position = Position(length, black, white, side, huffs, rulings)
        yield fighting.checked(position)
        count -= 1


def crossroads(count: int, seed: int, lengths: tuple[int, ...]) -> Iterator[Position]:
    """Yield positions, Black to move, in which one serpent can take the same men on many routes.

    It stands on b1, and all the points that it can land on while it does not jump round an end are
    empty; most of the others in its way have a man of White's.
    """
    chance = random.Random(seed)
    while count:
        length = chance.choice(lengths)
        white = {
            point
            for point in fighting.board(length).points
            if point[0] == "m" or int(point[1:]) % 2 == (point[0] == "t")
            if chance.random() < 0.7
        }
        if white:
            yield Position(length, frozenset({"b1"}), frozenset(white))
            count -= 1
