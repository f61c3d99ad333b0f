"""Fighting Serpents (Kolowis Awithlaknannai): two sides jump each other's men on a long board.

>>> position = start(length=4)
>>> str(position)
'wwww/1w1b1/bbbb b'
>>> [str(move) for move in position.moves()]
['m4-m3', 'm4-m5', 'b1-m1', 'b2-m3', 'b3-m3', 'b4-m5']
>>> position = position.play("b1-m1").play("t2-m3")
>>> str(position.play("b3xt2"))
'wbww/bw1b1/1b1b w'
>>> position.play("b2xt3")
Traceback (most recent call last):
ValueError: b2xt3 is not legal in 'w1ww/bwwb1/1bbb b': t3 is not empty
"""

from typing import cast

from serpentes.games import longboard
from serpentes.games.base import Game, Side
from serpentes.games.fighting.core import BOARD
from serpentes.games.fighting.move import Move
from serpentes.games.fighting.notation import parse_position
from serpentes.games.fighting.position import Position
from serpentes.games.fighting.rulings import RULINGS, misfit

__all__ = ["GAME", "RULINGS", "Move", "Position", "parse", "start"]


def start(
    length: int | None = None,
    side: Side | None = None,
    *,
    preset: str | None = None,
    **rulings: str,
) -> Position:
    """The initial position: each player's outer row and right half of the middle row are filled.

    Rulings are keywords (`capture`, `chain`, ...); those left out are as in `preset`, such as
    "kolowis", or take their defaults; so do `length` (16) and `side` (the one to move, "b"). Raises
    ValueError for a length out of 2 to 16, for presets, rulings or options that there are not, and
    where they do not fit the length; TypeError for a length that is no int.

    >>> str(start(length=2)), str(start(preset="mosona"))
    ('ww/3/bb b', 'wwwwwwww/wwww1bbbb/bbbbbbbb b')
    """
    named = dict(RULINGS.preset(preset).start) if preset is not None else {}
    chosen = RULINGS.choose(RULINGS.under(preset, rulings))
    length = BOARD.check(
        cast(int, named.get("length", BOARD.default)) if length is None else length
    )
    side = cast(Side, named.get("side", "b")) if side is None else side
    shape = chosen["shape"]
    top, middle, bottom = (list(range(count)) for count in longboard.row_lengths(length, shape))
    inner = middle[1:] if shape == "culin" else middle[1:-1]
    half = len(inner) // 2
    white, black = inner[:half], inner[len(inner) - half :]
    if chosen["ends"] == "filled":
        white, black = [middle[0], *white], [*black, middle[-1]]
    first_middle, first_bottom = len(top), len(top) + len(middle)
    return Position(
        length,
        sum(1 << first_middle + i for i in black) + sum(1 << first_bottom + i for i in bottom),
        sum(1 << i for i in top) + sum(1 << first_middle + i for i in white),
        side,
        0,
        chosen,
    )


def parse(text: str, *, preset: str | None = None, **rulings: str) -> Position:
    """The position of a text in the notation of the rules.

    Rulings are keywords (`capture`, `chain`, ...); those left out are as in `preset`, or take their
    defaults. Raises ValueError that says what is wrong with the text, the men or the rulings, and
    what was expected; TypeError for what is no text.

    >>> parse("w2/1b2/3 w m2", capture="huff").rulings.capture
    'huff'
    >>> parse("w2/1b2/3 w m2")
    Traceback (most recent call last):
    ValueError: men may be huffed (m2) with capture=optional; expected that only with capture=huff
    """
    chosen = RULINGS.choose(RULINGS.under(preset, rulings))
    return Position(*parse_position(text, chosen["shape"]), chosen)


def __dir__() -> list[str]:
    return __all__


GAME = Game(
    name="fighting",
    title="Fighting Serpents",
    rulings=RULINGS,
    board=BOARD,
    start=start,
    parse=parse,
    example="wwww/1w1b1/bbbb b",
    misfit=misfit,
)
