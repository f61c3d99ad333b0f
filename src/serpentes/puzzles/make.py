"""The generator: puzzles from a table.

What a table says of a position and its moves decides whether it can be a puzzle and of which kind;
then the proofs are built, and the validator has to accept them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from serpentes import __version__
from serpentes.games import serpent
from serpentes.games.serpent import Move, Position
from serpentes.puzzles import check, describe, fortress, mine, model, tree
from serpentes.puzzles.themes import Solved
from serpentes.solve.table import Table
from serpentes.solve.value import Value

KINDS: tuple[model.Kind, ...] = ("win", "draw", "save")
MOST_POSITIONS = 64
"""Positions that the proofs of a puzzle may have in all, so that it can be read."""

FEWEST_MOVES = 3
LONGEST_TRY = 14
"""Plies of the longest losing try: what a forward search can prove again in no time."""

GAMES = 3000
MOST_GAMES = 1_000_000
CHOICE = 4
"""Puzzles that are made for each one that is chosen, to have a varied set."""

Values = Callable[[Position], Value]
Report = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a set should be: kinds, plies of the wins, number of puzzles, seed, games to look at.

    Raises ValueError for what cannot be.
    """

    count: int
    kinds: tuple[model.Kind, ...] = KINDS
    low: int = 3
    high: int = 9
    seed: int = 0
    games: int = GAMES

    def __post_init__(self) -> None:
        if not 1 <= self.count <= model.MOST_PUZZLES:
            raise ValueError(f"count is {self.count}; expected 1 to {model.MOST_PUZZLES}")
        for kind in self.kinds:
            if kind not in KINDS:
                raise ValueError(f"there is no kind {kind!r}; expected one of: {', '.join(KINDS)}")
        if not 1 <= self.low <= self.high <= model.MOST_PLIES:
            raise ValueError(
                f"plies are {self.low}:{self.high}; expected LOW:HIGH, from 1 to {model.MOST_PLIES}"
            )
        if not 0 <= self.seed < 1 << 62:
            raise ValueError(f"seed is {self.seed}; expected 0 to 2**62 - 1")
        if not 1 <= self.games <= MOST_GAMES:
            raise ValueError(f"games are {self.games}; expected 1 to {MOST_GAMES:,}")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that can be a puzzle: its legal moves with their values, best first."""

    position: Position
    played: tuple[Move, ...]
    moves: tuple[tuple[Move, Value], ...]

    @property
    def key(self) -> Move:
        """The one move that is right."""
        return self.moves[0][0]

    @property
    def tries(self) -> tuple[tuple[Move, Value], ...]:
        """The others."""
        return self.moves[1:]

    @property
    def wins(self) -> bool:
        """Whether the position is won."""
        return self.moves[0][1].outcome == "win"


def make(
    table: Table,
    wishes: Wishes,
    progress: Report | None = None,
    without: Sequence[model.PuzzleSet] = (),
) -> model.PuzzleSet | None:
    """The puzzle set that is wished for, None if not one puzzle was found.

    It has fewer puzzles than wished for if the games looked at have no more, and none of the
    positions of the sets `without`. The same arguments make the same set. `progress` is called with
    what is being done, puzzles found, and how many are looked for. Raises ValueError unless the
    table is one of Serpent, of size 2 or 3, that starts with the empty board.

    >>> import serpentes as sp
    >>> made = make(sp.solve(sp.serpent.start(size=2)), Wishes(count=2, kinds=("win",), games=99))
    >>> [(puzzle.goal.kind, puzzle.goal.plies) for puzzle in made.puzzles]
    [('win', 3), ('win', 3)]
    """
    start = table.start
    if not isinstance(start, Position) or start.key_words != 1:
        raise ValueError(f"puzzles are made of serpent of size 2 or 3, not of '{start}'")
    if start.black or start.white or start.hatched or start.side != "b":
        raise ValueError(f"the table starts with '{start}'; expected one of the empty board")
    chosen = choose(_pool(table, wishes, progress, _keys(start, without)), wishes)
    return _document(table, wishes, chosen, without) if chosen else None


def _keys(start: Position, sets: Sequence[model.PuzzleSet]) -> set[int]:
    """The keys of all positions of these sets that are on the board of `start`."""
    puzzles = (puzzle for one in sets for puzzle in one.puzzles)
    texts = (puzzle.position for puzzle in puzzles if puzzle.board == start.board)
    return {serpent.parse(text).key for text in texts}


def _pool(
    table: Table, wishes: Wishes, progress: Report | None, tried: set[int]
) -> list[model.Puzzle]:
    """More puzzles than are wished for, of each kind that is, without the keys in `tried`.

    From a game comes one puzzle at most, as those of the same game are much alike.
    """
    values = mine.valuer(table)
    random = Random(wishes.seed)
    enough = CHOICE * -(-wishes.count // len(wishes.kinds))
    pool: list[model.Puzzle] = []
    kinds: Counter[str] = Counter()
    game = -1
    for found in mine.find(table, wishes.seed, wishes.games, wishes.low, wishes.high):
        wanted = tuple(kind for kind in wishes.kinds if kinds[kind] < enough)
        if not wanted:
            break
        if found.game == game or ("win" in wanted) < (found.value.outcome == "win"):
            continue
        if wanted == ("win",) and found.value.outcome == "draw":
            continue
        key = found.position.key
        if key in tried:
            continue
        tried.add(key)
        # Drawn for each position, whether it makes a puzzle or not, to keep later ones as they are.
        candidate = _candidate(values, found, int(random.random() * describe.SYMMETRIES))
        puzzle = build(values, candidate, len(table), wanted) if candidate else None
        if puzzle is not None:
            game = found.game
            pool.append(puzzle)
            kinds[puzzle.goal.kind] += 1
            if progress is not None:
                progress("finding puzzles", len(pool), enough * len(wishes.kinds))
    return pool


def _candidate(values: Values, found: mine.Found, symmetry: int) -> Candidate | None:
    """The candidate of a position that was found, turned or reflected; None if it makes none."""
    position = found.position
    valued = [(move, values(child).before()) for move, child in position.children()]
    valued.sort(key=lambda pair: pair[1], reverse=True)
    if not is_interesting([value for _, value in valued]):
        return None
    return Candidate(
        position.transform(symmetry),
        tuple(position.transform_move(move, symmetry) for move in found.played),
        tuple((position.transform_move(move, symmetry), value) for move, value in valued),
    )


def is_interesting(values: Sequence[Value]) -> bool:
    """Whether moves of these values, best first, make a puzzle.

    One of several moves is right, and it is not the only one that keeps a stone alive: some try
    does not end the game at once.

    >>> win, slow, quick = Value("win", 5), Value("loss", 6), Value("loss", 1)
    >>> is_interesting([win, slow, quick]), is_interesting([win, quick, quick])
    (True, False)
    >>> is_interesting([win, Value("win", 9), slow]), is_interesting([slow, quick, quick])
    (False, False)
    """
    if len(values) < FEWEST_MOVES or values[0].outcome == "loss":
        return False
    if values[1].outcome == values[0].outcome:
        return False
    return any(value.outcome != "loss" or (value.plies or 0) > 1 for value in values[1:])


# One puzzle


def build(
    values: Values, candidate: Candidate, positions: int, kinds: Iterable[str] = KINDS
) -> model.Puzzle | None:
    """The puzzle of a candidate, of the strongest kind whose proof is small enough to be read.

    None if there is no such proof, or not of one of these kinds. `positions` are those of the
    table.
    """
    if any(value.outcome == "loss" and (value.plies or 0) > LONGEST_TRY
           for _, value in candidate.tries):  # fmt: skip
        return None
    solution = _won(values, candidate) if candidate.wins else _drawn(values, candidate)
    if solution is None or _kind(solution) not in kinds:
        return None
    tries = _tries(values, candidate, MOST_POSITIONS - _size(solution))
    if tries is None:
        return None
    return _puzzle(candidate, solution, tries, positions)


def _won(values: Values, candidate: Candidate) -> model.Solution | None:
    found = tree.build(values, candidate.position, MOST_POSITIONS)
    if found is None:
        return None
    return model.Solution(
        move=str(candidate.key),
        line=describe.texts(found.line()),
        tree=_node(found),
        fortress=None,
        opposing=None,
    )


def _node(found: tree.Tree) -> model.Node:
    return model.Node(
        move=str(found.move),
        also=describe.texts(found.also),
        defences={
            str(move): None if below is None else _node(below)
            for move, below in found.defences.items()
        },
    )


def _drawn(values: Values, candidate: Candidate) -> model.Solution | None:
    """A draw if both proofs fit together, a save if only that of the side to move does."""
    position = candidate.position
    own = _fortress(values, position, position.side, MOST_POSITIONS)
    if own is None:
        return None
    after = position.play(candidate.key)
    other = _fortress(values, after, after.side, MOST_POSITIONS - len(own.moves))
    if other is None:
        line = _line(values, position, own)
    else:
        line = (str(candidate.key), *describe.duel(after, other, own, position))
    return model.Solution(
        move=str(candidate.key), line=line, tree=None, fortress=own, opposing=other
    )


def _fortress(values: Values, start: Position, side: str, most: int) -> model.Fortress | None:
    moves = fortress.build(values, start, "b" if side == "b" else "w", most)
    if moves is None:
        return None
    return model.Fortress(
        side="b" if side == "b" else "w",
        moves={str(position): str(move) for position, move in moves.items()},
    )


def _line(values: Values, position: Position, own: model.Fortress) -> tuple[str, ...]:
    """The line of a fortress against best play, until a position comes back or the game ends."""
    line: list[str] = []
    seen: set[Position] = set()
    while position.outcome is None and position not in seen:
        seen.add(position)
        if len(line) % 2 == 0:
            text = own.moves[str(position)]
        else:
            text = str(max(position.children(), key=lambda child: values(child[1]).before())[0])
        line.append(text)
        position = position.play(text)
    return tuple(line)


def _kind(solution: model.Solution) -> model.Kind:
    if solution.tree is not None:
        return "win"
    return "save" if solution.opposing is None else "draw"


def _size(solution: model.Solution) -> int:
    opposing = len(solution.opposing.moves) if solution.opposing else 0
    return describe.count_decisions(solution) + opposing


def _tries(values: Values, candidate: Candidate, room: int) -> tuple[model.Try, ...] | None:
    """All tries with their proofs, None if these have more than `room` positions."""
    tries: list[model.Try] = []
    for move, value in candidate.tries:
        after = candidate.position.play(move)
        if value.outcome == "loss":
            tries.append(_losing(values, move, value, after))
            continue
        own = _fortress(values, after, candidate.position.side, room)
        other = _fortress(values, after, after.side, room - len(own.moves)) if own else None
        if own is None or other is None:
            return None
        room -= len(own.moves) + len(other.moves)
        tries.append(
            model.Try(
                move=str(move),
                value="draw",
                plies=None,
                refutation=describe.duel(after, other, own),
                fortress=own,
                opposing=other,
            )
        )
    return tuple(tries)


def _losing(values: Values, move: Move, value: Value, after: Position) -> model.Try:
    line: list[str] = []
    while children := after.children():
        best, after = max(children, key=lambda child: values(child[1]).before())
        line.append(str(best))
    return model.Try(
        move=str(move),
        value="loss",
        plies=value.plies,
        refutation=tuple(line),
        fortress=None,
        opposing=None,
    )


def _puzzle(
    candidate: Candidate,
    solution: model.Solution,
    tries: tuple[model.Try, ...],
    positions: int,
) -> model.Puzzle:
    position, kind = candidate.position, _kind(solution)
    goal = _goal(kind, candidate.moves[0][1])
    solved = Solved(
        position,
        tuple(map(Move.parse, solution.line)),
        tuple(move for move, _ in candidate.tries),
        candidate.wins,
    )
    return model.Puzzle(
        id=describe.puzzle_id(position, goal),
        game=position.game,
        board=position.board,
        rulings=position.rulings.as_dict(),
        position=str(position),
        side=position.side,
        goal=goal,
        acceptance=model.Acceptance(
            first=solution.move, then="wins as fast" if candidate.wins else "does not lose"
        ),
        solution=solution,
        tries=tries,
        uniqueness=model.Uniqueness(
            criterion="one move wins" if candidate.wins else "one move does not lose",
            solution_count=1,
            method="retrograde analysis",
            positions=positions,
        ),
        difficulty=describe.rate(solved, tries, describe.count_decisions(solution)),
        themes=describe.tag(solved),
        played=describe.texts(candidate.played),
        symmetry=describe.symmetry(position),
    )


def _goal(kind: model.Kind, value: Value) -> model.Goal:
    if kind == "win":
        return model.Goal(kind="win", value="win", plies=value.plies)
    return model.Goal(kind=kind, value="draw" if kind == "draw" else "draw or better", plies=None)


# The set


def choose(pool: Sequence[model.Puzzle], wishes: Wishes) -> list[model.Puzzle]:
    """As many puzzles as are wished for, varied in kind, theme, tier and length, easy ones first.

    One by one the puzzle is taken that has most of what the set has least of, if the validator can
    prove it at its usual cost. Raises AssertionError if that refuses a puzzle for anything else.
    """
    left, chosen = list(pool), list[model.Puzzle]()
    had: Counter[str] = Counter()
    while left and len(chosen) < wishes.count:
        best = max(left, key=lambda puzzle: sum(1 / (1 + had[trait]) for trait in _traits(puzzle)))
        left.remove(best)
        if _proved(best):
            chosen.append(best)
            had.update(_traits(best))
    return sorted(chosen, key=lambda puzzle: (puzzle.difficulty.score, puzzle.id))


def _proved(puzzle: model.Puzzle) -> bool:
    found = list(check.faults(puzzle))
    assert all(fault == check.TOO_COSTLY for fault in found), f"{puzzle.position}: {found}"
    return not found


def _traits(puzzle: model.Puzzle) -> Iterator[str]:
    yield f"kind {puzzle.goal.kind}"
    yield f"tier {puzzle.difficulty.tier}"
    yield f"plies {puzzle.goal.plies}"
    yield from (f"theme {theme.name}" for theme in puzzle.themes)


def _document(
    table: Table,
    wishes: Wishes,
    chosen: list[model.Puzzle],
    without: Sequence[model.PuzzleSet],
) -> model.PuzzleSet:
    start = table.start
    rulings = ", ".join(f"{name} {option}" for name, option in start.rulings.items())
    size = " ".join(f"{name} {number}" for name, number in start.board.items())
    document = {
        "$schema": model.SCHEMA_URI,
        "schema_version": 1,
        "title": f"Serpent, {size}, {rulings}: {', '.join(wishes.kinds)}",
        "licence": model.LICENCE,
        "generator": model.Generator(name="serpentes", version=__version__),
        "seed": wishes.seed,
        "parameters": model.Parameters(
            kinds=wishes.kinds,
            plies=model.PlyRange(low=wishes.low, high=wishes.high),
            count=wishes.count,
            games=wishes.games,
            without=tuple(one.title for one in without),
        ),
        "table": model.TableFacts(
            digest=table.digest,
            game=start.game,
            board=start.board,
            rulings=start.rulings.as_dict(),
            start=str(start),
            positions=len(table),
        ),
        "puzzles": tuple(chosen),
    }
    return model.PuzzleSet.model_validate(document)
