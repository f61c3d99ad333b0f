"""Serpent as Python sees it: notation, positions, moves, symmetry, and every error message."""

import copy
import dataclasses
import pickle
import random
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reading import one_line_or

import serpentes as sp
from serpentes.games import base, drawable, hexagon, registry
from serpentes.games.serpent import Move, Position, parse, start
from serpentes.games.serpent.core import core
from serpentes.games.serpent.reasons import REASONS

REPETITION = "1ww/2bb/wbw2/b1w1/bbw b bw"
SIZES = range(2, 7)


def played(size: int, seed: int, plies: int, **rulings: str) -> list[Position]:
    """The positions of a random game, the empty board first."""
    chance = random.Random(seed)
    positions = [start(size, **rulings)]
    while len(positions) <= plies and not positions[-1].finished:
        positions.append(positions[-1].play(chance.choice(positions[-1].moves())))
    return positions


games = st.builds(
    played,
    size=st.sampled_from([2, 3, 4, 5, 6]),
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 40),
    hostility=st.sampled_from(["until-owner-turn", "end-of-turn"]),
    stuck=st.sampled_from(["loses", "passes"]),
)
positions = games.map(lambda game: game[-1])


# Notation


@pytest.mark.parametrize("size", SIZES)
def test_the_empty_board(size: int) -> None:
    rows = "/".join(str(length) for length in hexagon.row_lengths(size))
    assert str(start(size)) == f"{rows} b -"
    assert parse(f"{rows} b -") == start(size)


@given(positions)
def test_text_and_repr_are_read_back(position: Position) -> None:
    assert parse(str(position), **position.rulings) == position
    assert eval(repr(position), {"serpent": sp.serpent}) == position


def test_the_fields_of_a_position() -> None:
    position = parse("w2/4/1bb2/4/3 w bw", hostility="end-of-turn")
    assert (position.size, position.side, position.hatched) == (3, "w", "bw")
    assert (position.black, position.white) == (0b11 << 8, 1)
    assert position.rulings.as_dict() == {"hostility": "end-of-turn", "stuck": "loses"}
    assert position.board == {"size": 3}
    assert position.stones() == {"a1": "w", "c2": "b", "c3": "b"}


def test_surrounding_space_is_no_matter() -> None:
    assert parse(" 2/3/2 b -\n") == start(2)


def test_ten_and_eleven_empty_cells() -> None:
    assert str(parse("6/7/8/9/10/b10/10/9/8/7/6 w -")) == "6/7/8/9/10/b10/10/9/8/7/6 w -"


def test_runs_may_be_split_by_stones_only() -> None:
    with pytest.raises(ValueError, match=r"row c \('14'\) has 14 cells; expected 5"):
        parse("3/4/14/4/3 b -")


NOT_READ = [
    ("", "position '' has 0 fields; expected 3"),
    ("3/4/5/4/3", "has 1 field; expected 3"),
    ("3/4/5/4/3  b -", "has 4 fields; expected 3"),
    ("3/4/5/4 b -", "rows '3/4/5/4' are 4 in number; expected 3, 5, 7, 9 or 11"),
    ("1 b -", "rows '1' are 1 in number"),
    ("7/8/9/10/11/12/13/12/11/10/9/8/7 b -", "are 13 in number"),
    ("3/4/4/4/3 b -", "row c ('4') has 4 cells; expected 5 on a board of size 3"),
    ("3/4/bbbbbb/4/3 b -", "row c ('bbbbbb') has 6 cells; expected 5 on a board of size 3"),
    ("3/4//4/3 b -", "row c ('') has 0 cells; expected 5 on a board of size 3"),
    ("3/4/2x2/4/3 b -", "row c ('2x2') has the character 'x'; expected b, w and numbers"),
    ("3/4/2B2/4/3 b -", "has the character 'B'"),
    ("3/4/٥/4/3 b -", "has the character '٥'"),
    ("3/4/²b2/4/3 b -", "has the character '²'"),
    ("3/4/-5/4/3 b -", "has the character '-'"),
    ("3/4/0bb3/4/3 b -", "has the number '0'; expected a number of empty cells without"),
    ("3/4/05/4/3 b -", "has the number '05'"),
    ("3/4/" + "9" * 100 + "/4/3 b -", "has too many cells; expected 5"),
    ("9" * 10**6, "is 1000000 characters long; expected at most 256"),
    ("3/4/5/4/3 x -", "side to move is 'x'; expected b or w"),
    ("3/4/5/4/3 B -", "side to move is 'B'; expected b or w"),
    ("3/4/5/4/3 b wb", "hatched colours are 'wb'; expected -, b, w or bw"),
    ("3/4/5/4/3 b x\ny", "hatched colours are 'x\\ny'; expected -, b, w or bw"),
]
NOT_POSSIBLE = [
    (
        "3/bb2/1b3/4/3 b -",
        "the black stones at b1 are no snake: b1 touches b2 and c2, which touch each other",
    ),
    (
        "3/1w2/1www1/4/3 b -",
        "the white stones at b2 are no snake: b2 touches c2 and c3, which touch each other",
    ),
    (
        "b2/1bb1/1b3/4/3 w b",
        "the black stones at a1 are no snake: b2 touches 3 of them; expected at most 2",
    ),
    ("b1b/4/5/4/3 w -", "black has 2 groups and is not hatched; expected b among the hatched"),
    ("w1w/4/w4/4/3 w b", "white has 3 groups and is not hatched; expected w among the hatched"),
    ("w1w/4/w4/4/3 b b", "white has 3 groups and is not hatched; expected w among the hatched"),
]


@pytest.mark.parametrize(("text", "message"), NOT_READ + NOT_POSSIBLE)
def test_a_bad_position_is_one_line(text: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        parse(text)
    assert message in str(error.value)
    assert len(str(error.value).splitlines()) == 1
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("size", [-1, 0, 1, 7, 10**100])
def test_sizes_out_of_range(size: int) -> None:
    with pytest.raises(ValueError, match=rf"size {size} is out of range; expected 2 to 6"):
        start(size)


def test_unknown_rulings() -> None:
    for make in (lambda **r: start(3, **r), lambda **r: parse("2/3/2 b -", **r)):
        with pytest.raises(ValueError, match="serpent has no ruling 'x'"):
            make(x="y")
        with pytest.raises(ValueError, match="ruling stuck has no option 'y'; expected one of"):
            make(stuck="y")


def test_a_ring_is_a_group() -> None:
    assert str(parse("bb/b1b/bb w -")) == "bb/b1b/bb w -"


def test_dead_groups_are_accepted() -> None:
    assert parse("1w/bwb/1w w bw").dead("b") == ("b1", "b3")


@given(st.text(alphabet="bw0123456789/- x\n", max_size=60) | st.text())
@example("b/" * 200)
def test_any_text_is_a_position_or_one_line(text: str) -> None:
    one_line_or(text, parse)


@given(st.sampled_from(["3/4/5/4/3 b -", REPETITION]), st.data())
def test_a_position_with_one_change_is_a_position_or_one_line(
    text: str, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    one_line_or(text[:place] + data.draw(st.text(max_size=2)) + text[place + 1 :], parse)


# Moves


@pytest.mark.parametrize("text", ["c3", "a1-b2", "c3~b", "a1-b2~w", "pass"])
def test_moves_are_read_back(text: str) -> None:
    assert str(Move.parse(text)) == text
    assert Move.parse(f" {text}\n") == Move.parse(text)


@pytest.mark.parametrize(
    "text", ["", "3c", "c3~", "c3~x", "a1-", "-b2", "a1-b2-c3", "PASS", "c٣", "c3~b~w", "c" * 10**6]
)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(ValueError) as error:
        start(3).play(text)
    assert "cannot be read; expected a cell (c3)" in str(error.value)
    assert len(str(error.value)) < 300


@given(st.text(alphabet="abcw~-123 pas", max_size=12) | st.text())
def test_any_text_is_a_move_or_one_line(text: str) -> None:
    one_line_or(text, Move.parse)


@given(st.text(alphabet="abcdew~-12345", max_size=7))
def test_any_move_text_is_played_or_refused(text: str) -> None:
    position = parse("1w1/4/4b/1bw1/1wb b bw")
    legal = {str(move) for move in position.moves()}
    try:
        position.play(text)
    except ValueError as error:
        assert text not in legal
        assert len(str(error).splitlines()) == 1
    else:
        assert str(Move.parse(text)) in legal


ILLEGAL = {
    "removes only itself": ("wb/3/wb b bw", "b1", "the only stone removed would be the one just"),
    "moved snake removed": ("b1/bwb/w1 b b", "b1-a2", "the snake that moves would be removed"),
    "path not shorter": (
        "w1/1bb/1w b w",
        "b3-b1",
        "survival path of the snake would not get short",
    ),
    "own terrain not hostile": ("1b/2w/wb b bw", "b1", "still have a survival path of black"),
    "opponent terrain not hostile": (
        "1wb/3w/3b1/4/b2 w bw",
        "b3~b",
        "still have a survival path of black",
    ),
    "opponent can reopen": ("1w1/4/4b/1bw1/1wb b bw", "c4", "until the owner's next turn"),
    "game over": ("2/w2/1w w bw", "a1", "the game is over"),
    "has an action": ("2/3/2 b -", "pass", "black has a legal action, so it cannot pass"),
    "stuck side loses": ("bw/1b1/w1 b w", "pass", "black has lost (stuck=loses)"),
    "cell occupied": ("2/1b1/2 w -", "b2", "b2 is not empty"),
    "touches snake": ("w1/1bb/1w b w", "a2", "a2 touches a friendly snake"),
    "touches three eggs": ("2w/1w2/2wb1/1b2/2b b bw", "d3", "d3 touches more than two friendly"),
    "no own stone": ("2/1b1/2 w -", "b2-b3", "there is no white stone at b2"),
    "egg does not move": ("2/1b1/1w b -", "b2-b3", "b2 is an egg, and eggs do not move"),
    "tail is no end": ("3/2wb/2wbw/b1b1/3 b bw", "c4-e2", "c4 is not an end of its snake"),
    "tail is the head": ("ww/1bb/1w w w", "a1-c1", "a1 is the head of its snake"),
    "not at the head": ("w1/1bb/1w b w", "b2-c1", "c1 does not touch the head of the snake"),
    "result is no snake": (
        "2b/2w1/wwbb1/1b2/3 b bw",
        "d2-d3",
        "the stones would form no snake, or a ring",
    ),
    "order needed": ("1w/b1b/1w b bw", "b2", "expected b2~b or b2~w"),
    "order not needed": ("2/3/2 b -", "a1~b", "the order of the removals does not matter"),
}
ENDS_OF_TURN = ("removes only itself", "opponent terrain not hostile", "own terrain not hostile")


@pytest.mark.parametrize("reason", ILLEGAL)
def test_an_illegal_move_says_why(reason: str) -> None:
    text, move, says = ILLEGAL[reason]
    rulings = {"hostility": "end-of-turn"} if reason in ENDS_OF_TURN else {}
    position = parse(text, **rulings)
    with pytest.raises(ValueError) as error:
        position.play(move)
    assert f"{move} is not legal in '{text}': " in str(error.value)
    assert says in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("size", SIZES)
def test_every_reason_of_the_core_has_a_sentence_and_an_example(size: int) -> None:
    reasons = set(core(size).REASONS) - {"legal"}
    assert reasons == set(REASONS)
    assert reasons == set(ILLEGAL)


def test_cells_off_the_board() -> None:
    with pytest.raises(ValueError, match="'c6' is no cell of a board of size 3; expected a1 to e3"):
        start(3).play("c6")
    with pytest.raises(ValueError, match="'z1' is no cell of a board of size 3"):
        start(3).play("a1-z1")


def test_a_move_of_another_game_is_refused() -> None:
    class Foreign(base.Move):
        def __str__(self) -> str:
            return "8E"

    with pytest.raises(ValueError, match="8E is no move of serpent"):
        start(3).play(Foreign())


def test_the_repetition_of_the_rules() -> None:
    position = parse(REPETITION)
    assert [str(move) for move in position.moves()] == ["d4"]
    after = position.play("d4")
    assert [str(move) for move in after.moves()] == ["c5~b"]
    with pytest.raises(ValueError, match=r"matters; expected c5~b$"):
        after.play("c5")
    assert after.play("c5~b") == position


@given(positions)
def test_children_are_the_moves_played(position: Position) -> None:
    assert tuple(move for move, _ in position.children()) == position.moves()
    for move, child in position.children():
        assert position.play(str(move)) == position.play(move) == child
        assert parse(str(child), **child.rulings) == child


# Outcomes


def test_outcomes() -> None:
    assert start(3).outcome is None
    assert parse("2/1b1/2 w w").outcome == "loss"
    assert parse("2/1b1/2 b w").outcome == "win"
    assert parse("2/3/2 b bw").outcome == "loss"
    assert parse("bb/3/ww w -").outcome == "loss"
    assert parse("bb/3/ww w -", stuck="passes").outcome == "draw"
    assert parse("bw/1b1/w1 b w").outcome == "loss"


def test_an_emptied_board_has_no_moves() -> None:
    position = parse("2/1b1/2 w w")
    assert position.finished
    assert position.moves() == position.children() == ()


def test_a_stuck_side_passes_under_that_ruling() -> None:
    position = parse("bw/1b1/w1 b w", stuck="passes")
    assert position.outcome is None
    assert [str(move) for move in position.moves()] == ["pass"]
    assert str(position.play("pass")) == "bw/1b1/w1 w w"
    assert position.without_action()
    assert not start(2).without_action()


@given(positions)
def test_a_game_is_over_when_a_colour_is_gone_or_nobody_can_act(position: Position) -> None:
    stuck = position.without_action()
    assert stuck == all(str(move) == "pass" for move in position.moves())
    gone = [c for c in position.hatched if c not in position.stones().values()]
    if gone:
        assert position.outcome == ("loss" if position.side in gone else "win")
        assert position.moves() == ()
    elif not stuck:
        assert position.outcome is None
    elif position.rulings["stuck"] == "loses":
        assert position.outcome == "loss"
    else:
        other = dataclasses.replace(position, side="w" if position.side == "b" else "b")
        assert position.outcome == ("draw" if other.without_action() else None)


# Perft


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (2, [7, 42, 210, 840, 1416, 288, 0]),
        (3, [19, 342, 5814, 93024]),
        (4, [37, 1332, 46620]),
        (5, [61, 3660, 215940]),
    ],
)
def test_perft_of_the_rules(size: int, counts: list[int]) -> None:
    for hostility in ("until-owner-turn", "end-of-turn"):
        position = start(size, hostility=hostility)
        assert [position.perft(plies) for plies in range(1, len(counts) + 1)] == counts


@given(positions)
def test_fast_perft_is_the_slow_one(position: Position) -> None:
    assert position.perft(0) == 1
    assert position.perft(1) == len(position.moves())
    assert position.perft(2) == base.Position.perft(position, 2)


def test_a_negative_depth() -> None:
    with pytest.raises(ValueError, match="depth -1 is negative; expected 0 or more plies"):
        start(2).perft(-1)


# Symmetry


@given(positions, st.integers(0, 11))
def test_images_have_the_same_key_and_moves(position: Position, symmetry: int) -> None:
    image = position.transform(symmetry)
    assert image.key == position.key == position.exchanged().key
    assert image.canonical() == position.canonical()
    moved = {position.transform_move(move, symmetry) for move in position.moves()}
    assert moved == set(image.moves())


@given(positions)
def test_the_canonical_position(position: Position) -> None:
    canonical = position.canonical()
    assert canonical.side == "b"
    assert canonical.key == position.key
    assert canonical.canonical() == canonical == position.with_key(position.key)
    seen = position if position.side == "b" else position.exchanged()
    assert seen.transform(position.canonical_symmetry) == canonical


@pytest.mark.parametrize("size", SIZES)
def test_symmetries_are_a_group_of_twelve(size: int) -> None:
    everything = core(size).SYMMETRIES
    assert len(set(everything)) == 12
    assert everything[0] == tuple(range(hexagon.cell_count(size)))
    products = {tuple(a[b[i]] for i in range(len(a))) for a in everything for b in everything}
    assert products == set(everything)


def test_symmetries_turn_the_board_clockwise() -> None:
    position = parse("b2/4/5/4/3 w -")
    turned = [str(position.transform(s)).split()[0] for s in range(6)]
    assert turned == [
        "b2/4/5/4/3",
        "2b/4/5/4/3",
        "3/4/4b/4/3",
        "3/4/5/4/2b",
        "3/4/5/4/b2",
        "3/4/b4/4/3",
    ]


def test_exchanging_twice_changes_nothing() -> None:
    position = parse(REPETITION)
    assert position.exchanged().exchanged() == position
    assert str(position.exchanged()) == "1bb/2ww/bwb2/w1b1/wwb w bw"


@pytest.mark.parametrize("symmetry", [-1, 12])
def test_there_are_no_more_symmetries(symmetry: int) -> None:
    with pytest.raises(ValueError, match=f"symmetry {symmetry} is out of range; expected 0 to 11"):
        start(2).transform(symmetry)


@pytest.mark.parametrize("key", [-1, 1 << 16, (1 << 16) - 1, 0b1011])
def test_keys_of_no_position(key: int) -> None:
    with pytest.raises(ValueError):
        start(2).with_key(key)


# Snakes


@given(positions)
def test_dead_groups_have_no_survival_path(position: Position) -> None:
    for colour in position.hatched:
        dead = position.dead(colour)
        for cell, stone in position.stones().items():
            if stone == colour:
                path = position.survival_path(cell)
                assert (cell in dead) == (not path)
                assert not set(path) & set(position.stones())


def test_a_survival_path() -> None:
    position = parse("b2/4/4b/4/3 w b")
    path = position.survival_path("a1")
    assert path == tuple(reversed(position.survival_path("c5")))
    assert len(path) == 3


def test_survival_paths_need_a_stone() -> None:
    with pytest.raises(ValueError, match="c3 is empty; expected a cell with a stone"):
        start(3).survival_path("c3")
    with pytest.raises(ValueError, match="'x' is no cell of a board of size 3"):
        start(3).survival_path("x")
    with pytest.raises(ValueError, match="colour is 'black'; expected b or w"):
        start(3).dead("black")


# The object


def test_positions_do_not_change() -> None:
    position = start(2)
    with pytest.raises(AttributeError):
        position.size = 3  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        position.colour = "red"  # type: ignore[attr-defined]


@given(positions)
def test_positions_are_copied_pickled_and_hashed(position: Position) -> None:
    for other in (
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert other == position
        assert hash(other) == hash(position)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"side": "x"}, "side to move is 'x'; expected b or w"),
        ({"hatched": "-"}, "hatched colours are '-'; expected '', b, w or bw"),
        ({"size": 7}, "size 7 is out of range; expected 2 to 6"),
        ({"black": 1 << 7}, "expected stones on the 7 cells of size 2"),
        ({"black": 1, "white": 1}, "expected at most one stone on a cell"),
        ({"white": 0b100_0001}, "white has 2 groups and is not hatched"),
    ],
)
def test_the_constructor_refuses_what_is_no_position(
    changes: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError) as error:
        dataclasses.replace(start(2), **changes)
    assert message in str(error.value)


def test_rulings_are_part_of_a_position() -> None:
    assert start(2) != start(2, stuck="passes")


@given(positions)
def test_the_drawing_has_every_cell_and_stone(position: Position) -> None:
    assert isinstance(position, drawable.Coloured)
    svg = position._repr_svg_()
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert svg.count("<polygon") == len(position.cell_centres())
    assert svg.count("<circle") == len(position.stones()) + 1
    assert svg.count("<text") == len(position.cell_centres())
    side = {"b": "Black", "w": "White"}[position.side]
    assert svg.count(f"<title>{side} to move</title>") == 1


def test_the_drawing_has_rings_around_marked_cells() -> None:
    position = parse("2/1b1/2 w -")
    assert position.svg() == position._repr_svg_()
    assert position.svg(marked=["b2", "a1", "a1"]).count('fill="none"') == 2
    with pytest.raises(ValueError, match="'d1' is no cell"):
        position.svg(marked=["d1"])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: start("2"), "size is the str '2'; expected an int, 2 to 6"),
        (lambda: parse(start(2)), "position is the Position '2/3/2 b -'; expected a text such as"),
        (lambda: sp.solve("2/3/2 b -"), "position is the str '2/3/2 b -'; expected a position"),
        (lambda: sp.solve(start(2))["2/3/2 b -"], "position is the str '2/3/2 b -'; expected a"),
    ],
)
def test_a_thing_of_another_type_is_named(wrong: Callable[[], object], says: str) -> None:
    with pytest.raises(TypeError) as error:
        wrong()
    assert says in str(error.value)


@given(positions)
def test_moves_round_trip_by_their_representation(position: Position) -> None:
    for move in position.moves():
        assert eval(repr(move), {"Move": Move}) == move


# The registry


def test_the_registry() -> None:
    game = registry.game("serpent")
    assert game.name == "serpent" == start(2).game
    assert game.board is not None
    assert str(game.parse(game.example)) == game.example
    with pytest.raises(ValueError, match="there is no game 'chess'; expected one of: serpent, f"):
        sp.game("chess")
    assert sp.games_known() == registry.games()
