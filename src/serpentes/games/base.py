"""What a game offers: the contract between the games and everything above them.

Each member is marked. *Required*: every game has it. *Optional*: a fallback is given here. Further
abilities are separate classes, because not every game has them: a game of cards has no side to
move, a game of chance no table of wins and losses.

    Move, Position       required of every game
    TwoPlayerPosition    two sides that move in turn; win, draw or loss
    SearchablePosition   keys, symmetries, forward search
    SolvablePosition     solved from a start, by enumeration of what play can reach
    MaterialPosition     solved by slices, one for each number of men of either side
    CardPosition         one or more players with cards, who share the win if they are equal
    Game                 the entry of the registry: names, board, rulings, start, parse

What a drawing needs of a position is in `drawable`, what fixes its board in `boards`, what drivers
need of the solvers of a compiled core in `cores`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from serpentes.games.boards import BoardParameter, GridParameter
from serpentes.games.cores import Leaves, MaterialCore, Prover, Searcher, Solver
from serpentes.games.random_play import RandomPlay
from serpentes.games.rulings import Rulings, RulingSet
from serpentes.games.text import described

if TYPE_CHECKING:
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

Side = Literal["b", "w"]
Outcome = Literal["win", "draw", "loss"]
OTHER: Mapping[Side, Side] = {"b": "w", "w": "b"}
COLOURS: Mapping[Side, str] = {"b": "black", "w": "white"}
OPPOSITE: Mapping[Outcome, Outcome] = {"win": "loss", "draw": "draw", "loss": "win"}


class Move(ABC):
    """A move of any game: immutable, hashable; `str` gives the game's notation."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str:
        """Required: the move in the notation of the rules."""


class Position(ABC):
    """A position of any game: immutable, hashable; `str` gives what `parse` reads."""

    __slots__ = ()

    game: ClassVar[str]
    """Required: the name of the game in the registry."""

    rulings: Rulings
    """Required: the option of every ruling."""

    @property
    @abstractmethod
    def board(self) -> dict[str, int]:
        """Required: the numbers that fix the board, such as {"size": 3}; empty without a board."""

    @abstractmethod
    def __str__(self) -> str:
        """Required: the position in the notation of the rules."""

    def __repr__(self) -> str:
        rulings = "".join(f", {name}={option!r}" for name, option in self.rulings.changed().items())
        return f"{self.game}.parse({str(self)!r}{rulings})"

    @property
    @abstractmethod
    def finished(self) -> bool:
        """Required: whether nobody has anything left to do."""

    @abstractmethod
    def moves(self) -> tuple[Move, ...]:
        """Required: the legal moves in a fixed order; without any, the position is finished."""

    @abstractmethod
    def play(self, move: Move | str) -> "Self":
        """Required: the position after a move; ValueError says why the move is not legal."""

    def children(self) -> "tuple[tuple[Move, Self], ...]":
        """Optional: every legal move with the position after it, in the order of `moves`."""
        return tuple((move, self.play(move)) for move in self.moves())

    def perft(self, depth: int) -> int:
        """Optional: the number of move sequences of exactly `depth` plies.

        Raises ValueError if depth is negative.
        """
        check_depth(depth)
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.moves())
        return sum(child.perft(depth - 1) for _, child in self.children())


class TwoPlayerPosition(Position):
    """A position of a game of two sides that move in turn, without chance and in the open."""

    __slots__ = ()

    side: Side
    """Required: the side to move, "b" (Black) or "w" (White)."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Required: the result for the side to move, None while play goes on."""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None


class SearchablePosition(TwoPlayerPosition):
    """A position that can be searched: it has a key, and its board has symmetries.

    Two positions with the same board and rulings have the same key exactly when a symmetry of the
    board, with or without an exchange of the colours, takes one to the other as the side to move
    sees it; such positions have the same value.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def key(self) -> int:
        """Required: the canonical position as one integer, not negative."""

    @abstractmethod
    def with_key(self, key: int) -> "Self":
        """Required: the canonical position of that key, with the board and rulings of this one.

        Raises ValueError for a key that no position of this board has.
        """

    @abstractmethod
    def canonical(self) -> "Self":
        """Required: the position that stands for all of its key; Black is to move."""

    @abstractmethod
    def exchanged(self) -> "Self":
        """Required: the same position for the other colour, as the side to move sees it."""

    @abstractmethod
    def transform(self, symmetry: int) -> "Self":
        """Required: the image under a symmetry that keeps side and colours; 0 is the identity.

        Raises ValueError for a symmetry that the board does not have under these rulings.
        """

    @abstractmethod
    def transform_move(self, move: Move, symmetry: int) -> Move:
        """Required: the move that is to `transform(symmetry)` what `move` is to this position."""

    @property
    @abstractmethod
    def board_symmetries(self) -> tuple[int, ...]:
        """Required: every symmetry that `transform` takes, 0 first."""

    def symmetries(self) -> tuple[int, ...]:
        """The symmetries that leave the position as it is; 0 is always one of them.

        >>> import serpentes as sp
        >>> len(sp.serpent.start(size=2).symmetries()), sp.serpent.parse("b1/3/2 w -").symmetries()
        (12, (0, 11))
        >>> sp.fighting.parse("3/w2b/3 b").symmetries()
        (0, 2)
        """
        return tuple(one for one in self.board_symmetries if self.transform(one) == self)

    @abstractmethod
    def searcher(self, table_bytes: int, leaves: Leaves | None = None) -> Searcher:
        """Required: a new forward search for positions of this board and these rulings, which ends
        at those of `leaves`."""

    @abstractmethod
    def prover(self, table_bytes: int, leaves: Leaves | None = None) -> Prover:
        """Required: a new proof-number search for positions of this board and these rulings, which
        ends at those of `leaves`."""

    @abstractmethod
    def core_state(self) -> tuple[int, ...]:
        """Required: the position as a Searcher and a Prover take it."""

    def decide(  # noqa: PLR0917
        self,
        searcher: Searcher,
        plies: int,
        nodes: int,
        run: "Callable[..., Iterator[object]] | None" = None,
        threads: int = 1,
        outcomes: tuple[int, ...] = (1, 3),
    ) -> tuple[int, int, int]:
        """The code of the outcome (3 win, 1 loss, 0 not decided), its plies, and the nodes that
        this searcher looked at, within at most these plies and nodes.

        More nodes than that say that the search stopped there. Only these `outcomes` are looked
        for. `run` does a step of each of the `threads` tasks.
        """
        return searcher.decide(self.core_state(), plies, nodes, run, threads, outcomes)

    def prove(  # noqa: PLR0917
        self,
        prover: Prover,
        goal: int,
        prover_to_move: bool,
        nodes: int,
        run: "Callable[..., Iterator[object]] | None" = None,
        threads: int = 1,
    ) -> tuple[int, int]:
        """The code of the answer (1 yes, 2 no, 0 not known) and the nodes looked at in this call.

        The question is whether the side that asks reaches its goal: 0 to win, 1 not to lose; it is
        the side to move if `prover_to_move`. About so many nodes are looked at; asked again, the
        search goes on. `run` does a step of each of the `threads` tasks.
        """
        return prover.prove(self.core_state(), goal, prover_to_move, nodes, run, threads)

    def known(self, prover: Prover, goal: int, prover_to_move: bool) -> tuple[int, int, int, int]:
        """What this prover knows without a search: the code of the answer, its rank, the proof and
        the disproof number. Ranks fall along a strategy that has to come to an end."""
        return prover.known(self.core_state(), goal, prover_to_move)

    @property
    def may_pass(self) -> bool:
        """Optional: whether a side without an action passes under these rulings; False here."""
        return False

    def without_action(self) -> bool:
        """Optional: whether the side to move has no legal action, a pass not counted.

        The fallback is for games without a pass.
        """
        return not self.moves()


class SolvablePosition(SearchablePosition):
    """A position that is solved from a start: the table finds each reachable one by its key."""

    __slots__ = ()

    @property
    @abstractmethod
    def key_words(self) -> int:
        """Required: the number of 64-bit words of a key on this board."""

    @property
    @abstractmethod
    def key_bits(self) -> int:
        """Required: the number of bits that a key on this board has at most."""

    @abstractmethod
    def solver(self) -> Solver:
        """Required: a new retrograde solver that starts at this position."""

    @abstractmethod
    def leaves(self, keys: "NDArray[np.uint64]", values: "NDArray[np.uint16]") -> Leaves:
        """Required: a table of this board and these rulings for searches to end at.

        `keys` has the shape (positions, key_words), ascending; `values` are codes. ValueError for
        arrays of another type or shape, keys in disorder and codes of no outcome.
        """

    @abstractmethod
    def count_without_action(self, keys: "NDArray[np.uint64]") -> int:
        """Required: in how many of the positions of these keys `without_action` holds.

        `keys` has the shape (positions, key_words), most significant word first.
        """


class MaterialPosition(SearchablePosition):
    """A position that is solved by slices: men are taken and never come back.

    Every placement of so many men of either side is solved, whether play can reach it or not,
    after those with fewer men.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def rules(self) -> int:
        """Required: board and rulings as one integer, as the compiled core takes them."""

    @property
    @abstractmethod
    def men(self) -> tuple[int, int]:
        """Required: the numbers of men of the side to move and of the other."""

    @property
    @abstractmethod
    def core(self) -> MaterialCore:
        """Required: the compiled core."""

    @property
    def untabled(self) -> str | None:
        """Optional: why there are no tables under these rulings; None, as here, if there are."""
        return None

    @property
    @abstractmethod
    def never_ends(self) -> Outcome:
        """Required: the value for the side to move of play that never ends with these men."""

    @property
    @abstractmethod
    def state(self) -> tuple[int, ...]:
        """Required: what the compiled core takes for this position: the men of the side to move
        and those of the other come first, `rules` comes last."""

    @abstractmethod
    def placed(self, own: int, opponent: int) -> "Self":
        """Required: the position of these men, as Black to move sees them, with the board and
        rulings of this one; ValueError for men that make no position."""


class CardPosition(Position):
    """A position of a game of cards: players count from 1, oldest first, and move by rounds or by
    turns; those who are best share the win."""

    __slots__ = ()

    @property
    @abstractmethod
    def players(self) -> int:
        """Required: the number of players."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int | tuple[int, ...], ...]:
        """Required: what each player has so far of what decides the game; of several numbers the
        first decides, the next if it is equal."""

    @property
    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """Required: who has won, or shares the win; empty while play goes on."""

    @property
    @abstractmethod
    def standings(self) -> tuple[str, ...]:
        """Required: what there is to say of each player, in words."""

    def chance_outcomes(self) -> dict[str, int]:
        """Optional: the moves of chance of which one comes next, by their texts, each with its
        weight; empty where no chance is at work, as always here."""
        return {}

    @property
    @abstractmethod
    def cards(self) -> dict[str, object]:
        """Required: the deck for JSON, each card with what there is to say: the deck that is played
        with, or of one that is drawn from in play what is left of it."""


@dataclass(frozen=True, slots=True)
class Cards:
    """What the entry of a game of cards has besides.

    `read_deck` makes what `start` and `parse` take as the keyword `deck` of the file of a deck.
    `random_play` plays games out at random, each of hands dealt anew or of a deck shuffled anew;
    its keywords are `players`, `games`, `seed`, `deck`, `progress`, the rulings, and those of the
    board and of the hands. `players` are the least and the greatest number of them. `dealt` says
    whether hands are dealt before play begins, so that there is no one start.
    """

    read_deck: Callable[[str], object]
    random_play: Callable[..., RandomPlay]
    players: tuple[int, int]
    dealt: bool


@dataclass(frozen=True, slots=True)
class Game:
    """The entry of a game in the registry.

    `start` and `parse` are the game's own functions; both take every ruling as a keyword, `start`
    also those of the board and whatever the game's presets name. `misfit` says in one line why
    rulings do not fit a board of that number, nothing if they do. `cards` is None unless it is a
    game of cards.
    """

    name: str
    title: str
    rulings: RulingSet
    board: BoardParameter | GridParameter | None
    start: Callable[..., Position]
    parse: Callable[..., Position]
    example: str
    misfit: Callable[[int, Rulings], str] = lambda number, rulings: ""
    cards: Cards | None = None


def check_solvable(position: object) -> None:
    """TypeError if it is no position that can be solved, but its text, say."""
    if not isinstance(position, SolvablePosition | MaterialPosition):
        raise TypeError(
            f"position is {described(position)}; expected a position, "
            "such as sp.serpent.parse(TEXT)"
        )


def check_shared(position: SearchablePosition, board: Mapping[str, int], rulings: Rulings) -> None:
    """ValueError for a position whose board or rulings are not those of a search."""
    if (position.board, position.rulings) != (board, rulings):
        raise ValueError(f"'{position}' is of another board or other rulings than this search")


def check_depth(depth: int) -> int:
    """The depth of a perft in plies; ValueError if it is negative."""
    if depth < 0:
        raise ValueError(f"depth {depth} is negative; expected 0 or more plies")
    return depth
