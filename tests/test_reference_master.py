"""The plain twin of Serpent Master against the figures of the rules, and worked by hand."""

from __future__ import annotations

import pytest
from reference import master, master_solver
from reference.master import Position, parse

# Legal first placements of a card on empty boards of 6, 7 and 8 cells a side.
FIRST_PLACEMENTS = {
    15: (48, 60, 72),
    14: (36, 44, 52),
    12: (40, 52, 64),
    11: (32, 40, 48),
    8: (32, 44, 56),
    5: (28, 36, 44),
    3: (24, 36, 48),
    1: (16, 20, 24),
}


def texts_of(placements: list[master.Placement]) -> list[str]:
    """Return placements as they are written."""
    return [str(placement) for placement in placements]


def stack(position: Position, name: str) -> tuple[int, ...]:
    """Return the stack on a cell, empty if it has no tokens."""
    return position.stacks.get(master.cell_of(name), ())


# --- The figures of the rules --------------------------------------------------------------------


@pytest.mark.parametrize("number", FIRST_PLACEMENTS)
def test_first_placements(number: int) -> None:
    empty = [parse(f"{side}x{side} hand={number}") for side in (6, 7, 8)]
    counts = tuple(len(task.placements(0, number)) for task in empty)
    assert counts == FIRST_PLACEMENTS[number]


# --- Cards ---------------------------------------------------------------------------------------


def test_the_deck() -> None:
    assert list(master.DECK) == list(range(15, 0, -1))
    assert sum(map(len, master.DECK.values())) == 53
    for path in master.DECK.values():
        assert path[0] == "F"
        cells = master.walk((0, 0), "N", path)
        assert len({(0, 0), *cells}) == len(path) + 1


def test_a_card_may_be_turned() -> None:
    """Card 2, FLLFR: a step, back beside it, one further, and off to the side it came from."""
    start = master.cell_of("d4")
    names = {
        heading: [master.name_of(cell) for cell in master.walk(start, heading, master.DECK[2])]
        for heading in master.HEADINGS
    }
    assert names == {
        "N": ["d5", "c5", "c4", "c3", "b3"],
        "E": ["e4", "e5", "d5", "c5", "c6"],
        "S": ["d3", "e3", "e4", "e5", "f5"],
        "W": ["c4", "c3", "d3", "e3", "e2"],
    }


# --- One card ------------------------------------------------------------------------------------


def test_the_head_enters_by_an_edge_cell_that_gets_no_token() -> None:
    task = parse("3x3 hand=15,14,13")
    assert texts_of(task.placements(0, 15)) == [
        "15@a1N",
        "15@a1E",
        "15@b1N",
        "15@c1N",
        "15@c1W",
        "15@a2E",
        "15@c2W",
        "15@a3E",
        "15@a3S",
        "15@b3S",
        "15@c3S",
        "15@c3W",
    ]
    task = task.play("15@a1E")
    assert task.heads == (master.cell_of("c1"),)
    assert set(task.stacks) == {master.cell_of("b1"), master.cell_of("c1")}


def test_the_cell_of_entry_may_be_used_later() -> None:
    task = parse("3x3 hand=15,14,7 moves=15@a1E;7N")
    assert texts_of(task.placements(0, 14)) == ["14W"]
    after = task.play("14W")
    assert stack(after, "a1") == (0,)
    assert after.heads == (master.cell_of("a1"),)
    assert master_solver.count(task) == 1


def test_a_head_set_at_the_start_may_stand_anywhere_and_has_no_token_under_it() -> None:
    task = parse("3x3 hand=15,14,13 start=b2")
    assert task.heads == (master.cell_of("b2"),)
    assert task.scores() == (0,)
    assert texts_of(task.placements(0, 14)) == ["14N", "14E", "14S", "14W"]
    assert texts_of(task.placements(0, 15)) == []
    task = parse("4x3 hand=15,14,7 start=a1 moves=15E;7N")
    assert texts_of(task.placements(0, 14)) == ["14W"]
    assert stack(task.play("14W"), "a1") == (0,)


def test_blocked_cells_are_neither_entered_nor_covered() -> None:
    task = parse("3x3 hand=15,14 blocked=a1,b2,c3")
    assert texts_of(task.placements(0, 15)) == []
    assert texts_of(task.placements(0, 14)) == ["14@b1E", "14@b3W"]


# --- Rounds --------------------------------------------------------------------------------------


def test_a_game_worked_by_hand() -> None:
    """All numbers are equal: the older player goes first in every round."""
    game = parse("3x3 hands=15,14,13/15,14,13").play("14@b3S,14@a1E")
    # b2 c2, then b1 b2 over the older player's token, whose head has left it.
    assert game.heads == (master.cell_of("c2"), master.cell_of("b2"))
    assert stack(game, "b2") == (0, 1)
    assert game.scores() == (1, 2)
    game = game.play("13S,13N")
    # c1 b1 over the other's token, then b3, where the older player came in, and c3.
    assert stack(game, "b1") == (1, 0)
    assert game.scores() == (3, 3)
    game = game.play("15N,15S")
    # b2 a second time: the own token lies covered there.
    assert stack(game, "b2") == (0, 1, 0)
    assert stack(game, "b3") == (1, 0)
    assert stack(game, "c1") == stack(game, "c2") == (0, 1)
    assert game.scores() == (3, 3)
    assert game.finished
    assert game.winners() == (0, 1)
    assert game.moves() == []


def test_a_head_may_enter_over_tokens_that_go_on_showing_but_not_over_a_head() -> None:
    game = parse("3x3 hands=15,14,13/15,14,13").play("15@c1W,13@b1N")
    assert stack(game, "b1") == (0,)
    assert stack(game, "b2") == stack(game, "c2") == (1,)
    # The head of the older player stood on a1 and was in the way there.
    with pytest.raises(ValueError, match="13@a1N: expected "):
        parse("3x3 hands=15,14,13/15,14,13").play("15@c1W,13@a1N")


def test_heads_of_others_are_in_the_way_and_own_showing_tokens() -> None:
    game = parse("4x4 hands=15,14,13,12/15,14,13,12 moves=15@a1N,14@d1N")
    # The heads stand on a3 and c2, with own tokens on a2 and d2.
    assert texts_of(game.placements(0, 12)) == ["12E"]
    assert texts_of(game.placements(1, 15)) == ["15N", "15W"]
    game = parse("4x4 hands=15,14,13,12/15,14,13,12 moves=15@a1N,14@c1N")
    # Now on a3 and b2.
    assert texts_of(game.placements(0, 13)) == ["13N"]
    assert texts_of(game.placements(1, 13)) == ["13N", "13S"]


def test_higher_cards_are_resolved_first() -> None:
    """Card 15 goes to b2 and b3: card 14 comes to b2 later, and finds the head on b3."""
    game = parse("3x3 hands=15,14/15,14")
    assert game.order(14, 15) == [1, 0]
    assert game.order(15, 14) == [0, 1]
    assert stack(game.play("14@a1E,15@b1N"), "b2") == (1, 0)
    with pytest.raises(ValueError, match="14@c2N: expected "):
        game.play("14@c2N,15@b1N")
    assert stack(game.play("14@c2N,15@a1N"), "b3") == (0,)


def test_equal_cards_go_by_the_latest_round_in_which_they_differed() -> None:
    game = parse("8x8 hands=15,14,12/15,14,12/15,14,12")
    assert game.order() == game.order(15, 15, 15) == [0, 1, 2]
    game = game.play("14@b1N,15@h1N,14@b8W")
    assert game.order() == [1, 0, 2]
    assert game.order(15, 14, 15) == [0, 2, 1]
    game = game.play("12N,12N,15E")
    assert game.order() == game.order(12, 12, 12) == [2, 1, 0]
    assert game.order(15, 12, 12) == [0, 2, 1]


def test_a_discarded_card_counts_as_played() -> None:
    """Card 3 goes five cells straight on: never on a board of three."""
    start = parse("3x3 hands=15,14,3/15,14,3")
    game = start.play("3-,14@b1N")
    assert game.heads == (None, master.cell_of("a2"))
    assert game.scores() == (0, 2)
    assert game.order(15, 15) == [1, 0]
    assert start.play("14@a1E,3-").order(15, 15) == [0, 1]
    # The head enters with the first card that has a placement.
    assert all("@" in text.split(",")[0] for text in game.moves())


def test_what_can_be_placed_must_be() -> None:
    game = parse("3x3 hands=15,14,3/15,14,3")
    with pytest.raises(ValueError, match="15-: expected 15@a1N or "):
        game.play("15-,3-")
    with pytest.raises(ValueError, match="3@a1N: expected 3-"):
        game.play("3@a1N,15@a1N")


def test_a_solo_task_has_no_discards() -> None:
    task = parse("3x3 hand=15,3")
    assert {text[:2] for text in task.moves()} == {"15"}
    assert task.play("15@a1N").moves() == []
    assert task.play("15@a1N").finished
    assert not task.finished


def test_challenging_tasks_go_from_the_highest_card_down() -> None:
    task = parse("5x5 hand=15,14,13 mode=challenging")
    assert {text[:2] for text in task.moves()} == {"15"}
    with pytest.raises(ValueError, match="14@a1N: expected one of \\[15\\]"):
        task.play("14@a1N")


# --- Notation ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "3x8 hand=15",
        "7x7 hand=15,14,8 mode=challenging blocked=d3,b4 start=c1 moves=15N;14W",
        "6x6 hands=15,14,8/15,14,8 blocked=c3 moves=15@a1N,14@f1N;14E,15N",
        "3x3 hands=3,2/3,1/3,2/3,2 moves=3-,3-,3-,3-",
    ],
)
def test_positions_are_written_as_they_are_read(text: str) -> None:
    assert str(parse(text)) == text


def test_the_order_of_cards_and_cells_does_not_matter() -> None:
    assert str(parse("4x4 hand=8,15 mode=regular blocked=a4,b1")) == "4x4 hand=15,8 blocked=b1,a4"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1x9 hand=15", "expected 3x3 to 8x8"),
        ("9x9 hand=15", "expected 3x3 to 8x8"),
        ("3x3", "expected hands|expected different cards"),
        ("3x3 hand=16", "expected different cards"),
        ("3x3 hand=15,15", "expected different cards"),
        ("3x3 hand=", "expected different cards"),
        ("3x3 hand=15/14", "expected one hand"),
        ("3x3 hands=15", "expected one hand"),
        ("3x3 hands=1/2/3/4/5", "expected one hand"),
        ("3x3 hands=15,14/15", "hands of equal size"),
        ("3x3 hand=15 mode=hard", "mode 'hard'"),
        ("3x3 hands=15/15 mode=regular", "at most one each"),
        ("3x3 hand=15 hand=14", "at most one each"),
        ("3x3 hand=15 blocked=d1", "blocked cells on the board"),
        ("3x3 hand=15 blocked=a9", "expected a1 to h8"),
        ("3x3 hand=15 blocked=a1 start=a1", "start a1"),
        ("3x3 hand=15 start=d1", "start d1"),
        ("3x3 hand=15 moves=14@a1N", "expected one of"),
        ("3x3 hand=15 start=a1 moves=15@a1N", "15@a1N: expected 15N or 15E"),
        ("3x3 hand=15 moves=15@b2N", "15@b2N: expected 15@a1N"),
        ("3x3 hands=15/15 moves=15@a1N", "expected 2 cards"),
        ("3x3 hands=15/15 moves=15@a1N,x", "x: expected one of"),
    ],
)
def test_bad_texts_are_refused(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        parse(text)
