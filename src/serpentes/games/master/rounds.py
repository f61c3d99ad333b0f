"""Rounds of Serpent Master: from the notation to the steps of the core, and back.

A round is legal if each placement is when it is resolved, after those of the higher cards.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from serpentes.games.master.core import State, Step, discarded, resolution_order, resolved
from serpentes.games.master.move import Placement
from serpentes.games.master.reasons import why_not_picked, why_not_placed
from serpentes.games.square import HEADINGS, OFF
from serpentes.games.text import quoted

if TYPE_CHECKING:
    from serpentes.games.master.position import Position


def legal_steps(position: "Position", placements: Sequence[Placement]) -> tuple[Step, ...]:
    """The placements of a round, one a player, as steps of the core.

    Raises ValueError that says which of them is not legal, and why.
    """
    for player, placement in enumerate(placements):
        _refuse_if(why_not_picked(position, player, placement), position, placements)
    cards = [position.deck.place(placement.number) for placement in placements]
    steps: dict[int, Step] = {}
    state = position.state
    for player in resolution_order(state.order, cards):
        placement = placements[player]
        legal = open_placements(position, state, player, cards[player])
        is_discard = placement.heading is None and not legal and not position.solo
        if placement not in legal and not is_discard:
            why = why_not_placed(position, state, player, placement, legal)
            _refuse_if(why, position, placements)
        steps[player] = _step_of(position, player, placement)
        state = resolved(position.core, state, player, steps[player])
    return tuple(steps[player] for player in range(position.players))


def _refuse_if(wrong: str, position: "Position", placements: Sequence[Placement]) -> None:
    if wrong:
        move = ",".join(map(str, placements))
        raise ValueError(f"{move} is not legal in {quoted(str(position))}: {wrong}")


def open_placements(
    position: "Position", state: State, player: int, card: int
) -> tuple[Placement, ...]:
    """The placements of a card that are open in a state of a round."""
    found = position.core.placements(state, player, card)
    return tuple(
        placement_of(position, player, (card, start, heading)) for start, heading, _, _ in found
    )


def placement_of(position: "Position", player: int, step: Step) -> Placement:
    """A step of the core in this position's round as a placement."""
    card, start, heading = step
    number = position.deck.numbers[card]
    if start == OFF:
        return _placement(number, None, None)
    enters = position.state.heads[player] == OFF
    return _placement(number, HEADINGS[heading], position.name(start) if enters else None)


@cache
def _placement(number: int, heading: str | None, cell: str | None) -> Placement:
    # Cached for good: there are a few hundred for each card, and lists of rounds have millions.
    return Placement(number, heading, cell)


def _step_of(position: "Position", player: int, placement: Placement) -> Step:
    card = position.deck.place(placement.number)
    if placement.heading is None:
        return discarded(card)
    cell, head = placement.cell, position.state.heads[player]
    start = head if cell is None else position.cell_index(cell)
    return card, start, HEADINGS.index(placement.heading)
