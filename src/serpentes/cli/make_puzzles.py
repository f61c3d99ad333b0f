"""serpentes puzzles make: a command for each game, with options of its own."""

import typer

from serpentes.cli import make_hisss, make_master, make_moves

make = typer.Typer(
    name="make",
    help="Make a set of puzzles of a game, each with its proof.",
    add_completion=False,
    rich_markup_mode=None,
)
make.command(
    "serpent",
    epilog="Example: serpentes puzzles make serpent --size 3 --count 20 --kind win -o set.json",
)(make_moves.make)
make.command(
    "fighting",
    epilog="Example: serpentes puzzles make fighting --length 4 --preset kolowis -o set.json",
)(make_moves.make)
make.command(
    "master",
    epilog="Example: serpentes puzzles make master --size 7x7 --cards 9 --minimal -o set.json",
)(make_master.make)
make.command(
    "hisss",
    epilog="Example: serpentes puzzles make hisss --kind win --cards 7 -o set.json",
)(make_hisss.make)
