"""Themes of Serpent, and difficulty: each detector on positions that have its theme or not."""

import pytest

import serpentes as sp
from serpentes.games.serpent import Move, Position
from serpentes.puzzles import difficulty
from serpentes.puzzles.difficulty import Common
from serpentes.puzzles.moves import describe
from serpentes.puzzles.moves.serpent import (
    DETECTORS,
    FORMULA,
    MEANINGS,
    Factors,
    Solved,
    ThemeName,
)
from serpentes.puzzles.moves.serpent_effects import effect
from serpentes.puzzles.moves.themes import Evidence

TWO_KILLS = "1w1/bbw1/b3b/3b/1ww w bw"
ORDERED = "2b/1wb1/3w1/b2w/3 w bw"
JOINING = "3/2b1/3bw/b2w/wbw b bw"
REPEATING = "1w1/bw1w/2bb1/b1w1/2w b bw"
SACRIFICE = "b1b/w2w/wbwbb/b2w/wb1 w bw"
SQUEEZED = "w2/1b2/bw2w/1wbb/3 b bw"
LAST_STONE = "1w1/bb1b/ww3/b3/wbw b bw"
BAITED = "wb1/1b1b/b1ww1/1bbw/1w1 b bw"
FIRST_MOVES = "3/4/5/4/3 b -"


def solved(text: str, line: str, wins: bool = True, **rulings: str) -> Solved:
    """A position with a main line; all other moves are taken for tries."""
    position = sp.serpent.parse(text, **rulings)
    moves = tuple(map(Move.parse, line.split()))
    tries = tuple(move for move in position.moves() if move != moves[0])
    return Solved(position, moves, tries, wins)


HAVE: list[tuple[ThemeName, Solved, Evidence]] = [
    (
        "cut",
        solved(TWO_KILLS, "e3-d3"),
        Evidence(
            "d3 is on the survival path c3 d3 of b1 b2 c1",
            (Move("d3", "e3"),),
            ("c3", "d3"),
            (("b1", "b2", "c1"),),
        ),
    ),
    (
        "merge",
        solved(JOINING, "d2"),
        Evidence("d2 joins d1 and e2", (Move("d2"),), ("d2",), (("d1",), ("e2",))),
    ),
    (
        "merge",
        solved(ORDERED, "d4-c3~b"),
        Evidence(
            "c3 joins b2 and c4", (Move("c3", "d4", "b"),), ("c3",), (("b2",), ("c4",))
        ),
    ),
    (
        "walk",
        solved(TWO_KILLS, "e3-d3"),
        Evidence("the snake leaves e3 for d3", (Move("d3", "e3"),), ("e3", "d3")),
    ),
    (
        "sacrifice",
        solved(SACRIFICE, "d3~b", wins=False),
        Evidence("e1 removed, of its own colour", (Move("d3", None, "b"),), (), (("e1",),)),
    ),
    (
        "double kill",
        solved(TWO_KILLS, "e3-d3"),
        Evidence(
            "b1 b2 c1 and c5 d4 removed at once",
            (Move("d3", "e3"),),
            (),
            (("b1", "b2", "c1"), ("c5", "d4")),
        ),
    ),
    (
        "order",
        solved(ORDERED, "d4-c3~b"),
        Evidence(
            "black has to be removed first: d4-c3~w is not legal",
            (Move("c3", "d4", "b"), Move("c3", "d4", "w")),
        ),
    ),
    (
        "order",
        solved("bw/2b/w1 b bw", "b2~w"),
        Evidence(
            "white has to be removed first: b2~b is wrong",
            (Move("b2", None, "w"), Move("b2", None, "b")),
        ),
    ),
    (
        "bait",
        solved(BAITED, "d3-d1", wins=False),
        Evidence("a2-b1 removes a1 and is wrong", (Move("b1", "a2"),), (), (("a1",),)),
    ),
    (
        "squeeze",
        solved(SQUEEZED, "a2 e3 a2-b1"),
        Evidence(
            "white has no action in '3/bb2/bw3/1wbb/2w w bw'",
            (Move("a2"), Move("e3"), Move("b1", "a2")),
        ),
    ),
    (
        "squeeze",
        solved(SQUEEZED, "a2 e3 a2-b1", stuck="passes"),
        Evidence(
            "white has no action in '3/bb2/bw3/1wbb/2w w bw'",
            (Move("a2"), Move("e3"), Move("b1", "a2")),
        ),
    ),
    (
        "zugzwang",
        solved(LAST_STONE, "b1-b3 c4 d4 d3"),
        Evidence(
            "each move of white in '3/1bbb/ww1w1/b2b/wbw w bw' loses its last stone", (Move("d3"),)
        ),
    ),
    (
        "repetition",
        solved(REPEATING, "a3~w b4~b", wins=False),
        Evidence(f"'{REPEATING}' comes back", (Move("a3", None, "w"), Move("b4", None, "b"))),
    ),
]  # fmt: skip

HAVE_NOT: list[tuple[ThemeName, Solved]] = [
    ("cut", solved(FIRST_MOVES, "c3")),
    # The shortest paths of two groups are blocked, but they have others and live.
    ("cut", solved(JOINING, "c2")),
    ("merge", solved(FIRST_MOVES, "c3")),
    ("merge", solved(TWO_KILLS, "e3-d3")),
    # The stone makes an egg a snake, which joins nothing.
    ("merge", solved("3/4/2b2/4/w2 b -", "c2")),
    ("walk", solved(JOINING, "d2")),
    ("sacrifice", solved(TWO_KILLS, "e3-d3")),
    ("sacrifice", solved(FIRST_MOVES, "c3")),
    ("double kill", solved(SACRIFICE, "d3~b", wins=False)),
    ("double kill", solved(FIRST_MOVES, "c3")),
    ("order", solved(TWO_KILLS, "e3-d3")),
    # The key move removes something itself, and then: no move removes anything.
    ("bait", solved(TWO_KILLS, "e3-d3")),
    ("bait", solved(FIRST_MOVES, "c3")),
    # The line ends too soon, and the opponent is wiped out.
    ("squeeze", solved(SQUEEZED, "a2 e3")),
    ("squeeze", solved(TWO_KILLS, "e3-d3")),
    # The winner has the last move, and the opponent's last move is no loss.
    ("zugzwang", solved(TWO_KILLS, "e3-d3")),
    ("zugzwang", solved(SQUEEZED, "a2 e3")),
    ("zugzwang", solved(REPEATING, "a3~w b4~b", wins=False)),
    ("repetition", solved(SQUEEZED, "a2 e3 a2-b1")),
    ("repetition", solved(FIRST_MOVES, "c3")),
]


def tagged(found: Solved) -> list[tuple[str, str]]:
    """The themes of a puzzle as it has them, with what they say."""
    return [(theme.name, theme.says) for theme in describe.tag(found)]


@pytest.mark.parametrize(("theme", "found", "evidence"), HAVE)
def test_themes_are_found(theme: ThemeName, found: Solved, evidence: Evidence) -> None:
    assert DETECTORS[theme](found) == evidence
    assert (theme, evidence.says) in tagged(found)


@pytest.mark.parametrize(("theme", "found"), HAVE_NOT)
def test_themes_are_not_seen_where_they_are_not(theme: ThemeName, found: Solved) -> None:
    assert DETECTORS[theme](found) is None
    assert theme not in dict(tagged(found))


def test_every_theme_has_a_meaning_and_examples() -> None:
    assert {theme for theme, *_ in HAVE} == set(MEANINGS) == {theme for theme, _ in HAVE_NOT}


def test_effects_add_up_to_the_position_after_the_move() -> None:
    """Stones before, plus the one placed, less those taken off and removed, are those after."""
    checked = 0
    for text in (TWO_KILLS, ORDERED, JOINING, REPEATING, SACRIFICE, SQUEEZED, BAITED):
        position = sp.serpent.parse(text)
        for move in position.moves():
            assert isinstance(position, Position)
            seen = effect(position, move)
            own = {cell for cell, colour in position.stones().items() if colour == position.side}
            other = set(position.stones()) - own
            own = (own | {str(move.cell)}) - {str(move.tail)}
            own -= {cell for group in seen.lost for cell in group}
            other -= {cell for group in seen.killed for cell in group}
            after = position.play(move).stones()
            assert set(after) == own | other
            assert {cell for cell, colour in after.items() if colour == position.side} == own
            checked += bool(seen.killed) + bool(seen.lost)
    assert checked > 8


def test_an_illegal_move_has_no_effect() -> None:
    with pytest.raises(ValueError, match="is not legal"):
        effect(sp.serpent.parse(TWO_KILLS), Move.parse("a2"))


# Difficulty

PLAIN = Common(legal_moves=5, slow_tries=2, plies=3, decisions=5)


def test_the_score_is_the_formula() -> None:
    nothing = Factors(0, order_needed=False, merge_needed=False)
    assert difficulty.score(PLAIN, nothing) == 5 + 2 * 2 + 2 * 3 + 5 // 2
    hardest = Factors(1, order_needed=True, merge_needed=True)
    assert difficulty.score(PLAIN, hardest) == 5 + 2 * 2 + 2 * 3 + 5 // 2 + 4 + 4 - 2
    obvious = Factors(9, order_needed=False, merge_needed=False)
    assert difficulty.score(Common(3, 0, 1, 1), obvious) == 0


@pytest.mark.parametrize(
    ("score", "tier"),
    [
        (0, "easy"),
        (19, "easy"),
        (20, "medium"),
        (31, "medium"),
        (32, "hard"),
        (47, "hard"),
        (48, "expert"),
        (999, "expert"),
    ],
)
def test_tiers_begin_where_the_formula_says(score: int, tier: str) -> None:
    assert difficulty.tier(score) == tier
    assert "easy below 20, medium below 32, hard below 48, else expert" in FORMULA


def test_slow_tries_draw_or_last() -> None:
    assert difficulty.is_slow(None)
    assert difficulty.is_slow(4)
    assert not difficulty.is_slow(3)
