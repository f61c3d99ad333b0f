"""Why a placement of Serpent Master is not legal, in one line.

Only asked once it is known that it is not.
"""

from typing import TYPE_CHECKING

from serpentes.games.master.core import State
from serpentes.games.master.move import Placement
from serpentes.games.square import HEADINGS, LETTERS, OFF, STRIDE, is_edge

if TYPE_CHECKING:
    from serpentes.games.master.position import Position

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Columns and rows to go on by, for each heading."""


def why_not_picked(position: "Position", player: int, placement: Placement) -> str:
    """What is wrong with a card that cannot be picked now, empty if it can be."""
    hand, number = position.hands[player], placement.number
    if not hand:
        return "the game is over"
    if number not in hand:
        expected = ", ".join(map(str, hand))
        return _of(
            position, player, placement, f"it is not in the hand; expected one of: {expected}"
        )
    if position.ordered and number != hand[0]:
        return f"the highest card comes next (mode=challenging); expected {hand[0]}"
    return ""


def why_not_placed(
    position: "Position",
    state: State,
    player: int,
    placement: Placement,
    legal: tuple[Placement, ...],
) -> str:
    """What is wrong with a placement that is not legal in this state of a round."""
    if placement.heading is None:
        wrong = (
            "a task has no discards; expected all cards to be placed"
            if position.solo
            else f"the card can be placed; expected such as {legal[0]}"
        )
    elif not legal and not position.solo:
        wrong = f"the card cannot be placed; expected {Placement(placement.number)}"
    else:
        wrong = _wrong_start(position, state, player, placement) or _wrong_path(
            position, state, player, placement
        )
    return _of(position, player, placement, wrong)


def _of(position: "Position", player: int, placement: Placement, wrong: str) -> str:
    """What is wrong, with whose placement it is where that is not plain."""
    return wrong if position.solo else f"{placement} of player {player + 1}: {wrong}"


def _wrong_start(position: "Position", state: State, player: int, placement: Placement) -> str:
    head = state.heads[player]
    number, heading = placement.number, placement.heading
    if head != OFF:
        stands = position.name(head)
        bare = Placement(number, heading)
        return f"the head stands on {stands} already; expected {bare}" if placement.cell else ""
    if placement.cell is None:
        like = Placement(number, heading, "a1")
        return f"the head is not on the board yet; expected an edge cell as well, such as {like}"
    cell = position.cell_index(placement.cell)
    if position.blocked >> cell & 1:
        return f"{placement.cell} is blocked"
    if not is_edge(cell, position.width, position.height):
        return f"{placement.cell} is no edge cell"
    if cell in state.heads:
        return f"the head of player {state.heads.index(cell) + 1} stands on {placement.cell}"
    return ""


def _wrong_path(position: "Position", state: State, player: int, placement: Placement) -> str:
    assert placement.heading is not None
    head = state.heads[player]
    start = position.cell_index(placement.cell) if placement.cell else head
    x, y = start % STRIDE, start // STRIDE
    heading, path = HEADINGS.index(placement.heading), position.deck[placement.number]
    for letter in path:
        heading = (heading + {"F": 0, "R": 1, "L": -1}[letter]) % 4
        x, y = x + STEPS[heading][0], y + STEPS[heading][1]
        if not (0 <= x < position.width and 0 <= y < position.height):
            return f"its path ({path}) leads off the board"
        wrong = _wrong_cell(position, state, player, STRIDE * y + x)
        if wrong:
            return f"its path ({path}) leads over {LETTERS[x]}{y + 1}, {wrong}"
    raise AssertionError(f"nothing is wrong with {placement} in {position!r}")


def _wrong_cell(position: "Position", state: State, player: int, cell: int) -> str:
    if position.blocked >> cell & 1:
        return "which is blocked"
    if state.showing[player] >> cell & 1:
        return "where an own token shows"
    if cell in state.heads:
        return f"where the head of player {state.heads.index(cell) + 1} stands"
    return ""
