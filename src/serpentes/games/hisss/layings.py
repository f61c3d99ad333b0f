"""Layings of Hisss: from what the compiled core tells apart to snakes as written, and back.

The core says what is legal and which layings are one move. A move of it stands for a laying at each
of the snakes that look alike, in each way that makes what it makes; in the notation the first of
them in ASCII order does.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from serpentes.games.hisss import core as hisss_core
from serpentes.games.hisss.cards import CARDS, ways
from serpentes.games.hisss.core import NOTHING, CoreLaying
from serpentes.games.hisss.move import Draw, Laying, Move
from serpentes.games.hisss.snake import (
    Look,
    Snake,
    directions,
    is_complete,
    look,
    may_touch,
    written,
)
from serpentes.games.text import quoted

if TYPE_CHECKING:
    from serpentes.games.hisss.position import Position

Lying = Mapping[Look, list[Snake]]
"""The snakes of a table by what play can tell of them, each as often as it is there."""


def core_moves(position: "Position") -> tuple[CoreLaying, ...]:
    """The moves of the card in hand as the core has them; none without a card in hand."""
    if position.card is None:
        return ()
    snakes, card = sorted(position.looks), CARDS.index(position.card)
    return hisss_core.moves(snakes, card, optional=position.rulings.match == "optional")


def layings(position: "Position") -> tuple[Laying, ...]:
    """A laying for each move of the core, in its order: of those that it stands for the first."""
    lying: dict[Look, list[Snake]] = {}
    for text, seen in zip(position.table, position.looks, strict=True):
        lying.setdefault(seen, []).append(tuple(text.split("-")))
    snakes = sorted(position.looks)
    return tuple(
        min(_alike(position, lying, snakes, move), key=str) for move in core_moves(position)
    )


def _alike(
    position: "Position", lying: Lying, snakes: list[Look], move: CoreLaying
) -> Iterator[Laying]:
    """Every laying that a move of the core stands for."""
    assert position.card is not None
    if move.at == NOTHING:
        made: Iterable[tuple[Snake, int]] = [((position.card,), 0)]
    elif move.joined == NOTHING:
        made = _grown(lying[snakes[move.at]], position.card)
    else:
        made = _joined(lying[snakes[move.at]], lying[snakes[move.joined]], position.card)
    for snake, place in made:
        laying = Laying(snake, place)
        if told(position, laying) == (move.snakes, move.collected):
            yield laying


def _grown(snakes: Iterable[Snake], card: str) -> Iterator[tuple[Snake, int]]:
    """Each way to lay a card at one of the snakes, with its place in what is made."""
    for snake in dict.fromkeys(snakes):
        for lying in directions(snake):
            for way in ways(card):
                if may_touch(lying[-1], way):
                    yield (*lying, way), len(lying)
                if may_touch(way, lying[0]):
                    yield (way, *lying), 0


def _joined(ones: list[Snake], others: list[Snake], card: str) -> Iterator[tuple[Snake, int]]:
    """Each way to lay a card between one snake and another, with its place in what is made."""
    pairs = {
        (one, other)
        for i, one in enumerate(ones)
        for j, other in enumerate(others)
        if ones is not others or i != j
    }
    for one, other in pairs | {(other, one) for one, other in pairs}:
        for before, after, way in product(directions(one), directions(other), ways(card)):
            if may_touch(before[-1], way) and may_touch(way, after[0]):
                yield (*before, way, *after), len(before)


def told(position: "Position", laying: Laying) -> tuple[tuple[Look, ...], int]:
    """What play can tell of the result of a laying: the table after it, and the cards collected."""
    looks = list(position.looks)
    for part in laying.parts:
        looks.remove(look(part))
    if is_complete(laying.snake):
        return tuple(sorted(looks)), len(laying.snake)
    return tuple(sorted([*looks, look(laying.snake)])), 0


def check_move(position: "Position", move: Move) -> None:
    """ValueError that says why a move is not legal, nothing if it is.

    A laying is also legal if another stands for it.
    """
    wrong = _why_not(position, move)
    if wrong:
        raise ValueError(f"{quoted(str(move))} is not legal in {quoted(str(position))}: {wrong}")


def _why_not(position: "Position", move: Move) -> str:
    if isinstance(move, Draw):
        return _wrong_draw(position, move)
    return _wrong_laying(position, move)


def _wrong_draw(position: "Position", draw: Draw) -> str:
    if position.card is not None:
        return f"{position.card} is in hand; expected it to be laid, such as {position.moves()[0]}"
    if position.finished:
        return "the game is over"
    outcomes = position.chance_outcomes()
    if draw.card in outcomes:
        return ""
    where = "in the deck" if position.order is None else "the next card of the open deck"
    return f"{draw.card} is not {where}; expected {' or '.join(outcomes)}"


def _wrong_laying(position: "Position", laying: Laying) -> str:
    if position.card is None:
        like = "the game is over" if position.finished else "no card is in hand"
        return f"{like}; expected {' or '.join(position.chance_outcomes()) or 'no move'}"
    if laying.card != position.card:
        return f"{position.card} is in hand; expected it in brackets"
    for part in map(written, laying.parts):
        wanted = sum(part == written(other) for other in laying.parts)
        if position.table.count(part) < wanted:
            return f"{part} is not on the table{' twice' if wanted > 1 else ''}"
    result = told(position, laying)
    if result not in [(move.snakes, move.collected) for move in core_moves(position)]:
        return f"the card fits (match=mandatory); expected such as {position.moves()[0]}"
    return ""
