"""The commands solve, probe, stats and audit."""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli_runner import refused, run

import serpentes as sp
from serpentes.cli import progress
from serpentes.solve.table import Table

REPETITION = "1ww/2bb/wbw2/b1w1/bbw b bw"
MIDDLE_GAME = "ww1/b1b1/ww1bw/bww1/3 b bw"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "[bold]2.table"
    assert run("solve", "serpent", "--size", "2", "-o", str(path)).code == 0
    return path


@pytest.fixture(scope="module")
def repeating(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "repeating.table"
    assert run("solve", "serpent", REPETITION, "-o", str(path)).code == 0
    return path


# solve


def test_solve_json_has_what_the_issue_promises() -> None:
    found = run("solve", "serpent", "--size", "2", "--json").json
    assert found.pop("seconds") < 60
    assert found.pop("digest") == sp.solve(sp.serpent.start(size=2)).digest
    assert found == {
        "game": "serpent",
        "size": 2,
        "rulings": {"hostility": "until-owner-turn", "stuck": "loses"},
        "position": "2/3/2 b -",
        "positions": 48,
        "win": 23,
        "draw": 0,
        "loss": 25,
        "initial": {"outcome": "loss", "plies": 5},
        "bytes_per_position": 10.0,
        "table": None,
    }


def test_solve_under_passes() -> None:
    found = run("solve", "serpent", "--size", "2", "--ruling", "stuck=passes", "--json").json
    assert [found[name] for name in ("positions", "win", "draw", "loss")] == [56, 10, 40, 6]
    assert found["initial"]["outcome"] == "draw"


def test_solve_writes_a_table(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    found = run("solve", "serpent", REPETITION, "--json", "-o", str(path), "--threads", "1").json
    assert found["initial"] == {"outcome": "draw", "plies": None}
    assert found["table"] == str(path)
    assert found["digest"] == Table.open(path, check=True).digest
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.table"]


def test_solve_for_people(folder: Path) -> None:
    result = run("solve", "serpent", "--size", "2", "-o", str(folder), "--force")
    assert result.err == ""
    assert "loss in 5 plies for the side to move" in result.out
    assert f"{folder} (480 bytes)" in result.out


def test_threads_make_no_difference(tmp_path: Path) -> None:
    for threads in ("1", "3"):
        run("solve", "serpent", MIDDLE_GAME, "-o", str(tmp_path / threads), "--threads", threads)
    for name in ("manifest.json", "keys.npy", "values.npy"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes()


def test_limits_are_answered_with_no() -> None:
    line = refused("solve", "serpent", "--size", "3", "--max-positions", "1000", code=1)
    assert line.startswith("more than 1,000 positions: stopped after ")
    assert "bytes of memory needed, 1,048,576 allowed" in refused(
        "solve", "serpent", "--size", "3", "--memory", "1M", code=1
    )
    assert "1,000" in refused("audit", "serpent", "--size", "3", "--max-positions", "1000", code=1)


def test_solve_needs_a_size_or_a_position() -> None:
    assert "neither a position nor --size is given" in refused("solve", "serpent")
    assert "neither a position nor --size is given" in refused("audit", "serpent")


def test_a_table_is_replaced_by_force_only(folder: Path) -> None:
    before = Table.open(folder).digest
    line = refused("solve", "serpent", REPETITION, "-o", str(folder))
    assert line.endswith("is a table already; --force replaces it")
    assert Table.open(folder, check=True).digest == before


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_what_is_no_table_is_never_replaced(tmp_path: Path, force: list[str]) -> None:
    (tmp_path / "thesis").write_text("precious")
    for path in (tmp_path, tmp_path / "thesis"):
        line = refused("solve", "serpent", "--size", "2", "-o", str(path), *force)
        assert "is there and is no table; expected a free name" in line
    assert (tmp_path / "thesis").read_text() == "precious"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    line = refused("solve", "serpent", "--size", "2", "-o", str(tmp_path / "no" / "a.table"))
    assert line == f"{tmp_path / 'no'}: there is no such folder"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything is open to root")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    line = refused("solve", "serpent", "--size", "2", "-o", str(tmp_path / "a.table"))
    assert line == f"{tmp_path}: the folder cannot be written to"


def test_an_interrupted_solve_leaves_a_checkpoint_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.table"
    args = ("solve", "serpent", MIDDLE_GAME, "-o", str(path))

    @contextmanager
    def interrupting(**_: object) -> Iterator[progress.Report]:
        yield lambda *_: signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(progress, "reporting", interrupting)
        line = refused(*args, code=130)
    assert line == "interrupted; the same command goes on from the last checkpoint"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.table.checkpoint"]

    again = run(*args)
    assert again.code == 0
    assert re.fullmatch(
        r"serpentes: going on from a checkpoint with [1-9][0-9,]* positions\n", again.err
    )
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.table"]
    assert Table.open(path, check=True).digest == sp.solve(sp.serpent.parse(MIDDLE_GAME)).digest


def test_a_damaged_checkpoint(tmp_path: Path) -> None:
    (tmp_path / "a.table.checkpoint").write_bytes(b"nonsense")
    line = refused("solve", "serpent", "--size", "2", "-o", str(tmp_path / "a.table"))
    assert ".table.checkpoint' is damaged" in line


def test_ctrl_c_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("serpentes.games.serpent.Position.moves", interrupted)
    assert refused("moves", "serpent", "2/3/2 b -", code=130) == "interrupted"


# probe


def test_probe_json(folder: Path) -> None:
    table = Table.open(folder)
    found = run("probe", str(folder), "b1/3/2 w -", "--json").json
    position = sp.serpent.parse("b1/3/2 w -")
    assert found["position"] == "b1/3/2 w -"
    assert (found["outcome"], found["plies"]) == (table[position].outcome, table[position].plies)
    assert found["moves"][0] == {"move": found["line"][0], "outcome": "win", "plies": 4}
    assert {move["move"] for move in found["moves"]} == {str(m) for m in position.moves()}
    assert len(found["line"]) == 4


def test_probe_for_people(folder: Path, repeating: Path) -> None:
    result = run("probe", str(folder), "2/3/2 b -")
    assert result.out.startswith("2/3/2 b -  hostility=until-owner-turn stuck=loses\n")
    assert "Black to move: loss in 5 plies" in result.out
    assert result.out.count("loss in") == 1 + 7
    assert run("probe", str(repeating), REPETITION).out.endswith("line: d4 c5~b ...\n")


def test_probe_without_a_position_takes_the_start_of_the_table(repeating: Path) -> None:
    assert run("probe", str(repeating)).out == run("probe", str(repeating), REPETITION).out


def test_probe_says_when_the_game_is_over(folder: Path) -> None:
    out = run("probe", str(folder), "2/1b1/2 w w").out
    assert out.endswith("the game is over: a loss for ○ White, who is to move\n")


def test_probe_reads_the_position_under_the_rulings_of_the_table(tmp_path: Path) -> None:
    path = str(tmp_path / "a.table")
    run("solve", "serpent", "--size", "2", "--ruling", "stuck=passes", "-o", path)
    found = run("probe", path, "2/3/2 b -", "--json").json
    assert found["rulings"] == {"hostility": "until-owner-turn", "stuck": "passes"}
    assert found["outcome"] == "draw"


def test_a_position_that_is_not_in_the_table(folder: Path) -> None:
    line = refused("probe", str(folder), "b1/3/2 w b", code=1)
    assert line == (
        "position 'b1/3/2 w b' is not in the table: it is not reachable from '2/3/2 b -'; "
        "solve from it to find its value"
    )


@pytest.mark.parametrize("command", [["probe", "TABLE", "2/3/2 b -"], ["stats", "TABLE"]])
def test_bad_tables_are_one_line(command: list[str], folder: Path, tmp_path: Path) -> None:
    def line(path: Path) -> str:
        return refused(*(str(path) if word == "TABLE" else word for word in command))

    assert line(tmp_path / "none") == f"{tmp_path / 'none'}: there is no such table folder"
    assert line(tmp_path) == f"table {tmp_path}: is no table, as it has no manifest.json"
    bad = tmp_path / "bad"
    sp.solve(sp.serpent.start(size=2)).save(bad)
    data = (bad / "values.npy").read_bytes()
    (bad / "values.npy").write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert line(bad) == f"table {bad}: values.npy is damaged, as it does not fit its digest"
    (bad / "values.npy").write_bytes(data[:-1])
    assert line(bad) == f"table {bad}: values.npy has 223 bytes; expected 224"


def test_bad_positions_are_one_line(folder: Path) -> None:
    assert "has the board size 3" in refused("probe", str(folder), "3/4/5/4/3 b -")
    assert "has 1 field" in refused("probe", str(folder), "x")


# stats


def test_stats_json(folder: Path) -> None:
    found = run("stats", str(folder), "--json").json
    assert found["table"] == str(folder)
    assert [found[name] for name in ("positions", "win", "draw", "loss")] == [48, 23, 0, 25]
    assert found["initial"] == {"outcome": "loss", "plies": 5}
    assert found["without_action"] == 11
    assert found["draw_example"] is None
    assert found["longest_win"]["outcome"] == "win"
    assert sum(row["positions"] for row in found["by_value"]) == 48
    probed = run("probe", str(folder), found["longest_win"]["position"], "--json").json
    assert (probed["outcome"], probed["plies"]) == ("win", found["longest_win"]["plies"])


def test_stats_for_people(folder: Path, repeating: Path) -> None:
    result = run("stats", str(folder))
    assert "positions without a legal action: 11" in result.out
    assert "a draw: none" in result.out
    assert "draw that never ends" in run("stats", str(repeating)).out


# audit


def test_audit_json() -> None:
    found = run("audit", "serpent", "--size", "2", "--json").json
    assert found["position"] == "2/3/2 b -"
    assert [row["winner"] for row in found["results"]] == ["w", None, "w", None]
    assert [row["positions"] for row in found["results"]] == [48, 56, 48, 56]
    assert found["outcome_depends"] == {"hostility": False, "stuck": True}


def test_audit_gives_a_repetition_to_check_by_hand() -> None:
    found = run("audit", "serpent", REPETITION, "--json").json["repetition"]
    assert found["plies"] == len(found["moves"]) == len(found["steps"]) == 2
    position = sp.serpent.parse(found["position"], **found["rulings"])
    for step in found["steps"]:
        assert step["position"] == str(position)
        assert [str(move) for move in position.moves()] == [step["move"]]
        assert step["others"] == []
        position = position.play(step["move"])
    assert str(position) == found["position"]


def test_audit_begins_the_repetition_with_the_start_if_that_is_in_it() -> None:
    turned = str(sp.serpent.parse(REPETITION).transform(4).exchanged())
    assert run("audit", "serpent", turned, "--json").json["repetition"]["position"] == turned
    before = "1ww/2bb/wbw2/b1w1/bb1 w bw"
    assert "up to symmetry" in run("audit", "serpent", before).out


def test_audit_for_people() -> None:
    result = run("audit", "serpent", REPETITION)
    assert result.out.count("2 plies") == 4
    assert result.out.count("there is no other move") == 2
    assert "shortest forced repetition, under" in result.out
    assert "no forced repetition" in run("audit", "serpent", "--size", "2").out


# progress


def test_progress_is_for_terminals_only() -> None:
    with progress.reporting() as report:
        assert report is None


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with progress.reporting() as report:
        assert report is not None
        report("finding positions", 5, 10)
    with progress.reporting(wanted=False) as report:
        assert report is None


def test_json_is_strict_json(folder: Path) -> None:
    for args in (["stats", str(folder)], ["probe", str(folder), "2/3/2 b -"]):
        text = run(*args, "--json").out
        assert json.dumps(json.loads(text)) + "\n" == text
