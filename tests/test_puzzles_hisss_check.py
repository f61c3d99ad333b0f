"""The validator of sets of Hisss: proves what is right, and tells what is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from cli_runner import refused
from hisss_puzzles import BEST, NAMES, WIN, document, puzzle_of, read
from puzzle_documents import Json, at, changed, dumped, is_refused, leaves, problems

import serpentes as sp
from serpentes.puzzles import files
from serpentes.puzzles.faults import TOO_COSTLY, OutOfNodesError
from serpentes.puzzles.hisss import check as hisss_check
from serpentes.puzzles.hisss import rules, tasks
from serpentes.puzzles.hisss.layers import Layers

TRUSTED = {
    ("licence",),
    ("generator",),
    ("generator", "version"),
    ("seed",),
    ("parameters", "games"),
    ("parameters", "without"),
    ("parameters", "count"),
}
"""What a set says of itself that nothing in it could prove."""


@pytest.mark.parametrize("name", NAMES)
def test_small_documents_are_proved(name: str) -> None:
    assert problems(document(name, 2)) == []


def set_field(*path: str | int, to: Json) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        at(puzzle_of(document), path[:-1])[path[-1]] = to

    return change


def exchange_layings(document: Json) -> None:
    layings = puzzle_of(document)["solution"]["layings"]
    layings[0], layings[1] = layings[1], layings[0]


def drop_a_laying(document: Json) -> None:
    puzzle_of(document)["solution"]["layings"].pop()


def another_laying(document: Json) -> None:
    solution = puzzle_of(document)["solution"]
    solution["move"] = solution["layings"][1]["move"]


def drop_an_answer(document: Json) -> None:
    puzzle_of(document)["solution"]["tree"]["answers"].popitem()


def end_too_soon(document: Json) -> None:
    answers = puzzle_of(document)["solution"]["tree"]["answers"]
    answers[next(iter(answers))] = None


def go_on_too_long(document: Json) -> None:
    tree = puzzle_of(document)["solution"]["tree"]
    while tree["answers"]:
        answer, below = next(iter(tree["answers"].items()))
        if below is None:
            tree["answers"][answer] = {"move": "[ro]", "answers": {}}
            return
        tree = below
    tree["answers"]["[ro]"] = None


def lay_more_of_the_deck(document: Json) -> None:
    puzzle = puzzle_of(document)
    deck, _, rest = puzzle["position"].partition(" | ")[2].partition(" | ")
    puzzle["position"] = puzzle["position"].replace(deck, "ro1")
    assert rest


def open_the_deck(document: Json) -> None:
    puzzle = puzzle_of(document)
    puzzle["position"] = "H:r-ro gy | [oy T:o T:y] | 0/0 0/0 | 1 oy"


def twice(document: Json) -> None:
    document["puzzles"].append(document["puzzles"][0])


WRONG_THEME = [{"name": "join", "says": "so", "moves": []}]
TAMPERED: list[tuple[str, Callable[[Json], None], str]] = [
    (BEST, exchange_layings, "solution.layings"),
    (BEST, drop_a_laying, "solution.layings"),
    (BEST, another_laying, "solution.move"),
    (BEST, set_field("solution", "layings", 0, "chance", to="6/7"), "solution.layings.0.chance"),
    (BEST, set_field("solution", "layings", 0, "reply", to="[ro]"), "solution.layings.0.reply"),
    (BEST, set_field("solution", "tree", to={"move": "[ro]", "answers": {}}), "solution.tree"),
    (BEST, set_field("uniqueness", "lead", to="1/7"), "uniqueness.lead"),
    (BEST, set_field("uniqueness", "criterion", to="one laying wins"), "uniqueness.criterion"),
    (BEST, set_field("greedy", "right", to=True), "greedy.right"),
    (BEST, set_field("greedy", "moves", to=[]), "greedy.moves"),
    (BEST, set_field("difficulty", "depth", to=9), "difficulty.depth"),
    (BEST, set_field("difficulty", "misled", to=False), "difficulty.misled"),
    (BEST, set_field("difficulty", "score", to=99), "difficulty.score"),
    (BEST, set_field("difficulty", "tier", to="expert"), "difficulty.tier"),
    (BEST, set_field("themes", to=WRONG_THEME), "themes"),
    (BEST, set_field("id", to="0" * 32), "id"),
    (BEST, set_field("goal", "kind", to="win"), "goal.kind"),
    (BEST, set_field("rulings", "match", to="optional"), "rulings"),
    (BEST, set_field("rulings", to={}), "rulings"),
    (BEST, set_field("rulings", to={"stuck": "passes"}), "position"),
    (BEST, set_field("position", to="chess"), "position"),
    (BEST, set_field("position", to="ro | oy3 | 0/0 0/0 0/0 | 1 ro"), "position"),
    (BEST, set_field("position", to="ro | oy3 | 0/0 0/0 | 1"), "position"),
    (BEST, set_field("position", to="ro | oy9 ro1 | 0/0 0/0 | 1 oy"), "position"),
    (BEST, lay_more_of_the_deck, "position"),
    (BEST, open_the_deck, "position"),
    (BEST, twice, "id"),
    (WIN, set_field("solution", "layings", 1, "reply", to=None), "solution.layings.1.reply"),
    (WIN, set_field("solution", "tree", to=None), "solution.tree"),
    (WIN, set_field("solution", "tree", "move", to="[ro]"), "solution.tree.move"),
    (WIN, drop_an_answer, "solution.tree.answers"),
    (WIN, end_too_soon, "solution.tree.answers"),
    (WIN, go_on_too_long, "solution.tree"),
    (WIN, set_field("goal", "kind", to="best"), "goal.kind"),
]


@pytest.mark.parametrize(("name", "change", "field"), TAMPERED)
def test_tampering_is_found(name: str, change: Callable[[Json], None], field: str) -> None:
    found = document(name)
    change(found)
    faults = problems(found)
    assert any(problem.field.startswith(field) for problem in faults), faults


@pytest.mark.parametrize("name", [BEST, WIN])
def test_every_change_of_a_puzzle_is_found(name: str) -> None:
    """Whatever is changed in a puzzle, it is no longer right: there is nothing in it to no end."""
    whole = document(name)
    tried = 0
    for path in leaves(puzzle_of(whole)):
        *above, last = path
        for value in changed(at(puzzle_of(whole), path)):
            other = copy.deepcopy(whole)
            target = at(puzzle_of(other), above)
            if target[last] == value or path == ("board",):
                continue
            target[last] = value
            tried += 1
            assert is_refused(other), (path, value)
    assert tried > 60


def test_every_change_of_a_set_is_found_but_what_is_taken_on_trust() -> None:
    whole = document(BEST)
    taken = set()
    for path in leaves({name: part for name, part in whole.items() if name != "puzzles"}):
        for value in changed(at(whole, path)):
            other = copy.deepcopy(whole)
            at(other, path[:-1])[path[-1]] = value
            if value != at(whole, path) and not is_refused(other):
                taken.add(path)
    assert taken <= TRUSTED


def test_a_set_has_no_more_puzzles_than_were_asked_for_and_looked_for() -> None:
    whole = document(BEST, 2)
    whole["parameters"].update(count=1, games=1)
    fields = {problem.field for problem in problems(whole)}
    assert fields == {"parameters.count", "parameters.games"}


@pytest.mark.parametrize(
    ("name", "field", "value", "where"),
    [
        (BEST, "margin", "999/1000", "uniqueness.lead"),
        (BEST, "margin", "1/1000", "parameters.margin"),
        (BEST, "margin", "2/40", "parameters.margin"),
        (BEST, "margin", None, "parameters.margin"),
        (WIN, "margin", "1/20", "parameters.margin"),
        (BEST, "kind", "win", "goal.kind"),
        (BEST, "match", "optional", "rulings"),
        (BEST, "deck", {"ro": 5}, "position"),
        (BEST, "deck", {"or": 5}, "parameters.deck"),
        (BEST, "deck", {"ro": 200, "oy": 200}, "parameters.deck"),
    ],
)
def test_what_a_set_says_of_all_puzzles(name: str, field: str, value: Json, where: str) -> None:
    found = document(name)
    found["parameters"][field] = value
    fields = {problem.field for problem in problems(found)}
    assert {where, "title"} <= fields | ({"title"} if field == "deck" else set())


def test_a_set_has_no_more_cards_left_than_it_says() -> None:
    whole = document(BEST, 99)
    whole["parameters"]["cards"] = 3
    found = files.parse(dumped(whole))
    for puzzle in found.puzzles:
        left = len(tasks.read(puzzle).deck)
        says = [text for field, text in hisss_check.misfits(puzzle, found) if field == "position"]
        more = f"has {left} cards in the deck; expected at most 3 as in the set"
        assert says == ([more] if left > 3 else [])


def test_greed_may_not_solve_most_of_a_set() -> None:
    found = json.loads(read(BEST).model_dump_json(by_alias=True))
    found["puzzles"] = [one for one in found["puzzles"] if one["greedy"]["right"]][:1]
    assert [problem.says for problem in problems(found)] == [
        "are solved by greed: 1 of 1; expected half at most"
    ]


def test_a_puzzle_that_costs_too_much_is_not_proved() -> None:
    (puzzle, *_) = read(BEST).puzzles
    assert list(hisss_check.faults(puzzle, nodes=3)) == [TOO_COSTLY]


def test_many_snakes_cost_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any two of them may be joined: whatever a file says, few tables are put together."""
    tables = 0

    def counted(*words: Any) -> Any:
        nonlocal tables
        tables += 1
        return with_new(*words)

    with_new = rules._with
    monkeypatch.setattr(rules, "_with", counted)
    snakes = [
        "-".join([one + other, *([other + one, one + other] * length)])
        for one, other in permutations("roygb", 2)
        for length in range(3)
    ]
    position = sp.hisss.parse(f"H:r-ro {' '.join(snakes)} | oy9 yg9 gb9 bp9 T:r1 | 0/0 0/0 | 1 oy")
    with pytest.raises(OutOfNodesError):
        Layers(position, 5000)
    assert tables < 2500  # 5543 if only layings counted


def test_texts_of_a_file_do_not_reach_the_terminal_as_they_are(tmp_path: Path) -> None:
    for place in (("title",), ("puzzles", 0, "themes", 0, "says"), ("licence",)):
        made = document(BEST)
        at(made, place[:-1])[place[-1]] = "a\x1b[2Jb"
        (tmp_path / "set.json").write_bytes(dumped(made))
        assert "\\x1b[2J" in refused("puzzles", "show", str(tmp_path / "set.json"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: puzzle_of(d).pop("greedy"), "field puzzles.0.greedy is missing"),
        (lambda d: puzzle_of(d)["goal"].update(kind="draw"), "field puzzles.0.goal.kind is 'draw'"),
        (lambda d: puzzle_of(d).update(game="master"), "puzzles.0.game is 'master'"),
        (lambda d: d["parameters"].pop("margin"), "field parameters.margin is missing"),
        (lambda d: d["parameters"].update(players=3), "field parameters.players is '3'"),
        (lambda d: d["parameters"].update(cards=10), "field parameters.cards is '10'"),
        (lambda d: d.update(table={}), "field table is '{}'"),
    ],
)
def test_wrong_fields_are_named(
    change: Callable[[Json], object], says: str, tmp_path: Path
) -> None:
    found = document(BEST)
    change(found)
    path = tmp_path / "set.json"
    path.write_bytes(dumped(found))
    line = refused("puzzles", "check", str(path))
    assert line.startswith(f"{path}: is no puzzle set: ")
    assert says in line


def test_show_refuses_a_position_that_is_none(tmp_path: Path) -> None:
    found = document(BEST, 2)
    found["puzzles"][1]["position"] = "H:r-ro-T:o | oy3 | 0/0 0/0 | 1 oy"
    (tmp_path / "set.json").write_bytes(dumped(found))
    line = refused("puzzles", "show", str(tmp_path / "set.json"))
    assert line.startswith("puzzle 2: snake 'H:r-ro-T:o' is complete")
