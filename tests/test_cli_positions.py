"""The commands perft, moves and show, and what is common to all commands."""

import os
import re
import subprocess
import sys

import pytest
from cli_runner import refused, run
from hypothesis import given, settings
from hypothesis import strategies as st

from serpentes import __version__
from serpentes.cli.app import app
from serpentes.cli.errors import one_line
from serpentes.cli.options import memory_size
from serpentes.games import registry

REPETITION = "1ww/2bb/wbw2/b1w1/bbw b bw"
COMMANDS = [command.callback.__name__ for command in app.registered_commands if command.callback]
START = "wwww/1w1b1/bbbb b"
RULINGS = "hostility=until-owner-turn stuck=loses"
BOTH = {"hostility": "until-owner-turn", "stuck": "loses"}


def process(*args: str | bytes, encoding: str = "utf-8") -> "subprocess.CompletedProcess[bytes]":
    """Run the command in a process of its own, its output in the given encoding."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONIOENCODING": encoding,
    }
    command = [sys.executable, "-m", "serpentes", *args]
    return subprocess.run(command, capture_output=True, env=environment, check=False)


# perft


def test_perft_json_has_what_the_issue_promises() -> None:
    found = run("perft", "serpent", "--size", "5", "--depth", "4", "--json").json
    seconds = found.pop("seconds")
    assert 0 < seconds < 60
    assert found == {
        "game": "serpent",
        "size": 5,
        "rulings": BOTH,
        "position": "5/6/7/8/9/8/7/6/5 b -",
        "depth": 4,
        "perft": [61, 3660, 215940, 12524520],
    }


def test_perft_of_a_position_under_rulings() -> None:
    found = run(
        "perft", "serpent", REPETITION, "--depth", "2", "--ruling", "stuck=passes",
        "--ruling", "hostility=end-of-turn", "--json",
    ).json  # fmt: skip
    assert found["rulings"] == {"hostility": "end-of-turn", "stuck": "passes"}
    assert found["position"] == REPETITION
    assert found["perft"] == [1, 1]


def test_divide_adds_up() -> None:
    found = run("perft", "serpent", "--size", "2", "--depth", "4", "--divide", "--json").json
    assert list(found["divide"]) == ["a1", "a2", "b1", "b2", "b3", "c1", "c2"]
    assert sum(found["divide"].values()) == found["perft"][-1] == 840


def test_perft_for_people() -> None:
    result = run("perft", "serpent", "--size", "2", "--depth", "4", "--divide")
    assert result.code == 0
    assert re.search(r"^a1 +\d+$", result.out, re.MULTILINE)
    assert re.search(r"^depth 4 +840$", result.out, re.MULTILINE)
    assert result.out.splitlines()[0] == f"2/3/2 b -  {RULINGS}"


@pytest.mark.parametrize(("seconds", "rated"), [(0.05, False), (0.2, True)])
def test_perft_gives_a_rate_for_runs_that_tell_one(
    seconds: float, rated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serpentes.cli.perft.perf_counter", iter((0.0, seconds)).__next__)
    assert ("million a second" in run("perft", "serpent", "--size", "2").out) == rated


def test_perft_of_the_second_game() -> None:
    found = run("perft", "fighting", "--preset", "kolowis", "--depth", "5", "--json").json
    assert (found["game"], found["length"]) == ("fighting", 16)
    assert found["rulings"]["capture"] == "compulsory"
    assert found["rulings"]["chain"] == "full"
    assert found["perft"] == [6, 14, 47, 151, 561]
    assert "size" not in found


@pytest.mark.parametrize(
    ("options", "length", "text"),
    [
        (["--preset", "mosona"], 8, "wwwwwwww/wwww1bbbb/bbbbbbbb b"),
        (["--preset", "mosona", "--length", "4"], 4, "wwww/ww1bb/bbbb b"),
        (["--preset", "mosona", "--ruling", "ends=empty"], 8, "wwwwwwww/1www1bbb1/bbbbbbbb b"),
        (["--preset", "ludii-kolowis", "--length", "4"], 4, "wwww/1w1b/bbbb w"),
    ],
)
def test_presets_name_a_board_that_may_be_changed(
    options: list[str], length: int, text: str
) -> None:
    found = run("moves", "fighting", *options, "--json").json
    assert (found["length"], found["position"]) == (length, text)


def test_a_preset_for_a_position() -> None:
    found = run("moves", "fighting", "wwww/1w1b/bbbb w", "--preset", "ludii-kolowis", "--json").json
    assert found["rulings"]["shape"] == "culin"
    assert found["moves"][0] == "t1-m1"


# moves


def test_moves_json() -> None:
    found = run("moves", "serpent", REPETITION, "--json").json
    assert found == {
        "game": "serpent",
        "size": 3,
        "rulings": BOTH,
        "position": REPETITION,
        "outcome": None,
        "moves": ["d4"],
    }


def test_moves_for_people() -> None:
    text = f"2/3/2 b -  {RULINGS}\na1\na2\nb1\nb2\nb3\nc1\nc2\n"
    assert run("moves", "serpent", "2/3/2 b -").out == text
    assert run("moves", "serpent", "--size", "2").out == text


def test_a_finished_game_has_no_moves() -> None:
    found = run("moves", "serpent", "2/1b1/2 w w", "--json").json
    assert (found["outcome"], found["moves"]) == ("loss", [])


# show


def test_show_draws_the_board() -> None:
    result = run("show", "serpent", REPETITION)
    assert result.code == 0
    assert result.out.count("●") == 6 + 1  # the stones, and the side to move
    assert result.out.count("○") == 6
    assert result.out.splitlines()[:2] == [f"{REPETITION}  {RULINGS}", "a     ·   ○   ○"]
    assert "Black to move" in result.out


def test_show_says_when_the_game_is_over() -> None:
    out = run("show", "serpent", "2/1b1/2 w w").out
    assert out.endswith("the game is over: a loss for ○ White, who is to move\n")


def test_show_without_a_position_draws_the_start() -> None:
    assert run("show", "serpent", "--size", "2").out == run("show", "serpent", "2/3/2 b -").out
    assert run("show", "serpent", "--json").json["size"] == 5


def test_show_svg() -> None:
    assert run("show", "serpent", REPETITION, "--svg").out.startswith("<svg ")
    assert "expected one of them" in refused("show", "serpent", REPETITION, "--svg", "--json")


def test_show_json() -> None:
    cells = run("show", "serpent", "2/1b1/2 w -", "--json").json["cells"]
    assert cells[3] == {"cell": "b2", "x": 0.0, "y": 0.0, "stone": "b"}
    assert len(cells) == 7


LONG_BOARD = """\
    1   2   3   4
t   ○ ─ ○ ─ ○ ─ ○
   / \\ / \\ / \\ / \\
m · ─ ○ ─ · ─ ● ─ ·
   \\ / \\ / \\ / \\ /
b   ● ─ ● ─ ● ─ ●
m 1   2   3   4   5
● Black to move
"""


def test_show_draws_the_lines_of_a_board() -> None:
    shown = run("show", "fighting", "--length", "4").out
    assert shown.partition("\n")[2] == LONG_BOARD
    plain = run("show", "fighting", "--length", "4", "--ruling", "rows=plain").out
    rows = plain.splitlines()
    assert rows[2] == "t   ○   ○   ○   ○"
    assert rows[4] == "m · ─ ○ ─ · ─ ● ─ ·"


def test_show_draws_the_longest_board_in_80_columns() -> None:
    lines = run("show", "fighting").out.splitlines()[1:]
    assert max(map(len, lines)) <= 80
    assert lines[1].split() == ["t", *("○ ─ " * 16).split()[:-1]]
    assert lines[-2].split() == ["m", *map(str, range(1, 18))]


def test_show_json_of_the_second_game() -> None:
    cells = run("show", "fighting", "2/1b1/2 w", "--json").json["cells"]
    assert cells[3] == {"cell": "m2", "x": 0.0, "y": 0.0, "stone": "b"}
    assert len(cells) == 7


def test_show_in_a_terminal_that_knows_ascii_only() -> None:
    done = process("show", "serpent", "2/1b1/2 w -", encoding="ascii")
    assert done.stdout.decode("ascii").splitlines()[2] == "b .   b   ."
    done = process("show", "fighting", "2/1b1/2 w", encoding="ascii")
    assert done.stdout.decode("ascii").splitlines()[4] == "m . - b - ."


# Bad input


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["perft", "chess"], "there is no game 'chess'; expected one of: serpent, fighting"),
        (["perft", "serpent", "--size", "9"], "size 9 is out of range; expected 2 to 6"),
        (["perft", "serpent", "--size", "x"], "size 'x' cannot be read; expected a number, 2 to 6"),
        (["perft", "serpent", "--size", "3x3"], "size '3x3' cannot be read; expected a number"),
        (["perft", "serpent", "--size", "9" * 5000], "cannot be read; expected a number, 2 to 6"),
        (["perft", "serpent", "--depth", "0"], "Invalid value for '--depth'"),
        (["perft", "serpent", "--depth", "65"], "Invalid value for '--depth'"),
        (["perft", "serpent", "--ruling", "stuck"], "not of the form NAME=OPTION"),
        (["perft", "serpent", "--ruling", "stuck=x"], "expected one of: loses, passes"),
        (["perft", "serpent", "--preset", "kolowis"], "serpent has no preset 'kolowis'"),
        (["perft", "serpent", "2/3/2 b -", "--size", "3"], "--size 3 does not fit the position"),
        (
            ["perft", "fighting", START, "--length", "5"],
            "--length 5 does not fit the position, which has length 4",
        ),
        (
            ["perft", "fighting", "--size", "4"],
            "--size is no option of fighting; expected --length 2 to 16",
        ),
        (
            ["perft", "serpent", "--length", "4", "--size", "3"],
            "--length is no option of serpent; expected --size 2 to 6",
        ),
        (["perft", "fighting", "--length", "17"], "length 17 is out of range; expected 2 to 16"),
        (["perft", "fighting", "--preset", "x"], "has no preset 'x'; expected one of: masters, b"),
        (["moves", "fighting", "--preset", "mosona", "--length", "5"], "length 5 does not fit"),
        (["moves", "fighting", START, "--preset", "mosona", "--ruling", "shape=culin"], "row m"),
        (["moves", "fighting", "wwww/1w1b1/bbbb", "b"], "Put the position in quotes"),
        (["perft", "serpent", "--nothing"], "No such option: --nothing"),
        (["perft"], "Missing argument"),
        (["moves"], "Missing argument"),
        (["moves", "serpent", "2/3/2", "b", "-"], "Put the position in quotes, as it has spaces."),
        (["moves", "serpent", "2/3/2 b -", "more"], "Try --help."),
        (["moves", "serpent", ""], "position '' has 0 fields"),
        (["moves", "serpent", "2/3/2"], "expected 3, separated by single spaces"),
        (["moves", "serpent", "2/3/2 b - more"], "has 4 fields"),
        (["moves", "serpent", "2/[red]x/2 b -"], "has the character '['"),
        (["show", "serpent", "bbb/4/b1b2/4/3 b -"], "black has 3 groups and is not hatched"),
        (["nothing"], "No such command"),
        ([], "Missing command"),
    ],
)
def test_bad_input_is_one_line(args: list[str], message: str) -> None:
    assert message in refused(*args)


@settings(max_examples=50)
@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=3))
def test_any_arguments_are_refused_in_one_line(args: list[str]) -> None:
    if not {"--help", "--version"} & set(args):
        refused(*args)


def test_lines_are_printable_and_not_endless() -> None:
    assert one_line("a\nb\x1b[31m\x00") == r"a b\x1b[31m\x00"
    assert len(one_line("x" * 10**6)) == 500


@pytest.mark.parametrize(("text", "size"), [("600M", 600 << 20), ("4GB", 4 << 30), ("100", 100)])
def test_memory_sizes(text: str, size: int) -> None:
    assert memory_size(text) == size


@pytest.mark.parametrize("text", ["", "M", "0", "-1", "x", "1.5G", "٣M", "01G", " 1G", "9" * 99])
def test_texts_that_are_no_memory_sizes(text: str) -> None:
    with pytest.raises(ValueError, match="cannot be read; expected a size such as 600M or 4G"):
        memory_size(text)


@pytest.mark.parametrize(
    ("text", "ends"), [("4", (4, 4)), ("2:5", (2, 5)), ("16", (16, 16)), ("3:3", (3, 3))]
)
def test_ranges_of_boards(text: str, ends: tuple[int, int]) -> None:
    board = registry.game("fighting").board
    assert board is not None
    assert board.read_range(text) == ends


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "length '' cannot be read; expected a number or a range such as 2:4"),
        (":", "cannot be read"),
        ("2:", "cannot be read"),
        ("2:3:4", "cannot be read"),
        ("٣", "cannot be read"),
        ("02:5", "cannot be read"),
        (" 2:5", "cannot be read"),
        ("-2", "cannot be read"),
        ("9" * 5000, "cannot be read"),
        ("1:3", "length 1 is out of range; expected 2 to 16"),
        ("2:17", "length 17 is out of range; expected 2 to 16"),
        ("5:2", "length '5:2' is no range; expected the lower number first"),
    ],
)
def test_texts_that_are_no_ranges_of_boards(text: str, says: str) -> None:
    board = registry.game("fighting").board
    assert board is not None
    with pytest.raises(ValueError) as error:
        board.read_range(text)
    assert says in str(error.value)


# Help and version


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example_and_json(command: str) -> None:
    result = run(command, "--help")
    assert result.code == 0
    assert "--json" in result.out
    assert re.search(rf"Examples?:\s+serpentes\s+{command}", result.out)


@pytest.mark.parametrize("command", ["perft", "moves", "show", "solve"])
def test_help_says_what_there_is(command: str) -> None:
    text = " ".join(run(command, "--help").out.split())
    assert "[POSITION]" in text
    assert "serpent or fighting" in text
    assert "--size SIZE The board size: 2 to 6 for serpent" in text
    assert "--length LENGTH The board length: 2 to 16 for fighting" in text
    assert "<bool>" not in text
    assert "stuck=loses or passes" in text
    assert "capture=optional or compulsory or huff (whether an open capture" in text
    assert "For fighting: masters (all defaults); bell (" in text
    if command == "solve":
        assert "Exit code 1 if a limit" in text


def test_help_lists_the_kinds_of_puzzles() -> None:
    assert "--kind [win|count|draw|save]" in run("puzzles", "make", "serpent", "--help").out


def test_the_commands() -> None:
    assert {"perft", "moves", "show", "solve", "probe", "stats", "audit"} <= set(COMMANDS)


def test_version() -> None:
    assert run("--version").out == f"serpentes {__version__}\n"


# As a process of its own


def test_python_dash_m() -> None:
    done = process("moves", "serpent", REPETITION)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines() == [f"{REPETITION}  {RULINGS}", "d4"]


def test_errors_have_exit_code_2_and_no_traceback() -> None:
    done = process("moves", "serpent", "3/4/4/4/3 b -")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (b"serpentes: row c ('4') has 4 cells; expected 5 on a board of size 3\n")


def test_bytes_that_are_no_text() -> None:
    done = process("moves", "serpent", b"2/\xff/2 b -")
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


def test_a_reader_that_leaves_is_no_error() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for command in ("moves serpent", "show serpent --json", "solve --help", "--help", "--version"):
        with subprocess.Popen(
            [sys.executable, "-m", "serpentes", *command.split()],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 141


def test_commands_do_not_import_what_they_do_not_need() -> None:
    code = (
        "import sys\n"
        "from serpentes.cli.app import app\n"
        "try:\n    app(['moves', 'serpent', '2/3/2 b -'])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'numpy', 'rich', 'serpentes.solve.table'} & set(sys.modules)))\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
