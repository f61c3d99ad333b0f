"""Positions of Hisss with one laying that is right, as puzzles: what follows from the chances of
all layings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from serpentes.games.hisss.cards import RAINBOW
from serpentes.games.hisss.move import Laying
from serpentes.games.hisss.position import Position
from serpentes.games.hisss.snake import is_complete
from serpentes.games.text import numbered
from serpentes.puzzles import difficulty
from serpentes.puzzles.hisss import rules
from serpentes.puzzles.hisss.model import (
    FEWEST_LAYINGS,
    MOST_LAYINGS,
    Greedy,
    HisssDifficulty,
    HisssUniqueness,
    Kind,
    Theme,
)
from serpentes.puzzles.hisss.themes import ThemeName

MISLED = 8
CLOSEST = 12
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Choice:
    """A position with the chance of the player to move after each laying, which are two or more."""

    position: Position
    chances: Mapping[Laying, Fraction]

    @property
    def ranked(self) -> list[tuple[Laying, Fraction]]:
        """The layings with their chances, the best first, equal ones in ASCII order."""
        return sorted(self.chances.items(), key=lambda pair: (-pair[1], str(pair[0])))

    @property
    def right(self) -> Laying:
        """The best laying; of several the first in ASCII order."""
        return self.ranked[0][0]

    @property
    def lead(self) -> Fraction:
        """The chance of the best laying, less that of the next."""
        (_, best), (_, second), *_ = self.ranked
        return best - second

    def is_puzzle(self, kind: Kind) -> bool:
        """Whether exactly one laying is right, of as many as there may be."""
        right = kind == "best" or self.ranked[0][1] == 1
        enough = FEWEST_LAYINGS <= len(self.chances) <= MOST_LAYINGS
        return enough and right and self.lead > 0


def collected(laying: Laying) -> int:
    """The cards that a laying collects: those of the snake that it completes, else 0."""
    return len(laying.snake) if is_complete(laying.snake) else 0


def greedy(layings: Sequence[Laying]) -> tuple[Laying, ...]:
    """The layings that collect most cards or, if none collects any, that make the longest snake.

    >>> made = map(Laying.parse, ["H:r-ro-[oy]", "gr-[ro]", "H:g-[gy]-T:y", "gr-ro-oy-[yb]-bo"])
    >>> first, *others = made
    >>> greedy([first, *others])
    (Laying.parse('H:g-[gy]-T:y'),)
    >>> greedy([first, *others[::2]])
    (Laying.parse('gr-ro-oy-[yb]-bo'),)
    """

    def greed(laying: Laying) -> tuple[int, int]:
        return collected(laying), len(laying.snake)

    most = max(map(greed, layings))
    return tuple(laying for laying in layings if greed(laying) == most)


def uniqueness(choice: Choice, kind: Kind) -> HisssUniqueness:
    """By how much no other laying is as good."""
    return HisssUniqueness(
        criterion="one laying wins" if kind == "win" else "one laying is best",
        solution_count=1,
        lead=str(choice.lead),
        method="backward induction",
    )


def greed(choice: Choice) -> Greedy:
    """What greed would lay."""
    layings = greedy(tuple(choice.chances))
    return Greedy(moves=tuple(sorted(map(str, layings))), right=choice.right in layings)


def rate(choice: Choice, depth: int) -> HisssDifficulty:
    """The difficulty of a choice, by the formula of the model."""
    deck = choice.position.deck
    layings, cards, kinds = len(choice.chances), len(deck), len(deck.kinds)
    close = max(0, CLOSEST - int(20 * choice.lead))
    misled = not greed(choice).right
    score = 2 * layings + 3 * depth + (cards + kinds) // 2 + close + MISLED * misled
    return HisssDifficulty(
        layings=layings,
        depth=depth,
        cards=cards,
        kinds=kinds,
        close=close,
        misled=misled,
        score=score,
        tier=difficulty.tier(score),
    )


# Themes


def tag(choice: Choice) -> tuple[Theme, ...]:
    """The themes of a choice."""
    found = (_wait(choice), _join(choice), _starve(choice), _rainbow(choice), _apart(choice))
    return tuple(theme for theme in found if theme is not None)


def _theme(name: ThemeName, says: str, *layings: Laying) -> Theme:
    return Theme(name=name, says=says, moves=tuple(map(str, layings)))


def _wait(choice: Choice) -> Theme | None:
    completing = [laying for laying in choice.chances if collected(laying)]
    if collected(choice.right) or not completing:
        return None
    laying = max(completing, key=lambda one: (choice.chances[one], str(one)))
    chance, best = choice.chances[laying], choice.chances[choice.right]
    cards = numbered(collected(laying), "card")
    says = f"a snake of {cards} could be completed, for a chance of {chance} in place of {best}"
    return _theme("wait", says, laying)


def _join(choice: Choice) -> Theme | None:
    parts = choice.right.parts
    if len(parts) < 2:
        return None
    lengths = " and ".join(map(str, sorted(map(len, parts))))
    says = f"{choice.right.card} joins snakes of {lengths} to one of {len(choice.right.snake)}"
    return _theme("join", says, choice.right)


def _starve(choice: Choice) -> Theme | None:
    cards = next_cards(choice.position)
    fitting = {laying: fits(choice.position, laying) for laying in choice.chances}
    least = fitting[choice.right]
    most = max(fitting.values())
    if Fraction(least, cards) >= HALF or Fraction(most, cards) < HALF:
        return None
    other = min((one for one in fitting if fitting[one] == most), key=str)
    order = choice.position.order
    says = f"of {numbered(cards, 'card')} that may come next {least} would fit, not {most}"
    if order is not None:
        says = f"{order[0]}, which comes next, would not fit"
    return _theme("starve", says, choice.right, other)


def next_cards(position: Position) -> int:
    """How many cards may come next: all of a closed deck, one of an open one."""
    return len(position.deck) if position.order is None else 1


def fits(position: Position, laying: Laying) -> int:
    """How many of the cards that may come next fit at an open end after a laying.

    >>> import serpentes as sp
    >>> position = sp.hisss.parse("H:r-ro py | ro2 T:y1 T:o3 | 0/0 0/0 | 1 oy")
    >>> {str(laying): fits(position, laying) for laying in position.moves()}
    {'H:r-ro-[oy]': 1, 'H:r-ro-[oy]-yp': 0, '[oy]-yp': 5}
    """
    after = position.play(laying)
    table = tuple(map(rules.read, after.table))
    outcomes = after.chance_outcomes()
    return sum(number for card, number in outcomes.items() if rules.fits(table, card))


def _rainbow(choice: Choice) -> Theme | None:
    right = choice.right
    if right.card.endswith(RAINBOW):
        return _theme("rainbow", f"{right.card} is laid", right)
    beside = right.snake[max(0, right.place - 1) : right.place + 2]
    rainbows = [card for card in beside if card.endswith(RAINBOW)]
    if not rainbows:
        return None
    return _theme("rainbow", f"{right.card} is laid at {' and '.join(rainbows)}", right)


def _apart(choice: Choice) -> Theme | None:
    table = tuple(map(rules.read, choice.position.table))
    card = choice.right.card
    if choice.right.parts or not rules.fits(table, card):
        return None
    return _theme("apart", f"{card} fits at an open end, and starts a new snake", choice.right)
