"""What the commands that make puzzle sets share: options, and the way from generator to file."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from serpentes.cli.errors import INTERRUPTED, NO, CommandError
from serpentes.cli.output import print_json
from serpentes.games.text import quoted
from serpentes.puzzles.limits import MOST_PUZZLES, SEED_BITS

if TYPE_CHECKING:
    from serpentes.cli.progress import Report
    from serpentes.puzzles.model import PuzzleSet

    Generator = Callable[[Report | None, Sequence[PuzzleSet]], PuzzleSet | None]

Output = Annotated[
    str, typer.Option("--output", "-o", metavar="SET", help="Write the set into this file.")
]
CountOption = Annotated[
    int, typer.Option("--count", help=f"How many puzzles, 1 to {MOST_PUZZLES}.")
]
Seed = Annotated[
    int,
    typer.Option("--seed", help=f"Another seed makes another set; 0 to 2**{SEED_BITS} - 1."),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without",
        metavar="SET",
        help="A set whose positions are left out; repeatable.",
        show_default=False,
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that is there.")]


def publish(
    generator: "Generator",
    output: str,
    *,
    count: int,
    within: str,
    without: list[str] | None,
    force: bool,
    as_json: bool,
) -> None:
    """Make a set, write it into a file, and print what is in it.

    `within` says what is looked through, such as "3000 games". Raises ValueError if the file is
    there already, unless it may be replaced, and CommandError if there is no such puzzle. What
    is found until Ctrl-C is written as well, but replaces no file.
    """
    from serpentes.cli.progress import reporting
    from serpentes.games.files import check_target
    from serpentes.puzzles import files
    from serpentes.puzzles.model import InterruptedMaking

    begin = perf_counter()
    if not output:
        raise ValueError("--output is empty; expected the name of a file")
    target = check_target(output)
    if target.exists() and not force:
        raise ValueError(f"{output} is there already; --force replaces it")
    if any(os.path.realpath(path) == str(target) for path in without or ()):
        raise ValueError(f"{output} is given to --without as well; expected another file")
    others = [files.read(path) for path in without or ()]
    stop = None
    try:
        with reporting() as progress:
            made = generator(progress, others)
    except InterruptedMaking as interrupted:
        if target.exists():
            raise
        stop, made, within = interrupted, interrupted.made, interrupted.within
    if made is None:
        raise CommandError(f"no such puzzle in {within}", INTERRUPTED if stop else NO)
    files.write(output, made)
    summary = {
        "game": made.game,
        **made.puzzles[0].board,
        "rulings": made.puzzles[0].rulings,
        "asked": count,
        **_summary(made),
        "seconds": round(perf_counter() - begin, 3),
        "output": output,
    }
    if as_json:
        print_json(summary)
    else:
        _print_summary(summary, f"interrupted after {within}" if stop else _exhausted(within))
    if stop:
        raise typer.Exit(INTERRUPTED)


def _summary(made: "PuzzleSet") -> dict[str, object]:
    """How many puzzles of which sort a set has."""
    themes = Counter(theme.name for puzzle in made.puzzles for theme in puzzle.themes)
    return {
        "puzzles": len(made.puzzles),
        "kinds": dict(sorted(Counter(puzzle.goal.kind for puzzle in made.puzzles).items())),
        "tiers": dict(Counter(puzzle.difficulty.tier for puzzle in made.puzzles)),
        "themes": dict(sorted(themes.items())),
    }


def _exhausted(within: str) -> str:
    _, what = within.split()
    return f"there are no more in these {what}"


def _print_summary(summary: dict[str, object], why_few: str) -> None:
    every = summary["puzzles"] == summary["asked"]
    few = "" if every else f" ({why_few})"
    typer.echo(f"puzzles  {summary['puzzles']} of {summary['asked']}{few}")
    for name in ("kinds", "tiers", "themes"):
        counts = summary[name]
        assert isinstance(counts, dict)
        typer.echo(f"{name:8} {', '.join(f'{what} {n}' for what, n in counts.items())}")
    typer.echo(f"seconds  {summary['seconds']}")
    typer.echo(f"written  {summary['output']}")


def check_known(what: str, text: str | None, known: Iterable[str]) -> None:
    """ValueError if a text is given that is none of those that are known."""
    if text is not None and text not in known:
        raise ValueError(f"there is no {what} {quoted(text)}; expected one of: {', '.join(known)}")
