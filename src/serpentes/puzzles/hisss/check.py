"""The validator of sets of Hisss: proves every claim again, by another road.

Chances are worked out backwards, over all that can come up by the plain rules (`layers`); trees are
followed by the rules alone (`tree`). What follows from them is then compared.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from serpentes.games.hisss.deck import Deck
from serpentes.games.hisss.position import Position
from serpentes.games.text import numbered
from serpentes.puzzles.faults import (
    TOO_COSTLY,
    Fault,
    OutOfNodesError,
    differences,
    listed,
    themes_differ,
)
from serpentes.puzzles.hisss import tree as hisss_tree
from serpentes.puzzles.hisss.choice import Choice
from serpentes.puzzles.hisss.layers import Layers
from serpentes.puzzles.hisss.model import (
    FEWEST_LAYINGS,
    FEWEST_LEFT,
    MOST_LAYINGS,
    MOST_LEFT,
    HisssParameters,
    HisssPuzzle,
    HisssSet,
    HisssSolution,
    Valued,
)
from serpentes.puzzles.hisss.puzzle import puzzle as puzzle_of
from serpentes.puzzles.hisss.tasks import layings_of, puzzle_id, read

NODES_PER_PUZZLE = 40_000
"""What a proof may cost, in layings looked at, where nothing else is asked for."""
LEAST_MARGIN = Fraction(1, 100)


# Sets


def title(asked: HisssParameters) -> str:
    """The title of a set of which this was asked."""
    deck = "open" if asked.kind == "win" else "closed"
    margin = f" by {asked.margin}" if asked.margin is not None else ""
    return (
        f"Hisss, two players, match={asked.match}, {sum(asked.deck.values())} cards, {deck} deck "
        f"with at most {asked.cards} left: {asked.kind}{margin}"
    )


def set_faults(document: HisssSet) -> Iterator[Fault]:
    """What is wrong with a set, apart from its puzzles."""
    asked, puzzles = document.parameters, document.puzzles
    if document.title != title(asked):
        yield "title", f"is '{document.title}'; expected '{title(asked)}'"
    # No game makes more than one puzzle.
    for field, most in (("count", asked.count), ("games", asked.games)):
        if len(puzzles) > most:
            says = f"is {most}; expected {len(puzzles)} or more, as there are puzzles"
            yield f"parameters.{field}", says
    solved = sum(puzzle.greedy.right for puzzle in puzzles)
    if 2 * solved > len(puzzles):
        yield "puzzles", f"are solved by greed: {solved} of {len(puzzles)}; expected half at most"
    yield from _wrong_margin(asked)
    yield from _wrong_deck(asked)


def _wrong_margin(asked: HisssParameters) -> Iterator[Fault]:
    margin, field = asked.margin, "parameters.margin"
    if (margin is None) != (asked.kind == "win"):
        expected = "null" if asked.kind == "win" else "a fraction"
        yield field, f"is {margin}; expected {expected} in a set of kind {asked.kind}"
    elif margin is not None and not is_margin(Fraction(margin)):
        yield field, f"is {margin}; expected {LEAST_MARGIN} to 1"
    elif margin is not None and str(Fraction(margin)) != margin:
        yield field, f"is {margin}; expected it as {Fraction(margin)}"


def is_margin(margin: Fraction) -> bool:
    """Whether a set may have this margin."""
    return LEAST_MARGIN <= margin <= 1


def _wrong_deck(asked: HisssParameters) -> Iterator[Fault]:
    try:
        deck = Deck(asked.deck)
    except ValueError as error:
        yield "parameters.deck", str(error)
        return
    if list(deck.as_dict().items()) != list(asked.deck.items()):
        yield "parameters.deck", f"is written another way; expected {deck}"


def misfits(puzzle: HisssPuzzle, document: HisssSet) -> Iterator[Fault]:
    """Where a puzzle does not fit what its set says of all puzzles."""
    asked = document.parameters
    if puzzle.goal.kind != asked.kind:
        yield "goal.kind", f"is {puzzle.goal.kind}; expected {asked.kind} as in the set"
    if puzzle.rulings != {"match": asked.match}:
        yield "rulings", f"are {puzzle.rulings}; expected match={asked.match} as in the set"
    if asked.margin is not None and Fraction(puzzle.uniqueness.lead) < Fraction(asked.margin):
        lead = puzzle.uniqueness.lead
        yield "uniqueness.lead", f"is {lead}; expected {asked.margin} or more as in the set"
    try:
        position, deck = read(puzzle), Deck(asked.deck)
    except ValueError:
        return  # told as a fault of the puzzle, or of the set
    if len(position.deck) > asked.cards:
        left = numbered(len(position.deck), "card")
        yield "position", f"has {left} in the deck; expected at most {asked.cards} as in the set"
    try:
        position.check_of(deck)
    except ValueError as error:
        yield "position", f"does not come of the deck of the set: {error}"


# Puzzles


def faults(puzzle: HisssPuzzle, nodes: int = NODES_PER_PUZZLE) -> Iterator[Fault]:
    """Everything that is wrong with a puzzle taken by itself; nothing if all of it is proved."""
    try:
        position = read(puzzle)
    except ValueError as error:
        yield "position", str(error)
        return
    yield from _origin(puzzle, position)
    wrong = list(_wrong_position(position, is_open=puzzle.goal.kind == "win"))
    if wrong:
        yield from wrong
        return
    try:
        yield from _proof(puzzle, _Proof.of(position, nodes))
    except OutOfNodesError:
        yield TOO_COSTLY


def _origin(puzzle: HisssPuzzle, position: Position) -> Iterator[Fault]:
    if str(position) != puzzle.position:
        yield "position", f"is written another way: expected '{position}'"
    if puzzle.rulings != position.rulings.as_dict():
        yield "rulings", f"are {puzzle.rulings}; expected {position.rulings}"
    expected = puzzle_id(position, puzzle.goal.kind)
    if puzzle.id != expected:
        yield "id", f"does not fit ruling, position and goal; expected {expected}"


def _wrong_position(position: Position, *, is_open: bool) -> Iterator[Fault]:
    """Why a position cannot be a puzzle, of a win or not."""
    left, layings = len(position.deck), layings_of(position)
    if position.players != 2:
        yield "position", f"has {position.players} players; expected 2"
    if not FEWEST_LEFT <= left <= MOST_LEFT:
        cards = numbered(left, "card")
        yield "position", f"has {cards} in the deck; expected {FEWEST_LEFT} to {MOST_LEFT}"
    elif (position.order is not None) != is_open:
        which = "an open" if is_open else "a closed"
        yield "position", f"has another deck; expected {which} one, as the goal asks"
    if not FEWEST_LAYINGS <= len(layings) <= MOST_LAYINGS:
        has = numbered(len(layings), "laying")
        yield "position", f"has {has}; expected {FEWEST_LAYINGS} to {MOST_LAYINGS}"


@dataclass(frozen=True, slots=True)
class _Proof:
    """What is found out about a position without the compiled solver, and what it may cost."""

    choice: Choice
    depth: int
    nodes: int

    @classmethod
    def of(cls, position: Position, nodes: int) -> "_Proof":
        layers = Layers(position, nodes)
        choice = Choice(position, layers.chances())
        return cls(choice, layers.depth(choice.right), nodes)

    def reply(self, position: Position) -> str | None:
        """What is laid best of the next card of an open deck."""
        assert position.order is not None
        drawn = position.draw(position.order[0])
        return str(Choice(drawn, Layers(drawn, self.nodes).chances()).right)


def _proof(puzzle: HisssPuzzle, proof: _Proof) -> Iterator[Fault]:
    kind, tree = puzzle.goal.kind, puzzle.solution.tree
    if not proof.choice.is_puzzle(kind):
        chances = ", ".join(f"{laying} {chance}" for laying, chance in proof.choice.ranked)
        yield "goal", f"is wrong: it is not exactly one laying that is right; they are {chances}"
        return
    expected = puzzle_of(proof.choice, kind, depth=proof.depth, replies=proof.reply, tree=tree)
    yield from _solution(puzzle.solution, expected.solution)
    if (tree is not None) != (kind == "win"):
        yield "solution.tree", f"is {'missing' if tree is None else 'there'}, but kind is {kind}"
    elif tree is not None:
        yield from _tree(puzzle.solution, proof.choice.position)
    for field in ("uniqueness", "greedy", "difficulty"):
        yield from differences(field, getattr(puzzle, field), getattr(expected, field))
    yield from themes_differ(puzzle.themes, expected.themes)


def _solution(found: HisssSolution, expected: HisssSolution) -> Iterator[Fault]:
    if found.move != expected.move:
        yield "solution.move", f"is {found.move}; expected {expected.move}"
    moves, others = _moves(found.layings), _moves(expected.layings)
    if moves != others:
        yield "solution.layings", f"are {listed(moves)}; expected {listed(others)}"
        return
    for place, (one, other) in enumerate(zip(found.layings, expected.layings, strict=True)):
        yield from differences(f"solution.layings.{place}", one, other)


def _moves(layings: tuple[Valued, ...]) -> list[str]:
    return [one.move for one in layings]


def _tree(solution: HisssSolution, position: Position) -> Iterator[Fault]:
    assert solution.tree is not None
    if solution.tree.move != solution.move:
        yield "solution.tree.move", f"is {solution.tree.move}; expected {solution.move}"
        return
    yield from hisss_tree.faults(solution.tree, position)
