"""The titles of sets of Serpent Master: what was asked for, in words."""

from serpentes.games.text import numbered
from serpentes.puzzles.master.model import DominantParameters, PackParameters


def title(asked: PackParameters | DominantParameters) -> str:
    """The title of a set of which this was asked."""
    # What a set says may be no board at all.
    board = f"{asked.board.get('width')}x{asked.board.get('height')}"
    about = _tasks(asked) if isinstance(asked, PackParameters) else _rounds(asked)
    return f"Serpent Master, {board}, {about}: {asked.kind}"


def _tasks(asked: PackParameters) -> str:
    least = ", minimal" if asked.minimal else ""
    return f"{asked.cards} cards, {asked.mode}{least}"


def _rounds(asked: DominantParameters) -> str:
    played = f"{numbered(asked.rounds, 'round')} played"
    return f"two players, {asked.cards} cards, {played}, {asked.blocked} blocked"
