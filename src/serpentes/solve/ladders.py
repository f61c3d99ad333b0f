"""Ladders: positions from play, rung by rung harder, to measure what a search decides.

Each is a file of the package, `data/ladders/GAME-BOARD.json`, made by `benchmarks/make_ladders.py`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import resources
from math import exp, fsum, log
from typing import Annotated

from pydantic import Field, StringConstraints

from serpentes.games import documents, registry
from serpentes.games.base import SearchablePosition
from serpentes.games.documents import Strict
from serpentes.solve.driver import Report
from serpentes.solve.proof_search import TABLE_BYTES, ProofResult, prove
from serpentes.solve.table import Table

FOLDER = "data/ladders"
LONGEST_FILE = 1 << 20
WHAT = "ladder"

Text = Annotated[str, StringConstraints(min_length=1, max_length=400)]


class Ladder(Strict):
    """The document of a ladder: positions by rung; `measure` says what the rungs count."""

    game: Text
    board: dict[Text, int]
    rulings: dict[Text, Text]
    origin: Text
    measure: Text
    rungs: Annotated[dict[Text, tuple[Text, ...]], Field(min_length=1)]

    def positions(self, rung: int) -> tuple[SearchablePosition, ...]:
        """The positions of a rung; ValueError lists the rungs there are.

        >>> len(ladder("serpent", {"size": 4}).positions(16))
        10
        """
        if str(rung) not in self.rungs:
            raise ValueError(
                f"the ladder has no rung {rung}; expected one of: {', '.join(self.rungs)}"
            )
        parse = registry.game(self.game).parse
        found = (parse(text, **self.rulings) for text in self.rungs[str(rung)])
        return tuple(position for position in found if isinstance(position, SearchablePosition))


def ladder(game: str, board: Mapping[str, int]) -> Ladder:
    """The ladder of a game on a board, without a board the only one of the game; ValueError lists
    those there are.

    >>> ladder("fighting", {"length": 16}).measure
    'men in all'
    """
    known = [one for one in _ladders() if one.game == game]
    found = [one for one in known if not board or one.board == dict(board)]
    if len(found) != 1:
        names = "; ".join(_named(one.game, one.board) for one in known or _ladders())
        raise ValueError(f"there is no ladder of {_named(game, board)}; expected one of: {names}")
    return found[0]


def _named(game: str, board: Mapping[str, int]) -> str:
    return " ".join((game, *(f"{name} {number}" for name, number in board.items())))


def _ladders() -> Iterator[Ladder]:
    folder = resources.files("serpentes") / FOLDER
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        with resources.as_file(entry) as path:
            yield documents.read(path, Ladder, WHAT, LONGEST_FILE)


@dataclass(frozen=True, slots=True)
class Rung:
    """How a search did on a rung so far: its results, position by position, of so many."""

    rung: int
    positions: int
    results: tuple[ProofResult, ...]

    @property
    def decided(self) -> tuple[ProofResult, ...]:
        """The results that have an answer."""
        return tuple(result for result in self.results if result.answer != "unknown")

    @property
    def mean_nodes(self) -> float | None:
        """The geometric mean of the nodes of those decided, None without any."""
        return geometric_mean([result.nodes for result in self.decided])

    @property
    def mean_seconds(self) -> float | None:
        """The geometric mean of the seconds of those decided, None without any."""
        return geometric_mean([result.seconds for result in self.decided])


def geometric_mean(numbers: Sequence[float]) -> float | None:
    """The geometric mean of positive numbers, None without any.

    >>> round(geometric_mean([1, 100]), 6)
    10.0
    """
    if not numbers:
        return None
    return exp(fsum(map(log, numbers)) / len(numbers))


def climb(
    climbed: Ladder,
    rungs: Sequence[int] | None = None,
    *,
    seconds: float,
    table_bytes: int = TABLE_BYTES,
    threads: int | None = None,
    table: Table | None = None,
    progress: Report | None = None,
) -> Iterator[Rung]:
    """Search each position of these rungs (default: all) so long: does the side to move win?

    Comes with the rung so far after each of its positions, so that who stops has what is known.
    `progress` is called as by `prove`. Raises ValueError for a rung that the ladder does not have
    and for what `prove` does not take, KeyboardInterrupt when interrupted.

    >>> rungs = list(climb(ladder("serpent", {"size": 4}), [16], seconds=0.1, threads=1))
    >>> [len(rung.results) for rung in rungs] == list(range(1, 11))
    True
    """
    wanted = [int(name) for name in climbed.rungs] if rungs is None else rungs
    positions = {rung: climbed.positions(rung) for rung in wanted}
    for rung, asked in positions.items():
        results: tuple[ProofResult, ...] = ()
        for position in asked:
            result = prove(
                position,
                seconds=seconds,
                table_bytes=table_bytes,
                threads=threads,
                table=table,
                progress=progress and partial(_report, progress, rung, len(results) + 1),
            )
            results = (*results, result)
            yield Rung(rung, len(asked), results)


def _report(progress: Report, rung: int, number: int, _: str, done: int, total: int | None) -> None:
    progress(f"rung {rung}, position {number}, nodes", done, total)
