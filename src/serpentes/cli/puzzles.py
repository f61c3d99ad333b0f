"""serpentes puzzles: make, check and show puzzle sets, and print their schema."""

from collections import Counter
from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from serpentes.cli.errors import NO, CommandError, one_line
from serpentes.cli.options import (
    GameName,
    Json,
    Numbers,
    PresetName,
    RulingTexts,
    SolvedLength,
    SolvedSize,
    Threads,
    read_solvable,
)
from serpentes.cli.output import print_json
from serpentes.games import registry
from serpentes.games.text import quoted
from serpentes.puzzles.difficulty import Tier

if TYPE_CHECKING:
    from serpentes.puzzles.make import Wishes
    from serpentes.puzzles.model import Kind, PuzzleSet
    from serpentes.solve.table import Table

SetPath = Annotated[str, typer.Argument(metavar="SET", help="The file of a puzzle set.")]

puzzles = typer.Typer(
    name="puzzles",
    help="Make puzzles, prove them again, draw them.",
    add_completion=False,
    rich_markup_mode=None,
)


@puzzles.command(
    epilog="Example: serpentes puzzles make serpent --size 3 --count 20 --kind win -o set.json"
)
def make(
    game: GameName,
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="SET", help="Write the set into this file.")
    ],
    size: SolvedSize = None,
    length: SolvedLength = None,
    men: Annotated[
        int | None,
        typer.Option(
            "--men",
            help="For fighting: endgames of at most so many men in all, in place of whole games.",
            show_default=False,
        ),
    ] = None,
    count: Annotated[int, typer.Option("--count", help="How many puzzles.")] = 20,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            metavar="[win|count|draw|save]",
            help="Puzzles of this kind; repeatable; all that the game has if left out.",
            show_default=False,
        ),
    ] = None,
    plies: Annotated[
        str, typer.Option("--plies", metavar="LOW:HIGH", help="Plies that a win may take.")
    ] = "3:9",
    seed: Annotated[int, typer.Option("--seed", help="Another seed makes another set.")] = 0,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            help="Random games to look through at most; of endgames, thousands of placements.",
        ),
    ] = 3000,
    table: Annotated[
        str | None,
        typer.Option(
            "--table",
            metavar="TABLE",
            help="A solved table, not to solve again.",
            show_default=False,
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without",
            metavar="SET",
            help="A set whose positions are left out; repeatable.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    threads: Threads = None,
    ruling: RulingTexts = None,
    preset: PresetName = None,
    as_json: Json = False,
) -> None:
    """Make a set of puzzles, each with its proof.

    The same command makes the same file. Exit code 1 if there is no such puzzle.
    """
    from serpentes.cli.progress import reporting
    from serpentes.puzzles import files
    from serpentes.puzzles.make import make as make_set
    from serpentes.solve.solving import solve

    begin = perf_counter()
    wishes = _wishes(count, kind, plies, seed, games).of(registry.game(game).name)
    numbers = {"size": size, "length": length}
    if table is not None and men is not None:
        raise ValueError("--men and --table are both given; expected one of them")
    if files.check_target(output).exists() and not force:
        raise ValueError(f"{output} is there already; --force replaces it")
    others = [files.read(path) for path in without or ()]
    with reporting() as progress:
        if table is None:
            start = read_solvable(registry.game(game), None, numbers, ruling, preset)
            solved = solve(start, men=men, threads=threads, progress=progress)
        else:
            solved = _opened(game, table, numbers, ruling, preset)
        made = make_set(solved, wishes, progress, others)
    if made is None:
        raise CommandError(f"no such puzzle in {games} games", NO)
    files.write(output, made)
    summary = {
        "game": game,
        **made.table.board,
        "rulings": made.table.rulings,
        "asked": count,
        **_summary(made),
        "seconds": round(perf_counter() - begin, 3),
        "output": output,
    }
    if as_json:
        print_json(summary)
    else:
        _print_summary(summary)


@puzzles.command(epilog="Example: serpentes puzzles check set.json")
def check(
    path: SetPath,
    *,
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes", min=1, help="Search nodes that a puzzle may take.", show_default=False
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Prove every claim of a set again, without the table it was made from.

    Exit code 1 if something is wrong; every problem is printed with puzzle and field.
    """
    from serpentes.cli.progress import reporting
    from serpentes.puzzles import files
    from serpentes.puzzles.check import NODES_PER_PUZZLE, problems

    begin = perf_counter()
    found_set = files.read(path)
    with reporting() as progress:
        found = list(problems(found_set, nodes or NODES_PER_PUZZLE, progress))
    seconds = round(perf_counter() - begin, 3)
    if as_json:
        document = [
            {"puzzle": p.number, "id": p.id, "field": p.field, "says": p.says} for p in found
        ]
        print_json(
            {
                "file": path,
                "puzzles": len(found_set.puzzles),
                "proved": not found,
                "problems": document,
                "seconds": seconds,
            }
        )
    else:
        for problem in found:
            typer.echo(one_line(str(problem)))
        if not found:
            typer.echo(f"{path}: {len(found_set.puzzles)} puzzles proved in {seconds} seconds")
    if found:
        raise typer.Exit(NO)


@puzzles.command(epilog="Example: serpentes puzzles show set.json --index 1 --solution")
def show(
    path: SetPath,
    *,
    index: Annotated[
        int | None,
        typer.Option("--index", help="Only this puzzle, from 1.", show_default=False),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option("--theme", help="Only puzzles with this theme.", show_default=False),
    ] = None,
    tier: Annotated[
        str | None,
        typer.Option(
            "--tier",
            metavar=f"[{'|'.join(get_args(Tier))}]",
            help="Only puzzles as hard as this.",
            show_default=False,
        ),
    ] = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="With the solution, the tries and the themes.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Draw the puzzles of a set in the terminal, in colour where there is colour."""
    from serpentes.cli.show_puzzles import show_set
    from serpentes.puzzles import files
    from serpentes.puzzles.games import puzzle_game

    found = files.read(path)
    last = len(found.puzzles)
    if index is not None and not 1 <= index <= last:
        raise ValueError(f"index {index} is out of range; expected 1 to {last}")
    _check_known("tier", tier, get_args(Tier))
    _check_known("theme", theme, puzzle_game(found.table.game).detectors)
    numbers = [
        number
        for number, puzzle in enumerate(found.puzzles, 1)
        if index in (None, number)
        and tier in (None, puzzle.difficulty.tier)
        and (theme is None or theme in {one.name for one in puzzle.themes})
    ]
    if not numbers:
        raise CommandError(f"there is no such puzzle in {path}", NO)
    if as_json:
        wanted = [found.puzzles[number - 1].model_dump(mode="json") for number in numbers]
        print_json({"file": path, "title": found.title, "puzzles": wanted})
    else:
        show_set(found, numbers, solution)


@puzzles.command(epilog="Example: serpentes puzzles schema > schema.json")
def schema() -> None:
    """Print the JSON Schema of puzzle sets."""
    from serpentes.puzzles.files import dumps
    from serpentes.puzzles.model import schema as model_schema

    typer.echo(dumps(model_schema()), nl=False)


def _wishes(count: int, kind: list[str] | None, plies: str, seed: int, games: int) -> "Wishes":
    from serpentes.puzzles.make import Wishes

    low, colon, high = plies.partition(":")
    if not (colon and _is_number(low) and _is_number(high)):
        raise ValueError(f"plies {quoted(plies)} cannot be read; expected LOW:HIGH, such as 3:9")
    kinds = tuple(dict.fromkeys(_kind(one) for one in kind)) if kind else ()
    return Wishes(count, kinds, int(low), int(high), seed, games)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _kind(text: str) -> "Kind":
    from serpentes.puzzles.model import Kind

    _check_known("kind", text, get_args(Kind))
    return cast("Kind", text)


def _check_known(what: str, text: str | None, known: Iterable[str]) -> None:
    """ValueError if a text is given that is none of those that are known."""
    if text is not None and text not in known:
        raise ValueError(f"there is no {what} {quoted(text)}; expected one of: {', '.join(known)}")


def _opened(
    name: str, path: str, numbers: Numbers, ruling: list[str] | None, preset: str | None
) -> "Table":
    """The table of a folder, which has to fit the options."""
    from serpentes.solve.table import Table

    game = registry.game(name)
    table = Table.open(path, check=True)
    named = game.rulings.preset(preset) if preset is not None else None
    wanted = {
        "game": name,
        **(named.start if named else {}),
        **(named.rulings if named else {}),
        **game.rulings.parse(ruling or ()),
        **{what: number for what, number in numbers.items() if number is not None},
    }
    start = table.start
    has = {"game": start.game, "side": start.side, **start.rulings, **start.board}
    for what, option in wanted.items():
        found = has.get(what)
        if str(found) != str(option):
            raise ValueError(f"table {path} has {what} {found}; expected {option} as asked for")
    return table


def _summary(made: "PuzzleSet") -> dict[str, object]:
    """How many puzzles of which sort a set has."""
    themes = Counter(theme.name for puzzle in made.puzzles for theme in puzzle.themes)
    return {
        "puzzles": len(made.puzzles),
        "kinds": dict(sorted(Counter(puzzle.goal.kind for puzzle in made.puzzles).items())),
        "tiers": dict(Counter(puzzle.difficulty.tier for puzzle in made.puzzles)),
        "themes": dict(sorted(themes.items())),
    }


def _print_summary(summary: dict[str, object]) -> None:
    few = " (there are no more in these games)" if summary["puzzles"] != summary["asked"] else ""
    typer.echo(f"puzzles  {summary['puzzles']} of {summary['asked']}{few}")
    for name in ("kinds", "tiers", "themes"):
        counts = summary[name]
        assert isinstance(counts, dict)
        typer.echo(f"{name:8} {', '.join(f'{what} {n}' for what, n in counts.items())}")
    typer.echo(f"seconds  {summary['seconds']}")
    typer.echo(f"written  {summary['output']}")
