"""Puzzles of Hisss as positions: read from a document, and named."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import permutations

from serpentes.games import hisss
from serpentes.games.hisss.cards import RING, check_card
from serpentes.games.hisss.move import Laying
from serpentes.games.hisss.notation import PositionText, count, format_position
from serpentes.games.hisss.position import RULINGS, Position
from serpentes.puzzles.hisss.model import HisssPuzzle

Names = Mapping[int, int]
"""What becomes of each letter, as `str.translate` takes it."""
LONE = len("H:r")


def read(puzzle: HisssPuzzle) -> Position:
    """The position of a puzzle; ValueError if it is none."""
    return hisss.parse(puzzle.position, match=RULINGS.choose(puzzle.rulings).match)


def layings_of(position: Position) -> tuple[Laying, ...]:
    """The layings of the card in hand, in ASCII order; none without a card in hand."""
    return tuple(move for move in position.moves() if isinstance(move, Laying))


def puzzle_id(position: Position, kind: str) -> str:
    """The id of a puzzle of which this is asked; equal for positions that differ in the names of
    colours, in what is called a head and what a tail, or in who is called player 1.

    >>> one = hisss.parse("H:r-ro py | T:o1 bp2 | 0/0 3/3 | 1 oy")
    >>> other = hisss.parse("by og-T:g | br2 H:o1 | 3/3 0/0 | 2 oy")
    >>> puzzle_id(one, "best") == puzzle_id(other, "best")
    True
    """
    match = f"match={position.rulings.match}"
    lines = (position.game, match, _first(position), kind)
    return blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()


def _first(position: Position) -> str:
    """The text that comes first of all positions that are the same but for names."""
    # Texts begin with the table, which is enough to compare most of them.
    renamed = [(_table(position.table, names), names) for names in _all_names()]
    least = min(table for table, _ in renamed)
    return min(_text(position, table, names) for table, names in renamed if table == least)


def _all_names() -> Iterator[Names]:
    for colours in permutations(RING):
        for closed in ("HT", "TH"):
            yield str.maketrans(f"{RING}HT", f"{''.join(colours)}{closed}")


def _table(snakes: Iterable[str], names: Names) -> tuple[str, ...]:
    return tuple(sorted(_snake(snake.translate(names)) for snake in snakes))


def _snake(text: str) -> str:
    """A snake as it is written, of a text that may have its head at the right or its tail at the
    left.

    >>> _snake("T:o-oy"), _snake("yo-or-H:r"), _snake("yo-or"), _snake("H:r")
    ('yo-T:o', 'H:r-ro-oy', 'ro-oy', 'H:r')
    """
    # Read backwards, middle sections are turned as well as put in the opposite order.
    if ":" not in text:
        return min(text, text[::-1])
    if len(text) > LONE and text.startswith("T"):
        return f"{text[:LONE:-1]}-{text[:LONE]}"
    if len(text) > LONE and text[-LONE] == "H":
        return f"{text[-LONE:]}-{text[: -LONE - 1][::-1]}"
    return text


def _text(position: Position, table: tuple[str, ...], names: Names) -> str:
    deck = count(card.translate(names) for card in position.deck.cards)
    order = None
    if position.order is not None:
        order = tuple(check_card(card.translate(names)) for card in position.order)
    own = position.player - 1
    scores = (*position.scores[own:], *position.scores[:own])
    card = None if position.card is None else check_card(position.card.translate(names))
    return format_position(PositionText(table, deck, order, scores, 1, card))
