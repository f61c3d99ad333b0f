"""The notation of Hisss: texts of positions, and back.

A position is `TABLE | DECK | SCORES | PLAYER [CARD]`, such as
`H:r-ro | oy1 T:o1 | 0/0 0/0 | 1 oy`. Everything here is about texts, and about what each part of a
position may be; what may be laid is asked in `hisss_layings`.
"""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from serpentes.games.hisss.cards import CARD, MOST_CARDS, check_card, kind_of, no_card
from serpentes.games.hisss.deck import EMPTY, Deck
from serpentes.games.hisss.snake import canonical, is_complete, parse_snake, written
from serpentes.games.text import check_type, described, numbered, quoted

LEAST_PLAYERS, MOST_PLAYERS = 2, 5
SHORTEST_COMPLETE = 3
LONGEST_POSITION = 4096
"""Characters of a text; the longest that says anything has about 1300."""

FORM = "TABLE | DECK | SCORES | PLAYER [CARD]"
EXAMPLE = "H:r-ro | oy1 T:o1 | 0/0 0/0 | 1 oy"


class Score(NamedTuple):
    """What a player has collected: all cards, and those of the longest single snake.

    The better of two scores is the greater one.

    >>> Score(7, 4) > Score(7, 3) > Score(6, 6), str(Score(7, 4))
    (True, '7/4')
    """

    cards: int
    longest: int

    def __str__(self) -> str:
        return f"{self.cards}/{self.longest}"


class PositionText(NamedTuple):
    """What a text says, not looked at any closer: snakes, deck, order of an open deck (None if it
    is closed), scores, the player to move, and the card in hand, None without."""

    table: tuple[str, ...]
    deck: Deck
    order: tuple[str, ...] | None
    scores: tuple[Score, ...]
    player: int
    card: str | None


def parse_position(text: str) -> PositionText:
    """Read the text of a position.

    Raises ValueError that names what is wrong and what was expected, TypeError for what is no text.

    >>> parse_position("H:r-ro | oy1 T:o1 | 0/0 3/3 | 1 oy")
    PositionText(table=('H:r-ro',), deck=Deck({'oy': 1, 'T:o': 1}), order=None,
                 scores=(Score(cards=0, longest=0), Score(cards=3, longest=3)), player=1, card='oy')
    >>> parse_position("H:r-ro | oy1 | 0/0 0/0")
    Traceback (most recent call last):
    ValueError: position 'H:r-ro | oy1 | 0/0 0/0' has 3 parts;
        expected TABLE | DECK | SCORES | PLAYER [CARD], such as H:r-ro | oy1 T:o1 | 0/0 0/0 | 1 oy
    """
    if not isinstance(text, str):
        raise TypeError(f"position is {described(text)}; expected a text such as {EXAMPLE}")
    if len(text) > LONGEST_POSITION:
        raise ValueError(
            f"position {quoted(text)} is {len(text)} characters long; "
            f"expected at most {LONGEST_POSITION}"
        )
    parts = [part.strip(" ") for part in text.strip(" \t\r\n").split("|")]
    if len(parts) != 4:
        raise ValueError(
            f"position {quoted(text)} has {numbered(len(parts), 'part')}; "
            f"expected {FORM}, such as {EXAMPLE}"
        )
    table, cards, scores, mover = parts
    deck, order = _parse_deck(cards)
    player, _, card = mover.partition(" ")
    return PositionText(
        tuple(table.split(" ")) if table != EMPTY else (),
        deck,
        order,
        tuple(_parse_score(score) for score in scores.split(" ")),
        _parse_player(player),
        card or None,
    )


def format_position(position: PositionText) -> str:
    """The canonical text, of what is in canonical order already.

    >>> scores = (Score(0, 0), Score(3, 3))
    >>> format_position(PositionText((), Deck({}), ("ro", "T:o"), scores, 1, None))
    '- | [ro T:o] | 0/0 3/3 | 1'
    """
    table, deck, order, scores, player, card = position
    cards = str(deck) if order is None else f"[{' '.join(order)}]"
    mover = str(player) if card is None else f"{player} {card}"
    return f"{' '.join(table) or EMPTY} | {cards} | {' '.join(map(str, scores))} | {mover}"


# Texts of the parts


def _parse_deck(text: str) -> tuple[Deck, tuple[str, ...] | None]:
    if not text.startswith("["):
        return Deck.parse(text), None
    if not text.endswith("]"):
        raise ValueError(f"deck {quoted(text)} is not closed; expected a ] at its end")
    order = tuple(map(partial(_check_ordered, text), text[1:-1].split(" ")))
    return count(order), order


def _check_ordered(deck: str, card: str) -> str:
    """The kind of a card of an open deck; ValueError if it is none."""
    kind = kind_of(card)
    if kind is None and re.fullmatch(CARD, card):
        raise ValueError(f"deck {quoted(deck)}: {no_card(card)}")
    if kind is None:
        raise ValueError(
            f"deck {quoted(deck)}: {quoted(card)} is no card; expected cards in their order, "
            "such as [ro T:o], separated by single spaces"
        )
    return kind


def count(cards: Iterable[str]) -> Deck:
    """The deck of these cards.

    >>> count(("T:o", "ro", "or"))
    Deck({'ro': 2, 'T:o': 1})
    """
    counts: dict[str, int] = {}
    for card in map(check_card, cards):
        counts[card] = counts.get(card, 0) + 1
    return Deck(counts)


def _parse_score(text: str) -> Score:
    number = "(0|[1-9][0-9]{0,2})"
    found = re.fullmatch(f"{number}/{number}", text)
    if found is None:
        raise ValueError(
            f"score {quoted(text)} cannot be read; expected CARDS/LONGEST for each player, such as "
            "0/0 7/4, separated by single spaces"
        )
    return Score(int(found[1]), int(found[2]))


def _parse_player(text: str) -> int:
    if not re.fullmatch("[1-9]", text):
        raise ValueError(
            f"player to move {quoted(text)} cannot be read; "
            "expected the number of a player, from 1, and the card in hand if there is one"
        )
    return int(text)


# What the parts may be


def check_table(snakes: Iterable[str]) -> tuple[str, ...]:
    """The snakes as they are written, in order; ValueError for what may not lie on the table.

    >>> check_table(["yo-or", "H:r-ro"])
    ('H:r-ro', 'ro-oy')
    >>> check_table(["H:r-ro-T:o"])
    Traceback (most recent call last):
    ValueError: snake 'H:r-ro-T:o' is complete; expected it to be collected
    """
    found = []
    for text in snakes:
        check_type("snake", text, str, "a text such as H:r-ro")
        snake = parse_snake(text)
        if is_complete(snake):
            raise ValueError(f"snake {quoted(text)} is complete; expected it to be collected")
        found.append(written(canonical(snake)))
    return tuple(sorted(found))


def check_scores(scores: Sequence[tuple[int, int]]) -> tuple[Score, ...]:
    """The scores; ValueError if they are not of two to five players or cannot come about.

    >>> check_scores([(0, 0), (3, 5)])
    Traceback (most recent call last):
    ValueError: score 3/5 of player 2: the longest snake has more cards than all have; expected no
        more
    """
    if not LEAST_PLAYERS <= len(scores) <= MOST_PLAYERS:
        raise ValueError(
            f"scores are {len(scores)} in number; "
            f"expected those of {LEAST_PLAYERS} to {MOST_PLAYERS} players"
        )
    found = tuple(Score(*score) for score in scores)
    for player, score in enumerate(found, 1):
        wrong = _wrong_score(score)
        if wrong:
            raise ValueError(f"score {score} of player {player}: {wrong}")
    return found


def _wrong_score(score: Score) -> str:
    cards, longest = score
    if longest > cards:
        return "the longest snake has more cards than all have; expected no more"
    if cards and longest < SHORTEST_COMPLETE:
        return (
            f"the longest snake has {numbered(longest, 'card')}; "
            f"expected {SHORTEST_COMPLETE} or more, as a complete snake has"
        )
    # Beside the longest there are others of 3 cards and more, each no longer.
    others = -(-(cards - longest) // longest) if cards else 0
    if SHORTEST_COMPLETE * others > cards - longest:
        return (
            f"the other {numbered(cards - longest, 'card')} cannot be snakes of "
            f"{SHORTEST_COMPLETE} cards or more, none longer than {longest}; expected such"
        )
    return ""


def check_player(player: int, players: int) -> int:
    """The player to move; ValueError if there are not so many."""
    if not 1 <= player <= players:
        raise ValueError(f"player to move {player} is out of range; expected 1 to {players}")
    return player


def check_size(cards: int) -> None:
    """ValueError if a position has more cards in all than there may be."""
    if cards > MOST_CARDS:
        raise ValueError(f"position has {cards} cards in all; expected at most {MOST_CARDS}")


def check_of_deck(deck: Deck, there: Iterable[str], scores: Iterable[Score]) -> None:
    """ValueError if a position cannot come of a deck: `there` are the cards on the table, in the
    deck and in hand, and what is gone has to have been collected.

    >>> check_of_deck(Deck({"ro": 2, "H:r": 1, "T:o": 1}), ["ro"], [Score(4, 4), Score(0, 0)])
    Traceback (most recent call last):
    ValueError: scores come to 4 cards, but 3 of the deck are gone; expected as many
    """
    left = count(there)
    for card in left.kinds:
        if left[card] > deck[card]:
            raise ValueError(
                f"position has {left[card]} cards {card}; "
                f"expected at most {deck[card]}, as there are in the deck it is played with"
            )
    gone, collected = len(deck) - len(left), sum(score.cards for score in scores)
    if gone != collected:
        raise ValueError(
            f"scores come to {numbered(collected, 'card')}, but {gone} of the deck "
            f"{'is' if gone == 1 else 'are'} gone; expected as many"
        )
