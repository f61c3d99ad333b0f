"""The plain twin of Fighting Serpents against the rules' perft figures, and worked by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from reference import fighting, fighting_games, fighting_solver
from reference.fighting import parse

MANDATORY = {"capture": "compulsory", "chain": "full"}
# What to hand to `start`, and the rules' perft figures as deep as the twin can go in seconds.
PERFT: list[tuple[dict[str, Any], list[int]]] = [
    ({"length": 2}, [4, 14, 58, 258, 914, 3364]),
    ({"length": 4}, [6, 36, 234, 1616, 11219]),
    ({"length": 8}, [6, 36, 248, 1845]),
    ({}, [6, 36, 248, 1823]),
    ({"arc": "none"}, [6, 34, 227, 1600]),
    (MANDATORY, [6, 14, 47, 151, 561, 2157, 8950]),
    (MANDATORY | {"arc": "none"}, [6, 17, 56, 187, 752, 3021]),
    (MANDATORY | {"arc": "none", "rows": "plain"}, [6, 17, 55, 180, 707, 2762]),
    (fighting.PRESETS["mosona"], [3, 4, 9, 27, 79, 234, 718, 2414, 8114]),
    (fighting.PRESETS["ludii-kolowis"], [5, 19, 101, 540, 3558]),
    (fighting.PRESETS["ludii-mosona"], [3, 7, 21, 104, 556, 3429]),
    (MANDATORY | {"direction": "forward"}, [6, 14, 47, 171, 646, 2524]),
]


# --- The rules' perft figures --------------------------------------------------------------------


@pytest.mark.parametrize(("options", "figures"), PERFT, ids=lambda value: str(value)[:70])
def test_perft(options: dict[str, Any], figures: list[int]) -> None:
    position = fighting.start(**options)
    counts = [fighting.perft(position, depth) for depth in range(1, len(figures) + 1)]
    assert counts == figures


# --- Boards and setups ---------------------------------------------------------------------------


@pytest.mark.parametrize("length", fighting.LENGTHS)
def test_lines(length: int) -> None:
    """Counted by hand: 2n - 2 lines in the outer rows, n in the middle one, 4n between rows."""
    n = length
    jump_counts = {"none": 5 * n - 7, "corner": 5 * n - 5, "row": 5 * n - 1}
    for arc, jump_count in jump_counts.items():
        board = fighting.board(n, arc=arc)
        assert len(board.points) == 3 * n + 1
        assert sum(map(len, board.steps.values())) == 2 * (7 * n - 2)
        assert sum(map(len, board.jumps.values())) == 2 * jump_count
        plain = fighting.board(n, arc=arc, rows="plain")
        assert sum(map(len, plain.steps.values())) == 2 * (5 * n)
        in_outer_rows = 2 * (n - 2) + (4 if arc == "row" else 0)
        assert sum(map(len, plain.jumps.values())) == 2 * (jump_count - in_outer_rows)
    culin = fighting.board(n, shape="culin")
    assert len(culin.points) == 3 * n
    assert sum(map(len, culin.steps.values())) == 2 * (7 * n - 5)
    # Without m(n+1) go the last jump of the middle row and the curve; none else went over it.
    assert sum(map(len, culin.jumps.values())) == 2 * (jump_counts["corner"] - 2)


@pytest.mark.parametrize("length", fighting.LENGTHS)
@pytest.mark.parametrize("shape", fighting.OPTIONS["shape"])
def test_jumps(length: int, shape: str) -> None:
    """All go straight, or round an end. A route tells whom it takes: no two join the same points.

    With the points of the outer rows at 2, 4, ... those of the middle row are at 1, 3, ...
    """

    def place(point: str) -> tuple[int, int]:
        number = int(point[1:])
        return "tmb".index(point[0]), 2 * number - 1 if point[0] == "m" else 2 * number

    ends = 2 if shape == "symmetric" else 1
    for arc, curved in {"none": 0, "corner": 2 * ends, "row": 6 * ends}.items():
        board = fighting.board(length, shape=shape, arc=arc)
        found = 0
        for point, jumps in board.jumps.items():
            assert len({end for _, end in jumps}) == len(jumps)
            for over, end in jumps:
                assert over in board.steps[point] & board.steps[end]
                assert (over, point) in board.jumps[end]
                (r1, x1), (r2, x2), (r3, x3) = place(point), place(over), place(end)
                found += (r1 + r3, x1 + x3) != (2 * r2, 2 * x2)
        assert found == curved


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"length": 2}, "ww/3/bb b"),
        ({"length": 3}, "www/1wb1/bbb b"),
        ({"length": 4, "side": "w"}, "wwww/1w1b1/bbbb w"),
        ({"length": 5}, "wwwww/1wwbb1/bbbbb b"),
        ({"length": 2, "ends": "filled"}, "ww/w1b/bb b"),
        ({"length": 2, "shape": "culin"}, "ww/2/bb b"),
        ({"length": 4, "shape": "culin"}, "wwww/1w1b/bbbb b"),
        ({}, "wwwwwwwwwwwwwwww/1wwwwwww1bbbbbbb1/bbbbbbbbbbbbbbbb b"),
        (fighting.PRESETS["mosona"], "wwwwwwww/wwww1bbbb/bbbbbbbb b"),
        (fighting.PRESETS["ludii-mosona"], "wwwwwwww/wwww1bbbb/bbbbbbbb b"),
        (
            fighting.PRESETS["ludii-kolowis"],
            "wwwwwwwwwwwwwwww/1wwwwwww1bbbbbbb/bbbbbbbbbbbbbbbb w",
        ),
    ],
)
def test_setups(options: dict[str, Any], text: str) -> None:
    position = fighting.start(**options)
    assert str(position) == text
    assert parse(text, **position.rulings._asdict()) == position


@pytest.mark.parametrize(
    ("text", "rulings", "said"),
    [
        ("ww/3/bb", {}, "expected 'top/middle/bottom side'"),
        ("ww/3/bb b m1 m2", {}, "expected 'top/middle/bottom side'"),
        ("ww/3 b", {}, "2 rows, expected 3"),
        ("ww/2/bb b", {}, "2 points, expected 3"),
        ("ww/3/bb1 b", {}, "3 points, expected 2"),
        ("ww/3/bb b", {"shape": "culin"}, "3 points, expected 2"),
        ("ww/03/bb b", {}, "expected b, w and numbers"),
        ("ww//bb b", {}, "expected b, w and numbers"),
        ("wW/3/bb b", {}, "expected b, w and numbers"),
        ("w/2/b b", {}, "length 1: expected 2 to 16"),
        ("w16/18/b16 b", {}, "length 17: expected 2 to 16"),
        ("ww/3/bb x", {}, "side to move 'x'"),
        ("2/3/2 b", {}, "without any man"),
        ("ww/3/bb b t1", {}, "only with capture huff"),
        ("ww/3/bb b b1", {"capture": "huff"}, "not to move"),
        ("w1/3/bb b t2", {"capture": "huff"}, "not to move"),
        ("ww/3/bb b t3", {"capture": "huff"}, "not to move"),
        ("ww/3/bb b t1,t1", {"capture": "huff"}, "each once"),
        ("ww/3/bb b", {"capture": "perhaps"}, "capture 'perhaps'"),
        ("www/3/bbb b", {"shape": "culin"}, "expected an even length"),
        ("www/4/bbb b", {"ends": "filled"}, "expected an even length and the symmetric shape"),
        ("ww/2/bb b", {"ends": "filled", "shape": "culin"}, "the symmetric shape"),
    ],
)
def test_positions_refused(text: str, rulings: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse(text, **rulings)


# --- Moves worked out by hand --------------------------------------------------------------------

# position: rulings, all its moves
STEPS: list[tuple[str, dict[str, str], str]] = [
    ("2w/1b2/3 b", {}, "m2-t1 m2-t2 m2-m1 m2-m3 m2-b1 m2-b2"),
    ("2w/1b2/3 b", {"direction": "forward"}, "m2-t1 m2-t2 m2-m1 m2-m3"),
    ("3/1w2/2b w", {"direction": "forward"}, "m2-m1 m2-m3 m2-b1 m2-b2"),
    # From a corner, and with no lines along the outer rows: the middle row keeps its own.
    ("b2/4/2w b", {}, "t1-t2 t1-m1 t1-m2"),
    ("b2/4/2w b", {"rows": "plain"}, "t1-m1 t1-m2"),
    ("b2/4/2w b", {"arc": "none"}, "t1-t2 t1-m1 t1-m2"),
    ("2w/1b2/3 b", {"rows": "plain"}, "m2-t1 m2-t2 m2-m1 m2-m3 m2-b1 m2-b2"),
    # A man on the far row does not step; on its own row it may go sideways.
    ("b2/4/2w b", {"direction": "forward"}, ""),
    ("2w/4/b2 b", {"direction": "forward"}, "b1-m1 b1-m2 b1-b2"),
    ("3/4/w1b w", {"direction": "forward"}, ""),
    # Culin's board ends with t4, m4 and b4, which m4 joins; m1 is as on the other.
    ("3b/4/w3 b", {"shape": "culin"}, "t4-t3 t4-m4"),
    ("w3/3b/4 b", {"shape": "culin"}, "m4-t3 m4-t4 m4-m3 m4-b3 m4-b4"),
    ("3w/b3/4 b", {"shape": "culin"}, "m1-t1 m1-m2 m1-b1"),
]
CAPTURES: list[tuple[str, dict[str, str], str]] = [
    # Along a row, along both slants, and none without an empty point beyond or a man between.
    ("bw1/4/3 b", {}, "t1xt3"),
    ("bw1/4/3 b", {"rows": "plain"}, ""),
    ("3/bw2/3 b", {"rows": "plain"}, "m1xm3"),
    ("b2/1w2/3 b", {}, "t1xb2"),
    ("3/1w2/b2 b", {}, "b1xt2"),
    ("1b1/1w2/3 b", {}, "t2xb1"),
    ("bww/4/3 b", {}, ""),
    ("bwb/4/3 b", {}, ""),
    ("b1w/4/3 b", {}, ""),
    ("bb1/4/2w b", {}, ""),
    # The middle row is left only along itself or round an end.
    ("1w1/1b2/3 b", {}, ""),
    # Going forward: not back, and on the far row sideways only.
    ("b2/1w2/3 b", {"direction": "forward"}, ""),
    ("3/1w2/b2 b", {"direction": "forward"}, "b1xt2"),
    ("3/wb2/3 b", {"direction": "forward"}, ""),
    ("3/1bw1/3 b", {"direction": "forward"}, "m2xm4"),
    ("bw1/4/3 b", {"direction": "forward"}, "t1xt3"),
    ("3/4/1bw w", {"direction": "forward"}, "b3xb1"),
    ("w2/1b2/3 w", {"direction": "forward"}, "t1xb2"),
    ("3/1b2/w2 w", {"direction": "forward"}, ""),
    ("2w1/1w3/b3 b", {"direction": "forward"}, "b1xt2 b1xt2xt4"),
    ("3/w3/b2 b", {"direction": "forward"}, "b1xt1"),
    ("b2/w3/3 b", {"direction": "forward"}, ""),
    ("wb1/4/3 b", {"direction": "forward", "arc": "row"}, ""),
    ("w2/b3/3 b", {"direction": "forward", "arc": "row"}, "m1xt2"),
    # A chain may be left early, must go on, or is one jump long.
    ("2w1/1w3/b3 b", {"chain": "full"}, "b1xt2xt4"),
    ("2w1/1w3/b3 b", {"chain": "single"}, "b1xt2"),
    # Which way it goes on is free, also where one takes fewer men than another; a capture may end
    # where it began, and two routes that take the same men are one capture.
    ("2w1/1ww2/bw2 b", {"chain": "full"}, "b1xt2xt4 b1xt2xb3xb1 b1xb3xt2xt4"),
    (
        "2w1/1ww2/bw2 b",
        {},
        "b1xt2 b1xb3 b1xt2xt4 b1xt2xb3 b1xb3xt2 b1xt2xb3xb1 b1xb3xt2xt4",
    ),
    ("2w1/1ww2/bw2 b", {"chain": "single"}, "b1xt2 b1xb3"),
    # The man on b3 is off the board by the time that the serpent comes back to its point; on t3
    # and on t4 the men that it could jump over next are gone.
    ("w1b1/2www/2w1 b", {"chain": "full"}, "t3xb2xb4xt3 t3xb2xb4xt4xb3 t3xb4xt4"),
    # Culin's board has no jumps over its missing point.
    ("3w/2bw/4 b", {"shape": "culin"}, ""),
    ("4/1bw1/4 b", {"shape": "culin"}, "m2xm4"),
    ("3b/3w/4 b", {"shape": "culin"}, "t4xb3"),
    ("b3/w3/4 b", {"shape": "culin"}, "t1xb1"),
]
ROUND_THE_ENDS = [
    ("b2/w3/3 b", "t1xb1", ("corner", "row")),
    ("3/w3/b2 b", "b1xt1", ("corner", "row")),
    ("2b/3w/3 b", "t3xb3", ("corner", "row")),
    ("3/3w/2b b", "b3xt3", ("corner", "row")),
    ("wb1/4/3 b", "t2xm1", ("row",)),
    ("w2/b3/3 b", "m1xt2", ("row",)),
    ("1bw/4/3 b", "t2xm4", ("row",)),
    ("2w/3b/3 b", "m4xt2", ("row",)),
    ("3/4/wb1 b", "b2xm1", ("row",)),
    ("3/b3/w2 b", "m1xb2", ("row",)),
    ("3/4/1bw b", "b2xm4", ("row",)),
    ("3/3b/2w b", "m4xb2", ("row",)),
]


@pytest.mark.parametrize(("text", "rulings", "moves"), STEPS)
def test_steps(text: str, rulings: dict[str, str], moves: str) -> None:
    assert parse(text, **rulings).moves() == moves.split()


@pytest.mark.parametrize(("text", "rulings", "moves"), CAPTURES)
def test_captures(text: str, rulings: dict[str, str], moves: str) -> None:
    position = parse(text, **rulings)
    found = [move for move in position.moves() if "x" in move]
    assert sorted(found) == sorted(moves.split())
    obliged = replace(position, rulings=position.rulings._replace(capture="compulsory"))
    assert obliged.moves() == (found or position.moves())


@pytest.mark.parametrize(("text", "move", "arcs"), ROUND_THE_ENDS)
@pytest.mark.parametrize("arc", fighting.OPTIONS["arc"])
def test_captures_round_the_ends(text: str, move: str, arcs: tuple[str, ...], arc: str) -> None:
    found = [m for m in parse(text, arc=arc).moves() if "x" in m]
    assert found == ([move] if arc in arcs else [])
    plain = [m for m in parse(text, arc=arc, rows="plain").moves() if "x" in m]
    assert plain == ([move] if arc in arcs and "corner" in arcs else [])


@pytest.mark.parametrize(
    ("text", "rulings", "move", "after"),
    [
        ("2w/1b2/3 b", {}, "m2-b1", "2w/4/b2 w"),
        ("b2/w3/2w b", {}, "t1xb1", "3/4/b1w w"),
        ("2w1/1ww2/bw2 b", {}, "b1xt2xb3xb1", "2w1/5/b3 w"),
        ("2w1/1ww2/bw2 b", {}, "b1xb3xt2xb1", "2w1/5/b3 w"),
        ("w1b1/2www/2w1 b", {}, "t3xb2xb4xt4xb3", "w3/5/2b1 w"),
        ("w1b1/2www/2w1 b", {}, "t3xb2", "w3/3ww/1bw1 w"),
    ],
)
def test_play(text: str, rulings: dict[str, str], move: str, after: str) -> None:
    assert str(parse(text, **rulings).play(move)) == after


@pytest.mark.parametrize(
    ("text", "rulings", "move"),
    [
        ("2w/1b2/3 b", {}, "m2-m4"),
        ("2w/1b2/3 b", {}, "t3-t2"),
        ("2w/1b2/3 b", {}, "m2"),
        ("2w/1b2/3 b", {}, "m2xb9"),
        ("2w/1b2/3 b", {}, "nonsense"),
        ("2w/1b2/3 b", {}, ""),
        ("2w1/1w3/b3 b", {"chain": "full"}, "b1xt2"),
        ("2w1/1w3/b3 b", {"chain": "single"}, "b1xt2xt4"),
        ("2w1/1w3/b3 b", {}, "b1xt2xt4xt2"),
        ("2w1/1w3/b3 b", {}, "b1xt4"),
        ("2w1/1w3/b3 b", MANDATORY, "b1-b2"),
        ("3w/bw3/b3 b", {}, "m1xm3xm1"),
        ("w2/1wbb/3 w m4", {"capture": "huff"}, "!m3 m2-m3"),
        ("w2/1wbb/3 w m4", {"capture": "huff"}, "!m4"),
        ("w2/1wbb/3 w m4", {"capture": "huff"}, "m2xm4"),
        ("w2/1wbb/3 w", {"capture": "huff"}, "!m4 m2xm4"),
    ],
)
def test_moves_refused(text: str, rulings: dict[str, str], move: str) -> None:
    with pytest.raises(ValueError, match="is not legal in"):
        parse(text, **rulings).play(move)


@pytest.mark.parametrize(
    ("text", "rulings", "result"),
    [
        ("ww/3/bb b", {}, None),
        ("bw1/4/3 b", {}, None),
        ("2/3/bb b", {}, "b"),
        ("2/3/bb w", {}, "b"),
        ("2/1w1/2 b", {}, "w"),
        # Both sides are on their far rows here; the one to move loses.
        ("b2/4/w2 b", {"direction": "forward"}, "w"),
        ("b2/4/w2 w", {"direction": "forward"}, "b"),
        ("bww/www1/www b", {}, "w"),
        ("bww/www1/ww1 b", {}, "w"),
        ("bww/www1/1ww b", {}, None),
        ("bww/www1/1ww b", {"arc": "none"}, "w"),
    ],
)
def test_results(text: str, rulings: dict[str, str], result: str | None) -> None:
    position = parse(text, **rulings)
    assert position.result() == result
    assert bool(position.moves()) == (result is None)


def test_the_last_man_taken() -> None:
    after = parse("bw1/4/3 b").play("t1xt3")
    assert (str(after), after.result(), after.moves()) == ("2b/4/3 w", "b", [])


# --- Huffing -------------------------------------------------------------------------------------


def test_who_may_be_huffed() -> None:
    """Black's m1 could take m2; its b3 could not. The third field follows the man that steps."""
    position = parse("2w/bw2/2b b", capture="huff")
    assert position.moves() == ["m1-t1", "m1-b1", "b3-m3", "b3-m4", "b3-b2", "m1xm3"]
    assert str(position.play("b3-b2")) == "2w/bw2/1b1 w m1"
    assert str(position.play("m1-b1")) == "2w/1w2/b1b w b1"
    assert str(position.play("m1xm3")) == "2w/2b1/2b w"
    for capture in ("optional", "compulsory"):
        obliged = replace(position, rulings=position.rulings._replace(capture=capture))
        assert not any(obliged.play(move).huffable for move in obliged.moves())


def test_all_men_that_could_capture_may_be_huffed() -> None:
    """Black's b1 could take m2 and t1 could too; b4 could not."""
    position = parse("b2w/1w3/b2b b", capture="huff")
    assert [move for move in position.moves() if "x" in move] == ["t1xb2", "b1xt2"]
    assert str(position.play("b4-b3")) == "b2w/1w3/b1b1 w t1,b1"
    assert str(position.play("b1-m1")) == "b2w/bw3/3b w t1,m1"
    assert parse("b2w/1w3/b1b1 w b1,t1", capture="huff") == position.play("b4-b3")


def test_a_huff_is_optional_and_comes_before_the_move() -> None:
    position = parse("2w/bw2/1b1 w m1", capture="huff")
    plain = ["t3-t2", "t3-m3", "t3-m4", "m2-t1", "m2-t2", "m2-m3", "m2-b1"]
    huffing = ["t3-t2", "t3-m3", "t3-m4", "m2-t1", "m2-t2", "m2-m1", "m2-m3", "m2-b1"]
    assert position.moves() == [*plain, *(f"!m1 {move}" for move in huffing)]
    assert str(position.play("t3-m4")) == "3/bw1w/1b1 b"
    assert str(position.play("!m1 m2-m1")) == "2w/w3/1b1 b"


def test_a_move_after_a_huff() -> None:
    """The huff opens m2xm4, which White may make or leave, and then be huffed for in its turn."""
    position = parse("w2/1wbb/3 w m4", capture="huff")
    assert "m2xm4" not in position.moves()
    won = position.play("!m4 m2xm4")
    assert (str(won), won.result()) == ("w2/3w/3 b", "w")
    assert str(position.play("!m4 t1-t2")) == "1w1/1wb1/3 b m2"
    assert str(position.play("!m4 m2-b2")) == "w2/2b1/1w1 b b2"
    assert str(position.play("t1-t2")) == "1w1/1wbb/3 b"


def test_a_route_after_a_huff() -> None:
    """Any route is accepted behind a huff too: round t2 and b3, either way."""
    position = parse("2b1/1bb2/wb1b w b4", capture="huff")
    assert "!b4 b1xt2xb3xb1" in position.moves()
    assert position.play("!b4 b1xb3xt2xb1") == position.play("!b4 b1xt2xb3xb1")
    assert str(position.play("!b4 b1xb3xt2xb1")) == "2b1/5/w3 b"
    assert str(position.play("b1xb3xt2xb1")) == "2b1/5/w2b b"


def test_the_last_man_huffed() -> None:
    position = parse("w2/4/2b w b3", capture="huff")
    assert position.moves() == ["t1-t2", "t1-m1", "t1-m2", "!b3"]
    after = position.play("!b3")
    assert (str(after), after.result(), after.moves()) == ("w2/4/3 b", "w", [])


def test_a_huff_needs_a_move_after_it() -> None:
    """White is shut in on t1; without b1 it can jump there, without b3 it still cannot move."""
    assert parse("wbb/bb2/bbb w b3", capture="huff").result() == "b"
    position = parse("wbb/bb2/bbb w b1,b3", capture="huff")
    assert position.result() is None
    assert position.moves() == ["!b1 t1xb1"]


# --- Properties ----------------------------------------------------------------------------------


SETUPS = [*fighting_games.random_setups(300, seed=1, lengths=(2, 3, 4, 5, 6))]
SYMMETRIC = [position for position in SETUPS if position.rulings.shape == "symmetric"]


def test_text_round_trip() -> None:
    for position in SETUPS:
        assert parse(str(position), **position.rulings._asdict()) == position


def routes(
    position: fighting.Position, start: str, route: tuple[str, ...], taken: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield every way to jump from `start`, and the men taken, however long and however it ends."""
    if route:
        yield route, taken
    at = route[-1] if route else start
    for over, end in position.board.jumps[at]:
        if (
            position.colour_at(over) == fighting.OTHER[position.side]
            and over not in taken
            and (position.colour_at(end) is None or end in (start, *taken))
        ):
            yield from routes(position, start, (*route, end), (*taken, over))


def test_every_route_is_accepted_and_the_first_printed() -> None:
    several = 0
    setups = [
        *fighting_games.crossroads(60, seed=2, lengths=(3, 4, 5, 6)),
        *(replace(s, rulings=fighting.DEFAULTS, huffable=frozenset()) for s in SYMMETRIC),
    ]
    for position in setups:
        by_capture: dict[tuple[str, str, frozenset[str]], list[tuple[str, ...]]] = {}
        for man in position.own:
            for route, taken in routes(position, man, (), ()):
                key = man, route[-1], frozenset(taken)
                by_capture.setdefault(key, []).append((man, *route))
        texts = []
        for ways in by_capture.values():
            ways.sort(key=lambda way: [position.board.points.index(point) for point in way])
            texts.append("x".join(ways[0]))
            several += len(ways) > 1
            assert {position.play("x".join(way)) for way in ways} == {position.play(texts[-1])}
        assert sorted(texts) == sorted(move for move in position.moves() if "x" in move)
    assert several > 20


def test_symmetric_positions_have_symmetric_moves() -> None:
    canonical = fighting_solver.canonical
    numbers: Counter[tuple[int, ...]] = Counter()
    for position in SETUPS[:120]:
        images = fighting.symmetries(position)
        numbers[tuple(images)] += 1
        following = Counter(canonical(position.play(move)) for move in position.moves())
        turned = [fighting.transform(position, image) for image in images.values()]
        assert turned[0] == position
        for other in [*turned, fighting.exchanged(position)]:
            assert canonical(other) == canonical(position)
            assert Counter(canonical(other.play(move)) for move in other.moves()) == following
    assert set(numbers) == {(0, 1, 2, 3), (0, 1), (0, 2), (0,)}


def test_symmetries_of_a_board() -> None:
    images = fighting.symmetries(fighting.start(4))
    assert {number: image["t1"] for number, image in images.items()} == {
        0: "t1",
        1: "t4",
        2: "b1",
        3: "b4",
    }
    assert {number: image["m2"] for number, image in images.items()} == {
        0: "m2",
        1: "m4",
        2: "m2",
        3: "m4",
    }
