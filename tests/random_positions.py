"""Positions from random play, for tests of searches."""

import random

from serpentes.games.base import SearchablePosition


def played(
    start: SearchablePosition, count: int, seed: int, most: int = 30
) -> list[SearchablePosition]:
    """So many positions that random play of less than `most` plies leads to, the game not over."""
    chance = random.Random(seed)
    found: list[SearchablePosition] = []
    while len(found) < count:
        position = start
        for _ in range(chance.randrange(most)):
            after = [child for _, child in position.children() if child.outcome is None]
            if not after:
                break
            position = chance.choice(after)
        found.append(position)
    return found
