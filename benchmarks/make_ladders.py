"""Makes the ladders of positions from play: `python benchmarks/make_ladders.py`.

Games of a shallow search against itself, fixed by their seeds: a move that wins within a few plies
is played, one that loses within a few is not, and of the others one of those that leave the
opponent the fewest moves, by chance (where there are men to be taken, those count first, and now
and then any move is played). The first moves are drawn evenly, so that no two games are alike. Each
game gives at most one position to a rung, the first there that is not decided within a few plies;
no two of them are alike up to symmetry.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import serpentes as sp
from serpentes.games import documents
from serpentes.games.base import MaterialPosition, SearchablePosition
from serpentes.solve.ladders import Ladder
from serpentes.solve.search import ForwardSearch

FOLDER = Path(__file__).parent.parent / "src" / "serpentes" / "data" / "ladders"
COUNT = 10
PLIES = 3
"""A position decided within so many plies is on no rung."""
FIRST = 4
"""Moves that are drawn evenly."""
CHANCES = (4, 2, 1)
"""The weights of the moves that leave the opponent the fewest replies."""
LOOSE, AHEAD = 1 / 8, 1 / 2
"""The chance that any move is played that does not lose at once, where there are men to be taken:
else play comes to a standstill. That of the side with more men is greater, so that games stay even.
"""
LONGEST = 600


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


def game(start: SearchablePosition, seed: int) -> Iterator[SearchablePosition]:
    """Yield the positions of the game of a seed, without those in which it is over."""
    chance, search = random.Random(seed), ForwardSearch(start)
    position = start
    for ply in range(LONGEST):
        if position.outcome is not None:
            return
        yield position
        options = [child for _, child in position.children()]
        position = chance.choice(options) if ply < FIRST else choice(options, search, chance)


def choice(
    options: list[SearchablePosition], search: ForwardSearch, chance: random.Random
) -> SearchablePosition:
    """Return the position after the move that is played."""
    values = [search.value(child, plies=PLIES - 1) for child in options]
    for child, value in zip(options, values, strict=True):
        if value is not None and value.outcome == "loss":
            return child
    safe = [c for c, v in zip(options, values, strict=True) if v is None] or options
    if chance.random() < looseness(safe[0]):
        return chance.choice(safe)
    safe.sort(key=danger)
    best = safe[: len(CHANCES)]
    return chance.choices(best, CHANCES[: len(best)])[0]


def looseness(position: SearchablePosition) -> float:
    """Return the chance that the side that has just moved plays any move."""
    if not isinstance(position, MaterialPosition):
        return 0
    other, own = position.men
    return AHEAD if own > other else LOOSE


def danger(position: SearchablePosition) -> tuple[int, int]:
    """Return how little is good about a position for the side that has just moved: what it is
    behind in men after the opponent's best move, if that counts, and the opponent's moves."""
    behind = 0
    if isinstance(position, MaterialPosition):
        balances = [own - other for own, other in (child.men for _, child in position.children())]
        behind = -min(balances, default=0)
    return behind, position.perft(1)


def ladder(plan: Plan) -> Ladder:
    """Return the first positions found, by seed."""
    found: dict[int, dict[int, str]] = {rung: {} for rung in plan.rungs}
    search = ForwardSearch(plan.start)
    for seed in count(1):
        missing = {rung for rung, positions in found.items() if len(positions) < COUNT}
        if not missing:
            break
        for position in game(plan.start, seed):
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
