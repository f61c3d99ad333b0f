"""The cards of Hisss: colours, kinds, and the ways in which a card can lie.

A card is a text: a middle section its two colours (`ro`), a head or a tail a letter and its colour
(`H:r`, `T:*`). A middle section can lie in two ways, `ro` and `or`; its kind is the one that decks
name, which comes first in `CARDS`.
"""

from serpentes.games.text import described, quoted

RING = "roygbp"
"""The six colours in the order of the ring."""
RAINBOW = "*"
NAMES = {
    "r": "red", "o": "orange", "y": "yellow", "g": "green", "b": "blue", "p": "purple",
    RAINBOW: "rainbow",
}  # fmt: skip

MIDDLES = ("ro", "oy", "yg", "gb", "bp", "pr", "bo", "br", "by", "go", "gp", "gr", "op", "py", "ry")
HEADS = tuple(f"H:{colour}" for colour in RING + RAINBOW)
TAILS = tuple(f"T:{colour}" for colour in RING + RAINBOW)
CARDS = (*MIDDLES, *HEADS, *TAILS)
"""Every kind of card, in the order of the notation; the compiled core has their places in it."""
COLOURS = RING + RAINBOW
"""The colours by the numbers that the compiled core gives them."""

MOST_CARDS = 255
"""Cards of a game in all, at most."""
CARD = f"^([{RING}]{{2}}|[HT]:[{RING}{RAINBOW}])$"
"""What a card looks like, as a regular expression; two equal colours are none."""
EXPECTED_CARD = "a middle section such as ro, a head such as H:r or a tail such as T:*"


def is_head(card: str) -> bool:
    """Whether a card is a head."""
    return card.startswith("H")


def is_tail(card: str) -> bool:
    """Whether a card is a tail."""
    return card.startswith("T")


def is_middle(card: str) -> bool:
    """Whether a card is a middle section."""
    return ":" not in card


def ways(card: str) -> tuple[str, ...]:
    """The ways in which a card can lie: a head looks to the left, a tail to the right.

    >>> ways("ro"), ways("H:r")
    (('ro', 'or'), ('H:r',))
    """
    return (card, card[::-1]) if is_middle(card) else (card,)


_KINDS = {way: card for card in CARDS for way in ways(card)}


def kind_of(card: str) -> str | None:
    """The kind of a card, whichever way it lies; None for what is no card.

    >>> kind_of("or"), kind_of("T:*"), kind_of("rr")
    ('ro', 'T:*', None)
    """
    return _KINDS.get(card)


def check_card(card: object) -> str:
    """The kind of a card; ValueError if it is none, TypeError if it is no text.

    >>> check_card("H:x")
    Traceback (most recent call last):
    ValueError: there is no card 'H:x'; expected a middle section such as ro, a head such as H:r or
        a tail such as T:*
    """
    if not isinstance(card, str):
        raise TypeError(f"card is {described(card)}; expected a text such as ro, H:r or T:*")
    kind = kind_of(card)
    if kind is None:
        raise ValueError(no_card(card))
    return kind


def no_card(text: str) -> str:
    """What is said of a text that is no card.

    >>> no_card("rr")
    "there is no card 'rr', whose two colours are equal; expected different ones, such as ro"
    """
    if len(text) == 2 and text[0] == text[1] and text[0] in RING:
        return (
            f"there is no card {quoted(text)}, whose two colours are equal; "
            "expected different ones, such as ro"
        )
    return f"there is no card {quoted(text)}; expected {EXPECTED_CARD}"


def left_of(card: str) -> str:
    """The colour, or `*`, at the left side of a card as it lies; empty if that side is closed."""
    return "" if is_head(card) else card[-1] if is_tail(card) else card[0]


def right_of(card: str) -> str:
    """The colour, or `*`, at the right side of a card as it lies; empty if it is closed."""
    return "" if is_tail(card) else card[-1]
