"""Makes the middle-game positions to measure with: `python benchmarks/make_positions.py`.

Each is the position half-way through a random game of Serpent from the empty board, played to its
end with moves drawn evenly from all legal ones, under the default rulings. Fixed by the seeds.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import serpentes as sp
from serpentes.games.serpent import Position

FILE = Path(__file__).with_name("positions.json")
SIZES = (3, 4, 5, 6)
COUNT = 24


def half_way(size: int, seed: int) -> Position:
    """Return the position half-way through the random game of a seed."""
    chance = random.Random(seed)
    game = [sp.serpent.start(size)]
    while not game[-1].finished:
        game.append(game[-1].play(chance.choice(game[-1].moves())))
    return game[len(game) // 2]


def document() -> dict[str, Any]:
    """Return the positions by size, with their origin."""
    return {
        "game": "serpent",
        "origin": "half-way through random games from the empty board under the default rulings, "
        f"seeds 1 to {COUNT}; made by benchmarks/make_positions.py",
        "positions": {
            str(size): [str(half_way(size, seed)) for seed in range(1, COUNT + 1)]
            for size in SIZES
        },
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(document(), indent=2) + "\n")
