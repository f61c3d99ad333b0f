"""What puzzles in which one move is right need to know of a game besides its positions: its kinds,
themes and difficulty, and which of its boards are solved."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from serpentes.games import registry
from serpentes.games.base import SearchablePosition
from serpentes.puzzles.difficulty import Factors
from serpentes.puzzles.moves import fighting, serpent
from serpentes.puzzles.moves import model as moves_model
from serpentes.puzzles.moves.themes import Detector


@dataclass(frozen=True, slots=True)
class MovesGame:
    """A game of puzzles in which one move is right.

    `title` begins the titles of its sets; the proofs of a puzzle have `most_positions` in all, so
    that they can be read. `detectors` find the themes, in the order in which a puzzle lists them;
    `factors` gives the components of difficulty that only this game has, with which `difficulty` is
    filled. `start` is called with a position and a number of plies, and gives the start of a game
    that comes to the position after so many; `symmetries` are those of the board of a position.
    Boards up to the number `largest` are solved for puzzles; on larger ones they are found by
    search.
    """

    title: str
    kinds: tuple[moves_model.Kind, ...]
    most_positions: int
    detectors: Mapping[Any, Detector]
    factors: Callable[[Any], Factors]
    difficulty: type[moves_model.SerpentDifficulty] | type[moves_model.FightingDifficulty]
    start: Callable[[Any, int], SearchablePosition]
    symmetries: Callable[[Any], tuple[int, ...]]
    largest: int


GAMES: Mapping[str, MovesGame] = {
    "serpent": MovesGame(
        title="Serpent",
        kinds=("win", "draw", "save"),
        most_positions=64,
        detectors=serpent.DETECTORS,
        factors=serpent.factors,
        difficulty=moves_model.SerpentDifficulty,
        start=serpent.start,
        symmetries=serpent.symmetries,
        largest=3,
    ),
    "fighting": MovesGame(
        title="Fighting Serpents",
        kinds=("win", "count", "draw", "save"),
        most_positions=96,
        detectors=fighting.DETECTORS,
        factors=fighting.factors,
        difficulty=moves_model.FightingDifficulty,
        start=fighting.start,
        symmetries=fighting.symmetries,
        largest=7,
    ),
}


def moves_game(name: str) -> MovesGame:
    """The game of that name; ValueError if there are no such puzzles of it.

    >>> moves_game("serpent").kinds
    ('win', 'draw', 'save')
    """
    registry.game(name)
    if name not in GAMES:
        raise ValueError(
            f"there are no puzzles of {name} in which one move is right; "
            f"expected one of: {', '.join(GAMES)}"
        )
    return GAMES[name]
