"""Random play of games of cards: what the statistics of all of them have."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from serpentes.games.text import described, quoted

MOST_GAMES = 10**9
CHUNK = 256
"""Games between two reports of progress."""

Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomPlay:
    """Sums over random games of players in seats.

    `wins[seat][k]` are the games whose win the seat shares with k others.
    """

    players: int
    games: int
    seed: int
    wins: tuple[tuple[int, ...], ...]

    @property
    def win_shares(self) -> tuple[Fraction, ...]:
        """The wins of each seat as a share of all games, where a win shared by k counts 1/k."""
        return tuple(
            sum((Fraction(n, k) for k, n in enumerate(wins, 1)), Fraction()) / self.games
            for wins in self.wins
        )

    @property
    def shared(self) -> float:
        """The share of the games whose win is shared."""
        games = (Fraction(n, k) for wins in self.wins for k, n in enumerate(wins, 1) if k > 1)
        return float(sum(games, Fraction()) / self.games)


def check_games(games: int) -> int:
    """The number of games; ValueError if it is out of range, TypeError if it is no int."""
    if not isinstance(games, int):
        raise TypeError(f"games is {described(games)}; expected an int, 1 to {MOST_GAMES}")
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"games {quoted(str(games))} is out of range; expected 1 to {MOST_GAMES}")
    return games


def check_seed(seed: int) -> int:
    """The seed; TypeError if it is no int."""
    if not isinstance(seed, int):
        raise TypeError(f"seed is {described(seed)}; expected an int")
    return seed
