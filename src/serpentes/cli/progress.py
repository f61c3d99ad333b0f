"""Progress on stderr: bars where that is a terminal, and what the library logs."""

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Report = Callable[[str, int, int | None], None]
"""Called with what is being done, how much of it is done, and how much there is (None: unknown)."""


@contextmanager
def reporting(wanted: bool = True) -> Iterator[Report | None]:
    """A function to report progress to, or None where nobody would see it."""
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from serpentes.cli.output import error_console

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.completed:,.0f}", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=error_console(), transient=True) as bars:
        task = bars.add_task("", total=None)

        def report(doing: str, done: int, total: int | None) -> None:
            bars.update(task, description=doing, completed=done, total=total)

        yield report


@contextmanager
def logged() -> Iterator[None]:
    """Print what the library logs for information, each on a line of its own."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("serpentes: %(message)s"))
    logger = logging.getLogger("serpentes")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
