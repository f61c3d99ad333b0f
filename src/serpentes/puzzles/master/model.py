"""The form of sets of Serpent Master: solo tasks to pack (`pack`), and rounds of two players in
which one card is better than all others (`dominant`)."""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, StringConstraints

from serpentes.games.documents import Strict, tag
from serpentes.games.master.deck import MOST_CARDS, PATH
from serpentes.puzzles import model
from serpentes.puzzles.difficulty import Tier
from serpentes.puzzles.master import themes as master_themes
from serpentes.puzzles.master.ranges import (
    FEWEST_CARDS,
    FEWEST_LEFT,
    MOST_BLOCKED,
    MOST_IN_HAND,
    MOST_LAYINGS,
    MOST_POSITIONS,
    MOST_ROUNDS,
    MOST_SPARE,
)
from serpentes.puzzles.model import Count, Rulings, Score

MOST_SOLUTIONS = 24
"""Orders in which the placements of a solution can be laid, at most."""

NUMBER, CELL = "[1-9][0-9]{0,2}", "[a-h][1-8]"
PLACEMENT = f"{NUMBER}(@{CELL})?[NESW]"
Kind = Literal["pack", "dominant"]
Mode = Literal["regular", "challenging"]
CardNumber = Annotated[int, Field(ge=1, le=999)]
CellText = Annotated[str, StringConstraints(pattern=f"^{CELL}$")]
MoveText = Annotated[str, StringConstraints(pattern=f"^{PLACEMENT}$")]
PositionText = Annotated[str, StringConstraints(pattern="^[a-zA-Z0-9=,/;@ -]{1,1000}$")]
Fraction = Annotated[str, StringConstraints(pattern="^-?[0-9]{1,30}(/[1-9][0-9]{0,29})?$")]
Line = Annotated[tuple[MoveText, ...], Field(max_length=MOST_IN_HAND)]
Deck = Annotated[
    dict[
        Annotated[str, StringConstraints(pattern=f"^{NUMBER}$")],
        Annotated[str, StringConstraints(pattern=f"^{PATH}$")],
    ],
    Field(min_length=1, max_length=MOST_CARDS),
]
Hand = Annotated[tuple[CardNumber, ...], Field(min_length=1, max_length=MOST_ROUNDS)]
Values = Annotated[tuple[Fraction, ...], Field(min_length=1, max_length=MOST_ROUNDS)]
Difference = Annotated[int, Field(ge=0, le=64)]


class Theme(model.Theme):
    """Something the solution does, with the evidence for it."""

    name: master_themes.ThemeName = Field(
        description="; ".join(f"{name}: {says}" for name, says in master_themes.MEANINGS.items())
    )
    moves: Line = Field(description="The placements it is about.")
    cells: Annotated[tuple[CellText, ...], Field(max_length=64)] = Field(
        description="The cells it is about."
    )


Themes = Annotated[tuple[Theme, ...], Field(max_length=16)]


class MasterPuzzle(model.Puzzle):
    """What puzzles of both kinds begin with."""

    id: Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")] = Field(
        description="BLAKE2b (16 bytes, hexadecimal) of the lines game, position, the cards as "
        "number and path, highest first, and kind (for dominant with the player behind), joined by "
        "line feeds; of the four rotations of the position, that whose text comes first."
    )
    game: Literal["master"]
    rulings: Rulings = Field(max_length=0, description="The game has none.")
    position: PositionText
    deck: Deck = Field(description="The paths of the cards that are dealt, highest card first.")


# Solo tasks


class PackGoal(model.Goal):
    """What is asked."""

    kind: Literal["pack"] = Field(
        description="All cards of the hand have to be placed, and there is one way to do it, at "
        "least up to the order of the placements."
    )


class PackSolution(Strict):
    """All solutions there are: one, or the same placements in several orders.

    Two solutions are the same up to order if they place the same cards, or cards with the same
    path, on the same cells.
    """

    line: Line = Field(description="The placements, in the order in which they are laid.")
    orders: Annotated[tuple[Line, ...], Field(max_length=MOST_SOLUTIONS - 1)] = Field(
        description="The other orders, if any."
    )


class PackUniqueness(Strict):
    """How it is known that there is no other way."""

    criterion: Literal["one solution", "one solution up to order"]
    solution_count: Annotated[int, Field(ge=1, le=MOST_SOLUTIONS)] = Field(
        description="All sequences of placements that solve the task."
    )
    method: Literal["depth-first search"] = Field(
        description="By which the generator counted them; `serpentes puzzles check` counts them "
        "again, breadth first and without the compiled solver."
    )


class PackDifficulty(Strict):
    """How hard a task is, from how a person searches: raw components, and what the formula makes
    of them.

    Simple deductions rule a placement out if, after it, the head can reach fewer cells than there
    are tokens left, or if more of those cells have at most one way in (a neighbour that can be
    reached, or the head) than can be left over, but for one that takes the last token.
    """

    choices: Count = Field(
        description="Placements that are open along the solution besides its own, added up."
    )
    forced: Count = Field(
        description="Placements of the solution that simple deductions force, as they rule out all "
        "others that are open."
    )
    dead_ends: Count = Field(
        description="Positions with cards left, of all that a depth-first search meets which "
        "leaves out what simple deductions rule out, where nothing is left to try."
    )
    score: Score = Field(description=master_themes.PACK_FORMULA)
    tier: Tier = Field(description="From the score, by the formula given there.")


class PackPuzzle(MasterPuzzle):
    """A solo task with one solution."""

    goal: PackGoal
    solution: PackSolution
    uniqueness: PackUniqueness
    spare: Annotated[int, Field(ge=0, le=64)] = Field(
        description="Cells that are left over: not blocked, not the start, without a token."
    )
    minimal: Annotated[dict[CellText, Line], Field(max_length=64)] | None = Field(
        description="That no blocked cell could be free: for each of them a solution that there "
        "would be then, with a token on it. Null where this is not claimed."
    )
    difficulty: PackDifficulty
    themes: Themes


class PackParameters(model.Parameters):
    """What was asked of the generator; with the same deck, it makes the same set of it again."""

    game: Literal["master"]
    kind: Literal["pack"]
    board: model.Board
    cards: Annotated[int, Field(ge=FEWEST_CARDS, le=MOST_IN_HAND)] = Field(description="Of a hand.")
    mode: Mode
    spare: Annotated[int, Field(ge=0, le=MOST_SPARE)] = Field(
        description="Cells that are left over in each task; in minimal ones at the least, as more "
        "are freed afterwards."
    )
    minimal: bool = Field(description="Whether no blocked cell of a task could be free.")
    count: model.SetSize = Field(description="Tasks asked for; fewer are there if none was left.")
    layings: Annotated[int, Field(ge=1, le=MOST_LAYINGS)] = Field(
        description="Random solutions looked through at most; none makes more than one task."
    )
    without: model.Titles = Field(description="Titles of sets whose tasks were left out.")


# Rounds of two players


class DominantGoal(model.Goal):
    """What is asked."""

    kind: Literal["dominant"] = Field(
        description="One card is strictly better than all others in the hand, by the margin of "
        "tokens, whatever card the opponent plays."
    )
    player: Literal[1, 2] = Field(description="The player who is asked for the card.")


class Matrix(Strict):
    """The exact values of a round, for every pair of cards: the margin of showing tokens at the
    end of the game, the first player's less the second's, if both play their best from there on."""

    rows: Hand = Field(description="The cards of the first player, highest first.")
    columns: Hand = Field(description="The cards of the second player, highest first.")
    values: Annotated[tuple[Values, ...], Field(min_length=1, max_length=MOST_ROUNDS)] = Field(
        description="A row for each card of the first player, as fractions."
    )


class DominantSolution(Strict):
    """The card, and the proof."""

    card: CardNumber
    replies: Hand = Field(description="The cards of the opponent that are best against it.")
    value: Fraction = Field(description="The margin of the position, for the player asked.")
    matrix: Matrix


class DominantUniqueness(Strict):
    """How it is known that no other card is as good."""

    criterion: Literal["one card is better against every card"]
    solution_count: Literal[1]
    lead: Fraction = Field(
        description="The least by which the card is better than another one, in tokens."
    )
    method: Literal["backward induction"] = Field(
        description="By which the generator found the values, with pruning; `serpentes puzzles "
        "check` works all of them out again without."
    )


class DominantDifficulty(Strict):
    """How hard a round is: raw components, and what the formula makes of them."""

    cards: Count = Field(description="Cards of a hand.")
    longer: Count = Field(description="Cards of the hand with a longer path than the right one.")
    higher: Count = Field(description="Cards of the hand with a higher number than the right one.")
    close: Count = Field(
        description="Pairs of another card of the hand and a card of the opponent where the other "
        "card is worse by one token or less."
    )
    openings: Count = Field(description="Placements open to the player for the right card, first.")
    score: Score = Field(description=master_themes.DOMINANT_FORMULA)
    tier: Tier = Field(description="From the score, by the formula given there.")


class DominantPuzzle(MasterPuzzle):
    """A round of two players in which one card is better than all others."""

    goal: DominantGoal
    solution: DominantSolution
    uniqueness: DominantUniqueness
    difficulty: DominantDifficulty
    themes: Themes


class DominantParameters(model.Parameters):
    """What was asked of the generator; with the same deck, it makes the same set of it again."""

    game: Literal["master"]
    kind: Literal["dominant"]
    board: model.Board
    cards: Annotated[int, Field(ge=FEWEST_LEFT, le=MOST_IN_HAND)] = Field(
        description="Of a hand, as dealt."
    )
    rounds: Annotated[int, Field(ge=0, le=MOST_IN_HAND - FEWEST_LEFT)] = Field(
        description="Rounds played at random before."
    )
    blocked: Annotated[int, Field(ge=0, le=MOST_BLOCKED)] = Field(description="Blocked cells.")
    count: model.SetSize = Field(description="Rounds asked for; fewer are there if none was left.")
    positions: Annotated[int, Field(ge=1, le=MOST_POSITIONS)] = Field(
        description="Random positions looked through at most; none makes more than one puzzle."
    )
    without: model.Titles = Field(description="Titles of sets whose positions were left out.")


# Sets


def _kind_of(puzzle: object) -> str:
    """The tag of a puzzle or of parameters: `pack` unless they say they are `dominant`."""
    goal = (
        puzzle.get("goal", puzzle) if isinstance(puzzle, dict) else getattr(puzzle, "goal", puzzle)
    )
    kind = goal.get("kind") if isinstance(goal, dict) else getattr(goal, "kind", None)
    return "<dominant>" if kind == "dominant" else "<pack>"


AnyPuzzle = Annotated[
    Annotated[PackPuzzle, tag("pack")] | Annotated[DominantPuzzle, tag("dominant")],
    Discriminator(_kind_of),
]
AnyParameters = Annotated[
    Annotated[PackParameters, tag("pack")] | Annotated[DominantParameters, tag("dominant")],
    Discriminator(_kind_of),
]


class MasterSet(model.PuzzleSet):
    """A set of puzzles of Serpent Master, all of one kind."""

    parameters: AnyParameters
    table: None
    puzzles: Annotated[tuple[AnyPuzzle, ...], Field(min_length=1, max_length=model.MOST_PUZZLES)]

    @property
    def game(self) -> str:
        """The game of the parameters."""
        return self.parameters.game
