"""The generator of solo tasks of Serpent Master."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from serpentes.games import master
from serpentes.games.master.deck import Deck, default_deck
from serpentes.games.master.notation import MODES
from serpentes.games.master.position import Position
from serpentes.games.square import BOARD
from serpentes.games.text import check_type, quoted
from serpentes.puzzles import model
from serpentes.puzzles.faults import OutOfNodesError
from serpentes.puzzles.master import check as master_check
from serpentes.puzzles.master.count import Counter
from serpentes.puzzles.master.lay import blocked_around, lay, lines, minimal, one_of, shuffled
from serpentes.puzzles.master.make import Report, check_cards, check_range, chosen, document
from serpentes.puzzles.master.model import (
    AnyPuzzle,
    MasterSet,
    Mode,
    PackParameters,
    PackPuzzle,
)
from serpentes.puzzles.master.pack import puzzle
from serpentes.puzzles.master.ranges import (
    FEWEST_CARDS,
    LAYINGS,
    MOST_IN_HAND,
    MOST_LAYINGS,
    MOST_SPARE,
    SMALLEST_TASK,
    SPARE,
    TASK_CARDS,
    TASK_SIDE,
)


@dataclass(frozen=True, slots=True)
class PackWishes:
    """What a set of solo tasks should be; ValueError for what cannot be.

    `spare` cells are left free besides the solution and the start, from 0 to 4; if the tasks should
    be `minimal`, more of them are freed as long as there is one solution.
    """

    count: int
    width: int = TASK_SIDE
    height: int = TASK_SIDE
    cards: int = TASK_CARDS
    mode: Mode = "regular"
    spare: int = SPARE
    minimal: bool = False
    seed: int = 0
    layings: int = LAYINGS
    deck: Deck = field(default_factory=default_deck)

    def __post_init__(self) -> None:
        model.check_size(self.count, self.seed)
        BOARD.check(self.width, self.height)
        if min(self.width, self.height) < SMALLEST_TASK:
            raise ValueError(
                f"size {self.width}x{self.height} is too small for tasks; "
                f"expected {SMALLEST_TASK}x{SMALLEST_TASK} to {BOARD.high}x{BOARD.high}"
            )
        check_cards(self.cards, self.deck, FEWEST_CARDS, MOST_IN_HAND)
        _check_room(self.cards, self.deck, self.width, self.height)
        check_range("spare", self.spare, 0, MOST_SPARE)
        check_range("layings", self.layings, 1, MOST_LAYINGS)
        if self.mode not in MODES:
            raise ValueError(f"mode is {quoted(self.mode)}; expected one of: {', '.join(MODES)}")


def _check_room(cards: int, deck: Deck, width: int, height: int) -> None:
    """ValueError if the tokens of the shortest cards have no room on the board.

    In either mode all cards are placed, and alone, nothing is covered: each token has a cell of its
    own. The start may get one as well.
    """
    fewest = sum(sorted(map(len, deck.paths))[:cards])
    if fewest > width * height:
        raise ValueError(
            f"{cards} cards have {fewest} tokens or more, but size {width}x{height} has "
            f"{width * height} cells; expected fewer cards or a larger board"
        )


def make_tasks(
    wishes: PackWishes,
    progress: Report | None = None,
    without: Sequence[model.PuzzleSet] = (),
) -> MasterSet | None:
    """The set of solo tasks that is wished for, None if not one was found.

    It has fewer tasks than wished for if the layings looked at make no more, and none of the tasks
    of the sets `without`. The same arguments make the same set. `progress` is called with what is
    being done, tasks found, and how many are looked for.

    >>> made = make_tasks(PackWishes(count=2, width=5, height=5, cards=6))
    >>> [puzzle.uniqueness.solution_count for puzzle in made.puzzles]
    [1, 1]
    """
    check_type("wishes", wishes, PackWishes, "PackWishes")
    made = chosen(_tasks(wishes), wishes.count, without, progress)
    return _document(wishes, made, without) if made else None


def _tasks(wishes: PackWishes) -> Iterator[PackPuzzle]:
    """Tasks with one solution, at least up to order."""
    random = Random(wishes.seed)
    for _ in range(wishes.layings):
        made = _task(wishes, random)
        if made is not None:
            yield made


def _task(wishes: PackWishes, random: Random) -> PackPuzzle | None:
    empty = _dealt(wishes, random)
    tokens = lay(random, empty)
    if tokens is None:
        return None
    task = blocked_around(random, empty, tokens, wishes.spare)
    known = lines(task)
    if known is None:
        return None
    others = None
    if wishes.minimal:
        task, others = minimal(random, task, known)
    try:
        return puzzle(task, known, Counter(task).count(master_check.NODES_PER_PUZZLE), others)
    except OutOfNodesError:
        return None


def _dealt(wishes: PackWishes, random: Random) -> Position:
    """An empty board with a random hand and a random start."""
    hand = shuffled(random, wishes.deck.numbers)[: wishes.cards]
    empty = master.start(
        hands=[hand], width=wishes.width, height=wishes.height, mode=wishes.mode, deck=wishes.deck
    )
    return master.start(
        hands=[hand],
        width=wishes.width,
        height=wishes.height,
        mode=wishes.mode,
        start=one_of(random, list(empty.cell_centres())),
        deck=wishes.deck,
    )


def _document(
    wishes: PackWishes, made: Sequence[AnyPuzzle], without: Sequence[model.PuzzleSet]
) -> MasterSet:
    parameters = PackParameters(
        game="master",
        kind="pack",
        board={"width": wishes.width, "height": wishes.height},
        cards=wishes.cards,
        mode=wishes.mode,
        spare=wishes.spare,
        minimal=wishes.minimal,
        count=wishes.count,
        layings=wishes.layings,
        without=tuple(one.title for one in without),
    )
    return document(wishes.seed, parameters, made)
