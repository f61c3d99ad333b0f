"""The validator of sets of Serpent Master: proves every claim again, by another road.

Solutions of tasks are counted breadth first (`master_count`), where the compiled core searches
depth first; rounds are worked out by plain backward induction (`master_matrix`).
"""

from collections.abc import Iterator

from serpentes.games.master.position import Position
from serpentes.puzzles.faults import TOO_COSTLY, Fault, OutOfNodesError
from serpentes.puzzles.master import dominant_check as master_dominant_check
from serpentes.puzzles.master import pack_check as master_pack_check
from serpentes.puzzles.master.model import (
    AnyPuzzle,
    DominantParameters,
    DominantPuzzle,
    MasterSet,
    PackParameters,
    PackPuzzle,
)
from serpentes.puzzles.master.tasks import asked, cards_of, puzzle_id, read
from serpentes.puzzles.master.titles import title

NODES_PER_PUZZLE = 300_000
"""What a proof may cost, in states looked at, where nothing else is asked for."""


def set_faults(document: MasterSet) -> Iterator[Fault]:
    """What is wrong with a set, apart from its puzzles."""
    parameters = document.parameters
    if document.title != title(parameters):
        yield "title", f"is '{document.title}'; expected '{title(parameters)}' as asked for"
    # No laying and no position makes more than one puzzle.
    tried = "layings" if isinstance(parameters, PackParameters) else "positions"
    for field in ("count", tried):
        most = getattr(parameters, field)
        if len(document.puzzles) > most:
            says = f"is {most}; expected {len(document.puzzles)} or more, as there are puzzles"
            yield f"parameters.{field}", says


def misfits(puzzle: AnyPuzzle, document: MasterSet) -> Iterator[Fault]:
    """Where a puzzle does not fit what its set says of all puzzles."""
    parameters = document.parameters
    if puzzle.board != parameters.board:
        yield "board", f"is {puzzle.board}; expected {parameters.board} as in the set"
    try:
        position = read(puzzle)
    except ValueError:
        return  # told as a fault of the puzzle
    if len(position.dealt[0]) != parameters.cards:
        found = len(position.dealt[0])
        yield "position", f"has hands of {found}; expected {parameters.cards} as in the set"
    if isinstance(puzzle, PackPuzzle) and isinstance(parameters, PackParameters):
        yield from master_pack_check.misfits(puzzle, position, parameters)
    elif isinstance(puzzle, DominantPuzzle) and isinstance(parameters, DominantParameters):
        yield from master_dominant_check.misfits(position, parameters)
    else:
        yield "goal.kind", f"is {puzzle.goal.kind}; expected {parameters.kind} as in the set"


def faults(puzzle: AnyPuzzle, nodes: int = NODES_PER_PUZZLE) -> Iterator[Fault]:
    """Everything that is wrong with a puzzle taken by itself; nothing if all of it is proved."""
    try:
        position = read(puzzle)
    except ValueError as error:
        yield "position", str(error)
        return
    yield from _origin(puzzle, position)
    try:
        if isinstance(puzzle, PackPuzzle):
            yield from master_pack_check.faults(puzzle, position, nodes)
        else:
            yield from master_dominant_check.faults(puzzle, position, nodes)
    except OutOfNodesError:
        yield TOO_COSTLY


def _origin(puzzle: AnyPuzzle, position: Position) -> Iterator[Fault]:
    """What a puzzle says of its position besides."""
    if str(position) != puzzle.position:
        yield "position", f"is written another way: expected '{position}'"
    if position.board != puzzle.board:
        yield "board", f"is {puzzle.board}; expected {position.board} as in the position"
    cards = cards_of(position)
    if list(puzzle.deck.items()) != list(cards.items()):
        yield "deck", f"has {', '.join(puzzle.deck)}; expected {', '.join(cards)} as dealt"
    expected = puzzle_id(position, *asked(puzzle))
    if puzzle.id != expected:
        yield "id", f"does not fit position, deck and goal; expected {expected}"
