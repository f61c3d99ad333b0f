"""serpentes estimate: what players can expect where no exact value is in reach."""

from typing import TYPE_CHECKING, Annotated

import typer

from serpentes.cli.errors import NO, CommandError
from serpentes.cli.options import (
    CARD_GAMES,
    Json,
    Memory,
    Threads,
    described,
    heading,
    memory_size,
    on_position,
    read_position,
    result,
)
from serpentes.cli.output import count, print_json
from serpentes.games.base import Position
from serpentes.games.hisss.position import Position as HisssPosition

if TYPE_CHECKING:
    from serpentes.solve.sampling import Estimate, Interval

METHOD = "perfect-information Monte Carlo"


OF_CHANCE = tuple(game for game in CARD_GAMES if game.cards and not game.cards.dealt)
"""Games in which cards are drawn in the course of play."""


@on_position(read_position, OF_CHANCE)
def estimate(
    position: Position,
    *,
    samples: Annotated[
        int, typer.Option("--samples", metavar="N", help="How many orders of the deck.")
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Another seed, other orders.")] = 0,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say, very roughly, how long samples take.")
    ] = False,
    threads: Threads = None,
    memory: Memory = None,
    as_json: Json = False,
) -> None:
    """Estimate the chances of players by sampled open decks.

    Each sample shuffles the deck, and all players know its order. The mean over the samples is
    given with bounds of 95 % confidence. It estimates what the position is worth on average if all
    know the order, and is no exact value; that of the closed deck is another (solve has it, where
    it is in reach).

    No sample is left out because it takes long, which might bias the mean. --dry-run says
    beforehand, very roughly, how long samples take.
    """
    assert isinstance(position, HisssPosition)
    if dry_run:
        _print_plan(position, samples, as_json=as_json)
        return
    found = _estimated(position, samples, seed, threads, memory_size(memory))
    if as_json:
        print_json(_document(found))
    else:
        _print(found)


def _estimated(
    position: HisssPosition, samples: int, seed: int, threads: int | None, memory: int | None
) -> "Estimate":
    from serpentes.cli.progress import reporting
    from serpentes.solve.driver import LimitReached
    from serpentes.solve.sampling import estimate as estimated

    try:
        with reporting(steady=True) as progress:
            return estimated(
                position, samples, seed=seed, threads=threads, memory=memory, progress=progress
            )
    except LimitReached as limit:
        raise CommandError(str(limit), NO) from limit


def _document(found: "Estimate") -> dict[str, object]:
    from serpentes.solve.sampling import CONFIDENCE

    return {
        **described(found.position),
        **result(found.position),
        "exact": False,
        "method": METHOD,
        "samples": found.samples,
        "seed": found.seed,
        "confidence": CONFIDENCE,
        "values": list(map(_bounds, found.values)),
        "layings": [
            {"move": str(laying), "values": list(map(_bounds, after))}
            for laying, after in found.layings.items()
        ],
        "seconds": round(found.seconds, 3),
    }


def _bounds(found: "Interval") -> dict[str, float]:
    return {"mean": float(found.mean), "low": found.low, "high": found.high}


def _print(found: "Estimate") -> None:
    from serpentes.solve.sampling import CONFIDENCE

    typer.echo(heading(found.position))
    typer.echo(f"estimate, not exact: {METHOD}, the order of the deck known to all")
    typer.echo(f"samples    {count(found.samples)}, seed {found.seed}, {CONFIDENCE:.0%} confidence")
    for player, value in enumerate(found.values, 1):
        typer.echo(f"player {player}   {_shown(value)}")
    width = max((len(str(laying)) for laying in found.layings), default=0)
    for laying, after in found.layings.items():
        typer.echo(f"{laying!s:{width}}  {'  '.join(map(_shown, after))}")
    typer.echo(f"seconds    {found.seconds:.3f}")


def _shown(found: "Interval") -> str:
    return f"about {float(found.mean):.3f} ({found.low:.3f} to {found.high:.3f})"


def _print_plan(position: HisssPosition, samples: int, *, as_json: bool) -> None:
    from serpentes.cli.progress import roughly
    from serpentes.solve.chance_plan import is_measured, seconds_of_sample
    from serpentes.solve.sampling import check_samples

    check_samples(position, samples)
    seconds = seconds_of_sample(position)
    measured = is_measured(seconds)
    if as_json:
        times = {"seconds_per_sample": seconds, "seconds": seconds * samples, "measured": measured}
        print_json({**described(position), "samples": samples, **times})
        return
    typer.echo(heading(position))
    typer.echo(f"sample     {roughly(seconds, measured)} on one thread")
    typer.echo(f"time       {roughly(seconds * samples, measured)} for {count(samples)} of them")
