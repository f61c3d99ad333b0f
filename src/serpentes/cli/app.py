"""The command line application: its commands by name."""

from collections.abc import Callable
from typing import Annotated

import typer

from serpentes import __version__
from serpentes.cli.audit import audit
from serpentes.cli.deck import deck
from serpentes.cli.errors import OneLineErrors
from serpentes.cli.estimate import estimate
from serpentes.cli.ladder import ladder
from serpentes.cli.moves import moves
from serpentes.cli.perft import perft
from serpentes.cli.probe import probe
from serpentes.cli.proof import proof
from serpentes.cli.puzzles import puzzles
from serpentes.cli.search import search
from serpentes.cli.show import show
from serpentes.cli.solve import solve
from serpentes.cli.stats import stats
from serpentes.cli.verify import verify

app = typer.Typer(
    name="serpentes",
    cls=OneLineErrors,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Solve games of snakes, and make puzzles for them.",
)


def _epilog(examples: str) -> str:
    """The last lines of a command's help; with several examples, each has a line of its own."""
    if "\n" not in examples:
        return f"Example: {examples}"
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in examples.splitlines())


_EXAMPLES: dict[Callable[..., None], str] = {
    perft: "serpentes perft serpent --size 5 --depth 4 --ruling stuck=passes",
    moves: 'serpentes moves fighting "wwww/1w1b1/bbbb b"',
    show: "serpentes show fighting --preset mosona",
    solve: "serpentes solve serpent --size 3 -o serpent-3.table\n"
    "serpentes solve fighting --length 16 --men 5 --dry-run\n"
    'serpentes solve master "6x6 hand=15,14,13,12,11,10" --count\n'
    'serpentes solve master "4x4 hands=15,14,13/15,14,13" --value margin\n'
    'serpentes solve hisss "H:r-ro | oy1 T:o1 | 0/0 0/0 | 1 oy"',
    search: "serpentes search serpent --size 3 --proof serpent-3.json.gz\n"
    'serpentes search serpent "1w1/bbw1/b3b/3b/1ww w bw" --plies 7\n'
    'serpentes search fighting "w3/5/bb2 w" --goal draw --time 60',
    ladder: "serpentes ladder serpent --size 4 --rung 16 --rung 18 --time 20",
    probe: 'serpentes probe serpent-3.table "3/4/5/4/3 b -"',
    estimate: 'serpentes estimate hisss "H:r-ro | oy2 T:o1 T:y1 | 0/0 0/0 | 1 oy" --samples 100',
    stats: "serpentes stats serpent-3.table\nserpentes stats hisss --players 3 --games 10000",
    audit: "serpentes audit serpent --size 2",
    deck: "serpentes deck master\nserpentes deck hisss --json > deck.json",
    verify: "serpentes verify serpent-3.table --sample 1000",
}
for command, examples in _EXAMPLES.items():
    app.command(epilog=_epilog(examples))(command)
app.add_typer(puzzles)
app.add_typer(proof)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"serpentes {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    """The entry point of the command; ends the process with the exit code."""
    app(prog_name="serpentes")
