"""Random play of Hisss, and what it says about the game."""

from dataclasses import dataclass
from random import Random

from serpentes.core import load
from serpentes.games.hisss.deck import Deck
from serpentes.games.hisss.start import MATCH, PLAYERS, start
from serpentes.games.random_play import CHUNK, Progress, RandomPlay, check_games, check_seed
from serpentes.games.rulings import Rulings


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStats(RandomPlay):
    """Sums over random games, each with the deck shuffled anew.

    `lengths[n]` are the snakes of n cards that were completed, `left` the cards that stayed on the
    table, `choices` those of all `turns` in which there was more than one move. The first card,
    which belongs to nobody, is no turn.
    """

    deck: Deck
    rulings: Rulings
    lengths: tuple[int, ...]
    left: int
    choices: int
    turns: int

    @property
    def snakes(self) -> int:
        """The snakes that were completed."""
        return sum(self.lengths)

    @property
    def snakes_per_game(self) -> float:
        """The snakes completed in a game, on average."""
        return self.snakes / self.games

    @property
    def mean_length(self) -> float:
        """The cards of a completed snake, on average; 0 if there was none."""
        cards = sum(length * number for length, number in enumerate(self.lengths))
        return cards / self.snakes if self.snakes else 0.0

    @property
    def left_share(self) -> float:
        """The share of the cards that stayed on the table."""
        return self.left / (self.games * len(self.deck))

    @property
    def choice_share(self) -> float:
        """The share of the turns with more than one move."""
        return self.choices / self.turns if self.turns else 0.0


def random_play(
    players: int = PLAYERS,
    games: int = 1000,
    *,
    seed: int = 0,
    deck: Deck | None = None,
    match: str = MATCH,
    progress: Progress | None = None,
) -> PlayStats:
    """Play games at random to their end: every card and every move with equal chances.

    Each begins with the whole deck, shuffled anew. The same seed makes the same games. Raises
    ValueError for numbers out of range.

    >>> stats = random_play(players=3, games=100, seed=1)
    >>> sum(stats.win_shares), stats.turns
    (Fraction(1, 1), 4900)
    """
    first = start(players, deck=deck, match=match)
    state, random = first.state, Random(check_seed(seed))
    optional = first.rulings.match == "optional"
    playouts = load("hisss").playouts
    lengths: list[int] = []
    wins = [[0] * players for _ in range(players)]
    sums = [0, 0, 0]
    for done in range(0, check_games(games), CHUNK):
        if progress:
            progress("random games", done, games)
        number = min(CHUNK, games - done)
        found, left, won, *turns = playouts(
            state.snakes, state.deck, state.scores, state.player, state.card, optional, number,
            random.getrandbits(64),
        )  # fmt: skip
        lengths = _sums(lengths or [0] * len(found), found)
        wins = [_sums(*pair) for pair in zip(wins, won, strict=True)]
        sums = _sums(sums, [left, *turns])
    left, choices, turns = sums
    return PlayStats(
        players=players,
        games=games,
        seed=seed,
        wins=tuple(map(tuple, wins)),
        deck=first.deck,
        rulings=first.rulings,
        lengths=_trimmed(lengths),
        left=left,
        choices=choices,
        turns=turns,
    )


def _sums(totals: list[int], found: list[int]) -> list[int]:
    return [total + number for total, number in zip(totals, found, strict=True)]


def _trimmed(lengths: list[int]) -> tuple[int, ...]:
    """The numbers up to the last that is not zero."""
    longest = max((length for length, number in enumerate(lengths) if number), default=0)
    return tuple(lengths[: longest + 1])
