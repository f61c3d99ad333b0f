"""serpentes puzzles: make, check and show sets, try moves in them, and print their schema."""

from dataclasses import asdict
from time import perf_counter
from typing import Annotated, get_args

import typer

from serpentes.cli.errors import NO, CommandError, one_line
from serpentes.cli.made_sets import check_known
from serpentes.cli.make_puzzles import make
from serpentes.cli.options import Json
from serpentes.cli.output import print_json
from serpentes.games.text import numbered
from serpentes.puzzles.difficulty import Tier

SetPath = Annotated[str, typer.Argument(metavar="SET", help="The file of a puzzle set.")]
PuzzleName = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE", help="The number of a puzzle, from 1, or the beginning of its id."
    ),
]

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
            typer.echo(
                f"{path}: {numbered(len(found_set.puzzles), 'puzzle')} proved in {seconds} seconds"
            )
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


@puzzles.command(epilog="Example: serpentes puzzles hint set.json 3 --level 2")
def hint(
    path: SetPath,
    puzzle: PuzzleName,
    *,
    level: Annotated[
        int, typer.Option("--level", min=1, help="How many hints; each tells more than the last.")
    ] = 1,
    as_json: Json = False,
) -> None:
    """Print hints for a puzzle, from the themes to the move itself."""
    from serpentes.puzzles import files
    from serpentes.puzzles.attempts import named
    from serpentes.puzzles.games import game_of

    found = files.read(path)
    game, one = game_of(found), named(found, puzzle)
    hints = game.hints(one, game.read(one))
    if level > len(hints):
        raise ValueError(f"level is {level}; expected 1 to {len(hints)}")
    if as_json:
        print_json({"puzzle": one.id, "hints": hints[:level], "of": len(hints)})
    else:
        for number, text in enumerate(hints[:level], 1):
            typer.echo(one_line(f"hint {number} of {len(hints)}: {text}"))


@puzzles.command("try", epilog="Example: serpentes puzzles try set.json 3 c4 b2~w")
def attempt(
    path: SetPath,
    puzzle: PuzzleName,
    moves: Annotated[
        list[str],
        typer.Argument(
            metavar="MOVE...", help="What the solver plays; the proof answers in between."
        ),
    ],
    *,
    as_json: Json = False,
) -> None:
    """Try moves in a puzzle: the answer or the refutation comes from its proof.

    Exit code 1 if the last move is wrong.
    """
    from serpentes.puzzles import files
    from serpentes.puzzles.attempts import named
    from serpentes.puzzles.games import game_of

    found = files.read(path)
    game, one = game_of(found), named(found, puzzle)
    result = game.attempt(one, game.read(one), tuple(moves))
    if as_json:
        print_json({"puzzle": one.id, "moves": moves, **asdict(result)})
    else:
        typer.echo(f"{'right' if result.right else 'wrong':9} {one_line(result.says)}")
        typer.echo(f"line      {' '.join(result.line)}")
    if not result.right:
        raise typer.Exit(NO)


@puzzles.command(epilog="Example: serpentes puzzles schema > schema.json")
def schema() -> None:
    """Print the JSON Schema of puzzle sets."""
    from serpentes.games.documents import dumps
    from serpentes.puzzles.sets import schema as set_schema

    typer.echo(dumps(set_schema()), nl=False)
