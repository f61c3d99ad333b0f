"""The command deck: the default decks, and that what it prints is what --deck takes."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from cli_runner import refused, run

import serpentes as sp
from serpentes.games import decks

DECKS = {"master": sp.master, "hisss": sp.hisss}


@pytest.mark.parametrize("game", DECKS)
def test_json_is_the_deck_that_is_played_with(game: str, tmp_path: Path) -> None:
    found = run("deck", game, "--json").json
    jsonschema.Draft202012Validator(decks.schema()).validate(found)
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    assert DECKS[game].read_deck(path) == DECKS[game].default_deck()
    stats = ("stats", game, "--games", "20", "--json")
    played = [run(*stats, *deck).json for deck in ((), ("--deck", str(path)))]
    assert played[0]["seats"] == played[1]["seats"]


def test_master_for_people() -> None:
    title, *lines, total = run("deck", "master").out.splitlines()
    assert title == "Serpent Master: a deck of this project's own, with 53 tokens"
    rows = [line.replace("│", " ").split() for line in lines[3:-1]]
    deck = sp.master.default_deck()
    assert rows == [[str(n), deck[n], str(len(deck[n]))] for n in deck.numbers]
    assert total == "15 cards, 53 tokens"


def test_hisss_for_people() -> None:
    title, *lines, total = run("deck", "hisss").out.splitlines()
    assert title == "Hisss: the 50 cards of the game"
    rows = [line.replace("│", " ").split() for line in lines[3:-1]]
    assert dict(rows) == {card: str(n) for card, n in sp.hisss.default_deck().as_dict().items()}
    assert total == f"50 cards of {len(rows)} kinds"


def test_games_without_cards_have_no_deck() -> None:
    assert refused("deck", "serpent") == "there is no deck of serpent; expected master or hisss"
    assert "there is no game 'chess'" in refused("deck", "chess")
