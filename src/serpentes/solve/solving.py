"""Strong solution of a position of any game: by what it can reach, or by material."""

from pathlib import Path

from serpentes.games.base import (
    MaterialPosition,
    SearchablePosition,
    SolvablePosition,
    check_solvable,
)
from serpentes.solve import retrograde, slices
from serpentes.solve.driver import Report, checkpoint_of
from serpentes.solve.table import Table
from serpentes.solve.table_files import check_target


def solve(
    position: SearchablePosition,
    *,
    men: int | None = None,
    threads: int | None = None,
    max_positions: int | None = None,
    memory: int | None = None,
    progress: Report | None = None,
    output: str | Path | None = None,
) -> Table:
    """The exhaustive solution for a position, up to symmetry.

    Serpent: the values of every position that can be reached from `position`. Fighting Serpents:
    the values of every placement of men on its board, reachable or not, or with `men` of every one
    with at most so many men in all.

    `threads` is how many run at once (default: the processors there are); the table does not depend
    on it. `max_positions` and `memory` (bytes; default: three quarters of the machine's) bound the
    work. `progress` is called with what is being done, how much is done and how much there is.
    With `output`, a folder, the table is written there, and one that is there is replaced; a run
    that is stopped is kept beside it, and the next run for the same table goes on from there.

    Raises LimitReached if a bound is passed, KeyboardInterrupt when interrupted (after what is
    found is kept), TypeError for what is no position, ValueError for limits that are not positive,
    for rulings that have no tables, or if what is kept is damaged or of another solve, OSError if
    the output cannot be written.

    >>> import serpentes as sp
    >>> table = solve(sp.serpent.start(size=2), threads=1)
    >>> table.counts()["positions"], str(table[table.start])
    (48, 'loss in 5 plies')
    """
    check_solvable(position)
    if isinstance(position, MaterialPosition):
        return slices.solve(
            position, men=men, threads=threads, max_positions=max_positions, memory=memory,
            progress=progress, output=output,
        )  # fmt: skip
    assert isinstance(position, SolvablePosition)
    if men is not None:
        raise ValueError(f"men is given, but {position.game} is not solved by material")
    checkpoint = None if output is None else checkpoint_of(check_target(output))
    table = retrograde.solve(
        position, threads=threads, max_positions=max_positions, memory=memory,
        progress=progress, checkpoint=checkpoint,
    )  # fmt: skip
    if output is not None and checkpoint is not None:
        table.save(output)
        checkpoint.unlink(missing_ok=True)
    return table
