"""Proofs and their files: one JSON document each, packed with gzip if the name ends in .gz.

$schema     urn:serpentes:proof:1, the version of the format
generator   what made it: name and version
game, board, rulings, position      what it is about, every ruling spelled out
goal, answer                        what is proved: the side to move wins, say, or that it does not
nodes       what the search looked at that found it
strategy    positions and moves in the notation of the game: for each position of the side that
            holds the strategy that can come up, what it plays there
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from serpentes import __version__
from serpentes.games import documents, files, registry
from serpentes.games.base import OTHER, Move, SearchablePosition, Side
from serpentes.games.documents import Strict
from serpentes.solve.strategies import Keeps

Goal = Literal["win", "draw"]
"""What the side to move is asked for: to win, or at least to draw, that is not to lose."""

LONGEST_FILE = 1 << 28
"""Bytes of a file that is read, unpacked; 200,000 positions of Serpent of size 3 have 7 million."""
WHAT = "proof"

Word = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
Text = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Count = Annotated[int, Field(ge=0, le=1 << 62)]


class Generator(Strict):
    """What made a proof."""

    name: Text
    version: Text


class ProofFile(Strict):
    """The document of a file."""

    schema_uri: Literal["urn:serpentes:proof:1"] = Field(alias="$schema")
    generator: Generator
    game: Word
    board: dict[Word, int]
    rulings: dict[Word, Word]
    position: Text
    goal: Goal
    answer: Literal["yes", "no"]
    nodes: Count
    strategy: dict[Text, Text]


@dataclass(frozen=True, slots=True)
class Proof:
    """A strategy that proves whether the side to move in `position` reaches the goal.

    With the answer "yes" it is a strategy of that side, with "no" one of the other side that keeps
    it from the goal. `strategy` has its moves by the positions in which they are played, both as
    texts; `nodes` are the positions that the search looked at. Nothing is checked here: see
    `serpentes.solve.proof_check`.

    >>> import serpentes as sp
    >>> search = sp.ProofSearch(sp.serpent.start(size=2))
    >>> search.run().answer
    'no'
    >>> proof = search.proof()
    >>> proof.side, proof.keeps
    ('w', 'draw')
    """

    position: SearchablePosition
    goal: Goal
    answer: Literal["yes", "no"]
    strategy: Mapping[str, str] = field(repr=False)
    nodes: int
    generator: str = f"serpentes {__version__}"

    @property
    def side(self) -> Side:
        """The side that holds the strategy."""
        return holder(self.position, self.answer)

    @property
    def keeps(self) -> Keeps:
        """What that side keeps by it."""
        return kept(self.goal, self.answer)

    def line(self) -> tuple[Move, ...]:
        """A line of the proof, to the end of the game or until a position comes back.

        The other side takes the answer after which play goes on and there are the fewest moves.
        Raises ValueError if the strategy has no legal move for a position of the line.
        """
        moves: list[Move] = []
        position, seen = self.position, {self.position}
        while position.outcome is None:
            move, position = self._step(position)
            moves.append(move)
            if position in seen:
                break
            seen.add(position)
        return tuple(moves)

    def _step(self, position: SearchablePosition) -> tuple[Move, SearchablePosition]:
        if position.side != self.side:
            return min(position.children(), key=lambda pair: _urgency(pair[1]))
        text = self.strategy.get(str(position))
        for move, child in position.children():
            if str(move) == text:
                return move, child
        raise ValueError(f"the proof has no legal move for '{position}'")

    def save(self, path: str | Path) -> None:
        """Write the proof into a file, packed if its name ends in .gz; one that is there is
        replaced.

        Equal proofs have equal files. Raises OSError if the file cannot be written.
        """
        name, _, version = self.generator.partition(" ")
        document = ProofFile(
            **{"$schema": "urn:serpentes:proof:1"},  # type: ignore[arg-type]
            generator=Generator(name=name, version=version),
            game=self.position.game,
            board=self.position.board,
            rulings=self.position.rulings.as_dict(),
            position=str(self.position),
            goal=self.goal,
            answer=self.answer,
            nodes=self.nodes,
            strategy=dict(self.strategy),
        )
        data = documents.dumps(document.model_dump(mode="json", by_alias=True)).encode()
        files.write(path, documents.packed(path, data))

    @staticmethod
    def open(path: str | Path) -> "Proof":
        """The proof of a file.

        Raises ValueError, one line that names the first wrong field and what was expected, if the
        file is no proof; OSError if it cannot be read.
        """
        document = documents.read(path, ProofFile, WHAT, LONGEST_FILE)
        try:
            position = _read_position(document)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
        generator = f"{document.generator.name} {document.generator.version}"
        return Proof(
            position, document.goal, document.answer, document.strategy, document.nodes, generator
        )


def holder(position: SearchablePosition, answer: Literal["yes", "no"]) -> Side:
    """The side that holds the strategy that proves such an answer."""
    return position.side if answer == "yes" else OTHER[position.side]


def kept(goal: Goal, answer: Literal["yes", "no"]) -> Keeps:
    """What the holder of the strategy that proves such an answer keeps.

    >>> kept("win", "yes"), kept("win", "no"), kept("draw", "no")
    ('win', 'draw', 'win')
    """
    if answer == "yes":
        return goal
    return "draw" if goal == "win" else "win"


def _urgency(position: SearchablePosition) -> tuple[bool, int]:
    return position.outcome is not None, position.perft(1)


def _read_position(document: ProofFile) -> SearchablePosition:
    game = registry.game(document.game)
    if game.cards is not None:
        raise ValueError(f"field game is {document.game}, which has no proofs")
    position = game.parse(document.position, **document.rulings)
    assert isinstance(position, SearchablePosition)
    for name, said, found in (
        ("board", document.board, position.board),
        ("rulings", document.rulings, position.rulings.as_dict()),
        ("position", document.position, str(position)),
    ):
        if said != found:
            raise ValueError(f"field {name} is {said}; expected {found}")
    return position
