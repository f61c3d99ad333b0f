"""Fighting Serpents as Python sees it: notation, positions, moves, symmetry, error messages."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from twins import fighting_setups, played

import serpentes as sp
from serpentes.games import base, longboard, registry
from serpentes.games.fighting import RULINGS, Move, Position, parse, start

LENGTHS = range(2, 17)
START = "wwww/1w1b1/bbbb b"

games = st.builds(
    lambda length, seed, plies, capture, chain: played(
        start(length, capture=capture, chain=chain), seed, plies
    ),
    length=st.integers(2, 16),
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 40),
    capture=st.sampled_from(["optional", "compulsory", "huff"]),
    chain=st.sampled_from(["stop", "full", "single"]),
)
positions = games.map(lambda game: game[-1]) | fighting_setups()


# Notation


@pytest.mark.parametrize(
    ("board", "text"),
    [
        ({"length": 4}, START),
        ({"length": 3}, "www/1wb1/bbb b"),
        ({"length": 2}, "ww/3/bb b"),
        ({"length": 8, "ends": "filled"}, "wwwwwwww/wwww1bbbb/bbbbbbbb b"),
        ({"length": 4, "shape": "culin", "side": "w"}, "wwww/1w1b/bbbb w"),
        ({}, f"{'w' * 16}/1{'w' * 7}1{'b' * 7}1/{'b' * 16} b"),
        ({"shape": "culin"}, f"{'w' * 16}/1{'w' * 7}1{'b' * 7}/{'b' * 16} b"),
        ({"ends": "filled"}, f"{'w' * 16}/{'w' * 8}1{'b' * 8}/{'b' * 16} b"),
    ],
)
def test_the_initial_position(board: dict[str, str], text: str) -> None:
    side = board.get("side", "b")
    rulings = {name: option for name, option in board.items() if name not in ("length", "side")}
    assert str(start(**board)) == text
    assert parse(text, **rulings) == start(**board)
    assert start(**board).side == side


@pytest.mark.parametrize(
    ("ends", "shape", "length", "men"),
    [("empty", "symmetric", 16, 23), ("filled", "symmetric", 16, 24), ("empty", "culin", 16, 23),
     ("filled", "symmetric", 8, 12)],
)  # fmt: skip
def test_the_numbers_of_men(ends: str, shape: str, length: int, men: int) -> None:
    assert start(length, ends=ends, shape=shape).men == (men, men)


@given(positions)
def test_text_and_repr_are_read_back(position: Position) -> None:
    assert parse(str(position), **position.rulings) == position
    assert eval(repr(position), {"fighting": sp.fighting}) == position


def test_the_fields_of_a_position() -> None:
    position = parse("w3/1b1w1/1b2 w m2,b2", capture="huff")
    assert (position.length, position.side, position.board) == (4, "w", {"length": 4})
    assert (position.black, position.white) == (1 << 5 | 1 << 10, 1 | 1 << 7)
    assert position.huffable == 1 << 5 | 1 << 10
    assert position.stones() == {"t1": "w", "m2": "b", "m4": "w", "b2": "b"}
    assert position.men == (2, 2)
    # length 4, huff (2), the rest by default
    assert position.rules == 4 | 2 << 5
    assert position.state == (position.white, position.black, position.huffable, 1, position.rules)


def test_every_ruling_has_its_place_in_the_word_for_the_core() -> None:
    word = 6
    for name, shift in {
        "capture": 5, "chain": 7, "direction": 9, "arc": 10, "rows": 12, "shape": 13,
        "adjudication": 14,
    }.items():  # fmt: skip
        (ruling,) = (r for r in RULINGS.rulings if r.name == name)
        for place, option in enumerate(ruling.options):
            assert start(6, **{name: option}).rules == word | place << shift
    assert start(6, ends="filled").rules == word


def test_surrounding_space_is_no_matter() -> None:
    assert parse(f" {START}\n") == start(4)


NOT_READ = [
    ("", "position '' has 0 fields; expected 2, separated by a single space"),
    ("wwww/1w1b1/bbbb", "has 1 field; expected 2"),
    ("wwww/1w1b1/bbbb  b", "side to move is ''; expected b or w"),
    ("wwww/1w1b1/bbbb b m2 m3", "has 4 fields; expected 2"),
    ("wwww/1w1b1 b", "rows 'wwww/1w1b1' are 2 in number; expected 3, separated by /"),
    ("1/2/1 b", "row t ('1') has 1 points; expected 2 to 16"),
    ("17/18/17 b", "row t ('17') has 17 points; expected 2 to 16"),
    ("wwww/1w1b/bbbb b", "row m ('1w1b') has 4 points; expected 5 on a board of length 4"),
    ("wwww/1w1b1/bbb b", "row b ('bbb') has 3 points; expected 4 on a board of length 4"),
    ("// b", "row t ('') has 0 points; expected 2 to 16"),
    ("wwxw/1w1b1/bbbb b", "row t ('wwxw') has the character 'x'; expected b, w and numbers"),
    ("wwww/1w1B1/bbbb b", "has the character 'B'"),
    ("wwww/٥/bbbb b", "has the character '٥'"),
    ("wwww/0w1b2/bbbb b", "has the number '0'; expected a number of empty points without"),
    ("wwww/05/bbbb b", "has the number '05'"),
    ("wwww/" + "9" * 100 + "/bbbb b", "has too many points; expected 5"),
    ("9" * 10**6, "is 1000000 characters long; expected at most 256"),
    ("wwww/1w1b1/bbbb x", "side to move is 'x'; expected b or w"),
    ("wwww/1w1b1/bbbb b t5", "men that may be huffed are 't5'; expected points of a board of leng"),
    ("wwww/1w1b1/bbbb b m2,t1", "are 'm2,t1'; expected points of a board of length 4 in board"),
    ("wwww/1w1b1/bbbb b m2,m2", "are 'm2,m2'; expected points of a board of length 4 in board"),
    ("wwww/1w1b1/bbbb b -", "men that may be huffed are '-'; expected"),
    ("4/5/4 b", "there is no man on the board; expected at least one"),
    ("wwww/1w1b1/bbbb b m4", "huffed that there are not (m4); expected men of the side that is no"),
    ("wwww/1w1b1/bbbb b m3", "huffed that there are not (m3); expected men of the side that is no"),
]


@pytest.mark.parametrize(("text", "message"), NOT_READ)
def test_a_bad_position_is_one_line(text: str, message: str) -> None:
    for capture in ("optional", "huff"):
        with pytest.raises(ValueError) as error:
            parse(text, capture=capture)
        assert message in str(error.value)
        assert len(str(error.value).splitlines()) == 1
        assert len(str(error.value)) < 300


def test_men_are_huffed_under_one_ruling_only() -> None:
    text = f"{START} t1,m2"
    assert str(parse(text, capture="huff")) == text
    for capture in ("optional", "compulsory"):
        with pytest.raises(ValueError) as error:
            parse(text, capture=capture)
        assert str(error.value) == (
            f"men may be huffed (t1, m2) with capture={capture}; "
            "expected that only with capture=huff"
        )


@pytest.mark.parametrize("length", [-1, 0, 1, 17, 10**100])
def test_lengths_out_of_range(length: int) -> None:
    with pytest.raises(ValueError, match=rf"length {length} is out of range; expected 2 to 16"):
        start(length)


@pytest.mark.parametrize(
    ("length", "rulings", "message"),
    [
        (3, {"ends": "filled"}, "length 3 does not fit ends=filled; expected an even length"),
        (5, {"shape": "culin"}, "length 5 does not fit shape=culin; expected an even length"),
        (
            4,
            {"ends": "filled", "shape": "culin"},
            "shape=culin does not fit ends=filled; expected shape=symmetric",
        ),
    ],
)
def test_rulings_that_do_not_fit(length: int, rulings: dict[str, str], message: str) -> None:
    rows = longboard.row_lengths(length, rulings.get("shape", "symmetric"))
    text = f"b{rows[0] - 1}/{rows[1]}/{rows[2]} b"
    for make in (lambda: start(length, **rulings), lambda: parse(text, **rulings)):
        with pytest.raises(ValueError) as error:
            make()
        assert str(error.value) == message
    assert registry.game("fighting").misfit(length, RULINGS.choose(rulings)) == message


def test_unknown_rulings() -> None:
    for make in (lambda **r: start(3, **r), lambda **r: parse(START, **r)):
        with pytest.raises(ValueError, match="fighting has no ruling 'x'; expected one of: captur"):
            make(x="y")
        with pytest.raises(ValueError, match="ruling chain has no option 'y'; expected one of"):
            make(chain="y")


def test_a_side_to_start_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="side to move is 'x'; expected b or w"):
        start(4, "x")  # type: ignore[arg-type]


@given(st.text(alphabet="bw0123456789/ tm,", max_size=60) | st.text())
@example("w/" * 100)
def test_any_text_is_a_position_or_one_line(text: str) -> None:
    one_line_or(text, lambda read: parse(read, capture="huff"))


@given(st.sampled_from([START, "w3/1b1w1/1b2 w m2,b2"]), st.data())
def test_a_position_with_one_change_is_a_position_or_one_line(
    text: str, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    changed = text[:place] + data.draw(st.text(max_size=2)) + text[place + 1 :]
    one_line_or(changed, lambda read: parse(read, capture="huff"))


def one_line_or(text: str, read: Callable[[str], object]) -> None:
    try:
        found = read(text)
    except ValueError as error:
        assert len(str(error).splitlines()) == 1
        assert str(error).isprintable()
        assert len(str(error)) < 400
    else:
        assert read(str(found)) == found


# Moves


@pytest.mark.parametrize(
    "text", ["m2-m3", "b2xt3", "b2xt3xt1", "b2xt3xb4xb2", "!m2", "!m2 b1-m1", "!t16 m17xm15"]
)
def test_moves_are_read_back(text: str) -> None:
    assert str(Move.parse(text)) == text
    assert Move.parse(f" {text}\n") == Move.parse(text)
    assert eval(repr(Move.parse(text)), {"Move": Move}) == Move.parse(text)


def test_the_parts_of_a_move() -> None:
    step = Move.parse("!m2 b1-m1")
    assert (step.huffed, step.start, step.end, step.taken, step.route) == ("m2", "b1", "m1", (), ())
    capture = Move.parse("b2xt3xt1")
    assert (capture.start, capture.end, capture.route) == ("b2", "t1", ("t3", "t1"))
    assert capture.taken == ("t2", "m3")
    assert (Move.parse("!m2").huffed, Move.parse("!m2").start) == ("m2", None)


def test_moves_are_the_same_whatever_the_route() -> None:
    one, other = Move.parse("b2xt3xb4xb2"), Move.parse("b2xb4xt3xb2")
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) != str(other)
    assert one != Move.parse("b2xt3xb4")
    assert one != Move.parse("!m2 b2xt3xb4xb2")
    assert Move.parse("b2-m3") != Move.parse("m3-b2")


@pytest.mark.parametrize(
    "text",
    ["", "m2", "m2-", "-m3", "m2-m3-m4", "b2xt3-t1", "b2x", "xt3", "m0-m1", "m01-m2", "m100-m2",
     "M2-m3", "a1-a2", "m2 m3", "!m2b1-m1", "!m2  b1-m1", "!m2 !m3", "m٣-m2", "!",
     "m2xm2x" * 10**5],
)  # fmt: skip
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(ValueError) as error:
        start(4).play(text)
    assert "cannot be read; expected a step (m2-m3) or a capture" in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("text", ["b2xt4", "b2xt2xm2", "b2xb2", "b2xm5", "b2xt3xm3"])
def test_jumps_that_no_board_has(text: str) -> None:
    with pytest.raises(ValueError) as error:
        Move.parse(text)
    assert "cannot be read; no line leads from " in str(error.value)
    assert text in str(error.value)


@given(st.text(alphabet="tmbx!- 123", max_size=12) | st.text())
def test_any_text_is_a_move_or_one_line(text: str) -> None:
    one_line_or(text, Move.parse)


@given(st.text(alphabet="tmbx!- 1234", max_size=9))
def test_any_move_text_is_played_or_refused(text: str) -> None:
    position = parse("w1w1/1b1w1/1b1b b m4,t1".replace("m4,t1", "t1,m4"), capture="huff")
    try:
        position.play(text)
    except ValueError as error:
        assert text not in {str(move) for move in position.moves()}
        assert len(str(error).splitlines()) == 1
    else:
        assert Move.parse(text) in position.moves()


ILLEGAL = [
    ("wwww/5/4 b", {}, "b1-m1", "the game is over"),
    ("ww/bw1/bb b", {}, "!m2", "no man is huffed with capture=optional"),
    ("4/wb3/4 b m1", {"capture": "huff"}, "!m2", "the man at m2 may not be huffed; expected one o"),
    ("4/wb3/4 b", {"capture": "huff"}, "!m1", "may not be huffed; no man may be huffed now"),
    ("w3/wb3/4 b m1", {"capture": "huff"}, "!m1", "a move has to follow, as white has more men"),
    ("4/wb3/4 b m1", {"capture": "huff"}, "!m1 m2-m3", "with the last white man; expected !m1"),
    (START, {}, "m3-m4", "there is no man at m3"),
    (START, {}, "m2-m3", "the man at m2 is white"),
    (START, {}, "b1-b2", "b2 is not empty"),
    (START, {}, "b1-m3", "no line joins b1 and m3 (arc=corner, rows=outer)"),
    (START, {}, "b1-m1xm3", "cannot be read"),
    ("4/w4/1b2 b", {"rows": "plain"}, "b2-b3", "no line joins b2 and b3 (arc=corner, rows=plain)"),
    ("4/2w2/1b2 b", {}, "b2-t3", "no line joins b2 and t3 (arc=corner, rows=outer); a jump is wri"),
    ("4/w1b2/4 b", {"direction": "forward"}, "m3-b3", "goes back toward the own side (direction="),
    ("4/w1b2/4 w", {"direction": "forward"}, "m1-t1", "goes back toward the own side (direction="),
    ("b3/1w3/3b b", {"direction": "forward"}, "t1-t2", "t1 is on the far row, where men only jump"),
    ("b3/1w3/3b b", {"direction": "forward"}, "t1xb2", "goes back toward the own side (direction="),
    ("4/2w2/1b2 b", {"capture": "compulsory"}, "b2-m2", "has to be made, such as b2xt3 (capture="),
    (START, {}, "b2xt1", "t1 is not empty"),
    (START, {}, "b1xt2", "t2 is not empty"),
    (START, {}, "b4xt3", "b4 to t3 jumps over no white man"),
    ("4/w4/b3 b", {"arc": "none"}, "b1xt1", "no line leads from b1 over one point to t1 (arc=none"),
    ("4/4/w2b b", {"shape": "culin"}, "b4xt4", "no line leads from b4 over one point to t4"),
    ("1w2/2w2/1b2 b", {"chain": "single"}, "b2xt3xt1", "a capture is a single jump (chain=single)"),
    ("1w2/2w2/1b2 b", {"chain": "full"}, "b2xt3", "the man at t3 has to go on, such as to t1 (c"),
    ("1w2/2w2/1b2 b", {}, "b2xt3xt1xm3", "no line leads from t1 over one point to m3"),
    ("1w2/2w2/1b2 b", {}, "b2xt3xb2", "t3 to b2 jumps over no white man, as the one at m3 is tak"),
    ("1w2/w1w2/1b2 b", {}, "b2xt3xt1xb1xb3", "b1 to b3 jumps over no white man"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rulings", "move", "says"), ILLEGAL)
def test_an_illegal_move_says_why(text: str, rulings: dict[str, str], move: str, says: str) -> None:
    position = parse(text, **rulings)
    with pytest.raises(ValueError) as error:
        position.play(move)
    assert says in str(error.value)
    assert move in str(error.value)
    assert len(str(error.value).splitlines()) == 1
    if "cannot be read" not in says:
        assert f"{move} is not legal in '{text}': " in str(error.value)
        with pytest.raises(ValueError, match="is not legal in"):
            position.play(Move.parse(move))


@pytest.mark.parametrize("move", ["t5-t4", "b1-b5", "m6-m5", "!m6 b1-m1", "m5xm7"])
def test_points_off_the_board(move: str) -> None:
    expected = "is no point of a board of length 4; expected t1 to t4, m1 to m5 or b1 to b4"
    with pytest.raises(ValueError, match=expected):
        start(4).play(move)


def test_a_move_of_another_game_is_refused() -> None:
    for make in (start(4).play, lambda move: start(4).transform_move(move, 0)):
        with pytest.raises(
            ValueError, match="c3 is no move of fighting; expected a move such as m2"
        ):
            make(sp.serpent.Move.parse("c3"))


@pytest.mark.parametrize(
    "move",
    [
        Move(None, "b2", "t1", ("m3",), ("t3",)),
        Move(None, "b2", "t3", ("m2",), ("t3",)),
        Move(None, "b2", "t3", ("m2",)),
    ],
)
def test_a_move_that_is_not_what_its_route_says_is_refused(move: Move) -> None:
    with pytest.raises(ValueError, match="its route does not lead over the men that it takes"):
        parse("4/2w2/1b2 b").play(move)


@pytest.mark.parametrize(
    "parts", [(None, None, None), (None, "m2", None), (None, None, "m2"), ("m1", "m2", None)]
)
def test_a_move_without_its_parts_is_refused(parts: tuple[str | None, ...]) -> None:
    with pytest.raises(ValueError, match="a move lacks its start or its end"):
        Move(*parts)  # type: ignore[arg-type]


def test_a_capture_by_another_route() -> None:
    position = parse("4/2ww1/1bw1 b", chain="full")
    (circle,) = (move for move in position.moves() if move.start == move.end)
    assert str(circle) == "b2xt3xb4xb2"
    assert position.play("b2xb4xt3xb2") == position.play(circle) == position.play("b2xt3xb4xb2")


@given(positions)
def test_children_are_the_moves_played(position: Position) -> None:
    children = position.children()
    assert tuple(move for move, _ in children) == position.moves()
    for move, child in children[:20]:
        assert position.play(str(move)) == position.play(move) == child
        assert parse(str(child), **child.rulings) == child
        assert Move.parse(str(move)) == move


@given(positions)
def test_moves_are_in_order(position: Position) -> None:
    def order(move: Move) -> tuple[int, ...]:
        huffed = -1 if move.huffed is None else position.cell_index(move.huffed)
        start = position.cell_index(move.start) if move.start else -1
        end = position.cell_index(move.end) if move.end and not move.taken else -1
        return huffed, int(bool(move.taken)), start, end

    moves = position.moves()
    assert all(order(one) <= order(other) for one, other in pairwise(moves))


@given(positions)
def test_moves_are_copied_and_pickled(position: Position) -> None:
    for move in position.moves()[-3:]:
        for other in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
            assert (other, str(other), hash(other)) == (move, str(move), hash(move))


def test_a_route_that_is_not_possible_is_refused_as_a_text() -> None:
    """The same start, end and men taken as a legal capture do not make a text legal."""
    position = parse("4/2w2/1b2 b")
    with pytest.raises(ValueError, match="as the one at m3 is taken by then"):
        position.play("b2xt3xb2xt3")
    assert Move.parse("b2xt3xb2xt3") == Move.parse("b2xt3")


# Huffs


def test_a_step_instead_of_a_capture_lets_the_man_be_huffed() -> None:
    position = parse("w3/2w2/1b2 b", capture="huff")
    assert str(position.play("b2-m2")) == "w3/1bw2/4 w m2"
    assert str(position.play("b2xt3")) == "w1b1/5/4 w"
    after = position.play("b2-m2")
    assert {str(move) for move in after.moves()} >= {"!m2", "m3-m4"}
    done = after.play("!m2")
    assert (str(done), done.outcome, done.moves()) == ("w3/2w2/4 b", "loss", ())


# Outcomes


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (START, None),
        ("4/2w2/4 w", "win"),
        ("4/2w2/4 b", "loss"),
        ("b1/3/2 w", "loss"),
        ("ww/w2/b1 b", None),
        ("ww/wbb/bb b", "loss"),
    ],
)
def test_outcomes(text: str, outcome: str | None) -> None:
    position = parse(text)
    assert position.outcome == outcome
    assert position.finished == (outcome is not None) == (not position.moves())
    assert position.without_action() == position.finished
    assert position.perft(1) == len(position.moves())


@pytest.mark.parametrize(
    ("text", "majority"), [("w2/1b2/2b w", "loss"), ("w2/1b2/2b b", "win"), ("w2/4/2b b", "draw")]
)
def test_what_play_that_never_ends_is_worth(text: str, majority: str) -> None:
    assert parse(text).never_ends == majority
    assert parse(text, adjudication="draw").never_ends == "draw"


def test_which_rulings_have_no_tables() -> None:
    for capture in ("optional", "compulsory"):
        assert start(4, capture=capture).untabled is None
    assert "capture=huff has no tables" in str(start(4, capture="huff").untabled)


# Perft


@given(positions)
def test_fast_perft_is_the_slow_one(position: Position) -> None:
    assert position.perft(0) == 1
    assert position.perft(1) == len(position.moves())
    assert position.perft(2) == base.Position.perft(position, 2)


def test_a_negative_depth() -> None:
    with pytest.raises(ValueError, match="depth -1 is negative; expected 0 or more plies"):
        start(2).perft(-1)


# Symmetry


@given(positions, st.data())
def test_images_have_the_same_key_and_moves(position: Position, data: st.DataObject) -> None:
    symmetry = data.draw(st.sampled_from(position.board_symmetries))
    image = position.transform(symmetry)
    assert image.key == position.key == position.exchanged().key
    assert image.canonical() == position.canonical()
    moved = [position.transform_move(move, symmetry) for move in position.moves()]
    assert set(moved) == set(image.moves())
    assert {str(move) for move in moved} == {str(move) for move in image.moves()}


@given(positions)
def test_the_canonical_position(position: Position) -> None:
    canonical = position.canonical()
    assert canonical.side == "b"
    assert canonical.key == position.key
    assert canonical.canonical() == canonical == position.with_key(position.key)
    seen = position if position.side == "b" else position.exchanged()
    assert seen.transform(position.canonical_symmetry) == canonical
    assert position.never_ends == canonical.never_ends


@pytest.mark.parametrize(
    ("rulings", "expected"),
    [
        ({}, (0, 1, 2, 3)),
        ({"direction": "forward"}, (0, 1)),
        ({"shape": "culin"}, (0, 2)),
        ({"direction": "forward", "shape": "culin"}, (0,)),
    ],
)
def test_which_symmetries_there_are(rulings: dict[str, str], expected: tuple[int, ...]) -> None:
    position = start(4, **rulings)
    assert position.board_symmetries == expected
    for symmetry in {-1, 1, 2, 3, 4} - set(expected):
        with pytest.raises(ValueError) as error:
            position.transform(symmetry)
        known = ", ".join(map(str, expected))
        assert str(error.value) == (
            f"symmetry {symmetry} is none of the board under these rulings; "
            f"expected one of: {known}"
        )


def test_what_the_symmetries_do() -> None:
    position = parse("w3/1b3/3b w")
    assert [str(position.transform(symmetry)) for symmetry in range(4)] == [
        "w3/1b3/3b w", "3w/3b1/b3 w", "3b/1b3/w3 w", "b3/3b1/3w w",
    ]  # fmt: skip
    assert str(position.exchanged()) == "3w/1w3/b3 b"
    assert parse("3b/2w2/3b b").symmetries() == (0, 2)
    assert start(4, "w").exchanged() == start(4, "b").transform(1)


@pytest.mark.parametrize("key", [-1, 1 << 39, 0, 0b11 | 1 << 14, 1 << 12, 1 | 1 << 26 | 1 << 14])
def test_keys_of_no_position(key: int) -> None:
    with pytest.raises(ValueError):
        start(4).with_key(key)


# The object


def test_positions_do_not_change() -> None:
    position = start(2)
    with pytest.raises(AttributeError):
        position.length = 3  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        position.colour = "red"  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        position.moves()[0].end = "m1"  # type: ignore[misc]


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
        ({"length": 17}, "length 17 is out of range; expected 2 to 16"),
        ({"black": 1 << 7}, "men are off the board; expected them on the 7 points of length 2"),
        ({"black": -1}, "men are off the board"),
        ({"black": 1, "white": 1}, "two men stand on one point; expected at most one"),
        ({"black": 0, "white": 0}, "there is no man on the board; expected at least one"),
        ({"huffable": 1 << 9}, "men are off the board"),
        ({"huffable": 1 << 6}, "men may be huffed that there are not (b2)"),
    ],
)
def test_the_constructor_refuses_what_is_no_position(
    changes: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError) as error:
        dataclasses.replace(start(2), **changes)
    assert message in str(error.value)


def test_rulings_are_part_of_a_position() -> None:
    assert start(2) != start(2, adjudication="draw")
    assert len({start(2), start(2), start(2, arc="none")}) == 2


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: start("4"), "length is the str '4'; expected an int, 2 to 16"),
        (lambda: parse(start(2)), "position is the Position 'ww/3/bb b'; expected a text such as"),
    ],
)
def test_a_thing_of_another_type_is_named(wrong: Callable[[], object], says: str) -> None:
    with pytest.raises(TypeError) as error:
        wrong()
    assert says in str(error.value)


# Drawing


@given(positions)
def test_the_drawing_has_every_point_line_and_man(position: Position) -> None:
    assert isinstance(position, base.Lined)
    svg = position._repr_svg_()
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    points = len(position.cell_centres())
    assert svg.count("<text") == points
    assert svg.count("<circle") == points + len(position.stones()) + 1
    ends = 1 if position.rulings.shape == "culin" else 2
    arcs = 0 if position.rulings.arc == "none" else ends
    assert svg.count("<path") == arcs
    assert svg.count("<line") == len(position.cell_lines()) - 2 * arcs
    side = {"b": "Black", "w": "White"}[position.side]
    assert svg.count(f"<title>{side} to move</title>") == 1


@pytest.mark.parametrize(("rows", "lines"), [("outer", 3 + 3 + 4 + 16), ("plain", 4 + 16)])
def test_the_lines_of_a_board(rows: str, lines: int) -> None:
    found = start(4, rows=rows).cell_lines()
    assert len(found) == len({frozenset(line) for line in found}) == lines
    assert (("t1", "t2") in found) == (rows == "outer")
    assert ("m1", "m2") in found


def test_the_drawing_has_rings_around_marked_points() -> None:
    position = parse("2/1b1/2 w")
    rings = position.svg(marked=["m2", "t1", "t1"]).count('stroke-width="3"')
    assert rings == 2
    assert position.svg() == position._repr_svg_()
    with pytest.raises(ValueError, match="'t3' is no point"):
        position.svg(marked=["t3"])


# The registry


def test_the_registry() -> None:
    game = registry.game("fighting")
    assert game.name == "fighting" == start(2).game
    assert game.board is not None
    assert str(game.parse(game.example)) == game.example
    for preset in game.rulings.presets:
        position = game.start(**preset.start, **preset.rulings)
        assert position.rulings.changed().items() >= preset.rulings.items() - {("x", "x")}
        assert preset.says
    assert sp.game("fighting") is game
    assert sp.games_known() == ("serpent", "fighting")


def test_presets_are_keywords() -> None:
    mosona = sp.fighting.start(preset="mosona")
    assert (mosona.length, mosona.rulings.capture, mosona.rulings.rows) == (
        8,
        "compulsory",
        "plain",
    )
    assert sp.fighting.start(length=4, preset="mosona", capture="optional").length == 4
    assert sp.fighting.start(preset="mosona", capture="optional").rulings.capture == "optional"
    assert sp.fighting.start(preset="ludii-kolowis").side == "w"
    assert sp.fighting.start(side="b", preset="ludii-kolowis").side == "b"
    assert sp.fighting.parse(str(mosona), preset="mosona") == mosona
    for wrong in (sp.fighting.start, partial(sp.fighting.parse, str(mosona))):
        with pytest.raises(ValueError, match="fighting has no preset 'chess'; expected one of"):
            wrong(preset="chess")
