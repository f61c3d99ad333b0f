"""serpentes stats: what is in a table, and what random play of a game of cards comes to."""

from inspect import signature
from typing import TYPE_CHECKING, Annotated

import typer

from serpentes.cli.options import (
    CARD_GAMES,
    CardRulings,
    DeckPath,
    Json,
    described,
    heading,
    names,
)
from serpentes.cli.output import count, print_json
from serpentes.cli.probe import NoCheck, value_document
from serpentes.games.master.deal import CARDS, SIDES
from serpentes.games.random_play import MOST_GAMES
from serpentes.games.square import BOARD

if TYPE_CHECKING:
    from rich.console import Console

    from serpentes.solve.stats import Example, SliceStats, Stats
    from serpentes.solve.table import Table


def _players() -> str:
    numbers = {game.name: game.cards.players for game in CARD_GAMES if game.cards}
    return ", ".join(f"{low} to {high} for {name}" for name, (low, high) in numbers.items())


def _default(name: str) -> str:
    """What holds if an option of random play is left out, which is the same for all games."""
    (default,) = {
        signature(game.cards.random_play).parameters[name].default
        for game in CARD_GAMES
        if game.cards
    }
    return f"{default} if left out"


def _sides() -> str:
    players: dict[int, list[str]] = {}
    for number, side in SIDES.items():
        players.setdefault(side, []).append(str(number))
    return ", ".join(
        f"{side}x{side} for {' or '.join(numbers)}" for side, numbers in players.items()
    )


def stats(
    table: Annotated[
        str,
        typer.Argument(
            metavar="TABLE",
            help=f"The folder of a solved table, or a game of cards: {names(CARD_GAMES)}.",
        ),
    ],
    *,
    no_check: NoCheck = False,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            help=f"Of random play: how many players, {_players()}; {_default('players')}.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            help=f"Of random play: how many games, 1 to {count(MOST_GAMES)}; {_default('games')}.",
            show_default=False,
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Option(
            "--size",
            metavar="SIZE",
            help=f"Of random play of master: the board, {BOARD.range}; if left out {_sides()} "
            "players.",
            show_default=False,
        ),
    ] = None,
    cards: Annotated[
        int | None,
        typer.Option(
            "--cards",
            help="Of random play of master: the cards in a hand, 1 to as many as are in the deck; "
            f"{CARDS}, or all of a deck with fewer, if left out.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            help=f"Of random play: another seed, other games; {_default('seed')}.",
            show_default=False,
        ),
    ] = None,
    ruling: CardRulings = None,
    deck: DeckPath = None,
    as_json: Json = False,
) -> None:
    """Count a table's positions by value and plies; show a longest win and a draw. Or play a game
    of cards at random, and show what becomes of the players by seat.

    Positions are counted as the side to move sees them. In a table of serpent they are counted up
    to symmetry; in one of fighting every placement of men counts, the numbers up to symmetry stand
    beside, and positions that either side loses if it is to move (zugzwangs) are counted and
    listed. A folder with the name of a game of cards is given as ./NAME.
    """
    options = {"players": players, "games": games, "cards": cards, "seed": seed}
    if table in {game.name for game in CARD_GAMES}:
        if no_check:
            raise ValueError(f"--no-check is no option of {table}; expected it only with a table")
        from serpentes.cli.random_play import print_random_play

        print_random_play(table, options, size, deck, ruling, as_json=as_json)
        return
    given = {**options, "size": size, "ruling": ruling, "deck": deck}
    for name, value in given.items():
        if value is not None:
            raise ValueError(
                f"--{name} is no option of statistics of a table; expected it only with "
                f"a game of cards ({names(CARD_GAMES)})"
            )
    _table_stats(table, check=not no_check, as_json=as_json)


def _table_stats(table: str, *, check: bool, as_json: bool) -> None:
    from serpentes.cli.progress import reporting
    from serpentes.solve.stats import stats as find_stats
    from serpentes.solve.table import Table

    opened = Table.open(table, check=check)
    with reporting() as progress:
        found = find_stats(opened, progress)
    if as_json:
        print_json(_document(opened, found, table))
    else:
        _print(opened, found)


def _document(table: "Table", found: "Stats", path: str) -> dict[str, object]:
    from serpentes.solve.stats import SliceStats

    document: dict[str, object] = {
        **described(table.start),
        "table": path,
        "digest": table.digest,
        "bytes_per_position": round(table.nbytes / len(table), 2),
        **found.counts,
        "initial": value_document(found.initial) if found.initial is not None else None,
        "by_value": [{**value_document(v), "positions": n} for v, n in found.by_value.items()],
        "longest_win": _example(found.longest_win),
        "draw_example": _example(found.draw),
        "without_action": found.without_action,
    }
    return {**document, **_slices(found)} if isinstance(found, SliceStats) else document


def _slices(found: "SliceStats") -> dict[str, object]:
    return {
        "by_value": [
            {
                **value_document(v),
                "positions": n,
                "up_to_symmetry": found.by_value_up_to_symmetry[v],
            }
            for v, n in found.by_value.items()
        ],
        "up_to_symmetry": found.up_to_symmetry,
        "by_slice": [
            {
                "men": list(counts.men),
                "positions": counts.placements,
                "up_to_symmetry": counts.positions,
                "win": counts.win,
                "draw": counts.draw,
                "loss": counts.loss,
                "longest_win": counts.longest_win,
            }
            for counts in found.by_slice
        ],
        "zugzwangs": found.zugzwangs,
        "zugzwang_examples": [_example(example) for example in found.zugzwang_examples],
    }


def _example(example: "Example | None") -> dict[str, object] | None:
    if example is None:
        return None
    return {"position": str(example.position), **value_document(example.value)}


def _print(table: "Table", found: "Stats") -> None:
    from serpentes.cli import draw
    from serpentes.cli.output import console
    from serpentes.solve.stats import SliceStats

    screen = console()
    screen.print(heading(table.start), soft_wrap=True)
    initial = "not in the table" if found.initial is None else found.initial
    screen.print(f"value of the start: {initial}")
    if isinstance(found, SliceStats):
        _print_slices(screen, found)
    _print_values(screen, found)
    screen.print(f"positions: {count(found.counts['positions'])}")
    if isinstance(found, SliceStats):
        screen.print(f"positions up to symmetry: {count(found.positions)}")
    screen.print(f"positions without a legal action: {count(found.without_action)}")
    for title, example in (("longest win", found.longest_win), ("a draw", found.draw)):
        if example is None:
            screen.print(f"{title}: none")
            continue
        screen.print(f"{title}: {example.position}  ({example.value})", soft_wrap=True)
        screen.print(draw.board(example.position), end="")
    if isinstance(found, SliceStats):
        few = len(found.zugzwang_examples) < found.zugzwangs
        some = "; the first of each pair of slices:" if few else ""
        screen.print(f"zugzwangs, up to symmetry: {count(found.zugzwangs)}{some}")
        for example in found.zugzwang_examples:
            screen.print(f"  {example.position}  ({example.value})", soft_wrap=True)


def _print_values(screen: "Console", found: "Stats") -> None:
    from rich.table import Table as Grid

    grid = Grid("plies", *(f"{name}s" if name != "loss" else "losses" for name in _NAMES))
    for column in grid.columns:
        column.justify = "right"
    for plies in sorted({v.plies for v in found.by_value}, key=lambda p: (p is None, p)):
        cells = [
            sum(n for v, n in found.by_value.items() if (v.outcome, v.plies) == (name, plies))
            for name in _NAMES
        ]
        grid.add_row(
            "never ends" if plies is None else str(plies), *(count(n) if n else "" for n in cells)
        )
    grid.add_section()
    grid.add_row("all", *(count(found.counts[name]) for name in _NAMES))
    screen.print(grid)


def _print_slices(screen: "Console", found: "SliceStats") -> None:
    from rich.table import Table as Grid

    grid = Grid("men", "positions", *_NAMES, "longest win, plies")
    for column in grid.columns:
        column.justify = "right"
    for counts in found.by_slice:
        longest = "" if counts.longest_win is None else count(counts.longest_win)
        numbers = (counts.placements, counts.win, counts.draw, counts.loss)
        own, opponent = counts.men
        grid.add_row(f"{own} against {opponent}", *map(count, numbers), longest)
    screen.print(grid)


_NAMES = ("win", "draw", "loss")
