"""The validator of these sets: proves every claim again, by another road than the maker.

There is no table here. That a side wins or loses in so many plies is found by forward search; that
it does not lose, or wins however long it takes, by following a fortress with the plain rules; that
a tree or a line is what it says, by playing it (`serpentes.puzzles.moves.prove`). Of puzzles that
come from a forward search, proof-number search shows once more that one move wins and no other.
"""

from collections.abc import Iterator, Mapping

from serpentes.games import registry
from serpentes.games.base import OTHER, MaterialPosition, SearchablePosition
from serpentes.puzzles.faults import (
    TOO_COSTLY,
    Fault,
    OutOfNodesError,
    differences,
    themes_differ,
    within,
)
from serpentes.puzzles.moves import describe, prove
from serpentes.puzzles.moves import model as moves_model
from serpentes.puzzles.moves.games import moves_game
from serpentes.puzzles.moves.kinds import TERMS
from serpentes.puzzles.moves.prove import Prover, why_illegal
from serpentes.puzzles.moves.themes import read_solved
from serpentes.solve.strategies import Keeps
from serpentes.solve.value import Value

NODES_PER_PUZZLE, NODES_PER_SEARCHED = 200_000, 2_000_000
"""What a proof may cost, in nodes of the search, where nothing else is asked for: of a puzzle from
a table, and of one from searches."""


def usual_nodes(document: moves_model.MoveSet) -> int:
    """What the proof of a puzzle of this set may cost, where nothing else is asked for."""
    return NODES_PER_SEARCHED if document.table is None else NODES_PER_PUZZLE


def set_faults(document: moves_model.MoveSet) -> Iterator[Fault]:
    """What is wrong with a set, apart from its puzzles."""
    asked = document.parameters
    if document.table is not None:
        yield from _start(document.table)
    if isinstance(asked, moves_model.SearchParameters):
        yield from _endgames(asked)
    if asked.plies.low > asked.plies.high:
        yield "parameters.plies", f"are {asked.plies.low} to {asked.plies.high}; expected a range"
    if len(document.puzzles) > asked.count:
        yield "puzzles", f"are {len(document.puzzles)}; expected at most {asked.count}"


def _endgames(asked: moves_model.SearchParameters) -> Iterator[Fault]:
    """Where a set says that it took values of endgames from a table, and there are none."""
    if asked.game != "fighting" and asked.men is not None:
        yield "parameters.men", f"are {asked.men}; expected null, as {asked.game} has no such table"


def _start(table: moves_model.TableFacts) -> Iterator[Fault]:
    try:
        start = _parse(table.game, table.start, table.board, table.rulings)
    except ValueError as error:
        yield "table", str(error)
        return
    expected = moves_game(table.game).start(start, 0)
    if start != expected:
        yield "table.start", f"is '{start}'; expected '{expected}'"


def misfits(puzzle: moves_model.MovePuzzle, document: moves_model.MoveSet) -> Iterator[Fault]:
    """Where a puzzle does not fit what its set says of all puzzles."""
    asked = document.parameters
    for field in ("game", "board", "rulings"):
        expected = getattr(document.facts, field)
        if getattr(puzzle, field) != expected:
            yield field, f"is {getattr(puzzle, field)}; expected {expected} as in the set"
    yield from _how_found(puzzle.uniqueness, document.table)
    if isinstance(asked, moves_model.SearchParameters):
        yield from _from_games(puzzle)
    if puzzle.goal.kind not in asked.kinds:
        yield "goal.kind", f"is {puzzle.goal.kind}; expected one of {', '.join(asked.kinds)}"
    plies = puzzle.goal.plies
    if plies is not None and not asked.plies.low <= plies <= asked.plies.high:
        yield "goal.plies", f"are {plies}; expected {asked.plies.low} to {asked.plies.high}"


def _from_games(puzzle: moves_model.MovePuzzle) -> Iterator[Fault]:
    """Where a puzzle is none of those that a search finds in games."""
    if puzzle.played is None:
        yield "played", "is null; expected the game that leads to the position, as in the set"


def _how_found(
    found: moves_model.Uniqueness, table: moves_model.TableFacts | None
) -> Iterator[Fault]:
    """Where a puzzle says otherwise than its set where the values come from."""
    method = "forward search" if table is None else "retrograde analysis"
    if found.method != method:
        yield "uniqueness.method", f"is {found.method}; expected {method} as in the set"
    positions = None if table is None else table.positions
    if found.positions != positions:
        says = "null without a table" if table is None else f"{positions} as in the table"
        yield "uniqueness.positions", f"are {found.positions}; expected {says}"


def faults(puzzle: moves_model.MovePuzzle, nodes: int = NODES_PER_PUZZLE) -> Iterator[Fault]:
    """Everything that is wrong with a puzzle taken by itself; nothing if all of it is proved."""
    try:
        position = _parse(puzzle.game, puzzle.position, puzzle.board, puzzle.rulings)
    except ValueError as error:
        yield "position", str(error)
        return
    yield from _origin(puzzle, position)
    try:
        yield from _proofs(puzzle, position, Prover(position, nodes))
    except OutOfNodesError:
        yield TOO_COSTLY
    except ValueError as error:
        # A position that is composed can have more captures than can be listed.
        yield "solution", f"cannot be proved: {error}"


def _proofs(
    puzzle: moves_model.MovePuzzle, position: SearchablePosition, prover: Prover
) -> Iterator[Fault]:
    key = puzzle.solution.move
    if key not in map(str, position.moves()):
        yield "solution.move", why_illegal(position, key)
        return
    yield from _goal(puzzle)
    yield from _tries(puzzle, position, prover)
    yield from _solution(puzzle, position, prover)
    if puzzle.uniqueness.method == "forward search":
        yield from prove.alone(key, position, prover)
    yield from _derived(puzzle, position)


# What the puzzle is, and where it comes from


def _parse(
    game: str, text: str, board: Mapping[str, int], rulings: Mapping[str, str]
) -> SearchablePosition:
    entry = registry.game(game)
    moves_game(game)
    if set(rulings) != set(entry.rulings.names):
        raise ValueError(f"rulings are not all of: {', '.join(entry.rulings.names)}")
    position = entry.parse(text, **rulings)
    assert isinstance(position, SearchablePosition)
    if position.board != board:
        raise ValueError(f"'{text}' has the board {position.board}; expected {dict(board)}")
    if str(position) != text:
        raise ValueError(f"'{text}' is written another way: expected '{position}'")
    return position


def _origin(puzzle: moves_model.MovePuzzle, position: SearchablePosition) -> Iterator[Fault]:
    expected = describe.puzzle_id(position, puzzle.goal)
    if puzzle.id != expected:
        yield "id", f"does not fit position, rulings and goal; expected {expected}"
    if puzzle.side != position.side:
        yield "side", f"is {puzzle.side}; expected {position.side} as in the position"
    if puzzle.symmetry.exchanged != (position.side == "w"):
        yield "symmetry.exchanged", "does not fit the side to move"
    try:
        fits = describe.image(position, puzzle.symmetry.index) == position
    except ValueError as error:
        yield "symmetry.index", str(error)
    else:
        if not fits:
            yield "symmetry.index", "does not take the canonical position to this one"
    yield from _game(puzzle, position)


def _game(puzzle: moves_model.MovePuzzle, position: SearchablePosition) -> Iterator[Fault]:
    """Where the game that is said to lead to a position does not."""
    if puzzle.played is None:
        if not isinstance(position, MaterialPosition):
            yield "played", "is null; expected the game that leads to the position"
        return
    reached = moves_game(puzzle.game).start(position, len(puzzle.played))
    for place, text in enumerate(puzzle.played):
        try:
            reached = reached.play(text)
        except ValueError as error:
            yield f"played.{place}", str(error)
            return
    if reached != position:
        yield "played", f"leads to '{reached}'; expected '{position}'"


def _goal(puzzle: moves_model.MovePuzzle) -> Iterator[Fault]:
    kind, key = puzzle.goal.kind, puzzle.solution.move
    terms = TERMS[kind]
    if kind not in moves_game(puzzle.game).kinds:
        yield "goal.kind", f"is {kind}, of which {puzzle.game} has no puzzles"
    if (puzzle.goal.plies is None) == (kind == "win"):
        yield "goal.plies", f"are {puzzle.goal.plies}; expected a number for a win, else null"
    solution = puzzle.solution
    for field, found, expected in (
        ("goal.value", puzzle.goal.value, terms.value),
        ("acceptance.first", puzzle.acceptance.first, key),
        ("acceptance.then", puzzle.acceptance.then, terms.then),
        ("uniqueness.criterion", puzzle.uniqueness.criterion, terms.criterion),
    ):
        if found != expected:
            yield field, f"is {found}; expected {expected} for the kind {kind} and its solution"
    for field, there, wanted in (
        ("tree", solution.tree, terms.keeps is None),
        ("fortress", solution.fortress, terms.keeps is not None),
        ("opposing", solution.opposing, terms.opposing),
    ):
        if (there is not None) != wanted:
            is_, one = ("missing", "one") if wanted else ("there", "null")
            yield f"solution.{field}", f"is {is_}; expected {one} for the kind {kind}"


# Tries


def _tries(
    puzzle: moves_model.MovePuzzle, position: SearchablePosition, prover: Prover
) -> Iterator[Fault]:
    children = {str(move): child for move, child in position.children()}
    named = [one.move for one in puzzle.tries]
    searched = puzzle.uniqueness.method == "forward search"
    for move in children:
        if move != puzzle.solution.move and named.count(move) != 1:
            yield "tries", f"have {move} {named.count(move)} times; expected every move once"
    for place, one in enumerate(puzzle.tries):
        found: Iterator[Fault]
        if one.move == puzzle.solution.move:
            found = iter([("move", f"is {one.move}, the solution; expected another move")])
        elif one.move not in children:
            found = iter([("move", why_illegal(position, one.move))])
        elif one.value == "loss":
            found = prove.losing(one, children[one.move], prover, searched)
        else:
            found = _drawing(one, children[one.move], prover, searched)
            if not TERMS[puzzle.goal.kind].wins:
                yield f"tries.{place}.value", "is draw; expected loss, as one move does not lose"
        yield from within(f"tries.{place}", found)
    values = [Value(one.value, one.plies) for one in puzzle.tries]
    if values != sorted(values, reverse=True):
        yield "tries", "are not in order; expected the best first"


def _drawing(
    one: moves_model.Try, after: SearchablePosition, prover: Prover, searched: bool
) -> Iterator[Fault]:
    if one.plies is not None:
        yield "plies", f"are {one.plies}; expected null for a draw"
    if searched and one.fortress is None and one.opposing is None:
        yield from prove.told(one, after, prover, "draw")
        return
    if one.fortress is None or one.opposing is None:
        yield "fortress", "or opposing is missing; expected both for a draw"
        return
    own = prove.fortified(one.fortress, after, OTHER[after.side], "draw", prover)
    other = prove.fortified(one.opposing, after, after.side, "draw", prover)
    yield from within("fortress", own)
    yield from within("opposing", other)
    yield from prove.duelled("refutation", one.refutation, after, one.opposing, one.fortress)


# Solutions


def _solution(
    puzzle: moves_model.MovePuzzle, position: SearchablePosition, prover: Prover
) -> Iterator[Fault]:
    keeps = TERMS[puzzle.goal.kind].keeps
    if keeps is None and puzzle.solution.tree is not None:
        yield from _win(puzzle, puzzle.solution.tree, position, prover)
    elif keeps is not None and puzzle.solution.fortress is not None:
        yield from _fortress(puzzle.solution, puzzle.solution.fortress, position, keeps, prover)


def _win(
    puzzle: moves_model.MovePuzzle,
    tree: moves_model.Node,
    position: SearchablePosition,
    prover: Prover,
) -> Iterator[Fault]:
    solution = puzzle.solution
    if tree.move != solution.move or tree.also:
        yield "solution.tree.move", f"expected {solution.move} alone, as in the solution"
    plies = yield from prove.won(tree, position, prover, "solution.tree")
    if plies != puzzle.goal.plies:
        yield "goal.plies", f"are {puzzle.goal.plies}; the longest line of the tree has {plies}"
    if len(solution.line) != plies:
        yield "solution.line", f"has {len(solution.line)} plies; expected the longest of {plies}"
    yield from (("solution.line", says) for says in prove.in_tree(solution.line, tree))


def _fortress(
    solution: moves_model.Solution,
    own: moves_model.Fortress,
    position: SearchablePosition,
    keeps: Keeps,
    prover: Prover,
) -> Iterator[Fault]:
    found = prove.fortified(own, position, position.side, keeps, prover)
    yield from within("solution.fortress", found)
    if own.moves.get(str(position)) != solution.move:
        yield "solution.fortress.moves", f"do not have the key move {solution.move}"
        return
    other, after = solution.opposing, position.play(solution.move)
    if other is None:
        yield from (("solution.line", s) for s in prove.kept(own, solution.line, position))
        return
    found = prove.fortified(other, after, after.side, "draw", prover)
    yield from within("solution.opposing", found)
    if solution.line[:1] != (solution.move,):
        yield "solution.line", f"does not begin with the key move {solution.move}"
        return
    line = solution.line[1:]
    yield from prove.duelled("solution.line", line, after, other, own, before=position)


# What follows from the solution


def _derived(puzzle: moves_model.MovePuzzle, position: SearchablePosition) -> Iterator[Fault]:
    try:
        wins = TERMS[puzzle.goal.kind].wins
        tries = [one.move for one in puzzle.tries]
        solved = read_solved(position, puzzle.solution.line, tries, wins)
        themes = describe.tag(solved)
        decisions = describe.count_decisions(puzzle.solution)
        difficulty = describe.rate(solved, puzzle.tries, decisions)
    except (ValueError, IndexError):
        return  # a line or a try cannot be played, and that has been told
    yield from differences("difficulty", puzzle.difficulty, difficulty)
    yield from themes_differ(puzzle.themes, themes)
