"""How hard a puzzle is: raw components, a score and a tier, by a formula anyone can redo.

Some components are there in every game, the others are the game's own (`serpentes.puzzles.games`).
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

Tier = Literal["easy", "medium", "hard", "expert"]
SLOW = 4
"""Plies from which on a losing try counts as slow: it survives the opponent's next two turns."""

TIERS: tuple[tuple[int, Tier], ...] = ((20, "easy"), (32, "medium"), (48, "hard"))
LIMITS = ", ".join(f"{name} below {below}" for below, name in TIERS) + ", else expert"
"""The tiers in words."""


def formula(own: str) -> str:
    """The formula in words, with a game's own terms.

    >>> formula("- 2 * taken").partition(", at least")[0]
    'legal_moves + 2 * slow_tries + 2 * plies + decisions // 2 - 2 * taken'
    """
    return (
        f"legal_moves + 2 * slow_tries + 2 * plies + decisions // 2 {own}, at least 0; "
        f"the tier is {LIMITS}."
    )


@dataclass(frozen=True, slots=True)
class Common:
    """The components that every game has; the model says what each is."""

    legal_moves: int
    slow_tries: int
    plies: int
    decisions: int

    @property
    def points(self) -> int:
        """Their part of the score."""
        return self.legal_moves + 2 * self.slow_tries + 2 * self.plies + self.decisions // 2


class Factors(Protocol):
    """The components that only one game has: a dataclass with the fields of its model."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def points(self) -> int:
        """Their part of the score."""
        ...


def score(common: Common, own: Factors) -> int:
    """The score of the formula.

    >>> from serpentes.puzzles.moves.serpent import Factors
    >>> score(Common(5, 2, 3, 4), Factors(1, order_needed=False, merge_needed=True))
    19
    """
    return max(0, common.points + own.points)


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
    """Whether a try of so many plies (None: play never ends) counts as slow."""
    return plies is None or plies >= SLOW
