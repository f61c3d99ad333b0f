"""serpentes solve for Hisss: exact chances, and those after each laying of the card in hand."""

from collections.abc import Iterable
from fractions import Fraction

import typer

from serpentes.cli.errors import NO, CommandError
from serpentes.cli.options import described, heading, memory_size, result
from serpentes.cli.output import fraction, print_json
from serpentes.games.hisss.position import Position
from serpentes.games.text import numbered, rough
from serpentes.solve.chance_plan import plan
from serpentes.solve.chances import Chances, solve
from serpentes.solve.driver import LimitReached


def solve_chances(
    position: Position, *, dry_run: bool, threads: int | None, memory: str | None, as_json: bool
) -> None:
    """Print the chances of all players; exit code 1 if exact ones are out of reach."""
    if dry_run:
        _print_plan(position, memory_size(memory), as_json=as_json)
        return
    found = _solved(position, threads, memory_size(memory))
    if as_json:
        print_json(_document(found))
    else:
        _print(found)


def _solved(position: Position, threads: int | None, memory: int | None) -> Chances:
    from serpentes.cli.progress import reporting

    try:
        with reporting(steady=True) as progress:
            return solve(position, threads=threads, memory=memory, progress=progress)
    except LimitReached as limit:
        raise CommandError(str(limit), NO) from limit


def _document(found: Chances) -> dict[str, object]:
    return {
        **described(found.position),
        **result(found.position),
        "values": list(map(str, found.values)),
        "layings": [
            {"move": str(laying), "values": list(map(str, after)), "best": laying in found.best}
            for laying, after in found.layings.items()
        ],
        "seconds": round(found.seconds, 3),
    }


def _print(found: Chances) -> None:
    typer.echo(heading(found.position))
    for player, value in enumerate(found.values, 1):
        typer.echo(f"player {player}   {fraction(value)}")
    width = max((len(str(laying)) for laying in found.layings), default=0)
    for laying, after in found.layings.items():
        mark = "best" if laying in found.best else ""
        typer.echo(f"{mark:4} {laying!s:{width}}  {_all_shown(after)}")
    typer.echo(f"seconds    {found.seconds:.3f}")


def _all_shown(values: Iterable[Fraction]) -> str:
    return "  ".join(map(fraction, values))


def _print_plan(position: Position, memory: int | None, *, as_json: bool) -> None:
    from serpentes.cli.progress import roughly

    found = plan(position, memory=memory)
    if as_json:
        document = {
            "orders": found.orders,
            "sequences": found.sequences,
            "seconds": found.seconds,
            "measured": found.measured,
            "refused": found.refused or None,
        }
        print_json({**described(position), **document})
        return
    typer.echo(heading(position))
    orders = "1 order" if found.orders == 1 else f"{rough(found.orders)} orders"
    typer.echo(f"deck       {numbered(len(position.deck), 'card')}, {orders}")
    typer.echo(f"sequences  {rough(found.sequences)} of layings, estimated")
    if found.refused:
        typer.echo(f"refused    {found.refused}")
    else:
        typer.echo(f"time       {roughly(found.seconds, found.measured)} on one thread")
