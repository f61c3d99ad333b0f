"""What puzzles from a table need to know of a game besides its positions: its kinds, themes and
difficulty."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from serpentes.games import registry
from serpentes.games.base import SearchablePosition
from serpentes.puzzles.difficulty import Factors
from serpentes.puzzles.tables import fighting, serpent
from serpentes.puzzles.tables import model as table_model
from serpentes.puzzles.tables.themes import Detector


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game whose puzzles come from tables.

    `title` begins the titles of its sets; the proofs of a puzzle have `most_positions` in all, so
    that they can be read. `detectors` find the themes, in the order in which a puzzle lists them;
    `factors` gives the components of difficulty that only this game has, with which `difficulty` is
    filled. `start` is called with a position and a number of plies, and gives the start of a game
    that comes to the position after so many; `symmetries` are those of the board of a position.
    """

    title: str
    kinds: tuple[table_model.Kind, ...]
    most_positions: int
    detectors: Mapping[Any, Detector]
    factors: Callable[[Any], Factors]
    difficulty: type[table_model.SerpentDifficulty] | type[table_model.FightingDifficulty]
    start: Callable[[Any, int], SearchablePosition]
    symmetries: Callable[[Any], tuple[int, ...]]


GAMES: Mapping[str, TableGame] = {
    "serpent": TableGame(
        title="Serpent",
        kinds=("win", "draw", "save"),
        most_positions=64,
        detectors=serpent.DETECTORS,
        factors=serpent.factors,
        difficulty=table_model.SerpentDifficulty,
        start=serpent.start,
        symmetries=serpent.symmetries,
    ),
    "fighting": TableGame(
        title="Fighting Serpents",
        kinds=("win", "count", "draw", "save"),
        most_positions=96,
        detectors=fighting.DETECTORS,
        factors=fighting.factors,
        difficulty=table_model.FightingDifficulty,
        start=fighting.start,
        symmetries=fighting.symmetries,
    ),
}


def table_game(name: str) -> TableGame:
    """The game of that name; ValueError if no puzzles of it come from tables.

    >>> table_game("serpent").kinds
    ('win', 'draw', 'save')
    """
    registry.game(name)
    if name not in GAMES:
        raise ValueError(
            f"no puzzles of {name} come from tables; expected one of: {', '.join(GAMES)}"
        )
    return GAMES[name]
