"""One puzzle: from a position and the values of its moves to the proofs of everything it claims."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from serpentes.games.base import OTHER, Move, SearchablePosition, Side
from serpentes.puzzles.moves import describe, tree
from serpentes.puzzles.moves import model as moves_model
from serpentes.puzzles.moves.kinds import TERMS
from serpentes.puzzles.moves.source import Source, line
from serpentes.puzzles.moves.themes import Solved, read_solved
from serpentes.solve import strategies
from serpentes.solve.value import Value

FEWEST_MOVES = 3
LONGEST_TRY = 14
"""Plies of the longest try that loses by force: what a forward search can prove in no time."""


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
    def kinds(self) -> tuple[moves_model.Kind, ...]:
        """The kinds of puzzle that it can be, the strongest first."""
        return kinds_of(self.moves[0][1])


def kinds_of(value: Value) -> tuple[moves_model.Kind, ...]:
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
    source: Source, candidate: Candidate, kinds: Iterable[str], most: int
) -> moves_model.MovePuzzle | None:
    """The puzzle of a candidate, of the strongest kind whose proof is small enough to be read.

    All its proofs have at most `most` positions. None if there is no such proof, or not of one of
    these kinds. Raises GaveUpError if the source does.
    """
    if any(value.outcome == "loss" and (value.plies or 0) > LONGEST_TRY
           for _, value in candidate.tries):  # fmt: skip
        return None
    solution = _solution(source, candidate, most)
    if solution is None or _kind(solution, candidate) not in kinds:
        return None
    tries = _tries(source, candidate, most - _size(solution))
    if tries is None:
        return None
    return _puzzle(source, candidate, solution, tries)


def _solution(source: Source, candidate: Candidate, most: int) -> moves_model.Solution | None:
    if candidate.kinds == ("win",):
        return _won(source, candidate, most)
    if candidate.kinds == ("count",):
        return _counted(source, candidate, most)
    return _drawn(source, candidate, most)


def _won(source: Source, candidate: Candidate, most: int) -> moves_model.Solution | None:
    found = tree.build(source, candidate.position, most)
    if found is None:
        return None
    return moves_model.Solution(
        move=str(candidate.key),
        line=describe.texts(found.line()),
        tree=_node(found),
        fortress=None,
        opposing=None,
    )


def _node(found: tree.Tree) -> moves_model.Node:
    return moves_model.Node(
        move=str(found.move),
        also=describe.texts(found.also),
        defences={
            str(move): None if below is None else _node(below)
            for move, below in found.defences.items()
        },
    )


def _counted(source: Source, candidate: Candidate, most: int) -> moves_model.Solution | None:
    position = candidate.position
    own = _fortress(source, position, position.side, most, "win")
    if own is None:
        return None
    return moves_model.Solution(
        move=str(candidate.key),
        line=_line(source, position, own),
        tree=None,
        fortress=own,
        opposing=None,
    )


def _drawn(source: Source, candidate: Candidate, most: int) -> moves_model.Solution | None:
    """A draw if both proofs fit together, a save if only that of the side to move does."""
    position = candidate.position
    own = _fortress(source, position, position.side, most)
    if own is None:
        return None
    after = position.play(candidate.key)
    other = _fortress(source, after, after.side, most - len(own.moves))
    if other is None:
        moves = _line(source, position, own)
    else:
        moves = (str(candidate.key), *describe.duel(after, other, own, position))
    return moves_model.Solution(
        move=str(candidate.key), line=moves, tree=None, fortress=own, opposing=other
    )


def _fortress(
    source: Source,
    start: SearchablePosition,
    side: Side,
    most: int,
    keeps: strategies.Keeps = "draw",
) -> moves_model.Fortress | None:
    moves = source.strategy(start, side, most, keeps)
    return None if moves is None else moves_model.Fortress(side=side, moves=dict(moves))


def _line(
    source: Source, position: SearchablePosition, own: moves_model.Fortress
) -> tuple[str, ...]:
    """The line of a fortress against best play, until a position comes back or the game ends."""
    moves: list[str] = []
    seen: set[SearchablePosition] = set()
    while position.outcome is None and position not in seen:
        seen.add(position)
        if position.side == own.side:
            text = own.moves[str(position)]
        else:
            text = str(source.reply(position))
        moves.append(text)
        position = position.play(text)
    return tuple(moves)


def _kind(solution: moves_model.Solution, candidate: Candidate) -> moves_model.Kind:
    if candidate.kinds == ("draw", "save"):
        return "save" if solution.opposing is None else "draw"
    return candidate.kinds[0]


def _size(solution: moves_model.Solution) -> int:
    opposing = len(solution.opposing.moves) if solution.opposing else 0
    return describe.count_decisions(solution) + opposing


# Tries


def _tries(source: Source, candidate: Candidate, room: int) -> tuple[moves_model.Try, ...] | None:
    """All tries with their proofs, None if these have more than `room` positions."""
    tries: list[moves_model.Try] = []
    for move, value in candidate.tries:
        after = candidate.position.play(move)
        if value.outcome == "loss" and value.plies is not None:
            tries.append(_losing(source, move, value, after))
            continue
        found = _shown(source, move, value, after, room)
        if found is None and source.method == "forward search":
            found = _told(source, move, value, after)
        if found is None:
            return None
        room -= sum(len(one.moves) for one in (found.fortress, found.opposing) if one)
        tries.append(found)
    return tuple(tries)


def _losing(source: Source, move: Move, value: Value, after: SearchablePosition) -> moves_model.Try:
    assert value.plies
    moves = line(source, after, Value("win", value.plies - 1))
    return moves_model.Try(
        move=str(move),
        value="loss",
        plies=value.plies,
        refutation=describe.texts(moves),
        fortress=None,
        opposing=None,
    )


def _shown(
    source: Source, move: Move, value: Value, after: SearchablePosition, room: int
) -> moves_model.Try | None:
    """A try that draws, or loses without plies, with fortresses that show it; None if they have
    more than `room` positions."""
    keeps: strategies.Keeps = "win" if value.outcome == "loss" else "draw"
    other = _fortress(source, after, after.side, room, keeps)
    if other is None:
        return None
    own = None
    if keeps == "draw":
        own = _fortress(source, after, OTHER[after.side], room - len(other.moves))
        if own is None:
            return None
    return moves_model.Try(
        move=str(move),
        value="draw" if own else "loss",
        plies=None,
        refutation=describe.duel(after, other, own) if own else _line(source, after, other),
        fortress=own,
        opposing=other,
    )


def _told(source: Source, move: Move, value: Value, after: SearchablePosition) -> moves_model.Try:
    """The same without the fortresses, which are too large to be read."""
    answer = source.answer(after, "win" if value.outcome == "loss" else "draw")
    return moves_model.Try(
        move=str(move),
        value="draw" if value.outcome == "draw" else "loss",
        plies=None,
        refutation=(str(answer),),
        fortress=None,
        opposing=None,
    )


# All of it


def _puzzle(
    source: Source,
    candidate: Candidate,
    solution: moves_model.Solution,
    tries: tuple[moves_model.Try, ...],
) -> moves_model.MovePuzzle:
    position, kind = candidate.position, _kind(solution, candidate)
    terms = TERMS[kind]
    plies = candidate.moves[0][1].plies if kind == "win" else None
    goal = moves_model.Goal(kind=kind, value=terms.value, plies=plies)
    solved: Solved[SearchablePosition, Move] = read_solved(
        position, solution.line, [one.move for one in tries], terms.wins
    )
    return moves_model.MovePuzzle(
        id=describe.puzzle_id(position, goal),
        game=position.game,
        board=position.board,
        rulings=position.rulings.as_dict(),
        position=str(position),
        side=position.side,
        goal=goal,
        acceptance=moves_model.Acceptance(first=solution.move, then=terms.then),
        solution=solution,
        tries=tries,
        uniqueness=moves_model.Uniqueness(
            criterion=terms.criterion,
            solution_count=1,
            method=source.method,
            positions=source.positions,
        ),
        difficulty=describe.rate(solved, tries, describe.count_decisions(solution)),
        themes=describe.tag(solved),
        played=None if candidate.played is None else describe.texts(candidate.played),
        symmetry=describe.symmetry(position),
    )
