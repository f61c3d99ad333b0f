"""The rules of Hisss in plain Python: a slow twin that keeps the compiled code honest.

Written from the rules alone and for reading: cards are texts, a snake is a tuple of cards as they
lie, and every laying is made and looked at. It shares no code with the compiled rules, so that a
slip would have to be made twice.

>>> position = parse("H:r-ro py | ro1 T:o1 | 0/0 0/0 | 1 oy")
>>> position.moves()
['H:r-ro-[oy]', 'H:r-ro-[oy]-yp', '[oy]-yp']
>>> str(position.play("H:r-ro-[oy]-yp"))
'H:r-ro-oy-yp | ro1 T:o1 | 0/0 0/0 | 2'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise, product

RING = "roygbp"
RING_PAIRS = tuple(RING[place] + RING[(place + 1) % 6] for place in range(6))
OTHER_PAIRS = tuple(
    one + other
    for one, other in combinations(sorted(RING), 2)
    if one + other not in RING_PAIRS and other + one not in RING_PAIRS
)
MIDDLES = RING_PAIRS + OTHER_PAIRS
HEADS = tuple(f"H:{colour}" for colour in RING + "*")
TAILS = tuple(f"T:{colour}" for colour in RING + "*")
# Every card, as a deck names it and in the order of a deck.
CARDS = MIDDLES + HEADS + TAILS

STANDARD = " ".join([f"{card}6" for card in RING_PAIRS] + [f"{card}1" for card in HEADS + TAILS])
MATCHES = ("mandatory", "optional")

Card = str
Snake = tuple[Card, ...]


# --- Cards and snakes ----------------------------------------------------------------------------


def is_head(card: Card) -> bool:
    """Return whether a card is a head."""
    return card.startswith("H")


def is_tail(card: Card) -> bool:
    """Return whether a card is a tail."""
    return card.startswith("T")


def ways(card: Card) -> list[Card]:
    """Return the ways a card can lie: a head looks left, a tail right, a middle section either.

    >>> ways("ro"), ways("H:r")
    (['ro', 'or'], ['H:r'])
    """
    return [card] if is_head(card) or is_tail(card) else [card, card[::-1]]


def name_of(card: Card) -> Card | None:
    """Return what a deck calls a card, whichever way it lies; None for what is no card.

    >>> name_of("or"), name_of("T:*"), name_of("rr")
    ('ro', 'T:*', None)
    """
    return next((name for name in CARDS if card in ways(name)), None)


def left_of(card: Card) -> str | None:
    """Return the colour, or `*`, at the left side of a card as it lies; None if it is closed."""
    if is_head(card):
        return None
    return card[-1] if is_tail(card) else card[0]


def right_of(card: Card) -> str | None:
    """Return the colour, or `*`, at the right side of a card as it lies; None if it is closed."""
    return None if is_tail(card) else card[-1]


def may_touch(card: Card, following: Card) -> bool:
    """Return whether one card, as it lies, may have another at its right."""
    colours = right_of(card), left_of(following)
    if None in colours or (is_head(card) and is_tail(following)):
        return False
    return colours[0] == colours[1] or "*" in colours


def directions(snake: Snake) -> list[Snake]:
    """Return the ways to lay a snake out: a head stands at the left and a tail at the right."""
    if is_head(snake[0]) or is_tail(snake[-1]):
        return [snake]
    return [snake, tuple(card[::-1] for card in reversed(snake))]


def is_complete(snake: Snake) -> bool:
    """Return whether a snake has both a head and a tail."""
    return is_head(snake[0]) and is_tail(snake[-1])


def written(snake: Snake, laid: int | None = None) -> str:
    """Return a snake as text, as it lies; the card at the place `laid` stands in brackets."""
    return "-".join(f"[{card}]" if place == laid else card for place, card in enumerate(snake))


def canonical(snake: Snake) -> Snake:
    """Return a snake in the direction in which it is written.

    >>> canonical(("ry", "yo"))
    ('oy', 'yr')
    """
    return min(directions(snake), key=written)


def move_text(snake: Snake, laid: int) -> str:
    """Return a move: the snake that results, in the direction in which it is written.

    Brackets count only where both directions read alike.

    >>> move_text(("ro", "oy"), laid=1), move_text(("or", "ro"), laid=1)
    ('ro-[oy]', '[or]-ro')
    """
    places = [laid, len(snake) - 1 - laid]
    texts = [
        (written(lying), written(lying, place))
        for lying, place in zip(directions(snake), places, strict=False)
    ]
    return min(texts)[1]


def looks(snake: Snake) -> tuple[int, str, str]:
    """Return all that play can tell of a snake: its length, and its two ends in ASCII order.

    An end is an open colour, or H or T. A lone head or tail is itself and has no other end.

    >>> looks(("H:*", "ro")), looks(("yo", "or")), looks(("H:*",))
    ((2, 'H', 'o'), (2, 'r', 'y'), (1, 'H:*', ''))
    """
    if len(snake) == 1 and len(ways(snake[0])) == 1:
        return 1, snake[0], ""
    ends = "H" if is_head(snake[0]) else snake[0][0], "T" if is_tail(snake[-1]) else snake[-1][1]
    return len(snake), min(ends), max(ends)


# --- Positions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A position, ruling included. Made by `start`, `parse`, `draw` and `play`.

    `deck` holds every card left: of a closed deck in the order of CARDS, of an open one the next
    first. `scores` are the cards collected and the longest single snake, for each player.
    """

    table: tuple[Snake, ...]
    deck: tuple[Card, ...]
    scores: tuple[tuple[int, int], ...]
    player: int = 1
    card: Card | None = None
    is_open: bool = False
    match: str = "mandatory"

    def __str__(self) -> str:
        """Return the position in the rules' notation, without the ruling."""
        if self.is_open:
            deck = f"[{' '.join(self.deck)}]"
        else:
            deck = " ".join(f"{card}{count}" for card, count in Counter(self.deck).items())
        scores = " ".join(f"{cards}/{longest}" for cards, longest in self.scores)
        mover = f"{self.player} {self.card}" if self.card else f"{self.player}"
        table = " ".join(map(written, self.table))
        return f"{table or '-'} | {deck or '-'} | {scores} | {mover}"

    @property
    def has_begun(self) -> bool:
        """Whether the card that belongs to nobody has been laid."""
        return bool(self.table) or any(cards for cards, _ in self.scores)

    @property
    def finished(self) -> bool:
        """Whether the deck is empty and the last card has been laid."""
        return not self.deck and self.card is None

    def shares(self) -> tuple[Fraction, ...]:
        """Return each player's share of the win, as if the game ended here."""
        winners = [score == max(self.scores) for score in self.scores]
        return tuple(Fraction(wins, sum(winners)) for wins in winners)

    def draws(self) -> dict[Card, tuple[Fraction, Position]]:
        """Return the cards that may be drawn, with the chance of each and the position after it."""
        if self.card is not None:
            return {}
        cards = self.deck[:1] if self.is_open else self.deck
        return {
            card: (Fraction(count, len(cards)), self.draw(card))
            for card, count in Counter(cards).items()
        }

    def draw(self, card: Card) -> Position:
        """Return the position with a card of the deck in hand. An empty deck is a closed one."""
        place = self.deck.index(card)
        deck = self.deck[:place] + self.deck[place + 1 :]
        return replace(self, deck=deck, card=card, is_open=self.is_open and bool(deck))

    def moves(self) -> list[str]:
        """Return the legal moves of the card in hand in ASCII order, one for layings that merge."""
        return list(legal_moves(self))

    def play(self, text: str) -> Position:
        """Return the position after a laying, also after one that another stands for.

        Raises ValueError if it is not legal.
        """
        legal = layings(self)
        if text not in legal:
            expected = " or ".join(legal) or "none, there is no card in hand"
            raise ValueError(f"{text} is not legal in {self}: expected {expected}")
        return legal[text]


def start(deck: str = STANDARD, players: int = 2, match: str = "mandatory") -> Position:
    """Return the game before its first card; a deck in brackets is an open one.

    >>> str(start("T:o H:r ro2", players=3))
    '- | ro2 H:r1 T:o1 | 0/0 0/0 0/0 | 1'
    """
    return parse(f"- | {deck} | {' '.join(['0/0'] * players)} | 1", match)


# --- Laying --------------------------------------------------------------------------------------


def grown(position: Position) -> Iterator[tuple[Snake, int, set[int]]]:
    """Yield each snake that the card in hand makes of others.

    With it come the place of the card in it and the numbers of the snakes that it is made of.
    """
    assert position.card is not None
    lying = [(n, way) for n, snake in enumerate(position.table) for way in directions(snake)]
    for card in ways(position.card):
        before = [(n, snake) for n, snake in lying if may_touch(snake[-1], card)]
        after = [(n, snake) for n, snake in lying if may_touch(card, snake[0])]
        for n, snake in before:
            yield (*snake, card), len(snake), {n}
        for n, snake in after:
            yield (card, *snake), 0, {n}
        for (n, snake), (m, other) in product(before, after):
            if n != m:
                yield (*snake, card, *other), len(snake), {n, m}


def after_laying(position: Position, snake: Snake, used: set[int]) -> Position:
    """Return the position after a snake has been made of those with the numbers in `used`."""
    table = [other for n, other in enumerate(position.table) if n not in used]
    scores = list(position.scores)
    if is_complete(snake):
        cards, longest = scores[position.player - 1]
        scores[position.player - 1] = cards + len(snake), max(longest, len(snake))
    else:
        table.append(canonical(snake))
    following = position.player % len(scores) + 1 if position.has_begun else position.player
    return replace(
        position,
        table=in_order(table),
        scores=tuple(scores),
        player=following,
        card=None,
    )


def in_order(snakes: Iterable[Snake]) -> tuple[Snake, ...]:
    """Return snakes in the order of a table."""
    return tuple(sorted(snakes, key=written))


def layings(position: Position) -> dict[str, Position]:
    """Return the position after each legal laying of the card in hand, in ASCII order."""
    if position.card is None:
        return {}
    found = {
        move_text(snake, laid): after_laying(position, snake, used)
        for snake, laid, used in grown(position)
    }
    if position.match == "optional" or not found:
        alone = (position.card,)
        found[move_text(alone, laid=0)] = after_laying(position, alone, used=set())
    return dict(sorted(found.items()))


def legal_moves(position: Position) -> dict[str, Position]:
    """Return the position after each move: of layings that merge, the first in ASCII order."""
    found: dict[str, Position] = {}
    told_apart = set()
    for text, after in layings(position).items():
        seen = tuple(sorted(map(looks, after.table))), after.scores
        if seen not in told_apart:
            told_apart.add(seen)
            found[text] = after
    return found


# --- Reading -------------------------------------------------------------------------------------


def parse(text: str, match: str = "mandatory") -> Position:
    """Return the position written as `TABLE | DECK | SCORES | PLAYER [CARD]`, in canonical form.

    Raises ValueError that names what is wrong with it.

    >>> str(parse("ro H:r-ro | [or T:o] | 0/0 3/3 | 2 yo"))
    'H:r-ro or | [ro T:o] | 0/0 3/3 | 2 oy'
    """
    if match not in MATCHES:
        raise ValueError(f"match {match!r}: expected one of {MATCHES}")
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 4:
        raise ValueError(f"position {text!r}: expected 'TABLE | DECK | SCORES | PLAYER [CARD]'")
    table = [] if parts[0] == "-" else [parse_snake(snake) for snake in parts[0].split(" ")]
    deck, is_open = parse_deck(parts[1])
    scores = tuple(parse_score(score) for score in parts[2].split(" "))
    if not 2 <= len(scores) <= 5:
        raise ValueError(f"{len(scores)} scores: expected those of 2 to 5 players")
    player, _, card = parts[3].partition(" ")
    if player not in [str(number) for number in range(1, len(scores) + 1)]:
        raise ValueError(f"player to move {player!r}: expected 1 to {len(scores)}")
    if card and not name_of(card):
        raise ValueError(f"card in hand {card!r}: there is no such card")
    position = Position(in_order(table), deck, scores, int(player), match=match, is_open=is_open)
    return replace(position, card=name_of(card)) if card else position


def parse_snake(text: str) -> Snake:
    """Return a snake that may lie on the table, in canonical form."""
    snake = tuple(text.split("-"))
    for card in snake:
        if not name_of(card):
            raise ValueError(f"snake {text!r}: there is no card {card!r}")
    for card, following in pairwise(snake):
        if not may_touch(card, following):
            raise ValueError(f"snake {text!r}: {card} does not go with {following} at its right")
    if is_complete(snake):
        raise ValueError(f"snake {text!r}: complete, expected it to be collected")
    return canonical(snake)


def parse_deck(text: str) -> tuple[tuple[Card, ...], bool]:
    """Return the cards of a deck and whether it is open; a count of 1 may be left out.

    >>> parse_deck("T:* or2")
    (('ro', 'ro', 'T:*'), False)
    >>> parse_deck("[T:* or]")
    (('T:*', 'ro'), True)
    """
    if text == "-":
        return (), False
    is_open = text.startswith("[") and text.endswith("]")
    cards: list[Card] = []
    for entry in (text[1:-1] if is_open else text).split(" "):
        found = re.fullmatch(r"(\D+?)([1-9][0-9]*)?", entry)
        card = found and name_of(found[1])
        if not found or not card or (is_open and found[2]):
            expected = "cards" if is_open else "cards with their numbers"
            raise ValueError(f"deck {text!r}: {entry!r}, expected {expected}")
        if not is_open and card in cards:
            raise ValueError(f"deck {text!r}: {card} more than once")
        cards += [card] * int(found[2] or 1)
    return tuple(cards if is_open else sorted(cards, key=CARDS.index)), is_open


def parse_score(text: str) -> tuple[int, int]:
    """Return the cards and the longest snake of a player."""
    found = re.fullmatch(r"(0|[1-9][0-9]*)/(0|[1-9][0-9]*)", text)
    if not found:
        raise ValueError(f"score {text!r}: expected cards/longest")
    cards, longest = int(found[1]), int(found[2])
    if not can_be_score(cards, longest):
        raise ValueError(f"score {text!r}: no snakes of 3 cards and more come to it")
    return cards, longest


def can_be_score(cards: int, longest: int) -> bool:
    """Return whether snakes of so many cards can have been collected, `longest` the longest."""
    if longest < 3:
        return cards == longest == 0
    rest = cards - longest
    fewest_others = -(-rest // longest)
    return rest >= 0 and 3 * fewest_others <= rest
