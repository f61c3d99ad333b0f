"""The generator: sets of puzzles from a table.

What a table says of a position and its moves decides whether it can be a puzzle and of which kind;
then the proofs are built, and the validator has to accept them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import get_args

from serpentes.games import registry
from serpentes.games.base import Move, SearchablePosition
from serpentes.puzzles import model
from serpentes.puzzles.choice import traits, varied
from serpentes.puzzles.faults import TOO_COSTLY
from serpentes.puzzles.tables import check as table_check
from serpentes.puzzles.tables import mine
from serpentes.puzzles.tables import model as table_model
from serpentes.puzzles.tables.build import Candidate, build, is_interesting, kinds_of
from serpentes.puzzles.tables.games import table_game
from serpentes.solve.slice_table import SliceTable
from serpentes.solve.table import Table

GAMES = 3000
MOST_GAMES = 1_000_000
CHOICE = 4
"""Puzzles that are made for each one that is chosen, to have a varied set."""

Report = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a set should be: kinds, plies of the wins, number of puzzles, seed, games to look at.

    No kinds are all kinds that the game has. Raises ValueError for what cannot be.
    """

    count: int
    kinds: tuple[table_model.Kind, ...] = ()
    low: int = 3
    high: int = 9
    seed: int = 0
    games: int = GAMES

    def __post_init__(self) -> None:
        model.check_size(self.count, self.seed)
        known = get_args(table_model.Kind)
        for kind in self.kinds:
            if kind not in known:
                raise ValueError(f"there is no kind {kind!r}; expected one of: {', '.join(known)}")
        if not 1 <= self.low <= self.high <= table_model.MOST_PLIES:
            raise ValueError(
                f"plies are {self.low}:{self.high}; "
                f"expected LOW:HIGH, from 1 to {table_model.MOST_PLIES}"
            )
        if not 1 <= self.games <= MOST_GAMES:
            raise ValueError(f"games are {self.games}; expected 1 to {MOST_GAMES:,}")

    def of(self, game: str) -> "Wishes":
        """The wishes with their kinds named; ValueError if the game has no puzzles of one.

        >>> Wishes(count=1).of("serpent").kinds
        ('win', 'draw', 'save')
        """
        known = table_game(game).kinds
        for kind in self.kinds:
            if kind not in known:
                raise ValueError(
                    f"{game} has no puzzles of kind {kind}; expected one of: {', '.join(known)}"
                )
        return replace(self, kinds=self.kinds or known)


def make(
    table: Table,
    wishes: Wishes,
    progress: Report | None = None,
    without: Sequence[model.PuzzleSet] = (),
) -> table_model.TableSet | None:
    """The puzzle set that is wished for, None if not one puzzle was found.

    It has fewer puzzles than wished for if the games looked at have no more, and none of the
    positions of the sets `without`. The same arguments make the same set. `progress` is called with
    what is being done, puzzles found, and how many are looked for. Raises ValueError unless the
    table starts with the start of its game, and for kinds that the game does not have.

    >>> import serpentes as sp
    >>> made = make(sp.solve(sp.serpent.start(size=2)), Wishes(count=2, kinds=("win",), games=99))
    >>> [(puzzle.goal.kind, puzzle.goal.plies) for puzzle in made.puzzles]
    [('win', 3), ('win', 3)]
    """
    start = table.start
    wishes = wishes.of(start.game)
    expected = table_game(start.game).start(start, 0)
    if start != expected:
        raise ValueError(f"the table starts with '{start}'; expected '{expected}'")
    chosen = choose(_pool(table, wishes, progress, _keys(start, without)), wishes)
    return _document(table, wishes, chosen, without) if chosen else None


def _keys(start: SearchablePosition, sets: Sequence[model.PuzzleSet]) -> set[int]:
    """The keys of all positions of these sets that are on the board of `start`."""
    keys: set[int] = set()
    for puzzle in (puzzle for one in sets for puzzle in one.puzzles):
        if (puzzle.game, puzzle.board) == (start.game, start.board):
            position = registry.game(puzzle.game).parse(puzzle.position, **puzzle.rulings)
            assert isinstance(position, SearchablePosition)
            keys.add(position.key)
    return keys


def _pool(
    table: Table, wishes: Wishes, progress: Report | None, tried: set[int]
) -> list[table_model.TablePuzzle]:
    """More puzzles than are wished for, of each kind that is, without the keys in `tried`.

    From a game comes one puzzle at most, as those of the same game are much alike.
    """
    values = mine.valuer(table)
    random = Random(wishes.seed)
    # A game has to begin with the start, so it is only turned by what leaves that as it is.
    of_games = table.start.symmetries()
    of_board = table_game(table.start.game).symmetries(table.start)
    enough = CHOICE * -(-wishes.count // len(wishes.kinds))
    pool: list[table_model.TablePuzzle] = []
    kinds: Counter[str] = Counter()
    game = -1
    for found in mine.find(table, wishes.seed, wishes.games, wishes.low, wishes.high):
        wanted = {kind for kind in wishes.kinds if kinds[kind] < enough}
        if not wanted:
            break
        if found.game == game or not wanted.intersection(kinds_of(found.value)):
            continue
        key = found.position.key
        if key in tried:
            continue
        tried.add(key)
        # Drawn for each position, whether it makes a puzzle or not, to keep later ones as they are.
        symmetry = _one_of(of_board if found.played is None else of_games, random)
        candidate = _candidate(table.start, values, found, symmetry)
        puzzle = build(values, candidate, len(table), wanted) if candidate else None
        if puzzle is not None:
            game = found.game
            pool.append(puzzle)
            kinds[puzzle.goal.kind] += 1
            if progress is not None:
                progress("finding puzzles", len(pool), enough * len(wishes.kinds))
    return pool


def _one_of(symmetries: tuple[int, ...], random: Random) -> int:
    return symmetries[int(random.random() * len(symmetries))]


def _turned(start: SearchablePosition, played: Sequence[Move], symmetry: int) -> tuple[Move, ...]:
    """The moves of a game, turned or reflected."""
    moves: list[Move] = []
    position = start
    for move in played:
        moves.append(position.transform_move(move, symmetry))
        position = position.play(move)
    return tuple(moves)


def _candidate(
    start: SearchablePosition, values: mine.Values, found: mine.Found, symmetry: int
) -> Candidate | None:
    """The candidate of a position that was found, turned or reflected; None if it makes none."""
    position = found.position
    valued = [(move, values(child).before()) for move, child in position.children()]
    valued.sort(key=lambda pair: pair[1], reverse=True)
    if not is_interesting([value for _, value in valued]):
        return None
    turned = [(position.transform_move(move, symmetry), value) for move, value in valued]
    played = found.played
    if played is not None:
        played = _turned(start, played, symmetry)
    return Candidate(position.transform(symmetry), played, tuple(turned))


def choose(
    pool: Sequence[table_model.TablePuzzle], wishes: Wishes
) -> list[table_model.TablePuzzle]:
    """As many puzzles as are wished for, varied in kind, theme, tier and length, easy ones first.

    Those are left out that the validator cannot prove at its usual cost. Raises AssertionError if
    it refuses a puzzle for anything else.
    """
    return varied(pool, wishes.count, _traits, _proved)


def _proved(puzzle: table_model.TablePuzzle) -> bool:
    found = list(table_check.faults(puzzle))
    assert all(fault == TOO_COSTLY for fault in found), f"{puzzle.position}: {found}"
    return not found


def _traits(puzzle: table_model.TablePuzzle) -> Iterator[str]:
    return traits(puzzle, f"plies {puzzle.goal.plies}")


def _document(
    table: Table,
    wishes: Wishes,
    chosen: list[table_model.TablePuzzle],
    without: Sequence[model.PuzzleSet],
) -> table_model.TableSet:
    start = table.start
    document = {
        **model.head(f"{_title(table)}: {', '.join(wishes.kinds)}", wishes.seed),
        "parameters": table_model.TableParameters(
            kinds=wishes.kinds,
            plies=table_model.PlyRange(low=wishes.low, high=wishes.high),
            count=wishes.count,
            games=wishes.games,
            without=tuple(one.title for one in without),
        ),
        "table": table_model.TableFacts(
            digest=table.digest,
            game=start.game,
            board=start.board,
            rulings=start.rulings.as_dict(),
            start=str(start),
            positions=len(table),
        ),
        "puzzles": tuple(chosen),
    }
    return table_model.TableSet.model_validate(document)


def _title(table: Table) -> str:
    start = table.start
    few: tuple[str, ...] = ()
    if isinstance(table, SliceTable) and start not in table:
        few = (f"at most {table.most_men} men",)
    parts = (
        table_game(start.game).title,
        *(f"{name} {number}" for name, number in start.board.items()),
        *few,
        *(f"{name} {option}" for name, option in start.rulings.items()),
    )
    return ", ".join(parts)
