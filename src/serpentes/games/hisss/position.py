"""Positions of Hisss.

Snakes are texts here, as the notation has them; what is legal is asked of the compiled core.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, ClassVar

from serpentes.games import base
from serpentes.games.hisss.cards import check_card
from serpentes.games.hisss.core import State, state_of
from serpentes.games.hisss.deck import Deck
from serpentes.games.hisss.layings import check_move, layings
from serpentes.games.hisss.move import Draw, Laying, Move, parse_move
from serpentes.games.hisss.notation import (
    PositionText,
    Score,
    check_of_deck,
    check_player,
    check_scores,
    check_size,
    check_table,
    count,
    format_position,
)
from serpentes.games.hisss.snake import Look, canonical, is_complete, look, written
from serpentes.games.rulings import Ruling, Rulings, RulingSet
from serpentes.games.text import described, numbered

if TYPE_CHECKING:
    from typing import Self

RULINGS = RulingSet(
    "hisss",
    (
        Ruling(
            "match",
            ("mandatory", "optional"),
            "whether a card that fits has to be laid where it fits, or may start a new snake",
        ),
    ),
)


@dataclass(frozen=True, slots=True, repr=False)
class Position(base.CardPosition):
    """A position: what is on the table, in the deck and collected, and who draws or lays next.

    `table` are the snakes as the notation has them, in order; `deck` the cards that are left, and
    `order` those of an open deck as they will be drawn, None if the deck is closed; `card` is the
    card in hand, None if it is still to be drawn. Players count from 1. Made by `start` and
    `parse`; the constructor also takes cards in any direction and any order, and raises ValueError
    for what makes no position.
    """

    table: tuple[str, ...]
    deck: Deck
    order: tuple[str, ...] | None
    scores: tuple[Score, ...] = field()  # the property of the contract is no default
    player: int
    card: str | None
    rulings: Rulings = field(default=RULINGS.choose({}))
    looks: tuple[Look, ...] = field(init=False, compare=False)
    """What play can tell of each snake, in the order of `table`."""

    game: ClassVar[str] = "hisss"

    def __post_init__(self) -> None:
        table, scores = check_table(self.table), check_scores(self.scores)
        check_player(self.player, len(scores))
        card = None if self.card is None else check_card(self.card)
        # Nobody can tell an open deck without cards from a closed one.
        order = tuple(map(check_card, self.order)) if self.order else None
        if order is not None and count(order) != self.deck:
            raise ValueError("order has other cards than the deck; expected the same")
        for name, value in {"table": table, "scores": scores, "card": card, "order": order}.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "looks", _looks(table))
        check_size(len(self.cards_there()) + sum(score.cards for score in scores))

    def __str__(self) -> str:
        return format_position(
            PositionText(self.table, self.deck, self.order, self.scores, self.player, self.card)
        )

    @property
    def board(self) -> dict[str, int]:
        """Empty, as there is no board."""
        return {}

    @property
    def state(self) -> State:
        """The position as the compiled core has it."""
        return state_of(self)

    @property
    def cards(self) -> dict[str, object]:
        """The deck that is left, for JSON: the number of cards of each kind."""
        return {**self.deck.as_dict()}

    def cards_there(self) -> tuple[str, ...]:
        """Every card that is not collected: of the snakes on the table, in the deck, in hand."""
        lying = [check_card(card) for snake in self.table for card in snake.split("-")]
        return (*lying, *self.deck.cards, *([] if self.card is None else [self.card]))

    # Players

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.scores)

    @property
    def standings(self) -> tuple[str, ...]:
        """What each player has collected, in words.

        >>> import serpentes as sp
        >>> sp.hisss.parse("- | ro1 | 0/0 7/4 | 1").standings
        ('no cards', '7 cards, the longest snake has 4')
        """
        return tuple(map(_standing, self.scores))

    @property
    def begun(self) -> bool:
        """Whether the first card, which belongs to nobody, has been laid."""
        return bool(self.table) or any(score.cards for score in self.scores)

    @property
    def finished(self) -> bool:
        """Whether the deck is empty and the last card has been laid."""
        return self.card is None and not len(self.deck)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has most cards, and of these who has the longest snake; empty while play goes on.

        >>> import serpentes as sp
        >>> sp.hisss.parse("ro | - | 7/4 6/6 7/7 | 2").winners
        (3,)
        """
        if not self.finished:
            return ()
        best = max(self.scores)
        return tuple(player for player, score in enumerate(self.scores, 1) if score == best)

    # Play

    def moves(self) -> tuple[Move, ...]:
        """The legal moves: layings of the card in hand in ASCII order; if there is none in hand,
        the draws, which are moves of chance, in the order of the notation.

        Layings that play cannot tell apart are one move: the first of them is listed.

        >>> import serpentes as sp
        >>> [str(move) for move in sp.hisss.parse("H:r-ro py | ro1 T:o1 | 0/0 0/0 | 1 oy").moves()]
        ['H:r-ro-[oy]', 'H:r-ro-[oy]-yp', '[oy]-yp']
        >>> [str(move) for move in sp.hisss.parse("H:r-ro py | ro1 T:o1 | 0/0 0/0 | 1").moves()]
        ['ro', 'T:o']
        """
        if self.card is None:
            return tuple(map(Draw, self.chance_outcomes()))
        return tuple(sorted(layings(self), key=str))

    def chance_outcomes(self) -> dict[str, int]:
        """The cards that may be drawn next, each with how many of the deck it is; empty with a card
        in hand. The chance of a card is its number divided by that of all.

        Of an open deck only the next card may be drawn.

        >>> import serpentes as sp
        >>> sp.hisss.parse("H:r-ro | oy2 T:o1 | 0/0 0/0 | 1").chance_outcomes()
        {'oy': 2, 'T:o': 1}
        >>> sp.hisss.parse("H:r-ro | [T:o oy oy] | 0/0 0/0 | 1").chance_outcomes()
        {'T:o': 1}
        """
        if self.card is not None:
            return {}
        if self.order is not None:
            return {self.order[0]: 1}
        return self.deck.as_dict()

    def draw(self, card: str) -> "Self":
        """The position with a card of the deck in hand; ValueError if it may not be drawn.

        >>> import serpentes as sp
        >>> str(sp.hisss.parse("H:r-ro | oy2 T:o1 | 0/0 0/0 | 1").draw("oy"))
        'H:r-ro | oy1 T:o1 | 0/0 0/0 | 1 oy'
        """
        return self.play(Draw(card))

    def play(self, move: base.Move | str) -> "Self":
        """The position after a move, given as a laying or a draw, or in notation: a snake with the
        card just laid in brackets, or the name of the card drawn.

        Raises ValueError that says why the move is not legal.

        >>> import serpentes as sp
        >>> str(sp.hisss.parse("H:r-ro | oy1 T:o1 | 0/0 0/0 | 1 oy").play("H:r-ro-[oy]"))
        'H:r-ro-oy | oy1 T:o1 | 0/0 0/0 | 2'
        """
        wanted = parse_move(move) if isinstance(move, str) else move
        if not isinstance(wanted, Laying | Draw):
            says = move if isinstance(move, base.Move) else described(move)
            raise ValueError(
                f"{says} is no move of hisss; expected a laying such as H:r-ro-[oy], or a draw "
                "such as oy"
            )
        check_move(self, wanted)
        return self._drawn(wanted.card) if isinstance(wanted, Draw) else self._laid(wanted)

    def _drawn(self, card: str) -> "Self":
        order = None if self.order is None else self.order[1:] or None
        return self._with(deck=self.deck.without(card), order=order, card=card)

    def _laid(self, laying: Laying) -> "Self":
        table, scores = list(self.table), list(self.scores)
        for part in laying.parts:
            table.remove(written(part))
        if is_complete(laying.snake):
            cards, longest = scores[self.player - 1]
            length = len(laying.snake)
            scores[self.player - 1] = Score(cards + length, max(longest, length))
        else:
            table.append(written(canonical(laying.snake)))
        following = self.player % self.players + 1 if self.begun else self.player
        return self._with(
            table=tuple(sorted(table)),
            scores=tuple(scores),
            player=following,
            card=None,
            looks=_looks(sorted(table)),
        )

    def _with(self, **changes: object) -> "Self":
        # Not through the constructor, which validates: this is what the rules make of a position.
        position = object.__new__(type(self))
        for each in fields(self):
            value = changes.get(each.name, getattr(self, each.name))
            object.__setattr__(position, each.name, value)
        return position

    def ordered(self, order: Iterable[str]) -> "Self":
        """The position with an open deck: its cards in the order in which they will be drawn.

        Raises ValueError if they are not those of the deck.

        >>> import serpentes as sp
        >>> str(sp.hisss.parse("H:r-ro | oy1 T:o1 | 0/0 0/0 | 1").ordered(["T:o", "oy"]))
        'H:r-ro | [T:o oy] | 0/0 0/0 | 1'
        """
        cards = tuple(map(check_card, order))
        if count(cards) != self.deck:
            raise ValueError("order has other cards than the deck; expected the same")
        return self._with(order=cards or None)

    def check_of(self, deck: Deck) -> None:
        """ValueError if the position cannot come of a deck: all its cards have to be of the deck,
        and what is gone from the deck has to have been collected."""
        check_of_deck(deck, self.cards_there(), self.scores)

    # Drawing

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The cards of each snake on the table, as they lie."""
        return tuple(tuple(snake.split("-")) for snake in self.table)

    def cards_left(self) -> dict[str, int]:
        """The kinds of cards in the deck, each with how many there are."""
        return self.deck.as_dict()

    def svg(self) -> str:
        """A drawing as an SVG document: the snakes on the table, a row for each, with the letters
        of their colours; below them the card in hand, the deck and what players have.

        >>> import serpentes as sp
        >>> sp.hisss.parse("H:r-ro py | ro1 | 0/0 0/0 | 1 oy").svg().startswith("<svg ")
        True
        """
        from serpentes.games.svg_snakes import draw

        return draw(self)

    def _repr_svg_(self) -> str:
        return self.svg()


def _looks(table: Iterable[str]) -> tuple[Look, ...]:
    return tuple(look(tuple(snake.split("-"))) for snake in table)


def _standing(score: Score) -> str:
    if not score.cards:
        return "no cards"
    return f"{numbered(score.cards, 'card')}, the longest snake has {score.longest}"
