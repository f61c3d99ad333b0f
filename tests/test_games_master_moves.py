"""Play of Serpent Master as Python sees it: what is legal and why not, results, random play."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import master_games
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import master as plain
from test_games_master import fast

from serpentes.games import base
from serpentes.games.master import Deck, Placement, Round, parse, random_play, start

MOST_ROUNDS = 300


# Against the twin


@given(master_games.games)
def test_games_are_played_as_the_twin_plays_them(game: list[list[plain.Position]]) -> None:
    position = fast(game[0][-1])
    for *_, after in game[1:]:
        move = plain.listed(after.history[-1])
        position = position.play(move)
        assert str(position.played[-1]) == move
        assert str(position) == str(after)
        assert position.scores == after.scores()
        assert position.finished == after.finished
        assert [set(hand) for hand in position.hands] == [set(hand) for hand in after.hands]
        names = {plain.name_of(cell) for cell, stack in after.stacks.items() if stack}
        assert set(position.tokens()) == names
        if position.finished and not position.solo:
            assert position.winners == tuple(player + 1 for player in after.winners())


@given(master_games.games)
def test_placements_are_those_of_the_twin(game: list[list[plain.Position]]) -> None:
    there = game[-1][-1]
    position = fast(there)
    for player in range(position.players):
        for card in there.deck:
            expected = [str(placement) for placement in there.placements(player, card)]
            assert list(map(str, position.placements(player + 1, card))) == expected


@given(master_games.tasks)
def test_moves_of_tasks_are_those_of_the_twin(task: plain.Position) -> None:
    assert list(map(str, fast(task).moves())) == task.moves()


@given(master_games.games)
def test_children_and_perft_agree_with_moves(game: list[list[plain.Position]]) -> None:
    position = fast(game[-1][-1])
    if position.perft(1) > MOST_ROUNDS:
        return
    moves = position.moves()
    assert len(moves) == position.perft(1) == len(set(moves))
    assert bool(moves) != position.finished
    assert tuple(move for move, _ in position.children()) == moves
    for move, child in position.children():
        assert child == position.play(move) == position.play(str(move))
        assert child.state == position.play(move).state
    assert position.perft(2) == base.Position.perft(position, 2)


# Moves as texts and values


@pytest.mark.parametrize("text", ["14@c1N", "8E", "8-", "999@h8W"])
def test_placements_are_read_and_written(text: str) -> None:
    placement = Placement.parse(text)
    assert str(placement) == text
    for other in (
        copy.copy(placement),
        pickle.loads(pickle.dumps(placement)),
        eval(repr(placement)),
    ):
        assert other == placement
        assert hash(other) == hash(placement)
    assert str(Round.parse(f" {text},8-\n")) == f"{text},8-"
    assert eval(repr(Round.parse(f"{text},8-"))) == Round((placement, Placement(8)))


NOT_READ = [
    "", "14", "N", "14n", "14@N", "14@c1", "14@c9N", "14@i1N", "14@C1N", "014N", "1000N", "14 N",
    "14N ;", "14@c1-", "-", "8--", "８E", "8E\x00", "9" * 10**6,
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_READ)
def test_a_bad_placement_is_one_line(text: str) -> None:
    for read in (Placement.parse, Round.parse, parse("3x3 hand=15").play):
        with pytest.raises(ValueError) as error:
            read(text)
        assert "cannot be read" in str(error.value) or "characters long" in str(error.value)
        assert str(error.value).isprintable()
        assert len(str(error.value)) < 300


@given(st.text(alphabet="0123456789@,;-abcNESW", max_size=20))
def test_any_move_is_refused_in_one_line_or_read(text: str) -> None:
    try:
        assert str(Round.parse(text)) == text
    except ValueError as error:
        assert str(error).isprintable()


TASK = "5x5 hand=15,14,8 blocked=c3"
STARTED = "5x5 hand=15,14,8 blocked=c3 moves=15@a1N"
PAIR = "4x4 hands=15,14/15,14"
UNDER_WAY = "4x4 hands=15,14/15,14 moves=15@a1N,14@d4W"


@pytest.mark.parametrize(
    ("text", "move", "says"),
    [
        (TASK, "9@a1N", "9@a1N is not legal in '5x5 hand=15,14,8 blocked=c3': it is not in"),
        (TASK, "9@a1N", "expected one of: 15, 14, 8"),
        (TASK, "15N", "the head is not on the board yet; expected an edge cell as well, such as"),
        (TASK, "15@b2N", "b2 is no edge cell"),
        (TASK, "15@c3N", "c3 is blocked"),
        (TASK, "15@f1N", "'f1' is no cell of a board of 5x5; expected a1 to e5"),
        (TASK, "15@a1W", "its path (FF) leads off the board"),
        (TASK, "15@c1N", "its path (FF) leads over c3, which is blocked"),
        (TASK, "15-", "a task has no discards; expected all cards to be placed"),
        (TASK, "15@a1N,14@a1N", "move '15@a1N,14@a1N' has 2 placements; expected 1"),
        (f"{TASK} mode=challenging", "14@a1N", "the highest card comes next (mode=challenging); e"),
        (STARTED, "14@a3N", "the head stands on a3 already; expected 14N"),
        (STARTED, "14S", "its path (FL) leads over a2, where an own token shows"),
        (STARTED, "15N", "it is not in the hand; expected one of: 14, 8"),
        ("3x3 hand=15 moves=15@a1N", "15N", "the game is over"),
        (PAIR, "15@a1N", "move '15@a1N' has 1 placement; expected 2, one a player, separated"),
        (PAIR, "15@a1N;14@b1N", "cannot be read"),
        (PAIR, "15@a1N,15@a3N", "15@a3N of player 2: the head of player 1 stands on a3"),
        (PAIR, "15@a1N,15-", "15- of player 2: the card can be placed; expected such as 15@a1E"),
        (PAIR, "15@a1N,15@a1N", "15@a1N of player 2: its path (FF) leads over a3, where the head"),
        (UNDER_WAY, "14E,15N", "15N of player 2: its path (FF) leads over c4, where an own token"),
        (UNDER_WAY, "14E,14N", "14N of player 2: it is not in the hand; expected one of: 15"),
        ("3x3 hands=15,14/15,14 moves=15@a1N,15@c1N", "14N,14-",
         "14N of player 1: the card cannot be placed; expected 14-"),
    ],
)  # fmt: skip
def test_why_a_move_is_not_legal(text: str, move: str, says: str) -> None:
    for wrong in (partial(parse(text).play, move), partial(parse, joined(text, move))):
        with pytest.raises(ValueError) as error:
            wrong()
        assert says in str(error.value) or ";" in move
        assert str(error.value).isprintable()
        assert len(str(error.value)) < 300


def joined(text: str, move: str) -> str:
    """Return the text of a position with a move behind it."""
    return f"{text};{move}" if "moves=" in text else f"{text} moves={move}"


def test_moves_of_other_games_and_no_moves() -> None:
    class Foreign(base.Move):
        def __str__(self) -> str:
            return "a1-b2"

    for move, says in ((Foreign(), "a1-b2 is no move of master"), (3, "the int '3' is no move of")):
        with pytest.raises(ValueError, match=says):
            parse("3x3 hand=15").play(move)  # type: ignore[arg-type]


# Results


def test_a_task_is_solved_when_all_cards_are_placed() -> None:
    task = parse("3x3 hand=15,14")
    assert (task.finished, task.winners, task.scores) == (False, (), (0,))
    solved = task.play("14@b1E").play("15W")
    assert (solved.finished, solved.winners, solved.scores, solved.moves()) == (
        True,
        (1,),
        (4,),
        (),
    )


def test_a_task_is_over_when_no_card_can_be_placed() -> None:
    stuck = parse("3x3 hand=15 start=b2")
    assert (stuck.finished, stuck.winners, stuck.moves(), stuck.perft(1)) == (True, (), (), 0)
    assert list(map(str, stuck.placements(1, 14))) == ["14N", "14E", "14S", "14W"]


def test_a_game_goes_on_when_no_card_can_be_placed() -> None:
    game = parse("3x3 hands=15,8/15,8 moves=15@a1N,15@c1N")
    assert list(map(str, game.moves())) == ["8-,8-"]
    over = game.play("8-,8-")
    assert (over.finished, over.scores, over.winners) == (True, (2, 2), (1, 2))
    assert over.standings == ("2 tokens, no cards", "2 tokens, no cards")


def test_the_player_with_more_tokens_wins() -> None:
    game = parse("4x4 hands=15/12 moves=15@a1N,12@d1N")
    assert (game.scores, game.winners) == ((2, 3), (2,))


@pytest.mark.parametrize(
    ("moves", "first"),
    [
        ("3@a1N,3@c1N", 1),  # no difference so far: the older player
        ("3@a1N,2@c1N", 1),
        ("2@a1N,3@c1N", 2),
        ("2@a1N,3@d1N;3E,2W", 1),
        ("2@a1N,3@d1N;1N,1N", 2),
    ],
)
def test_equal_cards_go_by_the_latest_round_in_which_they_differed(moves: str, first: int) -> None:
    cards = Deck({4: "F", 3: "F", 2: "F", 1: "F"})
    wide = "@d1" in moves
    side = 4 if wide else 3
    game = parse(f"{side}x3 hands=4,3,2,1/4,3,2,1 moves={moves}", cards)
    assert game.state.order == ((0, 1) if first == 1 else (1, 0))
    if wide:
        return
    # Both go to b2: who comes second finds the other's head there.
    with pytest.raises(ValueError) as error:
        game.play("4E,4W")
    second = 3 - first
    assert (
        f"of player {second}: its path (F) leads over b2, where the head of player {first}"
        in str(error.value)
    )


def test_depths_of_perft() -> None:
    game = parse("3x3 hands=15,14/15,14")
    assert [game.perft(depth) for depth in range(4)] == [1, 384, 396, 0]
    with pytest.raises(ValueError, match="depth -1 is negative; expected 0 or more"):
        game.perft(-1)
    with pytest.raises(ValueError, match="too many rounds to list in"):
        start(3).moves()


# Random play


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_play_adds_up(players: int) -> None:
    found = random_play(players, 200, cards=5, seed=3)
    assert (found.players, found.games, found.cards, found.seed) == (players, 200, 5, 3)
    cards = 200 * 5 * players
    assert sum(found.placements) + sum(found.discards) == cards
    assert found.placements_per_turn == pytest.approx(1 - found.discard_share)
    assert found.mean_tokens == tuple(tokens / 200 for tokens in found.tokens)
    if players > 1:
        assert sum(found.win_shares) == 1
        for k in range(1, players):
            assert sum(wins[k] for wins in found.wins) % (k + 1) == 0
    assert found == random_play(players, 200, cards=5, seed=3)
    assert found != random_play(players, 200, cards=5, seed=4)


def test_random_play_of_a_small_game_is_known() -> None:
    # On 3x3 with one card of one token each, nothing can be covered but by the later of the two.
    found = random_play(2, 100, width=3, height=3, cards=1, deck=Deck({1: "FFF"}))
    assert found.discard_share == 1
    assert found.win_shares == (Fraction(1, 2), Fraction(1, 2))
    assert (found.shared, found.mean_tokens) == (1, (0, 0))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (partial(random_play, 5), "players 5 is out of range; expected 1 to 4"),
        (partial(random_play, games=0), "games '0' is out of range; expected 1 to 1000000000"),
        (partial(random_play, cards=16), "cards 16 is out of range; expected 1 to 15"),
        (partial(random_play, width=2), "size 2x6 is out of range; expected 3x3 to 8x8"),
    ],
)
def test_what_cannot_be_played_at_random(wrong: Callable[[], object], says: str) -> None:
    with pytest.raises(ValueError) as error:
        wrong()
    assert says in str(error.value)
