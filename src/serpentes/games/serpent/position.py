"""A position of Serpent.

Positions hold bitboards as Python integers in board order (`serpentes.games.hexagon`); everything
that needs the rules is asked of the compiled core of the board's size.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from serpentes.games import base, cores, hexagon
from serpentes.games.base import COLOURS, OTHER, Outcome, Side, check_depth
from serpentes.games.bits import permuted
from serpentes.games.rulings import Rulings
from serpentes.games.serpent.core import Core, core
from serpentes.games.serpent.move import (
    OPPONENT_FIRST,
    OWN_FIRST,
    PASS,
    PLACE,
    SNAKE,
    Move,
    core_move,
    own_move,
)
from serpentes.games.serpent.notation import HATCHED, PositionText, format_position
from serpentes.games.serpent.reasons import REASONS, no_snake
from serpentes.games.text import quoted

if TYPE_CHECKING:
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, repr=False)
class Position(base.SolvablePosition):
    """A position: stones, side to move, hatched colours and rulings.

    `black` and `white` are bitboards in board order,
    `hatched` is "", "b", "w" or "bw". Made by `start` and `parse`; the constructor raises
    ValueError for stones that make no possible position.
    """

    size: int
    black: int
    white: int
    side: Side
    hatched: str
    rulings: Rulings

    game: ClassVar[str] = "serpent"

    def __post_init__(self) -> None:
        if self.side not in OTHER:
            raise ValueError(f"side to move is {self.side!r}; expected b or w")
        if self.hatched not in HATCHED.values():
            raise ValueError(f"hatched colours are {self.hatched!r}; expected '', b, w or bw")
        reason = core(self.size).validate(*self._stones_as_seen())
        if reason:
            raise ValueError(self._no_position(reason))

    def __str__(self) -> str:
        return format_position(
            PositionText(self.size, self.black, self.white, self.side, self.hatched)
        )

    @property
    def board(self) -> dict[str, int]:
        """The board as keywords of `start`."""
        return {"size": self.size}

    @property
    def core(self) -> Core:
        """The compiled core of this board size."""
        return core(self.size)

    @property
    def state(self) -> tuple[int, int, int, int]:
        """What the compiled core takes: own stones, the opponent's, hatched and rulings as bits."""
        return (*self._stones_as_seen(), self._hostility() | self.may_pass << 1)

    def _hostility(self) -> int:
        # As rulings of the core, without a pass.
        return int(self.rulings["hostility"] == "end-of-turn")

    def _stones_as_seen(self) -> tuple[int, int, int]:
        own, opponent = (self.black, self.white) if self.side == "b" else (self.white, self.black)
        hatched = (self.side in self.hatched) | (OTHER[self.side] in self.hatched) << 1
        return own, opponent, hatched

    # Play

    def moves(self) -> tuple[Move, ...]:
        """The legal moves: placements by cell, snake moves by tail and new head, then a pass.

        Empty when a colour is wiped out or a stuck side loses. Where neither side can act under
        `stuck=passes`, the game is drawn, but the pass is listed.

        >>> from serpentes.games.serpent import parse
        >>> [str(move) for move in parse("1ww/2bb/wbw2/b1w1/bbw b bw").moves()]
        ['d4']
        """
        return tuple(
            core_move(self.size, self.side, code) for code, *_ in self.core.moves(*self.state)
        )

    def children(self) -> "tuple[tuple[Move, Self], ...]":
        """Every legal move with the position after it, in the order of `moves`."""
        return tuple(
            (core_move(self.size, self.side, code), self._next(own, opponent, hatched))
            for code, own, opponent, hatched, _ in self.core.moves(*self.state)
        )

    def play(self, move: base.Move | str) -> "Self":
        """The position after a move, given as a Move or in notation.

        Raises ValueError that says why the move is not legal.

        >>> from serpentes.games.serpent import start
        >>> str(start(size=2).play("b2"))
        '2/1b1/2 w -'
        """
        if isinstance(move, str):
            move = Move.parse(move)
        move = own_move(move)
        wanted = self._encode(move)
        for code, own, opponent, hatched, _ in self.core.moves(*self.state):
            if code == wanted:
                return self._next(own, opponent, hatched)
        raise ValueError(self._illegal(move, wanted))

    def perft(self, depth: int) -> int:
        """The number of move sequences of exactly `depth` plies; ValueError if depth is negative.

        >>> from serpentes.games.serpent import start
        >>> start(size=2).perft(4)
        840
        """
        return self.core.perft(*self.state, check_depth(depth))

    @property
    def outcome(self) -> Outcome | None:
        """The result for the side to move, None while play goes on.

        A hatched colour without a stone has lost (the side to move, should that be true of both,
        which cannot come up in play). A side to move without a legal action has lost, or draws
        under `stuck=passes` if the other side has none either.

        >>> from serpentes.games.serpent import parse
        >>> parse("2/1b1/2 w w").outcome
        'loss'
        """
        emptied = self._emptied()
        if emptied:
            return "loss" if self.side in emptied else "win"
        if not self.without_action():
            return None
        if self.rulings["stuck"] == "loses":
            return "loss"
        return "draw" if self._trusted(*self._swapped(), self.side).without_action() else None

    def _emptied(self) -> str:
        stones = {"b": self.black, "w": self.white}
        return "".join(colour for colour in self.hatched if not stones[colour])

    def _swapped(self) -> tuple[int, int, int]:
        own, opponent, hatched = self._stones_as_seen()
        return opponent, own, hatched >> 1 | (hatched & 1) << 1

    def _next(self, own: int, opponent: int, hatched: int) -> "Self":
        return self._trusted(own, opponent, hatched, OTHER[self.side])

    def _trusted(self, own: int, opponent: int, hatched: int, side: Side) -> "Self":
        # Straight from the core, so neither validated nor passed through the dataclass's __init__:
        # solvers' tables and audits make these by the hundred thousand.
        position = object.__new__(type(self))
        put = object.__setattr__
        put(position, "size", self.size)
        put(position, "black", own if side == "b" else opponent)
        put(position, "white", opponent if side == "b" else own)
        put(position, "side", side)
        put(position, "hatched", _hatched(hatched, side))
        put(position, "rulings", self.rulings)
        return position

    def _encode(self, move: Move) -> int:
        if move.cell is None:
            return PASS
        order = 0
        if move.first:
            order = OWN_FIRST if move.first == self.side else OPPONENT_FIRST
        if move.tail is None:
            return self.cell_index(move.cell) | order | PLACE
        return self.cell_index(move.cell) | self.cell_index(move.tail) << 8 | order | SNAKE

    def _illegal(self, move: Move, code: int) -> str:
        reason = self.core.REASONS[self.core.explain(*self.state, code)]
        says = REASONS[reason].format(
            cell=move.cell,
            tail=move.tail,
            move=Move(move.cell, move.tail),
            orders=" or ".join(self._orders(move)),
            own=COLOURS[self.side],
            other=COLOURS[OTHER[self.side]],
        )
        return f"{move} is not legal in '{self}': {says}"

    def _orders(self, move: Move) -> list[str]:
        """The legal moves that are the given one with the colour named that is removed first."""
        both: tuple[Side, Side] = ("b", "w")
        legal = self.moves()
        return [str(m) for m in (Move(move.cell, move.tail, side) for side in both) if m in legal]

    def _no_position(self, reason: int) -> str:
        colour = self.side if reason in (1, 3) else OTHER[self.side]
        stones, _ = self._stones_of(colour)
        if reason in (1, 2):
            return no_snake(self.size, stones, COLOURS[colour])
        return (
            f"{COLOURS[colour]} has {len(hexagon.groups(stones, self.size))} groups "
            f"and is not hatched; expected {colour} among the hatched colours"
        )

    @property
    def may_pass(self) -> bool:
        """Whether a side without an action passes under these rulings."""
        return self.rulings["stuck"] == "passes"

    def without_action(self) -> bool:
        """Whether the side to move has no legal action, a pass not counted.

        >>> from serpentes.games.serpent import parse
        >>> parse("bb/3/ww w -").without_action()
        True
        """
        # The core counts faster than it lists.
        return not self.core.perft(*self._stones_as_seen(), self._hostility(), 1)

    def count_without_action(self, keys: "NDArray[np.uint64]") -> int:
        """In how many of the positions of these keys `without_action` holds."""
        return self.core.count_without_action(keys, self._hostility())

    # Symmetry

    @property
    def key(self) -> int:
        """The canonical position as one integer: own stones, the opponent's, hatched bits."""
        own, opponent, hatched, _ = self.core.canonical(*self._stones_as_seen())
        cells = hexagon.cell_count(self.size)
        return own | opponent << cells | hatched << 2 * cells

    @property
    def key_words(self) -> int:
        """The number of 64-bit words of a key on this board."""
        return self.core.KEY_WORDS

    @property
    def key_bits(self) -> int:
        """The number of bits that a key on this board has at most."""
        return 2 * hexagon.cell_count(self.size) + 2

    def solver(self) -> cores.Solver:
        """A new retrograde solver that starts at this position."""
        return self.core.Retrograde(*self.state)

    def searcher(self, table_bytes: int, leaves: cores.Leaves | None = None) -> cores.Searcher:
        """A new forward search for positions of this size and these rulings."""
        return self.core.Search(self.state[3], table_bytes, leaves)

    def prover(self, table_bytes: int, leaves: cores.Leaves | None = None) -> cores.Prover:
        """A new proof-number search for positions of this size and these rulings."""
        return self.core.Proofs(self.state[3], table_bytes, leaves)

    def leaves(self, keys: "NDArray[np.uint64]", values: "NDArray[np.uint16]") -> cores.Leaves:
        """A table of this size and these rulings for searches to end at.

        Raises ValueError for arrays that are none of such a table.
        """
        return self.core.Leaves(self.state[3], keys, values)

    def core_state(self) -> tuple[int, int, int]:
        """The stones and hatched colours as the side to move sees them."""
        return self._stones_as_seen()

    def with_key(self, key: int) -> "Self":
        """The canonical position of a key, Black to move, with this board and these rulings.

        Raises ValueError for a key that no position of this board has.

        >>> from serpentes.games.serpent import parse
        >>> position = parse("2/b2/2 w -")
        >>> position.with_key(position.key) == position.canonical()
        True
        """
        cells = hexagon.cell_count(self.size)
        if not 0 <= key < 1 << (2 * cells + 2):
            raise ValueError(f"key {key} is out of range; expected 0 to 2**{2 * cells + 2} - 1")
        full = (1 << cells) - 1
        own, opponent, hatched = key & full, key >> cells & full, key >> 2 * cells
        return type(self)(self.size, own, opponent, "b", _hatched(hatched, "b"), self.rulings)

    def canonical(self) -> "Self":
        """The position that stands for all its symmetric copies, with Black to move.

        Two positions with equal rulings have the same canonical position exactly if a symmetry of
        the board takes one to the other as the side to move sees it.

        >>> from serpentes.games.serpent import parse
        >>> str(parse("2/3/1b w -").canonical())
        'w1/3/2 b -'
        """
        own, opponent, hatched, _ = self.core.canonical(*self._stones_as_seen())
        return self._trusted(own, opponent, hatched, "b")

    def transform(self, symmetry: int) -> "Self":
        """The image under one of the 12 symmetries; the side to move and the colours stay.

        0 is the identity, 0 to 5 turn by 60 degrees each, 6 to 11 reflect and then turn.

        >>> from serpentes.games.serpent import parse
        >>> str(parse("b1/3/2 w -").transform(1))
        '1b/3/2 w -'
        """
        image = self._symmetry(symmetry)
        black, white = permuted(self.black, image), permuted(self.white, image)
        return type(self)(self.size, black, white, self.side, self.hatched, self.rulings)

    def transform_move(self, move: base.Move, symmetry: int) -> Move:
        """The move that is to `transform(symmetry)` what `move` is to this position."""
        move = own_move(move)
        image, names = self._symmetry(symmetry), hexagon.cell_names(self.size)
        cell, tail = (
            None if name is None else names[image[self.cell_index(name)]]
            for name in (move.cell, move.tail)
        )
        return Move(cell, tail, move.first)

    def exchanged(self) -> "Self":
        """The position with the colours exchanged, the side to move included.

        >>> from serpentes.games.serpent import parse
        >>> str(parse("b1/3/2 w -").exchanged())
        'w1/3/2 b -'
        """
        return self._trusted(*self._stones_as_seen(), OTHER[self.side])

    @property
    def board_symmetries(self) -> tuple[int, ...]:
        """The symmetries of the board, 0 to 11."""
        return tuple(range(len(self.core.SYMMETRIES)))

    @property
    def canonical_symmetry(self) -> int:
        """A symmetry that takes the position, with its colours exchanged if White is to move, to
        `canonical()`."""
        return self.core.canonical(*self._stones_as_seen())[3]

    def _symmetry(self, symmetry: int) -> tuple[int, ...]:
        if symmetry not in self.board_symmetries:
            raise ValueError(f"symmetry {symmetry} is out of range; expected 0 to 11")
        return self.core.SYMMETRIES[symmetry]

    # Snakes

    def cell_index(self, cell: str) -> int:
        """The place of a cell in board order; ValueError if the board has no such cell."""
        try:
            return hexagon.cell_indices(self.size)[cell]
        except KeyError:
            last = hexagon.cell_names(self.size)[-1]
            raise ValueError(
                f"{quoted(cell)} is no cell of a board of size {self.size}; expected a1 to {last}"
            ) from None

    def survival_path(self, cell: str) -> tuple[str, ...]:
        """The cells of a shortest survival path of the group at `cell`, from its end on.

        Empty if the group has none. Raises ValueError if there is no stone at the cell.

        >>> from serpentes.games.serpent import parse
        >>> parse("2/b1b/2 w b").survival_path("b1")
        ('b2',)
        """
        bit = 1 << self.cell_index(cell)
        if not (self.black | self.white) & bit:
            raise ValueError(f"{cell} is empty; expected a cell with a stone")
        colour: Side = "b" if self.black & bit else "w"
        stones, others = self._stones_of(colour)
        path = self.core.survival_path(stones, others, self.cell_index(cell))
        return tuple(hexagon.cell_names(self.size)[index] for index in path)

    def dead(self, colour: str) -> tuple[str, ...]:
        """The cells of the dead groups of a colour ("b" or "w"), in board order.

        >>> from serpentes.games.serpent import parse
        >>> parse("2/bwb/2 w b").dead("b")
        ()
        >>> parse("1w/bwb/1w w bw").dead("b")
        ('b1', 'b3')
        """
        if colour not in ("b", "w"):
            raise ValueError(f"colour is {quoted(colour)}; expected b or w")
        stones, others = self._stones_of(colour)
        return self._names(self.core.dead(stones, others, colour in self.hatched))

    def _stones_of(self, colour: str) -> tuple[int, int]:
        return (self.black, self.white) if colour == "b" else (self.white, self.black)

    def _names(self, stones: int) -> tuple[str, ...]:
        names = hexagon.cell_names(self.size)
        return tuple(name for index, name in enumerate(names) if stones >> index & 1)

    # Drawing

    def cell_centres(self) -> dict[str, tuple[float, float]]:
        """The centre of each cell: x to the right, y down, neighbours 1 apart, the middle at 0."""
        return dict(zip(hexagon.cell_names(self.size), hexagon.centres(self.size), strict=True))

    def stones(self) -> dict[str, Side]:
        """The occupied cells with the colours on them, in board order.

        >>> from serpentes.games.serpent import parse
        >>> parse("2/b1w/2 w -").stones()
        {'b1': 'b', 'b3': 'w'}
        """
        names = hexagon.cell_names(self.size)
        return {
            name: "b" if self.black >> cell & 1 else "w"
            for cell, name in enumerate(names)
            if (self.black | self.white) >> cell & 1
        }

    def svg(self, *, marked: Iterable[str] = ()) -> str:
        """A drawing as an SVG document, with rings around the `marked` cells.

        The stone in the corner shows the side to move. Raises ValueError for a cell that the board
        does not have.

        >>> from serpentes.games.serpent import parse
        >>> parse("2/b1w/2 w -").svg(marked=["b1"]).startswith("<svg ")
        True
        """
        from serpentes.games.svg import draw
        from serpentes.games.svg_hexagon import ground

        stones, rings = self.stones(), [cell for cell in marked if self.cell_index(cell) >= 0]
        below = ground(self.size, stones)
        return draw(self.cell_centres(), stones, self.side, str(self), marked=rings, ground=below)

    def _repr_svg_(self) -> str:
        return self.svg()


def _hatched(bits: int, side: Side) -> str:
    black, white = (bits & 1, bits & 2) if side == "b" else (bits & 2, bits & 1)
    return ("b" if black else "") + ("w" if white else "")
