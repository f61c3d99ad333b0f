"""Moves of Hisss: layings of the card in hand, and draws, which are moves of chance."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from serpentes.games import base
from serpentes.games.hisss.cards import MOST_CARDS, check_card
from serpentes.games.hisss.snake import Snake, canonical, directions, why_none, written
from serpentes.games.text import described, quoted

LONGEST_MOVE = 4 * MOST_CARDS + 2
"""Characters of a move text that is read: a snake of all cards has fewer."""


@dataclass(frozen=True, slots=True, repr=False)
class Laying(base.Move):
    """A card laid: the snake that results, and the place of the card in it.

    The snake is written as the rules write it, whichever way it is given. A laying can be read
    whether it is legal anywhere or not, but its snake has to be one.

    >>> laying = Laying.parse("[yo]-or")
    >>> str(laying), laying.snake, laying.place, laying.card
    ('ro-[oy]', ('ro', 'oy'), 1, 'oy')
    >>> Laying.parse("H:r-[oy]")
    Traceback (most recent call last):
    ValueError: laying 'H:r-[oy]': H:r and oy touch with r and o; expected equal colours
    """

    snake: Snake
    place: int

    def __post_init__(self) -> None:
        if not 0 <= self.place < len(self.snake):
            raise ValueError("place is none of the snake's; expected that of the card just laid")
        wrong = why_none(self.snake)
        if wrong:
            raise ValueError(f"laying {quoted(written(self.snake, self.place))}: {wrong}")
        # Brackets count in the comparison only where both directions read alike.
        _, _, snake, place = min(self._lying())
        object.__setattr__(self, "snake", snake)
        object.__setattr__(self, "place", place)

    def _lying(self) -> Iterator[tuple[str, str, Snake, int]]:
        for snake, place in zip(
            directions(self.snake), (self.place, len(self.snake) - 1 - self.place), strict=False
        ):
            yield written(snake), written(snake, place), snake, place

    @classmethod
    def parse(cls, text: str) -> "Laying":
        """The laying of a text; ValueError if it cannot be read or its snake is none."""
        stripped = _stripped(text)
        found = re.fullmatch(r"([^\[\]]*)\[([^\[\]-]*)\]([^\[\]]*)", stripped)
        if found is None:
            raise ValueError(
                f"laying {quoted(text)} cannot be read; expected a snake with the card just laid "
                "in brackets, such as H:r-ro-[oy]"
            )
        before, card, after = found.groups()
        return cls(tuple(f"{before}{card}{after}".split("-")), before.count("-"))

    @property
    def card(self) -> str:
        """The card that is laid, as decks name it."""
        return check_card(self.snake[self.place])

    @property
    def parts(self) -> tuple[Snake, ...]:
        """The snakes that were there before: none, one, or the two that are joined."""
        parts = self.snake[: self.place], self.snake[self.place + 1 :]
        return tuple(canonical(part) for part in parts if part)

    def __str__(self) -> str:
        return written(self.snake, self.place)

    def __repr__(self) -> str:
        return f"Laying.parse({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Draw(base.Move):
    """A card drawn from the deck: no choice of a player, but a move of chance.

    >>> str(Draw.parse("yo")), Draw("H:*").card
    ('oy', 'H:*')
    """

    card: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "card", check_card(self.card))

    @classmethod
    def parse(cls, text: str) -> "Draw":
        """The draw of a text, the name of the card; ValueError if there is no such card."""
        return cls(_stripped(text))

    def __str__(self) -> str:
        return self.card

    def __repr__(self) -> str:
        return f"Draw({self.card!r})"


Move = Laying | Draw


def parse_move(text: str) -> Move:
    """The laying or the draw of a text; ValueError if it is neither.

    >>> parse_move("oy"), parse_move("[oy]")
    (Draw('oy'), Laying.parse('[oy]'))
    >>> parse_move("ro-oy")
    Traceback (most recent call last):
    ValueError: move 'ro-oy' cannot be read; expected a snake with the card just laid in brackets,
        such as H:r-ro-[oy], or the name of a card that is drawn, such as oy
    """
    stripped = _stripped(text)
    if "[" in stripped:
        return Laying.parse(stripped)
    try:
        return Draw.parse(stripped)
    except ValueError:
        raise ValueError(
            f"move {quoted(text)} cannot be read; expected a snake with the card just laid in "
            "brackets, such as H:r-ro-[oy], or the name of a card that is drawn, such as oy"
        ) from None


def _stripped(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"move is {described(text)}; expected a text such as H:r-ro-[oy]")
    stripped = text.strip(" \t\r\n")
    if len(stripped) > LONGEST_MOVE:
        raise ValueError(
            f"move {quoted(stripped)} is {len(stripped)} characters long; "
            f"expected at most {LONGEST_MOVE}"
        )
    return stripped
