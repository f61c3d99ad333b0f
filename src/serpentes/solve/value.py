"""Values: what a position is worth to the side to move, and in how many plies the game ends."""

from dataclasses import dataclass
from functools import total_ordering

from serpentes.games.base import OPPOSITE, Outcome

NEVER_ENDS = 0
"""The code of a draw by play that never ends."""

MOST_PLIES = (1 << 14) - 1
LOSS, DRAW, WIN = 1, 2, 3
OUTCOMES: tuple[Outcome | None, ...] = (None, "loss", "draw", "win")


@total_ordering
@dataclass(frozen=True, slots=True)
class Value:
    """The outcome under best play for the side to move, and the plies to the end of the game.

    The winner ends the game as fast, the loser as slowly as possible. `plies` is None for a draw by
    play that never ends. A draw that does end (neither side can act) has the plies of the quickest
    end that both sides can steer to while they keep the draw.

    Values compare from the view of the side to move: the greater, the better.

    >>> Value("win", 3) > Value("win", 5) > Value("draw", None) > Value("loss", 8)
    True
    """

    outcome: Outcome
    plies: int | None

    def __post_init__(self) -> None:
        if self.outcome not in OPPOSITE:
            raise ValueError(f"outcome is {self.outcome!r}; expected win, draw or loss")
        if self.plies is None and self.outcome != "draw":
            raise ValueError(f"a {self.outcome} has no plies; expected a number of plies")
        if self.plies is not None and not 0 <= self.plies <= MOST_PLIES:
            raise ValueError(f"plies are {self.plies}; expected 0 to {MOST_PLIES}")

    def __str__(self) -> str:
        if self.plies is None:
            return "draw that never ends"
        return f"{self.outcome} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self._rank() < other._rank()

    def _rank(self) -> tuple[int, int]:
        # Of draws, one that ends is preferred, and the sooner the better: `plies` of a draw says
        # so.
        endless = MOST_PLIES + 1
        plies = endless if self.plies is None else self.plies
        if self.outcome == "loss":
            return (LOSS, plies)
        return (DRAW if self.outcome == "draw" else WIN, -plies)

    def before(self) -> "Value":
        """The value of the move that leads here, to the side that makes it.

        >>> str(Value("loss", 4).before())
        'win in 5 plies'
        """
        plies = None if self.plies is None else self.plies + 1
        return Value(OPPOSITE[self.outcome], plies)

    @property
    def code(self) -> int:
        """The number that stands for the value in a table: 0 for play that never ends, else
        plies << 2 | outcome with 1 for a loss, 2 for a draw, 3 for a win.

        >>> Value("loss", 5).code
        21
        """
        return NEVER_ENDS if self.plies is None else self.plies << 2 | OUTCOMES.index(self.outcome)

    @classmethod
    def from_code(cls, code: int) -> "Value":
        """The value of a number from a table; ValueError if none has it.

        >>> Value.from_code(21)
        Value(outcome='loss', plies=5)
        """
        if code == NEVER_ENDS:
            return cls("draw", None)
        outcome = OUTCOMES[code & 3]
        if outcome is None or not 0 <= code < 1 << 16:
            raise ValueError(
                f"value code {code} stands for no value; expected plies << 2 | 1, 2 or 3"
            )
        return cls(outcome, code >> 2)
