"""The rules of Fighting Serpents in plain Python: a slow twin that keeps the compiled code honest.

Written from the rules alone and for reading: sets of point names, dicts of lines, chains of jumps
followed one by one. It shares no code with the compiled rules, so that a slip would have to be made
twice.

>>> position = start(length=4)
>>> str(position)
'wwww/1w1b1/bbbb b'
>>> position.moves()
['m4-m3', 'm4-m5', 'b1-m1', 'b2-m3', 'b3-m3', 'b4-m5']
>>> str(position.play("b2-m3"))
'wwww/1wbb1/b1bb w'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from .fighting_board import LENGTHS, Board, Points, board, image_of

COLOURS = ("b", "w")
OTHER = {"b": "w", "w": "b"}
MOVE = re.compile(r"(?:!([tmb][0-9]+) )?([tmb][0-9]+)(-[tmb][0-9]+|(?:x[tmb][0-9]+)+)")

# Every ruling with its options, the default first.
OPTIONS = {
    "capture": ("optional", "compulsory", "huff"),
    "chain": ("stop", "full", "single"),
    "direction": ("any", "forward"),
    "arc": ("corner", "row", "none"),
    "rows": ("outer", "plain"),
    "ends": ("empty", "filled"),
    "shape": ("symmetric", "culin"),
    "adjudication": ("majority", "draw"),
}

# What each preset hands to `start`.
PRESETS: dict[str, dict[str, Any]] = {
    "masters": {},
    "bell": {"capture": "huff", "chain": "full", "direction": "forward"},
    "kolowis": {"capture": "compulsory", "chain": "full"},
    "mosona": {
        "length": 8,
        "ends": "filled",
        "rows": "plain",
        "arc": "none",
        "capture": "compulsory",
        "chain": "full",
    },
    "ludii-kolowis": {"shape": "culin", "arc": "none", "chain": "single", "side": "w"},
    "ludii-mosona": {"length": 8, "ends": "filled", "chain": "single"},
}


class Rulings(NamedTuple):
    """A reading of the rules; `**rulings._asdict()` hands it to `start` and `parse`."""

    capture: str = "optional"
    chain: str = "stop"
    direction: str = "any"
    arc: str = "corner"
    rows: str = "outer"
    ends: str = "empty"
    shape: str = "symmetric"
    adjudication: str = "majority"


DEFAULTS = Rulings()


# --- Positions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A position, side to move and rulings included. Made by `start`, `parse` and `play`.

    `huffable` are the men that the side to move may huff: men of the other side.
    """

    length: int
    black: Points
    white: Points
    side: str = "b"
    huffable: Points = frozenset()
    rulings: Rulings = DEFAULTS

    def __str__(self) -> str:
        """Return the position in the rules' notation, without the rulings."""
        rows = []
        for row in self.board.rows:
            marks = "".join(self.colour_at(point) or "." for point in row)
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), marks))
        text = f"{'/'.join(rows)} {self.side}"
        return f"{text} {','.join(self.in_order(self.huffable))}" if self.huffable else text

    @property
    def board(self) -> Board:
        """The board that the rulings give."""
        return board(self.length, self.rulings.shape, self.rulings.rows, self.rulings.arc)

    def stones(self, colour: str) -> Points:
        """Return the points of a colour's men."""
        return self.black if colour == "b" else self.white

    @property
    def own(self) -> Points:
        """The men of the side to move."""
        return self.stones(self.side)

    @property
    def others(self) -> Points:
        """The men of the other side."""
        return self.stones(OTHER[self.side])

    @property
    def men(self) -> tuple[int, int]:
        """The numbers of men of the side to move and of the other."""
        return len(self.own), len(self.others)

    def colour_at(self, point: str) -> str | None:
        """Return the colour of the man on `point`, None if it is empty."""
        return next((colour for colour in COLOURS if point in self.stones(colour)), None)

    def in_order(self, points: Iterable[str]) -> list[str]:
        """Return points in board order."""
        return sorted(points, key=self.board.index.__getitem__)

    @property
    def finished(self) -> bool:
        """Whether a side has lost its last man."""
        return not (self.black and self.white)

    def moves(self) -> list[str]:
        """Return the legal moves, a capture by its printed route.

        Those without a huff come first, then by the man huffed; of each, steps before captures.
        """
        return list(legal_moves(self))

    def play(self, text: str) -> Position:
        """Return the position after a move; a capture may be given by any of its routes.

        Raises ValueError if it is not legal.
        """
        legal = legal_moves(self)
        following = legal.get(text) or legal.get(printed(self, text))
        if following is None:
            expected = " or ".join(legal) or "none, there is no move"
            raise ValueError(f"{text} is not legal in {self}: expected {expected}")
        return following

    def result(self) -> str | None:
        """Return None while play goes on, else the colour that has won; play never ends drawn."""
        if self.finished:
            return "b" if self.black else "w"
        return None if self.moves() else OTHER[self.side]


def start(length: int = 16, side: str = "b", **rulings: str) -> Position:
    """Return the initial position of a length, Black to move unless said otherwise.

    >>> [str(start(length)) for length in (2, 3)]
    ['ww/3/bb b', 'www/1wb1/bbb b']
    """
    reading = Rulings(**rulings)
    check_rulings(length, reading)
    top, middle, bottom = board(length, reading.shape).rows
    inner = middle[1:] if reading.shape == "culin" else middle[1:-1]
    half = len(inner) // 2  # an odd number leaves the point between the halves empty
    white, black = {*top, *inner[:half]}, {*bottom, *inner[len(inner) - half :]}
    if reading.ends == "filled":
        white.add(middle[0])
        black.add(middle[-1])
    return checked(Position(length, frozenset(black), frozenset(white), side=side, rulings=reading))


def parse(text: str, **rulings: str) -> Position:
    """Return the position written as `top/middle/bottom side`, with a third field under huff.

    Raises ValueError that names what is wrong with it.

    >>> str(parse("w2/1b2/3 w m2", capture="huff"))
    'w2/1b2/3 w m2'
    """
    reading = Rulings(**rulings)
    parts = text.split(" ")
    if len(parts) not in (2, 3):
        raise ValueError(f"position {text!r}: expected 'top/middle/bottom side' and men to huff")
    rows = [marks_of(row) for row in parts[0].split("/")]
    if len(rows) != 3:
        raise ValueError(f"position {text!r}: {len(rows)} rows, expected 3")
    length = len(rows[0])
    check_rulings(length, reading)
    stones: dict[str, set[str]] = {"b": set(), "w": set()}
    for names, row in zip(board(length, reading.shape).rows, rows, strict=True):
        if len(row) != len(names):
            raise ValueError(f"position {text!r}: {len(row)} points, expected {len(names)}")
        for point, mark in zip(names, row, strict=True):
            if mark != ".":
                stones[mark].add(point)
    huffable = parts[2].split(",") if len(parts) == 3 else []
    if len(set(huffable)) < len(huffable):
        raise ValueError(f"men to huff {parts[2]!r}: expected each once")
    position = Position(
        length=length,
        black=frozenset(stones["b"]),
        white=frozenset(stones["w"]),
        side=parts[1],
        huffable=frozenset(huffable),
        rulings=reading,
    )
    return checked(position)


def marks_of(row: str) -> str:
    """Return a written row point by point: b, w or a dot."""
    if not re.fullmatch(r"([bw]|[1-9][0-9]*)+", row):
        raise ValueError(f"row {row!r}: expected b, w and numbers of empty points")
    return re.sub(r"[0-9]+", lambda run: "." * int(run[0]), row)


def check_rulings(length: int, rulings: Rulings) -> None:
    """Raise ValueError for a length or a ruling that there is not, or that do not go together."""
    if length not in LENGTHS:
        raise ValueError(f"length {length}: expected 2 to 16")
    for name, option in rulings._asdict().items():
        if option not in OPTIONS[name]:
            raise ValueError(f"{name} {option!r}: expected one of {OPTIONS[name]}")
    if rulings.shape == "culin" and length % 2:
        raise ValueError(f"shape culin, length {length}: expected an even length")
    if rulings.ends == "filled" and (length % 2 or rulings.shape == "culin"):
        raise ValueError("ends filled: expected an even length and the symmetric shape")


def checked(position: Position) -> Position:
    """Return the position itself; ValueError if the rules refuse it."""
    if position.side not in COLOURS:
        raise ValueError(f"side to move {position.side!r}: expected b or w")
    if not position.black | position.white:
        raise ValueError("a position without any man: expected some")
    if position.huffable and position.rulings.capture != "huff":
        raise ValueError("men to huff: expected them only with capture huff")
    if not position.huffable <= position.others:
        raise ValueError("men to huff: expected men of the side that is not to move")
    return position


# --- Symmetries ----------------------------------------------------------------------------------


def symmetries(position: Position) -> dict[int, dict[str, str]]:
    """Return, by number, the symmetries that change neither the colours nor the side to move.

    0 changes nothing, 1 swaps left and right, 2 top and bottom, 3 both. Each is a dict from a point
    to its image. Culin's board has no 1 and 3, and play that goes forward only no 2 and 3.
    """
    found = {0: (False, False), 1: (True, False), 2: (False, True), 3: (True, True)}
    return {
        number: image_of(position.length, position.rulings.shape, left_right, top_bottom)
        for number, (left_right, top_bottom) in found.items()
        if not (left_right and position.rulings.shape == "culin")
        and not (top_bottom and position.rulings.direction == "forward")
    }


def transform(position: Position, image: dict[str, str]) -> Position:
    """Return the position with every man moved to the image of its point."""
    return replace(
        position,
        black=frozenset(image[point] for point in position.black),
        white=frozenset(image[point] for point in position.white),
        huffable=frozenset(image[point] for point in position.huffable),
    )


def exchanged(position: Position) -> Position:
    """Return the same position with the colours changed: top and bottom swapped, and the side."""
    image = image_of(position.length, position.rulings.shape, False, True)
    return replace(
        position,
        black=frozenset(image[point] for point in position.white),
        white=frozenset(image[point] for point in position.black),
        huffable=frozenset(image[point] for point in position.huffable),
        side=OTHER[position.side],
    )


# --- A turn --------------------------------------------------------------------------------------


class Capture(NamedTuple):
    """What tells a capture from another: where it starts and ends, and which men it takes."""

    start: str
    end: str
    taken: Points


def row_for(point: str, colour: str) -> int:
    """Return 0 for a colour's own outer row, 1 for the middle row, 2 for the far row."""
    return ("bmt" if colour == "b" else "tmb").index(point[0])


def goes_back(position: Position, start: str, end: str) -> bool:
    """Return whether the side to move would go back toward its own side, where that is barred."""
    if position.rulings.direction == "any":
        return False
    return row_for(end, position.side) < row_for(start, position.side)


def steps(position: Position) -> Iterator[tuple[str, str]]:
    """Yield the steps of the side to move, whether it has to capture or not."""
    for start in position.in_order(position.own):
        if position.rulings.direction == "forward" and row_for(start, position.side) == 2:
            continue  # a man on the far row moves only by jumping
        for end in position.in_order(position.board.steps[start]):
            if position.colour_at(end) is None and not goes_back(position, start, end):
                yield start, end


def jumps(position: Position, start: str, at: str, taken: Points) -> Iterator[tuple[str, str]]:
    """Yield the jumps, as the man taken and the landing point, of a man that is on its way.

    It set out from `start`, which is empty meanwhile, stands `at` and has `taken` these men.
    """
    enemies = position.others - taken
    blocked = enemies | position.own - {start}
    for over, end in position.board.jumps[at]:
        if over in enemies and end not in blocked and not goes_back(position, at, end):
            yield over, end


def captures_of(position: Position, start: str) -> dict[Capture, tuple[str, ...]]:
    """Return the captures of one man, with the landing points of the printed route of each.

    Jump by jump: the captures of as many jumps, each with its first route in board order.
    """
    in_order = position.board.index.__getitem__
    found: dict[Capture, tuple[str, ...]] = {}
    reached: dict[Capture, tuple[str, ...]] = {Capture(start, start, frozenset()): ()}
    while reached:
        further: dict[Capture, list[tuple[str, ...]]] = {}
        for capture, route in reached.items():
            onward = list(jumps(position, start, capture.end, capture.taken))
            if capture.taken and (position.rulings.chain != "full" or not onward):
                found[capture] = route
            if capture.taken and position.rulings.chain == "single":
                continue
            for over, end in onward:
                longer = Capture(start, end, capture.taken | {over})
                further.setdefault(longer, []).append((*route, end))
        reached = {
            capture: min(routes, key=lambda route: [in_order(point) for point in route])
            for capture, routes in further.items()
        }
    return found


def captures(position: Position) -> dict[Capture, tuple[str, ...]]:
    """Return all captures of the side to move, with their printed routes."""
    found: dict[Capture, tuple[str, ...]] = {}
    for start in position.in_order(position.own):
        found.update(captures_of(position, start))
    return found


def moved(position: Position, start: str, end: str, *, taken: Points, huffable: Points) -> Position:
    """Return the position after a man has moved and others are taken, the other side to move."""
    own, others = position.own - {start} | {end}, position.others - taken
    black, white = (own, others) if position.side == "b" else (others, own)
    return replace(position, black=black, white=white, side=OTHER[position.side], huffable=huffable)


def without(position: Position, man: str) -> Position:
    """Return the position after a huff, the same side still to move."""
    return replace(
        position,
        black=position.black - {man},
        white=position.white - {man},
        huffable=frozenset(),
    )


def plain_moves(position: Position) -> dict[str, Position]:
    """Return the position after each legal move that huffs nobody."""
    found: dict[str, Position] = {}
    capturing = captures(position)
    if position.rulings.capture != "compulsory" or not capturing:
        could_capture: set[str] = set()
        if position.rulings.capture == "huff":
            could_capture = {capture.start for capture in capturing}
        for start, end in steps(position):
            huffable = frozenset(end if man == start else man for man in could_capture)
            found[f"{start}-{end}"] = moved(
                position, start, end, taken=frozenset(), huffable=huffable
            )
    for capture, route in capturing.items():
        found["x".join((capture.start, *route))] = moved(
            position, capture.start, capture.end, taken=capture.taken, huffable=frozenset()
        )
    return found


@lru_cache(maxsize=1 << 12)
def legal_moves(position: Position) -> dict[str, Position]:
    """Return the position after each legal move, by the move's text; empty if the game is over."""
    if position.finished:
        return {}
    found = plain_moves(position)
    for man in position.in_order(position.huffable):
        huffed = without(position, man)
        if huffed.finished:
            found[f"!{man}"] = replace(huffed, side=OTHER[position.side])
        else:
            for text, after in plain_moves(huffed).items():
                found[f"!{man} {text}"] = after
    return found


def printed(position: Position, text: str) -> str:
    """Return a move with the printed route of its capture; other text, and nonsense, as it is."""
    written = MOVE.fullmatch(text)
    if written is None or "x" not in text:
        return text
    man, start, landings = written.groups()
    before = without(position, man) if man in position.huffable else position
    if start not in before.own:
        return text
    at, taken = start, frozenset[str]()
    for landing in landings[1:].split("x"):
        over = {end: over for over, end in jumps(before, start, at, taken)}.get(landing)
        if over is None:
            return text
        at, taken = landing, taken | {over}
    route = captures_of(before, start).get(Capture(start, at, taken))
    if route is None:
        return text
    return "x".join((text[: written.end(2)], *route))


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of exactly `depth` moves.

    >>> [perft(start(length=2), depth) for depth in range(4)]
    [1, 4, 14, 58]
    """
    if depth == 0:
        return 1
    following = legal_moves(position)
    if depth == 1:
        return len(following)
    return sum(perft(after, depth - 1) for after in following.values())
