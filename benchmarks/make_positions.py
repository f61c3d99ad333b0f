"""Makes the middle-game positions to measure with: `python benchmarks/make_positions.py`.

Each is the position half-way through a random game of Serpent from the empty board, played to its
end with moves drawn evenly from all legal ones, under the default rulings. Fixed by the seeds;
games that have not ended after a thousand moves (some repeat for ever) are left out.
"""

from __future__ import annotations

import json
import random
from itertools import count, islice
from pathlib import Path
from typing import Any

import serpentes as sp
from serpentes.games.serpent import Position

FILE = Path(__file__).with_name("positions.json")
SIZES = (3, 4, 5, 6)
COUNT = 24
LONGEST = 1000


def half_way(size: int, seed: int) -> Position | None:
    """Return the position half-way through the random game of a seed, None if it goes on."""
    chance = random.Random(seed)
    game = [sp.serpent.start(size)]
    while not game[-1].finished:
        if len(game) > LONGEST:
            return None
        game.append(game[-1].play(chance.choice(game[-1].moves())))
    return game[len(game) // 2]


def half_ways(size: int) -> list[Position]:
    """Return the first positions found, by seed."""
    found = (half_way(size, seed) for seed in count(1))
    return list(islice((position for position in found if position), COUNT))


def document() -> dict[str, Any]:
    """Return the positions by size, with their origin."""
    return {
        "game": "serpent",
        "origin": "half-way through random games from the empty board under the default rulings, "
        "seeds 1, 2, 3 and so on; made by benchmarks/make_positions.py",
        "positions": {str(size): [str(position) for position in half_ways(size)] for size in SIZES},
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(document(), indent=2) + "\n")
