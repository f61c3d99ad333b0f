"""The generator of rounds of Serpent Master for two in which one card is better than all others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from serpentes.games import master
from serpentes.games.master.core import Step, discarded, resolution_order, resolved
from serpentes.games.master.deck import Deck, default_deck
from serpentes.games.master.position import Position
from serpentes.games.square import BOARD, cells_of
from serpentes.games.text import check_type
from serpentes.puzzles import model
from serpentes.puzzles.master.dominant import Round, puzzle
from serpentes.puzzles.master.lay import one_of, shuffled
from serpentes.puzzles.master.make import Report, check_cards, check_range, chosen, document
from serpentes.puzzles.master.model import (
    AnyPuzzle,
    DominantParameters,
    DominantPuzzle,
    MasterSet,
)
from serpentes.puzzles.master.ranges import (
    FEWEST_LEFT,
    MOST_BLOCKED,
    MOST_IN_HAND,
    MOST_POSITIONS,
    MOST_ROUNDS,
    POSITIONS,
    ROUND_CARDS,
    ROUND_SIDE,
    ROUNDS,
)
from serpentes.solve import rounds as solver


@dataclass(frozen=True, slots=True)
class DominantWishes:
    """What a set of rounds should be; ValueError for what cannot be.

    Each player is dealt so many `cards`, `rounds` are played at random, and of the cards that are
    left, two to four, one is better than all others. `blocked` is the number of blocked cells.
    """

    count: int
    width: int = ROUND_SIDE
    height: int = ROUND_SIDE
    cards: int = ROUND_CARDS
    rounds: int = ROUNDS
    blocked: int = 0
    seed: int = 0
    positions: int = POSITIONS
    deck: Deck = field(default_factory=default_deck)

    def __post_init__(self) -> None:
        model.check_size(self.count, self.seed)
        BOARD.check(self.width, self.height)
        check_cards(self.cards, self.deck, FEWEST_LEFT, MOST_IN_HAND)
        check_range("blocked", self.blocked, 0, MOST_BLOCKED)
        check_range("positions", self.positions, 1, MOST_POSITIONS)
        if not FEWEST_LEFT <= self.cards - self.rounds <= MOST_ROUNDS or self.rounds < 0:
            raise ValueError(
                f"rounds {self.rounds} leave {self.cards - self.rounds} of {self.cards} cards; "
                f"expected {FEWEST_LEFT} to {MOST_ROUNDS} to be left"
            )


def make_rounds(
    wishes: DominantWishes,
    progress: Report | None = None,
    without: Sequence[model.PuzzleSet] = (),
) -> MasterSet | None:
    """The set of rounds that is wished for, None if not one was found.

    It has fewer puzzles than wished for if the positions looked at make no more, and none of the
    puzzles of the sets `without`. The same arguments make the same set. `progress` is called with
    what is being done, puzzles found, and how many are looked for.

    >>> made = make_rounds(DominantWishes(count=1, width=3, height=3, cards=3))
    >>> made.puzzles[0].goal.kind, len(made.puzzles[0].solution.matrix.values)
    ('dominant', 2)
    """
    check_type("wishes", wishes, DominantWishes, "DominantWishes")
    made = chosen(_rounds(wishes), wishes.count, without, progress)
    return _document(wishes, made, without) if made else None


def _rounds(wishes: DominantWishes) -> Iterator[DominantPuzzle]:
    """Rounds in which one card is better than all others, for either player."""
    random = Random(wishes.seed)
    for _ in range(wishes.positions):
        position = _played(wishes, random)
        players = shuffled(random, (1, 2))
        values = solver.solve(position, "margin", matrix=True).matrix()
        own, other = position.hands
        rows = [[values[card, reply] for reply in other] for card in own]
        rounds = [Round(position, player, rows) for player in players]
        made = (puzzle(one) for one in rounds if one.is_lively())
        # Those of both players would be much alike.
        yield from islice((one for one in made if one is not None), 1)


def _played(wishes: DominantWishes, random: Random) -> Position:
    """A position after some rounds: cards with equal chances, then ways to lay them."""
    hands = [shuffled(random, wishes.deck.numbers)[: wishes.cards] for _ in range(2)]
    empty = master.start(hands=hands, width=wishes.width, height=wishes.height, deck=wishes.deck)
    position = master.start(
        hands=hands,
        width=wishes.width,
        height=wishes.height,
        blocked=shuffled(random, list(empty.cell_centres()))[: wishes.blocked],
        deck=wishes.deck,
    )
    for _ in range(wishes.rounds):
        position = position.after(_random_round(position, random))
    return position


def _random_round(position: Position, random: Random) -> tuple[Step, ...]:
    state = position.state
    cards = [one_of(random, cells_of(hand)) for hand in state.hands]
    steps = [discarded(card) for card in cards]
    for player in resolution_order(state.order, cards):
        places = position.core.placements(state, player, cards[player])
        if places:
            start, heading, _, _ = one_of(random, places)
            steps[player] = cards[player], start, heading
        state = resolved(position.core, state, player, steps[player])
    return tuple(steps)


def _document(
    wishes: DominantWishes, made: Sequence[AnyPuzzle], without: Sequence[model.PuzzleSet]
) -> MasterSet:
    parameters = DominantParameters(
        game="master",
        kind="dominant",
        board={"width": wishes.width, "height": wishes.height},
        cards=wishes.cards,
        rounds=wishes.rounds,
        blocked=wishes.blocked,
        count=wishes.count,
        positions=wishes.positions,
        without=tuple(one.title for one in without),
    )
    return document(wishes.seed, parameters, made)
