"""Fighting Serpents on boards of every length, compiled: rules, perft, search, and its slices.

Sets of points are integers whose bit i is point i in board order; `own` are the men of the side to
move, `opponent` the other's, `huffable` those of the opponent that may be huffed; `side` is 0 for
Black, whose own row is the bottom one. `rules` is length and rulings in one integer: bits 0-4
length, 5-6 capture, 7-8 chain, 9 direction, 10-11 arc, 12 rows, 13 shape, 14 adjudication, each the
number of its option. Everything raises TypeError or ValueError for arguments that are none of the
board, and ValueError where there are more than MAX_MOVES moves.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

CHECKS: Final[bool]
STATE_BYTES: Final[int]
MAX_MOVES: Final[int]
STAGES: Final[tuple[str, ...]]

def points(rules: int) -> int: ...
def lines(
    rules: int,
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int, int], ...]]: ...
def symmetries(rules: int) -> tuple[tuple[int, tuple[int, ...]], ...]: ...
def moves(
    own: int, opponent: int, huffable: int, side: int, rules: int
) -> list[tuple[int, int, int, int, int, int, int, int]]: ...
def route(
    own: int, opponent: int, side: int, rules: int, start: int, end: int, taken: int
) -> list[int]: ...
def perft(own: int, opponent: int, huffable: int, side: int, rules: int, depth: int) -> int: ...
def canonical(
    own: int, opponent: int, huffable: int, side: int, rules: int
) -> tuple[int, int, int, int]: ...
def playouts(
    own: int,
    opponent: int,
    huffable: int,
    side: int,
    rules: int,
    games: int,
    most_plies: int,
    seed: int,
) -> tuple[int, int, int, int]: ...
def slice_sizes(rules: int, p: int, q: int) -> tuple[int, int]: ...
def zugzwangs(
    rules: int,
    p: int,
    q: int,
    values: NDArray[np.uint8],
    opposite: NDArray[np.uint8],
    most: int,
) -> tuple[int, list[int]]: ...

@disjoint_base
class Leaves:
    def __new__(cls, rules: int, slices: dict[tuple[int, int], NDArray[np.uint8]]) -> Self: ...
    @property
    def positions(self) -> int: ...

@disjoint_base
class Proofs:
    def __new__(
        cls, rulings: int, table_bytes: int = 67108864, leaves: Leaves | None = None
    ) -> Self: ...
    @property
    def table_bytes(self) -> int: ...
    @property
    def leaves(self) -> Leaves | None: ...
    def prove(
        self,
        position: tuple[int, int, int, int],
        goal: int,
        prover_to_move: bool,
        nodes: int,
        run: Callable[..., Iterator[Any]] | None = None,
        threads: int = 1,
    ) -> tuple[int, int]: ...
    def known(
        self, position: tuple[int, int, int, int], goal: int, prover_to_move: bool
    ) -> tuple[int, int, int, int]: ...
    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...

@disjoint_base
class Search:
    def __new__(
        cls, rules: int, table_bytes: int = 16777216, leaves: Leaves | None = None
    ) -> Self: ...
    @property
    def leaves(self) -> Leaves | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def undecided_within(self) -> int: ...
    def decide(
        self,
        position: tuple[int, int, int, int],
        plies: int,
        nodes: int,
        run: Callable[..., Iterator[Any]] | None = None,
        threads: int = 1,
        outcomes: tuple[int, ...] = (1, 3),
    ) -> tuple[int, int, int]: ...

@disjoint_base
class SliceIndex:
    def __new__(cls, rules: int, own_men: int, other_men: int) -> Self: ...
    @property
    def size(self) -> int: ...
    @property
    def placements(self) -> int: ...
    @property
    def memory(self) -> int: ...
    def index(self, own: int, opponent: int, side: int) -> int: ...
    def position(self, index: int) -> tuple[int, int]: ...
    def histogram(self, values: NDArray[np.uint8]) -> tuple[list[int], list[int]]: ...

@disjoint_base
class PairSolver:
    def __new__(
        cls,
        rules: int,
        p: int,
        q: int,
        lower: dict[tuple[int, int], NDArray[np.uint8]],
        values: NDArray[np.uint8],
        opposite: NDArray[np.uint8],
    ) -> Self: ...
    @property
    def stage(self) -> str: ...
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def memory(self) -> int: ...
    def advance(self, run: Callable[..., Iterator[Any]] | None) -> bool: ...

@disjoint_base
class SliceCheck:
    def __new__(
        cls, rules: int, p: int, q: int, slices: dict[tuple[int, int], NDArray[np.uint8]]
    ) -> Self: ...
    def check(self, begin: int, end: int) -> int: ...
    def expected(self, index: int) -> int: ...
    def unforced(self, run: Callable[..., Iterator[Any]]) -> tuple[int, int, int] | None: ...
