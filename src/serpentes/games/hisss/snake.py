"""The snakes of Hisss: texts of cards as they lie, joined by `-`, and what play can tell of them.

`H:r-ro-oy` has a head at its left; without a head, a tail stands at the right; with neither, the
snake is written in that of its two directions that comes first in ASCII order.
"""

from itertools import pairwise

from serpentes.games.hisss.cards import (
    COLOURS,
    RAINBOW,
    is_head,
    is_middle,
    is_tail,
    kind_of,
    left_of,
    no_card,
    right_of,
)
from serpentes.games.text import quoted

Snake = tuple[str, ...]
"""Cards as they lie, from the left."""

Look = tuple[int, int, int, int]
"""A snake as the compiled core has it, which is all that play can tell: the kind of its ends, their
open colours as numbers, and its length."""

TWO_OPEN, WITH_HEAD, WITH_TAIL, LONE_HEAD, LONE_TAIL = range(5)
"""Kinds of ends."""


def parse_snake(text: str) -> Snake:
    """The cards of a snake, complete or not, in either direction; ValueError says what is wrong.

    >>> parse_snake("H:r-ro-oy")
    ('H:r', 'ro', 'oy')
    >>> parse_snake("H:r-oy")
    Traceback (most recent call last):
    ValueError: snake 'H:r-oy': H:r and oy touch with r and o; expected equal colours
    """
    snake = tuple(text.split("-"))
    wrong = why_none(snake)
    if wrong:
        raise ValueError(f"snake {quoted(text)}: {wrong}")
    return snake


def why_none(snake: Snake) -> str:
    """Why cards make no snake as they lie; empty if they make one."""
    return _wrong_cards(snake) or _wrong_ends(snake) or _wrong_touch(snake)


def _wrong_cards(snake: Snake) -> str:
    for card in snake:
        if kind_of(card) is None:
            return no_card(card)
    return ""


def _wrong_ends(snake: Snake) -> str:
    for name, cards, place, side in (
        ("head", [card for card in snake if is_head(card)], 0, "left"),
        ("tail", [card for card in snake if is_tail(card)], -1, "right"),
    ):
        if len(cards) > 1:
            return f"it has {len(cards)} {name}s; expected one at most"
        if cards and snake[place] != cards[0]:
            return f"the {name} {cards[0]} is not at the {side}; expected it there"
    if is_complete(snake) and len(snake) == 2:
        return "a head lies at a tail; expected a middle section between them"
    return ""


def _wrong_touch(snake: Snake) -> str:
    for card, following in pairwise(snake):
        if not may_touch(card, following):
            sides = f"{right_of(card)} and {left_of(following)}"
            return f"{card} and {following} touch with {sides}; expected equal colours"
    return ""


def may_touch(card: str, following: str) -> bool:
    """Whether one card, as it lies, may have another at its right, in a snake of any length.

    >>> may_touch("ro", "oy"), may_touch("ro", "yo"), may_touch("H:*", "yo")
    (True, False, True)
    >>> may_touch("H:r", "T:r")
    False
    """
    sides = right_of(card), left_of(following)
    if "" in sides or not (is_middle(card) or is_middle(following)):
        return False
    return sides[0] == sides[1] or RAINBOW in sides


def is_complete(snake: Snake) -> bool:
    """Whether a snake has a head and a tail."""
    return is_head(snake[0]) and is_tail(snake[-1])


def written(snake: Snake, place: int | None = None) -> str:
    """The text of a snake as it lies, with the card at a place in brackets."""
    return "-".join(f"[{card}]" if i == place else card for i, card in enumerate(snake))


def directions(snake: Snake) -> tuple[Snake, ...]:
    """The ways to lay a snake out: with a head or a tail there is only one."""
    if is_head(snake[0]) or is_tail(snake[-1]):
        return (snake,)
    return snake, tuple(card[::-1] for card in reversed(snake))


def canonical(snake: Snake) -> Snake:
    """The snake in the direction in which it is written.

    >>> canonical(("ry", "yo"))
    ('oy', 'yr')
    """
    return min(directions(snake), key=written)


def look(snake: Snake) -> Look:
    """What play can tell of a snake that is not complete.

    >>> look(("H:*", "ro")), look(("T:*",)), look(("yo", "or"))
    ((1, 1, -1, 2), (4, 6, -1, 1), (0, 0, 2, 2))
    """
    left, right = left_of(snake[0]), right_of(snake[-1])
    if left and right:
        low, high = sorted((COLOURS.index(left), COLOURS.index(right)))
        return TWO_OPEN, low, high, len(snake)
    lone = LONE_HEAD - WITH_HEAD if len(snake) == 1 else 0
    kind = WITH_TAIL if left else WITH_HEAD
    return kind + lone, COLOURS.index(left or right), -1, len(snake)
