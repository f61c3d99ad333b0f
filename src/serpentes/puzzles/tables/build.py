"""One puzzle: from a position and the values of its moves to the proofs of everything it claims."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from serpentes.games.base import Move, SearchablePosition, Side
from serpentes.puzzles.tables import describe, fortress, tree
from serpentes.puzzles.tables import model as table_model
from serpentes.puzzles.tables.games import table_game
from serpentes.puzzles.tables.kinds import TERMS
from serpentes.puzzles.tables.themes import Solved, read_solved
from serpentes.solve import strategies
from serpentes.solve.value import Value

FEWEST_MOVES = 3
LONGEST_TRY = 14
"""Plies of the longest try that loses by force: what a forward search can prove in no time."""

Values = Callable[[SearchablePosition], Value]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that can be a puzzle: its legal moves with their values, best first.

    `played` are the moves that lead to it, None if it is composed.
    """

    position: SearchablePosition
    played: tuple[Move, ...] | None
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
    def kinds(self) -> tuple[table_model.Kind, ...]:
        """The kinds of puzzle that it can be, the strongest first."""
        return kinds_of(self.moves[0][1])


def kinds_of(value: Value) -> tuple[table_model.Kind, ...]:
    """The kinds of puzzle that a position of that value can be, the strongest first.

    >>> kinds_of(Value("win", 5)), kinds_of(Value("win", None)), kinds_of(Value("draw", None))
    (('win',), ('count',), ('draw', 'save'))
    """
    if value.outcome == "win":
        return ("count",) if value.plies is None else ("win",)
    return ("draw", "save") if value.outcome == "draw" else ()


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
    return any(value != Value("loss", 1) for value in values[1:])


def build(
    values: Values, candidate: Candidate, positions: int, kinds: Iterable[str]
) -> table_model.TablePuzzle | None:
    """The puzzle of a candidate, of the strongest kind whose proof is small enough to be read.

    None if there is no such proof, or not of one of these kinds. `positions` are those of the
    table.
    """
    if any(value.outcome == "loss" and (value.plies or 0) > LONGEST_TRY
           for _, value in candidate.tries):  # fmt: skip
        return None
    most = table_game(candidate.position.game).most_positions
    solution = _solution(values, candidate, most)
    if solution is None or _kind(solution, candidate) not in kinds:
        return None
    tries = _tries(values, candidate, most - _size(solution))
    if tries is None:
        return None
    return _puzzle(candidate, solution, tries, positions)


def _solution(values: Values, candidate: Candidate, most: int) -> table_model.Solution | None:
    if candidate.kinds == ("win",):
        return _won(values, candidate, most)
    if candidate.kinds == ("count",):
        return _counted(values, candidate, most)
    return _drawn(values, candidate, most)


def _won(values: Values, candidate: Candidate, most: int) -> table_model.Solution | None:
    found = tree.build(values, candidate.position, most)
    if found is None:
        return None
    return table_model.Solution(
        move=str(candidate.key),
        line=describe.texts(found.line()),
        tree=_node(found),
        fortress=None,
        opposing=None,
    )


def _node(found: tree.Tree) -> table_model.Node:
    return table_model.Node(
        move=str(found.move),
        also=describe.texts(found.also),
        defences={
            str(move): None if below is None else _node(below)
            for move, below in found.defences.items()
        },
    )


def _counted(values: Values, candidate: Candidate, most: int) -> table_model.Solution | None:
    position = candidate.position
    own = _fortress(values, position, position.side, most, "win")
    if own is None:
        return None
    return table_model.Solution(
        move=str(candidate.key),
        line=_line(values, position, own),
        tree=None,
        fortress=own,
        opposing=None,
    )


def _drawn(values: Values, candidate: Candidate, most: int) -> table_model.Solution | None:
    """A draw if both proofs fit together, a save if only that of the side to move does."""
    position = candidate.position
    own = _fortress(values, position, position.side, most)
    if own is None:
        return None
    after = position.play(candidate.key)
    other = _fortress(values, after, after.side, most - len(own.moves))
    if other is None:
        line = _line(values, position, own)
    else:
        line = (str(candidate.key), *describe.duel(after, other, own, position))
    return table_model.Solution(
        move=str(candidate.key), line=line, tree=None, fortress=own, opposing=other
    )


def _fortress(
    values: Values,
    start: SearchablePosition,
    side: Side,
    most: int,
    keeps: strategies.Keeps = "draw",
) -> table_model.Fortress | None:
    moves = fortress.build(values, start, side, most, keeps)
    if moves is None:
        return None
    return table_model.Fortress(
        side=side, moves={str(position): str(move) for position, move in moves.items()}
    )


def _line(
    values: Values, position: SearchablePosition, own: table_model.Fortress
) -> tuple[str, ...]:
    """The line of a fortress against best play, until a position comes back or the game ends."""
    line: list[str] = []
    seen: set[SearchablePosition] = set()
    while position.outcome is None and position not in seen:
        seen.add(position)
        if position.side == own.side:
            text = own.moves[str(position)]
        else:
            text = str(max(position.children(), key=lambda child: values(child[1]).before())[0])
        line.append(text)
        position = position.play(text)
    return tuple(line)


def _kind(solution: table_model.Solution, candidate: Candidate) -> table_model.Kind:
    if candidate.kinds == ("draw", "save"):
        return "save" if solution.opposing is None else "draw"
    return candidate.kinds[0]


def _size(solution: table_model.Solution) -> int:
    opposing = len(solution.opposing.moves) if solution.opposing else 0
    return describe.count_decisions(solution) + opposing


# Tries


def _tries(values: Values, candidate: Candidate, room: int) -> tuple[table_model.Try, ...] | None:
    """All tries with their proofs, None if these have more than `room` positions."""
    tries: list[table_model.Try] = []
    for move, value in candidate.tries:
        after = candidate.position.play(move)
        if value.outcome == "loss" and value.plies is not None:
            tries.append(_losing(values, move, value, after))
            continue
        keeps: strategies.Keeps = "win" if value.outcome == "loss" else "draw"
        other = _fortress(values, after, after.side, room, keeps)
        if other is None:
            return None
        room -= len(other.moves)
        if keeps == "win":
            tries.append(_outnumbered(values, move, after, other))
            continue
        own = _fortress(values, after, candidate.position.side, room)
        if own is None:
            return None
        room -= len(own.moves)
        tries.append(_drawing(move, after, own, other))
    return tuple(tries)


def _losing(values: Values, move: Move, value: Value, after: SearchablePosition) -> table_model.Try:
    line: list[str] = []
    while children := after.children():
        best, after = max(children, key=lambda child: values(child[1]).before())
        line.append(str(best))
    return table_model.Try(
        move=str(move),
        value="loss",
        plies=value.plies,
        refutation=tuple(line),
        fortress=None,
        opposing=None,
    )


def _outnumbered(
    values: Values, move: Move, after: SearchablePosition, other: table_model.Fortress
) -> table_model.Try:
    return table_model.Try(
        move=str(move),
        value="loss",
        plies=None,
        refutation=_line(values, after, other),
        fortress=None,
        opposing=other,
    )


def _drawing(
    move: Move, after: SearchablePosition, own: table_model.Fortress, other: table_model.Fortress
) -> table_model.Try:
    return table_model.Try(
        move=str(move),
        value="draw",
        plies=None,
        refutation=describe.duel(after, other, own),
        fortress=own,
        opposing=other,
    )


# All of it


def _puzzle(
    candidate: Candidate,
    solution: table_model.Solution,
    tries: tuple[table_model.Try, ...],
    positions: int,
) -> table_model.TablePuzzle:
    position, kind = candidate.position, _kind(solution, candidate)
    terms = TERMS[kind]
    plies = candidate.moves[0][1].plies if kind == "win" else None
    goal = table_model.Goal(kind=kind, value=terms.value, plies=plies)
    solved: Solved[SearchablePosition, Move] = read_solved(
        position, solution.line, [one.move for one in tries], terms.wins
    )
    return table_model.TablePuzzle(
        id=describe.puzzle_id(position, goal),
        game=position.game,
        board=position.board,
        rulings=position.rulings.as_dict(),
        position=str(position),
        side=position.side,
        goal=goal,
        acceptance=table_model.Acceptance(first=solution.move, then=terms.then),
        solution=solution,
        tries=tries,
        uniqueness=table_model.Uniqueness(
            criterion=terms.criterion,
            solution_count=1,
            method="retrograde analysis",
            positions=positions,
        ),
        difficulty=describe.rate(solved, tries, describe.count_decisions(solution)),
        themes=describe.tag(solved),
        played=None if candidate.played is None else describe.texts(candidate.played),
        symmetry=describe.symmetry(position),
    )
