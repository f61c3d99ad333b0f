"""Makes the ladders of positions from play: `python benchmarks/make_ladders.py`.

Games of a shallow search against itself (`serpentes.solve.selfplay`), fixed by their seeds. Each
game gives at most one position to a rung, the first there that is not decided within a few plies;
no two of them are alike up to symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import serpentes as sp
from serpentes.games import documents
from serpentes.games.base import MaterialPosition, SearchablePosition
from serpentes.solve import selfplay
from serpentes.solve.ladders import Ladder
from serpentes.solve.search import ForwardSearch

FOLDER = Path(__file__).parent.parent / "src" / "serpentes" / "data" / "ladders"
COUNT = 10
PLIES = 3
"""A position decided within so many plies is on no rung."""


@dataclass(frozen=True)
class Plan:
    """A ladder to be made: the game's start, and which rung a position is on, if any."""

    name: str
    start: SearchablePosition
    measure: str
    rungs: tuple[int, ...]
    rung: Callable[[SearchablePosition], int | None]


def empty_cells(position: SearchablePosition) -> int | None:
    """Return the number of empty cells of a position of Serpent."""
    assert isinstance(position, sp.serpent.Position)
    cells = len(position.cell_centres())
    return cells - (position.black | position.white).bit_count()


def even_men(position: SearchablePosition) -> int | None:
    """Return the number of men in all, None unless either side has 3 to 8, about as many."""
    assert isinstance(position, MaterialPosition)
    own, opponent = position.men
    fits = min(own, opponent) >= 3 and max(own, opponent) <= 8 and abs(own - opponent) < 3
    return own + opponent if fits else None


PLANS = (
    Plan(
        "serpent-4",
        sp.serpent.start(size=4),
        "empty cells",
        (16, 18, 20, 22, 24, 26, 28),
        empty_cells,
    ),
    Plan(
        "fighting-16",
        sp.fighting.start(length=16),
        "men in all",
        (6, 8, 10, 12, 14, 16),
        even_men,
    ),
)


def ladder(plan: Plan) -> Ladder:
    """Return the first positions found, by seed."""
    found: dict[int, dict[int, str]] = {rung: {} for rung in plan.rungs}
    search = ForwardSearch(plan.start)
    for seed in count(1):
        missing = {rung for rung, positions in found.items() if len(positions) < COUNT}
        if not missing:
            break
        for position, _ in selfplay.play(plan.start, seed):
            rung = plan.rung(position)
            if rung in missing and search.value(position, plies=PLIES) is None:
                found[rung].setdefault(position.key, str(position))
                missing.remove(rung)
    return document(plan, {rung: tuple(texts.values()) for rung, texts in found.items()})


def document(plan: Plan, found: Mapping[int, tuple[str, ...]]) -> Ladder:
    """Return the ladder with its origin."""
    return Ladder(
        game=plan.start.game,
        board=plan.start.board,
        rulings=plan.start.rulings.as_dict(),
        origin="games of a shallow search against itself, seeds 1, 2, 3 and so on; made by "
        "benchmarks/make_ladders.py",
        measure=plan.measure,
        rungs={str(rung): texts for rung, texts in found.items()},
    )


if __name__ == "__main__":
    for plan in PLANS:
        FOLDER.mkdir(parents=True, exist_ok=True)
        text = documents.dumps(ladder(plan).model_dump(mode="json"))
        (FOLDER / f"{plan.name}.json").write_text(text, encoding="utf-8")
