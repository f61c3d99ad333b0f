"""Hisss, compiled: layings, random play, exact values.

Colours r o y g b p are 0 to 5, rainbow is 6. Kinds of cards are 0 to 28: middle sections ro oy yg
gb bp pr bo br by go gp gr op py ry, then heads r o y g b p *, then tails r o y g b p *. A deck is
29 counts (closed), or the kinds in their order, the next first (open).

A snake is (kind, a, b, length), as far as play can tell: kind 0 has two open ends, of colours
a <= b; kind 1 is a head and an open end of colour a; kind 2 a tail and an open end of colour a;
kind 3 a lone head of colour a, kind 4 a lone tail of colour a (6: rainbow). b is -1 but for kind
0. A table is a sorted tuple of snakes. Scores are (cards, longest) for each of two to five players,
who are numbered from 0. A card in hand is its kind, -1 if none is drawn yet.

With an empty table and scores all (0, 0) the game has not begun: the next card (or the one in
hand) is laid open for nobody, and the turn does not pass.

A laying is (snakes, collected, at, end, touching, joined, joined_end): the table after it; the
cards of the snake that it completes, else 0; the snake at whose open end the card is put, as an
index into the table before it, -1 for a new snake; that end: 0 for colour a (of a lone card as
well), 1 for colour b; the letter of the card that touches there, 0 or 1 in the order of its name (0
for a head or tail); the second snake of a join, touched by the other letter, and its end, else -1
and 0. Of layings that play cannot tell apart only the first is listed, in the order: at one snake
by (at, end, touching), then joins by (at, joined, end, joined_end, touching), at < joined, then
the new snake.

`playouts` plays whole random games and returns (lengths, left, won, choices, turns): how many
snakes of each length were completed, the cards left on the table, for every player how many games
were won by so many who shared them (won[player][sharers]), the turns with more than one move, all
turns.

`Values` finds exact chances: `begin` sets the position (a closed deck as counts, or None and
`order`), `advance` until it is False; then `values` has the chance of winning of each player, and
`layings`, if a card is in hand, those after each laying, in the order of `moves`. `stop`, in any
thread, ends `advance` soon, and for good. Of a closed deck no more than MOST_DECKS decks can be
left, and it can lie in no more than MOST_ORDERS orders, of three players and more
MOST_ORDERS_OF_SEVERAL.

Everything raises TypeError or ValueError for arguments that are none of the game.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, Self, TypeAlias

from typing_extensions import disjoint_base

CHECKS: Final[bool]
STATE_BYTES: Final[int]
ENTRY_BYTES: Final[int]
MOST_CARDS: Final[int]
MOST_DECKS: Final[int]
MOST_ORDERS: Final[int]
MOST_ORDERS_OF_SEVERAL: Final[int]

_Snake: TypeAlias = tuple[int, int, int, int]
_Laying: TypeAlias = tuple[tuple[_Snake, ...], int, int, int, int, int, int]

def moves(snakes: tuple[_Snake, ...], card: int, optional: bool) -> list[_Laying]: ...
def playouts(
    snakes: tuple[_Snake, ...],
    deck: Sequence[int],
    scores: Sequence[tuple[int, int]],
    player: int,
    card: int,
    optional: bool,
    games: int,
    seed: int,
) -> tuple[list[int], int, list[list[int]], int, int]: ...

@disjoint_base
class Values:
    def __new__(cls, players: int, optional: bool, memo_bytes: int = 268435456) -> Self: ...
    def begin(
        self,
        snakes: tuple[_Snake, ...],
        deck: Sequence[int] | None,
        scores: Sequence[tuple[int, int]],
        player: int,
        card: int = -1,
        order: Sequence[int] | None = None,
    ) -> None: ...
    def advance(self, run: Callable[..., Iterator[Any]] | None) -> bool: ...
    def stop(self) -> None: ...
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def values(self) -> tuple[Fraction, ...]: ...
    @property
    def layings(self) -> list[tuple[Fraction, ...]]: ...
