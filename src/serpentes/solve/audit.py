"""Audits: one start position solved under every combination of rulings, and what depends on them.

An audit also looks for the shortest forced repetition: a cycle of positions in which every side to
move has exactly one move that does not lose. Whoever leaves it loses, so the game is drawn there,
and a reader can check it with nothing but the rules and the listed moves.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from serpentes.games import registry
from serpentes.games.base import Move, Side, SolvablePosition
from serpentes.games.rulings import Rulings
from serpentes.games.text import described
from serpentes.solve.key_table import KeyTable
from serpentes.solve.value import NEVER_ENDS, Value

OTHER: dict[Side, Side] = {"b": "w", "w": "b"}


@dataclass(frozen=True, slots=True)
class Step:
    """A position of a cycle, the move that goes on, and every other move with its losing value."""

    position: SolvablePosition
    move: Move
    others: tuple[tuple[Move, Value], ...]


@dataclass(frozen=True, slots=True)
class Repetition:
    """A forced repetition: after the move of the last step, the position of the first is back."""

    steps: tuple[Step, ...]

    @property
    def plies(self) -> int:
        """The number of plies after which the first position is back."""
        return len(self.steps)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one combination of rulings makes of the start position.

    `never_ends` is the number of positions drawn by play that never ends.
    """

    rulings: Rulings
    start: SolvablePosition
    initial: Value
    counts: dict[str, int]
    never_ends: int
    repetition: Repetition | None

    @property
    def winner(self) -> Side | None:
        """The side that wins from the start position, None if it is drawn."""
        if self.initial.outcome == "draw":
            return None
        return self.start.side if self.initial.outcome == "win" else OTHER[self.start.side]


@dataclass(frozen=True, slots=True)
class Audit:
    """The verdicts for every combination of rulings, all defaults first."""

    verdicts: tuple[Verdict, ...]

    @property
    def outcome_depends(self) -> dict[str, bool]:
        """For each ruling, whether it can change who wins from the start position."""
        return self._depends(lambda verdict: verdict.initial.outcome)

    @property
    def value_depends(self) -> dict[str, bool]:
        """For each ruling, whether it can change the outcome or the plies of the start position."""
        return self._depends(lambda verdict: verdict.initial)

    @property
    def repetition(self) -> Repetition | None:
        """The shortest forced repetition under any rulings, the earliest of equally short ones."""
        found = [v.repetition for v in self.verdicts if v.repetition]
        return min(found, key=lambda repetition: repetition.plies, default=None)

    def _depends(self, what: Any) -> dict[str, bool]:
        names = tuple(self.verdicts[0].rulings)
        return {name: self._changes(name, what) for name in names}

    def _changes(self, name: str, what: Any) -> bool:
        # Verdicts that agree in all other rulings: does the one in question change anything?
        seen: dict[tuple[tuple[str, str], ...], set[Any]] = {}
        for verdict in self.verdicts:
            others = tuple((n, o) for n, o in verdict.rulings.items() if n != name)
            seen.setdefault(others, set()).add(what(verdict))
        return any(len(values) > 1 for values in seen.values())


def audit(position: SolvablePosition, **limits: Any) -> Audit:
    """Solve a position under every combination of rulings (its own do not matter).

    `limits` are keywords of `solve`, such as threads and max_positions. Raises as `solve` does, and
    TypeError for a position of a game that is solved by material.

    >>> import serpentes as sp
    >>> found = audit(sp.serpent.start(size=2))
    >>> [verdict.winner for verdict in found.verdicts]
    ['w', None, 'w', None]
    >>> found.outcome_depends
    {'hostility': False, 'stuck': True}
    """
    return Audit(tuple(verdicts(position, **limits)))


def verdicts(position: SolvablePosition, **limits: Any) -> Iterator[Verdict]:
    """The verdicts of an audit one by one, as they are found; each takes a table in memory."""
    from serpentes.solve.retrograde import solve

    if not isinstance(position, SolvablePosition):
        raise TypeError(
            f"position is {described(position)}; expected one that is solved by what it can reach "
            "(of initial positions by material, there is serpentes.solve.material_audit)"
        )
    game = registry.game(position.game)
    for rulings in game.rulings.every():
        start = game.parse(str(position), **rulings)
        assert isinstance(start, SolvablePosition)
        yield verdict(solve(start, **limits))


def verdict(table: KeyTable) -> Verdict:
    """The verdict of one table."""
    return Verdict(
        rulings=table.start.rulings,
        start=table.start,
        initial=table[table.start],
        counts=table.counts(),
        never_ends=int(np.count_nonzero(table.values == NEVER_ENDS)),
        repetition=shortest_repetition(table),
    )


def shortest_repetition(table: KeyTable) -> Repetition | None:
    """The shortest forced repetition in a table, None if there is none.

    Of equally short ones, that with the fewest legal moves in all is taken, as it is the easiest to
    check; of those the first in the order of keys. It begins with the start of the table if that is
    in it, else with a canonical position, which play from the start meets up to symmetry. The cycle
    is followed until the very same position is back, where it first comes back turned, reflected or
    with the colours exchanged.

    >>> import serpentes as sp
    >>> position = sp.serpent.parse("1ww/2bb/wbw2/b1w1/bbw b bw")
    >>> found = shortest_repetition(sp.solve(position))
    >>> found.plies, found.steps[0].others
    (2, ())
    """
    best: tuple[tuple[int, int], Repetition] | None = None
    for cycle in sorted(_cycles(_only_moves(table)), key=lambda cycle: (len(cycle), cycle)):
        if best and len(cycle) > best[0][0]:
            break
        start = table.start
        found = _followed(table, start if start.key in cycle else start.with_key(cycle[0]))
        size = (found.plies, sum(1 + len(step.others) for step in found.steps))
        if best is None or size < best[0]:
            best = size, found
    return best[1] if best else None


def _only_moves(table: KeyTable) -> dict[int, int]:
    """For each endless draw with exactly one move that does not lose: the key after that move."""
    endless = np.flatnonzero(table.values == NEVER_ENDS)
    positions = {position.key: position for position in map(table.position_at, endless.tolist())}
    draws_end = bool((table.values & 3 == 2).any())
    found: dict[int, int] = {}
    for key, position in positions.items():
        drawn: list[int] = []
        for _, child in position.children():
            after = child.key
            if after in positions or (draws_end and table[child].outcome == "draw"):
                drawn.append(after)
                if len(drawn) > 1:
                    break
        if len(drawn) == 1 and drawn[0] in positions:
            found[key] = drawn[0]
    return found


def _cycles(after: dict[int, int]) -> Iterator[list[int]]:
    """The cycles of a graph with at most one edge from each key, each from its least key on."""
    done: set[int] = set()
    for start in after:
        path: list[int] = []
        place: dict[int, int] = {}
        key = start
        while key in after and key not in done and key not in place:
            place[key] = len(path)
            path.append(key)
            key = after[key]
        if key in place:
            cycle = path[place[key] :]
            least = cycle.index(min(cycle))
            yield cycle[least:] + cycle[:least]
        done.update(path)


def _followed(table: KeyTable, position: SolvablePosition) -> Repetition:
    """The forced repetition from a position on, until it is back itself and not only its like."""
    steps: list[Step] = []
    here = position
    while True:
        moves = table.moves(here)
        steps.append(Step(here, moves[0][0], tuple(moves[1:])))
        here = here.play(moves[0][0])
        if here == position:
            return Repetition(tuple(steps))
