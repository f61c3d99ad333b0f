"""Play of Hisss as Python sees it: what is legal and why not, draws, results, random play."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hisss_positions import random_positions, setups
from hypothesis import given
from reference import hisss as plain
from test_games_hisss import fast

import serpentes as sp
from serpentes.games import base
from serpentes.games.hisss import Deck, Draw, Laying, Position, Score, parse, random_play, start

# Against the twin


def agree(there: plain.Position) -> None:
    """Compare everything about a position with a card in hand, and what each laying makes."""
    position = fast(there)
    assert list(map(str, position.moves())) == there.moves()
    for text, after in plain.layings(there).items():
        found = position.play(text)
        assert str(found) == str(after)
        assert found.scores == after.scores
        assert found.looks == fast(after).looks
    check_contract(position)


def check_contract(position: Position) -> None:
    """Assert what holds of the moves of any position."""
    moves = position.moves()
    assert bool(moves) != position.finished
    assert len(set(moves)) == len(moves) == position.perft(1)
    for move, child in position.children():
        assert child == position.play(move) == position.play(str(move))
        assert type(move).parse(str(move)) == move


@given(setups(left=4))
def test_layings_of_setups_are_those_of_the_twin(position: plain.Position) -> None:
    agree(position)


def test_games_are_played_as_the_twin_plays_them() -> None:
    for there in random_positions(150, seed=5, size=30, left=30):
        if there.card is not None:
            agree(there)
            continue
        position = fast(there)
        check_contract(position)
        assert position.finished == there.finished
        shares = there.shares() if there.finished else ()
        assert position.winners == tuple(i for i, share in enumerate(shares, 1) if share)
        draws = there.draws()
        outcomes = position.chance_outcomes()
        assert list(outcomes) == list(draws) == list(map(str, position.moves()))
        for card, (chance, drawn) in draws.items():
            assert Fraction(outcomes[card], sum(outcomes.values())) == chance
            assert str(position.draw(card)) == str(drawn)


def test_whole_games_with_the_standard_deck() -> None:
    for seed in range(3):
        chance = random.Random(seed)
        there = plain.start(players=2 + seed)
        position = start(2 + seed)
        while not there.finished:
            card = chance.choice(there.deck)
            there, position = there.draw(card), position.draw(card)
            text = chance.choice(there.moves())
            assert list(map(str, position.moves())) == there.moves()
            there, position = there.play(text), position.play(text)
            assert str(position) == str(there)
        assert position.finished
        assert position.winners


@given(setups(table=4, left=1))
def test_nothing_else_is_legal(there: plain.Position) -> None:
    position = fast(there)
    legal = set(plain.layings(there))
    # What is legal in positions like this one, but for the table, the card or the ruling.
    others = [
        there.__class__(**{**fields_of(there), **changes})
        for changes in (
            {"table": there.table[1:]},
            {"match": "optional"},
            *({"card": card} for card in plain.CARDS),
        )
    ]
    texts = {text for other in others for text in plain.layings(other)}
    for text in sorted(texts - legal):
        with pytest.raises(ValueError) as error:
            position.play(text)
        assert "is not legal in" in str(error.value)
        assert len(str(error.value).splitlines()) == 1


def fields_of(position: plain.Position) -> dict[str, Any]:
    """Return the fields of a position of the twin."""
    return {name: getattr(position, name) for name in position.__dataclass_fields__}


# Moves as texts and values


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("H:r-ro-[oy]", "H:r-ro-[oy]"),
        ("[yo]-or", "ro-[oy]"),
        ("[ro]", "[or]"),
        ("[T:*]", "[T:*]"),
        (" yo-[or]-T:r\n", "yo-[or]-T:r"),
        ("H:*-[ro]-T:*", "H:*-[ro]-T:*"),
        # Brackets count only between directions that read alike.
        ("or-[ro]", "[or]-ro"),
        ("or-[ro]-oy", "or-[ro]-oy"),
        ("yo-[or]-ro", "or-[ro]-oy"),
    ],
)
def test_layings_are_written_as_the_rules_do(text: str, written: str) -> None:
    laying = Laying.parse(text)
    assert str(laying) == written
    assert laying == Laying.parse(written)
    assert hash(laying) == hash(Laying.parse(written))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "move '' cannot be read; expected a snake with the card just laid in brackets, such"),
        ("ro-oy", "move 'ro-oy' cannot be read"),
        ("[ro", "laying '[ro' cannot be read"),
        ("ro]", "move 'ro]' cannot be read"),
        ("[ro]-[oy]", "laying '[ro]-[oy]' cannot be read"),
        ("[ro-oy]", "laying '[ro-oy]' cannot be read"),
        ("[[ro]]", "laying '[[ro]]' cannot be read"),
        ("[]", "laying '[]': there is no card ''"),
        ("[rr]", "laying '[rr]': there is no card 'rr'"),
        ("H:r-[[ro]", "laying 'H:r-[[ro]' cannot be read"),
        ("[ro]-yo", "laying '[ro]-yo': ro and yo touch with o and y; expected equal colours"),
        ("H:r-[H:o]", "laying 'H:r-[H:o]': it has 2 heads; expected one at most"),
        ("H:r-[T:r]", "laying 'H:r-[T:r]': a head lies at a tail; expected a middle section"),
        ("ro-[H:o]", "the head H:o is not at the left; expected it there"),
        ("[" + "ro-" * 10**5, "is 300001 characters long; expected at most"),
    ],
)
def test_what_is_no_move(text: str, says: str) -> None:
    with pytest.raises(ValueError) as error:
        parse("ro | oy1 | 0/0 0/0 | 1 oy").play(text)
    assert says in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 300


def test_moves_do_not_change_and_are_copied() -> None:
    for move in (Laying.parse("H:r-ro-[oy]"), Draw("yo")):
        assert eval(repr(move), {"Laying": Laying, "Draw": Draw}) == move
        assert copy.deepcopy(move) == pickle.loads(pickle.dumps(move)) == move
        with pytest.raises((AttributeError, TypeError)):
            move.card = "ro"  # type: ignore[misc]
    laying = Laying(("H:r", "ro", "oy"), 1)
    assert (laying.card, laying.parts) == ("ro", (("H:r",), ("oy",)))
    with pytest.raises(ValueError, match="place is none of the snake's"):
        Laying(("ro",), 1)
    with pytest.raises(ValueError, match="ro and yo touch"):
        Laying(("ro", "yo"), 1)


HELD = "H:r-ro T:y py py | ro1 T:o1 | 0/0 3/3 | 1 oy"


@pytest.mark.parametrize(
    ("text", "move", "says"),
    [
        (HELD, "[oy]", "the card fits (match=mandatory); expected such as H:r-ro-[oy]"),
        (HELD, "H:r-ro-[op]", "oy is in hand; expected it in brackets"),
        (HELD, "gy-[yo]", "gy is not on the table"),
        (HELD, "[oy]-yo", "oy is not on the table"),
        (HELD, "H:o-[oy]-T:y", "H:o is not on the table"),
        (HELD, "oy", "oy is in hand; expected it to be laid, such as H:r-ro-[oy]"),
        ("or | oy1 | 0/0 0/0 | 1 ro", "or-[ro]-or", "or is not on the table twice"),
        ("H:r | - | 0/0 0/0 | 1 ro", "ro-[oy]", "ro is in hand; expected it in brackets"),
        ("H:r | oy1 T:o1 | 0/0 0/0 | 1", "[oy]", "no card is in hand; expected oy or T:o"),
        ("H:r | oy1 T:o1 | 0/0 0/0 | 1", "ro", "ro is not in the deck; expected oy or T:o"),
        ("H:r | [oy T:o] | 0/0 0/0 | 1", "T:o", "T:o is not the next card of the open deck; exp"),
        ("H:r | - | 0/0 0/0 | 1", "oy", "the game is over"),
        ("H:r | - | 0/0 0/0 | 1", "[oy]", "the game is over; expected no move"),
    ],
)
def test_why_a_move_is_not_legal(text: str, move: str, says: str) -> None:
    with pytest.raises(ValueError) as error:
        parse(text).play(move)
    assert f"{move!r} is not legal in {text!r}: " in str(error.value)
    assert says in str(error.value)


def test_moves_of_another_type() -> None:
    for move in (3, None, sp.master.Placement(3)):
        with pytest.raises(ValueError, match="is no move of hisss; expected a laying such as"):
            parse(HELD).play(move)  # type: ignore[arg-type]


# Rules


@pytest.mark.parametrize(
    ("text", "mandatory", "optional"),
    [
        ("H:r-ro py | - | 0/0 0/0 | 1 oy",
         ["H:r-ro-[oy]", "H:r-ro-[oy]-yp", "[oy]-yp"], ["[oy]"]),
        # Colours of a rainbow card: it fits any middle section, and no head or tail.
        ("H:* T:g ro | - | 0/0 0/0 | 1 gb", ["H:*-[bg]", "H:*-[bg]-T:g", "H:*-[gb]", "[bg]-T:g"],
         ["[bg]"]),
        ("H:r ro | - | 0/0 0/0 | 1 T:*", ["or-[T:*]", "ro-[T:*]"], ["[T:*]"]),
        ("H:r | - | 0/0 0/0 | 1 T:r", ["[T:r]"], []),
        # Both ends of a snake of equal ends are one move; two snakes that look alike as well.
        ("ro-or | - | 0/0 0/0 | 1 ry", ["ro-or-[ry]"], ["[ry]"]),
        ("H:r-ro H:y-yo | - | 0/0 0/0 | 1 og", ["H:r-ro-[og]"], ["[go]"]),
        # A snake is not closed on itself, nor is one joined with itself.
        ("or-ro | - | 0/0 0/0 | 1 or", ["or-ro-[or]"], ["[or]"]),
    ],
)  # fmt: skip
def test_layings_by_the_rules(text: str, mandatory: list[str], optional: list[str]) -> None:
    found = {
        match: set(map(str, parse(text, match=match).moves()))
        for match in ("mandatory", "optional")
    }
    assert found["mandatory"] == set(mandatory)
    assert found["optional"] == {*mandatory, *optional}


def test_a_game_to_its_end() -> None:
    position = start(deck=Deck.parse("ro2 H:r T:o T:r"), players=3)
    turns = []
    for move in ("ro", "[or]", "H:r", "[H:r]-ro", "T:o", "H:r-ro-[T:o]"):
        turns.append(position.player)
        position = position.play(move)
    # The first card is laid for nobody, and the turn does not pass.
    assert turns == [1, 1, 1, 1, 2, 2]
    assert (position.player, position.table) == (3, ())
    assert position.scores == (Score(0, 0), Score(3, 3), Score(0, 0))
    assert position.begun
    position = position.draw("T:r").play("[T:r]")
    assert position.winners == ()
    position = position.draw("or").play("[or]-T:r")
    assert (position.finished, position.winners) == (True, (2,))
    assert position.moves() == ()
    assert position.standings == ("no cards", "3 cards, the longest snake has 3", "no cards")


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ("0/0 0/0", (1, 2)),
        ("3/3 0/0", (1,)),
        ("6/6 7/4", (2,)),
        ("6/6 6/3", (1,)),
        ("6/3 6/6 6/6", (2, 3)),
        ("7/7 6/6 7/4 7/7 0/0", (1, 4)),
    ],
)
def test_most_cards_win_and_then_the_longest_snake(scores: str, winners: tuple[int, ...]) -> None:
    assert parse(f"ro | - | {scores} | 1").winners == winners
    assert parse(f"ro | oy1 | {scores} | 1").winners == ()


def test_open_decks_are_drawn_in_their_order() -> None:
    position = parse("ro | [oy T:* oy] | 0/0 0/0 | 2")
    assert [str(move) for move in position.moves()] == ["oy"]
    assert position.chance_outcomes() == {"oy": 1}
    after = position.draw("yo").play("ro-[oy]")
    assert str(after) == "ro-oy | [T:* oy] | 0/0 0/0 | 1"
    # An open deck that is empty is no other than a closed one.
    last = parse("ro | [oy] | 0/0 0/0 | 2").draw("oy")
    assert last == parse("ro | oy1 | 0/0 0/0 | 2").draw("oy")
    assert last.chance_outcomes() == {}


def test_sequences_of_draws_and_layings_are_counted() -> None:
    position = start(deck=Deck.parse("ro2 H:r T:o"))
    counts = [position.perft(depth) for depth in range(1, 10)]
    assert counts[:2] == [3, 3]
    assert counts[7:] == [count_games(plain.start("ro2 H:r T:o")), 0]
    assert all(depth <= following for depth, following in pairwise(counts[:8]))
    assert start().perft(4) == base.Position.perft(start(), 4)


def count_games(position: plain.Position) -> int:
    """Return the number of whole games, each kind of card drawn once."""
    if position.finished:
        return 1
    following: list[plain.Position] = (
        [drawn for _, drawn in position.draws().values()]
        if position.card is None
        else list(plain.legal_moves(position).values())
    )
    return sum(map(count_games, following))


# Random play


def test_random_play_comes_to_the_figures_of_the_rules() -> None:
    found = random_play(games=4000, seed=1)
    assert found.snakes_per_game == pytest.approx(5.2, abs=0.1)
    assert found.left_share == pytest.approx(1 / 3, abs=0.01)
    assert found.choice_share == pytest.approx(0.39, abs=0.01)
    assert sum(found.win_shares) == 1
    cards = sum(length * number for length, number in enumerate(found.lengths))
    assert cards + found.left == 4000 * 50
    assert found.mean_length == cards / sum(found.lengths)
    assert found.turns == 4000 * 49


def test_random_play_of_any_deck_ruling_and_seed() -> None:
    deck = Deck.parse("ro2 H:r T:o")
    found = random_play(3, 600, deck=deck, match="optional", seed=3)
    assert found == random_play(3, 600, deck=deck, match="optional", seed=3)
    assert found != random_play(3, 600, deck=deck, match="optional", seed=4)
    assert (found.deck, found.rulings.match, len(found.wins)) == (deck, "optional", 3)
    assert len(found.lengths) <= 5
    mandatory = random_play(3, 600, deck=deck, seed=3)
    assert mandatory.choice_share < found.choice_share
    assert random_play(2, 10, deck=Deck({"ro": 1})).snakes == 0
    assert random_play(2, 10, deck=Deck({"ro": 1})).choice_share == 0


def test_random_play_reports_how_far_it_is() -> None:
    seen: list[tuple[str, int, int | None]] = []
    random_play(games=600, progress=lambda *report: seen.append(report))
    assert seen == [("random games", done, 600) for done in (0, 256, 512)]


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        (partial(random_play, 1), ValueError, "players 1 is out of range; expected 2 to 5"),
        (partial(random_play, games=0), ValueError, "games '0' is out of range; expected 1 to"),
        (partial(random_play, games=10**10), ValueError, "is out of range"),
        (partial(random_play, games="9"), TypeError, "games is the str '9'; expected an int"),
        (partial(random_play, seed=None), TypeError, "seed is the NoneType 'None'; expected an"),
        (partial(random_play, deck=Deck({})), ValueError, "deck has no cards; expected 1 or more"),
        (partial(random_play, match="x"), ValueError, "ruling match has no option 'x'"),
    ],
)
def test_what_random_play_refuses(
    wrong: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error) as raised:
        wrong()
    assert says in str(raised.value)
