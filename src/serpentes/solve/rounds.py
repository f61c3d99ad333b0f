"""Serpent Master for two: what a game is worth under best play, exactly, and how to go on.

Players pick cards unseen, so that each round is a matrix game, its value a fraction and best play
mixed; see `round_search` for how it is found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, product
from time import perf_counter
from typing import TYPE_CHECKING, Literal, cast, get_args

from serpentes.core import load
from serpentes.games.master.position import Position
from serpentes.games.text import described, numbered, quoted
from serpentes.solve.driver import Report, machine_memory, positive
from serpentes.solve.round_search import (
    ANYTHING,
    RoundMatrix,
    RoundReport,
    RoundSearch,
    Solved,
    exact,
)

if TYPE_CHECKING:
    from serpentes.core.master import Board, Duel

Payoff = Literal["win", "margin"]
PAYOFFS: tuple[Payoff, ...] = get_args(Payoff)
Strategy = Mapping[int, Fraction]
"""The cards that are played at all, highest first, with their shares, which add up to 1."""
Matrix = Mapping[tuple[int, int], Fraction]
"""The value to player 1 of each pair of cards, that of player 1 first, in the order of hands."""

MOST_REMEMBERED, LEAST_REMEMBERED = 1 << 28, 1 << 10
"""Bytes in which the compiled core remembers states."""
THREE_CARDS = 1 << 18
"""Bytes of these that serve three cards each; four times as many with each card more. To touch more
memory takes longer than it saves."""
STATE_BYTES = 700
"""What a state takes that is remembered here."""
MOST_STATES = 1 << 19


@dataclass(frozen=True, slots=True)
class Worth:
    """What a game of two is worth to player 1 under best play.

    With the payoff "win", a win is 1, a shared one 0 and a loss -1; with "margin" it is the margin
    of showing tokens. `strategies` has one optimal mixed strategy for the next round for player 1
    and one for player 2; there may be others. They are empty once the game is over.

    `cells` are those of all matrices met, of games in which two or more cards each are left;
    `evaluated` counts those that were worked out, as often as they were: the others were saved.
    `nodes` are the cards laid in search.
    """

    position: Position
    payoff: Payoff
    value: Fraction
    strategies: tuple[Strategy, Strategy]
    evaluated: int
    cells: int
    nodes: int
    seconds: float
    _matrix: Matrix | None = field(repr=False, compare=False)

    def matrix(self, *, memory: int | None = None, progress: Report | None = None) -> Matrix:
        """The value of each pair of cards of the next round, that of player 1 first; empty once the
        game is over.

        Worked out by another search when it is first asked for, unless `solve` was asked for it; as
        nothing is left out then, that may take several times as long as the value alone. `memory`
        and `progress` are as for `solve`.

        >>> import serpentes as sp
        >>> found = sp.solve(sp.master.parse("4x4 hands=15,14,13/15,14,13"), value="margin")
        >>> [str(found.matrix()[15, card]) for card in (15, 14, 13)]
        ['-2', '-1', '0']
        """
        if self._matrix is None:
            search = _search(self.position, self.payoff, memory)
            pairs = _pairs(_first_round(search, self.position, progress), self.position)
            object.__setattr__(self, "_matrix", pairs)
        assert self._matrix is not None
        return self._matrix


def solve(
    position: Position,
    value: Payoff = "win",
    *,
    matrix: bool = False,
    memory: int | None = None,
    progress: Report | None = None,
    linear_programs: bool | None = None,
    prune: bool = True,
) -> Worth:
    """The exact value of a game of two, at its beginning or under way, and how to play next.

    The `value` is by win and loss or by the margin. Every card more takes some ten times as long
    (`round_plan.plan` has an estimate). With `matrix`, the same search also works out what
    `Worth.matrix` gives. `memory` (bytes; default: three quarters of the machine's) bounds what is
    remembered, half a gigabyte at most: with less the search takes longer, and it never gives up.
    `progress` is called with what is being done, how many pairs of cards of the next round are
    done, and how many there are. `linear_programs` is as for `solve_matrix`; without `prune`
    nothing is left out, which is to check the search.

    Raises KeyboardInterrupt when interrupted, TypeError for what is no position of the game,
    ValueError for one of another number of players, for another kind of value and for memory that
    is not positive.

    >>> import serpentes as sp
    >>> game = sp.master.parse("4x4 hands=15,14,13/15,14,13")
    >>> solve(game).value, solve(game, "margin").value
    (Fraction(-3, 7), Fraction(-3, 4))
    >>> found = solve(game, "margin")
    >>> [{card: str(share) for card, share in each.items()} for each in found.strategies]
    [{15: '1/2', 14: '1/4', 13: '1/4'}, {15: '1/4', 14: '1/4', 13: '1/2'}]
    """
    begin = perf_counter()
    check_game(position, value)
    search = _search(position, value, memory, linear_programs=linear_programs, prune=prune)
    game = _first_round(search, position, progress)
    solved = (
        Solved(exact(search.duel.value(position.state)), {}, {})
        if game is None
        else game.solve(ANYTHING, ANYTHING)
    )
    pairs = _pairs(game, position) if matrix else None
    own, other = position.hands
    return Worth(
        position=position,
        payoff=value,
        value=Fraction(solved.interval.low),
        strategies=(_strategy(own, solved.rows), _strategy(other, solved.columns)),
        _matrix=pairs,
        evaluated=search.evaluated + search.duel.cells,
        cells=search.cells + 4 * search.duel.matrices,
        nodes=search.duel.nodes,
        seconds=perf_counter() - begin,
    )


def check_game(position: object, payoff: object) -> None:
    """TypeError for what is no position of Serpent Master, ValueError for a game that has no value,
    or not of this kind."""
    if not isinstance(position, Position):
        raise TypeError(
            f"position is {described(position)}; expected a position of Serpent Master, "
            "such as sp.master.parse(TEXT)"
        )
    if payoff not in PAYOFFS:
        raise ValueError(f"value is {quoted(str(payoff))}; expected one of: {', '.join(PAYOFFS)}")
    if position.players != 2:
        raise ValueError(
            f"{quoted(str(position))} has {numbered(position.players, 'player')}; "
            "expected 2, as other games have no exact value"
        )


def _search(
    position: Position,
    payoff: Payoff,
    memory: int | None,
    *,
    linear_programs: bool | None = None,
    prune: bool = True,
) -> RoundSearch:
    """A search that remembers what fits the memory, half of it in the compiled core."""
    share = positive("memory", memory, machine_memory() * 3 // 4) // 2
    return RoundSearch(
        _duel(position, payoff, share),
        most_known=min(share // STATE_BYTES + 1, MOST_STATES),
        linear_programs=linear_programs,
        prune=prune,
    )


def _duel(position: Position, payoff: Payoff, memory: int) -> "Duel":
    cards = len(position.hands[0])
    useful = min(THREE_CARDS << 2 * max(0, cards - 3), MOST_REMEMBERED)
    board = cast("Board", position.core)
    return cast(
        "Duel",
        load("master").Duel(board, payoff == "win", max(min(memory, useful), LEAST_REMEMBERED)),
    )


def _first_round(
    search: RoundSearch, position: Position, progress: Report | None
) -> RoundMatrix | None:
    """The matrix game of the next round; None if the game is over."""
    own, other = position.hands
    if not own:
        return None
    search.cells += len(own) * len(other)
    report = progress and _reporter(progress, search, len(own) * len(other))
    return RoundMatrix(search, position.state, report)


def _reporter(progress: Report, search: RoundSearch, total: int) -> RoundReport:
    def report(doing: str, done: int) -> None:
        worked_out = search.evaluated + search.duel.cells
        further = f", {worked_out:,} in all rounds" if worked_out else ""
        progress(f"{doing}{further}", done, total)

    return report


def _pairs(game: RoundMatrix | None, position: Position) -> Matrix:
    """The value of each pair of cards of the next round."""
    if game is None:
        return {}
    own, other = position.hands
    values = game.values(range(len(own)), range(len(other)))
    return dict(zip(product(own, other), chain(*values), strict=True))


def _strategy(hand: Sequence[int], shares: Mapping[int, Fraction]) -> Strategy:
    return {hand[place]: shares[place] for place in sorted(shares)}
