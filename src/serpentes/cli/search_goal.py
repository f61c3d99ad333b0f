"""serpentes search --goal: whether the side to move wins, or does not lose."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

import typer

from serpentes.cli.errors import INTERRUPTED, NO
from serpentes.cli.options import described, heading, leaf_table
from serpentes.cli.output import count, print_json
from serpentes.games.base import COLOURS, SearchablePosition

if TYPE_CHECKING:
    from serpentes.solve.proof_files import Goal, Proof
    from serpentes.solve.proof_search import ProofResult, ProofSearch

_SAYS = {
    ("win", "yes"): "yes, {} wins",
    ("win", "no"): "no, {} does not win",
    ("win", "unknown"): "not known whether {} wins",
    ("draw", "yes"): "yes, {} does not lose",
    ("draw", "no"): "no, {} loses",
    ("draw", "unknown"): "not known whether {} can hold a draw",
}


@dataclass(slots=True)
class _Done:
    """What came of a search besides its result."""

    written: "Proof | None" = None
    interrupted: bool = False
    failure: OSError | None = None

    def write(self, step: Callable[[], None]) -> bool:
        """Whether something could be written; if not, that is told once the answer is."""
        try:
            step()
        except OSError as error:
            self.failure = self.failure or error
            return False
        return True


def search_goal(
    position: SearchablePosition,
    goal: str,
    *,
    proof: Path | None,
    force: bool,
    table: Path | None,
    checkpoint: Path | None,
    nodes: int | None,
    seconds: float | None,
    table_bytes: int,
    threads: int | None,
    as_json: bool,
) -> None:
    """Print whether the side to move reaches the goal, and write the proof of that if wanted.

    With `checkpoint`, a file, the search goes on from there if it is there, and is kept there.
    """
    from serpentes.cli.progress import logged
    from serpentes.solve.proof_search import ProofSearch

    _check_outputs(proof, checkpoint, force)
    search = ProofSearch(
        position,
        cast("Goal", goal),
        table_bytes=table_bytes,
        threads=threads,
        table=leaf_table(table),
    )
    if checkpoint is not None:
        with logged():
            search.restore(checkpoint)
    done = _run(search, nodes, seconds, proof, checkpoint)
    if as_json:
        print_json(_document(search.result, proof, done.written, table))
    else:
        _print(search.result, proof, done.written)
    if done.failure is not None:
        raise done.failure
    if done.interrupted or search.result.answer != "yes":
        raise typer.Exit(INTERRUPTED if done.interrupted else NO)


def _check_outputs(proof: Path | None, checkpoint: Path | None, force: bool) -> None:
    """Raises ValueError or OSError if the files that are asked for could not be written."""
    from serpentes.games.files import check_target

    if proof is not None and check_target(proof).exists() and not force:
        raise ValueError(f"{proof} is there already; --force replaces it")
    if checkpoint is None:
        return
    target = check_target(checkpoint)
    if proof is not None and check_target(proof) == target:
        raise ValueError(f"--checkpoint and --proof are both {proof}; expected two files")


def _run(
    search: "ProofSearch",
    nodes: int | None,
    seconds: float | None,
    proof: Path | None,
    checkpoint: Path | None,
) -> _Done:
    """Search within the limits, keep what is found, and write its proof."""
    from serpentes.cli.progress import reporting

    done, before = _Done(), search.result.nodes
    with reporting() as progress:
        try:
            search.run(nodes=nodes, seconds=seconds, progress=progress)
        except KeyboardInterrupt:
            done.interrupted = True
        if checkpoint is not None and search.result.nodes > before:
            done.write(partial(search.save, checkpoint))
        if proof is None or done.interrupted or search.result.answer == "unknown":
            return done
        try:
            found = search.proof(progress)
        except KeyboardInterrupt:
            done.interrupted = True
            return done
    if done.write(partial(found.save, proof)):
        done.written = found
    return done


def _document(
    result: "ProofResult", path: Path | None, written: "Proof | None", table: Path | None
) -> dict[str, object]:
    return {
        **described(result.position),
        "goal": result.goal,
        "answer": result.answer,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        "proof_number": result.proof_number,
        "disproof_number": result.disproof_number,
        "proof": written and {"file": str(path), "positions": len(written.strategy)},
        **({} if table is None else {"table": str(table)}),
    }


def _print(result: "ProofResult", path: Path | None, written: "Proof | None") -> None:
    says = _SAYS[result.goal, result.answer]
    typer.echo(heading(result.position))
    typer.echo(f"answer     {says.format(COLOURS[result.position.side])}")
    if result.answer == "unknown":
        typer.echo(
            f"numbers    {_shown(result.proof_number)} for a yes, "
            f"{_shown(result.disproof_number)} for a no"
        )
    typer.echo(f"nodes      {count(result.nodes)}")
    typer.echo(f"seconds    {result.seconds:.3f}")
    if written is None and path is not None:
        typer.echo("proof      none was written")
    elif written is not None:
        typer.echo(f"proof      {path} ({count(len(written.strategy))} positions)")


def _shown(number: int | None) -> str:
    return "none" if number is None else count(number)
