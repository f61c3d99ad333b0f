"""Positions of Serpent Master.

Cells are numbers here (`serpentes.games.square`), and sets of them integers; everything that needs
the rules is asked of the compiled core.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from serpentes.games import base
from serpentes.games.base import check_depth
from serpentes.games.master import serpents as master_serpents
from serpentes.games.master.core import Board, State, Step, after_round, core_board, first_state
from serpentes.games.master.deck import Deck, default_deck
from serpentes.games.master.move import Move, Placement, Round, placements_of
from serpentes.games.master.notation import (
    MODES,
    MOST_PLAYERS,
    PositionText,
    cell_number,
    check_hands,
    format_position,
)
from serpentes.games.master.rounds import legal_steps, open_placements, placement_of
from serpentes.games.master.turns import Turn
from serpentes.games.rulings import Rulings, RulingSet
from serpentes.games.square import BOARD, OFF, cell_names, cells_of, centres, set_of
from serpentes.games.text import numbered, quoted

if TYPE_CHECKING:
    from typing import Self

RULINGS = RulingSet("master", ())
"""The rules leave nothing to choose that a position does not say itself."""


@dataclass(frozen=True, slots=True, repr=False)
class Position(base.CardPosition):
    """A solo task or a game, with the moves played so far.

    `blocked` is a set of cells by number, `dealt` are the hands at the beginning, `start` names the
    cell where the head of a solo task stands, None if it is still to enter the board; `played` are
    the moves. Two positions are equal if they read the same; what there is on the table is in
    `state`. Made by `start` and `parse`; the constructor makes positions without moves, and raises
    ValueError for what makes none.
    """

    width: int
    height: int
    blocked: int
    dealt: tuple[tuple[int, ...], ...]
    deck: Deck
    mode: str = MODES[0]
    start: str | None = None
    played: tuple[Move, ...] = field(default=(), init=False)
    state: State = field(init=False, compare=False)
    rulings: Rulings = field(default=RULINGS.choose({}), init=False, compare=False)

    game: ClassVar[str] = "master"

    def __post_init__(self) -> None:
        BOARD.check(self.width, self.height)
        names = cell_names(self.width, self.height)
        if self.blocked & ~set_of(names):
            raise ValueError(
                f"blocked cells are off the board; expected cells of {self.width}x{self.height}"
            )
        dealt = check_hands(self.dealt, self.deck)
        if not 1 <= len(dealt) <= MOST_PLAYERS:
            raise ValueError(f"hands are {len(dealt)} in number; expected 1 to {MOST_PLAYERS}")
        head = self._check_solo()
        hands = [set_of(map(self.deck.place, hand)) for hand in dealt]
        object.__setattr__(self, "dealt", dealt)
        object.__setattr__(self, "state", first_state(hands, head))

    def _check_solo(self) -> int:
        """Where the head stands at the beginning; ValueError for a wrong start or mode."""
        if self.mode not in MODES:
            raise ValueError(f"mode is {quoted(self.mode)}; expected one of: {', '.join(MODES)}")
        if not self.solo and (self.start is not None or self.ordered):
            raise ValueError("start and mode are for one player only; expected neither")
        if self.start is None:
            return OFF
        head = cell_number(self.start, self.width, self.height, "start")
        if self.blocked >> head & 1:
            raise ValueError(f"start {self.start} is blocked; expected a cell that is not")
        return head

    def __str__(self) -> str:
        head = OFF if self.start is None else self.cell_index(self.start)
        moves = tuple(map(str, self.played))
        return format_position(
            PositionText(self.width, self.height, self.blocked, self.dealt, self.mode, head, moves)
        )

    def __repr__(self) -> str:
        deck = "" if self.deck == default_deck() else f", deck=master.{self.deck!r}"
        return f"master.parse({str(self)!r}{deck})"

    @property
    def board(self) -> dict[str, int]:
        """The board as keywords of `start`."""
        return {"width": self.width, "height": self.height}

    @property
    def core(self) -> Board:
        """The compiled board."""
        return core_board(self.width, self.height, self.blocked, self.deck.paths)

    @property
    def solo(self) -> bool:
        """Whether this is a task for one player, who has to place all cards."""
        return len(self.dealt) == 1

    @property
    def ordered(self) -> bool:
        """Whether the cards of a solo task have to be placed from the highest to the lowest."""
        return self.mode == "challenging"

    # Players

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.dealt)

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards that each player has left, highest first.

        >>> import serpentes as sp
        >>> sp.master.parse("3x3 hand=15,14 moves=15@a1N").hands
        ((14,),)
        """
        numbers = self.deck.numbers
        return tuple(tuple(numbers[card] for card in cells_of(hand)) for hand in self.state.hands)

    @property
    def cards(self) -> dict[str, object]:
        """The deck for JSON: each path by its number."""
        return self.deck.as_dict()

    @property
    def scores(self) -> tuple[int, ...]:
        """How many tokens of each player show."""
        return tuple(shown.bit_count() for shown in self.state.showing)

    @property
    def standings(self) -> tuple[str, ...]:
        """The tokens of each player that show, and the cards that are left.

        >>> import serpentes as sp
        >>> sp.master.parse("3x3 hands=15,14/15,13 moves=15@a1N,13@c3S").standings
        ('2 tokens, card 14', '2 tokens, card 15')
        """
        return tuple(map(_standing, self.scores, self.hands))

    @property
    def finished(self) -> bool:
        """Whether the last card is played; in a solo task, also whether no card can be placed."""
        return not any(self.state.hands) or (self.solo and not self.perft(1))

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won, or share the win: (1,) for a solo task all of whose cards are
        placed; empty while play goes on."""
        if any(self.state.hands):
            return ()
        most = max(self.scores)
        return tuple(player for player, score in enumerate(self.scores, 1) if score == most)

    # Play

    def placements(self, player: int, card: int) -> tuple[Placement, ...]:
        """The placements open to a player, from 1, for a card if it were resolved next.

        By the cell where they start in board order, then by heading. The card is one of the deck,
        and need not be in the hand. Raises ValueError for a player or a card that there is not.

        >>> import serpentes as sp
        >>> len(sp.master.parse("6x6 hands=15,14/13,12").placements(player=2, card=12))
        40
        """
        self._check_player(player)
        return open_placements(self, self.state, player - 1, self.deck.place(card))

    def _check_player(self, player: int) -> None:
        if not isinstance(player, int) or not 1 <= player <= self.players:
            raise ValueError(
                f"player {quoted(str(player))} is none of the game; expected 1 to {self.players}"
            )

    def moves(self) -> tuple[Move, ...]:
        """The legal moves: placements in a solo task, else whole rounds, by cards, highest first.

        A solo task has no move when no card can be placed. Raises ValueError if there are more than
        a million rounds, as there are with many players and cards; `perft` counts any number.

        >>> import serpentes as sp
        >>> [str(move) for move in sp.master.parse("3x3 hand=15 start=a1").moves()]
        ['15N', '15E']
        >>> len(sp.master.parse("3x3 hands=15,14/15,14").moves())
        384
        """
        return tuple(self.move_of(steps) for steps in self._rounds())

    def children(self) -> "tuple[tuple[Move, Self], ...]":
        """Every legal move with the position after it, in the order of `moves`."""
        return tuple((self.move_of(steps), self.after(steps)) for steps in self._rounds())

    def _rounds(self) -> list[tuple[Step, ...]]:
        try:
            return self.core.rounds(self.state, self.ordered)
        except ValueError:
            raise ValueError(
                f"there are too many rounds to list in {quoted(str(self))}; "
                "expected at most a million (perft counts them)"
            ) from None

    def play(self, move: base.Move | str) -> "Self":
        """The position after a move, given as a placement or round, or in notation.

        Raises ValueError that says why the move is not legal.

        >>> import serpentes as sp
        >>> str(sp.master.parse("3x3 hand=15,14").play("14@a1E"))
        '3x3 hand=15,14 moves=14@a1E'
        """
        return self.after(legal_steps(self, placements_of(move, self.players)))

    def move_of(self, steps: Sequence[Step]) -> Move:
        """The move of a round that the core has, here: a step for each player."""
        found = tuple(placement_of(self, player, step) for player, step in enumerate(steps))
        return found[0] if self.solo else Round(found)

    def after(self, steps: Sequence[Step]) -> "Self":
        """The position after a round that the core has; whether it is legal is not asked."""
        state = after_round(self.core, self.state, steps)
        return self._with((*self.played, self.move_of(steps)), state)

    def _with(self, played: tuple[Move, ...], state: State) -> "Self":
        # Not through the constructor, which validates: this is what the core says.
        position = object.__new__(type(self))
        for name in ("width", "height", "blocked", "dealt", "deck", "mode", "start", "rulings"):
            object.__setattr__(position, name, getattr(self, name))
        object.__setattr__(position, "played", played)
        object.__setattr__(position, "state", state)
        return position

    def perft(self, depth: int) -> int:
        """The number of sequences of exactly `depth` moves; ValueError if depth is negative, and
        where the number does not fit 64 bits.

        >>> import serpentes as sp
        >>> sp.master.parse("3x3 hand=15,14").perft(2)
        12
        >>> sp.master.parse("3x3 hands=15,14/15,14").perft(2)
        396
        """
        if check_depth(depth) > self.state.hands[0].bit_count():
            return 0
        try:
            return self.core.perft(self.state, depth, self.ordered)
        except OverflowError:
            raise ValueError(
                f"there are more than 2**64 sequences of {depth} rounds; expected a lower depth"
            ) from None

    # Rotations

    def transform(self, symmetry: int) -> "Self":
        """The position turned clockwise by so many quarters, 0 to 3, with its moves; ValueError for
        another number.

        >>> import serpentes as sp
        >>> str(sp.master.parse("3x4 hand=15,14 blocked=b2 moves=15@a1N").transform(1))
        '4x3 hand=15,14 blocked=b2 moves=15@a3E'
        """
        if symmetry not in range(4):
            raise ValueError(f"symmetry {quoted(str(symmetry))} is out of range; expected 0 to 3")
        turn = Turn(self.width, self.height, symmetry)
        blocked, start = turn.cells(self.blocked), turn.name(self.start)
        found = type(self)(*turn.sides, blocked, self.dealt, self.deck, self.mode, start)
        showing, heads = map(turn.cells, self.state.showing), map(turn.cell, self.state.heads)
        moves = tuple(self.transform_move(move, symmetry) for move in self.played)
        state = self.state._replace(showing=tuple(showing), heads=tuple(heads))
        return found._with(moves, state)

    def transform_move(self, move: Move, symmetry: int) -> Move:
        """The move that is to `transform(symmetry)` what `move` is to this position."""
        turn = Turn(self.width, self.height, symmetry)
        found = tuple(map(turn.placement, placements_of(move, self.players)))
        return found[0] if self.solo else Round(found)

    def symmetries(self) -> tuple[int, ...]:
        """The rotations that leave board, blocked cells, start, tokens and heads as they are, in
        quarter turns; 0 is always one of them.

        >>> import serpentes as sp
        >>> sp.master.parse("3x4 hand=15").symmetries()
        (0, 2)
        """
        table = (self.board, self.blocked, self.start, self.state)
        turned_about = {symmetry: self.transform(symmetry) for symmetry in range(4)}
        return tuple(
            symmetry
            for symmetry, other in turned_about.items()
            if (other.board, other.blocked, other.start, other.state) == table
        )

    # Cells and serpents

    def cell_index(self, cell: str) -> int:
        """The number of a cell; ValueError if the board has no such cell."""
        return cell_number(cell, self.width, self.height)

    def name(self, cell: int) -> str:
        """The name of a cell by its number."""
        return cell_names(self.width, self.height)[cell]

    def serpent(self, player: int) -> tuple[str, ...]:
        """The cells that the head of a player, from 1, has been on, in order.

        The first is where it entered the board, or stood at the start, and got no token; empty
        before it enters.

        >>> import serpentes as sp
        >>> sp.master.parse("3x3 hands=15/14 moves=15@a1N,14@c3W").serpent(2)
        ('c3', 'b3', 'b2')
        """
        self._check_player(player)
        return tuple(map(self.name, master_serpents.serpents(self)[player - 1]))

    @property
    def rounds_played(self) -> tuple[tuple[Placement, ...], ...]:
        """The moves so far, each as a placement for each player."""
        return tuple(placements_of(move, self.players) for move in self.played)

    # Drawing

    def cell_centres(self) -> dict[str, tuple[float, float]]:
        """The centre of each cell: x to the right, y down, neighbours 1 apart, the middle at 0."""
        return dict(centres(self.width, self.height))

    def blocked_cells(self) -> tuple[str, ...]:
        """The blocked cells, in board order."""
        return tuple(map(self.name, cells_of(self.blocked)))

    def tokens(self) -> dict[str, int]:
        """The cells with a token and the player, from 1, whose token shows, in board order."""
        showing = self.state.showing
        return {
            name: player
            for cell, name in cell_names(self.width, self.height).items()
            for player, shown in enumerate(showing, 1)
            if shown >> cell & 1
        }

    def heads(self) -> dict[str, int]:
        """The cells on which heads stand, and whose they are."""
        heads = enumerate(self.state.heads, 1)
        return {self.name(head): player for player, head in heads if head != OFF}

    def entries(self) -> dict[str, int]:
        """The cells where heads came onto the board or stood at the start, and whose they were, as
        far as no token shows there."""
        return master_serpents.entries(self)

    def links(self) -> tuple[tuple[str, str, int], ...]:
        """The steps of serpents whose two ends can be seen, and whose they are."""
        return master_serpents.links(self)

    def svg(self, *, marked: Iterable[str] = ()) -> str:
        """A drawing as an SVG document, with rings around the `marked` cells.

        Every serpent is drawn as far as it shows, from the cell where it came onto the board (a
        ring) to its head (with eyes). Raises ValueError for a cell that the board does not have.

        >>> import serpentes as sp
        >>> sp.master.parse("3x3 hand=15 moves=15@a1N").svg(marked=["a3"]).startswith("<svg ")
        True
        """
        from serpentes.games.svg_grid import draw

        return draw(self, str(self), [cell for cell in marked if self.cell_index(cell) >= 0])

    def _repr_svg_(self) -> str:
        return self.svg()


def _standing(score: int, hand: tuple[int, ...]) -> str:
    left = f"card{'s' * (len(hand) > 1)} {' '.join(map(str, hand))}" if hand else "no cards"
    return f"{numbered(score, 'token')}, {left}"
