"""The puzzle of a choice, put together."""

from collections.abc import Callable
from fractions import Fraction

from serpentes.games.hisss.move import Laying
from serpentes.games.hisss.position import Position
from serpentes.puzzles.hisss import choice as hisss_choice
from serpentes.puzzles.hisss.choice import Choice
from serpentes.puzzles.hisss.model import HisssGoal, HisssPuzzle, HisssSolution, Kind, Node, Valued
from serpentes.puzzles.hisss.tasks import puzzle_id

Replies = Callable[[Position], str | None]
"""What is laid best where the next card of an open deck is to be drawn; None if there is none."""


def puzzle(
    choice: Choice, kind: Kind, *, depth: int, replies: Replies, tree: Node | None
) -> HisssPuzzle:
    """The puzzle of a choice, which has to be one of this kind.

    `depth` are the cards that have to be foreseen, `tree` is that of a win.
    """
    return HisssPuzzle(
        id=puzzle_id(choice.position, kind),
        game="hisss",
        board={},
        rulings=choice.position.rulings.as_dict(),
        position=str(choice.position),
        goal=HisssGoal(kind=kind),
        solution=HisssSolution(
            move=str(choice.right), layings=layings(choice, kind, replies), tree=tree
        ),
        uniqueness=hisss_choice.uniqueness(choice, kind),
        greedy=hisss_choice.greed(choice),
        difficulty=hisss_choice.rate(choice, depth),
        themes=hisss_choice.tag(choice),
    )


def layings(choice: Choice, kind: Kind, replies: Replies) -> tuple[Valued, ...]:
    """Every laying with its value."""

    def reply(laying: Laying, chance: Fraction) -> str | None:
        return replies(choice.position.play(laying)) if kind == "win" and chance < 1 else None

    return tuple(
        Valued(move=str(laying), chance=str(chance), reply=reply(laying, chance))
        for laying, chance in choice.ranked
    )
