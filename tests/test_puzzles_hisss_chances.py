"""Chances of puzzles of Hisss worked out again: the plain rules, and layer by layer."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hisss_positions import random_position, setups
from hisss_puzzles import WIN, read, shipped
from hypothesis import given, settings
from reference import hisss as plain
from reference import hisss_solver
from test_games_hisss import fast

import serpentes as sp
from serpentes.games.hisss import Laying, Position, parse
from serpentes.puzzles.faults import OutOfNodesError
from serpentes.puzzles.hisss import rules, tasks
from serpentes.puzzles.hisss.choice import Choice
from serpentes.puzzles.hisss.layers import Layers

# The plain rules


@given(setups(table=6))
@settings(max_examples=300)
def test_the_plain_rules_are_those_of_the_twin(there: plain.Position) -> None:
    table = tuple(sorted(rules.read("-".join(snake)) for snake in there.table))
    assert there.card is not None
    found = rules.layings(table, there.card, optional=there.match == "optional")
    own = there.player - 1
    begun = bool(there.table) or any(cards for cards, _ in there.scores)
    expected = set()
    for after in hisss_moves(there):
        collected = after.scores[own][0] - there.scores[own][0] if begun else 0
        snakes = tuple(sorted(rules.read("-".join(snake)) for snake in after.table))
        expected.add((snakes, collected))
    assert found == expected


def hisss_moves(there: plain.Position) -> list[plain.Position]:
    return list(plain.legal_moves(there).values())


def test_a_card_fits_where_it_can_be_laid_at_a_snake() -> None:
    table = tuple(map(rules.read, ("H:r-ro", "T:*", "gb")))
    fitting = {"oy", "ro", "T:o", "yg", "H:g", "T:b", "T:*", "H:*"}
    assert {card for card in (*fitting, "H:r", "T:y", "H:o") if rules.fits(table, card)} == fitting
    assert not rules.fits((), "ro")


# Chances worked out again


def chances(position: Position) -> dict[Laying, Fraction]:
    return Layers(position, 10**6).chances()


@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
@pytest.mark.parametrize("match", plain.MATCHES)
def test_chances_are_those_of_the_twin(match: str, is_open: bool) -> None:
    chance = random.Random(f"layers {match}")
    compared = 0
    while compared < 15:
        there = random_position(
            chance,
            size=chance.randint(6, 14),
            left=4 if is_open else 3,
            players=2,
            match=match,
            is_open=is_open,
            has_card=True,
        )
        if there.card is None or not there.table:
            continue
        own = there.player - 1
        expected = {text: worth[own] for text, worth in hisss_solver.of_moves(there).items()}
        assert {str(move): one for move, one in chances(fast(there)).items()} == expected
        compared += 1


def test_chances_are_those_of_the_solver() -> None:
    for puzzle in shipped()[::6]:
        position = tasks.read(puzzle)
        found = sp.solve(position, threads=1).layings
        own = position.player - 1
        assert chances(position) == {laying: worth[own] for laying, worth in found.items()}


def test_the_work_is_bounded() -> None:
    position = parse("H:r-ro or | ro3 oy4 T:o1 T:y1 | 0/0 0/0 | 1 oy")
    with pytest.raises(OutOfNodesError):
        Layers(position, 1000)


def test_the_depth_is_the_horizon_from_which_a_laying_is_best() -> None:
    """Every horizon of an open deck, with what is left of the deck cut off."""
    for puzzle in read(WIN).puzzles[:4]:
        position = tasks.read(puzzle)
        right, depth = Laying.parse(puzzle.solution.move), puzzle.difficulty.depth
        assert position.order is not None
        for horizon in range(max(depth - 1, 1), len(position.order) + 1):
            cut = f"[{' '.join(position.order[:horizon])}]"
            there = parse(str(position).replace(f"[{' '.join(position.order)}]", cut))
            (best, first), (_, second), *_ = Choice(there, chances(there)).ranked
            assert (best == right and first > second) == (horizon >= depth)
