"""Random play of Serpent Master, and what it says about the game."""

from dataclasses import dataclass
from random import Random

from serpentes.games.master.core import core_board, first_state
from serpentes.games.master.deal import PLAYERS, board_for, check_cards, check_players, deal
from serpentes.games.master.deck import Deck, default_deck
from serpentes.games.random_play import CHUNK, Progress, RandomPlay, check_games, check_seed
from serpentes.games.square import OFF, set_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStats(RandomPlay):
    """Sums over random games of players in seats, of hands dealt anew for each game.

    Alone, a player wins by placing all cards. `tokens` are those that show at the end, `placements`
    and `discards` the cards that were placed and those that could not be.
    """

    width: int
    height: int
    cards: int
    tokens: tuple[int, ...]
    placements: tuple[int, ...]
    discards: tuple[int, ...]

    @property
    def mean_tokens(self) -> tuple[float, ...]:
        """The tokens that show at the end of a game, by seat."""
        return tuple(tokens / self.games for tokens in self.tokens)

    @property
    def discard_shares(self) -> tuple[float, ...]:
        """The share of cards that were discarded, by seat."""
        return tuple(discards / (self.games * self.cards) for discards in self.discards)

    @property
    def discard_share(self) -> float:
        """The share of all cards that were discarded."""
        return sum(self.discard_shares) / self.players

    @property
    def placements_per_turn(self) -> float:
        """The placements made in a turn, on average: less than 1 by the share of discards."""
        return sum(self.placements) / (self.games * self.cards * self.players)


def random_play(
    players: int = PLAYERS,
    games: int = 1000,
    *,
    width: int | None = None,
    height: int | None = None,
    cards: int | None = None,
    seed: int = 0,
    deck: Deck | None = None,
    progress: Progress | None = None,
) -> PlayStats:
    """Play games at random to their end: cards picked and placed with equal chances.

    Each is of hands of `cards` (11, or all of a deck with fewer) dealt anew, on the board of
    `start` for so many players. The same seed makes the same games. Raises ValueError for numbers
    out of range.

    >>> stats = random_play(players=2, games=100, seed=1)
    >>> sum(stats.win_shares), sum(stats.placements) + sum(stats.discards)
    (Fraction(1, 1), 2200)
    """
    used = default_deck() if deck is None else deck
    hand_size = check_cards(cards, used)
    columns, rows = board_for(check_players(players), width, height)
    board, random = core_board(columns, rows, 0, used.paths), Random(check_seed(seed))
    wins = [[0] * players for _ in range(players)]
    tokens, discards, placements = ([0] * players for _ in range(3))
    for game in range(check_games(games)):
        if progress and game % CHUNK == 0:
            progress("random games", game, games)
        hands = [set_of(map(used.place, hand)) for hand in deal(random, players, hand_size, used)]
        state = first_state(hands, OFF)
        won, *sums = board.playouts(state, 1, random.getrandbits(64))
        for seat in range(players):
            _add(wins[seat], won[seat])
        for total, found in zip((tokens, discards, placements), sums, strict=True):
            _add(total, found)
    return PlayStats(
        players=players,
        games=games,
        width=columns,
        height=rows,
        cards=hand_size,
        seed=seed,
        wins=tuple(map(tuple, wins)),
        tokens=tuple(tokens),
        placements=tuple(placements),
        discards=tuple(discards),
    )


def _add(total: list[int], found: list[int]) -> None:
    for seat, number in enumerate(found):
        total[seat] += number
