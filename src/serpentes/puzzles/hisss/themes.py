"""What puzzles of Hisss are about: the names of their themes, and the formula of their difficulty.
The themes are found in `choice`."""

from collections.abc import Mapping
from typing import Literal, get_args

from serpentes.puzzles.difficulty import LIMITS

ThemeName = Literal["wait", "join", "starve", "rainbow", "apart"]
MEANINGS: Mapping[ThemeName, str] = {
    "wait": "a laying that completes a snake is possible, and the right one does not complete any",
    "join": "the right laying joins two snakes",
    "starve": "after the right laying fewer than half of the cards that may come next fit, and "
    "after another one half of them or more",
    "rainbow": "the right laying lays a rainbow head or tail, or lays at one",
    "apart": "the card fits, and the right laying starts a new snake",
}
FORMULA = (
    f"2 * layings + 3 * depth + (cards + kinds) // 2 + close + 8 if misled; the tier is {LIMITS}."
)
assert set(get_args(ThemeName)) == set(MEANINGS)
