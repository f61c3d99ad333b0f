"""Documents of files: what is wrong with one is said in words of its own, whatever it is."""

from __future__ import annotations

import copy
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from cli_runner import refused
from puzzle_documents import at, leaves

from serpentes.games import documents
from serpentes.games.decks import HisssDeck, MasterDeck
from serpentes.puzzles.sets import AnySet

ROOT = Path(__file__).parents[1]
DECKS = ROOT / "src" / "serpentes" / "games" / "decks"
SETS = [
    "serpent-2.json",
    "fighting-2.json",
    "master-7x7-minimal.json",
    "master-5x5-played.json",
]
WRONG = [
    None, True, 0, -1, 1 << 70, 1.5, "", "x" * 5000, "a\n", [], {}, [1] * 5000, {"x": 1},
    {"x" * 300: {"y": 2}}, [[]], [{}],
]  # fmt: skip
FOREIGN = re.compile("(?i)input|should|valid|unable|after validation|str_|_type")
"""What the messages of the library that checks documents have, and ours have not."""


def example(name: str) -> tuple[type[Any], Any]:
    if name in ("master", "hisss"):
        kind = MasterDeck if name == "master" else HisssDeck
        document = json.loads((DECKS / f"{name}.json").read_bytes())
        del document["cards"][2:]
        return kind, document
    document = json.loads((ROOT / "puzzles" / name).read_bytes())
    del document["puzzles"][1:]
    return AnySet, document


@pytest.mark.parametrize("name", ["master", "hisss", *SETS])
def test_every_wrong_field_is_told_in_our_words(name: str) -> None:
    model, document = example(name)
    said = set()
    for path in leaves(document):
        for value in WRONG:
            other = copy.deepcopy(document)
            at(other, path[:-1])[path[-1]] = value
            try:
                documents.parse(json.dumps(other).encode(), model, "document")
            except ValueError as error:
                said.add(str(error))
    assert len(said) > 50
    for line in said:
        assert line.startswith("is no document: ")
        assert len(line.splitlines()) == 1
        assert not FOREIGN.search(re.sub("'.*?'", "", line)), line
        assert re.search("expected|is missing", line), line


def deck(**changes: Any) -> dict[str, Any]:
    cards = [{"number": 2, "path": "FL"}]
    uri = "urn:serpentes:deck:1"
    return {"$schema": uri, "title": "a", "game": "master", "cards": cards, **changes}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"title": ""}, "field title is ''; expected it to have 1 character at least"),
        ({"title": "x" * 201}, "expected it to have at most 200 characters"),
        ({"title": 5}, "field title is '5'; expected it to be a text"),
        ({"cards": []}, "field cards is '[]'; expected it to have 1 part at least"),
        ({"cards": {}}, "field cards is '{}'; expected it to be a list"),
        ({"cards": [5]}, "field cards.0 is '5'; expected it to be an object"),
        ({"cards": [{"number": 2, "path": "F"}] * 33}, "expected it to have at most 32 parts"),
        ({"cards": [{"number": 0, "path": "F"}]}, "is '0'; expected it to be 1 or more"),
        ({"cards": [{"number": 1000, "path": "F"}]}, "is '1000'; expected it to be 999 or less"),
        ({"cards": [{"number": "1", "path": "F"}]}, "is '1'; expected it to be an integer"),
        ({"cards": [{"number": 1, "path": "x"}]}, "to match the pattern ^F[FLR]{0,15}$"),
        ({"game": "chess"}, "field game is 'chess'; expected it to be 'master'"),
    ],
)
def test_what_was_expected(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError) as error:
        documents.parse(json.dumps(deck(**changes)).encode(), MasterDeck, "deck")
    assert says in str(error.value)


def test_a_name_that_is_none() -> None:
    _, document = example("master-7x7-minimal.json")
    document["puzzles"][0]["deck"]["x"] = "F"
    with pytest.raises(ValueError) as error:
        documents.parse(json.dumps(document).encode(), AnySet, "puzzle set")
    assert str(error.value) == (
        "is no puzzle set: a name in field puzzles.0.deck is 'x'; "
        "expected it to match the pattern ^[1-9][0-9]{0,2}$"
    )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_is_named(encoding: str) -> None:
    with pytest.raises(ValueError, match="it begins with a byte order mark; expected"):
        documents.parse(json.dumps(deck()).encode(encoding), MasterDeck, "deck")


# What is no file to read


COMMANDS = [
    ("stats", "master", "--deck"),
    ("stats", "hisss", "--deck"),
    ("moves", "master", "3x3 hand=2", "--deck"),
    ("puzzles", "make", "master", "-o", "set.json", "--deck"),
    ("puzzles", "make", "master", "-o", "set.json", "--without"),
    ("puzzles", "check"),
    ("puzzles", "show"),
]


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Return a pipe that nobody writes into."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_is_refused(command: tuple[str, ...], pipe: Path) -> None:
    said = refused(*command, str(pipe))
    assert said.startswith(f"{pipe}: is no regular file; expected the file of a ")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_device_is_refused(command: tuple[str, ...]) -> None:
    said = refused(*command, "/dev/zero")
    assert said.startswith("/dev/zero: is no regular file; expected the file of a ")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_name_is_refused(command: tuple[str, ...]) -> None:
    said = refused(*command, "")
    assert said.startswith("the name of a file is empty; expected the file of a ")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_is_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    assert refused(*command, str(tmp_path)) == f"{tmp_path}: Is a directory"
