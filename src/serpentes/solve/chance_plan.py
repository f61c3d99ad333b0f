"""What it takes to solve a position of Hisss or a sample, told before it is begun."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log10
from random import Random
from typing import NamedTuple

from serpentes.core import load
from serpentes.games.hisss.position import Position
from serpentes.solve.chances import begun_solver, check_position, orders_of
from serpentes.solve.driver import LimitReached, machine_memory, positive

SAMPLES = 100
"""Games played at random to tell how many there are."""
LONGEST_MEASURED = 60.0
"""Seconds; runs of up to 23 were measured, and a minute is not far beyond."""


class Pace(NamedTuple):
    """Seconds on one thread: 10 to the first number, times sequences to the power of the other."""

    lowest: float
    power: float


PACE: Mapping[tuple[bool, bool, str], Pace] = {
    (True, False, "mandatory"): Pace(-4.0, 0.16),
    (True, False, "optional"): Pace(-5.3, 0.31),
    (True, True, "mandatory"): Pace(-5.7, 0.71),
    (True, True, "optional"): Pace(-6.5, 0.80),
    (False, False, "mandatory"): Pace(-5.0, 0.42),
    (False, False, "optional"): Pace(-6.6, 0.56),
    (False, True, "mandatory"): Pace(-5.0, 0.47),
    (False, True, "optional"): Pace(-5.8, 0.59),
}
"""By whether the deck is open, whether there are more than two players, and the ruling: fitted to
positions from random play with the default deck, and starts of parts of it. Of 120 that took 5
milliseconds to 23 seconds none took more than 9 times as long as that, or less than a thirtieth; 19
others were stopped after 12 seconds or more, at most 5 times as long as that. Positions that are
settled in less than 5 milliseconds may seem to take seconds."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes to solve a position.

    The deck can lie in so many `orders` that can be told apart, 1 if it is open. With all of them,
    `sequences` of layings lead to the end of the game, as estimated from games played at random (D.
    E. Knuth, Estimating the efficiency of backtrack programs, 1975), always the same ones. The
    `seconds` on one thread follow from it, very roughly. `refused` is what a solver says that does
    not even begin, empty if it does.
    """

    position: Position
    orders: int
    sequences: int
    seconds: float
    refused: str

    @property
    def measured(self) -> bool:
        """Whether runs as long as this were measured; if not, `seconds` only go on from them."""
        return is_measured(self.seconds)


def plan(position: Position, *, memory: int | None = None) -> Plan:
    """What it takes to solve a position; raises as `serpentes.solve.chances.solve` does, but for
    limits, which are part of what it says.

    >>> import serpentes as sp
    >>> found = plan(sp.hisss.start(deck=sp.hisss.Deck.parse("ro2 oy1 H:r H:* T:y")))
    >>> found.orders, found.seconds < 1, found.refused
    (360, True, '')
    >>> plan(sp.hisss.start()).refused[:35]
    'exact chances are out of reach with'
    """
    check_position(position)
    orders = orders_of(position)
    sequences = orders * _sequences(position)
    return Plan(
        position,
        orders,
        round(sequences),
        _seconds(position, sequences, is_open=position.order is not None),
        _refused(position, memory),
    )


def is_measured(seconds: float) -> bool:
    """Whether runs of one solver as long as this were measured."""
    return seconds <= LONGEST_MEASURED


def seconds_of_sample(position: Position) -> float:
    """How long it takes to solve a position with one order of its deck, on one thread; very
    roughly.

    >>> import serpentes as sp
    >>> seconds_of_sample(sp.hisss.start()) < seconds_of_sample(sp.hisss.start(players=3))
    True
    """
    check_position(position)
    return _seconds(position, _sequences(position), is_open=True)


def _refused(position: Position, memory: int | None) -> str:
    """What a solver says that does not begin, by beginning; empty if it does."""
    try:
        begun_solver(position, positive("memory", memory, machine_memory() * 3 // 4))
    except LimitReached as limit:
        return str(limit)
    return ""


def _seconds(position: Position, sequences: float, *, is_open: bool) -> float:
    lowest, power = PACE[is_open, position.players > 2, position.rulings.match]
    return float(10 ** (lowest + power * log10(sequences)))


def _sequences(position: Position) -> float:
    """How many sequences of layings lead to the end, for one order of the deck."""
    random = Random(0)
    return sum(_choices(position, random) for _ in range(SAMPLES)) / SAMPLES


def _choices(position: Position, random: Random) -> float:
    """The choices along a random game, multiplied."""
    snakes, deck, order, _, _, card = position.state
    moves, optional = load("hisss").moves, position.rulings.match == "optional"
    cards = [kind for kind, count in enumerate(deck) for _ in range(count)]
    random.shuffle(cards)
    choices = 1.0
    for kind in ([] if position.card is None else [card]) + list(cards if order is None else order):
        open_layings = moves(snakes, kind, optional)
        choices *= len(open_layings)
        snakes = open_layings[int(random.random() * len(open_layings))][0]
    return choices
