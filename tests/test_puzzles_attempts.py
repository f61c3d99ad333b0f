"""Moves that are tried in puzzles, and hints, as the proofs of shipped puzzles have them."""

import json
from pathlib import Path

import pytest
from cli_runner import refused, run

from serpentes.puzzles import files
from serpentes.puzzles.attempts import named
from serpentes.puzzles.games import game_of
from serpentes.puzzles.master.model import DominantPuzzle, PackPuzzle
from serpentes.puzzles.moves.model import MoveSet

FOLDER = Path(__file__).parent.parent / "puzzles"
SETS = sorted(path for path in FOLDER.glob("*.json") if path.name != "schema.json")
by_set = pytest.mark.parametrize("path", SETS, ids=lambda path: path.name)
SERPENT = str(FOLDER / "serpent-3.json")


@by_set
def test_solutions_are_right_to_the_end(path: Path) -> None:
    found = files.read(str(path))
    attempt, read = game_of(found).attempt, game_of(found).read
    for puzzle in found.puzzles:
        position = read(puzzle)
        line: tuple[str, ...]
        if isinstance(puzzle, PackPuzzle):
            line = puzzle.solution.line
        elif isinstance(puzzle, DominantPuzzle):
            line = (str(puzzle.solution.card),)
        elif isinstance(found, MoveSet):
            line = puzzle.solution.line[::2]
        else:
            line = (puzzle.solution.move,)
        for count in range(1, len(line) + 1):
            result = attempt(puzzle, position, line[:count])
            assert result.right
            assert result.complete == (count == len(line))
        with pytest.raises(ValueError):
            attempt(puzzle, position, (*line, line[-1]))


@by_set
def test_every_other_move_is_wrong(path: Path) -> None:
    found = files.read(str(path))
    game = game_of(found)
    for puzzle in found.puzzles[:12]:
        position = game.read(puzzle)
        if isinstance(puzzle, DominantPuzzle):
            moves = [str(card) for card in position.hands[puzzle.goal.player - 1]]
        else:
            moves = [str(move) for move in position.moves()]
        results = {move: game.attempt(puzzle, position, (move,)) for move in moves}
        right = [move for move, result in results.items() if result.right]
        assert right
        assert len({results[move].says for move in right}) == 1
        if not isinstance(puzzle, PackPuzzle):
            assert len({results[move].line[0] for move in right}) == 1
        for result in results.values():
            assert result.right or not result.complete
            if isinstance(found, MoveSet):
                after = position
                for text in result.line:
                    after = after.play(text)


@by_set
def test_hints_end_with_the_move(path: Path) -> None:
    found = files.read(str(path))
    game = game_of(found)
    for puzzle in found.puzzles:
        position = game.read(puzzle)
        hints = game.hints(puzzle, position)
        assert len(set(hints)) == len(hints) > 2
        assert game.attempt(puzzle, position, (hints[-1].split()[-1],)).right


def test_refutations_come_from_the_proof() -> None:
    found = files.read(SERPENT)
    puzzle = found.puzzles[19]
    wrong = puzzle.tries[0]
    result = run("puzzles", "try", SERPENT, "20", wrong.move)
    assert result.code == 1
    assert f"line      {wrong.move} {' '.join(wrong.refutation)}\n" in result.out
    result = run("puzzles", "try", SERPENT, puzzle.id[:8], puzzle.solution.move, "--json")
    assert result.code == 0
    assert json.loads(result.out)["right"] is True


def test_later_moves_that_win_slower_are_wrong() -> None:
    """In a tree, every legal move but the ones that win as fast is wrong at the second turn."""
    found = files.read(SERPENT)
    game = game_of(found)
    seen = 0
    for puzzle in found.puzzles:
        tree = puzzle.solution.tree
        if tree is None or len(puzzle.solution.line) < 3:
            continue
        first, answer = puzzle.solution.line[:2]
        node = tree.defences[answer]
        position = game.read(puzzle)
        for move in position.play(first).play(answer).moves():
            result = game.attempt(puzzle, position, (first, str(move)))
            assert result.right == (str(move) in (node.move, *node.also))
            seen += 1
    assert seen > 20


def test_hints_on_the_command_line() -> None:
    result = run("puzzles", "hint", SERPENT, "3")
    assert result.out == "hint 1 of 4: themes: cut, merge, walk, double kill\n"
    assert len(run("puzzles", "hint", SERPENT, "3", "--level", "4").out.splitlines()) == 4
    assert "level is 5; expected 1 to 4" in refused("puzzles", "hint", SERPENT, "3", "--level", "5")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("99", "a1"), "no puzzle '99'; expected a number, 1 to 40"),
        (("x", "a1"), "no puzzle 'x'"),
        (("zzzz", "a1"), "no puzzles have an id that begins with 'zzzz'"),
        (("1", "a9"), "a9"),
        (("1", "move"), "'move'"),
    ],
)
def test_what_is_no_puzzle_or_move_is_refused(words: tuple[str, ...], says: str) -> None:
    assert says in refused("puzzles", "try", SERPENT, *words)


def test_ids_that_are_alike_are_told_apart(tmp_path: Path) -> None:
    found = files.read(SERPENT)
    for puzzle in found.puzzles:
        assert named(found, puzzle.id) == puzzle
    document = json.loads(Path(SERPENT).read_text())
    document["puzzles"][1]["id"] = document["puzzles"][0]["id"]
    (tmp_path / "set.json").write_text(json.dumps(document))
    line = refused("puzzles", "hint", str(tmp_path / "set.json"), document["puzzles"][0]["id"])
    assert "2 puzzles have an id that begins with" in line
