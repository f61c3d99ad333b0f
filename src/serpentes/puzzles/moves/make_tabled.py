"""The generator: sets of puzzles from a table.

What a table says of a position and its moves decides whether it can be a puzzle and of which kind;
then the proofs are built, and the validator has to accept them.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random

from serpentes.games.text import check_type
from serpentes.puzzles import model
from serpentes.puzzles.moves import check as moves_check
from serpentes.puzzles.moves import mine_tabled
from serpentes.puzzles.moves import model as moves_model
from serpentes.puzzles.moves.build import build, kinds_of
from serpentes.puzzles.moves.games import moves_game
from serpentes.puzzles.moves.making import (
    Report,
    Wishes,
    choose,
    known_keys,
    one_of,
    proved,
    title,
    turned,
)
from serpentes.puzzles.moves.source_tabled import TabledSource
from serpentes.solve.slice_table import SliceTable
from serpentes.solve.table import Table, check_table

CHOICE = 4
"""Puzzles that are made for each one that is chosen, to have a varied set."""


def make(
    table: Table,
    wishes: Wishes,
    progress: Report | None = None,
    without: Sequence[model.PuzzleSet] = (),
) -> moves_model.TableSet | None:
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
    check_table(table)
    check_type("wishes", wishes, Wishes, "Wishes")
    start = table.start
    wishes = wishes.of(start.game)
    expected = moves_game(start.game).start(start, 0)
    if start != expected:
        raise ValueError(f"the table starts with '{start}'; expected '{expected}'")
    pool = _pool(table, wishes, progress, known_keys(start, without))
    chosen = choose(pool, wishes, partial(proved, moves_check.NODES_PER_PUZZLE))
    return _document(table, wishes, chosen, without) if chosen else None


def _pool(
    table: Table, wishes: Wishes, progress: Report | None, tried: set[int]
) -> list[moves_model.MovePuzzle]:
    """More puzzles than are wished for, of each kind that is, without the keys in `tried`.

    From a game comes one puzzle at most, as those of the same game are much alike.
    """
    source = TabledSource(table)
    most = moves_game(table.start.game).most_positions
    random = Random(wishes.seed)
    # A game has to begin with the start, so it is only turned by what leaves that as it is.
    of_games = table.start.symmetries()
    of_board = moves_game(table.start.game).symmetries(table.start)
    enough = CHOICE * -(-wishes.count // len(wishes.kinds))
    pool: list[moves_model.MovePuzzle] = []
    kinds: Counter[str] = Counter()
    game = -1
    for found in mine_tabled.find(table, wishes.seed, wishes.games, wishes.low, wishes.high):
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
        symmetry = one_of(of_board if found.played is None else of_games, random)
        position = found.position
        valued = [(move, source.value(child).before()) for move, child in position.children()]
        candidate = turned(table.start, position, found.played, valued, symmetry)
        puzzle = build(source, candidate, wanted, most) if candidate else None
        if puzzle is not None:
            game = found.game
            pool.append(puzzle)
            kinds[puzzle.goal.kind] += 1
            if progress is not None:
                progress("finding puzzles", len(pool), enough * len(wishes.kinds))
    return pool


def _document(
    table: Table,
    wishes: Wishes,
    chosen: list[moves_model.MovePuzzle],
    without: Sequence[model.PuzzleSet],
) -> moves_model.TableSet:
    start = table.start
    document = {
        **model.head(f"{_title(table)}: {', '.join(wishes.kinds)}", wishes.seed),
        "parameters": moves_model.TableParameters(
            kinds=wishes.kinds,
            plies=moves_model.PlyRange(low=wishes.low, high=wishes.high),
            count=wishes.count,
            games=wishes.games,
            without=tuple(one.title for one in without),
        ),
        "table": moves_model.TableFacts(
            digest=table.digest,
            game=start.game,
            board=start.board,
            rulings=start.rulings.as_dict(),
            start=str(start),
            positions=len(table),
        ),
        "puzzles": tuple(chosen),
    }
    return moves_model.TableSet.model_validate(document)


def _title(table: Table) -> str:
    if isinstance(table, SliceTable) and table.start not in table:
        return title(table.start, f"at most {table.most_men} men")
    return title(table.start)
