"""serpentes puzzles make master."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from serpentes.cli.made_sets import (
    CountOption,
    Force,
    Output,
    Seed,
    Without,
    check_known,
    publish,
)
from serpentes.cli.options import Json, deck_keywords
from serpentes.games import registry
from serpentes.games.square import BOARD
from serpentes.puzzles.master import ranges

if TYPE_CHECKING:
    from serpentes.cli.progress import Report
    from serpentes.puzzles.model import PuzzleSet

OPTIONS = {
    "pack": ("mode", "spare", "minimal", "layings"),
    "dominant": ("rounds", "blocked", "positions"),
}
"""The options that only one kind has."""


def _option(name: str, says: str, **more: Any) -> Any:
    return typer.Option(f"--{name}", help=says, show_default=False, **more)


def make(
    *,
    output: Output,
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="[pack|dominant]",
            help="Solo tasks to pack, or rounds for two players in which one card is best.",
        ),
    ] = "pack",
    size: Annotated[
        str | None,
        _option(
            "size",
            f"The board: for tasks {ranges.SMALLEST_TASK}x{ranges.SMALLEST_TASK} to "
            f"{BOARD.high}x{BOARD.high}, {ranges.TASK_SIDE}x{ranges.TASK_SIDE} if left out; for "
            f"rounds {BOARD.range}, {ranges.ROUND_SIDE}x{ranges.ROUND_SIDE} if left out.",
            metavar="WIDTHxHEIGHT",
        ),
    ] = None,
    cards: Annotated[
        int | None,
        _option(
            "cards",
            f"Cards that a player is dealt: for tasks {ranges.FEWEST_CARDS} to "
            f"{ranges.MOST_IN_HAND}, {ranges.TASK_CARDS} if left out; for rounds "
            f"{ranges.FEWEST_LEFT} to {ranges.MOST_IN_HAND}, {ranges.ROUND_CARDS} if left out.",
        ),
    ] = None,
    mode: Annotated[
        str | None,
        _option(
            "mode",
            "Tasks: whether the order is free, as it is if left out, or from the highest card to "
            "the lowest.",
            metavar="[regular|challenging]",
        ),
    ] = None,
    spare: Annotated[
        int | None,
        _option(
            "spare",
            f"Tasks: cells left over, 0 to {ranges.MOST_SPARE}; {ranges.SPARE} if left out. With "
            "--minimal more of them may be.",
        ),
    ] = None,
    minimal: Annotated[
        bool | None,
        typer.Option(
            "--minimal",
            help="Tasks: free more cells, until no blocked cell could be free.",
            show_default=False,
        ),
    ] = None,
    layings: Annotated[
        int | None,
        _option(
            "layings",
            f"Tasks: random solutions to look through at most, 1 to {ranges.MOST_LAYINGS:,}; "
            f"{ranges.LAYINGS} if left out.",
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        _option(
            "rounds",
            f"Rounds: those played at random before, so many that {ranges.FEWEST_LEFT} to "
            f"{ranges.MOST_ROUNDS} cards of a hand are left; {ranges.ROUNDS} if left out.",
        ),
    ] = None,
    blocked: Annotated[
        int | None,
        _option("blocked", f"Rounds: blocked cells, 0 to {ranges.MOST_BLOCKED}; 0 if left out."),
    ] = None,
    positions: Annotated[
        int | None,
        _option(
            "positions",
            f"Rounds: positions to look through at most, 1 to {ranges.MOST_POSITIONS:,}; "
            f"{ranges.POSITIONS} if left out.",
        ),
    ] = None,
    count: CountOption = 20,
    seed: Seed = 0,
    without: Without = None,
    force: Force = False,
    deck: Annotated[
        str | None,
        _option("deck", "The deck of this JSON file in place of the default one.", metavar="FILE"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a set of solo tasks, or of rounds for two players, each with its proof.

    The same command makes the same file. Exit code 1 if there is no such puzzle.
    """
    from serpentes.puzzles.master.make_dominant import DominantWishes, make_rounds
    from serpentes.puzzles.master.make_pack import PackWishes, make_tasks

    check_known("kind", kind, OPTIONS)
    asked = _asked(
        kind,
        mode=mode,
        spare=spare,
        minimal=minimal,
        layings=layings,
        rounds=rounds,
        blocked=blocked,
        positions=positions,
    )
    asked |= {} if cards is None else {"cards": cards}
    asked |= {} if size is None else BOARD.read(size)
    asked |= deck_keywords(registry.game("master"), deck)
    generator: Callable[[Report | None, Sequence[PuzzleSet]], PuzzleSet | None]
    if kind == "pack":
        tasks = PackWishes(count, seed=seed, **asked)
        generator = partial(make_tasks, tasks)
        within = f"{tasks.layings} layings"
    else:
        wishes = DominantWishes(count, seed=seed, **asked)
        generator = partial(make_rounds, wishes)
        within = f"{wishes.positions} positions"
    publish(
        generator,
        output,
        count=count,
        within=within,
        without=without,
        force=force,
        as_json=as_json,
    )


def _asked(kind: str, **options: object) -> dict[str, Any]:
    """The options that are given; ValueError for one that another kind has."""
    given = {name: option for name, option in options.items() if option is not None}
    for name in given:
        if name not in OPTIONS[kind]:
            raise ValueError(
                f"--{name} is no option of kind {kind}; "
                f"expected one of: --{', --'.join(OPTIONS[kind])}"
            )
    return given
