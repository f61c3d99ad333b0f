"""The compiled rules of Serpent Master held against the plain twin: one to four players.

Decks, boards and games are random. Positions within a round are compared as well: there one player
has played already and another has not.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any

import master_games
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import master as plain
from reference import master_solver
from reference.master import HEADINGS, Position

from serpentes.core import master as core

# The twin lists no more rounds, and follows no more sequences of rounds, than this: at the start of
# a game of four there are millions.
MOST_ROUNDS = 500
MOST_SEQUENCES = 300
MOST_SOLUTIONS = 100
TWIN_GAMES = 200
by_players = pytest.mark.parametrize("players", [1, 2, 3, 4])


@lru_cache(maxsize=64)
def board_of(width: int, height: int, blocked: int, paths: tuple[str, ...]) -> core.Board:
    """Return a board of the core."""
    return core.Board(width, height, blocked, paths)


def fast(position: Position) -> core.Board:
    """Return the core's board of a position."""
    return board_of(*master_games.board_arguments(position))


def challenging(position: Position) -> bool:
    """Return whether the cards must be played from the highest number down."""
    return position.mode == "challenging"


# --- Placements and rounds -----------------------------------------------------------------------


def agree_on_placements(position: Position) -> None:
    """Compare the placements of every card in the hands."""
    board, state = fast(position), master_games.state(position)
    in_deck = master_games.cards(position)
    for player, hand in enumerate(position.hands):
        for number in hand:
            found = board.placements(state, player, in_deck.index(number))
            twins = position.placements(player, number)
            assert found == [master_games.core_placement(placement) for placement in twins]


def agree_on_rounds(position: Position) -> bool:
    """Compare the rounds, unless they are too many; return whether they were compared."""
    listed = list(islice(position.rounds(), MOST_ROUNDS + 1))
    if len(listed) > MOST_ROUNDS:
        return False
    board, state = fast(position), master_games.state(position)
    rounds = board.rounds(state, challenging(position))
    assert rounds == [
        tuple(master_games.core_step(position, placement) for placement in played)
        for played, _ in listed
    ]
    assert board.perft(state, 1, challenging(position)) == len(listed)
    return True


def sequences(position: Position, depth: int) -> Iterator[None]:
    """Yield once for each sequence of exactly `depth` rounds."""
    if depth == 0:
        yield None
        return
    for _, after in position.rounds():
        yield from sequences(after, depth - 1)


def agree_on_perft(position: Position) -> int:
    """Compare perft from two rounds on, as deep as the twin can go; return how deep that was."""
    board, state = fast(position), master_games.state(position)
    for depth in range(2, len(position.hands[0]) + 2):
        count = sum(1 for _ in islice(sequences(position, depth), MOST_SEQUENCES + 1))
        if count > MOST_SEQUENCES:
            return depth - 1
        assert board.perft(state, depth, challenging(position)) == count
    return len(position.hands[0]) + 1


@by_players
def test_random_play_agrees(players: int) -> None:
    tried: Counter[str] = Counter()
    for game in master_games.random_games(30, players, players, 5, (3, 8)):
        for positions in game:
            for position in positions:
                agree_on_placements(position)
            tried["rounds"] += agree_on_rounds(positions[-1])
        tried["deep"] += agree_on_perft(game[len(game) // 2][-1]) > 1
    assert tried["rounds"] > 60, tried
    assert tried["deep"] > 20, tried


@given(master_games.games)
@settings(max_examples=60)
def test_games_of_hypothesis_agree(game: list[list[Position]]) -> None:
    for positions in game:
        for position in positions:
            agree_on_placements(position)
    before_last = game[-2 % len(game)][-1]
    agree_on_rounds(before_last)
    agree_on_perft(before_last)


@given(master_games.chances)
@settings(max_examples=60)
def test_crowded_games_of_hypothesis_agree(chance: random.Random) -> None:
    """Few cells: heads in the way, discards, tokens on tokens on tokens."""
    start = master_games.random_start(chance, chance.randint(2, 4), chance.randint(1, 4), (3, 4))
    for positions in master_games.random_game(chance, start):
        for position in positions:
            agree_on_placements(position)
        agree_on_rounds(positions[-1])


def test_the_games_come_to_everything_that_is_rare() -> None:
    found: Counter[str] = Counter()
    for players, sides in ((2, (3, 5)), (3, (3, 4)), (4, (3, 6))):
        for game in master_games.random_games(60, players, players, 5, sides):
            final = game[-1][-1]
            found["32 cards"] += len(final.deck) == master_games.MOST_CARDS
            found["shared win"] += len(final.winners()) > 1
            found["own token over a covered one"] += any(
                stack[-1] in stack[:-1] for stack in final.stacks.values()
            )
            for before, after in pairwise(game):
                rare_in_round(before[-1], after, found)
    assert min(found.values()) > 0, found
    assert len(found) == 8


def rare_in_round(before: Position, after: list[Position], found: Counter[str]) -> None:
    """Count what is rare in a round."""
    played = after[-1].history[-1]
    numbers = [placement.number for placement in played]
    by_age = sorted(range(len(numbers)), key=lambda player: -numbers[player])
    found["tie of a younger player"] += before.order(*numbers) != by_age
    for placement in played:
        found["discard"] += not placement.cells
        found["long path"] += len(placement.cells) > 8
        found["entry after a discard"] += placement.enters and bool(before.history)
        found["entry over a token"] += placement.enters and placement.start in before.stacks


# --- Cards ---------------------------------------------------------------------------------------


@given(master_games.chances, st.integers(1, 16))
@settings(max_examples=60)
def test_paths_agree(chance: random.Random, length: int) -> None:
    board = master_games.random_board(chance, 3, 8)
    path = master_games.random_path(chance, length)
    found = board_of(board.width, board.height, master_games.mask(board.blocked), (path,))
    for start in board.cells:
        for number, heading in enumerate(HEADINGS):
            cells = plain.walk(start, heading, path)
            expected = tuple(map(master_games.bit, cells))
            fits = all(map(board.is_free, cells))
            assert found.path(0, master_games.bit(start), number) == (expected if fits else None)


def test_the_longest_path() -> None:
    """Sixteen cells, two rows of a board of eight by three, from the row below them."""
    task = plain.parse("8x3 hand=1 start=a1", deck={1: "FRFFFFFFLLFFFFFF"})
    (placement,) = task.placements(0, 1)
    assert len(placement.cells) == 16
    agree_on_rounds(task)


# --- Solo tasks ----------------------------------------------------------------------------------


def packing_of(task: Position, **options: Any) -> core.Packing:
    """Return the core's solver of a solo task, which may be under way."""
    head = task.heads[0]
    return core.Packing(
        fast(task),
        master_games.hand_mask(task, 0),
        start=-1 if head is None else master_games.bit(head),
        ordered=challenging(task),
        tokens=master_games.mask(task.stacks),
        **options,
    )


def solved(task: Position, run: Any = None, **options: Any) -> core.Packing:
    """Return the core's solver with all solutions counted, or as many as its limit asks for."""
    packing = packing_of(task, **options)
    while packing.advance(run):
        pass
    return packing


def agree_on_solutions(task: Position) -> int:
    """Compare the number of solutions, and what they are if they are few; return how many."""
    count = master_solver.count(task)
    packing = solved(task)
    assert packing.exact
    assert packing.solutions == count
    if not task.history:
        assert packing.rotations == master_solver.rotations(task)
    if count <= MOST_SOLUTIONS:
        twins = [in_core_terms(task, moves) for moves in master_solver.solutions(task)]
        assert list(packing.listed()) == twins
        assert packing.first() == (twins[0] if twins else None)
        assert list(packing.listed(2)) == twins[:2]
    return count


def in_core_terms(task: Position, moves: list[str]) -> tuple[master_games.Step, ...]:
    """Return a solution as the core has it."""
    for move in moves:
        task = task.play(move)
    placements = [played[0] for played in task.history[-len(moves) :]] if moves else []
    return tuple(master_games.core_step(task, placement) for placement in placements)


def test_counts_of_random_tasks_agree() -> None:
    found: Counter[tuple[str, int]] = Counter()
    for seed in range(400):
        task = master_games.random_task(random.Random(seed))
        found[task.mode, min(agree_on_solutions(task), 2)] += 1
    assert len(found) == 6
    assert min(found.values()) > 10, found


def test_counts_of_tasks_made_backwards_agree() -> None:
    """Larger boards and more cards, with little room beside a solution."""
    found: Counter[int] = Counter()
    chance = random.Random(1)
    for _ in range(200):
        task = master_games.laid_task(chance, most_cards=7, most_spare=4)
        found[min(agree_on_solutions(task), 2)] += 1
    assert found[0] == 0
    assert found[1] > 20, found


def test_counts_of_tasks_under_way_agree() -> None:
    found: Counter[int] = Counter()
    chance = random.Random(1)
    for _ in range(200):
        for (task,) in master_games.random_game(chance, master_games.random_task(chance))[1:]:
            found[min(agree_on_solutions(task), 2)] += 1
    assert min(found.values()) > 20, found


@given(master_games.tasks)
@settings(max_examples=200)
def test_tasks_of_hypothesis_agree(task: Position) -> None:
    agree_on_solutions(task)


def test_counts_depend_on_nothing_else() -> None:
    """Neither on threads nor on what is remembered; a limit stops beyond it."""
    with ThreadPoolExecutor(3) as pool:
        for text, count in (
            ("5x5 hand=15,14,13,12,11,10", 8712),
            ("5x5 hand=15,14,13,12,11,10 start=a1", 558),
            ("5x5 hand=15,14,13,12,11,10 mode=challenging", 20),
            ("4x4 hand=15,14,13,12,11 blocked=b2,c3", 2),
        ):
            task = plain.parse(text)
            for run in (None, map, pool.map):
                for memo_bytes in (1 << 10, 1 << 20):
                    assert solved(task, run, memo_bytes=memo_bytes).solutions == count
            limited = solved(task, limit=10)
            assert limited.solutions == min(count, 11)
            assert limited.exact == (count <= 10)
            assert sum(1 for _ in packing_of(task).listed()) == count


# --- Playouts ------------------------------------------------------------------------------------


@by_players
def test_playouts_are_games(players: int) -> None:
    """What random games of the core come to, beside games of the twin. A lone player's game of the
    twin ends with the first card that cannot be placed, so that only the wins compare."""
    hand = "15,14,12,9,5"
    name = "hand" if players == 1 else "hands"
    start = plain.parse(f"5x5 {name}={'/'.join([hand] * players)} blocked=b2")
    board, state = fast(start), master_games.state(start)
    wins, tokens, discards, placements = board.playouts(state, 20000, 5)
    assert (wins, tokens, discards, placements) == board.playouts(state, 20000, 5)
    assert (wins, tokens, discards, placements) != board.playouts(state, 20000, 6)
    assert [d + p for d, p in zip(discards, placements, strict=True)] == [5 * 20000] * players

    won = [[0] * players for _ in range(players)]
    shown, discarded = [0] * players, [0] * players
    chance = random.Random(1)
    for _ in range(TWIN_GAMES):
        final = master_games.random_game(chance, start)[-1][-1]
        if players > 1 or not final.hands[0]:
            for player in final.winners():
                won[player][len(final.winners()) - 1] += 1
        for player, score in enumerate(final.scores()):
            shown[player] += score
            discarded[player] += sum(not played[player].cells for played in final.history)
    for player in range(players):
        for share in range(players):
            assert abs(wins[player][share] / 20000 - won[player][share] / TWIN_GAMES) < 0.1
        if players > 1:
            assert abs(tokens[player] / 20000 - shown[player] / TWIN_GAMES) < 0.6
            assert abs(discards[player] / 20000 - discarded[player] / TWIN_GAMES) < 0.3
