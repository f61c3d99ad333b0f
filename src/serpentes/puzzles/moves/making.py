"""What the generators of sets in which one move is right have in common.

What is wished for, candidates turned at random, and which of the puzzles make the set.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import get_args

from serpentes.games import registry
from serpentes.games.base import Move, SearchablePosition
from serpentes.puzzles import model
from serpentes.puzzles.choice import traits, varied
from serpentes.puzzles.faults import TOO_COSTLY
from serpentes.puzzles.moves import check as moves_check
from serpentes.puzzles.moves import model as moves_model
from serpentes.puzzles.moves.build import Candidate, is_interesting
from serpentes.puzzles.moves.games import moves_game
from serpentes.solve.value import Value

GAMES = 3000
MOST_GAMES = 1_000_000

Report = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a set should be: kinds, plies of the wins, number of puzzles, seed, games to look at.

    No kinds are all kinds that the game has. Raises ValueError for what cannot be.
    """

    count: int
    kinds: tuple[moves_model.Kind, ...] = ()
    low: int = 3
    high: int = 9
    seed: int = 0
    games: int = GAMES

    def __post_init__(self) -> None:
        model.check_size(self.count, self.seed)
        known = get_args(moves_model.Kind)
        for kind in self.kinds:
            if kind not in known:
                raise ValueError(f"there is no kind {kind!r}; expected one of: {', '.join(known)}")
        if not 1 <= self.low <= self.high <= moves_model.MOST_PLIES:
            raise ValueError(
                f"plies are {self.low}:{self.high}; "
                f"expected LOW:HIGH, from 1 to {moves_model.MOST_PLIES}"
            )
        if not 1 <= self.games <= MOST_GAMES:
            raise ValueError(f"games are {self.games}; expected 1 to {MOST_GAMES:,}")

    def of(self, game: str) -> "Wishes":
        """The wishes with their kinds named; ValueError if the game has no puzzles of one.

        >>> Wishes(count=1).of("serpent").kinds
        ('win', 'draw', 'save')
        """
        known = moves_game(game).kinds
        for kind in self.kinds:
            if kind not in known:
                raise ValueError(
                    f"{game} has no puzzles of kind {kind}; expected one of: {', '.join(known)}"
                )
        return replace(self, kinds=self.kinds or known)


def known_keys(start: SearchablePosition, sets: Sequence[model.PuzzleSet]) -> set[int]:
    """The keys of all positions of these sets that are on the board of `start`."""
    keys: set[int] = set()
    for puzzle in (puzzle for one in sets for puzzle in one.puzzles):
        if (puzzle.game, puzzle.board) == (start.game, start.board):
            position = registry.game(puzzle.game).parse(puzzle.position, **puzzle.rulings)
            assert isinstance(position, SearchablePosition)
            keys.add(position.key)
    return keys


def one_of(symmetries: tuple[int, ...], random: Random) -> int:
    """One of these symmetries, drawn evenly."""
    return symmetries[int(random.random() * len(symmetries))]


def _turned(start: SearchablePosition, played: Sequence[Move], symmetry: int) -> tuple[Move, ...]:
    """The moves of a game, turned or reflected."""
    moves: list[Move] = []
    position = start
    for move in played:
        moves.append(position.transform_move(move, symmetry))
        position = position.play(move)
    return tuple(moves)


Valued = Sequence[tuple[Move, Value]]


def turned(
    start: SearchablePosition,
    position: SearchablePosition,
    played: Sequence[Move] | None,
    valued: Valued,
    symmetry: int,
) -> Candidate | None:
    """The candidate of a position whose moves have these values, turned or reflected together with
    the game from `start` on that leads to it; None if the values make no puzzle."""
    moves = sorted(valued, key=lambda pair: pair[1], reverse=True)
    if not is_interesting([value for _, value in moves]):
        return None
    return Candidate(
        position.transform(symmetry),
        None if played is None else _turned(start, played, symmetry),
        tuple((position.transform_move(move, symmetry), value) for move, value in moves),
    )


def choose(
    pool: Sequence[moves_model.MovePuzzle],
    wishes: Wishes,
    accepted: Callable[[moves_model.MovePuzzle], bool],
) -> list[moves_model.MovePuzzle]:
    """As many of the accepted puzzles as are wished for, varied in kind, theme, tier and length,
    easy ones first."""
    return varied(pool, wishes.count, _traits, accepted)


def proved(nodes: int, puzzle: moves_model.MovePuzzle) -> bool:
    """Whether the validator can prove a puzzle with so many nodes.

    Raises AssertionError if it refuses it for anything else.
    """
    found = list(moves_check.faults(puzzle, nodes))
    assert all(fault == TOO_COSTLY for fault in found), f"{puzzle.position}: {found}"
    return not found


def _traits(puzzle: moves_model.MovePuzzle) -> Iterator[str]:
    return traits(puzzle, f"plies {puzzle.goal.plies}")


def title(start: SearchablePosition, *few: str) -> str:
    """The title of sets of the game, board and rulings of a position."""
    parts = (
        moves_game(start.game).title,
        *(f"{name} {number}" for name, number in start.board.items()),
        *few,
        *(f"{name} {option}" for name, option in start.rulings.items()),
    )
    return ", ".join(parts)
