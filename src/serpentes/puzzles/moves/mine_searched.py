"""Positions of games that may be puzzles, with the values of their moves, found by search.

The games are those of a shallow search against itself. All moves near the end of a game are looked
at, not only those played, as for positions from a table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from serpentes.games.base import MaterialPosition, Move, Outcome, SearchablePosition
from serpentes.puzzles.moves.build import FEWEST_MOVES, LONGEST_TRY
from serpentes.puzzles.moves.model import MOST_MOVES
from serpentes.puzzles.moves.source_searched import STAGES, SearchedSource
from serpentes.solve import selfplay
from serpentes.solve.proof_search import ProofSearch
from serpentes.solve.value import Value

LOOK_NODES = 2_000
"""Nodes for the first look at a position."""
TRY_NODES = 40_000
"""Nodes for the plies of a loss."""
CHUNK, ALL_TRIES = 1 << 10, 1 << 15
"""Nodes for a look at one of the tries, and for all of them, to show that none wins."""
AROUND = 3
"""Plies by which a win may be longer or shorter than what is left of the game."""
LONGEST_GAME = 400
"""Plies of a game that are looked at."""

Played = tuple[Move, ...]
Game = Sequence[tuple[SearchablePosition, Move]]


@dataclass(frozen=True, slots=True)
class Win:
    """A position that is won in so many plies, and the moves from the start that lead to it."""

    position: SearchablePosition
    played: Played
    value: Value


def wins(
    source: SearchedSource, start: SearchablePosition, seed: int, plies: range, wanted: int
) -> Iterator[Win]:
    """The positions of the game of a seed, and around it, that are won in so many plies.

    `plies` are the numbers that will do, `wanted` that which is looked for. None of them are alike.
    """
    most = min(wanted + AROUND, plies[-1])
    game = list(selfplay.play(start, seed))
    around = _near_the_end(game, wanted)
    if isinstance(start, MaterialPosition):
        around = chain(around, _endgames(source, game))
    seen: set[int] = set()
    for position, played in around:
        if position.outcome is not None or position.key in seen or len(played) > MOST_MOVES:
            continue
        seen.add(position.key)
        value = source.within(position, most, LOOK_NODES)
        if value is not None and value.outcome == "win" and value.plies in plies:
            yield Win(position, played, value)


def _near_the_end(game: Game, wanted: int) -> Iterator[tuple[SearchablePosition, Played]]:
    """The positions after any move of a game with about so many plies left; none of one that was
    left as it is."""
    if len(game) == selfplay.LONGEST:
        return
    for left in range(min(wanted + AROUND, len(game)), max(wanted - AROUND, 0), -1):
        yield from _after(game, len(game) - left)


def _endgames(source: SearchedSource, game: Game) -> Iterator[tuple[SearchablePosition, Played]]:
    """The endgames of the table after any one or two moves of a game.

    Two, as in games of endgames hardly ever one move decides.
    """
    for ply in range(min(len(game), LONGEST_GAME)):
        for child, played in _after(game, ply):
            if source.endgames(child) is not None:
                yield child, played
                for move, grandchild in child.children():
                    yield grandchild, (*played, move)


def _after(game: Game, ply: int) -> Iterator[tuple[SearchablePosition, Played]]:
    """The positions after any move in the position at a ply of a game."""
    played = tuple(move for _, move in game[:ply])
    for move, child in game[ply][0].children():
        yield child, (*played, move)


def valued(source: SearchedSource, win: Win) -> list[tuple[Move, Value]] | None:
    """The values of all moves of a win, None unless one is known to win and the others not to."""
    children = win.position.children()
    if len(children) < FEWEST_MOVES:
        return None
    plies = win.value.plies
    assert plies
    fast = Value("loss", plies - 1)
    keys = [pair for pair in children if source.has(pair[1], fast)]
    if len(keys) != 1:
        return None
    tries = [pair for pair in children if pair not in keys]
    if not _none_wins(source, [child for _, child in tries]):
        return None
    found = [(keys[0][0], win.value)]
    for move, child in tries:
        value = _of_try(source, child)
        if value is None:
            return None
        found.append((move, value))
    return found


def _none_wins(source: SearchedSource, children: Sequence[SearchablePosition]) -> bool:
    """Whether it is known that the side that has moved wins in none of these positions."""
    known = [_outcome(source, child) for child in children]
    if "loss" in known:
        return False
    unknown = [
        source.proof_search(child, "draw")
        for child, outcome in zip(children, known, strict=True)
        if outcome is None
    ]
    left = ALL_TRIES
    while unknown and left > 0:
        nearest = min(unknown, key=_work_to_win)
        before = nearest.result.nodes
        result = nearest.run(nodes=CHUNK)
        left -= result.nodes - before
        if result.answer == "no":
            return False
        if result.answer == "yes":
            unknown.remove(nearest)
    return not unknown


def _work_to_win(search: ProofSearch) -> int:
    """How much is left to show that a try wins: the opponent does not keep a draw."""
    number = search.result.disproof_number
    assert number is not None
    return number


def _outcome(source: SearchedSource, position: SearchablePosition) -> Outcome | None:
    """The outcome of a position that is over or in a table, None of others."""
    known = source.endgames(position)
    if position.outcome is not None or known is None:
        return position.outcome
    return known.value(position).outcome


def _of_try(source: SearchedSource, child: SearchablePosition) -> Value | None:
    """The value of a move that does not win and leads to this position; None if nobody knows."""
    value = source.within(child, LONGEST_TRY - 1, TRY_NODES)
    if value is not None:
        return value.before()
    if (known := source.endgames(child)) is not None:
        return Value(known.value(child).before().outcome, None)
    answer = source.proof_search(child, "win").run(nodes=STAGES[-1]).answer
    if answer == "unknown":
        return None
    return Value("loss", None) if answer == "yes" else Value("draw", None)
