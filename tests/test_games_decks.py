"""Decks: the default one, files, the schema, and what is wrong with a deck."""

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import serpentes as sp
from serpentes.games import decks, documents
from serpentes.games.master.deck import Deck, default_deck, read_deck

DECKS = Path(decks.__file__).with_name("decks")
PATHS = {
    15: "FF", 14: "FL", 13: "FR", 12: "FFF", 11: "FLR", 10: "FRL", 9: "FFL", 8: "FFFF", 7: "FFLL",
    6: "FFRR", 5: "FLRL", 4: "FRLR", 3: "FFFFF", 2: "FLLFR", 1: "FRRFL",
}  # fmt: skip


def document(**changes: Any) -> dict[str, Any]:
    """Return the document of a small deck, with changes."""
    return {
        "$schema": "urn:serpentes:deck:1",
        "title": "a deck",
        "game": "master",
        "cards": [{"number": 2, "path": "FL"}, {"number": 7, "path": "F"}],
        **changes,
    }


def read(tmp_path: Path, text: str) -> Deck:
    """Read a deck from a file with this text."""
    path = tmp_path / "deck.json"
    path.write_text(text, encoding="utf-8")
    return read_deck(path)


def test_the_default_deck_is_that_of_the_rules() -> None:
    assert default_deck() == Deck(PATHS)
    assert sum(map(len, default_deck().paths)) == 53
    assert default_deck().numbers == tuple(range(15, 0, -1))
    assert sp.master.default_deck() is default_deck()


def test_the_schema_is_that_of_the_model() -> None:
    # `python -m serpentes.games.decks` writes it.
    assert decks.SCHEMA_FILE.read_text(encoding="utf-8") == documents.dumps(decks.schema())
    jsonschema.Draft202012Validator.check_schema(decks.schema())


def test_decks_fit_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(decks.schema())
    for path in sorted(DECKS.glob("*.json")):
        if path != decks.SCHEMA_FILE:
            validator.validate(json.loads(path.read_bytes()))
    validator.validate(document())
    assert not validator.is_valid(document(game="chess"))
    assert not validator.is_valid(document(cards=[{"number": 1, "path": "LF"}]))


def test_cards_come_in_any_order(tmp_path: Path) -> None:
    deck = read(tmp_path, json.dumps(document()))
    assert (deck.numbers, deck.paths, deck[2]) == ((7, 2), ("F", "FL"), "FL")
    assert deck == Deck({2: "FL", 7: "F"}) == Deck({7: "F", 2: "FL"}) != Deck({7: "F"})
    assert hash(deck) == hash(Deck({7: "F", 2: "FL"}))
    assert deck != "FL"
    assert [deck.place(number) for number in (7, 2)] == [0, 1]
    assert deck.as_dict() == {"7": "F", "2": "FL"}
    for other in (copy.copy(deck), copy.deepcopy(deck), pickle.loads(pickle.dumps(deck))):
        assert other == deck
    assert eval(repr(deck), {"Deck": Deck}) == deck


CARD = {"number": 1, "path": "F"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no deck: it is not JSON: "),
        ("[", "is no deck: it is not JSON: "),
        ("[]", "is no deck: the document is '[]'; expected it to be an object"),
        ("{}", "is no deck: field $schema is missing"),
        (json.dumps(document(game="chess")), "field game is 'chess'; expected it to be 'master'"),
        (json.dumps(document(more=1)), "field 'more' is unknown; expected no such field"),
        (json.dumps(document(title="")), "field title is ''"),
        (json.dumps(document(cards=[])), "field cards is '[]'; expected it to "),
        (json.dumps(document(cards=[{**CARD, "number": n} for n in range(1, 34)])), "field cards"),
        (json.dumps(document(cards=[{**CARD, "number": 0}])), "field cards.0.number is '0'"),
        (json.dumps(document(cards=[{**CARD, "number": 1000}])), "field cards.0.number is '1000'"),
        (json.dumps(document(cards=[{**CARD, "number": "1"}])), "field cards.0.number is '1'"),
        (json.dumps(document(cards=[{**CARD, "number": True}])), "field cards.0.number is 'true'"),
        (json.dumps(document(cards=[{**CARD, "path": "LF"}])), "field cards.0.path is 'LF'"),
        (json.dumps(document(cards=[{**CARD, "path": "F" * 17}])), "field cards.0.path is 'FFF"),
        (json.dumps(document(cards=[{**CARD, "path": "F\n"}])), "field cards.0.path is"),
        (json.dumps(document(cards=[{"number": 1}])), "field cards.0.path is missing"),
        (json.dumps(document())[:-1] + ', "title": "b"}', "field 'title' is there twice; expected"),
        (json.dumps(document(cards=[CARD, CARD])), "card 1 is there twice; expected each number"),
        (
            json.dumps(document(cards=[{**CARD, "path": "FRRR"}])),
            "path 'FRRR' of card 1 comes back to a cell; expected no cell twice, nor the first",
        ),
        (" " * (1 << 20) + "{}", "is larger than 1,048,576 bytes; expected a deck"),
    ],
)  # fmt: skip
def test_a_bad_file_is_one_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ValueError) as error:
        read(tmp_path, text)
    assert says in str(error.value)
    assert str(error.value).startswith(str(tmp_path / "deck.json"))
    assert len(str(error.value).splitlines()) == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_deck(tmp_path / "nothing.json")


@pytest.mark.parametrize(
    ("paths", "says"),
    [
        ({}, "deck has 0 cards; expected 1 to 32"),
        ({number: "F" for number in range(1, 34)}, "deck has 33 cards; expected 1 to 32"),
        ({0: "F"}, "card '0' is out of range; expected 1 to 999"),
        ({1000: "F"}, "card '1000' is out of range"),
        ({1: ""}, "path '' of card 1 cannot be read; expected 1 to 16 letters F, L or R"),
        ({1: "L"}, "path 'L' of card 1 cannot be read"),
        ({1: "FX"}, "path 'FX' of card 1 cannot be read"),
        ({1: "FLLL"}, "path 'FLLL' of card 1 comes back to a cell"),
        ({1: "FFLLFL"}, "path 'FFLLFL' of card 1 comes back to a cell"),
    ],
)
def test_what_is_no_deck(paths: dict[int, str], says: str) -> None:
    with pytest.raises(ValueError) as error:
        Deck(paths)
    assert says in str(error.value)


def test_things_of_another_type() -> None:
    with pytest.raises(TypeError, match="card is the str '1' with the str 'F'; expected an int"):
        Deck({"1": "F"})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="card 16 is not in the deck; expected one of: 15, 14, "):
        default_deck().place(16)
    with pytest.raises(ValueError, match="that card is not in the deck"):
        default_deck().place(10**5000)
