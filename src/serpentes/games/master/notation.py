"""The notation of Serpent Master: texts of solo tasks and games, and back.

A task is `7x7 hand=15,14,8 mode=regular blocked=c3,d4 start=c1`, a game
`6x6 hands=15,14,8/15,14,8 blocked=c3`; either has `moves=` behind when it is under way. Everything
here is about texts; whether the moves are legal is asked in `master`.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from serpentes.games.master.deck import Deck
from serpentes.games.square import BOARD, OFF, cell_names, cell_numbers, cells_of, set_of
from serpentes.games.text import described, numbered, quoted

MODES = ("regular", "challenging")
MOST_PLAYERS = 4
LONGEST_POSITION = 4096
"""Characters of a text; the longest that says anything has about 2000."""

FIELDS = ("hand", "hands", "mode", "blocked", "start", "moves")
SOLO_FIELDS = ("mode", "start")
EXAMPLES = "7x7 hand=15,14,8 or 6x6 hands=15,14,8/15,14,8"


class PositionText(NamedTuple):
    """What a text says: board, hands as they were dealt, mode, start (OFF without), moves."""

    width: int
    height: int
    blocked: int
    hands: tuple[tuple[int, ...], ...]
    mode: str
    start: int
    moves: tuple[str, ...]


def parse_position(text: str, deck: Deck) -> PositionText:
    """Read the text of a task or a game.

    Raises ValueError that names what is wrong and what was expected, TypeError for what is no text.

    >>> from serpentes.games.master.deck import default_deck
    >>> parse_position("3x3 hand=14,15 blocked=b2 moves=15@a1N", default_deck())
    PositionText(width=3, height=3, blocked=512, hands=((15, 14),), mode='regular', start=-1,
                 moves=('15@a1N',))
    >>> parse_position("3x3 hand=16", default_deck())
    Traceback (most recent call last):
    ValueError: card 16 is not in the deck; expected one of: 15, 14, ..., 2, 1
    """
    if not isinstance(text, str):
        raise TypeError(f"position is {described(text)}; expected a text such as {EXAMPLES}")
    if len(text) > LONGEST_POSITION:
        raise ValueError(
            f"position {quoted(text)} is {len(text)} characters long; "
            f"expected at most {LONGEST_POSITION}"
        )
    size, *rest = text.strip(" \t\r\n").split(" ")
    width, height = BOARD.read(size).values()
    fields = _parse_fields(rest)
    hands = _parse_hands(fields, deck)
    blocked = set_of(_parse_cells("blocked", fields.get("blocked"), width, height))
    mode = fields.get("mode", MODES[0])
    if mode not in MODES:
        raise ValueError(f"mode is {quoted(mode)}; expected one of: {', '.join(MODES)}")
    start = _parse_start(fields.get("start"), width, height)
    moves = tuple(fields["moves"].split(";")) if "moves" in fields else ()
    return PositionText(width, height, blocked, hands, mode, start, moves)


def format_position(position: PositionText) -> str:
    """The canonical text: hands highest first, blocked cells in board order, no mode if regular.

    >>> format_position(PositionText(3, 4, 512, ((15, 14),), "challenging", 0, ("15N",)))
    '3x4 hand=15,14 mode=challenging blocked=b2 start=a1 moves=15N'
    """
    width, height, blocked, hands, mode, start, moves = position
    names = cell_names(width, height)
    dealt = "/".join(",".join(map(str, hand)) for hand in hands)
    fields = {
        "hand" if len(hands) == 1 else "hands": dealt,
        "mode": mode if mode != MODES[0] else "",
        "blocked": ",".join(names[cell] for cell in cells_of(blocked)),
        "start": names[start] if start != OFF else "",
        "moves": ";".join(moves),
    }
    return " ".join(
        [f"{width}x{height}", *(f"{key}={says}" for key, says in fields.items() if says)]
    )


def _parse_fields(texts: Iterable[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for text in texts:
        name, equals, says = text.partition("=")
        if not equals or any(map(str.isspace, text)):
            raise ValueError(
                f"field {quoted(text)} cannot be read; expected NAME=VALUE, "
                "fields separated by single spaces"
            )
        if name not in FIELDS:
            raise ValueError(
                f"field {quoted(name)} is unknown; expected one of: {', '.join(FIELDS)}"
            )
        if name in fields:
            raise ValueError(f"field {name} is there more than once; expected it once")
        fields[name] = says
    if ("hand" in fields) == ("hands" in fields):
        raise ValueError(
            f"position has neither hand= nor hands=; expected one of them, such as {EXAMPLES}"
            if "hand" not in fields
            else "position has both hand= and hands=; expected one of them"
        )
    for name in SOLO_FIELDS:
        if name in fields and "hands" in fields:
            raise ValueError(f"field {name} is there with hands=; expected it only with hand=")
    return fields


# Hands


def _parse_hands(fields: dict[str, str], deck: Deck) -> tuple[tuple[int, ...], ...]:
    if "hand" in fields:
        return (_parse_hand(fields["hand"], deck),)
    texts = fields["hands"].split("/")
    if not 2 <= len(texts) <= MOST_PLAYERS:
        raise ValueError(
            f"hands {quoted(fields['hands'])} are {len(texts)} in number; "
            f"expected 2 to {MOST_PLAYERS}, separated by / (one player has hand=)"
        )
    return check_hands([_parse_hand(text, deck) for text in texts], deck)


def _parse_hand(text: str, deck: Deck) -> tuple[int, ...]:
    numbers = text.split(",")
    if not all(re.fullmatch("[1-9][0-9]{0,2}", number) for number in numbers):
        raise ValueError(
            f"hand {quoted(text)} cannot be read; "
            "expected numbers of cards, separated by commas (such as 15,14,8)"
        )
    return check_hands([tuple(map(int, numbers))], deck)[0]


def check_hands(hands: Iterable[Iterable[int]], deck: Deck) -> tuple[tuple[int, ...], ...]:
    """The hands with their cards in order, highest first; ValueError for what are none of this
    deck.

    >>> check_hands([(14, 15)], Deck({14: "FL", 15: "FF"}))
    ((15, 14),)
    """
    sorted_hands = tuple(_check_hand(tuple(hand), deck) for hand in hands)
    sizes = [len(hand) for hand in sorted_hands]
    if len(set(sizes)) > 1:
        raise ValueError(
            f"hands have {', '.join(map(str, sizes))} cards; expected as many for each player"
        )
    return sorted_hands


def _check_hand(hand: tuple[int, ...], deck: Deck) -> tuple[int, ...]:
    if not 1 <= len(hand) <= len(deck):
        raise ValueError(
            f"hand has {numbered(len(hand), 'card')}; "
            f"expected 1 to {len(deck)}, as many as are in the deck"
        )
    for number in hand:
        deck.place(number)
        if hand.count(number) > 1:
            raise ValueError(f"card {number} is twice in a hand; expected each card once")
    return tuple(sorted(hand, reverse=True))


# Cells


def _parse_cells(what: str, text: str | None, width: int, height: int) -> list[int]:
    if text is None:
        return []
    cells = [cell_number(name, width, height, what) for name in text.split(",")]
    for name, cell in zip(text.split(","), cells, strict=True):
        if cells.count(cell) > 1:
            raise ValueError(f"{what} cell {name} is there twice; expected each cell once")
    return cells


def _parse_start(text: str | None, width: int, height: int) -> int:
    return OFF if text is None else cell_number(text, width, height, "start")


def cell_number(name: str, width: int, height: int, what: str = "") -> int:
    """The number of a cell; ValueError if the board has no such cell.

    >>> cell_number("d1", 3, 3)
    Traceback (most recent call last):
    ValueError: 'd1' is no cell of a board of 3x3; expected a1 to c3
    """
    try:
        return cell_numbers(width, height)[name]
    except KeyError:
        last = next(reversed(cell_numbers(width, height)))
        says = f"{what}: {quoted(name)}" if what else quoted(name)
        raise ValueError(
            f"{says} is no cell of a board of {width}x{height}; expected a1 to {last}"
        ) from None
