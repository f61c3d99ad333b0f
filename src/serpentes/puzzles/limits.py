"""How large sets may be; apart from the models, which are slow to import, for help of commands."""

MOST_PUZZLES = 500
SEED_BITS = 62
"""Seeds are numbers from 0 with so many bits."""
