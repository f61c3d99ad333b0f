"""Exhaustive solution of a position of any game: by what it can reach, by material, by packing, by
chances."""

from pathlib import Path
from typing import overload

from serpentes.games.base import (
    CardPosition,
    MaterialPosition,
    SearchablePosition,
    SolvablePosition,
    check_solvable,
)
from serpentes.games.hisss import position as hisss_position
from serpentes.games.master import position as master_position
from serpentes.solve import chances, packing, retrograde, rounds, slices
from serpentes.solve.chances import Chances
from serpentes.solve.driver import Report, checkpoint_of
from serpentes.solve.packing import Packings
from serpentes.solve.rounds import Payoff, Worth
from serpentes.solve.table import Table
from serpentes.solve.table_files import check_target


@overload
def solve(
    position: SearchablePosition,
    *,
    men: int | None = None,
    threads: int | None = None,
    max_positions: int | None = None,
    memory: int | None = None,
    progress: Report | None = None,
    output: str | Path | None = None,
) -> Table: ...


@overload
def solve(
    position: master_position.Position,
    *,
    limit: int | None = None,
    value: Payoff | None = None,
    threads: int | None = None,
    memory: int | None = None,
    progress: Report | None = None,
) -> Packings | Worth: ...


@overload
def solve(
    position: hisss_position.Position,
    *,
    threads: int | None = None,
    memory: int | None = None,
    progress: Report | None = None,
) -> Chances: ...


def solve(
    position: SearchablePosition | master_position.Position | hisss_position.Position,
    *,
    men: int | None = None,
    limit: int | None = None,
    value: Payoff | None = None,
    threads: int | None = None,
    max_positions: int | None = None,
    memory: int | None = None,
    progress: Report | None = None,
    output: str | Path | None = None,
) -> Table | Packings | Worth | Chances:
    """The exhaustive solution for a position: a table, up to symmetry, or how many solutions there
    are, or what a game is worth, or players' chances.

    Serpent: the values of every position that can be reached from `position`. Fighting Serpents:
    the values of every placement of men on its board, reachable or not, or with `men` of every one
    with at most so many men in all. Serpent Master: the number of solutions of a solo task; with a
    `limit`, counting stops as soon as there are more (`sp.solutions` has the solutions themselves).
    Of a game of two, what it is worth to the first player, by win and loss or by the margin, as
    `value` says ("win" unless it is given), and how to play the next round; `Worth.matrix` has the
    value of each pair of cards.
    Hisss: the exact chances of all players, and after each laying of the card in hand.

    `threads` is how many run at once (default: the processors there are); what is found does not
    depend on it. `max_positions` and `memory` (bytes; default: three quarters of the machine's)
    bound the work; of a game of two, memory only bounds what is remembered. `progress` is called
    with what is being done, how much is done and how much there is. With `output`, a folder, the
    table is written there, and one that is there is replaced; a run that is stopped is kept beside
    it, and the next run for the same table goes on from there.

    Raises LimitReached if a bound is passed, KeyboardInterrupt when interrupted (after what is
    found is kept), TypeError for what is no position, ValueError for limits that are not positive,
    for options of another game, for rulings that have no tables, or if what is kept is damaged or
    of another solve, OSError if the output cannot be written.

    >>> import serpentes as sp
    >>> table = solve(sp.serpent.start(size=2), threads=1)
    >>> table.counts()["positions"], str(table[table.start])
    (48, 'loss in 5 plies')
    >>> solve(sp.master.parse("3x3 hand=15,14")).solutions
    12
    >>> solve(sp.master.parse("3x3 hands=15,14,13/15,14,13"), value="margin").value
    Fraction(-2, 3)
    >>> solve(sp.hisss.parse("H:r-ro | oy1 T:o1 | 0/0 0/0 | 1")).values
    (Fraction(3, 4), Fraction(1, 4))
    """
    if isinstance(position, CardPosition):
        _refuse(position.game, "has no tables", men=men, max_positions=max_positions, output=output)
        if isinstance(position, hisss_position.Position):
            _refuse(position.game, "is a game of chance", limit=limit, value=value)
            return chances.solve(position, threads=threads, memory=memory, progress=progress)
        if position.players > 1:
            _refuse(position.game, "of several players has no such thing", limit=limit)
            return rounds.solve(
                position, "win" if value is None else value, memory=memory, progress=progress
            )
        _refuse(position.game, "of one player has no such thing", value=value)
        return packing.solve(
            position, limit=limit, threads=threads, memory=memory, progress=progress
        )
    check_solvable(position)
    _refuse(position.game, "is solved by a table", limit=limit, value=value)
    if isinstance(position, MaterialPosition):
        return slices.solve(
            position, men=men, threads=threads, max_positions=max_positions, memory=memory,
            progress=progress, output=output,
        )  # fmt: skip
    assert isinstance(position, SolvablePosition)
    _refuse(position.game, "is not solved by material", men=men)
    checkpoint = None if output is None else checkpoint_of(check_target(output))
    table = retrograde.solve(
        position, threads=threads, max_positions=max_positions, memory=memory,
        progress=progress, checkpoint=checkpoint,
    )  # fmt: skip
    if output is not None and checkpoint is not None:
        table.save(output)
        checkpoint.unlink(missing_ok=True)
    return table


def _refuse(game: str, reason: str, **options: object) -> None:
    """ValueError for an option that is given, though the game has no use for it."""
    for name, value in options.items():
        if value is not None:
            raise ValueError(f"{name} is given, but {game} {reason}")
