"""The generator without a table: sets of puzzles from games of a search against itself.

Positions are looked for that are won in so many plies by one move alone; then the proofs are built,
and the validator has to accept them, before the search goes on to the next game. From a game comes
one puzzle at most.
"""

import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

from serpentes.games.base import MaterialPosition, SearchablePosition, check_solvable
from serpentes.games.text import check_type
from serpentes.puzzles import model
from serpentes.puzzles.moves import check as moves_check
from serpentes.puzzles.moves import mine_searched
from serpentes.puzzles.moves import model as moves_model
from serpentes.puzzles.moves.build import build
from serpentes.puzzles.moves.games import moves_game
from serpentes.puzzles.moves.making import (
    Report,
    Wishes,
    choose,
    known_keys,
    one_of,
    proved,
    title,
    turned,
)
from serpentes.puzzles.moves.source import GaveUpError
from serpentes.puzzles.moves.source_searched import SearchedSource
from serpentes.solve.driver import deferred_interrupt, running
from serpentes.solve.slice_table import SliceTable
from serpentes.solve.solving import solve

CHOICE = 2
"""Puzzles that are made for each one that is chosen, to have a varied set."""
MOST_POSITIONS = 256
"""Positions of all proofs of a puzzle together."""
SEEDS = 1 << 48
MOST_MEN = 5
"""Men of the endgames that are solved, where the values fit."""


def endgames(
    start: SearchablePosition, threads: int | None = None, progress: Report | None = None
) -> SliceTable | None:
    """The table of endgames to find puzzles with, None where men are not taken for good.

    >>> import serpentes as sp
    >>> endgames(sp.serpent.start(size=4)), endgames(sp.fighting.start(length=2)).most_men
    (None, 5)
    """
    if not isinstance(start, MaterialPosition) or start.untabled is not None:
        return None
    for men in range(MOST_MEN, 1, -1):
        with suppress(OverflowError):
            found = solve(start, men=men, threads=threads, progress=progress)
            assert isinstance(found, SliceTable)
            return found
    return None


def make(
    start: SearchablePosition,
    wishes: Wishes,
    progress: Report | None = None,
    without: Sequence[model.PuzzleSet] = (),
    *,
    threads: int | None = None,
    table: SliceTable | None = None,
) -> moves_model.SearchedSet | None:
    """The set of wins that is wished for, None if not one puzzle was found.

    `start` is the start of the games. The set has fewer puzzles than wished for if the games looked
    at have no more, and none of the positions of the sets `without`. The same arguments make the
    same set, whatever the number of threads (None: one for each processor). A `table` of endgames
    tells what they are worth; the proofs do without. `progress` is called
    with what is being done, puzzles found, and how many are looked for. Raises ValueError for
    another start, and for other kinds than wins; InterruptedMaking, which has the set that the
    games up to then give, when interrupted.

    >>> import serpentes as sp
    >>> made = make(sp.serpent.start(size=3), Wishes(count=1, kinds=("win",), games=40), threads=1)
    >>> made.puzzles[0].goal.kind, made.puzzles[0].uniqueness.method
    ('win', 'forward search')
    """
    check_solvable(start)
    check_type("wishes", wishes, Wishes, "Wishes")
    expected = moves_game(start.game).start(start, 0)
    if start != expected:
        raise ValueError(f"the start is '{start}'; expected '{expected}'")
    if wishes.kinds not in ((), ("win",)):
        raise ValueError(
            f"kinds are {', '.join(wishes.kinds)}; expected win alone, as there is no table"
        )
    finder = _Finder(start, wishes, table, frozenset(known_keys(start, without)))
    pool, games = _pool(finder, progress, threads)
    chosen = choose(pool, wishes, lambda _: True)  # they were proved when they were found
    if games is None:
        return _document(start, wishes, table, chosen, without) if chosen else None
    fewer = replace(wishes, games=max(1, games))
    made = _document(start, fewer, table, chosen, without) if chosen else None
    raise model.InterruptedMaking(made, f"{games} games")


def _pool(
    finder: "_Finder", progress: Report | None, threads: int | None
) -> tuple[list[moves_model.MovePuzzle], int | None]:
    """More puzzles than are wished for, in the order of the games, and after how many games Ctrl-C
    ended the search, None if it did not."""
    wishes = finder.wishes
    random = Random(wishes.seed)
    seeds = [int(random.random() * SEEDS) for _ in range(wishes.games)]
    enough = CHOICE * wishes.count
    pool: dict[str, moves_model.MovePuzzle] = {}
    with running(threads) as run, deferred_interrupt(finder.stop.set) as interrupted:
        try:
            for game, puzzle in enumerate(run(finder.of_game, range(wishes.games), seeds)):
                if interrupted():
                    return list(pool.values()), game
                if isinstance(puzzle, moves_model.MovePuzzle):
                    pool.setdefault(puzzle.id, puzzle)
                if progress is not None:
                    progress("finding puzzles", len(pool), enough)
                if len(pool) == enough:
                    break
        finally:
            finder.stop.set()
    return list(pool.values()), None


@dataclass(frozen=True, slots=True)
class _Finder:
    """What puzzles are looked for, without those of the keys in `tried`."""

    start: SearchablePosition
    wishes: Wishes
    table: SliceTable | None
    tried: frozenset[int]
    stop: threading.Event = field(default_factory=threading.Event)

    def of_game(self, number: int, seed: int) -> moves_model.MovePuzzle | None:
        """The puzzle of a game, None if there is none.

        Games take turns in which length of a win they look for, so that all come up.
        """
        source = SearchedSource(self.start, self.table)
        symmetry = one_of(self.start.symmetries(), Random(seed))
        plies = range(self.wishes.low, self.wishes.high + 1)
        wanted = plies[number % len(plies)]
        for win in mine_searched.wins(source, self.start, seed, plies, wanted):
            if self.stop.is_set():
                return None
            puzzle = None if win.position.key in self.tried else self._built(source, win, symmetry)
            if puzzle is not None:
                return puzzle
        return None

    def _built(
        self, source: SearchedSource, win: mine_searched.Win, symmetry: int
    ) -> moves_model.MovePuzzle | None:
        try:
            valued = mine_searched.valued(source, win)
            if valued is None:
                return None
            candidate = turned(self.start, win.position, win.played, valued, symmetry)
            if candidate is None:
                return None
            puzzle = build(source, candidate, ("win",), MOST_POSITIONS)
        except GaveUpError:
            return None
        return puzzle if puzzle and proved(moves_check.NODES_PER_SEARCHED, puzzle) else None


def _document(
    start: SearchablePosition,
    wishes: Wishes,
    table: SliceTable | None,
    chosen: list[moves_model.MovePuzzle],
    without: Sequence[model.PuzzleSet],
) -> moves_model.SearchedSet:
    document = {
        **model.head(f"{title(start)}: win", wishes.seed),
        "parameters": {
            "game": start.game,
            "board": start.board,
            "rulings": start.rulings.as_dict(),
            "kinds": ("win",),
            "plies": moves_model.PlyRange(low=wishes.low, high=wishes.high),
            "count": wishes.count,
            "games": wishes.games,
            "men": None if table is None else table.most_men,
            "without": tuple(one.title for one in without),
        },
        "table": None,
        "puzzles": tuple(chosen),
    }
    return moves_model.SearchedSet.model_validate(document)
