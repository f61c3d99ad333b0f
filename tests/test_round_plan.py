"""What it takes to solve a game of two of Serpent Master: bounds that hold, estimates that come
near, games that have no plan."""

from __future__ import annotations

import pytest
from test_rounds import games_under_way, position_of

import serpentes as sp
from serpentes.solve.round_plan import plan
from serpentes.solve.rounds import solve


def test_a_plan_bounds_the_cells() -> None:
    """By the rounds that there are if every card could be laid in every way."""
    for game in games_under_way(40, seed=7, cards=(1, 2, 3), sides=(3, 4)):
        position = position_of(game)
        found = plan(position)
        whole = solve(position, prune=False)
        assert found.rounds == len(position.hands[0])
        assert whole.cells <= found.cells or found.rounds < 2
        assert (found.cells == 0) == (found.rounds < 2)


@pytest.mark.parametrize(
    "text",
    [
        "3x3 hands=15,14,13/15,14,13",
        "4x4 hands=15,12/11,8 blocked=b2",
        "4x4 hands=15,14,11/15,12,9 moves=14@d1N,12@a3E",
        "4x4 hands=15/12 moves=15@a1N,12@d1N",
    ],
)
def test_a_plan_estimates_sequences(text: str) -> None:
    position = sp.master.parse(text)
    found = plan(position, "margin")
    assert found == plan(position, "margin")
    assert found.sequences == pytest.approx(position.perft(found.rounds), rel=0.2)


def test_plans_of_larger_games_are_longer() -> None:
    hands = ",".join(map(str, range(15, 4, -1)))
    seconds = [
        plan(sp.master.parse(f"6x6 hands={hands[: 3 * n - 1]}/{hands[: 3 * n - 1]}")).seconds
        for n in (2, 4, 6)
    ]
    assert 0 < seconds[0] < 0.1 < seconds[2] < 1000
    assert seconds == sorted(seconds)


def test_what_has_no_plan() -> None:
    with pytest.raises(ValueError, match="has 3 players; expected 2"):
        plan(sp.master.parse("3x3 hands=15/15/15"))
    with pytest.raises(ValueError, match="value is 'draw'; expected one of: win, margin"):
        plan(sp.master.parse("3x3 hands=15/15"), "draw")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="position is the str"):
        plan("3x3 hands=15/15")  # type: ignore[arg-type]
