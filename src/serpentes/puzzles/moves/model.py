"""The forms of sets of Serpent and Fighting Serpents, in which one move is right.

A puzzle is a position of which exactly one move is right. Trees and fortresses prove what that move
does and what the others do. The values come from a table, of which `table` says what it is, or from
searches, where that is null.
"""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, StringConstraints

from serpentes.games.documents import Strict, tag
from serpentes.puzzles import model
from serpentes.puzzles.difficulty import Tier
from serpentes.puzzles.model import Board, Cells, Count, Hex, Rulings, Score, Word
from serpentes.puzzles.moves import fighting, serpent
from serpentes.puzzles.moves.source import Method

MOST_MOVES = 512
"""Legal moves of a position, at most; also the moves of a line, and of the game before it."""
MOST_PLIES = 100
"""Plies of a win or loss, at most: what the search goes to."""
MOST_POSITIONS = 256
"""Positions of a proof, at most."""

Kind = Literal["win", "count", "save", "draw"]
GoalValue = Literal["win", "draw", "draw or better"]
Side = Literal["b", "w"]
MoveText = Annotated[str, StringConstraints(pattern=r"^[a-z0-9~-]{1,100}$")]
PositionText = Annotated[str, StringConstraints(pattern=r"^[a-z0-9/]{1,200} [bw]( (-|b|w|bw))?$")]
Line = Annotated[tuple[MoveText, ...], Field(max_length=MOST_MOVES)]
Plies = Annotated[int, Field(ge=1, le=MOST_PLIES)]
Games = Annotated[int, Field(ge=1, le=1 << 53)]
ThemeName = Literal[serpent.ThemeName, fighting.ThemeName]


class Goal(model.Goal):
    """What the side to move is asked to do, as seen by it."""

    kind: Kind = Field(
        description="win: exactly one move wins, and it forces the end of the game. count: exactly "
        "one move wins, by the number of men, as the other side never gets even. draw: exactly one "
        "move holds the draw, and the position is proved drawn. save: exactly one move does not "
        "lose; that it does not is all that is claimed and proved."
    )
    value: GoalValue = Field(description="The value of the position, as far as it is claimed.")
    plies: Plies | None = Field(
        description="Plies to the end with the winner as fast and the loser as slow as possible; "
        "null unless the kind is win."
    )


class Acceptance(Strict):
    """Which answers are right."""

    first: MoveText = Field(description="The one first move that is right.")
    then: Literal["wins as fast", "wins", "does not lose"] = Field(
        description="Which later moves are right: all that win in as few plies (`move` and `also` "
        "of the tree), all that win, or all that do not lose (the fortress has one of them)."
    )


class Node(Strict):
    """A position of the winner in the tree of a win, the root being the puzzle's position."""

    move: MoveText = Field(description="A move that wins as fast as possible.")
    also: Line = Field(description="All other moves that win as fast.")
    defences: Annotated[dict[MoveText, "Node | None"], Field(max_length=MOST_MOVES)] = Field(
        description="Every legal answer to `move`, with what follows; null where the answer ends "
        "the game. Empty where `move` ends it."
    )


class Fortress(Strict):
    """A proof that a side does not lose, or wins: a graph of positions, closed under play.

    From where it starts, whatever the other side plays, a position with a move in `moves` comes up,
    or the game is over and not lost (won). Play that never ends goes round a cycle, and all cycles
    are worth a draw or more (a win), by the rules. So the side never loses (wins). It is the place
    of a fortress in the puzzle that says which of the two it proves.
    """

    side: Side = Field(description="The side that does not lose, or wins.")
    moves: Annotated[dict[PositionText, MoveText], Field(max_length=MOST_POSITIONS)] = Field(
        description="The move of that side in each position that can come up with it to move."
    )


class Solution(Strict):
    """The key move and the proof that it does what the goal asks."""

    move: MoveText = Field(description="The key move.")
    line: Line = Field(
        description="The main line from the puzzle's position: the longest of a win, else best "
        "play of both until the game ends or a position comes back."
    )
    tree: Node | None = Field(description="For a win: the whole tree.")
    fortress: Fortress | None = Field(
        description="For a draw or save: how the side to move does not lose; for a count: how it "
        "wins; from the puzzle's position on."
    )
    opposing: Fortress | None = Field(
        description="For a draw: how the other side does not lose, from after the key move on."
    )


class Try(Strict):
    """A legal move that is not the solution."""

    move: MoveText
    value: Literal["loss", "draw"] = Field(description="Its value for the side that makes it.")
    plies: Plies | None = Field(
        description="Plies to the end, this move included; null for a draw, and for a loss that "
        "another proof shows: one by the number of men, or one whose length is not known."
    )
    refutation: Line = Field(
        description="Best play after the move: to the end of the game, or until a position comes "
        "back. Where a fortress shows the loss and there is no table, the side that loses makes "
        "the move that leaves the other side the fewest. Where there is no fortress, only the "
        "first answer."
    )
    fortress: Fortress | None = Field(
        description="For a draw: how the side that made it does not lose. Without a table both "
        "fortresses are null where they would be too large to be read: a search shows it again."
    )
    opposing: Fortress | None = Field(
        description="For a draw: how the other side does not lose; for a loss without plies: how "
        "it wins."
    )


class Uniqueness(Strict):
    """How it is known that no other move is right."""

    criterion: Literal["one move wins", "one move does not lose"]
    solution_count: Literal[1]
    method: Method = Field(
        description="retrograde analysis: by a table. forward search: by searches, which know a "
        "table of endgames at most; that no other move is right is then proved by proof-number "
        "search, too."
    )
    positions: Count | None = Field(
        description="Positions of the table in which the moves were valued; null without a table."
    )


class Difficulty(Strict):
    """How hard a puzzle is: raw components, and what the formula makes of them."""

    legal_moves: Count
    slow_tries: Count = Field(
        description="Tries that draw, lose in 4 plies or more, or in more than can be told."
    )
    plies: Count = Field(description="The length of the main line.")
    decisions: Count = Field(description="Positions of the side to move in the proof.")


class SerpentDifficulty(Difficulty):
    """How hard a puzzle of Serpent is."""

    paths_cut: Count = Field(
        description="Groups of the opponent whose shortest survival path the key move blocks."
    )
    order_needed: bool = Field(description="The order of the removals matters for the key move.")
    merge_needed: bool = Field(description="The key move joins groups.")
    score: Score = Field(description=serpent.FORMULA)
    tier: Tier = Field(description="From the score, by the formula given there.")


class FightingDifficulty(Difficulty):
    """How hard a puzzle of Fighting Serpents is."""

    men_taken: Count = Field(description="Men that the key move takes.")
    men_given: Count = Field(description="Men that the answer to it in the main line takes.")
    quiet_needed: bool = Field(
        description="The key move takes nothing, though there are moves that do."
    )
    score: Score = Field(description=fighting.FORMULA)
    tier: Tier = Field(description="From the score, by the formula given there.")


def _which(rated: object) -> str:
    """The tag of a difficulty, which shows in its fields."""
    fields = rated if isinstance(rated, dict) else getattr(rated, "model_fields_set", ())
    return "<fighting>" if "quiet_needed" in fields else "<serpent>"


AnyDifficulty = Annotated[
    Annotated[SerpentDifficulty, tag("serpent")] | Annotated[FightingDifficulty, tag("fighting")],
    Discriminator(_which),
]


class Theme(model.Theme):
    """Something the solution does, with the evidence for it."""

    name: ThemeName = Field(
        description=" ".join(
            f"In {game}: {'; '.join(f'{name}: {says}' for name, says in meanings.items())}."
            for game, meanings in (("serpent", serpent.MEANINGS), ("fighting", fighting.MEANINGS))
        )
    )
    moves: Line = Field(description="The moves it is about.")
    cells: Cells = Field(description="The cells it is about.")
    groups: Annotated[tuple[Cells, ...], Field(max_length=64)] = Field(
        description="The groups it is about, each as its cells."
    )


class Symmetry(Strict):
    """How the position is made from the canonical one, to vary what a set looks like."""

    index: Annotated[int, Field(ge=0, le=11)] = Field(
        description="The symmetry applied last. In serpent: 0 to 5 turn by 60 degrees each, "
        "clockwise, 6 to 11 reflect and then turn. In fighting: 0 leaves all as it is, 1 exchanges "
        "left and right, 2 top and bottom, 3 both."
    )
    exchanged: bool = Field(
        description="Whether the colours were exchanged before (in fighting, top and bottom with "
        "them)."
    )


class MovePuzzle(model.Puzzle):
    """A position of which exactly one move is right."""

    id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")] = Field(
        description="BLAKE2b (16 bytes, hexadecimal) of the lines game, canonical position, "
        "rulings in order of name as name=option, and goal as kind, value, plies (- for null), "
        "joined by line feeds."
    )
    position: PositionText
    side: Side = Field(description="The side to move.")
    goal: Goal
    acceptance: Acceptance
    solution: Solution
    tries: Annotated[tuple[Try, ...], Field(max_length=MOST_MOVES)] = Field(
        description="Every other legal move, best first."
    )
    uniqueness: Uniqueness
    difficulty: AnyDifficulty
    themes: Annotated[tuple[Theme, ...], Field(max_length=64)]
    played: Line | None = Field(
        description="A game from the start that leads to the position; null for one that is "
        "composed, of which nobody says whether play can lead there."
    )
    symmetry: Symmetry


class PlyRange(Strict):
    """Plies that a win may take."""

    low: Plies
    high: Plies


class TableParameters(model.Parameters):
    """What was asked of the generator; with the same generator and table, it gives the same set."""

    kinds: Annotated[tuple[Kind, ...], Field(min_length=1, max_length=4)]
    plies: PlyRange
    count: model.SetSize
    games: Games = Field(
        description="Random games, or random placements of endgames, looked through at most."
    )
    without: model.Titles = Field(description="Titles of sets whose positions were left out.")


class SearchParameters(model.Parameters):
    """What was asked of the generator without a table; with the same, it gives the same set."""

    game: Literal["serpent", "fighting"]
    board: Board
    rulings: Rulings
    kinds: Annotated[tuple[Literal["win"], ...], Field(min_length=1, max_length=1)]
    plies: PlyRange
    count: model.SetSize
    games: Games = Field(description="Games of a search against itself, looked through at most.")
    men: Annotated[int, Field(ge=2, le=16)] | None = Field(
        description="Men of the endgames in all, at most, whose values come from a table; null "
        "without one."
    )
    without: model.Titles = Field(description="Titles of sets whose positions were left out.")


class TableFacts(Strict):
    """The table in which the puzzles were found."""

    digest: Hex = Field(description="BLAKE2b of what the table says, as in its manifest.")
    game: Word
    board: Board
    rulings: Rulings
    start: PositionText
    positions: Count


MovePuzzles = Annotated[tuple[MovePuzzle, ...], Field(min_length=1, max_length=model.MOST_PUZZLES)]


class MoveSet(model.PuzzleSet):
    """A set of puzzles in which one move is right, found in a table or by search."""

    parameters: TableParameters | SearchParameters
    table: TableFacts | None
    puzzles: MovePuzzles

    @property
    def facts(self) -> TableFacts | SearchParameters:
        """Where it says what game, board and rulings all puzzles have."""
        if self.table is not None:
            return self.table
        assert isinstance(self.parameters, SearchParameters)
        return self.parameters

    @property
    def game(self) -> str:
        """The game of all puzzles."""
        return self.facts.game


class TableSet(MoveSet):
    """A set of puzzles found in a table."""

    parameters: TableParameters
    table: TableFacts


class SearchedSet(MoveSet):
    """A set of puzzles found by search, in games of a search against itself."""

    parameters: SearchParameters
    table: None
