"""Positions of Fighting Serpents as Python sees them: notation, outcomes, symmetry, drawings."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import partial
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reading import one_line_or
from twins import fighting_positions

import serpentes as sp
from serpentes.games import base, drawable, longboard, registry
from serpentes.games.fighting import RULINGS, Position, parse, start

LENGTHS = range(2, 17)
START = "wwww/1w1b1/bbbb b"


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


@given(fighting_positions)
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


@given(fighting_positions)
def test_fast_perft_is_the_slow_one(position: Position) -> None:
    assert position.perft(0) == 1
    assert position.perft(1) == len(position.moves())
    assert position.perft(2) == base.Position.perft(position, 2)


def test_a_negative_depth() -> None:
    with pytest.raises(ValueError, match="depth -1 is negative; expected 0 or more plies"):
        start(2).perft(-1)


# Symmetry


@given(fighting_positions, st.data())
def test_images_have_the_same_key_and_moves(position: Position, data: st.DataObject) -> None:
    symmetry = data.draw(st.sampled_from(position.board_symmetries))
    image = position.transform(symmetry)
    assert image.key == position.key == position.exchanged().key
    assert image.canonical() == position.canonical()
    moved = [position.transform_move(move, symmetry) for move in position.moves()]
    assert set(moved) == set(image.moves())
    assert {str(move) for move in moved} == {str(move) for move in image.moves()}


@given(fighting_positions)
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


@given(fighting_positions)
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


@given(fighting_positions)
def test_the_drawing_has_every_point_line_and_man(position: Position) -> None:
    assert isinstance(position, drawable.Lined)
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
    assert sp.games_known()[:2] == ("serpent", "fighting")


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
