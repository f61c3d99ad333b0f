"""Themes of Fighting Serpents: each detector on positions that have its theme and that have not."""

import pytest

import serpentes as sp
from serpentes.games.base import Move
from serpentes.puzzles import difficulty
from serpentes.puzzles.difficulty import Common
from serpentes.puzzles.moves import describe
from serpentes.puzzles.moves.fighting import (
    DETECTORS,
    FORMULA,
    MEANINGS,
    Factors,
    Solved,
    ThemeName,
    factors,
    goes_round,
    other_to_move,
)
from serpentes.puzzles.moves.themes import Evidence, legal_move

# b1 takes m2 and lands on t2; from there it may take t3 and land on t4.
TWO_IN_A_ROW = "2w1/1w3/b3 b"
# After b1-m2, t2 takes m2.
EN_PRISE = "1w2/5/b2b b"
# b1 takes m2, and t3 takes it back on t2.
EXCHANGE = "2w1/1w3/b2b b"
# After m3-m2, t1 is between t2, m1 and m2, and b1 and b2 behind these are not empty.
CLOSING_IN = "wb/b1b/bb b"
AT_THE_END = "b2/w3/3 b"
OVER_THE_CORNER = "wb1/4/2w b"
# Forward only: after t1-m1, m1 and m3 stand opposite. Who goes between is taken, and who goes to
# the far row cannot move there. Black may go to m4 first, is followed, and has the same choice.
OPPOSITION = "w2/2b1/3 w"


def solved(text: str, line: str, wins: bool = True, **rulings: str) -> Solved:
    """A position with a main line; all other moves are taken for tries."""
    position = sp.fighting.parse(text, **rulings)
    moves, after = [], position
    for move in line.split():
        moves.append(legal_move(after, move))
        after = after.play(move)
    tries = tuple(move for move in position.moves() if move != moves[0])
    return Solved(position, tuple(moves), tries, wins)  # type: ignore[arg-type]


def moves(text: str) -> tuple[Move, ...]:
    return tuple(map(sp.fighting.Move.parse, text.split()))


FORWARD = {"direction": "forward"}

HAVE: list[tuple[ThemeName, Solved, Evidence]] = [
    (
        "chain",
        solved(TWO_IN_A_ROW, "b1xt2xt4"),
        Evidence(
            "2 jumps take t3 m2", moves("b1xt2xt4"), ("b1", "t2", "t4"), (("t3", "m2"),)
        ),
    ),
    (
        "sacrifice",
        solved(EN_PRISE, "b1-m2 t2xb1"),
        Evidence("b1-m2 takes nothing, t2xb1 takes m2", moves("b1-m2 t2xb1"), (), (("m2",),)),
    ),
    (
        "block",
        solved(CLOSING_IN, "m3-m2"),
        Evidence("white has 1 man and no move in 'wb/bb1/bb w'", moves("m3-m2"), ("t1",)),
    ),
    (
        "arc",
        solved(AT_THE_END, "t1xb1"),
        Evidence("t1 jumps over m1 to b1, round the end", moves("t1xb1"), ("t1", "m1", "b1")),
    ),
    (
        "arc",
        solved(OVER_THE_CORNER, "t2xm1", arc="row"),
        Evidence("t2 jumps over t1 to m1, round the end", moves("t2xm1"), ("t2", "t1", "m1")),
    ),
    (
        "quiet",
        solved(EXCHANGE, "b4-b3"),
        Evidence("b1xt2 takes m2 and is wrong", moves("b4-b3 b1xt2")),
    ),
    (
        "zugzwang",
        solved(OPPOSITION, "t1-m1", **FORWARD),
        Evidence(
            "white would lose in 2 plies if it had to move in '3/w1b1/3 b'", moves("t1-m1")
        ),
    ),
    # Black has to leave m3, which gives White a move again, and cannot move on the far row.
    (
        "zugzwang",
        solved("w1/1wb/ww w", "t1-m1", **FORWARD),
        Evidence("white could not move if it had to move in '2/wwb/ww b'", moves("t1-m1")),
    ),
]  # fmt: skip

HAVE_NOT: list[tuple[ThemeName, Solved]] = [
    ("chain", solved(TWO_IN_A_ROW, "b1xt2")),
    ("chain", solved(TWO_IN_A_ROW, "b1-b2")),
    # One man for another, a move that gives nothing, and a line that ends before the answer.
    ("sacrifice", solved(EXCHANGE, "b1xt2 t3xt1")),
    ("sacrifice", solved(EN_PRISE, "b4-b3 t2-t1")),
    ("sacrifice", solved(EN_PRISE, "b1-m2")),
    # White can still move, has no man any more, and: it is Black who is stuck.
    ("block", solved(CLOSING_IN, "b2-m2")),
    ("block", solved(TWO_IN_A_ROW, "b1xt2xt4")),
    ("block", solved("bw/www/1w w", "b2-b1", wins=False)),
    ("block", solved(CLOSING_IN, "m3-m2", wins=False)),
    # A straight jump over the middle row, a step round the end, a jump along the middle row.
    ("arc", solved(TWO_IN_A_ROW, "b1xt2")),
    ("arc", solved("b2/4/2w b", "t1-m1")),
    ("arc", solved("3/bw2/3 b", "m1xm3")),
    # The key move takes a man itself, and then: no move does.
    ("quiet", solved(EXCHANGE, "b1xt2")),
    ("quiet", solved("1w2/5/b2b b", "b4-b3")),
    ("zugzwang", solved(OPPOSITION, "t1-m1", wins=False, **FORWARD)),
    # Black is stuck already, and does not have to move.
    ("zugzwang", solved("1b1/w3/3 w", "m1-b1", **FORWARD)),
    # Where men go any way, White would step back.
    ("zugzwang", solved(OPPOSITION, "t1-m1")),
    ("zugzwang", solved(TWO_IN_A_ROW, "b1xt2xt4")),
]


@pytest.mark.parametrize(("theme", "found", "evidence"), HAVE)
def test_themes_are_found(theme: ThemeName, found: Solved, evidence: Evidence) -> None:
    assert DETECTORS[theme](found) == evidence
    tagged = {theme.name: theme for theme in describe.tag(found)}
    assert tagged[theme].moves == tuple(map(str, evidence.moves))


@pytest.mark.parametrize(("theme", "found"), HAVE_NOT)
def test_themes_are_not_seen_where_they_are_not(theme: ThemeName, found: Solved) -> None:
    assert DETECTORS[theme](found) is None
    assert theme not in {theme.name for theme in describe.tag(found)}


def test_every_theme_has_a_meaning_and_examples() -> None:
    assert {theme for theme, *_ in HAVE} == set(MEANINGS) == {theme for theme, _ in HAVE_NOT}


@pytest.mark.parametrize("length", [2, 3, 16])
def test_jumps_round_the_ends_are_those_of_the_rulings(length: int) -> None:
    """Of all jumps there are, those go round an end that are not there without arcs."""
    jumps = {}
    for option in ("row", "corner", "none"):
        start = sp.fighting.start(length=length, arc=option)
        names = list(start.cell_centres())
        jumps[option] = {
            (names[here], names[there]) for here, _, there in start.core.lines(start.rules)[1]
        }
    for option in ("row", "corner"):
        assert {jump for jump in jumps[option] if goes_round(*jump)} == jumps[option] - jumps[
            "none"
        ]
    assert len(jumps["row"] - jumps["none"]) > len(jumps["corner"] - jumps["none"]) == 4


def test_the_other_side_to_move() -> None:
    position = sp.fighting.parse("w2/1b2/3 w m2", capture="huff")
    assert str(other_to_move(position)) == "w2/1b2/3 b"


# Difficulty


@pytest.mark.parametrize(
    ("known", "found"),
    [
        (solved(TWO_IN_A_ROW, "b1xt2xt4"), Factors(2, 0, quiet_needed=False)),
        (solved(EXCHANGE, "b1xt2 t3xt1"), Factors(1, 1, quiet_needed=False)),
        (solved(EN_PRISE, "b1-m2 t2xb1"), Factors(0, 1, quiet_needed=False)),
        (solved(EXCHANGE, "b4-b3"), Factors(0, 0, quiet_needed=True)),
    ],
)
def test_components_are_found(known: Solved, found: Factors) -> None:
    assert factors(known) == found


def test_the_score_is_the_formula() -> None:
    common = Common(legal_moves=5, slow_tries=2, plies=3, decisions=5)
    plain = 5 + 2 * 2 + 2 * 3 + 5 // 2
    for own, points in (
        (Factors(0, 0, quiet_needed=False), 0),
        (Factors(1, 1, quiet_needed=False), -2),
        (Factors(0, 1, quiet_needed=True), 4 + 4),
        (Factors(3, 4, quiet_needed=False), 4 - 6),
    ):
        assert difficulty.score(common, own) == plain + points
    assert "+ 4 if men_given > men_taken + 4 if quiet_needed - 2 * men_taken" in FORMULA
