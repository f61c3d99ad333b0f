"""The commands on Hisss: moves, perft, show, solve, estimate, random play; decks; bad input."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from cli_runner import refused, run
from test_cli_positions import process

import serpentes as sp

HELD = "H:r-ro py | ro1 T:o1 | 0/0 0/0 | 1 oy"
DRAWING = "H:r-ro | oy2 T:o1 | 0/0 0/0 | 1"
SMALL = "ro2 oy1 H:r1 H:*1 T:y1"


@pytest.fixture
def deck(tmp_path: Path) -> str:
    """Return the path of the small deck of the rules."""
    path = tmp_path / "deck.json"
    cards = [{"card": c, "count": n} for c, n in sp.hisss.Deck.parse(SMALL).as_dict().items()]
    document = {"$schema": "urn:serpentes:deck:1", "title": "six", "game": "hisss", "cards": cards}
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


# Positions


def test_moves_json() -> None:
    assert run("moves", "hisss", HELD, "--json").json == {
        "game": "hisss",
        "rulings": {"match": "mandatory"},
        "deck": {"ro": 1, "T:o": 1},
        "position": HELD,
        "finished": False,
        "scores": [[0, 0], [0, 0]],
        "winners": [],
        "moves": ["H:r-ro-[oy]", "H:r-ro-[oy]-yp", "[oy]-yp"],
    }
    optional = run("moves", "hisss", HELD, "--ruling", "match=optional", "--json").json
    assert optional["moves"] == ["H:r-ro-[oy]", "H:r-ro-[oy]-yp", "[oy]", "[oy]-yp"]


def test_moves_of_chance() -> None:
    found = run("moves", "hisss", DRAWING, "--json").json
    assert found["moves"] == ["oy", "T:o"]
    assert found["chance_outcomes"] == {"oy": 2, "T:o": 1}
    lines = run("moves", "hisss", DRAWING).out.splitlines()
    assert lines == [f"{DRAWING}  match=mandatory", "oy  2 of 3", "T:o  1 of 3"]
    assert run("moves", "hisss", HELD).out.splitlines()[1:] == [
        "H:r-ro-[oy]", "H:r-ro-[oy]-yp", "[oy]-yp",
    ]  # fmt: skip


def test_moves_of_a_finished_game() -> None:
    found = run("moves", "hisss", "ro | - | 3/3 0/0 3/3 | 1", "--json").json
    assert (found["finished"], found["winners"], found["moves"]) == (True, [1, 3], [])
    assert found["scores"] == [[3, 3], [0, 0], [3, 3]]


def test_the_start_and_positions_with_an_empty_table(deck: str) -> None:
    start = run("moves", "hisss", "--json").json
    assert start["position"] == str(sp.hisss.start())
    own = run("moves", "hisss", "--deck", deck, "--json").json
    assert own["position"] == f"- | {SMALL} | 0/0 0/0 | 1"
    # A position that begins with a dash is no option.
    for text in (own["position"], f"-|{SMALL}|0/0 0/0|1"):
        assert run("moves", "hisss", text, "--deck", deck, "--json").json == own


def test_perft(deck: str) -> None:
    found = run("perft", "hisss", "--deck", deck, "--depth", "4", "--divide", "--json").json
    assert found["perft"][:2] == [5, 5]
    assert sum(found["divide"].values()) == found["perft"][3]
    assert list(found["divide"]) == ["ro", "oy", "H:r", "H:*", "T:y"]


def test_show_draws_cards_with_their_letters() -> None:
    lines = run("show", "hisss", "H:r-ro T:* py-yo | ro2 T:o | 0/0 7/4 | 1 oy").out.splitlines()
    assert lines == [
        "H:r-ro T:* oy-yp | ro2 T:o1 | 0/0 7/4 | 1 oy  match=mandatory",
        "│H r│r o│",
        "│* T│",
        "│o y│y p│",
        "deck, 3 cards: │r o│ 2  │o T│ 1",
        "player 1 lays │o y│",
        "player 1: no cards",
        "player 2: 7 cards, the longest snake has 4",
    ]


def test_show_of_open_decks_and_ends() -> None:
    lines = run("show", "hisss", "- | [ro T:o] | 0/0 0/0 | 1").out.splitlines()
    assert lines[1:4] == [
        "no snakes on the table",
        "deck, 2 cards, next first: │r o│ │o T│",
        "player 1 draws",
    ]
    lines = run("show", "hisss", "ro | - | 3/3 0/0 | 2").out.splitlines()
    assert lines[2] == "deck, 0 cards"
    assert lines[-1] == "the game is over: player 1 wins"


def test_show_json_and_svg() -> None:
    found = run("show", "hisss", HELD, "--json").json
    assert (found["rows"], found["player"], found["card"]) == ([["H:r", "ro"], ["py"]], 1, "oy")
    assert run("show", "hisss", HELD, "--svg").out.startswith("<svg ")


def test_show_in_a_terminal_that_knows_ascii_only() -> None:
    done = process("show", "hisss", "H:r-ro | oy1 | 0/0 0/0 | 1", encoding="ascii")
    assert done.stdout.decode("ascii").splitlines()[1:3] == ["|H r|r o|", "deck, 1 card: |o y| 1"]


# Chances


def test_solve_json(deck: str) -> None:
    found = run("solve", "hisss", "--deck", deck, "--json").json
    assert found.pop("seconds") >= 0
    assert found == {
        "game": "hisss",
        "rulings": {"match": "mandatory"},
        "deck": {"ro": 2, "oy": 1, "H:r": 1, "H:*": 1, "T:y": 1},
        "position": f"- | {SMALL} | 0/0 0/0 | 1",
        "finished": False,
        "scores": [[0, 0], [0, 0]],
        "winners": [],
        "values": ["61/90", "29/90"],
        "layings": [],
    }
    optional = run("solve", "hisss", "--deck", deck, "--ruling", "match=optional", "--json").json
    assert optional["values"] == ["193/360", "167/360"]


def test_solve_says_what_each_laying_is_worth() -> None:
    text = "H:r-ro or | [T:o ro] | 0/0 0/0 | 1 oy"
    found = run("solve", "hisss", text, "--threads", "1", "--json").json
    exact = sp.solve(sp.hisss.parse(text))
    assert [laying["move"] for laying in found["layings"]] == list(map(str, exact.layings))
    assert found["layings"][0]["best"]
    assert found["layings"][0]["values"] == found["values"] == list(map(str, exact.values))
    lines = run("solve", "hisss", DRAWING.replace("oy2", "oy1")).out.splitlines()
    assert lines[1:3] == ["player 1   3/4 (0.7500)", "player 2   1/4 (0.2500)"]
    lines = run("solve", "hisss", "H:r-ro py | T:y1 | 0/0 0/0 | 1 oy").out.splitlines()
    assert lines[3:6] == [
        "best H:r-ro-[oy]-yp  1/2 (0.5000)  1/2 (0.5000)",
        "best [oy]-yp         1/2 (0.5000)  1/2 (0.5000)",
        "     H:r-ro-[oy]     0  1",
    ]


def test_a_dry_run_says_what_there_is_to_do(deck: str) -> None:
    lines = run("solve", "hisss", "--deck", deck, "--dry-run").out.splitlines()
    assert lines[1] == "deck       6 cards, 360 orders"
    assert re.fullmatch(r"sequences  [0-9,]+ of layings, estimated", lines[2])
    assert lines[3:] == ["time       very roughly under a second on one thread"]
    found = run("solve", "hisss", "--deck", deck, "--dry-run", "--json").json
    assert (found["orders"], found["measured"], found["refused"]) == (360, True, None)
    assert 0 < found["seconds"] < 1


def test_a_dry_run_says_what_will_be_refused() -> None:
    said = refused("solve", "hisss", code=1)
    assert "about 2.2e+47 orders of them, the limit is about 1.2e+18; serpentes estimate" in said
    lines = run("solve", "hisss", "--dry-run").out.splitlines()
    assert lines[3:] == [f"refused    {said}"]
    assert run("solve", "hisss", "--dry-run", "--json").json["refused"] == said
    small = ("solve", "hisss", DRAWING, "--memory", "1M")
    assert run(*small, "--dry-run", "--json").json["refused"] == refused(*small, code=1)


def test_a_dry_run_of_what_takes_too_long_knows_no_time() -> None:
    position = sp.hisss.start(3, seed=1, match="optional")
    args = ("solve", "hisss", str(position), "--ruling", "match=optional", "--dry-run")
    assert "time       not known; going on from shorter ones, " in run(*args).out
    assert run(*args, "--json").json["measured"] is False


def test_the_dry_run_of_the_documentation() -> None:
    text = (Path(__file__).parents[1] / "docs" / "hisss.md").read_text(encoding="utf-8")
    found = re.search(r"\$ serpentes (solve hisss .* --dry-run)\n((?:.+\n)*?)```", text)
    assert found is not None
    assert run(*shlex.split(found[1])).out == found[2]


def test_a_dry_run_of_an_estimate(deck: str) -> None:
    args = ("estimate", "hisss", "--deck", deck, "--samples", "9", "--dry-run")
    lines = run(*args).out.splitlines()
    assert lines[1:] == [
        "sample     very roughly under a second on one thread",
        "time       very roughly under a second for 9 of them",
    ]
    found = run(*args, "--json").json
    assert found["seconds"] == pytest.approx(9 * found["seconds_per_sample"])
    assert (found["samples"], found["measured"]) == (9, True)
    optional = run("estimate", "hisss", "--ruling", "match=optional", "--dry-run", "--json").json
    assert (optional["samples"], optional["measured"]) == (100, False)
    assert "is open; expected a closed deck" in refused(
        "estimate", "hisss", "ro | [oy] | 0/0 0/0 | 1", "--dry-run"
    )


def test_estimate(deck: str) -> None:
    args = ("estimate", "hisss", "--deck", deck, "--samples", "50", "--seed", "3")
    found = run(*args, "--json").json
    assert (found["exact"], found["samples"], found["seed"]) == (False, 50, 3)
    assert (found["method"], found["confidence"]) == ("perfect-information Monte Carlo", 0.95)
    value = found["values"][0]
    assert 0 < value["low"] < value["mean"] < value["high"] < 1
    assert run(*args, "--json").json["values"] == found["values"]
    lines = run(*args).out.splitlines()
    assert lines[1].startswith("estimate, not exact: perfect-information Monte Carlo")
    assert lines[2] == "samples    50, seed 3, 95% confidence"
    assert lines[3].startswith("player 1   about 0.")


def test_estimate_of_layings() -> None:
    found = run("estimate", "hisss", HELD, "--samples", "9", "--json").json
    assert {laying["move"] for laying in found["layings"]} == {
        "H:r-ro-[oy]", "H:r-ro-[oy]-yp", "[oy]-yp",
    }  # fmt: skip
    means = [laying["values"][0]["mean"] for laying in found["layings"]]
    assert means == sorted(means, reverse=True)
    lines = run("estimate", "hisss", HELD, "--samples", "9").out.splitlines()
    assert sum("about" in line for line in lines) == 2 + 3


# Random play


def test_stats_of_random_play_json(deck: str) -> None:
    args = ("stats", "hisss", "--players", "3", "--games", "300", "--seed", "7", "--json")
    found = run(*args).json
    assert 0 < found.pop("seconds") < 60
    assert run(*args).json["seats"] == found["seats"]
    seats: list[dict[str, Any]] = found.pop("seats")
    assert sum(seat["win_share"] for seat in seats) == pytest.approx(1)
    assert set(seats[0]) == {"seat", "wins", "win_share"}
    lengths = found.pop("lengths")
    assert sum(lengths.values()) == pytest.approx(300 * found.pop("snakes_per_game"))
    assert 3 <= found.pop("mean_length") <= 50
    assert 0 <= found.pop("shared_wins") < 0.1
    assert found.pop("cards_left") == pytest.approx(1 / 3, abs=0.05)
    assert found.pop("turns_with_choice") == pytest.approx(0.39, abs=0.05)
    assert found == {
        "game": "hisss",
        "players": 3,
        "games": 300,
        "seed": 7,
        "rulings": {"match": "mandatory"},
        "deck": sp.hisss.default_deck().as_dict(),
    }
    own = run(
        "stats", "hisss", "--games", "20", "--deck", deck, "--ruling", "match=optional", "--json"
    ).json
    assert own["rulings"] == {"match": "optional"}
    assert sum(own["deck"].values()) == 6


def test_stats_of_random_play_for_people(deck: str) -> None:
    lines = run("stats", "hisss", "--games", "50", "--deck", deck).out.splitlines()
    assert lines[0] == (
        "hisss: 50 random games of a deck of 6 cards, players 2, match=mandatory, seed 0"
    )
    assert "shared by 2" in lines[2]
    assert any("snakes completed" in line for line in lines[3:])
    assert lines[-4].startswith("snakes completed per game: ")
    assert lines[-3].startswith("cards left on the table: ")
    assert lines[-2].startswith("turns with more than one move: ")
    assert lines[-1].startswith("games with a shared win: ")


# Bad input


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["moves", "hisss", "H:r-ro"],
            "has 1 part; expected TABLE | DECK | SCORES | PLAYER [CARD]",
        ),
        (
            ["moves", "hisss", "H:r-ro-H:o | - | 0/0 0/0 | 1"],
            "it has 2 heads; expected one at most",
        ),
        (["solve", "hisss", "H:r-yo | - | 0/0 0/0 | 1"], "H:r and yo touch with r and y; expected"),
        (["show", "hisss", "H:r-ro-T:o | - | 0/0 0/0 | 1"], "is complete; expected it to be"),
        (["estimate", "hisss", "ro | oy1 | 0/0 0/0 | 1 xx"], "there is no card 'xx'; expected a"),
        (["moves", "hisss", "ro | oy1 | 0/0 3/4 | 1"], "score 3/4 of player 2: the longest snake"),
        (["moves", "hisss", "ro | oy1 | 0/0 0/0 | 3"], "player to move 3 is out of range"),
        (["moves", "hisss", "9" * 10**5], "is 100000 characters long; expected at most 4096"),
        (["moves", "hisss", "- | ro٣ | 0/0 0/0 | 1"], "cannot be read; expected cards with their"),
        (["moves", "hisss", "-x | ro | 0/0 0/0 | 1"], "No such option"),
        (["moves", "hisss", HELD, "--ruling", "match=never"], "ruling match has no option 'never'"),
        (["moves", "hisss", HELD, "--ruling", "stuck=loses"], "hisss has no ruling 'stuck'"),
        (["moves", "hisss", HELD, "--preset", "x"], "hisss has no preset 'x'; the game has none"),
        (["moves", "hisss", HELD, "--size", "3"], "--size is no option of hisss; the game has no"),
        (["solve", "hisss", HELD, "--men", "3"], "--men is no option of solve for hisss; expected"),
        (["solve", "hisss", HELD, "--memory", "x"], "memory 'x' cannot be read"),
        (["audit", "hisss"], "there is no audit of hisss; expected serpent or fighting"),
        (["estimate", "serpent"], "there is no estimate of serpent; expected hisss"),
        (["estimate", "hisss", "ro | [oy] | 0/0 0/0 | 1"], "is open; expected a closed deck"),
        (["estimate", "hisss", HELD, "--samples", "0"], "samples '0' is out of range"),
        (["estimate", "hisss", HELD, "--samples", "x"], "Invalid value for '--samples'"),
        (["stats", "hisss", "--players", "6"], "players 6 is out of range; expected 2 to 5"),
        (["stats", "hisss", "--games", "0"], "games '0' is out of range"),
        (["stats", "hisss", "--cards", "3"], "--cards is no option of random play of hisss"),
        (["stats", "hisss", "--size", "3x3"], "--size is no option of hisss"),
        (["stats", "hisss", "--ruling", "match=x"], "ruling match has no option 'x'"),
        (["stats", "master", "--ruling", "match=optional"], "master has no ruling 'match'"),
        (["stats", "nothing", "--ruling", "match=optional"], "--ruling is no option of statistics"),
        (["moves", "hisss", "--deck", "/nothing.json"], "/nothing.json: No such file"),
    ],
)
def test_bad_input_is_one_line(args: list[str], message: str) -> None:
    assert message in refused(*args)


def test_a_deck_that_is_too_large_is_no_answer() -> None:
    assert "exact chances are out of reach with 50 cards" in refused("solve", "hisss", code=1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ro-or-ro | oy1 | 0/0 0/0 | 1", "position has 3 cards ro; expected at most 2, as there"),
        ("- | oy1 | 6/6 0/0 | 1", "scores come to 6 cards, but 5 of the deck are gone; expected"),
    ],
)
def test_a_position_that_cannot_come_of_the_deck(text: str, message: str, deck: str) -> None:
    assert message in refused("moves", "hisss", text, "--deck", deck)


def test_a_deck_of_another_game() -> None:
    path = str(Path(sp.master.__file__).parents[1] / "decks" / "master.json")
    said = refused("stats", "hisss", "--deck", path)
    assert said == f"{path}: is no deck: field game is 'master'; expected it to be 'hisss'"


def test_help_says_what_there_is() -> None:
    text = " ".join(run("solve", "--help").out.split())
    assert "For hisss: match=mandatory or optional (whether a card that fits" in text
    assert "Hisss: the exact chances of all players" in text
    assert "is no exact value" in " ".join(run("estimate", "--help").out.split())
