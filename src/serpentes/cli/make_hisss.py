"""serpentes puzzles make hisss."""

import re
from fractions import Fraction
from typing import Annotated, Any

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
from serpentes.cli.options import CardRulings, Json, deck_keywords
from serpentes.games import registry
from serpentes.games.hisss.position import RULINGS
from serpentes.games.text import quoted

KINDS = ("best", "win")


def make(
    *,
    output: Output,
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="[best|win]",
            help="Positions with a closed deck, in which one laying is best by the margin, or with "
            "an open one, in which one laying wins.",
        ),
    ] = "best",
    players: Annotated[int, typer.Option("--players", help="Only 2 so far.")] = 2,
    cards: Annotated[
        int, typer.Option("--cards", help="Cards left in the deck, at most; 3 to 9.")
    ] = 9,
    margin: Annotated[
        str | None,
        typer.Option(
            "--margin",
            metavar="FRACTION",
            help="Kind best: the chance by which the right laying is better than all others at "
            "least, such as 1/10 or 0.1, from 1/100 to 1; 1/20 if left out.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", help="Games to look through at most; 1 to 1000000.")
    ] = 2000,
    count: CountOption = 20,
    seed: Seed = 0,
    without: Without = None,
    force: Force = False,
    ruling: CardRulings = None,
    deck: Annotated[
        str | None,
        typer.Option(
            "--deck",
            metavar="FILE",
            help="The deck of this JSON file in place of the default one.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a set of positions of two players with one right laying, each with its proof.

    The positions come from games that are played half at random and half greedily; of at most half
    of them the greedy laying is the right one. The same command makes the same file. Exit code 1 if
    there is no such puzzle.
    """
    from serpentes.puzzles.hisss.make import HisssWishes, make_hisss

    check_known("kind", kind, KINDS)
    wishes = HisssWishes(
        count,
        kind="win" if kind == "win" else "best",
        players=players,
        cards=cards,
        margin=None if margin is None else _fraction(margin),
        seed=seed,
        games=games,
        **_chosen(ruling, deck),
    )
    publish(
        lambda progress, others: make_hisss(wishes, progress, others),
        output,
        count=count,
        within=f"{games} games",
        without=without,
        force=force,
        as_json=as_json,
    )


def _chosen(ruling: list[str] | None, deck: str | None) -> dict[str, Any]:
    """The ruling and the deck that are given, as wishes."""
    return {**RULINGS.parse(ruling or ()), **deck_keywords(registry.game("hisss"), deck)}


def _fraction(text: str) -> Fraction:
    """The number of a text such as 1/20 or 0.05; ValueError for another text.

    >>> _fraction("0.05")
    Fraction(1, 20)
    """
    if not re.fullmatch(r"[0-9]{1,4}(/[1-9][0-9]{0,3}|\.[0-9]{1,4})?", text, re.ASCII):
        raise ValueError(
            f"margin {quoted(text)} cannot be read; expected a fraction such as 1/20 or 0.05"
        )
    return Fraction(text)
