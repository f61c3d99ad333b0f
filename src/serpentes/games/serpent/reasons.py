"""Sentences for what is wrong with a position or a move of Serpent."""

from serpentes.games import hexagon

REASONS = {
    "removes only itself": "the only stone removed would be the one just placed",
    "moved snake removed": "the snake that moves would be removed",
    "path not shorter": "the shortest survival path of the snake would not get shorter",
    "own terrain not hostile": (
        "the removal would not leave hostile terrain: "
        "a region that a {own} stone leaves would still have a survival path of {own}"
    ),
    "opponent terrain not hostile": (
        "the removal would not leave hostile terrain: "
        "a region that a {other} stone leaves would still have a survival path of {other}"
    ),
    "opponent can reopen": (
        "the removal would not leave hostile terrain until the owner's next turn: after some reply "
        "a region that a {own} stone leaves would have a survival path of {own}"
    ),
    "game over": "the game is over",
    "has an action": "{own} has a legal action, so it cannot pass",
    "stuck side loses": "without a legal action {own} has lost (stuck=loses), so it cannot pass",
    "cell occupied": "{cell} is not empty",
    "touches snake": "{cell} touches a friendly snake",
    "touches three eggs": "{cell} touches more than two friendly eggs",
    "no own stone": "there is no {own} stone at {tail}",
    "egg does not move": "the stone at {tail} is an egg, and eggs do not move",
    "tail is no end": "{tail} is not an end of its snake",
    "tail is the head": "{tail} is the head of its snake, and only the tail is taken off",
    "not at the head": "{cell} does not touch the head of the snake",
    "result is no snake": "the stones would form no snake, or a ring",
    "order needed": "the order of the removals matters; expected {orders}",
    "order not needed": "the order of the removals does not matter; expected {move}",
}
"""What each of the core's REASONS means, but `legal`: ends of sentences, to be formatted with the
cells and colours of a move."""


def no_snake(size: int, stones: int, colour: str) -> str:
    """Why the stones of a colour are not all snakes, naming a cell; they must not be.

    >>> no_snake(2, 0b1011, "black")
    'the black stones at a1 are no snake: a1 touches a2 and b2, which touch each other'
    """
    names, near = hexagon.cell_names(size), hexagon.neighbours(size)
    for group in hexagon.groups(stones, size):
        for cell in group:
            own = [other for other in near[cell] if stones >> other & 1]
            where = f"the {colour} stones at {names[group[0]]} are no snake: {names[cell]} touches"
            if len(own) > 2:
                return f"{where} {len(own)} of them; expected at most 2"
            if len(own) == 2 and own[1] in near[own[0]]:
                return f"{where} {names[own[0]]} and {names[own[1]]}, which touch each other"
    raise AssertionError(f"these {colour} stones are snakes or rings: {stones:#x}")
