"""Solo tasks of Serpent Master counted again: breadth first, all states of a layer at once.

A layer holds every state that so many placements can lead to, with the number of ways that do, as
arrays; states that are the same but for the way are one. Nothing here is asked of the compiled core
but NumPy's arithmetic: the paths of the cards are walked anew.

Placements are left out after which simple deductions show that the task cannot be finished:

room   the head can still reach fewer cells than there are tokens left;
nooks  of the cells that it can reach, more have only one way in, or none, than can be left over:
       only the last token can lie in such a cell.

A person who tries one way after another and looks no further ahead turns back for the same reasons,
or because no placement is left: that is a dead end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from serpentes.games.master.notation import cell_number
from serpentes.games.master.position import Position
from serpentes.games.square import STRIDE, cell_names, set_of
from serpentes.puzzles.faults import OutOfNodesError
from serpentes.puzzles.master.tasks import Laid

Words = NDArray[np.uint64]
Cell = tuple[int, int]

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""North, east, south, west, as columns and rows."""
TURNS = {"F": 0, "R": 1, "L": 3}

AT_ONCE = 1 << 14
"""States whose placements are looked at together."""

ALL = 0xFFFFFFFFFFFFFFFF
NOT_FIRST_COLUMN = np.uint64(ALL // 0xFF * 0xFE)
NOT_LAST_COLUMN = np.uint64(ALL // 0xFF * 0x7F)
ONE, TWO, FOUR, ROW, TOP = map(np.uint64, (1, 2, 4, STRIDE, 56))
PAIRS, FOURS, EIGHTS, ONES = (np.uint64(ALL // divisor) for divisor in (3, 5, 17, 255))


@dataclass(frozen=True, slots=True)
class Counted:
    """What there is to know of a task: the number of its solutions, and of the dead ends that a
    depth-first search meets which turns back where simple deductions tell it to."""

    solutions: int
    dead_ends: int


@dataclass(frozen=True, slots=True)
class Study:
    """A position of a solution: the placements that are open, and how many of them simple
    deductions leave."""

    choices: int
    sound: int


def walk(start: Cell, heading: int, path: str) -> tuple[Cell, ...]:
    """The cells that a path leads over from a cell.

    >>> walk((0, 0), 0, "FR")
    ((0, 1), (1, 1))
    """
    (x, y), cells = start, list[Cell]()
    for letter in path:
        heading = (heading + TURNS[letter]) % 4
        x, y = x + STEPS[heading][0], y + STEPS[heading][1]
        cells.append((x, y))
    return tuple(cells)


@lru_cache(maxsize=256)
def table(path: str, width: int, height: int) -> tuple[tuple[Words, NDArray[np.intp]], ...]:
    """For each heading: the tokens of a path by the cell it starts from (none where it leads off
    the board), and where the head comes to.

    >>> [int(tokens[0]) for tokens, _ in table("FF", 3, 3)], int(table("FF", 3, 3)[0][1][0])
    ([65792, 6, 0, 0], 16)
    """
    return tuple(_headed(path, heading, width, height) for heading in range(4))


def _headed(path: str, heading: int, width: int, height: int) -> tuple[Words, NDArray[np.intp]]:
    tokens, ends = np.zeros(64, np.uint64), np.zeros(64, np.intp)
    for x, y in product(range(width), range(height)):
        cells = walk((x, y), heading, path)
        if all(0 <= a < width and 0 <= b < height for a, b in cells):
            numbers = [STRIDE * b + a for a, b in cells]
            tokens[STRIDE * y + x] = set_of(numbers)
            ends[STRIDE * y + x] = numbers[-1]
    return tokens, ends


@dataclass(frozen=True, slots=True)
class Layer:
    """States with the ways that lead to them: cells closed or covered, the head, the cards left."""

    closed: Words
    heads: NDArray[np.intp]
    left: Words
    ways: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.heads)

    def taken(self, which: NDArray[Any] | slice) -> "Layer":
        """Some of the states, by their numbers or by whether they are."""
        return Layer(self.closed[which], self.heads[which], self.left[which], self.ways[which])


class Counter:
    """Counts the solutions of a task whose head stands on the board; it has 11 cards at most."""

    def __init__(self, position: Position) -> None:
        start = position.start
        assert position.solo and start is not None and not position.played
        self._width, self._height = position.width, position.height
        self._numbers = position.dealt[0]
        self._paths = [position.deck[number] for number in position.dealt[0]]
        self._ordered = position.ordered
        self._first = position.cell_index(start)
        on_board = set_of(cell_names(self._width, self._height))
        self._closed = ALL & ~on_board | position.blocked
        self._tables = [table(path, self._width, self._height) for path in self._paths]

    def count(self, nodes: int) -> Counted:
        """Raises OutOfNodesError if there are more states than that."""
        cards = len(self._paths)
        layer = _single(self._closed, self._first, (1 << cards) - 1)
        dead_ends = 0
        for _ in range(cards):
            layer, dead = self._following(layer, nodes)
            nodes -= len(layer)
            dead_ends += dead
        return Counted(int(layer.ways.sum()), dead_ends)

    def study(self, cards: Sequence[Laid]) -> Iterator[Study]:
        """What there is to know of each position of a solution, before its last card is laid."""
        closed, head, left = self._closed, self._first, (1 << len(self._paths)) - 1
        for card in cards:
            _, after = self._placements(_single(closed, head, left))
            yield Study(len(after), int(self._is_sound(after).sum()))
            numbers = [cell_number(cell, self._width, self._height) for cell in card.cells]
            closed |= set_of(numbers)
            head = numbers[-1]
            left ^= 1 << self._numbers.index(card.number)

    def _following(self, layer: Layer, nodes: int) -> tuple[Layer, int]:
        """The next layer, and how many ways end in this one."""
        found, ended = [], 0
        for begin in range(0, len(layer), AT_ONCE):
            part = layer.taken(slice(begin, begin + AT_ONCE))
            origin, after = self._placements(part)
            sound = self._is_sound(after)
            found.append(after.taken(sound))
            nodes -= len(found[-1])
            if nodes < 0:
                raise OutOfNodesError
            is_end = np.ones(len(part), bool)
            is_end[origin[sound]] = False
            ended += int(part.ways[is_end].sum())
        return _merged(_joined(found or [layer])), ended

    def _placements(self, layer: Layer) -> tuple[NDArray[np.intp], Layer]:
        """What all placements lead to, and from which states each of them does."""
        origins, found = [], []
        for card, tables in enumerate(self._tables):
            bit = np.uint64(1 << card)
            has = layer.left & bit != 0
            if self._ordered:
                has &= layer.left & (bit - ONE) == 0
            for tokens, ends in tables:
                laid = tokens[layer.heads]
                legal = np.flatnonzero(has & (laid != 0) & (laid & layer.closed == 0))
                after = layer.taken(legal)
                origins.append(legal)
                found.append(
                    Layer(
                        after.closed | laid[legal],
                        ends[after.heads],
                        after.left ^ bit,
                        after.ways,
                    )
                )
        return np.concatenate(origins), _joined(found)

    def _is_sound(self, layer: Layer) -> NDArray[np.bool_]:
        """Whether simple deductions leave hope for each state."""
        tokens = np.zeros(len(layer), np.int64)
        for card, path in enumerate(self._paths):
            tokens += np.where(layer.left & np.uint64(1 << card), len(path), 0)
        head = ONE << layer.heads.astype(np.uint64)
        room = _reached(head, ~layer.closed)
        spare = _size(room) - tokens
        nooks = _size(_nooks(room, room | head))
        sound: NDArray[np.bool_] = (tokens == 0) | (spare >= 0) & (nooks - 1 <= spare)
        return sound


def _single(closed: int, head: int, left: int) -> Layer:
    """The layer of one state."""
    return Layer(
        np.array([closed], np.uint64),
        np.array([head], np.intp),
        np.array([left], np.uint64),
        np.array([1], np.int64),
    )


def _joined(layers: list[Layer]) -> Layer:
    closed, heads, left, ways = (
        np.concatenate([getattr(layer, field) for layer in layers])
        for field in ("closed", "heads", "left", "ways")
    )
    return Layer(closed, heads, left, ways)


def _merged(layer: Layer) -> Layer:
    """The states, each once."""
    layer = layer.taken(np.lexsort((layer.left, layer.heads, layer.closed)))
    is_new = np.ones(len(layer), bool)
    is_new[1:] = (
        (np.diff(layer.closed) != 0) | (np.diff(layer.heads) != 0) | (np.diff(layer.left) != 0)
    )
    first = np.flatnonzero(is_new)
    ways = np.add.reduceat(layer.ways, first) if len(first) else layer.ways
    return replace(layer.taken(first), ways=ways)


def _sides(cells: Words) -> tuple[Words, Words, Words, Words]:
    """The cells to the north, east, south and west of these."""
    return (
        cells << ROW,
        (cells & NOT_LAST_COLUMN) << ONE,
        cells >> ROW,
        (cells & NOT_FIRST_COLUMN) >> ONE,
    )


def _reached(start: Words, free: Words) -> Words:
    """The free cells that can be reached from the start, which is itself one if it is free."""
    north, east, south, west = _sides(start)
    reached = (north | east | south | west) & free
    while True:
        north, east, south, west = _sides(reached)
        more = reached | (north | east | south | west) & free
        if np.array_equal(more, reached):
            return reached
        reached = more


def _nooks(cells: Words, around: Words) -> Words:
    """Those of the cells that have at most one neighbour among `around`."""
    north, east, south, west = _sides(around)
    both = north & south | east & west | (north | south) & (east | west)
    return cells & ~both


def _size(cells: Words) -> NDArray[np.int64]:
    """How many cells each set has: bits counted in pairs, in fours, in bytes, and added up."""
    pairs = cells - (cells >> ONE & PAIRS)
    fours = (pairs & FOURS) + (pairs >> TWO & FOURS)
    eights = fours + (fours >> FOUR) & EIGHTS
    size: NDArray[np.int64] = (eights * ONES >> TOP).astype(np.int64)
    return size
