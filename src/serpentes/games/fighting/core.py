"""The compiled core of Fighting Serpents, and what it says of a board."""

from functools import cache
from typing import Protocol, cast

from serpentes.core import load
from serpentes.games import cores, longboard
from serpentes.games.boards import BoardParameter

BOARD = BoardParameter("length", longboard.SMALLEST, longboard.LARGEST, default=16)


class Core(cores.MaterialCore, Protocol):
    """The Python face of the compiled core, `serpentes.core.fighting`.

    Sets of points are integers in board order, `own` the men of the side to move, `huffable` those
    of the other that may be huffed; `side` is 0 for Black; `rules` is what `rules_of` gives.
    """

    def lines(
        self, rules: int
    ) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int, int], ...]]: ...
    def symmetries(self, rules: int) -> tuple[tuple[int, tuple[int, ...]], ...]: ...
    def moves(
        self, own: int, opponent: int, huffable: int, side: int, rules: int
    ) -> list[tuple[int, int, int, int, int, int, int, int]]: ...
    def route(  # noqa: PLR0917
        self, own: int, opponent: int, side: int, rules: int, start: int, end: int, taken: int
    ) -> list[int]: ...
    def perft(  # noqa: PLR0917
        self, own: int, opponent: int, huffable: int, side: int, rules: int, depth: int
    ) -> int: ...
    def canonical(
        self, own: int, opponent: int, huffable: int, side: int, rules: int
    ) -> tuple[int, int, int, int]: ...
    def Search(  # noqa: N802
        self, rules: int, table_bytes: int, leaves: cores.Leaves | None = None
    ) -> cores.Searcher: ...
    def Proofs(  # noqa: N802
        self, rules: int, table_bytes: int, leaves: cores.Leaves | None = None
    ) -> cores.Prover: ...


@cache
def core() -> Core:
    """The compiled core, one for all lengths."""
    return cast(Core, load("fighting"))


@cache
def jumps(rules: int) -> dict[tuple[int, int], int]:
    """The jumps of a board by start and end: the point that is passed over. Either way is there,
    whatever the direction of play."""
    return {(start, end): over for start, over, end in core().lines(rules)[1]}


@cache
def steps(rules: int) -> frozenset[tuple[int, int]]:
    """The pairs of points that a line joins directly, either way."""
    return frozenset(core().lines(rules)[0])


@cache
def images(rules: int) -> dict[int, tuple[int, ...]]:
    """The symmetries that keep side and colours, by number: where each point goes."""
    return dict(core().symmetries(rules))
