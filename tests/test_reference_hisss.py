"""The plain twin of Hisss against the rules' figures, and worked by hand."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hisss_positions import random_positions
from reference import hisss, hisss_solver
from reference.hisss import Card, Position, parse, start

ZERO = Fraction()


# --- The rules' figures --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "match", "figure"),
    [
        ("H:r ro T:o", "mandatory", "0"),
        ("H:r ro2 T:o", "mandatory", "1/4"),
        ("H:r ro2 T:r T:o", "mandatory", "13/30"),
        ("ro2 oy1 H:r H:* T:y", "mandatory", "61/90"),
        ("ro2 oy1 H:r H:* T:y", "optional", "193/360"),
        ("ro2 oy2 H:r H:* T:o T:*", "mandatory", "5561/10080"),
    ],
)
def test_decks(deck: str, match: str, figure: str) -> None:
    first, second = hisss_solver.values(start(deck, match=match))
    assert (str(first), first + second) == (figure, 1)


def test_mean_over_the_open_decks() -> None:
    orders = sorted(set(permutations(["ro", "ro", "oy", "H:r", "H:*", "T:y"])))
    assert len(orders) == 360
    decks = [f"[{' '.join(order)}]" for order in orders]
    assert str(sum(hisss_solver.values(start(deck))[0] for deck in decks) / 360) == "497/720"


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("H:r-ro | oy1 T:o1 | 0/0 0/0 | 1", "3/4"),
        ("H:* or | ro2 oy1 T:o1 T:*1 | 0/0 0/0 | 1", "67/120"),
    ],
)
def test_positions(text: str, figure: str) -> None:
    assert str(hisss_solver.values(parse(text))[0]) == figure


@pytest.mark.plain
def test_random_play() -> None:
    """2000 games. What is expected is three standard errors and the rounding away at most."""
    chance = random.Random(5)
    completed = left = turns = choices = 0
    games = 2000
    for _ in range(games):
        position = start()
        while not position.finished:
            moves = hisss.legal_moves(position.draw(chance.choice(position.deck)))
            turns += position.has_begun
            choices += len(moves) > 1
            after = chance.choice(list(moves.values()))
            completed += after.scores != position.scores
            position = after
        left += 50 - sum(cards for cards, _ in position.scores)
    assert turns == games * 49
    assert completed / games == pytest.approx(5.2, abs=0.11)
    assert left / games / 50 == pytest.approx(1 / 3, abs=0.02)
    assert choices / turns == pytest.approx(0.39, abs=0.01)


# --- Cards and notation --------------------------------------------------------------------------


def test_cards() -> None:
    middles, heads, tails = hisss.CARDS[:15], hisss.CARDS[15:22], hisss.CARDS[22:]
    assert " ".join(middles) == "ro oy yg gb bp pr bo br by go gp gr op py ry"
    assert " ".join(heads) == "H:r H:o H:y H:g H:b H:p H:*"
    assert " ".join(tails) == "T:r T:o T:y T:g T:b T:p T:*"
    deck = Counter(start().deck)
    assert deck.total() == 50
    assert [deck[card] for card in hisss.CARDS] == [6] * 6 + [0] * 9 + [1] * 14


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("- | - | 0/0 0/0 | 1", None),
        ("H:r-ro | oy1 T:o1 | 0/0 0/0 | 1 oy", None),
        # Direction: what comes first in ASCII order, but a head left and a tail right.
        ("ro | - | 0/0 0/0 | 2", "or | - | 0/0 0/0 | 2"),
        ("yo-or | - | 0/0 0/0 | 2", "ro-oy | - | 0/0 0/0 | 2"),
        ("gy-yo-T:o | - | 0/0 0/0 | 1", None),
        # Tables: * before letters, - before colons, H before T before letters.
        ("T:b bg H:r H:* H:r-ro", "H:* H:r H:r-ro T:b bg"),
        ("or-ry or rb-bo", "ob-br or or-ry"),
        # Decks: counts in the order of the cards, open ones as they lie.
        (
            "- | T:* H:* T:r H:p ry2 op br pr or3 | 0/0 0/0 | 1",
            "- | ro3 pr1 br1 op1 ry2 H:p1 H:*1 T:r1 T:*1 | 0/0 0/0 | 1",
        ),
        ("- | [T:o or or H:*] | 0/0 0/0 | 1", "- | [T:o ro ro H:*] | 0/0 0/0 | 1"),
        ("- | oy12 | 3/3 0/0 10/4 0/0 20/20 | 5 or", "- | oy12 | 3/3 0/0 10/4 0/0 20/20 | 5 ro"),
    ],
)
def test_notation(text: str, canonical: str | None) -> None:
    rest = "" if "|" in text else " | - | 0/0 0/0 | 1"
    position = parse(text + rest)
    assert str(position) == (canonical or text) + rest
    assert parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("H:r-ro | - | 0/0 0/0", "expected 'TABLE"),
        ("rr | - | 0/0 0/0 | 1", "no card 'rr'"),
        ("ro  oy | - | 0/0 0/0 | 1", "no card ''"),
        ("ro-yo | - | 0/0 0/0 | 1", "ro does not go with yo"),
        ("H:y-ro | - | 0/0 0/0 | 1", "H:y does not go with ro"),
        ("H:r-ro-H:o | - | 0/0 0/0 | 1", "ro does not go with H:o"),
        ("T:o-oy | - | 0/0 0/0 | 1", "T:o does not go with oy"),
        ("H:r-T:r | - | 0/0 0/0 | 1", "H:r does not go with T:r"),
        ("H:*-T:* | - | 0/0 0/0 | 1", r"H:\* does not go with T:\*"),
        ("H:*-ro-T:o | - | 0/0 0/0 | 1", "complete"),
        ("- | ro0 | 0/0 0/0 | 1", "'ro0', expected cards with"),
        ("- | ro1 or1 | 0/0 0/0 | 1", "ro more than once"),
        ("- | [ro2] | 0/0 0/0 | 1", "'ro2', expected cards"),
        ("- | [] | 0/0 0/0 | 1", "'', expected cards"),
        ("- | - | 0/0 | 1", "1 scores: expected those of 2 to 5"),
        ("- | - | 0/0 0/0 0/0 0/0 0/0 0/0 | 1", "6 scores"),
        ("- | - | 0/0 00/0 | 1", "expected cards/longest"),
        ("- | - | 0/0 2/2 | 1", "no snakes of 3"),
        ("- | - | 0/0 6/4 | 1", "no snakes of 3"),
        ("- | - | 0/0 0/3 | 1", "no snakes of 3"),
        ("- | - | 0/0 0/0 | 3", "expected 1 to 2"),
        ("- | - | 0/0 0/0 | 0", "expected 1 to 2"),
        ("- | - | 0/0 0/0 | 1 oo", "no such card"),
        ("- | - | 0/0 0/0 | 1 ro oy", "no such card"),
    ],
)
def test_positions_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse(text)


def test_rulings_refused() -> None:
    with pytest.raises(ValueError, match="match 'never': expected one of"):
        parse("- | - | 0/0 0/0 | 1", "never")


@pytest.mark.parametrize("longest", range(12))
def test_scores(longest: int) -> None:
    """Every sum of collected snakes up to 30 cards, put together one by one."""
    sums = {longest} if longest >= 3 else set()
    for _ in range(10):
        sums |= {cards + other for cards in sums for other in range(3, longest + 1)}
    if longest == 0:
        sums = {0}
    assert {n for n in range(31) if hisss.can_be_score(n, longest)} == {n for n in sums if n < 31}


# --- Moves worked out by hand --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "card", "moves"),
    [
        # At an end, turned as it has to be.
        ("H:r-ro", "oy", "H:r-ro-[oy]"),
        ("H:r-ro", "ro", "H:r-ro-[or]"),
        ("gy-yo-T:o", "yg", "[yg]-gy-yo-T:o"),
        ("H:r", "ro", "H:r-[ro]"),
        ("T:r", "ro", "[or]-T:r"),
        ("ro", "oy", "ro-[oy]"),
        ("ro", "H:o", "[H:o]-or"),
        ("ro", "T:o", "ro-[T:o]"),
        ("H:r-ro", "T:o", "H:r-ro-[T:o]"),
        ("ro-T:o", "H:r", "[H:r]-ro-T:o"),
        ("ro-T:*", "H:*", "[H:*]-ro-T:*"),
        # Fits nowhere.
        ("H:r-ro", "yg", "[gy]"),
        ("H:r-ro", "T:r", "[T:r]"),
        ("H:r-ro", "H:o", "[H:o]"),
        ("H:r-ro", "H:*", "[H:*]"),
        ("ro-T:o", "T:*", "[T:*]"),
        ("H:r", "T:r", "[T:r]"),
        ("T:*", "H:*", "[H:*]"),
        ("T:*", "T:r", "[T:r]"),
        # A snake is not closed on itself.
        ("or", "ro", "[or]-ro [ro]-or"),
        ("ro-oy", "ry", "ro-oy-[yr] yo-or-[ry]"),
        # Joins, but never of two heads or two tails.
        ("H:r-ro gy", "oy", "H:r-ro-[oy] H:r-ro-[oy]-yg gy-[yo]"),
        ("H:r-ro H:g-gb", "bo", "H:g-gb-[bo] H:r-ro-[ob]"),
        ("bo-T:o ry-T:y", "br", "[br]-ry-T:y [rb]-bo-T:o"),
        ("H:r T:o", "ro", "H:r-[ro] H:r-[ro]-T:o [ro]-T:o"),
        ("or or", "ro", "[or]-ro [ro]-or or-[ro]-or"),
        ("oy or", "yr", "oy-[yr] or-[ry] or-[ry]-yo"),
        # Rainbow cards fit every middle section, either way.
        ("H:*", "ro", "H:*-[or] H:*-[ro]"),
        ("T:*", "ro", "[or]-T:* [ro]-T:*"),
        ("ro", "T:*", "or-[T:*] ro-[T:*]"),
        ("H:* T:*", "ro", "H:*-[or] H:*-[or]-T:* H:*-[ro] [or]-T:* [ro]-T:*"),
        ("H:* T:o", "ro", "H:*-[or] H:*-[ro] H:*-[ro]-T:o [ro]-T:o"),
        # Layings that merge: lookalikes, and what can no longer be seen.
        ("H:r-ro H:y-yo", "T:o", "H:r-ro-[T:o]"),
        ("H:r-ro H:*-yo", "oy", "H:*-yo-[oy]"),
        ("H:* H:*", "ro", "H:*-[or] H:*-[ro]"),
        ("ro-og-gr", "rb", "[br]-rg-go-or"),
        # Those that do not: a lone rainbow head is left or a lone red one; lengths; colours.
        ("H:* H:r", "ro", "H:*-[or] H:*-[ro] H:r-[ro]"),
        ("H:r-ro H:y-yr-ro", "T:o", "H:r-ro-[T:o] H:y-yr-ro-[T:o]"),
        ("or oy", "T:o", "ro-[T:o] yo-[T:o]"),
    ],
)
def test_moves(table: str, card: str, moves: str) -> None:
    text = f"{table} | ro1 | 0/0 0/0 | 1 {card}"
    assert parse(text).moves() == sorted(moves.split(" "))
    alone = f"[{min(hisss.ways(card))}]"
    assert parse(text, "optional").moves() == sorted({*moves.split(" "), alone})


def test_a_laying_that_another_stands_for_may_be_played() -> None:
    position = parse("H:r-ro H:y-yo | - | 0/0 0/0 | 1 T:o")
    assert position.moves() == ["H:r-ro-[T:o]"]
    assert str(position.play("H:y-yo-[T:o]")) == "H:r-ro | - | 3/3 0/0 | 2"


@pytest.mark.parametrize(
    ("text", "move", "after"),
    [
        # The first card belongs to nobody: the turn does not pass.
        ("- | ro1 | 0/0 0/0 | 1 H:r", "[H:r]", "H:r | ro1 | 0/0 0/0 | 1"),
        ("- | ro1 | 3/3 0/0 | 1 H:r", "[H:r]", "H:r | ro1 | 3/3 0/0 | 2"),
        ("T:o | ro1 | 0/0 0/0 | 1 H:o", "[H:o]", "H:o T:o | ro1 | 0/0 0/0 | 2"),
        ("T:o | - | 0/0 0/0 0/0 | 3 H:o", "[H:o]", "H:o T:o | - | 0/0 0/0 0/0 | 1"),
        # Collected by who completes it, at the next turn the other is to move.
        ("H:r ro-T:* | oy1 | 3/3 5/5 | 2 ro", "[or]-ro-T:*", "H:r or-ro-T:* | oy1 | 3/3 5/5 | 1"),
        ("H:r or-T:* | oy1 | 3/3 5/5 | 2 ro", "H:r-[ro]-or-T:*", "- | oy1 | 3/3 9/5 | 1"),
        ("H:r-ro | - | 6/3 0/0 | 1 T:*", "H:r-ro-[T:*]", "- | - | 9/3 0/0 | 2"),
        ("H:o-or or | - | 0/0 0/0 | 1 ro", "H:o-or-[ro]", "H:o-or-ro or | - | 0/0 0/0 | 2"),
        ("H:o-or or | - | 0/0 0/0 | 1 ro", "H:o-or-[ro]-or", "H:o-or-ro-or | - | 0/0 0/0 | 2"),
    ],
)
def test_play(text: str, move: str, after: str) -> None:
    assert str(parse(text).play(move)) == after


@pytest.mark.parametrize(
    ("text", "move", "said"),
    [
        ("H:r-ro | - | 0/0 0/0 | 1 oy", "[oy]", r"not legal in .*: expected H:r-ro-\[oy\]"),
        ("H:r-ro | oy1 | 0/0 0/0 | 1", "H:r-ro-[oy]", "expected none, there is no card in hand"),
    ],
)
def test_moves_refused(text: str, move: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse(text).play(move)


def test_draws() -> None:
    closed = parse("ro | oy3 T:o1 | 0/0 0/0 | 1").draws()
    assert {card: (str(chance), str(after)) for card, (chance, after) in closed.items()} == {
        "oy": ("3/4", "or | oy2 T:o1 | 0/0 0/0 | 1 oy"),
        "T:o": ("1/4", "or | oy3 | 0/0 0/0 | 1 T:o"),
    }
    known = parse("ro | [oy T:o oy] | 0/0 0/0 | 1").draws()
    assert {card: (str(chance), str(after)) for card, (chance, after) in known.items()} == {
        "oy": ("1", "or | [T:o oy] | 0/0 0/0 | 1 oy"),
    }
    assert parse("ro | [oy] | 0/0 0/0 | 1").draw("oy") == parse("ro | - | 0/0 0/0 | 1 oy")
    assert parse("ro | oy1 | 0/0 0/0 | 1 ro").draws() == {}


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        ("0/0 0/0 0/0", "1/3 1/3 1/3"),
        ("3/3 0/0", "1 0"),
        ("6/3 5/5", "1 0"),
        ("6/3 6/6", "0 1"),
        ("6/6 6/3 6/6", "1/2 0 1/2"),
        ("6/6 7/7 7/4 7/7 7/7", "0 1/3 0 1/3 1/3"),
    ],
)
def test_shares(scores: str, shares: str) -> None:
    position = parse(f"ro | - | {scores} | 1")
    assert position.finished
    assert [str(share) for share in position.shares()] == shares.split(" ")
    assert [str(value) for value in hisss_solver.values(position)] == shares.split(" ")
    assert not replace(position, card="ro").finished


# --- Play at random ------------------------------------------------------------------------------


def test_what_play_keeps() -> None:
    found: Counter[str] = Counter()
    for position in random_positions(400, seed=1, size=30, left=20):
        assert parse(str(position), position.match) == position
        everything = cards(position)
        for text, after in hisss.layings(position).items():
            assert cards(after) == everything
            assert parse(str(after), position.match) == after
            grown = after.scores == position.scores and len(after.table) <= len(position.table)
            found["grown" if grown else "collected or alone"] += 1
            found["join"] += len(after.table) < len(position.table) and grown
            found["stands for none"] += text not in position.moves()
            found["first card"] += not position.has_begun
            found["empty table"] += not after.table
    assert len(found) == 6
    assert min(found.values()) > 0, found


def cards(position: Position) -> int:
    """Return how many cards there are, collected or not."""
    return (
        sum(map(len, position.table))
        + len(position.deck)
        + (position.card is not None)
        + sum(collected for collected, _ in position.scores)
    )


# --- Values --------------------------------------------------------------------------------------


def negamax(position: Position) -> Fraction:
    """Return the mover's chance less the other's, of two players: no memo, and nothing merged."""
    if position.finished:
        own, other = position.scores[position.player - 1], position.scores[2 - position.player]
        return Fraction((own > other) - (own < other))
    if position.card is None:
        return sum((share * negamax(after) for share, after in position.draws().values()), ZERO)
    # After the first card, which is nobody's, the same player is still to move.
    sign = -1 if position.has_begun else 1
    return max(sign * negamax(after) for after in hisss.layings(position).values())


def test_two_players_by_another_road() -> None:
    for position in random_positions(150, seed=2, size=8, left=4, players=(2,)):
        own = hisss_solver.values(position)[position.player - 1]
        assert 2 * own - 1 == negamax(position), str(position)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        # With bo on H:r-ro player 2 completes a snake of 4, with bo on H:g-gb player 3 does.
        ("H:g-gb H:r-ro | [T:b T:o] | 0/0 0/0 0/0 | 1 bo", "0 1/2 1/2"),
        # The same twice over: what merges counts once.
        ("H:g-gb H:r-ro H:y-yo | [T:b T:o] | 0/0 0/0 0/0 | 1 bo", "0 1/2 1/2"),
        # Player 2 may lay T:b at either, and takes the longer.
        ("H:g-gb H:r-ro-ob | [T:b] | 0/0 0/0 4/4 | 2", "0 1/2 1/2"),
        ("H:g-gb H:r-ro-ob | [T:b] | 0/0 0/0 3/3 | 2", "0 1 0"),
        # Nobody can collect any more, or only one can.
        ("ro | gb2 | 0/0 0/0 0/0 0/0 0/0 | 4", "1/5 1/5 1/5 1/5 1/5"),
        ("H:r-ro | gb1 T:o1 | 0/0 0/0 0/0 0/0 | 4", "1/2 0 0 1/2"),
    ],
)
def test_values_by_hand(text: str, values: str) -> None:
    assert [str(value) for value in hisss_solver.values(parse(text))] == values.split(" ")


def renamed(position: Position, colours: dict[str, str]) -> Position:
    """Return a position with its colours changed."""
    table = str.maketrans(colours)
    return parse(str(position).translate(table), position.match)


def test_names_of_colours_do_not_matter() -> None:
    chance = random.Random(3)
    for position in random_positions(100, seed=3, size=8, left=4):
        assert sum(hisss_solver.values(position)) == 1
        other = renamed(position, dict(zip("roygbp", chance.sample("roygbp", 6), strict=True)))
        assert hisss_solver.values(other) == hisss_solver.values(position)


def mirrored(card: Card) -> Card:
    """Return a card as in a mirror: a head looks right, as a tail does."""
    return {"H": "T", "T": "H"}[card[0]] + card[1:] if ":" in card else card[::-1]


def test_heads_and_tails_may_change_places() -> None:
    for position in random_positions(100, seed=4, size=8, left=4):
        other = replace(
            position,
            table=tuple(tuple(map(mirrored, reversed(snake))) for snake in position.table),
            deck=tuple(map(mirrored, position.deck)),
            card=position.card and mirrored(position.card),
        )
        other = parse(str(other), position.match)
        assert hisss_solver.values(other) == hisss_solver.values(position)
