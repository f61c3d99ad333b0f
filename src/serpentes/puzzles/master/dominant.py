"""Rounds of Serpent Master with one card that is better than all others, as puzzles: what follows
from the values of all pairs of cards."""

from collections.abc import Sequence
from fractions import Fraction

from serpentes.games.master.position import Position
from serpentes.puzzles import difficulty
from serpentes.puzzles.master.model import (
    DominantDifficulty,
    DominantGoal,
    DominantPuzzle,
    DominantSolution,
    DominantUniqueness,
    Matrix,
    Theme,
)
from serpentes.puzzles.master.tasks import cards_of, puzzle_id
from serpentes.puzzles.master.themes import ThemeName

Values = Sequence[Sequence[int | Fraction]]
CLOSE = 1
"""Tokens by which a card is worse at most where it comes close."""


class Round:
    """A round as one player sees it: own cards in rows, and what they win.

    Made of the values of all pairs of cards, with those of the first player in rows, to the first.
    """

    def __init__(self, position: Position, player: int, values: Values) -> None:
        self.position = position
        self.player = player
        self.own, self.other = position.hands[player - 1], position.hands[2 - player]
        self.values = values
        if player == 2:
            self.values = [[-entry for entry in column] for column in zip(*values, strict=True)]

    def dominant(self) -> int | None:
        """The place of the card that is strictly better than all others, whatever the opponent
        plays; None if there is no such card, or no other."""
        for place in range(len(self.own)):
            if len(self.own) > 1 and self.lead(place) > 0:
                return place
        return None

    def lead(self, place: int) -> int | Fraction:
        """The least by which a card is better than another one; negative if it is worse."""
        return min(self._leads(place))

    def _leads(self, place: int) -> list[int | Fraction]:
        right = self.values[place]
        return [
            mine - entry
            for row in range(len(self.own))
            if row != place
            for mine, entry in zip(right, self.values[row], strict=True)
        ]

    def close(self, place: int) -> int:
        """How many pairs of cards come close to a card."""
        return sum(lead <= CLOSE for lead in self._leads(place))

    def is_lively(self) -> bool:
        """Whether every card of both can be placed, if it is the first, and what the opponent plays
        matters."""
        placed = all(
            self.position.placements(player, card)
            for player, hand in enumerate(self.position.hands, 1)
            for card in hand
        )
        return placed and any(len(set(row)) > 1 for row in self.values)


def puzzle(round_: Round) -> DominantPuzzle | None:
    """The puzzle of a round; None if no card is better than all others."""
    place = round_.dominant()
    if place is None:
        return None
    position, player = round_.position, round_.player
    return DominantPuzzle(
        id=puzzle_id(position, "dominant", str(player)),
        game="master",
        board=position.board,
        rulings={},
        position=str(position),
        deck=cards_of(position),
        goal=DominantGoal(kind="dominant", player=1 if player == 1 else 2),
        solution=solution(round_, place),
        uniqueness=uniqueness(round_, place),
        difficulty=rate(round_, place),
        themes=tag(round_, place),
    )


def matrix(position: Position, values: Values) -> Matrix:
    """The values in the model."""
    rows, columns = position.hands
    return Matrix(rows=rows, columns=columns, values=tuple(tuple(map(str, row)) for row in values))


def solution(round_: Round, place: int) -> DominantSolution:
    """The card at a place, which is better than all others."""
    row = round_.values[place]
    values = round_.values
    if round_.player == 2:
        values = [[-entry for entry in column] for column in zip(*values, strict=True)]
    return DominantSolution(
        card=round_.own[place],
        replies=tuple(
            card for card, entry in zip(round_.other, row, strict=True) if entry == min(row)
        ),
        value=str(min(row)),
        matrix=matrix(round_.position, values),
    )


def uniqueness(round_: Round, place: int) -> DominantUniqueness:
    """By how much no other card is as good."""
    return DominantUniqueness(
        criterion="one card is better against every card",
        solution_count=1,
        lead=str(round_.lead(place)),
        method="backward induction",
    )


def rate(round_: Round, place: int) -> DominantDifficulty:
    """The difficulty of a round, by the formula of the model."""
    deck, card = round_.position.deck, round_.own[place]
    cards = len(round_.own)
    longer = sum(len(deck[other]) > len(deck[card]) for other in round_.own)
    close = round_.close(place)
    openings = len(round_.position.placements(round_.player, card))
    score = 4 * cards + 6 * longer + 4 * place + 4 * close + openings // 2
    return DominantDifficulty(
        cards=cards,
        longer=longer,
        higher=place,
        close=close,
        openings=openings,
        score=score,
        tier=difficulty.tier(score),
    )


# Themes


def tag(round_: Round, place: int) -> tuple[Theme, ...]:
    """The themes of a round."""
    found = (
        _short(round_, place),
        _low(round_, place),
        _high(round_, place),
        _rescue(round_, place),
    )
    return tuple(theme for theme in found if theme is not None)


def _theme(name: ThemeName, says: str) -> Theme:
    return Theme(name=name, says=says, moves=(), cells=())


def _short(round_: Round, place: int) -> Theme | None:
    deck, card = round_.position.deck, round_.own[place]
    longer = [other for other in round_.own if len(deck[other]) > len(deck[card])]
    if not longer:
        return None
    longest = max(longer, key=lambda other: len(deck[other]))
    return _theme("short", f"{card} is {deck[card]}, and {longest} is {deck[longest]}")


def _low(round_: Round, place: int) -> Theme | None:
    card, least = round_.own[place], min(round_.other)
    return _theme("low", f"{card} is lower than {least}") if card < least else None


def _high(round_: Round, place: int) -> Theme | None:
    card, most = round_.own[place], max(round_.other)
    return _theme("high", f"{card} is higher than {most}") if card > most else None


def _rescue(round_: Round, place: int) -> Theme | None:
    worst = [min(row) for row in round_.values]
    others = [value for row, value in enumerate(worst) if row != place]
    if worst[place] < 0 or max(others) >= 0:
        return None
    says = f"{round_.own[place]} is worth {worst[place]}, and no other card more than {max(others)}"
    return _theme("rescue", says)
