"""serpentes puzzles: make, check and show puzzle sets, and print their schema."""

from time import perf_counter
from typing import Annotated, get_args

import typer

from serpentes.cli.errors import NO, CommandError, one_line
from serpentes.cli.made_sets import check_known
from serpentes.cli.make_puzzles import make
from serpentes.cli.options import Json
from serpentes.cli.output import print_json
from serpentes.puzzles.difficulty import Tier

SetPath = Annotated[str, typer.Argument(metavar="SET", help="The file of a puzzle set.")]

puzzles = typer.Typer(
    name="puzzles",
    help="Make puzzles, prove them again, draw them.",
    add_completion=False,
    rich_markup_mode=None,
)
puzzles.add_typer(make)


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
    """Prove every claim of a set again, without the table or the solver it was made with.

    Exit code 1 if something is wrong; every problem is printed with puzzle and field.
    """
    from serpentes.cli.progress import reporting
    from serpentes.puzzles import files
    from serpentes.puzzles.check import problems

    begin = perf_counter()
    found_set = files.read(path)
    with reporting() as progress:
        found = list(problems(found_set, nodes, progress))
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
    from serpentes.puzzles.games import game_of

    found = files.read(path)
    last = len(found.puzzles)
    if index is not None and not 1 <= index <= last:
        raise ValueError(f"index {index} is out of range; expected 1 to {last}")
    check_known("tier", tier, get_args(Tier))
    check_known("theme", theme, game_of(found).themes)
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
    from serpentes.games.documents import dumps
    from serpentes.puzzles.sets import schema as set_schema

    typer.echo(dumps(set_schema()), nl=False)
