"""What it takes to solve a game of two of Serpent Master, told before it is begun."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, factorial, log10
from random import Random

from serpentes.games.master.core import State, discarded, resolution_order, resolved
from serpentes.games.master.position import Position
from serpentes.games.square import HEADINGS, OFF, cells_of
from serpentes.solve.rounds import Payoff, check_game

SAMPLES = 300
"""Games played at random to tell how many there are."""
PACE: Mapping[Payoff, tuple[float, float]] = {"win": (-5.8, 0.65), "margin": (-5.9, 0.71)}
"""Seconds are 10 to the first number, times sequences of rounds to the power of the second: fitted
to games with 3 to 7 cards each on boards of 3x3 to 8x8. Of 109 that took 5 milliseconds to a minute
none took more than 5 times as long as that, or less than a tenth."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes to solve a game of two, by win and loss or by the margin.

    `rounds` are left to be played. All matrix games that could be met, those of the same situation
    counted each time, have `cells` cells at most. `sequences` of rounds lead to the end of the
    game, as estimated from games played at random (D. E. Knuth, Estimating the efficiency of
    backtrack programs, 1975), always the same ones; `seconds` follow from it, very roughly.
    """

    position: Position
    payoff: Payoff
    rounds: int
    cells: int
    sequences: int
    seconds: float


def plan(position: Position, value: Payoff = "win") -> Plan:
    """What it takes to solve a game; raises as `serpentes.solve.rounds.solve` does.

    >>> import serpentes as sp
    >>> found = plan(sp.master.parse("4x4 hands=15,14,13/15,14,13"))
    >>> found.rounds, found.cells, found.seconds < 1
    (3, 20745, True)
    """
    check_game(position, value)
    sequences = _sequences(position)
    lowest, power = PACE[value]
    return Plan(
        position,
        value,
        rounds=len(position.hands[0]),
        cells=_most_cells(position),
        sequences=round(sequences),
        seconds=10 ** (lowest + power * log10(sequences)),
    )


def _most_cells(position: Position) -> int:
    """The cells of all matrices with two cards each or more, if every placement were open."""
    cards = len(position.hands[0])
    first = _ways(position, 0) * _ways(position, 1)
    cells = 0
    for played in range(cards - 1):
        picked = (comb(cards, played) * factorial(played)) ** 2
        laid = first * len(HEADINGS) ** (2 * (played - 1)) if played else 1
        cells += picked * laid * (cards - played) ** 2
    return cells


def _ways(position: Position, player: int) -> int:
    """The ways to lay the next card that a player has at most, wherever the opponent is."""
    if position.state.heads[player] != OFF:
        return len(HEADINGS)
    alone = position.state._replace(showing=(0, 0), heads=(OFF, OFF))
    cards = cells_of(alone.hands[player])
    open_ways = (len(position.core.placements(alone, player, card)) for card in cards)
    return max(len(HEADINGS), *open_ways)


def _sequences(position: Position) -> float:
    """How many sequences of rounds lead to the end, by the choices met in random ones."""
    random = Random(0)
    return sum(_choices(position, random) for _ in range(SAMPLES)) / SAMPLES


def _choices(position: Position, random: Random) -> float:
    """The choices along a random game, multiplied."""
    state, choices = position.state, 1.0
    while any(state.hands):
        hands = [cells_of(hand) for hand in state.hands]
        cards = [hand[int(random.random() * len(hand))] for hand in hands]
        choices *= len(hands[0]) * len(hands[1])
        order = resolution_order(state.order, cards)
        for player in order:
            state, ways = _laid(position, state, player, cards[player], random)
            choices *= ways
        state = state._replace(order=order)
    return choices


def _laid(
    position: Position, state: State, player: int, card: int, random: Random
) -> tuple[State, int]:
    """The state after a card is laid at random, and in how many ways it could be."""
    places = position.core.placements(state, player, card)
    if not places:
        return resolved(position.core, state, player, discarded(card)), 1
    start, heading, _, _ = places[int(random.random() * len(places))]
    return resolved(position.core, state, player, (card, start, heading)), len(places)
