"""A position of Fighting Serpents.

Positions hold sets of points as Python integers in board order (`serpentes.games.longboard`);
everything that needs the rules is asked of the compiled core.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from serpentes.games import base, cores, longboard
from serpentes.games.base import OTHER, Outcome, Side, check_depth
from serpentes.games.bits import permuted
from serpentes.games.fighting.core import BOARD, Core, core, images, steps
from serpentes.games.fighting.move import Move, own_move
from serpentes.games.fighting.notation import PositionText, format_position
from serpentes.games.fighting.reasons import why_illegal, wrong_route
from serpentes.games.fighting.rulings import misfit, rules_of
from serpentes.games.rulings import Rulings
from serpentes.games.text import quoted

if TYPE_CHECKING:
    from typing import Self


NONE = -1
"""In place of a point, in a move of the core: no man is huffed, or after the huff none moves."""


@dataclass(frozen=True, slots=True, repr=False)
class Position(base.MaterialPosition):
    """A position: men, side to move, the men that it may huff, and rulings.

    `black`, `white` and `huffable` are sets of points as integers in board order; `huffable` are
    men of the side that is not to move. Made by `start` and `parse`; the constructor raises
    ValueError for men that make no position, and for rulings that do not fit the length.
    """

    length: int
    black: int
    white: int
    side: Side
    huffable: int
    rulings: Rulings

    game: ClassVar[str] = "fighting"

    def __post_init__(self) -> None:
        BOARD.check(self.length)
        wrong = misfit(self.length, self.rulings)
        if wrong:
            raise ValueError(wrong)
        if self.side not in OTHER:
            raise ValueError(f"side to move is {self.side!r}; expected b or w")
        for men in (self.black, self.white, self.huffable):
            if men < 0 or men >> self._points:
                raise ValueError(
                    f"men are off the board; expected them on the {self._points} points "
                    f"of length {self.length}"
                )
        if self.black & self.white:
            raise ValueError("two men stand on one point; expected at most one")
        if not self.black | self.white:
            raise ValueError("there is no man on the board; expected at least one")
        self._check_huffable()

    def _check_huffable(self) -> None:
        wrong = self.huffable & ~self._as_seen()[1]
        if wrong:
            raise ValueError(
                f"men may be huffed that there are not ({', '.join(self._names(wrong))}); "
                "expected men of the side that is not to move"
            )
        if self.huffable and self.rulings["capture"] != "huff":
            raise ValueError(
                f"men may be huffed ({', '.join(self._names(self.huffable))}) with "
                f"capture={self.rulings['capture']}; expected that only with capture=huff"
            )

    def __str__(self) -> str:
        return format_position(
            PositionText(self.length, self.black, self.white, self.side, self.huffable), self._shape
        )

    @property
    def board(self) -> dict[str, int]:
        """The board as keywords of `start`."""
        return {"length": self.length}

    @property
    def core(self) -> Core:
        """The compiled core."""
        return core()

    @property
    def rules(self) -> int:
        """Length and rulings as one integer, as the compiled core takes them."""
        return rules_of(self.length, self.rulings)

    @property
    def state(self) -> tuple[int, int, int, int, int]:
        """What the compiled core takes: own men, the opponent's, those that may be huffed, the side
        to move (0 for Black) and `rules`."""
        return (*self._as_seen(), self.huffable, int(self.side == "w"), self.rules)

    @property
    def men(self) -> tuple[int, int]:
        """The numbers of men of the side to move and of the other.

        >>> from serpentes.games.fighting import start
        >>> start().men
        (23, 23)
        """
        own, opponent = self._as_seen()
        return own.bit_count(), opponent.bit_count()

    @property
    def never_ends(self) -> Outcome:
        """The value of play that goes on from here for ever, no man being taken any more.

        >>> from serpentes.games.fighting import parse
        >>> parse("w2/1b2/2b w").never_ends, parse("w2/1b2/2b w", adjudication="draw").never_ends
        ('loss', 'draw')
        """
        own, opponent = self.men
        if own == opponent or self.rulings["adjudication"] == "draw":
            return "draw"
        return "win" if own > opponent else "loss"

    @property
    def untabled(self) -> str | None:
        """Why no table can hold positions under these rulings, None if one can."""
        if self.rulings["capture"] == "huff":
            return "capture=huff has no tables; solve with capture=optional or compulsory"
        return None

    @property
    def _shape(self) -> str:
        return self.rulings["shape"]

    @property
    def _points(self) -> int:
        return longboard.point_count(self.length, self._shape)

    def _as_seen(self) -> tuple[int, int]:
        return (self.black, self.white) if self.side == "b" else (self.white, self.black)

    def _names(self, points: int) -> tuple[str, ...]:
        return longboard.names_of(points, self.length, self._shape)

    # Play

    def moves(self) -> tuple[Move, ...]:
        """The legal moves: first those without a huff, then by the man huffed; of each, steps by
        start and end, then captures by start.

        >>> from serpentes.games.fighting import parse
        >>> [str(move) for move in parse("w2/1b2/3 b").moves()]
        ['m2-t2', 'm2-m1', 'm2-m3', 'm2-b1', 'm2-b2']
        """
        return tuple(self._move(*found[:4]) for found in self.core.moves(*self.state))

    def children(self) -> "tuple[tuple[Move, Self], ...]":
        """Every legal move with the position after it, in the order of `moves`."""
        return tuple(
            (self._move(*found[:4]), self._trusted(*found[4:7], OTHER[self.side]))
            for found in self.core.moves(*self.state)
        )

    def play(self, move: base.Move | str) -> "Self":
        """The position after a move, given as a Move or in notation.

        A Move is what it huffs, where it starts and ends and what it takes; of a text the route has
        to be possible as well. Raises ValueError that says why the move is not legal.

        >>> from serpentes.games.fighting import parse
        >>> str(parse("w2/1b2/3 b").play("m2-t2"))
        'wb1/4/3 w'
        """
        wanted = own_move(Move.parse(move) if isinstance(move, str) else move)
        code = self._encode(wanted)
        for found in self.core.moves(*self.state):
            if found[:4] == code:
                wrong = wrong_route(self, wanted) if isinstance(move, str) else ""
                if wrong:
                    break
                return self._trusted(*found[4:7], OTHER[self.side])
        else:
            wrong = why_illegal(self, wanted)
        raise ValueError(f"{move} is not legal in '{self}': {wrong}")

    def perft(self, depth: int) -> int:
        """The number of move sequences of exactly `depth` plies; ValueError if depth is negative.

        >>> from serpentes.games.fighting import start
        >>> start(length=2).perft(4)
        258
        """
        return self.core.perft(*self.state, check_depth(depth))

    @property
    def outcome(self) -> Outcome | None:
        """The result for the side to move, None while play goes on.

        A side without a man has lost, and so has the side to move if it has no move.

        >>> from serpentes.games.fighting import parse
        >>> parse("w1/1b1/2 w").outcome, parse("2/1b1/2 b").outcome
        (None, 'win')
        """
        own, opponent = self._as_seen()
        if not opponent:
            return "win"
        return None if own and self.core.perft(*self.state, 1) else "loss"

    def without_action(self) -> bool:
        """Whether the side to move has no legal move."""
        return self.outcome is not None

    def cell_index(self, cell: str) -> int:
        """The place of a point in board order; ValueError if the board has no such point."""
        try:
            return longboard.point_indices(self.length, self._shape)[cell]
        except KeyError:
            top, middle, _ = longboard.row_lengths(self.length, self._shape)
            raise ValueError(
                f"{quoted(cell)} is no point of a board of length {self.length}; "
                f"expected t1 to t{top}, m1 to m{middle} or b1 to b{top}"
            ) from None

    def _encode(self, move: Move) -> tuple[int, int, int, int]:
        huffed, start, end = (
            NONE if name is None else self.cell_index(name)
            for name in (move.huffed, move.start, move.end)
        )
        # What a jump passes over may be off the board, though its ends are on it.
        known = longboard.point_indices(self.length, self._shape)
        taken = [known.get(name, self._points) for name in move.taken]
        return huffed, start, end, sum(1 << point for point in taken)

    def _move(self, huffed: int, start: int, end: int, taken: int) -> Move:
        if not taken:
            return _step(self.length, self._shape, huffed, start, end)
        names = longboard.point_names(self.length, self._shape)
        return Move(
            names[huffed] if huffed >= 0 else None,
            names[start],
            names[end],
            self._names(taken),
            lambda: self._printed_route(huffed, start, end, taken),
        )

    def _printed_route(self, huffed: int, start: int, end: int, taken: int) -> tuple[str, ...]:
        own, opponent, _, side, rules = self.state
        if huffed >= 0:
            opponent &= ~(1 << huffed)
        names = longboard.point_names(self.length, self._shape)
        route = self.core.route(own, opponent, side, rules, start, end, taken)
        return tuple(names[point] for point in route)

    def _trusted(self, own: int, opponent: int, huffable: int, side: Side) -> "Self":
        # Straight from the core, so neither validated nor passed through the dataclass's __init__:
        # tables and puzzles make these by the hundred thousand.
        position = object.__new__(type(self))
        put = object.__setattr__
        put(position, "length", self.length)
        put(position, "black", own if side == "b" else opponent)
        put(position, "white", opponent if side == "b" else own)
        put(position, "side", side)
        put(position, "huffable", huffable)
        put(position, "rulings", self.rulings)
        return position

    # Search and tables

    def searcher(self, table_bytes: int, leaves: cores.Leaves | None = None) -> cores.Searcher:
        """A new forward search for positions of this length and these rulings."""
        return self.core.Search(self.rules, table_bytes, leaves)

    def prover(self, table_bytes: int, leaves: cores.Leaves | None = None) -> cores.Prover:
        """A new proof-number search for positions of this length and these rulings."""
        return self.core.Proofs(self.rules, table_bytes, leaves)

    def core_state(self) -> tuple[int, int, int, int]:
        """The men, those that may be huffed, and whether White is to move."""
        return self.state[:4]

    def placed(self, own: int, opponent: int) -> "Self":
        """The position of these men, Black to move, with the board and rulings of this one.

        Raises ValueError for men that make no position.

        >>> from serpentes.games.fighting import start
        >>> str(start(length=2).placed(0b1, 0b10))
        'bw/3/2 b'
        """
        return type(self)(self.length, own, opponent, "b", 0, self.rulings)

    # Symmetry

    @property
    def key(self) -> int:
        """The canonical position as one integer: own men, the opponent's, those to be huffed."""
        own, opponent, huffable, _ = self.core.canonical(*self.state)
        return own | opponent << self._points | huffable << 2 * self._points

    def with_key(self, key: int) -> "Self":
        """The canonical position of a key, Black to move, with this board and these rulings.

        Raises ValueError for a key that no position of this board has.

        >>> from serpentes.games.fighting import parse
        >>> position = parse("w2/1b2/3 w")
        >>> position.with_key(position.key) == position.canonical()
        True
        """
        points = self._points
        if not 0 <= key < 1 << 3 * points:
            raise ValueError(f"key {key} is out of range; expected 0 to 2**{3 * points} - 1")
        full = (1 << points) - 1
        men = key & full, key >> points & full
        found = type(self)(self.length, *men, "b", key >> 2 * points, self.rulings)
        if found.key != key:
            raise ValueError(f"key {key} is of no canonical position; expected the key of one")
        return found

    def canonical(self) -> "Self":
        """The position that stands for all its symmetric copies, with Black to move.

        Two positions with equal rulings have the same canonical position exactly if a symmetry of
        the board takes one to the other as the side to move sees it.

        >>> from serpentes.games.fighting import parse
        >>> parse("w2/1b2/3 w").canonical() == parse("2w/2b1/3 w").canonical()
        True
        """
        own, opponent, huffable, _ = self.core.canonical(*self.state)
        return self._trusted(own, opponent, huffable, "b")

    @property
    def canonical_symmetry(self) -> int:
        """A symmetry that takes the position, exchanged if White is to move, to `canonical()`."""
        return self.core.canonical(*self.state)[3]

    def transform(self, symmetry: int) -> "Self":
        """The image under a symmetry of the board; the side to move and the colours stay.

        0 is the identity, 1 exchanges left and right, 2 top and bottom, 3 does both. Raises
        ValueError for what is no symmetry under these rulings: 2 and 3 with direction=forward, 1
        and 3 with shape=culin.

        >>> from serpentes.games.fighting import parse
        >>> str(parse("w2/1b2/3 w").transform(3))
        '3/2b1/2w w'
        """
        image = self._image(symmetry)
        own, opponent = (permuted(men, image) for men in self._as_seen())
        return self._trusted(own, opponent, permuted(self.huffable, image), self.side)

    def transform_move(self, move: base.Move, symmetry: int) -> Move:
        """The move that is to `transform(symmetry)` what `move` is to this position.

        >>> from serpentes.games.fighting import parse
        >>> position = parse("w2/1b2/3 w")
        >>> position.transform_move(Move.parse("t1-t2"), 3)
        Move.parse('b3-b2')
        """
        image = self._image(symmetry)
        *points, taken = self._encode(own_move(move))
        huffed, start, end = (image[point] if point >= 0 else NONE for point in points)
        return self.transform(symmetry)._move(huffed, start, end, permuted(taken, image))

    @property
    def board_symmetries(self) -> tuple[int, ...]:
        """The symmetries that the board has under these rulings.

        >>> from serpentes.games.fighting import start
        >>> start().board_symmetries, start(direction="forward").board_symmetries
        ((0, 1, 2, 3), (0, 1))
        """
        return tuple(images(self.rules))

    def exchanged(self) -> "Self":
        """The position with the colours exchanged, the side to move included: turned upside down,
        as each colour has its own side of the board.

        >>> from serpentes.games.fighting import parse
        >>> str(parse("w2/1b2/3 w").exchanged())
        '3/1w2/b2 b'
        """
        own, opponent, huffable = (
            longboard.upside_down(men, self.length, self._shape)
            for men in (*self._as_seen(), self.huffable)
        )
        return self._trusted(own, opponent, huffable, OTHER[self.side])

    def _image(self, symmetry: int) -> tuple[int, ...]:
        known = images(self.rules)
        if symmetry not in known:
            expected = ", ".join(map(str, known))
            raise ValueError(
                f"symmetry {symmetry} is none of the board under these rulings; "
                f"expected one of: {expected}"
            )
        return known[symmetry]

    # Drawing

    def cell_centres(self) -> dict[str, tuple[float, float]]:
        """The centre of each point: x to the right, y down, neighbours 1 apart, the middle at 0."""
        names = longboard.point_names(self.length, self._shape)
        return dict(zip(names, longboard.centres(self.length, self._shape), strict=True))

    def cell_lines(self) -> tuple[tuple[str, str], ...]:
        """The points that a line joins directly, each pair once and in board order.

        >>> from serpentes.games.fighting import start
        >>> len(start(length=2).cell_lines()), len(start(length=2, rows="plain").cell_lines())
        (12, 10)
        """
        names = longboard.point_names(self.length, self._shape)
        return tuple((names[a], names[b]) for a, b in sorted(steps(self.rules)) if a < b)

    def stones(self) -> dict[str, Side]:
        """The points with men on them and their colours, in board order.

        >>> from serpentes.games.fighting import parse
        >>> parse("w2/1b2/3 w").stones()
        {'t1': 'w', 'm2': 'b'}
        """
        black = set(self._names(self.black))
        return {
            name: "b" if name in black else "w" for name in self._names(self.black | self.white)
        }

    def svg(self, *, marked: Iterable[str] = ()) -> str:
        """A drawing as an SVG document, with rings around the `marked` points.

        The man in the corner shows the side to move. Raises ValueError for a point that the board
        does not have.

        >>> from serpentes.games.fighting import parse
        >>> parse("w2/1b2/3 w").svg(marked=["m2"]).startswith("<svg ")
        True
        """
        from serpentes.games.svg import draw
        from serpentes.games.svg_longboard import ground

        rings = tuple(cell for cell in marked if self.cell_index(cell) >= 0)
        curved = self.rulings["arc"] != "none"
        centres = self.cell_centres()
        below = ground(centres, self.cell_lines(), curved=curved)
        return draw(centres, self.stones(), self.side, str(self), marked=rings, ground=below)

    def _repr_svg_(self) -> str:
        return self.svg()


@cache
def _step(length: int, shape: str, huffed: int, start: int, end: int) -> Move:
    # Cached for good: a board has a few hundred steps, and a few thousand with a huff before.
    names = longboard.point_names(length, shape)
    found = (names[point] if point >= 0 else None for point in (huffed, start, end))
    return Move(next(found), next(found), next(found))
