"""Hisss beyond exact reach: estimates by sampled open decks (perfect-information Monte Carlo).

Each sample shuffles the deck, lets all players know its order, and solves the position so. What is
estimated is the mean over all orders. That is not the value of the closed deck: whoever knows the
order chooses for it each time, which no player of a closed deck can.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, cast

from serpentes.games.hisss.layings import layings
from serpentes.games.hisss.move import Laying
from serpentes.games.hisss.position import Position
from serpentes.games.random_play import check_seed
from serpentes.games.text import described, quoted
from serpentes.solve.chances import Chance, advance, begin, check_position, new_solver
from serpentes.solve.driver import Report, deferred_interrupt, machine_memory, positive, running

if TYPE_CHECKING:
    from serpentes.core.hisss import Values

MOST_SAMPLES = 10**6
CONFIDENCE, DEVIATIONS = 0.95, 1.959964
"""How often an interval holds what is estimated, and the standard deviations of that."""
CHUNK, ROUND = 4, 16
"""Samples that a thread takes at a time, and how often until the next report of progress."""
SHARE = 64
"""What a thread remembers takes up to this part of the memory allowed."""

Order = tuple[str, ...]
"""The cards of a deck, the next first."""
_Sample = tuple[Chance, list[Chance], int]
"""Chances, those after each laying, and the nodes that it took."""


class Interval(NamedTuple):
    """A mean of samples, and the bounds of what it estimates, with 95 % confidence."""

    mean: Fraction
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """What players can expect on average over the orders of the deck if all know it; no exact value
    of anything.

    `values` are the chances of each player, `layings` those after each laying of the card in hand,
    the best for the player to move first. All are of the same samples, so that two layings differ
    more surely than their intervals say. `nodes` are the positions looked at, which may vary with
    the threads; nothing else does.
    """

    position: Position
    samples: int
    seed: int
    values: tuple[Interval, ...]
    layings: Mapping[Laying, tuple[Interval, ...]]
    nodes: int
    seconds: float


def estimate(
    position: Position,
    samples: int = 100,
    *,
    seed: int = 0,
    threads: int | None = None,
    memory: int | None = None,
    progress: Report | None = None,
) -> Estimate:
    """The mean of a position over `samples` orders of its closed deck, each known to all players.

    The same seed shuffles the same orders. `threads` is how many run at once (default: the
    processors there are); what is found does not depend on it. `memory` (bytes; default: three
    quarters of the machine's) bounds what is used. `progress` is called with what is being done,
    how many samples are done and how many there are.

    Raises KeyboardInterrupt when interrupted, LimitReached if the memory does not do, TypeError for
    what is no position of Hisss, ValueError for an open deck and for numbers out of range.

    >>> import serpentes as sp
    >>> start = sp.hisss.start(deck=sp.hisss.Deck.parse("ro2 oy1 H:r H:* T:y"))
    >>> mean, low, high = estimate(start, 100, seed=1).values[0]
    >>> low < mean < high
    True
    """
    begun = perf_counter()
    check_samples(position, samples)
    memory = positive("memory", memory, machine_memory() * 3 // 4)
    sums, solvers = _Sums(position), _Solvers(position, memory)
    with running(threads) as run, deferred_interrupt(solvers.stop) as interrupted:

        def solved(orders: Sequence[Order]) -> list[_Sample]:
            return list(_samples(position, orders, solvers, interrupted))

        for chunks in _rounds(position, samples, Random(check_seed(seed))):
            for found in run(solved, chunks):
                sums.add(cast("list[_Sample]", found))
            if interrupted():
                raise KeyboardInterrupt
            if progress is not None:
                progress("sampled open decks", sums.samples, samples)
    values, after = sums.intervals()
    return Estimate(position, samples, seed, values, after, sums.nodes, perf_counter() - begun)


def check_samples(position: object, samples: int) -> None:
    """TypeError or ValueError for what cannot be estimated, or not with so many samples."""
    check_position(position)
    assert isinstance(position, Position)
    if position.order is not None:
        raise ValueError(
            f"the deck of {quoted(str(position))} is open; expected a closed deck, as the value "
            "with an open one is exact"
        )
    if not isinstance(samples, int):
        raise TypeError(f"samples is {described(samples)}; expected an int, 1 to {MOST_SAMPLES}")
    if not 1 <= samples <= MOST_SAMPLES:
        raise ValueError(
            f"samples {quoted(str(samples))} is out of range; expected 1 to {MOST_SAMPLES}"
        )


def _rounds(position: Position, samples: int, random: Random) -> Iterator[list[list[Order]]]:
    """Orders of the deck, in chunks for threads; all of a list are done before the next begins."""
    for done in range(0, samples, ROUND * CHUNK):
        orders = []
        for _ in range(min(ROUND * CHUNK, samples - done)):
            cards = list(position.deck.cards)
            random.shuffle(cards)
            orders.append(tuple(cards))
        yield [orders[i : i + CHUNK] for i in range(0, len(orders), CHUNK)]


class _Solvers:
    """Solvers for the threads, each used again and again."""

    def __init__(self, position: Position, memory: int) -> None:
        self._position, self._memory = position, memory
        self._idle: list[Values] = []
        self._made: list[Values] = []

    @contextmanager
    def one(self) -> Iterator["Values"]:
        """A solver that no other thread uses."""
        try:
            solver = self._idle.pop()
        except IndexError:
            solver = new_solver(self._position, self._memory, SHARE)
            self._made.append(solver)
        yield solver
        self._idle.append(solver)

    def stop(self) -> None:
        """End what all of them are at, for good."""
        for solver in self._made:
            solver.stop()


def _samples(
    position: Position,
    orders: Iterable[Order],
    solvers: _Solvers,
    interrupted: Callable[[], bool],
) -> Iterator[_Sample]:
    """What the position is worth with each order of the deck; fewer when interrupted."""
    with solvers.one() as solver:
        for order in orders:
            begin(solver, position.ordered(order))
            # A solver made just after an interruption has not been stopped.
            while not interrupted() and advance(solver, None):
                pass
            if interrupted():
                return
            yield solver.values, solver.layings, solver.nodes


class _Sums:
    """Sums over samples: of each player's chances, and of those after each laying."""

    def __init__(self, position: Position) -> None:
        self.samples = self.nodes = 0
        self._own = position.player - 1
        self._layings = layings(position) if position.card is not None else ()
        self._values = [Fraction()] * position.players
        self._after = [self._values.copy() for _ in self._layings]

    def add(self, found: Iterable[_Sample]) -> None:
        """Take samples into account."""
        for values, after, nodes in found:
            self.samples += 1
            self.nodes += nodes
            self._values = _added(self._values, values)
            self._after = [_added(*pair) for pair in zip(self._after, after, strict=True)]

    def intervals(self) -> tuple[tuple[Interval, ...], dict[Laying, tuple[Interval, ...]]]:
        """The means with their bounds, the best laying for the player to move first."""
        after = {
            laying: self._means(sums)
            for laying, sums in zip(self._layings, self._after, strict=True)
        }
        best_first = sorted(
            after.items(), key=lambda pair: (-pair[1][self._own].mean, str(pair[0]))
        )
        return self._means(self._values), dict(best_first)

    def _means(self, sums: Iterable[Fraction]) -> tuple[Interval, ...]:
        return tuple(interval(each / self.samples, self.samples) for each in sums)


def _added(one: Iterable[Fraction], other: Iterable[Fraction]) -> list[Fraction]:
    return [a + b for a, b in zip(one, other, strict=True)]


def interval(mean: Fraction, samples: int) -> Interval:
    """The mean of so many samples from 0 to 1 with its bounds: the score interval of Wilson (1927).

    It is that of samples which are all 0 or 1; others vary less, so that it is rather too wide.

    >>> mean, low, high = interval(Fraction(1, 2), 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    >>> interval(Fraction(1), 10).high
    1.0
    """
    squared, at = DEVIATIONS**2, float(mean)
    middle = at + squared / (2 * samples)
    half = DEVIATIONS * sqrt(at * (1 - at) / samples + squared / (4 * samples**2))
    scale = 1 + squared / samples
    low, high = (middle - half) / scale, (middle + half) / scale
    # At 0 and 1 a bound is the mean itself, but for rounding.
    return Interval(mean, max(min(low, at), 0.0), min(max(high, at), 1.0))
