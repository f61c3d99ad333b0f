"""What can be asked of the generators of Serpent Master: ranges, and what holds if nothing is said.

Apart from the models, which are slow to import, as commands say it in their help.
"""

MOST_IN_HAND = 11
"""Cards that a player is dealt, at most."""

# Solo tasks

FEWEST_CARDS, TASK_CARDS = 6, MOST_IN_HAND
SMALLEST_TASK, TASK_SIDE = 5, 7
"""Width or height of the board, at the least and by default."""
MOST_SPARE, SPARE = 4, 2
"""Cells left over, from 0."""
MOST_LAYINGS, LAYINGS = 1_000_000, 2000

# Rounds of two players

FEWEST_LEFT, MOST_ROUNDS = 2, 4
"""Cards of a hand that are left, at the least and at most."""
ROUND_CARDS, ROUND_SIDE = 4, 5
ROUNDS = 1
MOST_BLOCKED = 8
MOST_POSITIONS, POSITIONS = 1_000_000, 2000
