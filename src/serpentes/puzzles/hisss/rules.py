"""The rules of Hisss once more, in plain Python: what the validator proves chances by.

Nothing here asks the compiled core. A table is what play can tell of its snakes: the two sides of
each and its length, so that layings which play cannot tell apart are the same.
"""

from collections.abc import Iterator
from functools import lru_cache

from serpentes.games.hisss.cards import RAINBOW, is_middle, left_of, right_of, ways

HEAD, TAIL = CLOSED = ("H", "T")
KEPT = 1 << 16
"""What is found of snakes is remembered so often."""

Snake = tuple[str, str, int]
"""The sides of a snake and its length. A side is an open colour, or `H` or `T` where it is closed;
a closed side stands first, and the colours of open ones in ASCII order."""
Table = tuple[Snake, ...]
"""The snakes on the table, in order."""
Laid = tuple[Table, int]
"""What a laying leads to: the table, and the cards of the snake that it completes, else 0."""


def snake(one: str, other: str, length: int) -> Snake:
    """The snake with these sides.

    >>> snake("r", "H", 2), snake("y", "o", 3)
    (('H', 'r', 2), ('o', 'y', 3))
    """
    if other in CLOSED or (one not in CLOSED and other < one):
        return other, one, length
    return one, other, length


def read(text: str) -> Snake:
    """The snake of a text of the notation.

    >>> read("H:*"), read("yo-or"), read("ro-T:o")
    (('H', '*', 1), ('r', 'y', 2), ('T', 'r', 2))
    """
    cards = text.split("-")
    left, right = left_of(cards[0]), right_of(cards[-1])
    return snake(left or HEAD, right or TAIL, len(cards))


@lru_cache(KEPT)
def open_ends(one: Snake) -> tuple[tuple[str, str], ...]:
    """The colour of each open end of a snake, with the other side behind it.

    >>> open_ends(("H", "r", 2)), open_ends(("o", "y", 3))
    ((('r', 'H'),), (('o', 'y'), ('y', 'o')))
    """
    left, right, _ = one
    return ((right, left),) if left in CLOSED else ((left, right), (right, left))


def touch(one: str, other: str) -> bool:
    """Whether sides of two cards may touch, one of them that of a middle section."""
    return one == other or RAINBOW in (one, other)


def layings(table: Table, card: str, *, optional: bool) -> frozenset[Laid]:
    """What each laying of a card leads to.

    >>> table = (read("H:r-ro"), read("py"))
    >>> len(layings(table, "oy", optional=False))
    3
    >>> sorted(layings(table, "T:o", optional=False))
    [((('p', 'y', 1),), 3)]
    """
    found = set(_laid(table, card))
    if optional or not found:
        found.add(_with(table, read(card)))
    return frozenset(found)


def fits(table: Table, card: str) -> bool:
    """Whether a card can be laid at an open end on the table.

    >>> fits((read("H:r-ro"),), "T:o"), fits((read("H:r-ro"),), "H:*")
    (True, False)
    """
    return any(grown(one, card) for one in table)


def _laid(table: Table, card: str) -> Iterator[Laid]:
    """The layings at one snake, and between two; of snakes that are alike, which stand side by
    side, at the first."""
    for place, one in enumerate(table):
        if place and one == table[place - 1]:
            continue
        rest = table[:place] + table[place + 1 :]
        for new in grown(one, card):
            yield _with(rest, new)
        if is_middle(card):
            for second in range(place, len(rest)):
                if second > place and rest[second] == rest[second - 1]:
                    continue
                for new in joined(one, rest[second], card):
                    yield _with(rest[:second] + rest[second + 1 :], new)


@lru_cache(KEPT)
def grown(one: Snake, card: str) -> tuple[Snake, ...]:
    """What a card makes of a snake when it is laid at one of its ends; complete ones too.

    >>> grown(("o", "r", 2), "ro"), grown(("H", "r", 2), "T:*"), grown(("H", "r", 1), "T:r")
    ((('r', 'r', 3), ('o', 'o', 3)), (('H', 'T', 3),), ())
    """
    return tuple(
        snake(new, far, one[2] + 1)
        for end, far in open_ends(one)
        for new in sides_after(one, end, far, card)
    )


def sides_after(one: Snake, end: str, far: str, card: str) -> Iterator[str]:
    """What stands at the end of a snake, in place of `end`, once a card is laid there."""
    if is_middle(card):
        yield from (way[1] for way in ways(card) if touch(end, way[0]))
        return
    kind, _, colour = card.partition(":")
    is_lone = far in CLOSED and one[2] == 1
    if kind != far and not is_lone and touch(end, colour):
        yield kind


@lru_cache(KEPT)
def joined(one: Snake, other: Snake, card: str) -> tuple[Snake, ...]:
    """What a middle section makes of two snakes when it is laid between them; complete ones too.

    >>> joined(("H", "r", 2), ("o", "y", 1), "ro"), joined(("H", "r", 2), ("H", "o", 2), "ro")
    ((('H', 'y', 4),), ())
    """
    length = one[2] + other[2] + 1
    return tuple(
        snake(far, other_far, length)
        for end, far in open_ends(one)
        for other_end, other_far in open_ends(other)
        for way in ways(card)
        if touch(end, way[0]) and touch(other_end, way[1])
        if not (far == other_far and far in CLOSED)
    )


def _with(rest: Table, new: Snake) -> Laid:
    """A table with a new snake, which is collected if it is complete."""
    if new[1] in CLOSED:
        return rest, new[2]
    return tuple(sorted((*rest, new))), 0
