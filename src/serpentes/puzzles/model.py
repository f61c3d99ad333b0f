"""The document of a puzzle set: what sets and puzzles of every game have in common.

A set is one JSON document. Everything in it is a claim that `serpentes.puzzles.check` proves again,
or a statement of where the set comes from. All fields are always there; null says that a field does
not apply. What a puzzle claims and how that is proved depends on the game: each form of sets goes
on from here in a module of its own, and `serpentes.puzzles.sets` puts them together. The JSON
Schema that is published as `puzzles/schema.json` is generated from these models.

The limits on lengths are not about what can be a puzzle but about files of strangers: whatever
fits the model is checked in bounded time.
"""

from typing import TYPE_CHECKING, Annotated, Literal, Protocol

from pydantic import Field, StringConstraints

from serpentes import __version__
from serpentes.games.documents import Strict
from serpentes.games.text import check_type
from serpentes.puzzles import limits
from serpentes.puzzles.difficulty import Tier

SCHEMA_URI = "urn:serpentes:puzzle-set:1"
LICENCE = "CC0-1.0"
MOST_PUZZLES = limits.MOST_PUZZLES

Word = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
CellText = Annotated[str, StringConstraints(pattern=r"^[a-z][0-9]{1,2}$")]
Cells = Annotated[tuple[CellText, ...], Field(max_length=128)]
Count = Annotated[int, Field(ge=0, le=1 << 62)]
Board = Annotated[dict[Word, Annotated[int, Field(ge=1, le=100)]], Field(max_length=8)]
Rulings = Annotated[dict[Word, Word], Field(max_length=32)]
Score = Annotated[int, Field(ge=-1000, le=1_000_000)]
Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32,64}$")]
Sentence = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f-\x9f]{1,400}$")]
"""Nothing in it moves the cursor of a terminal, whoever wrote it."""
Titles = Annotated[tuple[Sentence, ...], Field(max_length=64)]
SetSize = Annotated[int, Field(ge=1, le=MOST_PUZZLES)]


class Goal(Strict):
    """What is asked. The kind says what a right answer is, and by what it is proved."""

    kind: str


class Theme(Strict):
    """Something the solution does, with the evidence for it."""

    name: str
    says: Sentence


class Rated(Protocol):
    """How hard a puzzle is: raw components, and what a formula makes of them."""

    @property
    def score(self) -> int: ...
    @property
    def tier(self) -> Tier: ...


class Puzzle(Strict):
    """What every puzzle begins with."""

    id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    game: Word
    board: Board
    rulings: Rulings = Field(description="The option of every ruling of the game.")
    position: str

    if TYPE_CHECKING:
        # Every form has these as well, each in its own place among further fields.
        @property
        def goal(self) -> Goal: ...
        @property
        def difficulty(self) -> Rated: ...
        @property
        def themes(self) -> tuple[Theme, ...]: ...


class Generator(Strict):
    """What made the set."""

    name: Literal["serpentes"]
    version: Annotated[str, StringConstraints(pattern=r"^[0-9a-z.+-]{1,40}$")]


class Parameters(Strict):
    """What was asked of the generator; the same generator makes the same set of it.

    Those of sets without a table begin with their game, by which their form is known.
    """


class PuzzleSet(Strict):
    """A set of puzzles of one game, with a proof of each."""

    schema_uri: Literal["urn:serpentes:puzzle-set:1"] = Field(alias="$schema")
    schema_version: Literal[1]
    title: Sentence
    licence: Annotated[str, StringConstraints(pattern=r"^[ -~]{1,100}$")] = Field(
        description="The licence of the set, an SPDX identifier."
    )
    generator: Generator
    seed: Annotated[int, Field(ge=0, le=1 << limits.SEED_BITS)]
    parameters: Parameters
    table: Strict | None = Field(description="The table in which the puzzles were found, if any.")
    puzzles: tuple[Puzzle, ...]

    @property
    def game(self) -> str:
        """The name of the game, as the set has it."""
        raise NotImplementedError


def check_set(document: object) -> None:
    """TypeError if it is no set of puzzles."""
    check_type("document", document, PuzzleSet, "a set of puzzles, such as sp.puzzles.read(PATH)")


class InterruptedMaking(KeyboardInterrupt):
    """Ctrl-C while a set was made: `made` is what was found by then, within what `within` says."""

    def __init__(self, made: PuzzleSet | None, within: str) -> None:
        super().__init__(within)
        self.made, self.within = made, within


def head(title: str, seed: int) -> dict[str, object]:
    """What the document of a set made here begins with.

    >>> head("two tasks", 7)["seed"]
    7
    """
    return {
        "$schema": SCHEMA_URI,
        "schema_version": 1,
        "title": title,
        "licence": LICENCE,
        "generator": Generator(name="serpentes", version=__version__),
        "seed": seed,
    }


def check_size(count: int, seed: int) -> None:
    """ValueError if there are no sets of so many puzzles, or no such seed."""
    if not 1 <= count <= MOST_PUZZLES:
        raise ValueError(f"count is {count}; expected 1 to {MOST_PUZZLES}")
    if not 0 <= seed < 1 << limits.SEED_BITS:
        raise ValueError(f"seed is {seed}; expected 0 to 2**{limits.SEED_BITS} - 1")
