"""What the solvers of the compiled cores offer to those who drive them, in `serpentes.solve`.

Solver        what play can reach from a start, by retrograde analysis
SliceIndex    the positions of a slice by number
PairSolver    a slice and its opposite
SliceCheck    a slice held against its own moves
MaterialCore  the part of a core that makes the last three
Searcher      forward search
Prover        proof-number search
Leaves        a table of values at which searches end
"""

from collections.abc import Callable, Iterator
from typing import Protocol


class Solver(Protocol):
    """A retrograde solver of the compiled core, started at one position.

    `run` is `map` or the `map` of a pool of threads; the result does not depend on it. First
    `enumerate` until it is False, then `sweep` until it is False, then `write` every part.
    """

    @property
    def positions(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def sweep_plies(self) -> int: ...
    def enumerate(self, run: Callable[..., Iterator[object]]) -> bool: ...
    def sweep(self, run: Callable[..., Iterator[object]]) -> bool: ...
    def part_sizes(self) -> list[int]: ...
    def write(self, part: int, keys: object, values: object) -> None: ...
    def snapshot(self) -> dict[str, bytes]: ...
    def restore(self, snapshot: dict[str, bytes]) -> None: ...


class SliceIndex(Protocol):
    """The positions of one slice, numbered without gaps up to symmetry; Black is to move.

    `histogram` counts positions, and placements (without symmetry), by each value of a byte.
    """

    @property
    def size(self) -> int: ...
    @property
    def placements(self) -> int: ...
    @property
    def memory(self) -> int: ...
    def index(self, own: int, opponent: int, side: int) -> int: ...
    def position(self, index: int) -> tuple[int, int]: ...
    def histogram(self, values: object) -> tuple[list[int], list[int]]: ...


class PairSolver(Protocol):
    """Solves a slice and the one with the numbers of men exchanged, in place.

    `run` is `map` or the `map` of a pool of threads, or None for this thread alone without the GIL;
    the result does not depend on it. `advance` is called until it is False; `stage`, `done` and
    `total` (positions) say how far it is.
    """

    @property
    def stage(self) -> str: ...
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def memory(self) -> int: ...
    def advance(self, run: Callable[..., Iterator[object]] | None) -> bool: ...


class SliceCheck(Protocol):
    """Holds a slice against its own moves: `check` gives the first index that is wrong, -1 if there
    is none; `unforced` looks at the opposite slice as well, and says in which of them it is wrong,
    as (own men, opponent's men, index), None if nowhere.
    """

    def check(self, begin: int, end: int) -> int: ...
    def expected(self, index: int) -> int: ...
    def unforced(self, run: Callable[..., Iterator[object]]) -> tuple[int, int, int] | None: ...


class MaterialCore(Protocol):
    """The part of a compiled core that solves by slices.

    A slice (p, q) holds every placement of p men of the side to move and q of the other; `rules` is
    the board with its rulings as one integer; values are bytes, arrays of uint8. `slices` and
    `lower` are dicts of finished slices by their numbers of men.
    """

    def points(self, rules: int) -> int: ...
    def slice_sizes(self, rules: int, p: int, q: int) -> tuple[int, int]: ...
    def zugzwangs(  # noqa: PLR0917
        self, rules: int, p: int, q: int, values: object, opposite: object, most: int
    ) -> tuple[int, list[int]]: ...
    def SliceIndex(self, rules: int, p: int, q: int) -> SliceIndex: ...  # noqa: N802
    def PairSolver(  # noqa: N802, PLR0917
        self, rules: int, p: int, q: int, lower: object, values: object, opposite: object
    ) -> PairSolver: ...
    def SliceCheck(self, rules: int, p: int, q: int, slices: object) -> SliceCheck: ...  # noqa: N802
    def Leaves(self, rules: int, slices: object) -> "Leaves": ...  # noqa: N802


class Searcher(Protocol):
    """A forward search of the compiled core, with its transposition table.

    A position is given as the compiled core has it, without the rulings.
    """

    @property
    def nodes(self) -> int: ...
    @property
    def undecided_within(self) -> int: ...
    def decide(  # noqa: PLR0917
        self,
        position: tuple[int, ...],
        plies: int,
        nodes: int,
        run: Callable[..., Iterator[object]] | None = None,
        threads: int = 1,
        outcomes: tuple[int, ...] = (1, 3),
    ) -> tuple[int, int, int]: ...


class Leaves(Protocol):
    """A table of values at which searches of the compiled core end; it keeps the arrays alive."""

    @property
    def positions(self) -> int: ...


class Prover(Protocol):
    """A proof-number search of the compiled core, with its table; positions as for a Searcher."""

    @property
    def table_bytes(self) -> int: ...
    def prove(  # noqa: PLR0917
        self,
        position: tuple[int, ...],
        goal: int,
        prover_to_move: bool,
        nodes: int,
        run: Callable[..., Iterator[object]] | None = None,
        threads: int = 1,
    ) -> tuple[int, int]: ...
    def known(
        self, position: tuple[int, ...], goal: int, prover_to_move: bool
    ) -> tuple[int, int, int, int]: ...
    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...
