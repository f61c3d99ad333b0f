"""Strategies: what a side keeps by them, and whether they do what they say.

A strategy names one move for each position of the side that holds it. It is closed when every
answer of the other side leads to a position that is named again, or to an end that is good enough.
Play that never ends goes round a cycle of it sooner or later, so every cycle has to be good enough
as well. In Serpent, play that never ends is a draw; where men are taken and never come back, it is
worth what their numbers say, which are the same all along a cycle. Whether all this holds can be
seen with the rules alone, without a table or a search.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Literal

from serpentes.games.base import OPPOSITE, MaterialPosition, Outcome, SearchablePosition, Side

Keeps = Literal["draw", "win"]
"""What a strategy keeps: with "draw" its side does not lose, with "win" it wins."""

RANKS: Mapping[Outcome, int] = {"loss": 0, "draw": 1, "win": 2}


def demands(position: SearchablePosition, side: Side) -> Iterator[SearchablePosition]:
    """The positions in which `side` has to move next, from `position` on, and the game is not over.

    >>> from serpentes.games import serpent
    >>> [str(position) for position in demands(serpent.parse("b1/w1w/2 b w"), "w")]
    ['bb/w1w/2 w w', 'b1/wbw/2 w w', 'b1/w1w/b1 w bw', 'b1/w1w/1b w bw']
    """
    if position.outcome is not None:
        return
    if position.side == side:
        yield position
        return
    for _, child in position.children():
        if child.outcome is None:
            yield child


def faults(
    moves: Mapping[str, str],
    start: SearchablePosition,
    side: Side,
    keeps: Keeps = "draw",
    spend: Callable[[int], None] = lambda _: None,
) -> Iterator[tuple[str, str]]:
    """Why `side` does not keep that by these moves from `start` on; nothing if it does.

    `moves` are texts, by positions as texts. Each fault is a position and a sentence. Follows no
    position twice and none that is not named, so it always comes to an end; `spend` is called with
    the number of positions before they are looked at.

    >>> from serpentes.games import serpent
    >>> position = serpent.parse("1ww/2bb/wbw2/b1w1/bbw b bw")
    >>> list(faults({str(position): "d4"}, position, "b"))
    []
    >>> list(faults({str(position): "d3"}, position, "b"))[0][1]
    "d3 is not legal in '1ww/2bb/wbw2/b1w1/bbw b bw': d3 is not empty"
    >>> list(faults({str(position): "d4"}, position, "b", "win"))[0][1]
    'play can go on for ever from here, which is not won for b'
    """
    poor = f"not won for {side}" if keeps == "win" else f"lost for {side}"
    if ends_short(start, side, keeps):
        yield str(start), f"the game is over and {poor}"
    unseen = dict.fromkeys(moves)
    waiting: list[tuple[SearchablePosition | None, SearchablePosition]] = [(None, start)]
    followed: dict[SearchablePosition, set[SearchablePosition]] = {}
    while waiting:
        before, after = waiting.pop()
        next_positions = _next(after, side)
        spend(len(next_positions))
        for position in next_positions:
            text, outcome = str(position), position.outcome
            if outcome is not None:
                if falls_short(_for_side(outcome, position, side), keeps):
                    yield text, f"the game is over and {poor}"
                continue
            if text not in moves:
                yield text, "there is no move for this position, which can come up"
                continue
            if before is not None:
                followed.setdefault(before, set()).add(position)
            if text in unseen:
                del unseen[text]
                try:
                    after_move = position.play(moves[text])
                except ValueError as error:
                    yield text, str(error)
                    continue
                if ends_short(after_move, side, keeps):
                    yield text, f"after {moves[text]} the game is over and {poor}"
                waiting.append((position, after_move))
    for text in unseen:
        yield text, "there is a move for this position, which cannot come up"
    for position in _poor_cycle(followed, side, keeps):
        yield str(position), f"play can go on for ever from here, which is {poor}"


def ends_short(position: SearchablePosition, side: Side, keeps: Keeps) -> bool:
    """Whether the game is over with less for a side than it keeps."""
    outcome = position.outcome
    return outcome is not None and falls_short(_for_side(outcome, position, side), keeps)


def falls_short(outcome: Outcome, keeps: Keeps) -> bool:
    """Whether an outcome is less than what is kept.

    >>> falls_short("draw", "win"), falls_short("draw", "draw")
    (True, False)
    """
    return RANKS[outcome] < RANKS[keeps]


def endless(position: SearchablePosition, side: Side) -> Outcome:
    """What play that never ends is worth to a side, with the men of this position.

    >>> from serpentes.games import serpent
    >>> endless(serpent.start(size=2), "b")
    'draw'
    """
    if isinstance(position, MaterialPosition):
        return _for_side(position.never_ends, position, side)
    return "draw"


def _for_side(outcome: Outcome, position: SearchablePosition, side: Side) -> Outcome:
    return outcome if position.side == side else OPPOSITE[outcome]


def _poor_cycle(
    followed: Mapping[SearchablePosition, Iterable[SearchablePosition]], side: Side, keeps: Keeps
) -> Iterable[SearchablePosition]:
    """One of the positions of a cycle that is not good enough, none if there is no such cycle.

    Whether a cycle is good enough shows in each of its positions, as the men do not change. So
    only the positions that are not are looked at.
    """
    poor = {position for position in followed if falls_short(endless(position, side), keeps)}
    order = TopologicalSorter(
        {position: [after for after in followed[position] if after in poor] for position in poor}
    )
    try:
        order.prepare()
    except CycleError as error:
        return (min(error.args[1], key=str),)
    return ()


def _next(position: SearchablePosition, side: Side) -> tuple[SearchablePosition, ...]:
    if position.outcome is not None:
        return ()
    if position.side == side:
        return (position,)
    return tuple(child for _, child in position.children())
