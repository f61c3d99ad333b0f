"""The commands solve, probe, stats and audit on games that are solved by material."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli_runner import refused, run

import serpentes as sp
from serpentes.cli import progress
from serpentes.solve.material_audit import choices
from serpentes.solve.slice_plan import plan
from serpentes.solve.table import Table

LENGTH_2 = ("solve", "fighting", "--length", "2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "[bold]2.table"
    assert run(*LENGTH_2, "-o", str(path)).code == 0
    return path


# solve


def test_solve_json_has_what_the_issue_promises() -> None:
    found = run("solve", "fighting", "--length", "4", "--json").json
    start = sp.fighting.start(length=4)
    assert found.pop("seconds") < 60
    assert len(found.pop("digest")) == 64
    assert found == {
        "game": "fighting",
        "length": 4,
        "rulings": start.rulings.as_dict(),
        "position": "wwww/1w1b1/bbbb b",
        "positions": 1577940,
        "loss": 573759,
        "draw": 178729,
        "win": 825452,
        "up_to_symmetry": {"positions": 400116, "win": 209070, "draw": 45168, "loss": 145878},
        "initial": {"outcome": "loss", "plies": None},
        "men": 13,
        "slices": 78,
        "bytes_per_position": 1.0,
        "table": None,
    }


def test_solve_with_few_men() -> None:
    found = run("solve", "fighting", "--length", "16", "--men", "3", "--json").json
    assert found["initial"] is None
    assert (found["men"], found["slices"]) == (3, 3)
    assert found["positions"] == 49 * 48 + 49 * 48 * 47


def test_solve_for_people(folder: Path) -> None:
    result = run(*LENGTH_2, "-o", str(folder), "--force")
    assert result.err == ""
    assert "value      loss by the number of men for the side to move\n" in result.out
    assert "slices     21, up to 7 men\n" in result.out
    assert "553 positions up to symmetry\n" in result.out
    assert f"{folder} (553 bytes)" in result.out
    out = run("solve", "fighting", "--length", "16", "--men", "2").out
    assert "value      not in the table\n" in out


def test_solve_takes_presets_and_positions() -> None:
    found = run(*LENGTH_2, "--preset", "mosona", "--json").json
    assert found["rulings"]["ends"] == "filled"
    assert found["position"] == "ww/w1b/bb b"
    at = run("solve", "fighting", "bb/ww1/2 b", "--json").json
    assert (at["position"], at["initial"]) == ("bb/ww1/2 b", {"outcome": "win", "plies": 3})


def test_threads_make_no_difference(tmp_path: Path) -> None:
    for threads in ("1", "3"):
        args = ("solve", "fighting", "--length", "3", "-o", str(tmp_path / threads))
        assert run(*args, "--threads", threads).code == 0
    names = [entry.name for entry in (tmp_path / "1").iterdir()]
    assert len(names) == 1 + 45
    for name in names:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes()


def test_a_dry_run_says_what_there_is_to_do(tmp_path: Path) -> None:
    args = ("solve", "fighting", "--length", "7", "--dry-run")
    planned = plan(sp.fighting.start(length=7))
    found = run(*args, "--json", "-o", str(tmp_path / "a.table")).json
    assert found["slices"] == 231
    assert found["positions"] == planned.placements == 3**22 - 2**23 + 1
    assert found["up_to_symmetry"] == planned.positions
    assert planned.positions < found["bytes"] < planned.positions * 1.01
    assert found["memory"] == planned.memory(on_disk=True)
    assert found["seconds"] > 100
    out = run(*args).out
    assert "slices     231\n" in out
    assert "time       very roughly " in out
    assert list(tmp_path.iterdir()) == []


def test_a_dry_run_needs_a_game_by_material() -> None:
    line = refused("solve", "serpent", "--size", "2", "--dry-run")
    assert line.startswith("--dry-run has no estimate for serpent, ")
    assert "not solved by material" in refused("solve", "serpent", "--size", "2", "--men", "4")


def test_refusals_are_one_line() -> None:
    assert refused(*LENGTH_2, "--preset", "bell") == (
        "capture=huff has no tables; solve with capture=optional or compulsory"
    )
    assert refused(*LENGTH_2, "--men", "1").startswith("men is 1; expected 2 or more")
    assert "neither a position nor --length is given" in refused("solve", "fighting")
    assert "length 17 is out of range" in refused("solve", "fighting", "--length", "17")


def test_limits_are_answered_with_no() -> None:
    line = refused(*LENGTH_2, "--max-positions", "100", code=1)
    assert line == "553 positions to solve, 100 allowed; solve fewer men or raise the limit"
    assert " bytes of memory needed, " in refused("solve", "fighting", "--length", "16", code=1)


def test_an_interrupted_solve_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.table"
    args = ("solve", "fighting", "--length", "3", "-o", str(path), "--threads", "1")

    @contextmanager
    def interrupting(**_: object) -> Iterator[progress.Report]:
        def report(doing: str, *_: object) -> None:
            if doing.startswith("4 men against 4"):
                signal.raise_signal(signal.SIGINT)

        yield report

    with monkeypatch.context() as patch:
        patch.setattr(progress, "reporting", interrupting)
        line = refused(*args, code=130)
    assert line == "interrupted; the same command goes on from the last checkpoint"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.table.checkpoint"]
    again = run(*args)
    assert again.code == 0
    assert again.err.startswith("serpentes: going on from a checkpoint with ")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.table"]
    assert Table.open(path, check=True).digest == sp.solve(sp.fighting.start(length=3)).digest


def test_an_interrupt_that_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("serpentes.solve.slices._Work.pair", interrupted)
    assert refused(*LENGTH_2, "-o", str(tmp_path / "a.table"), code=130) == "interrupted"


# probe


def test_probe_json(folder: Path) -> None:
    found = run("probe", str(folder), "bb/ww1/2 b", "--json").json
    assert (found["outcome"], found["plies"]) == ("win", 3)
    assert found["moves"][0] == {"move": found["line"][0], "outcome": "win", "plies": 3}
    position = sp.fighting.parse("bb/ww1/2 b")
    assert {move["move"] for move in found["moves"]} == {str(m) for m in position.moves()}
    assert len(found["line"]) == 3


def test_probe_for_people(folder: Path) -> None:
    out = run("probe", str(folder)).out
    assert out.startswith("ww/3/bb b  capture=optional ")
    assert "Black to move: loss by the number of men\n" in out
    assert out.count("loss by the number of men") == 1 + 4
    assert out.endswith(" ...\n")


def test_probe_says_when_the_game_is_over(folder: Path) -> None:
    out = run("probe", str(folder), "2/1b1/2 w").out
    assert out.endswith("the game is over: a loss for ○ White, who is to move\n")


def test_positions_that_are_not_in_a_table(folder: Path, tmp_path: Path) -> None:
    run(*LENGTH_2, "--men", "3", "-o", str(tmp_path / "few"))
    line = refused("probe", str(tmp_path / "few"), code=1)
    assert line.startswith("position 'ww/3/bb b' is not in the table: it has 2 men against 2, ")
    assert "has the board length 3" in refused("probe", str(folder), "www/4/bbb b")
    huffable = refused("probe", str(folder), "w1/1b1/2 w m2")
    assert "expected that only with capture=huff" in huffable


# stats


def test_stats_json(folder: Path) -> None:
    found = run("stats", str(folder), "--json").json
    assert [found[name] for name in ("positions", "win", "draw", "loss")] == [1932, 925, 266, 741]
    assert found["up_to_symmetry"]["positions"] == 553
    assert found["initial"] == {"outcome": "loss", "plies": None}
    assert sum(row["positions"] for row in found["by_value"]) == 1932
    assert sum(row["up_to_symmetry"] for row in found["by_value"]) == 553
    assert len(found["by_slice"]) == 21
    assert sum(row["positions"] for row in found["by_slice"]) == 1932
    assert found["zugzwangs"] >= len(found["zugzwang_examples"]) > 0
    for example in (*found["zugzwang_examples"], found["longest_win"], found["draw_example"]):
        probed = run("probe", str(folder), example["position"], "--json").json
        assert (probed["outcome"], probed["plies"]) == (example["outcome"], example["plies"])


def test_stats_for_people(folder: Path) -> None:
    out = run("stats", str(folder)).out
    assert "value of the start: loss by the number of men\n" in out
    assert "2 against 3" in out
    assert "longest win: " in out
    assert "zugzwangs, up to symmetry: " in out


# audit


def test_audit_json() -> None:
    found = run("audit", "fighting", "--length", "2:3", "--json").json
    assert found["game"] == "fighting"
    rows = found["results"]
    names = [choice.name for choice in choices(sp.game("fighting"))]
    assert [row["name"] for row in rows] == 2 * names
    assert {row["length"] for row in rows} == {2, 3}
    first = rows[0]
    assert (first["name"], first["preset"], first["position"]) == ("masters", True, "ww/3/bb b")
    assert first["black_first"] == first["white_first"] == {"outcome": "loss", "plies": None}
    assert first["reason"] is None
    by_name = {(row["name"], row["length"]): row for row in rows}
    assert by_name["bell", 2]["black_first"] is None
    assert by_name["bell", 2]["reason"].startswith("capture=huff has no tables")
    assert by_name["shape=culin", 3]["position"] is None
    assert "even length" in by_name["shape=culin", 3]["reason"]
    assert by_name["arc=none", 2]["white_first"] == {"outcome": "draw", "plies": None}
    assert by_name["masters", 3]["black_first"]["outcome"] == "win"


def test_audit_for_people() -> None:
    out = run("audit", "fighting", "--length", "2:3").out
    rows = {line.split("│")[1].strip(): line for line in out.splitlines() if "│" in line}
    assert "length 2" in out
    assert [cell.strip() for cell in rows["masters"].split("│")[2:4]] == ["loss (men)", "win in 17"]
    assert [cell.strip() for cell in rows["bell"].split("│")[2:4]] == ["no table", "no table"]
    assert rows["ends=filled"].split("│")[3].strip() == "-"
    assert "no table: capture=huff has no tables; " in out
    assert "-: length 3 does not fit ends=filled; expected an even length" in out


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("--size", "2"),
        ("--length", "2", "--size", "2"),
        ("ww/3/bb b",),
        ("ww/3/bb b", "--length", "2"),
    ],
)
def test_an_audit_of_a_game_by_material_is_of_lengths(args: tuple[str, ...]) -> None:
    assert "expected --length and neither a position nor another board" in refused(
        "audit", "fighting", *args
    )


def test_audit_refusals_are_one_line() -> None:
    assert "cannot be read; expected a number or a range" in refused(
        "audit", "fighting", "--length", "2-5"
    )
    assert "--length is no option of serpent" in refused(
        "audit", "serpent", "--size", "2", "--length", "2"
    )
    assert "100 allowed" in refused(
        "audit", "fighting", "--length", "3", "--max-positions", "100", code=1
    )


# progress


def test_the_time_left_is_shown_where_the_pace_is_even(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with progress.reporting(steady=True) as report:
        assert report is not None
        report("solving", 5, 10)
        report("solving", 7, 10)


def test_the_pace_does_not_count_what_an_earlier_run_has_done() -> None:
    clock = iter([0.0, 10.0, 20.0, 30.0])
    pace = progress.Pace(clock.__next__)
    assert pace.left(900, 1000) == ""
    assert pace.left(910, 1000) == "0:01:30 left"
    assert pace.left(950, 1000) == "0:00:20 left"
    assert pace.left(950, None) == ""


def test_json_is_strict_json(folder: Path) -> None:
    for args in (["stats", str(folder)], ["probe", str(folder)], [*LENGTH_2, "--men", "2"]):
        text = run(*args, "--json").out
        assert json.dumps(json.loads(text)) + "\n" == text
