"""What puzzles need to know of a game besides its positions: its kinds, themes and difficulty."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from serpentes.games import registry
from serpentes.games.base import SearchablePosition
from serpentes.puzzles import fighting, model, serpent
from serpentes.puzzles.difficulty import Factors
from serpentes.puzzles.themes import Detector


@dataclass(frozen=True, slots=True)
class PuzzleGame:
    """A game of which there are puzzles.

    `title` begins the titles of its sets; the proofs of a puzzle have `most_positions` in all, so
    that they can be read. `detectors` find the themes, in the order in which a puzzle lists them;
    `factors` gives the components of difficulty that only this game has, with which `difficulty` is
    filled. `start` is called with a position and a number of plies, and gives the start of a game
    that comes to the position after so many; `symmetries` are those of the board of a position.
    """

    title: str
    kinds: tuple[model.Kind, ...]
    most_positions: int
    detectors: Mapping[Any, Detector]
    factors: Callable[[Any], Factors]
    difficulty: type[model.SerpentDifficulty] | type[model.FightingDifficulty]
    start: Callable[[Any, int], SearchablePosition]
    symmetries: Callable[[Any], tuple[int, ...]]


GAMES: Mapping[str, PuzzleGame] = {
    "serpent": PuzzleGame(
        title="Serpent",
        kinds=("win", "draw", "save"),
        most_positions=64,
        detectors=serpent.DETECTORS,
        factors=serpent.factors,
        difficulty=model.SerpentDifficulty,
        start=serpent.start,
        symmetries=serpent.symmetries,
    ),
    "fighting": PuzzleGame(
        title="Fighting Serpents",
        kinds=("win", "count", "draw", "save"),
        most_positions=96,
        detectors=fighting.DETECTORS,
        factors=fighting.factors,
        difficulty=model.FightingDifficulty,
        start=fighting.start,
        symmetries=fighting.symmetries,
    ),
}


def puzzle_game(name: str) -> PuzzleGame:
    """The game of that name; ValueError if there are no puzzles of it.

    >>> puzzle_game("serpent").kinds
    ('win', 'draw', 'save')
    """
    registry.game(name)
    if name not in GAMES:
        raise ValueError(f"there are no puzzles of {name}; expected one of: {', '.join(GAMES)}")
    return GAMES[name]
