"""The rules of Serpent Master in plain Python: a slow twin that keeps the compiled code honest.

Written from the rules alone and for reading: cells as (column, row) from the lower left corner, a
stack of tokens on each, whole rounds resolved card by card. It shares no code with the compiled
rules, so that a slip would have to be made twice. Players are numbered from 0, the oldest first.

>>> game = parse("4x4 hands=15,14/15,14")
>>> len(game.placements(player=0, number=15)), len(list(game.rounds()))
(24, 1564)
>>> game = game.play("15@a1N,14@d4W")
>>> str(game), game.scores()
('4x4 hands=15,14/15,14 moves=15@a1N,14@d4W', (2, 2))
>>> [str(placement) for placement in game.placements(player=1, number=15)]
['15S']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import NamedTuple

Cell = tuple[int, int]
Stacks = dict[Cell, tuple[int, ...]]
Deck = dict[int, str]

# Clockwise, so that R is the next one and L the one before.
HEADINGS = "NESW"
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
TURNS = {"F": 0, "R": 1, "L": -1}
DISCARDED = "-"
MODES = ("regular", "challenging")

DECK: Deck = {
    15: "FF",
    14: "FL",
    13: "FR",
    12: "FFF",
    11: "FLR",
    10: "FRL",
    9: "FFL",
    8: "FFFF",
    7: "FFLL",
    6: "FFRR",
    5: "FLRL",
    4: "FRLR",
    3: "FFFFF",
    2: "FLLFR",
    1: "FRRFL",
}


# --- Boards and cards ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """A grid with the cells that are blocked."""

    width: int
    height: int
    blocked: frozenset[Cell] = frozenset()

    @property
    def cells(self) -> list[Cell]:
        """Every cell, in board order: row by row from the bottom, each from the left."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def is_free(self, cell: Cell) -> bool:
        """Return whether a cell is on the board and not blocked."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and cell not in self.blocked

    def is_edge(self, cell: Cell) -> bool:
        """Return whether a cell lies in an outer row or column."""
        return cell[0] in (0, self.width - 1) or cell[1] in (0, self.height - 1)


def name_of(cell: Cell) -> str:
    """Return the name of a cell.

    >>> name_of((0, 0)), name_of((2, 6))
    ('a1', 'c7')
    """
    return f"{'abcdefgh'[cell[0]]}{cell[1] + 1}"


@cache
def walk(start: Cell, heading: str, path: str) -> tuple[Cell, ...]:
    """Return the cells that a path steps on, from beside `start` on.

    >>> [name_of(cell) for cell in walk((0, 0), "N", "FRL")]
    ['a2', 'b2', 'b3']
    """
    cells = []
    (x, y), facing = start, HEADINGS.index(heading)
    for letter in path:
        facing = (facing + TURNS[letter]) % 4
        dx, dy = STEPS[HEADINGS[facing]]
        x, y = x + dx, y + dy
        cells.append((x, y))
    return tuple(cells)


class Placement(NamedTuple):
    """What becomes of a card that is resolved: laid on `cells`, or discarded without any.

    `start` is where the head stands before; where it enters the board, `enters` is true.
    """

    number: int
    start: Cell | None
    heading: str
    cells: tuple[Cell, ...]
    enters: bool

    def __str__(self) -> str:
        """Return the placement in the rules' notation."""
        entry = f"@{name_of(self.start)}" if self.start and self.enters else ""
        return f"{self.number}{entry}{self.heading}"


Round = tuple[Placement, ...]  # one placement a player, in the order of the players


# --- Positions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A game between two rounds, or a solo task under way. Made by `start`, `parse` and `play`.

    A stack holds the players of its tokens, the showing one last; cells without tokens have none.
    """

    board: Board
    hands: tuple[frozenset[int], ...]
    heads: tuple[Cell | None, ...]
    stacks: Stacks = field(default_factory=dict)
    history: tuple[Round, ...] = ()
    deck: Deck = field(default_factory=lambda: DECK)
    mode: str = MODES[0]
    start: Cell | None = None

    def __str__(self) -> str:
        """Return the task or game, with the rounds played so far, in the rules' notation."""
        hands = [
            sorted([*hand, *(played[player].number for played in self.history)], reverse=True)
            for player, hand in enumerate(self.hands)
        ]
        texts = [f"{self.board.width}x{self.board.height}"]
        texts.append(f"hand{'s' * (not self.solo)}={'/'.join(map(listed, hands))}")
        if self.mode != MODES[0]:
            texts.append(f"mode={self.mode}")
        if self.board.blocked:
            in_order = [cell for cell in self.board.cells if cell in self.board.blocked]
            texts.append(f"blocked={listed(map(name_of, in_order))}")
        if self.start:
            texts.append(f"start={name_of(self.start)}")
        if self.history:
            texts.append(f"moves={';'.join(map(listed, self.history))}")
        return " ".join(texts)

    @property
    def solo(self) -> bool:
        """Whether this is a task for one player."""
        return len(self.hands) == 1

    def showing(self, cell: Cell) -> int | None:
        """Return the player whose token shows on a cell, None if there is none."""
        stack = self.stacks.get(cell)
        return stack[-1] if stack else None

    def scores(self) -> tuple[int, ...]:
        """Return how many tokens of each player show."""
        tops = [stack[-1] for stack in self.stacks.values()]
        return tuple(tops.count(player) for player in range(len(self.hands)))

    @property
    def finished(self) -> bool:
        """Whether the last round is over; in a solo task, whether no card can be placed either."""
        return not any(self.hands) or (self.solo and not any(self.rounds()))

    def winners(self) -> tuple[int, ...]:
        """Return the players with the most showing tokens, who share the win of a finished game."""
        scores = self.scores()
        return tuple(p for p, score in enumerate(scores) if score == max(scores))

    def starts(self, player: int) -> list[Cell]:
        """Return where a placement may start: at the head, or at the edge cells it may enter by."""
        head = self.heads[player]
        if head is not None:
            return [head]
        return [
            cell
            for cell in self.board.cells
            if self.board.is_edge(cell) and self.board.is_free(cell) and cell not in self.heads
        ]

    def may_place(self, player: int, cell: Cell) -> bool:
        """Return whether a player may place a token on a cell."""
        others = (*self.heads[:player], *self.heads[player + 1 :])
        return self.board.is_free(cell) and self.showing(cell) != player and cell not in others

    def placements(self, player: int, number: int) -> list[Placement]:
        """Return the placements open to a player for a card, if it were resolved next.

        By the cell they start from in board order, then by heading.
        """
        enters = self.heads[player] is None
        found = []
        for start in self.starts(player):
            for heading in HEADINGS:
                cells = walk(start, heading, self.deck[number])
                if all(self.may_place(player, cell) for cell in cells):
                    found.append(Placement(number, start, heading, cells, enters))
        return found

    def resolutions(self, player: int, number: int) -> list[Placement]:
        """Return what may become of a card: its placements, or that it is discarded.

        A solo task has no discards: all its cards must be placed.
        """
        placements = self.placements(player, number)
        if placements or self.solo:
            return placements
        return [Placement(number, None, DISCARDED, (), False)]

    def resolved(self, player: int, placement: Placement) -> Position:
        """Return the position after a placement; only the end of the round adds to the history."""
        stacks = dict(self.stacks)
        for cell in placement.cells:
            stacks[cell] = (*stacks.get(cell, ()), player)
        head = placement.cells[-1] if placement.cells else self.heads[player]
        hand = self.hands[player] - {placement.number}
        return replace(
            self,
            stacks=stacks,
            heads=(*self.heads[:player], head, *self.heads[player + 1 :]),
            hands=(*self.hands[:player], hand, *self.hands[player + 1 :]),
        )

    def order(self, *numbers: int) -> list[int]:
        """Return the players in the order in which their cards of these numbers are resolved.

        Without numbers: in the order in which equal cards would be resolved now.
        """
        rounds = [tuple(placement.number for placement in played) for played in self.history]
        latest_first = [numbers, *reversed(rounds)] if numbers else rounds[::-1]
        # Sorting is stable: the older player goes first if all numbers are equal.
        return sorted(
            range(len(self.hands)), key=lambda player: [-played[player] for played in latest_first]
        )

    def choices(self, player: int) -> list[int]:
        """Return the numbers of the cards that a player may pick, highest first."""
        hand = sorted(self.hands[player], reverse=True)
        return hand[:1] if self.mode == "challenging" else hand

    def after_round(self, placements: dict[int, Placement]) -> tuple[Round, Position]:
        """Return a round whose cards are all resolved, and the position with it in the history."""
        played = tuple(placements[player] for player in range(len(self.hands)))
        return played, replace(self, history=(*self.history, played))

    def resolve(
        self, waiting: Sequence[tuple[int, int]], done: dict[int, Placement]
    ) -> Iterator[tuple[Round, Position]]:
        """Yield the ends of a round in which the cards `waiting`, (player, number), come next."""
        if not waiting:
            yield self.after_round(done)
            return
        player, number = waiting[0]
        for placement in self.resolutions(player, number):
            after = self.resolved(player, placement)
            yield from after.resolve(waiting[1:], {**done, player: placement})

    def rounds(self) -> Iterator[tuple[Round, Position]]:
        """Yield every legal round with the position after it; none if no cards are left."""
        players = range(len(self.hands))
        for numbers in product(*(self.choices(player) for player in players)):
            yield from self.resolve([(p, numbers[p]) for p in self.order(*numbers)], {})

    def moves(self) -> list[str]:
        """Return the legal rounds in the rules' notation: in a solo task, placements."""
        return [listed(played) for played, _ in self.rounds()]

    def play(self, text: str) -> Position:
        """Return the position after a round.

        Raises ValueError if it is not legal.
        """
        texts = text.split(",")
        numbers = [int(re.match("[0-9]*", card)[0] or 0) for card in texts]  # type: ignore[index]
        if len(texts) != len(self.hands):
            raise ValueError(f"round {text}: expected {len(self.hands)} cards")
        for player, number in enumerate(numbers):
            if number not in self.choices(player):
                raise ValueError(f"{texts[player]}: expected one of {self.choices(player)}")
        position, done = self, dict[int, Placement]()
        for player in self.order(*numbers):
            legal = {str(p): p for p in position.resolutions(player, numbers[player])}
            if texts[player] not in legal:
                raise ValueError(f"{texts[player]}: expected {' or '.join(legal) or 'no move'}")
            done[player] = legal[texts[player]]
            position = position.resolved(player, done[player])
        return position.after_round(done)[1]


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of exactly `depth` rounds.

    >>> [perft(parse("3x3 hands=15,14/15,14"), depth) for depth in range(3)]
    [1, 384, 396]
    """
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1) for _, after in position.rounds())


# --- Notation ------------------------------------------------------------------------------------


def listed(parts: Iterable[object]) -> str:
    """Return what the notation writes with commas between."""
    return ",".join(map(str, parts))


def parse(text: str, deck: Deck | None = None) -> Position:
    """Return a solo task or a game in the rules' notation, with the moves played so far.

    Raises ValueError that names what is wrong with it.

    >>> str(parse("5x5 hand=14,15 mode=challenging blocked=d4,c3 start=a1 moves=15N;14E"))
    '5x5 hand=15,14 mode=challenging blocked=c3,d4 start=a1 moves=15N;14E'
    """
    size, *fields = text.split(" ")
    written = re.fullmatch(r"([3-8])x([3-8])", size)
    if written is None:
        raise ValueError(f"board {size!r}: expected 3x3 to 8x8")
    given = dict(part.partition("=")[::2] for part in fields)
    expected = {"hand", "mode", "blocked", "start"} if "hand" in given else {"hands", "blocked"}
    if len(given) < len(fields) or not given.keys() <= expected | {"moves"}:
        raise ValueError(f"{text!r}: expected hands and at most one each of {sorted(expected)}")
    deck = deck or DECK
    width, height = map(int, written.groups())
    blocked = [cell_of(name) for name in given["blocked"].split(",")] if "blocked" in given else []
    start = cell_of(given["start"]) if "start" in given else None
    hands = [hand_of(hand, deck) for hand in given.get("hand", given.get("hands", "")).split("/")]
    position = Position(
        board=Board(width, height, frozenset(blocked)),
        hands=tuple(hands),
        heads=(start,) if start else (None,) * len(hands),
        deck=deck,
        mode=given.get("mode", MODES[0]),
        start=start,
    )
    check(position, text, solo="hand" in given)
    for played in given["moves"].split(";") if "moves" in given else []:
        position = position.play(played)
    return position


def check(position: Position, text: str, solo: bool) -> None:
    """Raise ValueError if the rules have no such task or game."""
    board, hands = position.board, position.hands
    if position.solo != solo or len(hands) > 4:
        raise ValueError(f"{text!r}: expected one hand, or hands of two to four players")
    if len({len(hand) for hand in hands}) > 1:
        raise ValueError(f"{text!r}: expected hands of equal size")
    if position.mode not in MODES:
        raise ValueError(f"mode {position.mode!r}: expected one of {MODES}")
    if not board.blocked <= set(board.cells):
        raise ValueError(f"{text!r}: expected blocked cells on the board")
    if position.start and not board.is_free(position.start):
        raise ValueError(f"start {name_of(position.start)}: expected a cell that is not blocked")


def cell_of(name: str) -> Cell:
    """Return the cell of a name; it need not be on the board."""
    if not re.fullmatch(r"[a-h][1-8]", name):
        raise ValueError(f"cell {name!r}: expected a1 to h8")
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def hand_of(text: str, deck: Deck) -> frozenset[int]:
    """Return the numbers of a written hand."""
    numbers = text.split(",")
    unknown = [number for number in numbers if number not in set(map(str, deck))]
    if unknown or len(set(numbers)) < len(numbers):
        raise ValueError(f"hand {text!r}: expected different cards of {sorted(deck)}")
    return frozenset(map(int, numbers))
