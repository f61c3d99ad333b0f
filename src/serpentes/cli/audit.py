"""serpentes audit: what the rulings change."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from serpentes.cli.errors import NO, CommandError
from serpentes.cli.options import (
    BOARD_GAMES,
    BoardGameName,
    Json,
    MaxPositions,
    Memory,
    PositionText,
    SolvedSize,
    Threads,
    game_of,
    memory_size,
    read_solvable,
)
from serpentes.cli.output import count, print_json
from serpentes.cli.probe import value_document
from serpentes.games.base import Game, MaterialPosition, SolvablePosition
from serpentes.games.boards import BoardParameter

if TYPE_CHECKING:
    from rich.console import Console

    from serpentes.solve.audit import Audit, Repetition, Verdict

SIDES = {"b": "Black", "w": "White", None: "nobody"}


def audit(
    game: BoardGameName,
    position: PositionText = None,
    *,
    size: SolvedSize = None,
    length: Annotated[
        str | None,
        typer.Option(
            "--length",
            metavar="LOW:HIGH",
            help="For fighting, and needed there: the lengths, such as 2:5.",
            show_default=False,
        ),
    ] = None,
    threads: Threads = None,
    max_positions: MaxPositions = None,
    memory: Memory = None,
    as_json: Json = False,
) -> None:
    """Solve a start position under different rulings and compare.

    Serpent: under every combination of rulings; also finds the shortest forced repetition,
    positions in which whoever leaves the cycle loses. Fighting: the initial position of every
    length, under each preset and each single ruling changed, for either side moving first.
    Exit code 1 if a limit is reached.
    """
    from serpentes.cli.material_audit import audit_boards

    audited = game_of(game, BOARD_GAMES, "audit")
    limits = {
        "threads": threads,
        "max_positions": max_positions,
        "memory": memory_size(memory),
    }
    begin = perf_counter()
    if isinstance(audited.start(), MaterialPosition):
        with _limited():
            boards = _boards(audited, position, {"size": size, "length": length})
            audit_boards(audited, boards, limits, as_json)
        return
    if length is not None:
        raise ValueError(f"--length is no option of {game}; expected --size")
    start = read_solvable(audited, position, {"size": size})
    assert isinstance(start, SolvablePosition)
    found = _audited(start, limits)
    seconds = round(perf_counter() - begin, 3)
    if as_json:
        print_json(_document(start, found, seconds))
    else:
        _print(start, found)


def _boards(game: Game, position: str | None, boards: dict[str, str | None]) -> range:
    """The boards of an audit by material, from the options that say so."""
    assert isinstance(game.board, BoardParameter)
    text = boards.pop(game.board.name)
    if text is None or position is not None or {*boards.values()} != {None}:
        raise ValueError(
            f"an audit of {game.name} is of initial positions; expected --{game.board.name} and "
            "neither a position nor another board"
        )
    low, high = game.board.read_range(text)
    return range(low, high + 1)


def _audited(start: SolvablePosition, limits: dict[str, int | None]) -> "Audit":
    from serpentes.cli.progress import reporting
    from serpentes.solve.audit import audit as find_audit

    with _limited(), reporting() as progress:
        return find_audit(start, progress=progress, **limits)


@contextmanager
def _limited() -> Iterator[None]:
    from serpentes.solve.driver import LimitReached

    try:
        yield
    except LimitReached as limit:
        raise CommandError(str(limit), NO) from limit


def _document(start: SolvablePosition, found: "Audit", seconds: float) -> dict[str, object]:
    return {
        "game": start.game,
        **start.board,
        "position": str(start),
        "results": [_verdict(verdict) for verdict in found.verdicts],
        "outcome_depends": found.outcome_depends,
        "value_depends": found.value_depends,
        "repetition": _repetition(found.repetition),
        "seconds": seconds,
    }


def _verdict(verdict: "Verdict") -> dict[str, object]:
    return {
        "rulings": verdict.rulings.as_dict(),
        "winner": verdict.winner,
        "initial": value_document(verdict.initial),
        **verdict.counts,
        "never_ends": verdict.never_ends,
        "drawless": verdict.counts["draw"] == 0,
        "repetition": _repetition(verdict.repetition),
    }


def _repetition(repetition: "Repetition | None") -> dict[str, object] | None:
    if repetition is None:
        return None
    first = repetition.steps[0].position
    return {
        "rulings": first.rulings.as_dict(),
        "position": str(first),
        "plies": repetition.plies,
        "moves": [str(step.move) for step in repetition.steps],
        "steps": [
            {
                "position": str(step.position),
                "move": str(step.move),
                "others": [{"move": str(m), **value_document(v)} for m, v in step.others],
            }
            for step in repetition.steps
        ],
    }


def _print(start: SolvablePosition, found: "Audit") -> None:
    from rich.table import Table as Grid

    from serpentes.cli.output import console

    screen = console()
    screen.print(f"{start.game}: {start}", soft_wrap=True)
    names = list(found.verdicts[0].rulings)
    grid = Grid(*names, "winner", "plies", "positions", "win", "draw", "loss", "repetition")
    for column in grid.columns[len(names) + 1 :]:
        column.justify = "right"
    for verdict in found.verdicts:
        plies = verdict.initial.plies
        grid.add_row(
            *verdict.rulings.values(),
            SIDES[verdict.winner],
            "never ends" if plies is None else str(plies),
            *(count(verdict.counts[name]) for name in ("positions", "win", "draw", "loss")),
            f"{verdict.repetition.plies} plies" if verdict.repetition else "none",
        )
    screen.print(grid)
    for name in names:
        outcome, value = found.outcome_depends[name], found.value_depends[name]
        says = (
            "changes who wins"
            if outcome
            else "changes only the plies"
            if value
            else "changes nothing"
        )
        screen.print(f"{name}: {says} from the start")
    if found.repetition is None:
        screen.print("no forced repetition")
    else:
        _print_repetition(screen, found.repetition, start)


def _print_repetition(screen: "Console", repetition: "Repetition", start: SolvablePosition) -> None:
    from serpentes.cli import draw

    first = repetition.steps[0].position
    like = "" if str(first) == str(start) else " (up to symmetry)"
    screen.print(f"shortest forced repetition{like}, under {first.rulings}:", soft_wrap=True)
    screen.print(draw.board(first), end="")
    for step in repetition.steps:
        others = ", ".join(f"{move} ({value})" for move, value in step.others)
        says = f"other moves lose: {others}" if others else "there is no other move"
        screen.print(f"  {step.position}: {step.move}; {says}", soft_wrap=True)
    screen.print(f"  and {first} is back", soft_wrap=True)
