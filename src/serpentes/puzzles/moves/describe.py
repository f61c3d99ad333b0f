"""What follows from a puzzle's moves: identity, difficulty, themes and symmetry, in the model."""

from dataclasses import asdict
from hashlib import blake2b
from typing import Any

from serpentes.games.base import Move, SearchablePosition
from serpentes.puzzles import difficulty
from serpentes.puzzles.moves import model as moves_model
from serpentes.puzzles.moves.games import moves_game
from serpentes.puzzles.moves.themes import Solved


def puzzle_id(position: SearchablePosition, goal: moves_model.Goal) -> str:
    """The id of a puzzle; equal for symmetric copies, and for those with the colours exchanged.

    >>> from serpentes.games import serpent
    >>> goal = moves_model.Goal(kind="win", value="win", plies=1)
    >>> ids = {puzzle_id(serpent.parse(p), goal) for p in ("b1/3/2 w -", "2/3/1b w -")}
    >>> len(ids), len(ids.pop())
    (1, 32)
    """
    rulings = sorted(f"{name}={option}" for name, option in position.rulings.items())
    plies = "-" if goal.plies is None else str(goal.plies)
    lines = (
        position.game,
        str(position.canonical()),
        *rulings,
        f"{goal.kind} {goal.value} {plies}",
    )
    return blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()


def image(position: SearchablePosition, index: int) -> SearchablePosition:
    """The image of the canonical position, with the side to move of the position itself.

    Raises ValueError for a symmetry that the board does not have.
    """
    canonical = position.canonical()
    return (canonical if position.side == "b" else canonical.exchanged()).transform(index)


def symmetry(position: SearchablePosition) -> moves_model.Symmetry:
    """How a position is made from the canonical one; the first of several ways."""
    every = moves_game(position.game).symmetries(position)
    index = next(s for s in every if image(position, s) == position)
    return moves_model.Symmetry(index=index, exchanged=position.side == "w")


def rate(
    solved: Solved[Any, Any], tries: tuple[moves_model.Try, ...], decisions: int
) -> moves_model.SerpentDifficulty | moves_model.FightingDifficulty:
    """The difficulty of a puzzle whose proof has so many positions of the side to move."""
    game = moves_game(solved.position.game)
    common = difficulty.Common(
        legal_moves=1 + len(tries),
        slow_tries=sum(difficulty.is_slow(one.plies) for one in tries),
        plies=len(solved.line),
        decisions=decisions,
    )
    own = game.factors(solved)
    score = difficulty.score(common, own)
    return game.difficulty.model_validate(
        {**asdict(common), **asdict(own), "score": score, "tier": difficulty.tier(score)}
    )


def tag(solved: Solved[Any, Any]) -> tuple[moves_model.Theme, ...]:
    """The themes of a puzzle."""
    found = (
        (name, detect(solved))
        for name, detect in moves_game(solved.position.game).detectors.items()
    )
    return tuple(
        moves_model.Theme(
            name=name,
            says=evidence.says,
            moves=texts(evidence.moves),
            cells=evidence.cells,
            groups=evidence.groups,
        )
        for name, evidence in found
        if evidence is not None
    )


def texts(moves: tuple[Move, ...]) -> tuple[str, ...]:
    """Moves in notation."""
    return tuple(map(str, moves))


def duel(
    position: SearchablePosition,
    first: moves_model.Fortress,
    second: moves_model.Fortress,
    before: SearchablePosition | None = None,
) -> tuple[str, ...]:
    """The line in which two fortresses play each other, until a position comes back or no more.

    `first` is that of the side to move, `before` a position that has been there already. Raises
    LookupError where a fortress has no move for a position of its side, ValueError where the move
    is not legal.
    """
    line: list[str] = []
    seen = set() if before is None else {before}
    while position.outcome is None and position not in seen:
        seen.add(position)
        text = (second if len(line) % 2 else first).moves[str(position)]
        position = position.play(text)
        line.append(text)
    return tuple(line)


def count_decisions(solution: moves_model.Solution) -> int:
    """The positions of the side to move in the proof of a solution."""
    if solution.fortress is not None:
        return len(solution.fortress.moves)
    return _count_nodes(solution.tree) if solution.tree is not None else 0


def _count_nodes(node: moves_model.Node) -> int:
    return 1 + sum(_count_nodes(below) for below in node.defences.values() if below is not None)
