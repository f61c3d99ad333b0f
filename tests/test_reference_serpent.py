"""The plain twin of Serpent against the rules' reference figures, and worked by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf

import pytest
from reference import games, serpent, serpent_board, solver
from reference.solver import Value, canonical

# As deep as the twin can go in seconds.
PERFT = {
    2: [7, 42, 210, 840, 1416, 288, 0],
    3: [19, 342, 5814, 93024],
    4: [37, 1332, 46620],
    5: [61, 3660],
}
REPETITION = "1ww/2bb/wbw2/b1w1/bbw b bw"


# --- The rules' reference figures ----------------------------------------------------------------


@pytest.mark.parametrize("size", PERFT)
@pytest.mark.parametrize("hostility", serpent.HOSTILITY)
def test_perft(size: int, hostility: str) -> None:
    position = serpent.start(size, hostility=hostility)
    counts = [serpent.perft(position, depth) for depth in range(1, len(PERFT[size]) + 1)]
    assert counts == PERFT[size]


@pytest.mark.parametrize("hostility", serpent.HOSTILITY)
def test_size_2_solved(hostility: str) -> None:
    start = serpent.start(2, hostility=hostility)
    values = solver.solve(start, canonical)
    positions = [position for position in values if not position.finished]
    assert len(positions) == 48
    assert Counter(values[p].outcome for p in positions) == {"loss": 25, "win": 23}
    assert sum(not p.moves() for p in positions) == 11
    assert values[canonical(start)] == Value("loss", 5)


@pytest.mark.parametrize("hostility", serpent.HOSTILITY)
def test_size_2_solved_with_passes(hostility: str) -> None:
    start = serpent.start(2, hostility=hostility, stuck="passes")
    values = solver.solve(start, canonical)
    positions = {position for position in values if not position.finished}
    assert len(positions) == 56
    assert Counter(values[p].outcome for p in positions) == {"draw": 40, "win": 10, "loss": 6}
    assert values[canonical(start)] == Value("draw", 5)
    # A board on which neither side has an action counts as either side sees it.
    stuck = {p for p in positions if values[p] == Value("draw", 0)}
    assert len(stuck) == 7
    assert all(p.result() == "draw" and p.moves() == ["pass"] for p in stuck)


def test_forced_repetition() -> None:
    position = serpent.parse(REPETITION)
    assert position.moves() == ["d4"]
    reply = position.play("d4")
    assert reply.moves() == ["c5~b"]
    assert reply.play("c5~b") == position


# --- Worked by hand ------------------------------------------------------------------------------


def test_a_placement_touches_two_eggs_at_most() -> None:
    assert serpent.parse("b1/2b/b1 b b").moves() == ["a2", "b1", "c2"]


def test_both_orders_of_removal() -> None:
    """On b2 Black joins its two groups into a dead one, and both of White's die too."""
    position = serpent.parse("wb/b2/w1 b bw")
    assert position.moves() == ["b2~b", "b2~w", "b3"]
    assert str(position.play("b2~b")) == "w1/3/w1 w bw"
    assert position.play("b2~b").result() == "w"
    assert str(position.play("b2~w")) == "1b/bb1/2 w bw"
    assert position.play("b2~w").result() == "b"
    assert position.play("b2~w").moves() == []


def test_a_snake_moves_nearer() -> None:
    """With its head on c1 the snake comes from 2 cells off to 1; on b2 it would join and die."""
    position = serpent.parse("1b/2w/bb b b")
    assert position.survival_path_length("c1") == 2
    assert position.survival_path_length("c2") == inf
    assert list(position.survival_paths("c1")) == [("b1", "a1")]
    assert position.moves() == ["a1", "c2-b1"]
    assert str(position.play("c2-b1")) == "1b/b1w/b1 w b"


def test_the_look_ahead_at_the_owners_turn() -> None:
    """With d4 Black gives up c3; the reply d3-a1 joins c3's region to one with a black path."""
    text = "3/w1ww/bwb1b/1ww1/3 b bw"
    after = serpent.parse(text, hostility="end-of-turn").play("d4")
    assert str(after) == "3/w1ww/bw2b/1wwb/3 w bw"
    reply = after.play("d3-a1")
    assert set(reply.survival_paths("c1")) == {("d1", "e1", "e2", "d3"), ("d1", "e1", "e2", "e3")}
    assert "d4" not in serpent.parse(text).moves()


def test_a_reply_that_ends_the_game_does_not_count() -> None:
    """With e3 Black gives up e1. White opens its region only with b3, which empties White."""
    position = serpent.parse("3/bw2/5/wwb1/b2 b bw")
    assert "e3" in position.moves()
    after = position.play("e3")
    assert str(after) == "3/bw2/5/wwb1/2b w bw"
    reply = after.play("b3")
    assert (str(reply), reply.result()) == ("3/b3/5/2b1/2b b bw", "b")
    assert reply.survival_path_length("b1") < inf
    assert [move for move in after.moves() if after.play(move).finished] == ["b3"]


def test_either_end_is_the_head_at_equal_lengths() -> None:
    """Both ends are 2 cells off the egg on c5; a step towards it makes that 1."""
    position = serpent.parse("3/1w2/1wb1w/1w2/3 w w")
    assert position.survival_path_length("b2") == position.survival_path_length("d2") == 2
    assert [move for move in position.moves() if "-" in move] == ["b2-d3", "d2-b3"]


def test_a_snake_that_joins_need_not_come_nearer() -> None:
    """The head on e2 is 1 cell off c3; joined to it, the snake is still 1 off, from a2."""
    position = serpent.parse("1b1/4/1wb2/4/bbw b bw")
    (snake,) = (group for group in position.groups("b") if len(group) == 2)
    assert position.survival_path_length(snake) == 1
    assert [move for move in position.moves() if "-" in move] == ["e1-d2", "e1-d3"]
    joined = position.play("e1-d3")
    assert joined.groups("b") == (frozenset({"a2"}), frozenset({"c3", "d3", "e2"}))
    assert joined.survival_path_length("c3") == 1


def test_the_only_stone_removed_may_not_be_the_one_placed() -> None:
    """White's c5, once removed first, would be the only stone removed: only ~b is legal."""
    position = serpent.parse("1ww/2bb/wbw2/b1wb/bbw w bw")
    acted = replace(position, white=position.white | {"c5"})
    assert acted.dead("w") == (frozenset({"c5"}),)
    assert str(serpent.after_removals(acted, "w")) == "1ww/2bb/wbw2/b1wb/bbw b bw"
    assert "c5~w" not in position.moves()


def test_stuck() -> None:
    """Every empty cell touches Black's snake, which has no other group to come nearer to."""
    text = "2/bbw/2 b -"
    assert serpent.parse(text).moves() == []
    assert serpent.parse(text).result() == "w"
    passing = serpent.parse(text, stuck="passes")
    assert passing.result() is None
    assert passing.moves() == ["pass"]
    assert str(passing.play("pass")) == "2/bbw/2 w -"
    drawn = serpent.parse("ww/3/bb b -", stuck="passes")
    assert (drawn.result(), drawn.moves()) == ("draw", ["pass"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2/3/2 b", "expected 'rows side hatched'"),
        ("2/3 b -", "2 rows"),
        ("2/4/2 b -", "4 cells, expected 3"),
        ("2/x2/2 b -", "expected b, w and numbers"),
        ("2/3/2 x -", "expected b or w"),
        ("2/3/2 b wb", "expected -, b, w or bw"),
        ("bb/1b1/2 b b", "no snake"),
        ("b1/2b/2 b -", "hatched"),
    ],
)
def test_positions_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        serpent.parse(text)


def test_moves_refused() -> None:
    with pytest.raises(ValueError, match="c9 is not legal"):
        serpent.start(3).play("c9")


# --- Properties ----------------------------------------------------------------------------------


SETUPS = [
    *games.random_setups(2, 6, seed=1, count=60),
    *games.random_setups(3, 8, seed=2, count=20),
    *games.random_setups(3, 14, seed=3, count=20),
]


@pytest.mark.parametrize("size", [*serpent.SIZES])
def test_board(size: int) -> None:
    neighbours = serpent.board(size).neighbours
    assert len(neighbours) == 3 * size * (size - 1) + 1
    assert all(cell in neighbours[other] for cell in neighbours for other in neighbours[cell])
    assert Counter(len(others) for others in neighbours.values()) == Counter(
        {3: 6} | {4: 6 * (size - 2)} | {6: 3 * (size - 1) * (size - 2) + 1}
    )
    symmetries = serpent_board.symmetries(size)
    assert len({tuple(image.values()) for image in symmetries}) == 12
    for image in symmetries:
        for cell, others in neighbours.items():
            assert {image[other] for other in others} == neighbours[image[cell]]


def shortest_by_definition(position: serpent.Position, group: frozenset[str]) -> float:
    """Return the least number of stones that make one snake of `group` and just one other."""
    colour = position.colour_at(min(group))
    assert colour is not None
    size = position.size
    pairs = [group | other for other in position.groups(colour) if other != group]
    for count in range(1, len(position.empty) + 1):
        for filling in map(frozenset, combinations(sorted(position.empty), count)):
            joined = serpent.region(size, position.stones(colour) | filling, min(group))
            is_path = serpent.is_snake(size, joined) and serpent.ends_of(size, joined)
            if is_path and joined - filling in pairs and filling < joined:
                return count
    return inf


def test_shortest_survival_paths_by_definition() -> None:
    lengths: Counter[float] = Counter()
    for position in SETUPS:
        if len(position.empty) > 8:
            continue
        for colour in serpent.COLOURS:
            for group in position.groups(colour):
                length = position.survival_path_length(group)
                lengths[length] += 1
                assert length == shortest_by_definition(position, group), str(position)
                paths = list(position.survival_paths(group))
                assert {len(path) for path in paths} <= {length}
                assert bool(paths) == (length < inf)
    assert {1, 2, inf} <= lengths.keys()


def test_text_round_trip() -> None:
    for position in SETUPS:
        assert serpent.parse(str(position)) == position
    assert str(serpent.start(6)) == "6/7/8/9/10/11/10/9/8/7/6 b -"
    assert serpent.parse(str(serpent.start(6))) == serpent.start(6)


def test_moves_of_symmetric_positions() -> None:
    for position in SETUPS[::4]:
        following = Counter(canonical(position.play(move)) for move in position.moves())
        for image in serpent_board.symmetries(position.size)[1::3]:
            turned = solver.transform(position, image)
            assert canonical(turned) == canonical(position)
            assert Counter(canonical(turned.play(m)) for m in turned.moves()) == following
        exchanged = replace(
            position,
            black=position.white,
            white=position.black,
            side=serpent.OTHER[position.side],
            hatched=frozenset(serpent.OTHER[colour] for colour in position.hatched),
        )
        assert canonical(exchanged) == canonical(position)
        assert Counter(canonical(exchanged.play(m)) for m in exchanged.moves()) == following


def test_play_leaves_no_dead_group() -> None:
    for position in games.random_positions(3, 10, seed=4, count=10):
        assert position.dead("b") == position.dead("w") == ()
        assert position.result() is None


def test_random_play_is_fixed_by_the_seed() -> None:
    assert games.random_positions(4, 6, seed=1) == games.random_positions(4, 6, seed=1)
    assert games.random_positions(4, 6, seed=1) != games.random_positions(4, 6, seed=2)
    with pytest.raises(ValueError, match="were over by then"):
        games.random_positions(2, 7, seed=1)


# --- The solver on a game drawn by hand ----------------------------------------------------------

# name: its successors, or the result of the game. The first letter is the side to move.
TOY: dict[str, str] = {
    "w-won": "w",  # Black has just emptied its own colour
    "w-lost": "b",
    "b-drawn": "draw",
    "b-quick": "w-lost w-slow",
    "w-slow": "b-quick b-suicide",
    "b-suicide": "w-won",
    "w-loop": "b-loop b-quick",
    "b-loop": "w-loop w-won",
    "w-exit": "b-drawn b-quick b-loop",
    "b-exit": "w-exit w-loop",
    "b-forced": "w-forced",
    "w-forced": "b-quick",
}


@dataclass(frozen=True)
class Toy:
    name: str

    @property
    def side(self) -> str:
        return self.name[0]

    def moves(self) -> list[str]:
        return [] if self.result() else TOY[self.name].split()

    def play(self, text: str, /) -> Toy:
        return Toy(text)

    def result(self) -> str | None:
        return TOY[self.name] if TOY[self.name] in ("b", "w", "draw") else None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("w-lost", Value("loss", 0)),
        ("w-won", Value("win", 0)),
        ("b-drawn", Value("draw", 0)),
        ("b-quick", Value("win", 1)),
        ("b-suicide", Value("loss", 1)),
        ("w-slow", Value("win", 2)),
        ("b-loop", Value("draw", None)),
        ("w-loop", Value("draw", None)),
        ("w-exit", Value("draw", 1)),
        ("b-exit", Value("draw", 2)),
        ("w-forced", Value("loss", 2)),
        ("b-forced", Value("win", 3)),
    ],
)
def test_solver(name: str, value: Value) -> None:
    assert solver.solve(Toy(name))[Toy(name)] == value
