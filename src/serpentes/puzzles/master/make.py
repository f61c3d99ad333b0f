"""What the generators of Serpent Master have in common: from puzzles that are found to a set."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from serpentes.games.master.deck import Deck
from serpentes.games.text import numbered
from serpentes.puzzles import model
from serpentes.puzzles.choice import traits, varied
from serpentes.puzzles.faults import TOO_COSTLY
from serpentes.puzzles.master import check as master_check
from serpentes.puzzles.master.model import (
    AnyPuzzle,
    DominantParameters,
    MasterSet,
    PackParameters,
)
from serpentes.puzzles.master.titles import title

CHOICE = 4
"""Puzzles that are made for each one that is chosen, to have a varied set."""

Report = Callable[[str, int, int | None], None]


def chosen(
    found: Iterable[AnyPuzzle],
    count: int,
    without: Sequence[model.PuzzleSet],
    progress: Report | None,
) -> list[AnyPuzzle]:
    """So many of the puzzles found, varied and proved, each once and none of the sets `without`."""
    tried = {puzzle.id for one in without for puzzle in one.puzzles}
    pool: list[AnyPuzzle] = []
    for puzzle in islice(_new(found, tried), CHOICE * count):
        pool.append(puzzle)
        if progress is not None:
            progress("finding puzzles", len(pool), CHOICE * count)
    return varied(pool, count, traits, _proved)


def _new(found: Iterable[AnyPuzzle], tried: set[str]) -> Iterable[AnyPuzzle]:
    for puzzle in found:
        if puzzle.id not in tried:
            tried.add(puzzle.id)
            yield puzzle


def _proved(puzzle: AnyPuzzle) -> bool:
    """Whether the validator accepts a puzzle; only its cost may be against it."""
    found = list(master_check.faults(puzzle))
    assert all(fault == TOO_COSTLY for fault in found), f"{puzzle.position}: {found}"
    return not found


def document(
    seed: int, parameters: PackParameters | DominantParameters, puzzles: Sequence[AnyPuzzle]
) -> MasterSet:
    """The set of these puzzles."""
    return MasterSet.model_validate(
        {
            **model.head(title(parameters), seed),
            "parameters": parameters,
            "table": None,
            "puzzles": tuple(puzzles),
        }
    )


def check_range(what: str, number: int, low: int, high: int) -> None:
    """ValueError if a number of a wish is out of range."""
    if not low <= number <= high:
        raise ValueError(f"{what} {number} is out of range; expected {low} to {high}")


def check_cards(cards: int, deck: Deck, fewest: int, most: int) -> None:
    """ValueError if a hand of so many cards cannot be dealt from this deck, or is out of range."""
    if len(deck) < fewest:
        raise ValueError(
            f"the deck has {numbered(len(deck), 'card')}; "
            f"expected {fewest} or more, as there are in a hand"
        )
    check_range("cards", cards, fewest, min(most, len(deck)))
