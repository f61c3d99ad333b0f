"""Moves of Fighting Serpents as Python sees them: notation, legality and the reasons, huffs."""

import copy
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import one_line_or
from twins import fighting_positions

import serpentes as sp
from serpentes.games.fighting import Move, Position, parse, start

START = "wwww/1w1b1/bbbb b"


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


@given(fighting_positions)
def test_children_are_the_moves_played(position: Position) -> None:
    children = position.children()
    assert tuple(move for move, _ in children) == position.moves()
    for move, child in children[:20]:
        assert position.play(str(move)) == position.play(move) == child
        assert parse(str(child), **child.rulings) == child
        assert Move.parse(str(move)) == move


@given(fighting_positions)
def test_moves_are_in_order(position: Position) -> None:
    def order(move: Move) -> tuple[int, ...]:
        huffed = -1 if move.huffed is None else position.cell_index(move.huffed)
        start = position.cell_index(move.start) if move.start else -1
        end = position.cell_index(move.end) if move.end and not move.taken else -1
        return huffed, int(bool(move.taken)), start, end

    moves = position.moves()
    assert all(order(one) <= order(other) for one, other in pairwise(moves))


@given(fighting_positions)
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
