"""serpentes proof: check proofs of searches, and show what they say."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from serpentes.cli.errors import NO, one_line
from serpentes.cli.options import Json, described, heading
from serpentes.cli.output import count, print_json
from serpentes.games.base import COLOURS

if TYPE_CHECKING:
    from serpentes.solve.proof_files import Proof

ProofPath = Annotated[str, typer.Argument(metavar="FILE", help="The file of a proof.")]

proof = typer.Typer(
    name="proof",
    help="Check proofs with the rules alone, and show them.",
    add_completion=False,
    rich_markup_mode=None,
)


@proof.command(epilog="Example: serpentes proof check proof.json.gz")
def check(path: ProofPath, *, as_json: Json = False) -> None:
    """Check a proof move by move, without the search that found it.

    Every answer of the other side is followed. Exit code 1 if something is wrong; the first fault
    is printed.
    """
    from serpentes.cli.progress import reporting
    from serpentes.solve.proof_check import check_proof
    from serpentes.solve.proof_files import Proof

    begin = perf_counter()
    opened = Proof.open(path)
    with reporting() as progress:
        fault = check_proof(opened, progress)
    seconds = round(perf_counter() - begin, 3)
    if as_json:
        print_json(
            {
                **head(opened),
                "file": path,
                "sound": fault is None,
                "fault": fault and {"position": fault.position, "reason": fault.says},
                "seconds": seconds,
            }
        )
    elif fault is not None:
        typer.echo(one_line(f"{path}: {fault}"))
    else:
        positions = count(len(opened.strategy))
        typer.echo(f"{path}: {says(opened)}; {positions} positions checked in {seconds} seconds")
    if fault is not None:
        raise typer.Exit(NO)


@proof.command(epilog="Example: serpentes proof show proof.json.gz")
def show(path: ProofPath, *, as_json: Json = False) -> None:
    """Print what a proof is about, and a line of it: to the end, or until a position comes back.

    The other side takes the answer after which there are the fewest moves. Nothing is checked.
    """
    from serpentes.solve.proof_files import Proof

    opened = Proof.open(path)
    line = [str(move) for move in opened.line()]
    if as_json:
        print_json({**head(opened), "file": path, "generator": opened.generator, "line": line})
    else:
        _print(opened, line)


def head(proof: "Proof") -> dict[str, object]:
    """What a proof is about, for JSON."""
    return {
        **described(proof.position),
        "goal": proof.goal,
        "answer": proof.answer,
        "side": proof.side,
        "keeps": proof.keeps,
        "nodes": proof.nodes,
        "positions": len(proof.strategy),
    }


def says(proof: "Proof") -> str:
    """What a proof says, in words."""
    side = COLOURS[proof.side]
    return f"{side} wins" if proof.keeps == "win" else f"{side} does not lose"


def _print(proof: "Proof", line: list[str]) -> None:
    from serpentes.cli import draw
    from serpentes.cli.output import console

    screen = console()
    screen.print(heading(proof.position), soft_wrap=True)
    screen.print(draw.board(proof.position), end="")
    screen.print(draw.state(proof.position))
    screen.print(f"proved     {says(proof)} (goal {proof.goal}: {proof.answer})")
    screen.print(f"positions  {count(len(proof.strategy))} of {COLOURS[proof.side]}")
    screen.print(f"found in   {count(proof.nodes)} nodes, by {proof.generator}", soft_wrap=True)
    screen.print(f"line       {' '.join(line) or 'none'}", soft_wrap=True)
