"""The validator: proves every claim of a puzzle set again, by another road than the generator's.

What is wrong with one set or puzzle is asked of its game (`serpentes.puzzles.games`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from serpentes.puzzles import model
from serpentes.puzzles.games import game_of

MOST_FAULTS = 20
"""Faults of one puzzle that are told."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a set.

    `number` is that of the puzzle, from 1, and `id` what it says its id is; None for the set.
    """

    number: int | None
    id: str | None
    field: str
    says: str

    def __str__(self) -> str:
        where = f"puzzle {self.number} ({self.id}): " if self.number else ""
        return f"{where}{self.field}: {self.says}"


def problems(
    document: model.PuzzleSet,
    nodes: int | None = None,
    progress: Callable[[str, int, int | None], None] | None = None,
) -> Iterator[Problem]:
    """Everything that is wrong in a set; nothing if every claim has been proved.

    The proof of a puzzle may cost `nodes` nodes, by default as many as are usual for the game; one
    that costs more counts as wrong. `progress` is called with what is being done, the puzzles done
    and the number of puzzles.
    """
    model.check_set(document)
    try:
        game = game_of(document)
    except ValueError as error:
        yield Problem(None, None, "table", str(error))
        return
    yield from (Problem(None, None, *fault) for fault in game.set_faults(document))
    most = game.nodes(document) if nodes is None else nodes
    places: dict[str, int] = {}
    for number, puzzle in enumerate(document.puzzles, 1):
        if progress is not None:
            progress("proving puzzles", number - 1, len(document.puzzles))
        problem = partial(Problem, number, puzzle.id)
        found = [*game.misfits(puzzle, document), *game.faults(puzzle, most)]
        yield from (problem(*fault) for fault in found[:MOST_FAULTS])
        if len(found) > MOST_FAULTS:
            yield problem("", f"{len(found) - MOST_FAULTS} more faults")
        if puzzle.id in places:
            yield problem("id", f"is that of puzzle {places[puzzle.id]} too; expected another one")
        places.setdefault(puzzle.id, number)
