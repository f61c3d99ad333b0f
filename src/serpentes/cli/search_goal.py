"""serpentes search --goal: whether the side to move wins, or does not lose."""

from pathlib import Path
from typing import TYPE_CHECKING, cast

import typer

from serpentes.cli.errors import INTERRUPTED, NO
from serpentes.cli.options import described, heading, leaf_table
from serpentes.cli.output import count, print_json
from serpentes.games.base import COLOURS, SearchablePosition

if TYPE_CHECKING:
    from serpentes.solve.proof_files import Goal, Proof
    from serpentes.solve.proof_search import ProofResult

_SAYS = {
    ("win", "yes"): "yes, {} wins",
    ("win", "no"): "no, {} does not win",
    ("win", "unknown"): "not known whether {} wins",
    ("draw", "yes"): "yes, {} does not lose",
    ("draw", "no"): "no, {} loses",
    ("draw", "unknown"): "not known whether {} loses",
}


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
    from serpentes.cli.progress import logged, reporting
    from serpentes.games.files import check_target
    from serpentes.solve.proof_search import ProofSearch

    if proof is not None and check_target(proof).exists() and not force:
        raise ValueError(f"{proof} is there already; --force replaces it")
    if checkpoint is not None:
        check_target(checkpoint)
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
    written, interrupted = None, False
    try:
        with reporting() as progress:
            result = search.run(nodes=nodes, seconds=seconds, progress=progress)
            if proof is not None and result.answer != "unknown":
                written = search.proof(progress)
    except KeyboardInterrupt:
        interrupted = True
    if checkpoint is not None:
        search.save(checkpoint)
    if proof is not None and written is not None:
        written.save(proof)
    result = search.result
    if as_json:
        print_json(_document(result, proof, written, table))
    else:
        _print(result, proof, written)
    if interrupted or result.answer != "yes":
        raise typer.Exit(INTERRUPTED if interrupted else NO)


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
            f"numbers    {_shown(result.proof_number)} to prove it, "
            f"{_shown(result.disproof_number)} to disprove it"
        )
    typer.echo(f"nodes      {count(result.nodes)}")
    typer.echo(f"seconds    {result.seconds:.3f}")
    if written is not None:
        typer.echo(f"proof      {path} ({count(len(written.strategy))} positions)")


def _shown(number: int | None) -> str:
    return "none" if number is None else count(number)
