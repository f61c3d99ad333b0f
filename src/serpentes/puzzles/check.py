"""The validator: proves every claim of a puzzle set again, by another road than the generator's.

There is no table here. That a side wins or loses in so many plies is found by forward search; that
it does not lose, by following a fortress with the plain rules; that a tree or a line is what it
says, by playing it. Whatever a file says, the work is bounded: `Prover` keeps the account.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pydantic import BaseModel

from serpentes.games import registry
from serpentes.games.serpent import Move, Position
from serpentes.puzzles import describe, fortress, model
from serpentes.puzzles.themes import Solved
from serpentes.solve.search import ForwardSearch
from serpentes.solve.value import Value

NODES_PER_PUZZLE = 200_000
"""What a proof may cost, in nodes of the search, where nothing else is asked for."""

NODES_PER_POSITION = 100
"""What a position costs that is looked at outside of the search."""

SEARCH_BYTES = 1 << 20
MOST_FAULTS = 20
"""Faults of one puzzle that are told."""

Fault = tuple[str, str]
"""A field of a puzzle, and what is wrong with it."""
TOO_COSTLY: Fault = ("solution", "cannot be proved with so few nodes of the search")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a set.

    `number` is that of the puzzle, from 1, and `id` what it says its id is; None for the set.
    """

    number: int | None
    id: str | None
    field: str
    says: str

    def __str__(self) -> str:
        where = f"puzzle {self.number} ({self.id}): " if self.number else ""
        return f"{where}{self.field}: {self.says}"


class OutOfNodesError(Exception):
    """A proof costs more than it may."""


class Prover:
    """Searches that together cost at most so many nodes; raises OutOfNodesError."""

    def __init__(self, position: Position, nodes: int) -> None:
        self._search = ForwardSearch(position, SEARCH_BYTES)
        self._left = nodes

    def spend(self, positions: int) -> None:
        """Account for positions that are looked at outside of the search."""
        self._left -= NODES_PER_POSITION * positions
        if self._left < 0:
            raise OutOfNodesError

    def value(self, position: Position, plies: int) -> Value | None:
        """The value of a position, None if it is not decided within these plies."""
        if self._left <= 0 or plies > model.MOST_PLIES:
            raise OutOfNodesError
        before = self._search.nodes
        found = self._search.value(position, plies=max(plies, 0), nodes=self._left)
        self._left -= self._search.nodes - before
        if found is None and self._left < 0:
            raise OutOfNodesError
        return found


def problems(
    document: model.PuzzleSet,
    nodes: int = NODES_PER_PUZZLE,
    progress: Callable[[str, int, int | None], None] | None = None,
) -> Iterator[Problem]:
    """Everything that is wrong in a set; nothing if every claim has been proved.

    The proof of a puzzle may cost `nodes` nodes; one that costs more counts as wrong.
    `progress` is called with what is being done, the puzzles done and the number of puzzles.
    """
    yield from (Problem(None, None, *fault) for fault in _set_faults(document))
    places: dict[str, int] = {}
    for number, puzzle in enumerate(document.puzzles, 1):
        if progress is not None:
            progress("proving puzzles", number - 1, len(document.puzzles))
        problem = partial(Problem, number, puzzle.id)
        found = [*_set_terms(puzzle, document), *faults(puzzle, nodes)]
        yield from (problem(*fault) for fault in found[:MOST_FAULTS])
        if len(found) > MOST_FAULTS:
            yield problem("", f"{len(found) - MOST_FAULTS} more faults")
        if puzzle.id in places:
            yield problem("id", f"is that of puzzle {places[puzzle.id]} too; expected another one")
        places.setdefault(puzzle.id, number)


def _set_faults(document: model.PuzzleSet) -> Iterator[Fault]:
    table, asked = document.table, document.parameters
    try:
        start = _parse(table.game, table.start, table.board, table.rulings)
    except ValueError as error:
        yield "table", str(error)
        return
    if start.black or start.white or start.side != "b" or start.hatched:
        yield "table.start", f"is '{start}'; expected the empty board with Black to move"
    if asked.plies.low > asked.plies.high:
        yield "parameters.plies", f"are {asked.plies.low} to {asked.plies.high}; expected a range"
    if len(document.puzzles) > asked.count:
        yield "puzzles", f"are {len(document.puzzles)}; expected at most {asked.count}"


def _set_terms(puzzle: model.Puzzle, document: model.PuzzleSet) -> Iterator[Fault]:
    """Where a puzzle does not fit what its set says of all puzzles."""
    table, asked = document.table, document.parameters
    for field in ("game", "board", "rulings"):
        if getattr(puzzle, field) != getattr(table, field):
            expected = getattr(table, field)
            yield field, f"is {getattr(puzzle, field)}; expected {expected} as in the set"
    if puzzle.uniqueness.positions != table.positions:
        says = f"are {puzzle.uniqueness.positions}; expected {table.positions} as in the table"
        yield "uniqueness.positions", says
    if puzzle.goal.kind not in asked.kinds:
        yield "goal.kind", f"is {puzzle.goal.kind}; expected one of {', '.join(asked.kinds)}"
    plies = puzzle.goal.plies
    if plies is not None and not asked.plies.low <= plies <= asked.plies.high:
        yield "goal.plies", f"are {plies}; expected {asked.plies.low} to {asked.plies.high}"


def faults(puzzle: model.Puzzle, nodes: int = NODES_PER_PUZZLE) -> Iterator[Fault]:
    """Everything that is wrong with a puzzle taken by itself; nothing if all of it is proved."""
    try:
        position = _parse(puzzle.game, puzzle.position, puzzle.board, puzzle.rulings)
    except ValueError as error:
        yield "position", str(error)
        return
    yield from _origin(puzzle, position)
    key = puzzle.solution.move
    if key not in map(str, position.moves()):
        yield "solution.move", _why_illegal(position, key)
        return
    try:
        yield from _proofs(puzzle, position, Prover(position, nodes))
    except OutOfNodesError:
        yield TOO_COSTLY


def _proofs(puzzle: model.Puzzle, position: Position, prover: Prover) -> Iterator[Fault]:
    yield from _goal(puzzle)
    yield from _tries(puzzle, position, prover)
    prove = _win if puzzle.goal.kind == "win" else _draw
    yield from prove(puzzle, position, prover)
    yield from _derived(puzzle, position)


# What the puzzle is, and where it comes from


def _parse(game: str, text: str, board: Mapping[str, int], rulings: Mapping[str, str]) -> Position:
    entry = registry.game(game)
    if set(rulings) != set(entry.rulings.names):
        raise ValueError(f"rulings are not all of: {', '.join(entry.rulings.names)}")
    position = entry.parse(text, **rulings)
    if not isinstance(position, Position):
        raise ValueError(f"there are no puzzles of {game}")
    if position.board != board:
        raise ValueError(f"'{text}' has the board {position.board}; expected {dict(board)}")
    if str(position) != text:
        raise ValueError(f"'{text}' is written another way: expected '{position}'")
    return position


def _origin(puzzle: model.Puzzle, position: Position) -> Iterator[Fault]:
    expected = describe.puzzle_id(position, puzzle.goal)
    if puzzle.id != expected:
        yield "id", f"does not fit position, rulings and goal; expected {expected}"
    if puzzle.side != position.side:
        yield "side", f"is {puzzle.side}; expected {position.side} as in the position"
    if puzzle.symmetry.exchanged != (position.side == "w"):
        yield "symmetry.exchanged", "does not fit the side to move"
    if describe.image(position, puzzle.symmetry.index) != position:
        yield "symmetry.index", "does not take the canonical position to this one"
    reached = registry.game(puzzle.game).start(**position.board, **position.rulings)
    for place, text in enumerate(puzzle.played):
        try:
            reached = reached.play(text)
        except ValueError as error:
            yield f"played.{place}", str(error)
            return
    if reached != position:
        yield "played", f"leads to '{reached}'; expected '{position}'"


def _goal(puzzle: model.Puzzle) -> Iterator[Fault]:
    kind, key = puzzle.goal.kind, puzzle.solution.move
    value = {"win": "win", "draw": "draw", "save": "draw or better"}[kind]
    if puzzle.goal.value != value:
        yield "goal.value", f"is {puzzle.goal.value}; expected {value} for the kind {kind}"
    if (puzzle.goal.plies is None) == (kind == "win"):
        yield "goal.plies", f"are {puzzle.goal.plies}; expected a number for a win, else null"
    if puzzle.acceptance.first != key:
        yield "acceptance.first", f"is {puzzle.acceptance.first}; expected {key} as in the solution"
    then = "wins as fast" if kind == "win" else "does not lose"
    if puzzle.acceptance.then != then:
        yield "acceptance.then", f"is {puzzle.acceptance.then}; expected {then}"
    criterion = "one move wins" if kind == "win" else "one move does not lose"
    if puzzle.uniqueness.criterion != criterion:
        yield "uniqueness.criterion", f"is {puzzle.uniqueness.criterion}; expected {criterion}"
    solution = puzzle.solution
    for field, there, wanted in (
        ("tree", solution.tree, kind == "win"),
        ("fortress", solution.fortress, kind != "win"),
        ("opposing", solution.opposing, kind == "draw"),
    ):
        if (there is not None) != wanted:
            is_, expected = ("missing", "one") if wanted else ("there", "null")
            yield f"solution.{field}", f"is {is_}; expected {expected} for the kind {kind}"


# Tries


def _tries(puzzle: model.Puzzle, position: Position, prover: Prover) -> Iterator[Fault]:
    children = {str(move): child for move, child in position.children()}
    listed = [one.move for one in puzzle.tries]
    for move in children:
        if move != puzzle.solution.move and listed.count(move) != 1:
            yield "tries", f"have {move} {listed.count(move)} times; expected every move once"
    for place, one in enumerate(puzzle.tries):
        found: Iterator[Fault]
        if one.move == puzzle.solution.move:
            found = iter([("move", f"is {one.move}, the solution; expected another move")])
        elif one.move not in children:
            found = iter([("move", _why_illegal(position, one.move))])
        elif one.value == "loss":
            found = _losing(one, children[one.move], prover)
        else:
            found = _drawing(one, position, children[one.move], prover)
            if puzzle.goal.kind != "win":
                yield f"tries.{place}.value", "is draw; expected loss, as one move does not lose"
        yield from ((f"tries.{place}.{field}", says) for field, says in found)
    ranks = [(one.value, one.plies or 0) for one in puzzle.tries]
    if ranks != sorted(ranks, key=lambda rank: (rank[0] == "loss", -rank[1])):
        yield "tries", "are not in order; expected the best first"


def _losing(one: model.Try, after: Position, prover: Prover) -> Iterator[Fault]:
    if one.plies is None:
        yield "plies", "are null; expected a number for a loss"
        return
    for field, there in (("fortress", one.fortress), ("opposing", one.opposing)):
        if there is not None:
            yield field, "is there; expected null for a loss"
    found = prover.value(after, one.plies - 1)
    if found != Value("win", max(one.plies - 1, 0)):
        yield "plies", f"are {one.plies}: a loss in so many plies is refuted; {_says(found)}"
        return
    yield from (("refutation", says) for says in _best_line(one.refutation, after, found, prover))


def _best_line(
    line: tuple[str, ...], position: Position, value: Value, prover: Prover
) -> Iterator[str]:
    """Why a line is not best play of both to the end, from a position of that value."""
    for count, text in enumerate(line, 1):
        try:
            position = position.play(text)
        except ValueError as error:
            yield str(error)
            return
        left = (value.plies or 0) - count
        found = prover.value(position, left)
        outcome = value.outcome if count % 2 == 0 else value.before().outcome
        if found != Value(outcome, max(left, 0)):
            yield f"{text}, move {count} of the line, is not best play"
            return
    if position.outcome is None:
        yield f"ends in '{position}' before the game is over"


def _drawing(
    one: model.Try, position: Position, after: Position, prover: Prover
) -> Iterator[Fault]:
    if one.plies is not None:
        yield "plies", f"are {one.plies}; expected null for a draw"
    if one.fortress is None or one.opposing is None:
        yield "fortress", "or opposing is missing; expected both for a draw"
        return
    yield from _fortress("fortress", one.fortress, after, position.side, prover)
    yield from _fortress("opposing", one.opposing, after, after.side, prover)
    yield from _duel("refutation", one.refutation, after, one.opposing, one.fortress)


# Solutions


def _win(puzzle: model.Puzzle, position: Position, prover: Prover) -> Iterator[Fault]:
    tree, solution = puzzle.solution.tree, puzzle.solution
    if tree is None:
        return
    if tree.move != solution.move or tree.also:
        yield "solution.tree.move", f"expected {solution.move} alone, as in the solution"
    plies = yield from _tree(tree, position, prover, "solution.tree")
    if plies != puzzle.goal.plies:
        yield "goal.plies", f"are {puzzle.goal.plies}; the longest line of the tree has {plies}"
    if len(solution.line) != plies:
        yield "solution.line", f"has {len(solution.line)} plies; expected the longest of {plies}"
    yield from (("solution.line", says) for says in _in_tree(solution.line, tree))


def _tree(
    node: model.Node, position: Position, prover: Prover, where: str
) -> Generator[Fault, None, int]:
    """What is wrong with a tree; returns the plies of its longest line."""
    children = {str(move): child for move, child in position.children()}
    if node.move not in children:
        yield f"{where}.move", _why_illegal(position, node.move)
        return 0
    after = children[node.move]
    answers = {str(move): child for move, child in after.children()}
    prover.spend(1 + len(answers))
    if not answers and after.outcome != "loss":
        yield f"{where}.move", f"{node.move} ends the game without a win"
    for text in node.defences:
        if text not in answers:
            yield f"{where}.defences.{text}", _why_illegal(after, text)
    longest = 1
    for text, child in answers.items():
        plies = yield from _defence(node, text, child, prover, f"{where}.defences.{text}")
        longest = max(longest, 2 + plies)
    yield from _as_fast(node, position, longest, prover, where)
    return longest


def _defence(
    node: model.Node, text: str, child: Position, prover: Prover, where: str
) -> Generator[Fault, None, int]:
    if text not in node.defences:
        yield where, f"is missing; expected what follows after {text}"
        return 0
    below = node.defences[text]
    if child.outcome is None and below is not None:
        return (yield from _tree(below, child, prover, where))
    if child.outcome is None:
        yield where, f"is null, but the game is not over after {text}"
    elif below is not None:
        yield where, f"has a tree, but the game is over after {text}"
    elif child.outcome != "win":
        yield where, f"{text} ends the game without a win of the other side"
    return 0


def _as_fast(
    node: model.Node, position: Position, plies: int, prover: Prover, where: str
) -> Iterator[Fault]:
    """Whether `move` wins in exactly these plies, and `also` are all others that do."""
    found = prover.value(position, plies)
    if found != Value("win", plies):
        yield where, f"a win in {plies} plies is refuted; {_says(found)}"
        return
    others = ((str(move), child) for move, child in position.children() if str(move) != node.move)
    slow = Value("loss", plies - 1)
    fast = [text for text, child in others if prover.value(child, plies - 1) == slow]
    if sorted(node.also) != sorted(fast):
        yield f"{where}.also", f"is {_listed(node.also)}; expected {_listed(fast)}"


def _in_tree(line: tuple[str, ...], tree: model.Node) -> Iterator[str]:
    node: model.Node | None = tree
    for place, text in enumerate(line):
        if node is None:
            yield "goes on after the end of the tree"
            return
        if place % 2 == 0:
            if text != node.move:
                yield f"has {text} where the tree has {node.move}"
                return
        elif text not in node.defences:
            yield f"has {text}, which is no answer in the tree"
            return
        else:
            node = node.defences[text]


def _draw(puzzle: model.Puzzle, position: Position, prover: Prover) -> Iterator[Fault]:
    solution, side = puzzle.solution, position.side
    if solution.fortress is None:
        return
    yield from _fortress("solution.fortress", solution.fortress, position, side, prover)
    if solution.fortress.moves.get(str(position)) != solution.move:
        yield "solution.fortress.moves", f"do not have the key move {solution.move}"
        return
    after = position.play(solution.move)
    if puzzle.goal.kind == "save" or solution.opposing is None:
        yield from (("solution.line", says) for says in _kept(solution, position))
        return
    yield from _fortress("solution.opposing", solution.opposing, after, after.side, prover)
    if solution.line[:1] != (solution.move,):
        yield "solution.line", f"does not begin with the key move {solution.move}"
        return
    rest, other = solution.line[1:], solution.opposing
    yield from _duel("solution.line", rest, after, other, solution.fortress, before=position)


def _kept(solution: model.Solution, position: Position) -> Iterator[str]:
    """Why a line is not one of the fortress against any play, to an end or a repetition."""
    assert solution.fortress is not None
    seen: set[Position] = set()
    for place, text in enumerate(solution.line):
        if position in seen:
            yield f"goes on after '{position}' has come back"
            return
        seen.add(position)
        own = solution.fortress.moves.get(str(position), text)
        if place % 2 == 0 and text != own:
            yield f"has {text} where the fortress has {own}"
            return
        try:
            position = position.play(text)
        except ValueError as error:
            yield str(error)
            return
    if position.outcome is None and position not in seen:
        yield f"ends in '{position}', which is no end of the game and has not been there before"


def _fortress(
    field: str, claim: model.Fortress, start: Position, side: str, prover: Prover
) -> Iterator[Fault]:
    if claim.side != side:
        yield f"{field}.side", f"is {claim.side}; expected {side}"
        return
    prover.spend(len(claim.moves))
    for where, says in fortress.faults(claim.moves, start, claim.side, prover.spend):
        yield f"{field}.moves.{where}", says


def _duel(
    field: str,
    line: tuple[str, ...],
    position: Position,
    first: model.Fortress,
    second: model.Fortress,
    *,
    before: Position | None = None,
) -> Iterator[Fault]:
    """Whether a line is that of two fortresses playing each other."""
    try:
        expected = describe.duel(position, first, second, before)
    except (LookupError, ValueError):
        return  # one of the fortresses is at fault, and that has been told
    if line != expected:
        yield field, f"is {_listed(line)}; expected {_listed(expected)} as the fortresses play"


# What follows from the solution


def _derived(puzzle: model.Puzzle, position: Position) -> Iterator[Fault]:
    try:
        tries = tuple(Move.parse(one.move) for one in puzzle.tries)
        line = tuple(map(Move.parse, puzzle.solution.line))
        solved = Solved(position, line, tries, wins=puzzle.goal.kind == "win")
        themes = describe.tag(solved)
        decisions = describe.count_decisions(puzzle.solution)
        difficulty = describe.rate(solved, puzzle.tries, decisions)
    except (ValueError, IndexError):
        return  # a line or a try cannot be played, and that has been told
    yield from _differences("difficulty", puzzle.difficulty, difficulty)
    names, expected = ([theme.name for theme in these] for these in (puzzle.themes, themes))
    if names != expected:
        yield "themes", f"are {_listed(names)}; expected {_listed(expected)}"
        return
    for place, (theme, other) in enumerate(zip(puzzle.themes, themes, strict=True)):
        yield from _differences(f"themes.{place}", theme, other)


def _differences(where: str, found: BaseModel, expected: BaseModel) -> Iterator[Fault]:
    for field in type(found).model_fields:
        is_, should_be = getattr(found, field), getattr(expected, field)
        if is_ != should_be:
            yield f"{where}.{field}", f"is {is_}; expected {should_be}"


def _why_illegal(position: Position, text: str) -> str:
    try:
        position.play(text)
    except ValueError as error:
        return str(error)
    return f"{text} is written another way than the rules have it"


def _says(value: Value | None) -> str:
    return f"the search finds {'no decision in time' if value is None else f'a {value}'}"


def _listed(words: Sequence[str]) -> str:
    return " ".join(words) or "nothing"
