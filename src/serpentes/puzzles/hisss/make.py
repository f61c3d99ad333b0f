"""The generator of puzzles of Hisss: games are played, and positions of them solved."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import get_args

from serpentes.games import hisss
from serpentes.games.hisss.deck import Deck, default_deck
from serpentes.games.hisss.position import RULINGS, Position
from serpentes.games.hisss.start import MATCH, check_deck
from serpentes.games.text import check_type
from serpentes.puzzles import model
from serpentes.puzzles.choice import traits, varied
from serpentes.puzzles.faults import TOO_COSTLY, OutOfNodesError
from serpentes.puzzles.hisss import check as hisss_check
from serpentes.puzzles.hisss import tree as hisss_tree
from serpentes.puzzles.hisss.choice import Choice, greed, greedy
from serpentes.puzzles.hisss.layers import Layers
from serpentes.puzzles.hisss.model import (
    FEWEST_LAYINGS,
    FEWEST_LEFT,
    MOST_ANSWERS,
    MOST_LEFT,
    HisssParameters,
    HisssPuzzle,
    HisssSet,
    Kind,
)
from serpentes.puzzles.hisss.puzzle import puzzle
from serpentes.puzzles.hisss.tasks import layings_of, puzzle_id
from serpentes.solve.chances import solve

PLAYERS = 2
MARGIN = Fraction(1, 20)
GAMES = 2000
MOST_GAMES = 1_000_000
CHOICE = 2
"""Puzzles that are made for each one that is chosen, to have a varied set."""

Report = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class HisssWishes:
    """What a set should be; ValueError for what cannot be.

    `cards` are those left in the deck, at most. `margin` is the chance by which the right laying is
    better than all others, at the least; 1/20 if it is None, and wins have none. `games` are those
    that are played to find positions, at most.

    >>> HisssWishes(count=1, kind="win", margin=Fraction(1, 10))
    Traceback (most recent call last):
    ValueError: margin is 1/10; expected none for wins
    """

    count: int
    kind: Kind = "best"
    players: int = PLAYERS
    match: str = MATCH
    cards: int = MOST_LEFT
    margin: Fraction | None = None
    seed: int = 0
    games: int = GAMES
    deck: Deck = field(default_factory=default_deck)

    def __post_init__(self) -> None:
        model.check_size(self.count, self.seed)
        if self.kind not in get_args(Kind):
            expected = ", ".join(get_args(Kind))
            raise ValueError(f"there is no kind {self.kind!r}; expected one of: {expected}")
        if self.players != PLAYERS:
            raise ValueError(f"players {self.players} is out of range; expected {PLAYERS}")
        RULINGS.choose({"match": self.match})
        if not FEWEST_LEFT <= self.cards <= MOST_LEFT:
            raise ValueError(
                f"cards {self.cards} is out of range; expected {FEWEST_LEFT} to {MOST_LEFT}"
            )
        if not 1 <= self.games <= MOST_GAMES:
            raise ValueError(f"games are {self.games}; expected 1 to {MOST_GAMES:,}")
        check_deck(self.deck)
        self._check_margin()

    def _check_margin(self) -> None:
        if self.margin is None:
            return
        if self.kind == "win":
            raise ValueError(f"margin is {self.margin}; expected none for wins")
        if not hisss_check.is_margin(self.margin):
            least = hisss_check.LEAST_MARGIN
            raise ValueError(f"margin {self.margin} is out of range; expected {least} to 1")

    @property
    def lead(self) -> Fraction:
        """The chance by which a laying has to be better than all others to be right."""
        return MARGIN if self.margin is None else self.margin


def make_hisss(
    wishes: HisssWishes,
    progress: Report | None = None,
    without: Sequence[model.PuzzleSet] = (),
) -> HisssSet | None:
    """The set of puzzles of Hisss that is wished for, None if not one was found.

    Greed solves at most half of its puzzles. It has fewer puzzles than wished for if the games
    looked at make no more, and none of the positions of the sets `without`. The same arguments make
    the same set. `progress` is called with what is being done, puzzles found, and how many are
    looked for.

    >>> made = make_hisss(HisssWishes(count=1, cards=4, games=40, seed=4))
    >>> made.puzzles[0].goal.kind, made.puzzles[0].greedy.right
    ('best', False)
    """
    check_type("wishes", wishes, HisssWishes, "HisssWishes")
    tried = {puzzle.id for one in without for puzzle in one.puzzles}
    pool = _pool(wishes, tried, progress)
    made = _chosen(pool, wishes.count)
    return _document(wishes, made, without) if made else None


def _chosen(pool: Sequence[HisssPuzzle], count: int) -> list[HisssPuzzle]:
    """So many of the puzzles, varied and proved; greed solves half of them at most."""
    misled = [puzzle for puzzle in pool if not puzzle.greedy.right]
    solved = [puzzle for puzzle in pool if puzzle.greedy.right]
    some = varied(solved, min(count // 2, len(misled)), traits, _proved)
    more = varied(misled, count - len(some), traits, _proved)
    made = more + some[: len(more)]
    return sorted(made, key=lambda puzzle: (puzzle.difficulty.score, puzzle.id))


def _proved(puzzle: HisssPuzzle) -> bool:
    """Whether the validator accepts a puzzle; only its cost may be against it."""
    found = list(hisss_check.faults(puzzle))
    assert all(fault == TOO_COSTLY for fault in found), f"{puzzle.position}: {found}"
    return not found


# From play to puzzles


def _pool(wishes: HisssWishes, tried: set[str], progress: Report | None) -> list[HisssPuzzle]:
    """More puzzles than are wished for: as many that greed solves as others, where there are."""
    random = Random(wishes.seed)
    enough = {True: CHOICE * (wishes.count // 2), False: CHOICE * -(-wishes.count // 2)}
    pool: list[HisssPuzzle] = []
    for _ in range(wishes.games):
        made = _of_game(wishes, random, enough, tried)
        if made is not None:
            pool.append(made)
            enough[made.greedy.right] -= 1
            if progress is not None:
                progress("finding puzzles", len(pool), CHOICE * wishes.count)
        if not any(enough.values()):
            break
    return pool


def _of_game(
    wishes: HisssWishes, random: Random, enough: dict[bool, int], tried: set[str]
) -> HisssPuzzle | None:
    """The puzzle of a game, None if it has none; one at most, as those of a game are much alike."""
    for position in _positions(wishes, random):
        choice = _choice(position, wishes)
        if choice is None or not enough[greed(choice).right]:
            continue
        found = puzzle_id(position, wishes.kind)
        if found not in tried:
            tried.add(found)
            made = _puzzle(choice, wishes.kind)
            if made is not None:
                return made
    return None


def _positions(wishes: HisssWishes, random: Random) -> Iterator[Position]:
    """The positions of a game in which there are layings enough to choose from, in random order."""
    first = hisss.start(deck=wishes.deck, seed=random.getrandbits(32), match=wishes.match)
    found = list[Position]()
    for position in _played(first, random):
        if len(position.deck) <= wishes.cards and len(layings_of(position)) >= FEWEST_LAYINGS:
            # Who has to choose sees the order of the deck only where a win is asked for.
            found.append(position if wishes.kind == "win" else replace(position, order=None))
    random.shuffle(found)
    return iter(found)


def _played(position: Position, random: Random) -> Iterator[Position]:
    """The positions of a game with a card in hand and cards enough left.

    Half of the layings are chosen at random from all, half from the greedy ones.
    """
    while len(position.deck) > FEWEST_LEFT:
        assert position.order is not None
        position = position.draw(position.order[0])
        yield position
        layings = layings_of(position)
        if random.random() < 1 / 2:
            layings = greedy(layings)
        position = position.play(layings[int(random.random() * len(layings))])


def _choice(position: Position, wishes: HisssWishes) -> Choice | None:
    """The choice of a position, None if it is no puzzle as it is wished for."""
    own = position.player - 1
    found = solve(position, threads=1).layings
    choice = Choice(position, {laying: chances[own] for laying, chances in found.items()})
    if not choice.is_puzzle(wishes.kind):
        return None
    return choice if wishes.kind == "win" or choice.lead >= wishes.lead else None


def _puzzle(choice: Choice, kind: Kind) -> HisssPuzzle | None:
    """The puzzle of a choice, None if its proof would be too large."""
    try:
        depth = Layers(choice.position, hisss_check.NODES_PER_PUZZLE).depth(choice.right)
    except OutOfNodesError:
        return None
    tree = hisss_tree.build(choice.position, choice.right) if kind == "win" else None
    if hisss_tree.answers(tree) > MOST_ANSWERS:
        return None
    return puzzle(choice, kind, depth=depth, replies=_reply, tree=tree)


def _reply(position: Position) -> str:
    assert position.order is not None
    return str(solve(position.draw(position.order[0]), threads=1).best[0])


def _document(
    wishes: HisssWishes, made: Sequence[HisssPuzzle], without: Sequence[model.PuzzleSet]
) -> HisssSet:
    parameters = HisssParameters.model_validate(
        {
            "game": "hisss",
            "kind": wishes.kind,
            "players": wishes.players,
            "match": wishes.match,
            "cards": wishes.cards,
            "margin": None if wishes.kind == "win" else str(wishes.lead),
            "deck": wishes.deck.as_dict(),
            "count": wishes.count,
            "games": wishes.games,
            "without": tuple(one.title for one in without),
        }
    )
    return HisssSet.model_validate(
        {
            **model.head(hisss_check.title(parameters), wishes.seed),
            "parameters": parameters,
            "table": None,
            "puzzles": tuple(made),
        }
    )
