"""The games of which there are puzzles: what the validator and the command line need of each.

A new game has a form of sets (`serpentes.puzzles.sets`), a record here, and a command that makes
its sets (`serpentes.cli.make_puzzles`).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from serpentes.games import registry
from serpentes.games.base import Position
from serpentes.puzzles import model
from serpentes.puzzles.attempts import Attempt
from serpentes.puzzles.faults import Fault
from serpentes.puzzles.hisss import attempt as hisss_attempt
from serpentes.puzzles.hisss import check as hisss_check
from serpentes.puzzles.hisss import show as hisss_show
from serpentes.puzzles.hisss import tasks as hisss_tasks
from serpentes.puzzles.hisss import themes as hisss_themes
from serpentes.puzzles.hisss.model import HisssSet
from serpentes.puzzles.master import attempt as master_attempt
from serpentes.puzzles.master import check as master_check
from serpentes.puzzles.master import show as master_show
from serpentes.puzzles.master import tasks as master_tasks
from serpentes.puzzles.master import themes as master_themes
from serpentes.puzzles.master.model import MasterSet
from serpentes.puzzles.moves import attempt as moves_attempt
from serpentes.puzzles.moves import check as moves_check
from serpentes.puzzles.moves import fighting, serpent
from serpentes.puzzles.moves import games as moves_games
from serpentes.puzzles.moves import show as moves_show
from serpentes.puzzles.moves.model import MoveSet
from serpentes.puzzles.parts import Part


@dataclass(frozen=True, slots=True)
class PuzzleGame:
    """A game of which there are puzzles.

    `form` are its sets, of puzzles of these `kinds`; `themes` says what each theme means.

    The validator asks for everything that is wrong: `set_faults(document)` with a set apart from
    its puzzles, `misfits(puzzle, document)` with a puzzle as one of its set, and
    `faults(puzzle, nodes)` with a puzzle taken by itself, whose proof may cost so many nodes, by
    default `nodes(document)`. What a document says may be anything that fits the form.

    To show a puzzle, `read(puzzle)` gives its position, `asked(puzzle, position)` what is asked,
    and `solved(puzzle, position)` the solution. `attempt(puzzle, position, moves)` tells what
    becomes of moves that are tried, and `hints(puzzle, position)` gives hints, weak ones first.
    They raise ValueError for what cannot be.
    """

    form: type[model.PuzzleSet]
    kinds: tuple[str, ...]
    themes: Mapping[Any, str]
    nodes: Callable[[Any], int]
    set_faults: Callable[[Any], Iterator[Fault]]
    misfits: Callable[[Any, Any], Iterator[Fault]]
    faults: Callable[[Any, int], Iterator[Fault]]
    read: Callable[[Any], Position]
    asked: Callable[[Any, Any], Iterator[Part]]
    solved: Callable[[Any, Any], Iterator[Part]]
    attempt: Callable[[Any, Any, tuple[str, ...]], Attempt]
    hints: Callable[[Any, Any], tuple[str, ...]]


def _of_moves(name: str, themes: Mapping[Any, str]) -> PuzzleGame:
    return PuzzleGame(
        form=MoveSet,
        kinds=moves_games.GAMES[name].kinds,
        themes=themes,
        nodes=moves_check.usual_nodes,
        set_faults=moves_check.set_faults,
        misfits=moves_check.misfits,
        faults=moves_check.faults,
        read=moves_show.read,
        asked=moves_show.asked,
        solved=moves_show.solved,
        attempt=moves_attempt.attempt,
        hints=moves_attempt.hints,
    )


GAMES: Mapping[str, PuzzleGame] = {
    "serpent": _of_moves("serpent", serpent.MEANINGS),
    "fighting": _of_moves("fighting", fighting.MEANINGS),
    "master": PuzzleGame(
        form=MasterSet,
        kinds=("pack", "dominant"),
        themes=master_themes.MEANINGS,
        nodes=lambda _: master_check.NODES_PER_PUZZLE,
        set_faults=master_check.set_faults,
        misfits=master_check.misfits,
        faults=master_check.faults,
        read=master_tasks.read,
        asked=master_show.asked,
        solved=master_show.solved,
        attempt=master_attempt.attempt,
        hints=master_attempt.hints,
    ),
    "hisss": PuzzleGame(
        form=HisssSet,
        kinds=("best", "win"),
        themes=hisss_themes.MEANINGS,
        nodes=lambda _: hisss_check.NODES_PER_PUZZLE,
        set_faults=hisss_check.set_faults,
        misfits=hisss_check.misfits,
        faults=hisss_check.faults,
        read=hisss_tasks.read,
        asked=hisss_show.asked,
        solved=hisss_show.solved,
        attempt=hisss_attempt.attempt,
        hints=hisss_attempt.hints,
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


def game_of(document: model.PuzzleSet) -> PuzzleGame:
    """The game of a set; ValueError if there are no such puzzles of it."""
    game = puzzle_game(document.game)
    if not isinstance(document, game.form):
        raise ValueError(f"puzzles of {document.game} come from no table")
    return game
