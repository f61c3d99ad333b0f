"""Single proofs of a puzzle: that a value, a tree, a fortress or a line is what it says.

Each is a generator of what is wrong, nothing if all is proved. Whatever a file says, the work is
bounded: `Prover` keeps the account.
"""

from collections.abc import Generator, Iterator

from serpentes.games.base import COLOURS, SearchablePosition
from serpentes.puzzles.faults import Fault, OutOfNodesError, listed, within
from serpentes.puzzles.moves import describe
from serpentes.puzzles.moves import model as moves_model
from serpentes.puzzles.moves.themes import legal_move
from serpentes.solve import strategies
from serpentes.solve.proof_search import ProofSearch
from serpentes.solve.search import ForwardSearch
from serpentes.solve.value import Value

NODES_PER_POSITION = 100
"""What a position costs that is looked at outside of the search."""

SEARCH_BYTES, PROOF_BYTES = 1 << 20, 1 << 23


class Prover:
    """Searches that together cost at most so many nodes; raises OutOfNodesError."""

    def __init__(self, position: SearchablePosition, nodes: int) -> None:
        self._search = ForwardSearch(position, SEARCH_BYTES)
        self._proofs = ProofSearch(position, table_bytes=PROOF_BYTES, threads=1)
        self._left = nodes

    def spend(self, positions: int) -> None:
        """Account for positions that are looked at outside of the search."""
        self._left -= NODES_PER_POSITION * positions
        if self._left < 0:
            raise OutOfNodesError

    def value(self, position: SearchablePosition, plies: int) -> Value | None:
        """The value of a position, None if it is not decided within these plies."""
        if self._left <= 0 or plies > moves_model.MOST_PLIES:
            raise OutOfNodesError
        before = self._search.nodes
        found = self._search.value(position, plies=max(plies, 0), nodes=self._left)
        self._left -= self._search.nodes - before
        if found is None and self._left < 0:
            raise OutOfNodesError
        return found

    def keeps(self, position: SearchablePosition, goal: strategies.Keeps) -> bool:
        """Whether the side to move wins, or does not lose."""
        if position.outcome is not None:
            return not strategies.falls_short(position.outcome, goal)
        search = self._proofs.beside(position, goal)
        answer = search.run(nodes=max(1, self._left)).answer
        self._left -= search.result.nodes
        if answer == "unknown" or self._left < 0:
            raise OutOfNodesError
        return answer == "yes"


# Values, by forward search


def losing(
    one: moves_model.Try, after: SearchablePosition, prover: Prover, searched: bool
) -> Iterator[Fault]:
    """Whether a try loses as it says: by force in its plies, or else however long it takes.

    `searched`: the puzzle comes from a search, so that fortresses may be left out.
    """
    if one.fortress is not None:
        yield "fortress", "is there; expected null for a loss"
    if one.plies is None and one.opposing is None and searched:
        yield from told(one, after, prover, "win")
        return
    if one.plies is None:
        yield from _outnumbered(one, after, prover)
        return
    if one.opposing is not None:
        yield "opposing", "is there; expected null for a loss in so many plies"
    found = prover.value(after, one.plies - 1)
    if found != Value("win", max(one.plies - 1, 0)):
        yield "plies", f"are {one.plies}: a loss in so many plies is refuted; {_says(found)}"
        return
    yield from (("refutation", says) for says in _best_line(one.refutation, after, found, prover))


def _outnumbered(
    one: moves_model.Try, after: SearchablePosition, prover: Prover
) -> Iterator[Fault]:
    if one.opposing is None:
        yield "opposing", "is missing; expected one that wins, as no plies are given for the loss"
        return
    found = fortified(one.opposing, after, after.side, "win", prover)
    yield from within("opposing", found)
    yield from (("refutation", says) for says in kept(one.opposing, one.refutation, after))


def told(
    one: moves_model.Try, after: SearchablePosition, prover: Prover, keeps: strategies.Keeps
) -> Iterator[Fault]:
    """Whether the other side keeps what a try says by its one answer, and no more."""
    if len(one.refutation) != 1:
        yield "refutation", f"has {len(one.refutation)} moves; expected the one answer"
        return
    try:
        answered = after.play(one.refutation[0])
    except ValueError as error:
        yield "refutation", str(error)
        return
    if prover.keeps(answered, "draw" if keeps == "win" else "win"):
        yield "refutation", f"{one.refutation[0]} does not keep the {keeps}"
    if keeps == "draw" and prover.keeps(after, "win"):
        yield "value", f"is draw, but {COLOURS[after.side]} wins"


def _best_line(
    line: tuple[str, ...], position: SearchablePosition, value: Value, prover: Prover
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


# Which move wins, by proof-number search


def alone(key: str, position: SearchablePosition, prover: Prover) -> Iterator[Fault]:
    """Whether one move of a position wins and no other does, however long it takes."""
    for move, child in position.children():
        text = str(move)
        wins = not prover.keeps(child, "draw")
        if wins and text != key:
            yield "tries", f"{text} wins as well; expected no move that does but {key}"
        elif not wins and text == key:
            yield "solution.move", f"{key} does not win; the other side does not lose"


# Trees


def won(
    node: moves_model.Node, position: SearchablePosition, prover: Prover, where: str
) -> Generator[Fault, None, int]:
    """Whether a tree is that of a win; returns the plies of its longest line."""
    children = {str(move): child for move, child in position.children()}
    if node.move not in children:
        yield f"{where}.move", why_illegal(position, node.move)
        return 0
    after = children[node.move]
    answers = {str(move): child for move, child in after.children()}
    prover.spend(1 + len(answers))
    if not answers and after.outcome != "loss":
        yield f"{where}.move", f"{node.move} ends the game without a win"
    for text in node.defences:
        if text not in answers:
            yield f"{where}.defences.{text}", why_illegal(after, text)
    longest = 1
    for text, child in answers.items():
        plies = yield from _defence(node, text, child, prover, f"{where}.defences.{text}")
        longest = max(longest, 2 + plies)
    yield from _as_fast(node, position, longest, prover, where)
    return longest


def _defence(
    node: moves_model.Node, text: str, child: SearchablePosition, prover: Prover, where: str
) -> Generator[Fault, None, int]:
    if text not in node.defences:
        yield where, f"is missing; expected what follows after {text}"
        return 0
    below = node.defences[text]
    if child.outcome is None and below is not None:
        return (yield from won(below, child, prover, where))
    if child.outcome is None:
        yield where, f"is null, but the game is not over after {text}"
    elif below is not None:
        yield where, f"has a tree, but the game is over after {text}"
    elif child.outcome != "win":
        yield where, f"{text} ends the game without a win of the other side"
    return 0


def _as_fast(
    node: moves_model.Node, position: SearchablePosition, plies: int, prover: Prover, where: str
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
        yield f"{where}.also", f"is {listed(node.also)}; expected {listed(fast)}"


def in_tree(line: tuple[str, ...], tree: moves_model.Node) -> Iterator[str]:
    """Why a line is not one of a tree."""
    node: moves_model.Node | None = tree
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


# Fortresses


def fortified(
    claim: moves_model.Fortress,
    start: SearchablePosition,
    side: str,
    keeps: strategies.Keeps,
    prover: Prover,
) -> Iterator[Fault]:
    """Whether a fortress of that side is closed and keeps what it has to."""
    if claim.side != side:
        yield "side", f"is {claim.side}; expected {side}"
        return
    prover.spend(len(claim.moves))
    for where, says in strategies.faults(claim.moves, start, claim.side, keeps, prover.spend):
        yield f"moves.{where}", says


def kept(
    claim: moves_model.Fortress, line: tuple[str, ...], position: SearchablePosition
) -> Iterator[str]:
    """Why a line is not one of a fortress against any play, to an end or a repetition."""
    seen: set[SearchablePosition] = set()
    for text in line:
        if position in seen:
            yield f"goes on after '{position}' has come back"
            return
        seen.add(position)
        own = claim.moves.get(str(position)) if position.side == claim.side else text
        if text != own:
            yield f"has {text} where the fortress has {own or 'no move'}"
            return
        try:
            position = position.play(text)
        except ValueError as error:
            yield str(error)
            return
    if position.outcome is None and position not in seen:
        yield f"ends in '{position}', which is no end of the game and has not been there before"


def duelled(
    field: str,
    line: tuple[str, ...],
    position: SearchablePosition,
    first: moves_model.Fortress,
    second: moves_model.Fortress,
    *,
    before: SearchablePosition | None = None,
) -> Iterator[Fault]:
    """Whether a line is that of two fortresses playing each other."""
    try:
        expected = describe.duel(position, first, second, before)
    except (LookupError, ValueError):
        return  # one of the fortresses is at fault, and that has been told
    if line != expected:
        yield field, f"is {listed(line)}; expected {listed(expected)} as the fortresses play"


# Words


def why_illegal(position: SearchablePosition, text: str) -> str:
    """Why no legal move is written so."""
    try:
        legal_move(position, text)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{text} is legal in '{position}'")


def _says(value: Value | None) -> str:
    return f"the search finds {'no decision in time' if value is None else f'a {value}'}"
