"""What puzzles of Serpent Master are about: the names of their themes, and the formulas of their
difficulty. The themes are found in `master_pack` and `master_dominant`."""

from collections.abc import Mapping
from typing import Literal, get_args

from serpentes.puzzles.difficulty import LIMITS

ThemeName = Literal[
    "home", "orders", "patience", "corridor", "full", "bare", "short", "low", "high", "rescue"
]
MEANINGS: Mapping[ThemeName, str] = {
    "home": "a card is laid over the cell where the head stood at the start",
    "orders": "the placements can be laid in more than one order",
    "patience": "a longest card of the hand could be laid at once, and is laid last",
    "corridor": "three placements or more in a row are forced by simple deductions",
    "full": "no cell is left over",
    "bare": "no cell is blocked",
    "short": "another card of the hand has a longer path than the right one",
    "low": "the right card is lower than all cards of the opponent, and is resolved last",
    "high": "the right card is higher than all cards of the opponent, and is resolved first",
    "rescue": "against the best reply the right card is worth 0 or more, and every other one less",
}
PACK_FORMULA = (
    f"choices // 2 + 4 * (binary digits of dead_ends) - forced, at least 0; the tier is {LIMITS}."
)
DOMINANT_FORMULA = (
    "4 * cards + 6 * longer + 4 * higher + 4 * close + openings // 2, at least 0; "
    f"the tier is {LIMITS}."
)
assert set(get_args(ThemeName)) == set(MEANINGS)
