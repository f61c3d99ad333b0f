"""serpentes solve for solo tasks of Serpent Master: a solution, their number, or a list of them."""

import json
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING

import typer

from serpentes.cli.errors import NO, CommandError
from serpentes.cli.options import described, heading, memory_size
from serpentes.cli.output import count, print_json
from serpentes.games.master.position import Position
from serpentes.games.master.serpents import legend, letters

if TYPE_CHECKING:
    from serpentes.solve.packing import Packings, Solution


def solve_packing(
    task: Position,
    *,
    counts: bool,
    lists: bool,
    limit: int | None,
    threads: int | None,
    memory: str | None,
    as_json: bool,
) -> None:
    """Count the solutions of a task, list them or find one; exit code 1 if there is none."""
    if counts and lists:
        raise ValueError("--count and --all are both given; expected one of them (--all counts)")
    if not counts and (threads is not None or memory is not None):
        name = "--memory" if threads is None else "--threads"
        raise ValueError(f"{name} is given without --count; expected both, or neither")
    if counts:
        found = _count(task, limit, threads, memory_size(memory), as_json=as_json)
    elif lists or limit is not None:
        found = _list(task, limit, as_json=as_json)
    else:
        found = _find(task, as_json=as_json)
    if not found:
        raise typer.Exit(NO)


# One


def _find(task: Position, *, as_json: bool) -> bool:
    from serpentes.solve.packing import solutions

    begin = perf_counter()
    solution = next(solutions(task, 1), None)
    seconds = round(perf_counter() - begin, 3)
    if as_json:
        numbers = _numbers(task, int(solution is not None), exact=solution is None)
        moves = None if solution is None else list(map(str, solution))
        print_json({**described(task), **numbers, "solution": moves, "seconds": seconds})
    elif solution is None:
        typer.echo(heading(task))
        typer.echo("solutions  0")
    else:
        _draw(task, solution)
    return solution is not None


def _draw(task: Position, solution: "Solution") -> None:
    from serpentes.cli import draw
    from serpentes.cli.output import console

    solved = task
    for placement in solution:
        solved = solved.play(placement)
    screen = console()
    screen.print(heading(task), soft_wrap=True)
    screen.print(f"solution   {_line(solution)}", soft_wrap=True)
    screen.print(draw.board(solved, letters=letters(solved)), end="")
    screen.print(legend(solved), soft_wrap=True)


# How many


def _count(
    task: Position, limit: int | None, threads: int | None, memory: int | None, *, as_json: bool
) -> bool:
    found = _counted(task, limit, threads, memory)
    seconds = round(found.seconds, 3)
    numbers = _numbers(task, found.solutions, exact=found.exact)
    if as_json:
        print_json({**described(task), **numbers, "nodes": found.nodes, "seconds": seconds})
    else:
        typer.echo(heading(task))
        _print_numbers(numbers)
        typer.echo(f"seconds    {seconds}")
    return found.solutions > 0


def _counted(
    task: Position, limit: int | None, threads: int | None, memory: int | None
) -> "Packings":
    from serpentes.cli.progress import reporting
    from serpentes.solve.driver import LimitReached
    from serpentes.solve.packing import solve

    try:
        with reporting(steady=True) as progress:
            return solve(task, limit=limit, threads=threads, memory=memory, progress=progress)
    except LimitReached as reached:
        raise CommandError(str(reached), NO) from reached


def _numbers(task: Position, known: int, *, exact: bool) -> dict[str, int | None]:
    """How many solutions there are (None if there may be more than are known), for JSON."""
    rotations = len(task.symmetries())
    return {
        "solutions": known if exact else None,
        "up_to_rotations": known // rotations if exact else None,
        "rotations": rotations,
        "at_least": known,
    }


def _print_numbers(numbers: dict[str, int | None]) -> None:
    solutions, known = numbers["solutions"], numbers["at_least"]
    typer.echo(f"solutions  {f'at least {known:,}' if solutions is None else count(solutions)}")
    if numbers["up_to_rotations"] is not None and numbers["rotations"] != 1:
        typer.echo(f"           {numbers['up_to_rotations']:,} up to the task's rotations")


# Which


def _list(task: Position, limit: int | None, *, as_json: bool) -> bool:
    """Print solutions as they are found, as there may be millions of them."""
    from serpentes.solve.packing import solutions

    found = solutions(task, limit)
    if as_json:
        return _list_json(task, found, limit)
    typer.echo(heading(task))
    known = 0
    for solution in found:
        typer.echo(_line(solution))
        known += 1
    _print_numbers(_numbers_listed(task, known, limit))
    return known > 0


def _list_json(task: Position, found: "Iterator[Solution]", limit: int | None) -> bool:
    begin = perf_counter()
    sys.stdout.write(f'{json.dumps(described(task))[:-1]}, "listed": [')
    known = 0
    for solution in found:
        sys.stdout.write(f"{', ' if known else ''}{json.dumps(list(map(str, solution)))}")
        known += 1
    seconds = round(perf_counter() - begin, 3)
    numbers = _numbers_listed(task, known, limit)
    sys.stdout.write(f"], {json.dumps({**numbers, 'seconds': seconds})[1:]}\n")
    return known > 0


def _numbers_listed(task: Position, known: int, limit: int | None) -> dict[str, int | None]:
    """How many solutions there are, once a list has come to its end or to its limit."""
    from serpentes.solve.packing import are_all

    return _numbers(task, known, exact=known != limit or are_all(task, known))


def _line(solution: "Solution") -> str:
    return ";".join(map(str, solution)) or "no card is left to place"
