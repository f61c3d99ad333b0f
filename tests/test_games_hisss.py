"""Positions of Hisss as Python sees them: notation, what is refused, starts, decks, drawings."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hisss_positions import setups
from hypothesis import example, given
from hypothesis import strategies as st
from reading import one_line_or
from reference import hisss as plain

import serpentes as sp
from serpentes.games import base, drawable, registry
from serpentes.games.hisss import Deck, Draw, Laying, Position, Score, parse, read_deck, start
from serpentes.games.hisss.cards import CARDS

EXAMPLE = "H:r-ro | oy1 T:o1 | 0/0 0/0 | 1 oy"


def fast(position: plain.Position) -> Position:
    """Return a position of the twin as the library has it."""
    return parse(str(position), match=position.match)


positions = st.builds(fast, setups(left=8))


# Notation


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (EXAMPLE, EXAMPLE),
        ("yo-or H:*-yo | T:* oy3 or | 0/0 7/4 | 2 yo",
         "H:*-yo ro-oy | ro1 oy3 T:*1 | 0/0 7/4 | 2 oy"),
        ("ro T:o ro H:r | - | 3/3 0/0 | 1", "H:r T:o or or | - | 3/3 0/0 | 1"),
        ("or-ro | [yo T:* or] | 0/0 0/0 0/0 | 3", "or-ro | [oy T:* ro] | 0/0 0/0 0/0 | 3"),
        ("oy-T:y yo-or-T:r | ry2 br1 | 0/0 0/0 | 1", "oy-T:y yo-or-T:r | br1 ry2 | 0/0 0/0 | 1"),
        ("-|T:g2 H:y H:* rb yb bo pr2 ro|0/0 0/0|1",
         "- | ro1 pr2 bo1 br1 by1 H:y1 H:*1 T:g2 | 0/0 0/0 | 1"),
        ("  -  |  -  |  0/0 0/0 0/0 0/0 0/0  |  5  \n", "- | - | 0/0 0/0 0/0 0/0 0/0 | 5"),
        ("- | [ro] | 0/0 0/0 | 1", "- | [ro] | 0/0 0/0 | 1"),
    ],
)  # fmt: skip
def test_texts_and_what_they_are_written_as(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert parse(canonical) == parse(text)


def test_cards_of_a_deck_come_in_the_order_of_the_rules() -> None:
    deck = " ".join(reversed(CARDS))
    assert str(parse(f"- | {deck} | 0/0 0/0 | 1").deck) == " ".join(f"{card}1" for card in CARDS)
    assert CARDS == plain.CARDS


NOT_READ = [
    ("", "position '' has 1 part; expected TABLE | DECK | SCORES | PLAYER [CARD], such as H:r-ro"),
    ("H:r-ro | oy1 | 0/0 0/0", "has 3 parts; expected TABLE | DECK"),
    ("H:r-ro | oy1 | 0/0 0/0 | 1 | 2", "has 5 parts"),
    # The table
    (" | oy1 | 0/0 0/0 | 1", "snake '': there is no card ''; expected a middle section such as ro"),
    ("ro  oy | oy1 | 0/0 0/0 | 1", "snake '': there is no card ''"),
    ("ro- | oy1 | 0/0 0/0 | 1", "snake 'ro-': there is no card ''"),
    ("rr | oy1 | 0/0 0/0 | 1", "snake 'rr': there is no card 'rr', whose two colours are equal"),
    ("** | oy1 | 0/0 0/0 | 1", "there is no card '**'; expected a middle section such as ro"),
    ("H:x-ro | oy1 | 0/0 0/0 | 1", "there is no card 'H:x'"),
    ("h:r-ro | oy1 | 0/0 0/0 | 1", "there is no card 'h:r'"),
    ("*o | oy1 | 0/0 0/0 | 1", "there is no card '*o'"),
    ("[ro] | oy1 | 0/0 0/0 | 1", "there is no card '[ro]'"),
    ("H:r-ro-H:o | oy1 | 0/0 0/0 | 1", "snake 'H:r-ro-H:o': it has 2 heads; expected one at most"),
    ("T:r-ro-T:o | oy1 | 0/0 0/0 | 1", "snake 'T:r-ro-T:o': it has 2 tails; expected one at most"),
    ("ro-H:o | oy1 | 0/0 0/0 | 1", "the head H:o is not at the left; expected it there"),
    ("T:r-ro | oy1 | 0/0 0/0 | 1", "the tail T:r is not at the right; expected it there"),
    ("ro-H:o-oy | oy1 | 0/0 0/0 | 1", "the head H:o is not at the left"),
    ("H:r-T:r | oy1 | 0/0 0/0 | 1", "a head lies at a tail; expected a middle section between"),
    ("H:*-T:* | oy1 | 0/0 0/0 | 1", "a head lies at a tail"),
    ("H:r-oy | oy1 | 0/0 0/0 | 1", "H:r and oy touch with r and o; expected equal colours"),
    ("ro-yo | oy1 | 0/0 0/0 | 1", "snake 'ro-yo': ro and yo touch with o and y; expected equal"),
    ("H:r-ro-T:o | oy1 | 0/0 0/0 | 1", "snake 'H:r-ro-T:o' is complete; expected it to be coll"),
    ("H:*-ro-T:* | oy1 | 0/0 0/0 | 1", "is complete; expected it to be collected"),
    # The deck
    ("ro | | 0/0 0/0 | 1", "deck '': '' cannot be read; expected cards with their numbers, such"),
    ("ro | ro0 | 0/0 0/0 | 1", "deck 'ro0': 'ro0' is out of range; expected 1 to 255 cards of a"),
    ("ro | ro01 | 0/0 0/0 | 1", "'ro01' cannot be read"),
    ("ro | ro-1 | 0/0 0/0 | 1", "'ro-1' cannot be read"),
    ("ro | 3ro | 0/0 0/0 | 1", "'3ro' cannot be read"),
    ("ro | ro1,oy1 | 0/0 0/0 | 1", "'ro1,oy1' cannot be read"),
    ("ro | ro1 or1 | 0/0 0/0 | 1", "deck 'ro1 or1': ro is there twice; expected each kind once"),
    ("ro | H:r1 H:r1 | 0/0 0/0 | 1", "H:r is there twice"),
    ("ro | ro١ | 0/0 0/0 | 1", "cannot be read"),
    ("ro | ro² | 0/0 0/0 | 1", "cannot be read"),
    ("ro | ro256 | 0/0 0/0 | 1", "deck 'ro256': 'ro256' is out of range; expected 1 to 255 cards"),
    ("ro | oy1 ro1000 | 0/0 0/0 | 1", "'ro1000' is out of range; expected 1 to 255 cards of a k"),
    ("ro | ro" + "9" * 3900 + " | 0/0 0/0 | 1", "is out of range; expected 1 to 255 cards"),
    ("ro | oy1 rr2 | 0/0 0/0 | 1", "deck 'oy1 rr2': there is no card 'rr', whose two colours are"),
    ("ro | rx | 0/0 0/0 | 1", "deck 'rx': 'rx' cannot be read"),
    ("ro | ro255 oy1 | 0/0 0/0 | 1", "deck has 256 cards; expected at most 255"),
    ("ro | ro255 | 0/0 0/0 | 1", "position has 256 cards in all; expected at most 255"),
    ("- | ro253 | 3/3 0/0 | 1", "position has 256 cards in all"),
    ("ro | [ro | 0/0 0/0 | 1", "deck '[ro' is not closed; expected a ] at its end"),
    ("ro | [] | 0/0 0/0 | 1", "deck '[]': '' is no card; expected cards in their order, such as"),
    ("ro | [ro2] | 0/0 0/0 | 1", "deck '[ro2]': 'ro2' is no card"),
    ("ro | [ro pp] | 0/0 0/0 | 1", "deck '[ro pp]': there is no card 'pp', whose two colours"),
    ("ro | [ro  T:o] | 0/0 0/0 | 1", "'' is no card"),
    ("ro | [-] | 0/0 0/0 | 1", "'-' is no card"),
    # Scores
    ("ro | oy1 |  | 1", "score '' cannot be read; expected CARDS/LONGEST for each player, such as"),
    ("ro | oy1 | 0/0 | 1", "scores are 1 in number; expected those of 2 to 5 players"),
    ("ro | oy1 | 0/0 0/0 0/0 0/0 0/0 0/0 | 1", "scores are 6 in number"),
    ("ro | oy1 | 0/0 0 | 1", "score '0' cannot be read"),
    ("ro | oy1 | 0/0 -3/3 | 1", "score '-3/3' cannot be read"),
    ("ro | oy1 | 0/0 03/3 | 1", "score '03/3' cannot be read"),
    ("ro | oy1 | 0/0 ٣/٣ | 1", "cannot be read"),
    ("ro | oy1 | 0/0 3/4 | 1", "score 3/4 of player 2: the longest snake has more cards than all"),
    ("ro | oy1 | 2/2 0/0 | 1", "score 2/2 of player 1: the longest snake has 2 cards; expected 3 "),
    ("ro | oy1 | 3/0 0/0 | 1", "has 0 cards; expected 3 or more, as a complete snake has"),
    ("ro | oy1 | 5/3 0/0 | 1", "the other 2 cards cannot be snakes of 3 cards or more, none"),
    ("ro | oy1 | 7/3 0/0 | 1", "the other 4 cards cannot be snakes of 3 cards or more"),
    ("ro | oy1 | 999/999 0/0 | 1", "position has 1001 cards in all"),
    # The player and the card in hand
    ("ro | oy1 | 0/0 0/0 | ", "player to move '' cannot be read"),
    ("ro | oy1 | 0/0 0/0 | 0", "player to move '0' cannot be read; expected the number of a"),
    ("ro | oy1 | 0/0 0/0 | 3", "player to move 3 is out of range; expected 1 to 2"),
    ("ro | oy1 | 0/0 0/0 | 01", "player to move '01' cannot be read"),
    ("ro | oy1 | 0/0 0/0 | ²", "player to move '²' cannot be read"),
    ("ro | oy1 | 0/0 0/0 | b", "player to move 'b' cannot be read"),
    ("ro | oy1 | 0/0 0/0 | 1 rr", "whose two colours are equal; expected different ones, such as"),
    ("ro | oy1 | 0/0 0/0 | 1 rx", "there is no card 'rx'; expected a middle section such as ro, a"),
    ("ro | oy1 | 0/0 0/0 | 1 ro oy", "there is no card 'ro oy'"),
    ("ro | oy1 | 0/0 0/0 | 1 [ro]", "there is no card '[ro]'"),
    ("ro | oy1 | 0/0 0/0 | 1  ro", "there is no card ' ro'"),
    ("9" * 10**6, "is 1000000 characters long; expected at most 4096"),
    ("ro-" * 1300 + "| oy1 | 0/0 0/0 | 1", "there is no card ''"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), NOT_READ)
def test_a_bad_text_is_one_line(text: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        parse(text)
    assert message in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 300


@example("- | - | 0/0 0/0 | 1")
@example("H:r-ro H:r-ro T:* | [oy] | 3/3 0/0 | 2 H:*")
@given(st.text(alphabet="roygbpHT:*- []|/0123\t\n\u0663é²", max_size=60))
def test_any_text_is_refused_in_one_line_or_read_back(text: str) -> None:
    for whole in (
        text,
        f"{text} | oy1 | 0/0 0/0 | 1",
        f"ro | {text} | 0/0 0/0 | 1",
        f"ro | oy1 | {text} | 1",
        f"ro | oy1 | 0/0 0/0 | {text}",
    ):
        one_line_or(whole, parse)
    one_line_or(text, Laying.parse)
    one_line_or(f"H:r-ro-[{text}]", Laying.parse)


@given(positions)
def test_text_repr_and_copies(position: Position) -> None:
    for other in (
        parse(str(position), match=position.rulings.match),
        eval(repr(position), {"hisss": sp.hisss}),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert other == position
        assert hash(other) == hash(position)
        assert (other.state, other.looks) == (position.state, position.looks)


@given(setups(left=8))
def test_texts_are_those_of_the_twin(position: plain.Position) -> None:
    assert str(fast(position)) == str(position)


def test_positions_do_not_change() -> None:
    position = parse(EXAMPLE)
    with pytest.raises(AttributeError):
        position.player = 2  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        position.colour = "red"  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        position.deck.more = 2  # type: ignore[attr-defined]


def test_the_ruling_is_part_of_a_position() -> None:
    assert parse(EXAMPLE, match="optional") != parse(EXAMPLE)
    assert len({parse(EXAMPLE), parse(EXAMPLE), parse(EXAMPLE, match="optional")}) == 2
    assert repr(parse(EXAMPLE)) == f"hisss.parse({EXAMPLE!r})"
    assert repr(parse(EXAMPLE, match="optional")) == f"hisss.parse({EXAMPLE!r}, match='optional')"
    with pytest.raises(ValueError, match="ruling match has no option 'never'; expected one of: m"):
        parse(EXAMPLE, match="never")


def test_the_constructor_takes_cards_in_any_order_and_direction() -> None:
    scores = (Score(0, 0), Score(3, 3))
    position = Position(("yo-or", "H:r"), Deck({"yo": 1, "or": 1}), ("yo", "ro"), scores, 2, "or")
    assert str(position) == "H:r ro-oy | [oy ro] | 0/0 3/3 | 2 ro"
    for changed, says in (
        ({"order": ("yo",)}, "order has other cards than the deck; expected the same"),
        ({"table": ("ro-T:o-H:r",)}, "the head H:r is not at the left"),
        ({"player": 3}, "player to move 3 is out of range"),
        ({"card": "x"}, "there is no card 'x'"),
        ({"scores": ((0, 0),)}, "scores are 1 in number"),
    ):
        parts: dict[str, Any] = {
            "table": (), "deck": Deck({"yo": 1, "or": 1}), "order": None, "scores": scores,
            "player": 1, "card": None,
        }  # fmt: skip
        with pytest.raises(ValueError, match=says):
            Position(**{**parts, **changed})


# Of a deck


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ro-or | ro1 | 0/0 0/0 | 1", "position has 3 cards ro; expected at most 2, as there are"),
        ("ro | oy1 | 0/0 0/0 | 1", "position has 1 cards oy; expected at most 0"),
        ("- | ro1 | 4/4 0/0 | 1", "scores come to 4 cards, but 3 of the deck are gone; expected"),
        ("- | ro1 | 3/3 3/3 | 1", "scores come to 6 cards, but 3 of the deck are gone"),
        ("ro H:r | ro1 | 0/0 0/0 | 1", "scores come to 0 cards, but 1 of the deck is gone"),
        ("- | ro1 | 0/0 0/0 | 1 ro", "scores come to 0 cards, but 2 of the deck are gone"),
    ],
)
def test_a_position_has_to_come_of_its_deck(text: str, says: str) -> None:
    deck = Deck.parse("ro2 H:r T:o")
    with pytest.raises(ValueError) as error:
        parse(text, deck=deck)
    assert says in str(error.value)


def test_a_position_of_its_deck_is_as_without() -> None:
    deck = Deck.parse("ro2 H:r T:o")
    for text in ("- | ro1 | 3/3 0/0 | 1", "ro H:r | [or] | 0/0 0/0 | 2 T:o"):
        assert parse(text, deck=deck) == parse(text)
    with pytest.raises(TypeError, match="deck is the str 'x'; expected a Deck, such as read_deck"):
        parse(EXAMPLE, deck="x")  # type: ignore[arg-type]


# Starts


def test_starts() -> None:
    standard = "ro6 oy6 yg6 gb6 bp6 pr6 H:r1 H:o1 H:y1 H:g1 H:b1 H:p1 H:*1"
    tails = "T:r1 T:o1 T:y1 T:g1 T:b1 T:p1 T:*1"
    assert str(start()) == f"- | {standard} {tails} | 0/0 0/0 | 1"
    assert start(5).players == 5
    assert start(match="optional").rulings.match == "optional"
    assert not start().begun
    opened = start(3, seed=7)
    assert opened.order is not None
    assert opened == start(3, seed=7) != start(3, seed=8)
    assert opened.deck == start().deck
    assert opened.order != opened.deck.cards
    assert parse(str(opened)) == opened
    assert start().ordered(opened.order) == start(seed=7)


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        (partial(start, 1), ValueError, "players 1 is out of range; expected 2 to 5"),
        (partial(start, 6), ValueError, "players 6 is out of range"),
        (partial(start, "2"), TypeError, "players is the str '2'; expected an int, 2 to 5"),
        (partial(start, deck=Deck({})), ValueError, "deck has no cards; expected 1 or more"),
        (partial(start, deck="ro2"), TypeError, "deck is the str 'ro2'; expected a Deck"),
        (partial(start, seed="1"), TypeError, "seed is the str '1'; expected an int"),
        (partial(start, match="x"), ValueError, "ruling match has no option 'x'"),
        (partial(parse, 3), TypeError, "position is the int '3'; expected a text such as H:r-ro"),
        (partial(start().ordered, ["ro"]), ValueError, "order has other cards than the deck"),
        (partial(start().ordered, [3]), TypeError, "card is the int '3'; expected a text such as"),
    ],
)
def test_what_is_no_start(wrong: Callable[[], object], error: type[Exception], says: str) -> None:
    with pytest.raises(error) as raised:
        wrong()
    assert says in str(raised.value)


# Decks


def document(**changes: Any) -> str:
    """Return the document of a small deck, with changes, as text."""
    cards = [{"card": "T:*", "count": 1}, {"card": "or", "count": 2}]
    return json.dumps(
        {"$schema": "urn:serpentes:deck:1", "title": "x", "game": "hisss", "cards": cards} | changes
    )


def test_the_default_deck_is_that_of_the_rules() -> None:
    deck = sp.hisss.default_deck()
    assert len(deck) == 50
    assert list(deck.cards) == sorted(plain.start().deck, key=CARDS.index)
    assert deck is sp.hisss.default_deck()


def test_a_deck_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text(document())
    deck = read_deck(path)
    assert deck == Deck({"ro": 2, "T:*": 1}) == Deck.parse("T:*1 or2") != Deck({"ro": 2})
    assert (len(deck), deck.kinds, deck.cards) == (3, ("ro", "T:*"), ("ro", "ro", "T:*"))
    assert (deck["or"], deck["T:r"]) == (2, 0)
    for other in (copy.copy(deck), copy.deepcopy(deck), pickle.loads(pickle.dumps(deck))):
        assert other == deck
        assert hash(other) == hash(deck)
    assert eval(repr(deck), {"Deck": Deck}) == deck
    assert deck != "ro2 T:*1"
    assert str(deck.without("ro").without("or")) == "T:*1"
    with pytest.raises(ValueError, match="card oy is not in the deck; expected one of: ro, T"):
        deck.without("oy")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[", "is no deck: it is not JSON"),
        (document(game="master"), "field game is 'master'; expected it to be 'hisss'"),
        (document(cards=[]), "field cards is '[]'"),
        (document(cards=[{"card": "ro", "count": 0}]), "field cards.0.count is '0'"),
        (document(cards=[{"card": "ro", "count": 256}]), "field cards.0.count is '256'"),
        (document(cards=[{"card": "ro", "count": True}]), "field cards.0.count is 'true'"),
        (document(cards=[{"card": "ro"}]), "field cards.0.count is missing"),
        (document(cards=[{"card": "rx", "count": 1}]), "field cards.0.card is 'rx'"),
        (document(cards=[{"card": "ro\n", "count": 1}]), "field cards.0.card is"),
        (document(cards=[{"card": "rr", "count": 1}]), "there is no card 'rr'"),
        (document(cards=[{"card": c, "count": 1} for c in ("ro", "or")]), "card ro is there twice"),
        (document(cards=[{"card": c, "count": 200} for c in ("ro", "oy")]), "deck has 400 cards"),
    ],
)
def test_a_bad_file_is_one_line(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "deck.json"
    path.write_text(text)
    with pytest.raises(ValueError) as error:
        read_deck(path)
    assert says in str(error.value)
    assert str(error.value).startswith(str(path))
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("counts", "error", "says"),
    [
        ({"ro": -1}, ValueError, "number of cards ro is out of range; expected 0 to 255"),
        ({"ro": 10**5000}, ValueError, "number of cards ro is out of range"),
        ({"ro": "1"}, TypeError, "number of cards ro is the str '1'; expected an int"),
        ({"ro": 1, "or": 1}, ValueError, "card ro is in the deck twice; expected each kind once"),
        ({3: 1}, TypeError, "card is the int '3'; expected a text such as ro, H:r or T:*"),
    ],
)
def test_what_is_no_deck(counts: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as raised:
        Deck(counts)
    assert says in str(raised.value)


# Drawing, and the entry


@given(positions)
def test_the_drawing_has_every_card(position: Position) -> None:
    assert isinstance(position, drawable.Laid)
    assert not isinstance(position, drawable.Drawable)
    svg = position._repr_svg_()
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    cards = sum(map(len, position.rows())) + (position.card is not None)
    assert svg.count("</title></rect>") == cards
    # The letters of both sides of a card, whose turn it is, the deck, and the players.
    assert svg.count("<text") == 2 * cards + 2 + position.players


def test_the_entry_of_the_registry() -> None:
    game = registry.game("hisss")
    assert game.parse(game.example) == parse(EXAMPLE)
    assert isinstance(game.start(**game.rulings.choose({})), base.CardPosition)
    assert (game.title, game.board, game.rulings.names) == ("Hisss", None, ("match",))
    assert game.cards is not None
    assert not game.cards.dealt
    assert sp.hisss.Draw is Draw
