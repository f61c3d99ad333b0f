"""Files of proofs: what is written is read again, and whatever is wrong in one is found."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import serpentes as sp
from serpentes.games.base import SearchablePosition
from serpentes.solve.proof_check import proof_faults
from serpentes.solve.proof_files import Goal
from serpentes.solve.strategies import endless, ends_short, falls_short

# A win, one that has to be kept from somebody, and both where men are counted.
POSITIONS: list[tuple[str, str, dict[str, str], Goal, str]] = [
    ("serpent", "2/3/2 b -", {}, "win", "no"),
    ("serpent", "2/3/2 b -", {}, "draw", "no"),
    ("serpent", "2/b2/2 w -", {}, "win", "yes"),
    ("serpent", "1ww/2bb/wbw2/b1w1/bbw b bw", {}, "draw", "yes"),
    ("serpent", "1ww/2bb/wbw2/b1w1/bbw b bw", {}, "win", "no"),
    ("fighting", "wb1/4/3 b", {"arc": "none", "rows": "plain"}, "win", "no"),
    ("fighting", "bb1/w3/b2 b", {"direction": "forward"}, "win", "yes"),
    ("fighting", "bb1/w3/b2 w", {"direction": "forward"}, "draw", "no"),
]


def proved(game: str, text: str, rulings: dict[str, str], goal: Goal, answer: str) -> sp.Proof:
    position = sp.game(game).parse(text, **rulings)
    assert isinstance(position, SearchablePosition)
    search = sp.ProofSearch(position, goal, threads=1, table_bytes=1 << 16)
    assert search.run().answer == answer
    return search.proof()


def holds(proof: sp.Proof) -> bool:
    """Whether a proof proves its answer, by playing out every line of it, and no more than that."""
    seen: set[str] = set()

    def keeps(position: SearchablePosition, path: list[SearchablePosition]) -> bool:
        if position.outcome is not None:
            return not ends_short(position, proof.side, proof.keeps)
        if position in path:
            return not falls_short(endless(position, proof.side), proof.keeps)
        below = [*path, position]
        if position.side != proof.side:
            return all(keeps(child, below) for _, child in position.children())
        seen.add(str(position))
        named = proof.strategy.get(str(position))
        return any(str(move) == named and keeps(c, below) for move, c in position.children())

    return keeps(proof.position, []) and seen == set(proof.strategy)


@pytest.mark.parametrize("asked", POSITIONS, ids=str)
def test_every_mutation_is_found(asked: tuple[str, str, dict[str, str], Goal, str]) -> None:
    """Entries left out, other moves, other positions, another goal or answer."""
    proof = proved(*asked)
    assert holds(proof)
    assert sp.check_proof(proof) is None
    mutants = [
        replace(proof, answer="yes" if proof.answer == "no" else "no"),
        replace(proof, goal="draw" if proof.goal == "win" else "win"),
        replace(proof, position=proof.position.play(proof.position.moves()[0])),
        replace(proof, position=proof.position.exchanged()),
        replace(proof, strategy={**proof.strategy, str(proof.position.exchanged()): "a1"}),
    ]
    for where, played in proof.strategy.items():
        rest = {text: move for text, move in proof.strategy.items() if text != where}
        mutants.append(replace(proof, strategy=rest))
        position = sp.game(asked[0]).parse(where, **asked[2])
        for move in map(str, position.moves()):
            if move != played:
                mutants.append(replace(proof, strategy={**rest, where: move}))
        mutants.append(replace(proof, strategy={**rest, where: "a9"}))
    still = 0
    for mutant in mutants:
        sound = next(proof_faults(mutant), None) is None
        assert sound == holds(mutant)
        still += sound
    # Some moves do as well as the one that is named.
    assert still <= len(mutants) // 4


def test_faults_say_what_is_wrong() -> None:
    proof = proved("serpent", "2/b2/2 w -", {}, "win", "yes")
    where, move = next(iter(proof.strategy.items()))
    for strategy, says in (
        ({}, f"'{where}': there is no move for this position, which can come up"),
        ({where: "a1-b2"}, f"'{where}': a1-b2 is not legal in '{where}'"),
        ({**proof.strategy, "2/3/b1 w -": "a1"}, "which cannot come up"),
    ):
        assert says in str(sp.check_proof(replace(proof, strategy=strategy)))
    other = replace(proof, strategy={where: next(m for m in ("a1", "b2") if m != move)})
    assert list(proof_faults(other))


@pytest.mark.parametrize("name", ["proof.json", "proof.json.gz"])
@pytest.mark.parametrize("asked", POSITIONS[::3], ids=str)
def test_round_trip(
    tmp_path: Path, name: str, asked: tuple[str, str, dict[str, str], Goal, str]
) -> None:
    proof, path = proved(*asked), tmp_path / name
    proof.save(path)
    assert sp.Proof.open(path) == proof
    before = path.read_bytes()
    sp.Proof.open(path).save(str(path))
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == [name]
    text = gzip.decompress(before) if name.endswith(".gz") else before
    document = json.loads(text)
    assert document["$schema"] == "urn:serpentes:proof:1"
    assert document["rulings"] == proof.position.rulings.as_dict()
    assert document["strategy"] == proof.strategy


def written(tmp_path: Path, change: Callable[[dict[str, Any]], Any], name: str = "p.json") -> Path:
    path = tmp_path / name
    proved(*POSITIONS[2]).save(path)
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("$schema", "urn:serpentes:proof:2", "field $schema is 'urn:serpentes:proof:2'"),
        ("game", "go", "there is no game 'go'"),
        ("game", "master", "field game is master, which has no proofs"),
        ("board", {"size": 3}, "field board is {'size': 3}; expected {'size': 2}"),
        (
            "rulings",
            {"stuck": "loses"},
            "field rulings is {'stuck': 'loses'}; expected {'hostility",
        ),
        ("rulings", {"stuck": "dances"}, "ruling stuck has no option 'dances'"),
        ("position", "2/b2/3 w -", "row c ('3') has 3 cells; expected 2"),
        ("goal", "loss", "field goal is 'loss'"),
        ("answer", "unknown", "field answer is 'unknown'"),
        ("nodes", -1, "field nodes is '-1'"),
        ("strategy", {"2/3/2 b -": 3}, "is '3'; expected it to be a text"),
        ("strategy", [], "field strategy is '[]'"),
        ("more", 1, "field 'more' is unknown"),
    ],
)
def test_wrong_fields_are_told(tmp_path: Path, field: str, value: object, says: str) -> None:
    path = written(tmp_path, lambda document: document.update({field: value}))
    with pytest.raises(ValueError) as error:
        sp.Proof.open(path)
    assert str(error.value).startswith(f"{path}: ")
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "field",
    ["$schema", "generator", "game", "board", "rulings", "position", "goal", "answer", "strategy"],
)
def test_missing_fields_are_told(tmp_path: Path, field: str) -> None:
    path = written(tmp_path, lambda document: document.pop(field))
    with pytest.raises(ValueError, match=f"field {field.replace('$', '.')} is missing"):
        sp.Proof.open(path)


def test_a_position_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, lambda document: None)
    path.write_text(path.read_text().replace('"strategy": {', '"strategy": {"x": "a1", "x": "a2",'))
    with pytest.raises(ValueError, match="field 'x' is there twice"):
        sp.Proof.open(path)


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    proof, whole = proved(*POSITIONS[0]), tmp_path / "whole.json.gz"
    proof.save(whole)
    data = whole.read_bytes()
    for number, bad in enumerate((data[:-9], data[: len(data) // 2], data[:3], b"", b"{}", b"\0")):
        path = tmp_path / f"{number}.json.gz"
        path.write_bytes(bad)
        with pytest.raises(ValueError, match=r"(cannot be unpacked|is no proof)"):
            sp.Proof.open(path)
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 1
    whole.write_bytes(flipped)
    with pytest.raises(ValueError, match=str(whole)):
        sp.Proof.open(whole)
    plain = tmp_path / "plain.json"
    plain.write_bytes(data)
    with pytest.raises(ValueError, match="is no proof: it is not JSON"):
        sp.Proof.open(plain)


def test_what_is_no_file(tmp_path: Path) -> None:
    proof = proved(*POSITIONS[2])
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="is no regular file"):
        sp.Proof.open(tmp_path / "pipe")
    with pytest.raises(OSError, match="is no regular file"):
        proof.save(tmp_path / "pipe")
    for name in ("missing.json", "missing.json.gz"):
        with pytest.raises(FileNotFoundError):
            sp.Proof.open(tmp_path / name)
    for suffix in ("", ".gz"):
        folder = tmp_path / f"folder{suffix}"
        folder.mkdir()
        with pytest.raises(IsADirectoryError):
            sp.Proof.open(folder)
        with pytest.raises(IsADirectoryError):
            proof.save(folder)
    with pytest.raises(FileNotFoundError, match="there is no such folder"):
        proof.save(tmp_path / "no" / "proof.json")
    assert not list(tmp_path.glob("*.tmp"))


def test_the_line() -> None:
    """It is played by the strategy for its side, and ends or comes back."""
    for asked in POSITIONS:
        proof = proved(*asked)
        position, seen = proof.position, [proof.position]
        for move in proof.line():
            if position.side == proof.side:
                assert proof.strategy[str(position)] == str(move)
            position = position.play(move)
            seen.append(position)
        assert position.outcome is not None or position in seen[:-1]
    with pytest.raises(ValueError, match="the proof has no legal move for '2/b2/2 w -'"):
        replace(proved(*POSITIONS[2]), strategy={}).line()
