"""The compiled cores of Serpent, one for each size of the board."""

from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

from serpentes.core import load
from serpentes.games import cores
from serpentes.games.boards import BoardParameter
from serpentes.games.serpent.notation import LARGEST, SMALLEST

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BOARD = BoardParameter("size", SMALLEST, LARGEST, default=5)


class Core(Protocol):
    """The Python face of a compiled core, `serpentes.core.serpent2` to `serpent6`.

    Stones are bitboards in board order, `own` those of the side to move. `hatched` has bit 0 for
    the side to move and bit 1 for the other, `rulings` bit 0 for end-of-turn and bit 1 for passes.
    """

    KEY_WORDS: int
    SYMMETRIES: tuple[tuple[int, ...], ...]
    REASONS: tuple[str, ...]

    def validate(self, own: int, opponent: int, hatched: int) -> int: ...
    def moves(
        self, own: int, opponent: int, hatched: int, rulings: int
    ) -> list[tuple[int, int, int, int, int]]: ...
    def explain(self, own: int, opponent: int, hatched: int, rulings: int, move: int) -> int: ...
    def perft(self, own: int, opponent: int, hatched: int, rulings: int, depth: int) -> int: ...
    def dead(self, stones: int, others: int, hatched: bool) -> int: ...
    def survival_path(self, stones: int, others: int, cell: int) -> list[int]: ...
    def canonical(self, own: int, opponent: int, hatched: int) -> tuple[int, int, int, int]: ...
    def count_without_action(self, keys: "NDArray[np.uint64]", rulings: int) -> int: ...
    def Search(  # noqa: N802
        self, rulings: int, table_bytes: int, leaves: cores.Leaves | None = None
    ) -> cores.Searcher: ...
    def Leaves(  # noqa: N802
        self, rulings: int, keys: "NDArray[np.uint64]", values: "NDArray[np.uint16]"
    ) -> cores.Leaves: ...
    def Proofs(  # noqa: N802
        self, rulings: int, table_bytes: int, leaves: cores.Leaves | None = None
    ) -> cores.Prover: ...
    def Retrograde(  # noqa: N802
        self, own: int, opponent: int, hatched: int, rulings: int
    ) -> cores.Solver: ...


@cache
def core(size: int) -> Core:
    """The compiled core of a board size."""
    return cast(Core, load(f"serpent{BOARD.check(size)}"))
