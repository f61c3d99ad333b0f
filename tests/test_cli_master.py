"""The commands on games of cards: moves, perft, show, random play; decks; bad input."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli_runner import refused, run
from test_cli_positions import process

import serpentes as sp

TASK = "3x3 hand=15,14"
GAME = "6x6 hands=15,8/14,12 blocked=c3 moves=15@a1N,14@f1N"
DECK = {"7": "F", "3": "FL"}


@pytest.fixture
def deck(tmp_path: Path) -> str:
    """Return the path of a deck of two cards."""
    path = tmp_path / "deck.json"
    cards = [{"number": int(number), "path": path} for number, path in DECK.items()]
    document = {"$schema": "urn:serpentes:deck:1", "title": "two", "game": "master", "cards": cards}
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


# Positions


def test_moves_json() -> None:
    found = run("moves", "master", "3x3 hand=15 start=a1", "--json").json
    assert found == {
        "game": "master",
        "width": 3,
        "height": 3,
        "rulings": {},
        "deck": sp.master.default_deck().as_dict(),
        "position": "3x3 hand=15 start=a1",
        "finished": False,
        "scores": [0],
        "winners": [],
        "moves": ["15N", "15E"],
    }


def test_moves_for_people() -> None:
    assert run("moves", "master", "3x3 hand=15 start=a1").out == "3x3 hand=15 start=a1\n15N\n15E\n"
    rounds = run("moves", "master", "3x3 hands=15,14/15,14").out.splitlines()
    assert len(rounds) == 385
    assert rounds[1] == "15@a1N,15@a1E"


def test_moves_of_a_finished_game() -> None:
    found = run("moves", "master", "4x4 hands=15/12 moves=15@a1N,12@d1N", "--json").json
    assert (found["finished"], found["scores"], found["winners"]) == (True, [2, 3], [2])
    assert found["moves"] == []


def test_perft() -> None:
    found = run("perft", "master", "4x4 hand=15,14,13,12", "--depth", "5", "--json").json
    assert found["perft"][3:] == [208, 0]
    divided = run("perft", "master", TASK, "--depth", "2", "--divide", "--json").json
    assert sum(divided["divide"].values()) == divided["perft"][-1] == 12


def test_a_deck_from_a_file(deck: str) -> None:
    found = run("moves", "master", "3x3 hand=3,7 start=a1", "--deck", deck, "--json").json
    assert found["deck"] == DECK
    assert found["moves"] == ["7N", "7E", "3E"]
    assert "card 15 is not in the deck; expected one of: 7, 3" in refused(
        "moves", "master", "3x3 hand=15", "--deck", deck
    )


def test_the_size_may_be_said_again() -> None:
    assert run("perft", "master", TASK, "--size", "3x3", "--depth", "2").code == 0
    assert "--size 3x4 does not fit the position, which has width 3, height 3" in refused(
        "perft", "master", TASK, "--size", "3x4"
    )


def test_show_draws_serpents() -> None:
    lines = run("show", "master", "4x4 hand=15,14 blocked=d4 moves=15@a1N;14E").out.splitlines()
    assert lines == [
        "4x4 hand=15,14 blocked=d4 moves=15@a1N;14E",
        "4  ·  (1)  ·   █",
        "       │",
        "3  1 ─ 1   ·   ·",
        "   │",
        "2  1   ·   ·   ·",
        "   │",
        "1  ○   ·   ·   ·",
        "   a   b   c   d",
        "player 1: 4 tokens, no cards",
        "the task is solved",
    ]


def test_show_draws_players_apart() -> None:
    lines = run("show", "master", "4x4 hands=15,14/12,8 moves=15@a1N,12@d1N").out.splitlines()
    assert lines[1] == "4  ·   ·   ·  (2)"
    assert lines[3] == "3 (1)  ·   ·   2"
    assert lines[-2:] == ["player 1: 2 tokens, card 14", "player 2: 3 tokens, card 8"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4x4 hands=15/12 moves=15@a1N,12@d1N", "the game is over: player 2 wins"),
        ("4x4 hands=15/15 moves=15@a1N,15@d1N", "the game is over: players 1 and 2 share the win"),
        ("3x3 hand=15 start=b2", "the task cannot be solved from here"),
    ],
)
def test_show_says_how_it_ended(text: str, says: str) -> None:
    assert run("show", "master", text).out.splitlines()[-1] == says


def test_show_of_a_board_without_tokens() -> None:
    lines = run("show", "master", "3x4 hand=15 blocked=b2 start=c4").out.splitlines()
    assert lines[1:6] == [
        "4  ·   ·  (○)",
        "3  ·   ·   ·",
        "2  ·   █   ·",
        "1  ·   ·   ·",
        "   a   b   c",
    ]


def test_show_json_and_svg() -> None:
    found = run("show", "master", GAME, "--json").json
    assert (found["finished"], found["scores"], found["winners"]) == (False, [2, 2], [])
    cells = {cell["cell"]: cell for cell in found["cells"]}
    assert len(cells) == 36
    assert cells["a3"] == {
        "cell": "a3", "x": -2.5, "y": 0.5, "blocked": False, "token": 1, "head": 1,
    }  # fmt: skip
    assert (cells["c3"]["blocked"], cells["f2"]["token"], cells["f2"]["head"]) == (True, 2, None)
    assert run("show", "master", GAME, "--svg").out.startswith("<svg ")


def test_show_in_a_terminal_that_knows_ascii_only() -> None:
    done = process("show", "master", "3x3 hand=15 blocked=c1 moves=15@a1N", encoding="ascii")
    assert done.stdout.decode("ascii").splitlines()[1:7] == [
        "3 (1)  .   .", "   |", "2  1   .   .", "   |", "1  o   .   #", "   a   b   c",
    ]  # fmt: skip


# Random play


def test_stats_of_random_play_json() -> None:
    found = run("stats", "master", "--players", "3", "--games", "50", "--seed", "7", "--json").json
    assert 0 < found.pop("seconds") < 60
    seats: list[dict[str, Any]] = found.pop("seats")
    assert found["placements_per_turn"] == pytest.approx(1 - found.pop("discards"))
    assert 0 <= found.pop("shared_wins") <= 1
    assert 0 < found.pop("placements_per_turn") < 1
    assert (found.pop("width"), found.pop("height"), found.pop("cards")) == (8, 8, 11)
    assert found == {"game": "master", "players": 3, "games": 50, "seed": 7}
    assert [seat["seat"] for seat in seats] == [1, 2, 3]
    assert sum(seat["win_share"] for seat in seats) == pytest.approx(1)
    assert set(seats[0]) == {"seat", "wins", "win_share", "tokens", "discards"}
    again = run("stats", "master", "--players", "3", "--games", "50", "--seed", "7", "--json").json
    assert again["seats"] == seats


def test_stats_of_random_play_for_people(deck: str) -> None:
    out = run(
        "stats", "master", "--players", "2", "--games", "20", "--size", "3x4", "--cards", "2",
        "--deck", deck,
    ).out  # fmt: skip
    lines = out.splitlines()
    assert lines[0] == "master: 20 random games on 3x4, players 2, cards in a hand 2, seed 0"
    assert "shared by 2" in lines[2]
    assert lines[-3].startswith("placements per turn: ")
    assert lines[-1].startswith("games with a shared win: ")


def test_stats_take_as_many_cards_as_a_small_deck_has(deck: str) -> None:
    command = ("stats", "master", "--games", "20", "--deck", deck)
    assert run(*command, "--json").json["cards"] == 2
    assert refused(*command, "--cards", "3") == (
        "cards 3 is out of range; expected 1 to 2, as many as are in the deck"
    )


# Bad input


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["moves", "master"], "master has no one start, as hands are dealt; expected a position, "),
        (["perft", "master", "--size", "6x6"], "such as '6x6 hands=15,14,8/15,14,8'"),
        (["moves", "master", "7x7", "hand=15"], "Put the position in quotes, as it has spaces."),
        (["moves", "master", "7x7"], "position has neither hand= nor hands="),
        (["moves", "master", "1x9 hand=15"], "size 1x9 is out of range; expected 3x3 to 8x8"),
        (["moves", "master", "3x3 hand=16"], "card 16 is not in the deck"),
        (["moves", "master", f"{TASK} moves=15@b2N"], "b2 is no edge cell"),
        (["moves", "master", "9" * 10**5], "is 100000 characters long; expected at most 4096"),
        (["moves", "master", "8x8 hands=15,14,13/15,14,13/15,14,13"], "too many rounds to list"),
        (["moves", "master", TASK, "--ruling", "stuck=loses"], "master has no ruling 'stuck'"),
        (["moves", "master", TASK, "--preset", "x"], "master has no preset 'x'; the game has none"),
        (["moves", "master", TASK, "--length", "3"], "--length is no option of master; expe"),
        (["moves", "master", TASK, "--size", "3"], "size '3' cannot be read; expected WID"),
        (["moves", "master", TASK, "--deck", "/nothing.json"], "/nothing.json: No such file"),
        (["moves", "serpent", "2/3/2 b -", "--deck", "x"], "--deck is no option of serpent"),
        (["perft", "master", TASK, "--depth", "0"], "Invalid value for '--depth'"),
        (["solve", "master"], "master has no one start"),
        (["audit", "master"], "there is no audit of master; expected serpent or fighting"),
        (["audit", "master", TASK], "there is no audit of master; expected serpent or fighting"),
        (["estimate", "master"], "there is no estimate of master; expected hisss"),
        (["moves", "master", "--size", "4x4"], "--size alone says no hands; expected a position"),
        (["moves", "master", "03x3 hand=15"], "size '03x3' cannot be read; expected WIDTHxHEIGHT"),
        (["moves", "master", "7x7 hand=15 moves=15@a1N;\t14E"], "cannot be read; expected NAME="),
        (["stats", "master", "--players", "5"], "players 5 is out of range; expected 1 to 4"),
        (["stats", "master", "--players", "x"], "Invalid value for '--players'"),
        (["stats", "master", "--games", "0"], "games '0' is out of range"),
        (["stats", "master", "--cards", "16"], "cards 16 is out of range; expected 1 to 15"),
        (["stats", "master", "--size", "2x2"], "size 2x2 is out of range; expected 3x3 to 8x8"),
        (["stats", "master", "--no-check"], "--no-check is no option of master; exp"),
        (["stats", "nothing", "--players", "2"], "--players is no option of statistics of a table"),
        (["stats", "nothing", "--deck", "x"], "--deck is no option of statistics of a table"),
        (["stats", "chess"], "chess"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(args: list[str], message: str) -> None:
    assert message in refused(*args)


def test_a_deck_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text("{}")
    said = refused("stats", "master", "--deck", str(path))
    assert said == f"{path}: is no deck: field $schema is missing"


def test_help_says_what_there_is() -> None:
    text = " ".join(run("moves", "--help").out.split())
    assert "The board size: 2 to 6 for serpent, 3x3 to 8x8 for master" in text
    assert "without a position 5 for serpent if left out" in text
    assert "; master needs a position, which says it." in text
    assert "--deck FILE" in text
    stats = " ".join(run("stats", "--help").out.split())
    for says in (
        "how many players, 1 to 4 for master, 2 to 5 for hisss; 2 if left out.",
        "how many games, 1 to 1,000,000,000; 1000 if left out.",
        "the board, 3x3 to 8x8; if left out 7x7 for 1, 6x6 for 2, 8x8 for 3 or 4 players.",
        "1 to as many as are in the deck; 11, or all of a deck with fewer, if left out.",
        "another seed, other games; 0 if left out.",
    ):
        assert says in stats
    assert "stuck=" not in stats
    solve = " ".join(run("solve", "--help").out.split())
    assert "The board size: 2 to 6 for serpent; needed to solve from the start" in solve
    assert "of master, two players, only remember less, which takes longer" in solve


def test_help_names_the_games_that_a_command_takes() -> None:
    audit = " ".join(run("audit", "--help").out.split())
    assert "The game: serpent or fighting." in audit
    assert "master" not in audit
    estimate = " ".join(run("estimate", "--help").out.split())
    assert "The game: hisss." in estimate
    for option in ("--size", "--length", "--preset", "stuck="):
        assert option not in estimate
    assert "match=mandatory or optional" in estimate
