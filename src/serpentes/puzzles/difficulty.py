"""How hard a puzzle is: raw components, a score and a tier, by a formula anyone can redo."""

from dataclasses import dataclass
from typing import Literal

Tier = Literal["easy", "medium", "hard", "expert"]
SLOW = 4
"""Plies from which on a losing try counts as slow: it survives the opponent's next two turns."""

TIERS: tuple[tuple[int, Tier], ...] = ((20, "easy"), (32, "medium"), (48, "hard"))
FORMULA = (
    "legal_moves + 2 * slow_tries + 2 * plies + decisions // 2 + 4 if order_needed "
    "+ 4 if merge_needed - 2 * paths_cut, at least 0; the tier is easy below 20, medium below 32, "
    "hard below 48, else expert."
)


@dataclass(frozen=True, slots=True)
class Components:
    """The raw components of a puzzle's difficulty; the model says what each is."""

    legal_moves: int
    slow_tries: int
    plies: int
    decisions: int
    paths_cut: int
    order_needed: bool
    merge_needed: bool


def score(found: Components) -> int:
    """The score of FORMULA.

    A key move that kills something at once is tried first, so it takes points off.

    >>> score(Components(5, 2, 3, 4, 1, order_needed=False, merge_needed=True))
    19
    """
    points = (
        found.legal_moves
        + 2 * found.slow_tries
        + 2 * found.plies
        + found.decisions // 2
        + 4 * found.order_needed
        + 4 * found.merge_needed
        - 2 * found.paths_cut
    )
    return max(0, points)


def tier(points: int) -> Tier:
    """The tier of a score.

    >>> tier(19), tier(20), tier(60)
    ('easy', 'medium', 'expert')
    """
    for below, name in TIERS:
        if points < below:
            return name
    return "expert"


def is_slow(plies: int | None) -> bool:
    """Whether a try of so many plies (None: it draws) counts as slow."""
    return plies is None or plies >= SLOW
