"""Puzzles of Serpent Master as positions: read from a document, named, and played through."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from serpentes.games import master
from serpentes.games.master.deck import Deck
from serpentes.games.master.move import Placement
from serpentes.games.master.position import Position
from serpentes.games.square import HEADINGS
from serpentes.puzzles.master.model import AnyPuzzle, DominantPuzzle


class Laid(NamedTuple):
    """A card on the board: its number, and the names of the cells that it covers, in order."""

    number: int
    cells: tuple[str, ...]


def read(puzzle: AnyPuzzle) -> Position:
    """The position of a puzzle, with the cards that the puzzle says; ValueError if it is none."""
    return master.parse(puzzle.position, Deck({int(n): p for n, p in puzzle.deck.items()}))


def cards_of(position: Position) -> dict[str, str]:
    """The paths of the cards that are dealt in a position, by number, highest first."""
    dealt = sorted({number for hand in position.dealt for number in hand}, reverse=True)
    return {str(number): position.deck[number] for number in dealt}


def asked(puzzle: AnyPuzzle) -> tuple[str, ...]:
    """What is asked in a puzzle, as its id has it."""
    if isinstance(puzzle, DominantPuzzle):
        return puzzle.goal.kind, str(puzzle.goal.player)
    return (puzzle.goal.kind,)


def puzzle_id(position: Position, *asked: str) -> str:
    """The id of a puzzle of which this is asked; equal for rotations of the position.

    >>> task = master.parse("3x4 hand=15,14 start=a1")
    >>> puzzle_id(task, "pack") == puzzle_id(task.transform(1), "pack")
    True
    """
    first = min(str(position.transform(quarters)) for quarters in range(4))
    cards = (f"{number} {path}" for number, path in cards_of(position).items())
    lines = (position.game, first, *cards, " ".join(asked))
    return blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()


def laid(position: Position, line: Sequence[str]) -> tuple[Laid, ...]:
    """The cards that a line of a solo task lays; ValueError where it is not legal.

    >>> laid(master.parse("3x3 hand=15,13 start=a1"), ["15N", "13E"])[1]
    Laid(number=13, cells=('b3', 'b2'))
    """
    for text in line:
        position = position.play(text)
    serpent = position.serpent(1)
    cards = [placement for (placement,) in position.rounds_played]
    found, end = list[Laid](), 1
    for card in cards:
        begin, end = end, end + len(position.deck[card.number])
        found.append(Laid(card.number, serpent[begin:end]))
    return tuple(found)


def is_one(task: Position, lines: Sequence[Sequence[str]]) -> bool:
    """Whether solutions are one, at least up to order: whether they place the same cards, or cards
    with the same path, on the same cells."""
    ways = {
        frozenset((task.deck[card.number], frozenset(card.cells)) for card in laid(task, line))
        for line in lines
    }
    return len(ways) == 1


def in_order(lines: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Lines in their fixed order: card by card, high numbers first, then by heading (N, E, S, W).

    >>> in_order([("9N", "15E"), ("15W", "9N"), ("15E", "9S")])
    [('15E', '9S'), ('15W', '9N'), ('9N', '15E')]
    """
    return sorted(lines, key=lambda line: [_rank(Placement.parse(text)) for text in line])


def _rank(placement: Placement) -> tuple[int, int]:
    return -placement.number, HEADINGS.index(placement.heading or "")
