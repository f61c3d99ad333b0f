"""Values: what a position is worth to the side to move, and in how many plies the game ends."""

from dataclasses import dataclass
from functools import total_ordering

from serpentes.games.base import OPPOSITE, Outcome

NEVER_ENDS = 0
"""The code of a draw by play that never ends."""

MOST_PLIES = (1 << 14) - 1
LOSS, DRAW, WIN = 1, 2, 3
OUTCOMES: tuple[Outcome | None, ...] = (None, "loss", "draw", "win")
ENDLESS_BYTES: tuple[Outcome, ...] = ("draw", "loss", "win")
"""The outcomes of play that never ends that the first bytes of a table by material stand for."""

MOST_BYTE = 255


@total_ordering
@dataclass(frozen=True, slots=True)
class Value:
    """The outcome under best play for the side to move, and the plies to the end of the game.

    The winner ends the game as fast, the loser as slowly as possible. `plies` is None for play that
    never ends: a draw, or in a game that then goes by the number of men, whatever that says. A draw
    that does end (neither side can act) has the plies of the quickest end that both sides can steer
    to while they keep the draw.

    Values compare from the view of the side to move: the greater, the better. A win that is forced
    is better than one by the number of men, which in turn is better than a draw.

    >>> Value("win", 3) > Value("win", 5) > Value("draw", None) > Value("loss", 8)
    True
    >>> Value("win", 9) > Value("win", None), Value("loss", None) > Value("loss", 8)
    (True, True)
    """

    outcome: Outcome
    plies: int | None

    def __post_init__(self) -> None:
        if self.outcome not in OPPOSITE:
            raise ValueError(f"outcome is {self.outcome!r}; expected win, draw or loss")
        if self.plies is not None and not 0 <= self.plies <= MOST_PLIES:
            raise ValueError(f"plies are {self.plies}; expected 0 to {MOST_PLIES}")

    def __str__(self) -> str:
        if self.plies is None:
            how = "that never ends" if self.outcome == "draw" else "by the number of men"
            return f"{self.outcome} {how}"
        return f"{self.outcome} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self._rank() < other._rank()

    def _rank(self) -> tuple[int, int]:
        # Of draws, one that ends is preferred, and the sooner the better: `plies` of a draw says
        # so. Who wins by the number of men would rather force it; who loses by it may yet hope.
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
        """The number of 16 bits that stands for the value: plies << 2 | outcome with 1 for a loss,
        2 for a draw, 3 for a win. For play that never ends: 0 for a draw, else outcome << 2.

        >>> Value("loss", 5).code, Value("loss", None).code
        (21, 4)
        """
        outcome = OUTCOMES.index(self.outcome)
        if self.plies is None:
            return NEVER_ENDS if self.outcome == "draw" else outcome << 2
        return self.plies << 2 | outcome

    @classmethod
    def from_code(cls, code: int) -> "Value":
        """The value of a code; ValueError if none has it.

        >>> Value.from_code(21)
        Value(outcome='loss', plies=5)
        """
        value = _ENDLESS.get(code)
        if value is not None:
            return value
        outcome = OUTCOMES[code & 3]
        if outcome is None or not 0 <= code < 1 << 16:
            raise ValueError(
                f"value code {code} stands for no value; expected plies << 2 | 1, 2 or 3"
            )
        return cls(outcome, code >> 2)

    @property
    def byte(self) -> int:
        """The byte that stands for the value in a table by material (see `from_byte`).

        Raises ValueError for a value that no such table has.

        >>> Value("win", None).byte, Value("loss", 0).byte
        (2, 3)
        """
        if self.plies is None:
            return ENDLESS_BYTES.index(self.outcome)
        byte = self.plies + len(ENDLESS_BYTES)
        if byte > MOST_BYTE or self.from_byte(byte) != self:
            raise ValueError(f"a {self} is in no table by material")
        return byte

    @classmethod
    def from_byte(cls, byte: int) -> "Value":
        """The value of a byte of a table by material; ValueError if it is no byte.

        0, 1 and 2 are a draw, a loss and a win by play that never ends; from 3 on it is plies + 3,
        a win if the plies are odd, a loss if they are even.

        >>> str(Value.from_byte(2)), str(Value.from_byte(8)), str(Value.from_byte(3))
        ('win by the number of men', 'win in 5 plies', 'loss in 0 plies')
        """
        if not 0 <= byte <= MOST_BYTE:
            raise ValueError(f"{byte} is no byte; expected 0 to {MOST_BYTE}")
        if byte < len(ENDLESS_BYTES):
            return cls(ENDLESS_BYTES[byte], None)
        plies = byte - len(ENDLESS_BYTES)
        return cls("win" if plies & 1 else "loss", plies)


_ENDLESS = {Value(outcome, None).code: Value(outcome, None) for outcome in ENDLESS_BYTES}
