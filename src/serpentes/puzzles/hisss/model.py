"""The form of sets of Hisss: positions of two players with a card in hand, of which exactly one
laying is best (`best`, the deck closed), or wins (`win`, the deck open)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from serpentes.games.documents import Strict
from serpentes.games.hisss.cards import CARD, CARDS, MOST_CARDS
from serpentes.puzzles import model
from serpentes.puzzles.difficulty import Tier
from serpentes.puzzles.hisss import themes as hisss_themes
from serpentes.puzzles.model import Count, Score

FEWEST_LAYINGS, MOST_LAYINGS = 3, 64
"""Layings of the card in hand."""
FEWEST_LEFT, MOST_LEFT = 3, 9
"""Cards in the deck."""
MOST_ANSWERS = 200
"""Layings of the opponent in a tree, at most."""

Kind = Literal["best", "win"]
Match = Literal["mandatory", "optional"]
CardText = Annotated[str, StringConstraints(pattern=CARD)]
LayingText = Annotated[str, StringConstraints(pattern=r"^[a-zHT:*\[\]-]{4,1100}$")]
PositionText = Annotated[str, StringConstraints(pattern=r"^[a-zHT0-9:*/|\[\] -]{1,2000}$")]
Chance = Annotated[str, StringConstraints(pattern="^(0|1|[1-9][0-9]{0,9}/[1-9][0-9]{0,9})$")]
Layings = Annotated[tuple[LayingText, ...], Field(max_length=MOST_LAYINGS)]
Deck = Annotated[
    dict[CardText, Annotated[int, Field(ge=1, le=MOST_CARDS)]],
    Field(min_length=1, max_length=len(CARDS)),
]


class Theme(model.Theme):
    """Something the solution does, with the evidence for it."""

    name: hisss_themes.ThemeName = Field(
        description="; ".join(f"{name}: {says}" for name, says in hisss_themes.MEANINGS.items())
    )
    moves: Layings = Field(description="The layings it is about.")


class HisssGoal(model.Goal):
    """What is asked."""

    kind: Kind = Field(
        description="best: with the deck closed, exactly one laying gives the player to move the "
        "best chance of winning, and each other one a chance that is less by the margin of the set "
        "or more. win: with the order of the deck known, exactly one laying wins, whatever the "
        "opponent lays; after each other one the opponent wins, or shares the win, which does not "
        "count as winning."
    )


class Node(Strict):
    """A position of the player to move in the tree of a win, with a card in hand: the next of the
    open deck, and that of the puzzle at the root."""

    move: LayingText = Field(description="A laying that wins.")
    answers: Annotated[dict[LayingText, "Node | None"], Field(max_length=MOST_LAYINGS)] = Field(
        description="Every laying of the opponent, of the card that comes next, with what follows; "
        "null where it is the last card. Empty where `move` lays the last card."
    )


class Valued(Strict):
    """A laying with its value."""

    move: LayingText
    chance: Chance = Field(
        description="The exact probability that the player to move wins after it when both play "
        "their best; a shared win counts 1/2. That of the opponent is what it lacks of 1."
    )
    reply: LayingText | None = Field(
        description="For a win, of layings that do not win: what the opponent lays best, of "
        "several the first in ASCII order. Null otherwise."
    )


class HisssSolution(Strict):
    """The laying, and the proof."""

    move: LayingText = Field(description="The right laying.")
    layings: Annotated[tuple[Valued, ...], Field(max_length=MOST_LAYINGS)] = Field(
        description="Every laying, the best first, those of the same value in ASCII order. Of "
        "those that play cannot tell apart the first in ASCII order stands for all."
    )
    tree: Node | None = Field(
        description="For a win: how the right laying wins, with every answer of the opponent."
    )


class HisssUniqueness(Strict):
    """How it is known that no other laying is as good."""

    criterion: Literal["one laying is best", "one laying wins"]
    solution_count: Literal[1]
    lead: Chance = Field(description="The chance of the right laying, less the next best one.")
    method: Literal["backward induction"] = Field(
        description="The generator takes chances from a search depth first that prunes; `check` "
        "works them out backwards over all that can come up."
    )


class Greedy(Strict):
    """What greed would lay: a snake of as many cards as can be collected now or, if no snake can be
    completed, the longest that can be made."""

    moves: Layings = Field(description="All layings that are as greedy as can be, in ASCII order.")
    right: bool = Field(description="Whether the right laying is one of them.")


class HisssDifficulty(Strict):
    """How hard a puzzle is: raw components, and what the formula makes of them."""

    layings: Count = Field(description="Layings of the card in hand.")
    depth: Count = Field(
        description="Further cards that have to be foreseen: if the game ended when so many have "
        "been laid, or any larger number, the right laying would be better than all others."
    )
    cards: Count = Field(description="Cards in the deck.")
    kinds: Count = Field(description="Kinds of cards in the deck.")
    close: Count = Field(
        description="How close the next best laying comes: 12 less the lead in twentieths, rounded "
        "down, and at least 0."
    )
    misled: bool = Field(description="Whether no greedy laying is right.")
    score: Score = Field(description=hisss_themes.FORMULA)
    tier: Tier = Field(description="From the score, by the formula given there.")


class HisssPuzzle(model.Puzzle):
    """A position in which one laying is right."""

    id: Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")] = Field(
        description="BLAKE2b (16 bytes, hexadecimal) of the lines game, ruling as match=OPTION, "
        "position and kind, joined by line feeds; of all positions that come of it by renaming the "
        "six colours, exchanging heads and tails, and calling the player to move player 1, that "
        "whose text comes first in ASCII order."
    )
    game: Literal["hisss"]
    board: Annotated[dict[str, int], Field(max_length=0)] = Field(
        description="The game has no board."
    )
    position: PositionText
    goal: HisssGoal
    solution: HisssSolution
    uniqueness: HisssUniqueness
    greedy: Greedy
    difficulty: HisssDifficulty
    themes: Annotated[tuple[Theme, ...], Field(max_length=16)]


class HisssParameters(model.Parameters):
    """What was asked of the generator; the same generator makes the same set of it."""

    game: Literal["hisss"]
    kind: Kind
    players: Literal[2]
    match: Match
    cards: Annotated[int, Field(ge=FEWEST_LEFT, le=MOST_LEFT)] = Field(
        description="In the deck, at most."
    )
    margin: Chance | None = Field(
        description="By which the right laying is better than all others, at the least; null for "
        "wins."
    )
    deck: Deck = Field(
        description="The whole deck that the positions come of, in the order of the notation."
    )
    count: model.SetSize
    games: Count = Field(description="Games looked through at most.")
    without: model.Titles = Field(description="Titles of sets whose positions were left out.")


class HisssSet(model.PuzzleSet):
    """A set of puzzles of Hisss, all of one kind, of which greed solves at most half."""

    parameters: HisssParameters
    table: None
    puzzles: Annotated[tuple[HisssPuzzle, ...], Field(min_length=1, max_length=model.MOST_PUZZLES)]

    @property
    def game(self) -> str:
        """The game of the parameters."""
        return self.parameters.game
