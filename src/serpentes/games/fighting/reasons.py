"""Why a move of Fighting Serpents is not legal, in one line.

Only asked once the compiled core has said that it is not, or to see whether the route that a text
gives for a capture is possible.
"""

from itertools import pairwise
from typing import TYPE_CHECKING

from serpentes.games.base import COLOURS, OTHER
from serpentes.games.fighting.core import jumps, steps
from serpentes.games.fighting.move import Move
from serpentes.games.longboard import jumped

if TYPE_CHECKING:
    from serpentes.games.fighting import Position


def why_illegal(position: "Position", move: Move) -> str:
    """What is wrong with a move that is not legal: the end of a sentence."""
    own, opponent, *_ = position.state
    if not (own and opponent) or not position.moves():
        return "the game is over"
    reason = _wrong_huff(position, move)
    if reason or move.start is None:
        return reason
    reason = _wrong_man(position, move.start)
    if not reason:
        reason = _wrong_capture(position, move) if move.taken else _wrong_step(position, move)
    if not reason:
        raise AssertionError(f"nothing is wrong with {move} in {position!r}")
    return reason


def _wrong_capture(position: "Position", move: Move) -> str:
    assert move.start is not None
    passed = {jumped(here, there) for here, there in pairwise((move.start, *move.route))}
    if passed != {*move.taken} or move.route[-1] != move.end:
        return "its route does not lead over the men that it takes"
    return wrong_route(position, move)


def wrong_route(position: "Position", move: Move) -> str:
    """What is wrong with the route of a capture, empty if nothing is.

    The man that starts it is there; a huff before it is in order.
    """
    if not move.taken or move.start is None:
        return ""
    board = jumps(position.rules)
    own, opponent = _men_after_huff(position, move)
    at = position.cell_index(move.start)
    own &= ~(1 << at)
    for here, there in pairwise((move.start, *move.route)):
        end = position.cell_index(there)
        over = board.get((at, end))
        if over is None:
            return f"no line leads from {here} over one point to {there}{_lines(position)}"
        reason = _goes_back(position, here, there)
        if reason:
            return reason
        if not opponent >> over & 1:
            missing = f"{here} to {there} jumps over no {_other(position)} man"
            return missing + _taken_by_then(position, move, over)
        if (own | opponent & ~(1 << over)) >> end & 1:
            return f"{there} is not empty"
        opponent &= ~(1 << over)
        at = end
    return _wrong_length(position, move, own, opponent)


def _wrong_length(position: "Position", move: Move, own: int, opponent: int) -> str:
    """What is wrong with the number of jumps, given the men that are left beside the one moved."""
    chain = position.rulings["chain"]
    if chain == "single" and len(move.route) > 1:
        return "a capture is a single jump (chain=single)"
    if chain != "full":
        return ""
    names = tuple(position.cell_centres())
    last = move.route[-1]
    for (start, end), over in sorted(jumps(position.rules).items()):
        if names[start] != last or not opponent >> over & 1 or (own | opponent) >> end & 1:
            continue
        if not _goes_back(position, last, names[end]):
            return f"the man at {last} has to go on, such as to {names[end]} (chain=full)"
    return ""


def _wrong_step(position: "Position", move: Move) -> str:
    assert move.start is not None and move.end is not None
    ends = position.cell_index(move.start), position.cell_index(move.end)
    if ends not in steps(position.rules):
        hint = (
            f"; a jump is written {move.start}x{move.end}" if ends in jumps(position.rules) else ""
        )
        return f"no line joins {move.start} and {move.end}{_lines(position)}{hint}"
    own, opponent = _men_after_huff(position, move)
    if (own | opponent) >> ends[1] & 1:
        return f"{move.end} is not empty"
    if position.rulings["direction"] == "forward" and move.start[0] == _far_row(position):
        return f"{move.start} is on the far row, where men only jump (direction=forward)"
    reason = _goes_back(position, move.start, move.end)
    if reason:
        return reason
    capture = next((found for found in position.moves() if found.taken), None)
    if position.rulings["capture"] == "compulsory" and capture is not None:
        return f"a capture is open and has to be made, such as {capture} (capture=compulsory)"
    return ""


def _wrong_huff(position: "Position", move: Move) -> str:
    if move.huffed is None:
        return ""
    if position.rulings["capture"] != "huff":
        return f"no man is huffed with capture={position.rulings['capture']}"
    _, opponent, huffable, *_ = position.state
    place = 1 << position.cell_index(move.huffed)
    if not huffable & place:
        men = [name for name in position.stones() if huffable >> position.cell_index(name) & 1]
        expected = f"expected one of: {', '.join(men)}" if men else "no man may be huffed now"
        return f"the man at {move.huffed} may not be huffed; {expected}"
    if move.start is None and opponent != place:
        return f"a move has to follow, as {_other(position)} has more men than the one huffed"
    if move.start is not None and opponent == place:
        return f"the game is over with the last {_other(position)} man; expected !{move.huffed}"
    return ""


def _wrong_man(position: "Position", start: str) -> str:
    position.cell_index(start)
    found = position.stones().get(start)
    if found is None:
        return f"there is no man at {start}"
    return "" if found == position.side else f"the man at {start} is {COLOURS[found]}"


def _men_after_huff(position: "Position", move: Move) -> tuple[int, int]:
    own, opponent, *_ = position.state
    if move.huffed is not None:
        opponent &= ~(1 << position.cell_index(move.huffed))
    return own, opponent


def _goes_back(position: "Position", start: str, end: str) -> str:
    rows = "bmt" if position.side == "b" else "tmb"
    if position.rulings["direction"] == "any" or rows.index(end[0]) >= rows.index(start[0]):
        return ""
    return f"{start} to {end} goes back toward the own side (direction=forward)"


def _far_row(position: "Position") -> str:
    return "t" if position.side == "b" else "b"


def _other(position: "Position") -> str:
    return COLOURS[OTHER[position.side]]


def _taken_by_then(position: "Position", move: Move, over: int) -> str:
    """What to add if there was a man to jump over before the capture began."""
    _, opponent = _men_after_huff(position, move)
    name = tuple(position.cell_centres())[over]
    return f", as the one at {name} is taken by then" if opponent >> over & 1 else ""


def _lines(position: "Position") -> str:
    """The rulings that say which lines there are, in brackets."""
    return f" (arc={position.rulings['arc']}, rows={position.rulings['rows']})"
