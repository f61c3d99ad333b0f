"""Audits of a game that is solved by material: what presets and single rulings make of its start.

For each preset, and for each ruling changed from its default on its own, the initial position of
each length is solved, for either side to move first. Rulings that differ in the initial position
only share their tables.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, get_args

from serpentes.games.base import Game, MaterialPosition, Side
from serpentes.games.boards import BoardParameter
from serpentes.solve.driver import Report
from serpentes.solve.slice_table import SliceTable
from serpentes.solve.slices import solve
from serpentes.solve.value import Value

SIDES: tuple[Side, ...] = get_args(Side)
FIRST: Side = "b"


@dataclass(frozen=True, slots=True)
class Choice:
    """Rulings that an audit looks at: the name they go by, and the options that are no defaults."""

    name: str
    preset: bool
    rulings: dict[str, str]


@dataclass(frozen=True, slots=True)
class Result:
    """The value of an initial position to the side that moves first, Black and White.

    `position` is the one with Black to move, None if the rulings do not fit its board. Where there
    are no values, `values` is empty and `reason` says why.
    """

    choice: Choice
    board: int
    position: MaterialPosition | None
    values: dict[Side, Value]
    reason: str | None


def choices(game: Game) -> tuple[Choice, ...]:
    """The presets of a game, then each single ruling that is not the default."""
    presets = (Choice(p.name, True, dict(p.rulings)) for p in game.rulings.presets)
    changes = (
        Choice(f"{ruling.name}={option}", False, {ruling.name: option})
        for ruling in game.rulings.rulings
        for option in ruling.options[1:]
    )
    return (*presets, *changes)


def audit(
    game: Game, boards: Iterable[int], progress: Report | None = None, **limits: Any
) -> Iterator[Result]:
    """The results for the boards of these sizes (lengths), board by board, in the order of
    `choices`.

    Each comes as it is found and takes one table in memory, of the slices that play from the
    initial position can reach. `limits` are keywords of `solve`, such as threads and memory. Raises
    as `solve` does, and ValueError for a size that the game does not have.

    >>> from serpentes.games.registry import game
    >>> found = {result.choice.name: result for result in audit(game("fighting"), [2])}
    >>> str(found["masters"].values["b"]), str(found["arc=none"].values["w"])
    ('loss by the number of men', 'draw that never ends')
    >>> found["bell"].values, found["bell"].reason
    ({}, 'capture=huff has no tables; solve with capture=optional or compulsory')
    """
    for board in boards:
        yield from _on(game, board, progress, limits)


Starts = dict[Side, MaterialPosition]
"""An initial position by the side that moves first."""


def _on(
    game: Game, board: int, progress: Report | None, limits: dict[str, Any]
) -> Iterator[Result]:
    """The results for one board; choices with the same rules are solved together."""
    starts = {choice.name: _starts(game, board, choice) for choice in choices(game)}
    together: dict[int, list[Starts]] = {}
    for found in starts.values():
        if isinstance(found, dict) and found[FIRST].untabled is None:
            together.setdefault(found[FIRST].rules, []).append(found)
    values: dict[MaterialPosition, Value] = {}
    for alike in together.values():
        values.update(_solved(alike, progress, limits))
    for choice in choices(game):
        found = starts[choice.name]
        if isinstance(found, str):
            yield Result(choice, board, None, {}, found)
        else:
            valued = {side: values[start] for side, start in found.items() if start in values}
            yield Result(choice, board, found[FIRST], valued, found[FIRST].untabled)


def _starts(game: Game, board: int, choice: Choice) -> Starts | str:
    """The initial position, or why there is none."""
    assert isinstance(game.board, BoardParameter)
    keywords: dict[str, Any] = {game.board.name: game.board.check(board), **choice.rulings}
    starts: Starts = {}
    for side in SIDES:
        try:
            start = game.start(side=side, **keywords)
        except ValueError as error:
            return str(error)
        assert isinstance(start, MaterialPosition)
        starts[side] = start
    return starts


def _solved(
    alike: list[Starts], progress: Report | None, limits: dict[str, Any]
) -> dict[MaterialPosition, Value]:
    """The values of initial positions under rules that are the same once play has begun."""
    start = alike[0][FIRST]

    def report(doing: str, done: int, total: int | None) -> None:
        if progress is not None:
            rulings = " ".join(f"{n}={option}" for n, option in start.rulings.changed().items())
            progress(f"{rulings or 'defaults'}, {doing}", done, total)

    men = [starts[FIRST].men for starts in alike]
    sides = max(map(max, men)), max(map(min, men))
    table = solve(start, sides=sides, progress=report, **limits)
    positions = [position for starts in alike for position in starts.values()]
    return {position: table[_seen(position, table)] for position in positions}


def _seen(position: MaterialPosition, table: SliceTable) -> MaterialPosition:
    """The same men with Black to move, under the rulings of the table."""
    black = position if position.side == FIRST else position.exchanged()
    return table.start.placed(*black.state[:2])
