"""Hisss: exact chances of winning, with a closed or an open deck."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from time import perf_counter
from typing import TYPE_CHECKING, cast

from serpentes.core import load
from serpentes.games.hisss.layings import layings
from serpentes.games.hisss.move import Laying
from serpentes.games.hisss.position import Position
from serpentes.games.text import described, numbered, rough
from serpentes.solve.driver import (
    LimitReached,
    Report,
    Run,
    deferred_interrupt,
    machine_memory,
    positive,
    running,
)

if TYPE_CHECKING:
    from serpentes.core.hisss import Values

Chance = tuple[Fraction, ...]
"""Each player's probability of winning, a win shared by k counting 1/k; they add up to 1."""

MOST_REMEMBERED, LEAST_REMEMBERED = 1 << 30, 1 << 20
"""Bytes in which positions are remembered, at most and at the least."""
SHARE = 2
"""What is remembered takes up to half of the memory allowed."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What a position is worth when all players maximise their own probability of winning; exact.

    `layings` are those of the card in hand with the chances after each, the best for the player to
    move first; empty without a card in hand. `nodes` are the positions looked at, which may vary
    with the threads; nothing else does.
    """

    position: Position
    values: Chance
    layings: Mapping[Laying, Chance]
    nodes: int
    seconds: float

    @property
    def best(self) -> tuple[Laying, ...]:
        """The layings that are best for the player to move, in ASCII order.

        >>> import serpentes as sp
        >>> sp.solve(sp.hisss.parse("H:r-ro | oy1 T:o1 | 0/0 0/0 | 1 oy")).best
        (Laying.parse('H:r-ro-[oy]'),)
        """
        own = self.position.player - 1
        return tuple(
            laying for laying, after in self.layings.items() if after[own] == self.values[own]
        )


def solve(
    position: Position,
    *,
    threads: int | None = None,
    memory: int | None = None,
    progress: Report | None = None,
) -> Chances:
    """The exact chances of all players in a position, and after each laying of the card in hand.

    Of a closed deck every card may come next, by its number; an open deck is known to all. Among
    equally good moves each is equally likely. `threads` is how many run at once (default: the
    processors there are); what is found does not depend on it. `memory` (bytes; default: three
    quarters of the machine's) bounds what is used. `progress` is called with what is being done,
    how many parts are done and how many there are.

    Raises LimitReached if the deck is too large for exact values or the memory does not do,
    KeyboardInterrupt when interrupted, TypeError for what is no position of Hisss, ValueError for
    limits that are not positive.

    >>> import serpentes as sp
    >>> found = solve(sp.hisss.parse("H:r-ro | oy1 T:o1 | 0/0 0/0 | 1"))
    >>> [str(value) for value in found.values], found.layings
    (['3/4', '1/4'], {})
    """
    begun = perf_counter()
    check_position(position)
    solver = begun_solver(position, positive("memory", memory, machine_memory() * 3 // 4))
    with running(threads) as run, deferred_interrupt(solver.stop) as interrupted:
        while advance(solver, None if run is map else run):
            if progress is not None:
                progress("parts of the search", solver.done, solver.total)
            if interrupted():
                raise KeyboardInterrupt
    return Chances(
        position, solver.values, by_laying(position, solver), solver.nodes, perf_counter() - begun
    )


def begun_solver(position: Position, memory: int) -> "Values":
    """A solver that has begun to solve a position, in so much memory.

    Raises LimitReached if the deck is too large for exact values or the memory does not do.
    """
    solver = new_solver(position, memory, SHARE)
    begin(solver, position)
    if solver.memory > memory:
        raise LimitReached(f"{solver.memory:,} bytes of memory needed, {memory:,} allowed")
    return solver


def check_position(position: object) -> None:
    """TypeError for what is no position of Hisss."""
    if not isinstance(position, Position):
        raise TypeError(
            f"position is {described(position)}; expected a position, such as sp.hisss.parse(TEXT)"
        )


def new_solver(position: Position, memory: int, share: int) -> "Values":
    """A solver of the compiled core for positions with the players and the ruling of this one.

    It remembers positions in a share of the memory allowed, that divided by `share`. Raises
    LimitReached if that is too little.
    """
    remembered = min(memory // share, MOST_REMEMBERED)
    if remembered < LEAST_REMEMBERED:
        needed = LEAST_REMEMBERED * share
        raise LimitReached(f"{needed:,} bytes of memory needed, {memory:,} allowed")
    optional = position.rulings.match == "optional"
    return cast("Values", load("hisss").Values(position.players, optional, remembered))


def begin(solver: "Values", position: Position) -> None:
    """Begin to solve a position, of the players and the ruling that the solver is for.

    Raises LimitReached if its deck is too large for that.
    """
    snakes, deck, order, scores, player, card = position.state
    try:
        solver.begin(snakes, deck if order is None else None, scores, player, card, order)
    except ValueError as error:
        # As the position is one, it can only be too large.
        raise LimitReached(
            f"exact chances are out of reach with {numbered(len(position.deck), 'card')} in the "
            f"deck: {_too_much(position)}; serpentes estimate hisss samples orders"
        ) from error


def _too_much(position: Position) -> str:
    """What there is too much of for exact values, and the limit that it breaks."""
    core = load("hisss")
    most = core.MOST_ORDERS if position.players == 2 else core.MOST_ORDERS_OF_SEVERAL
    if orders_of(position) > most:
        return f"{rough(orders_of(position))} orders of them, the limit is {rough(most)}"
    left = prod(count + 1 for count in position.deck.as_dict().values())
    return f"{rough(left)} decks can be left of it, the limit is {rough(core.MOST_DECKS)}"


def advance(solver: "Values", run: Run | None) -> bool:
    """Go on solving; False once it is done. LimitReached if the chances cannot be told exactly."""
    try:
        return solver.advance(run)
    except OverflowError as error:
        raise LimitReached(f"exact chances are out of reach: {error}") from error


def by_laying(position: Position, solver: "Values") -> dict[Laying, Chance]:
    """The chances after each laying of the card in hand, the best for the player to move first."""
    own = position.player - 1
    found = zip(layings(position), solver.layings, strict=True) if position.card else ()
    return dict(sorted(found, key=lambda pair: (-pair[1][own], str(pair[0]))))


def orders_of(position: Position) -> int:
    """The number of orders in which the deck can lie that can be told apart.

    >>> import serpentes as sp
    >>> orders_of(sp.hisss.start(deck=sp.hisss.Deck.parse("ro2 oy1 H:r H:* T:y")))
    360
    """
    if position.order is not None:
        return 1
    counts = position.deck.as_dict().values()
    return factorial(sum(counts)) // prod(map(factorial, counts))
