"""Progress on stderr: bars where that is a terminal, and what the library logs."""

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

Report = Callable[[str, int, int | None], None]
"""Called with what is being done, how much of it is done, and how much there is (None: unknown)."""


@contextmanager
def reporting(wanted: bool = True, *, steady: bool = False) -> Iterator[Report | None]:
    """A function to report progress to, or None where nobody would see it.

    With `steady`, what is done goes up at an even pace to a total that is known beforehand: the
    time left is shown instead of numbers.
    """
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from serpentes.cli.output import error_console

    measure = "{task.percentage:>3.0f}%" if steady else "{task.completed:,.0f}"
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn(measure, markup=False),
        TimeElapsedColumn(),
        *((TextColumn("{task.fields[left]}", markup=False),) if steady else ()),
    )
    pace = Pace()
    with Progress(*columns, console=error_console(), transient=True) as bars:
        task = bars.add_task("", total=None, left="")

        def report(doing: str, done: int, total: int | None) -> None:
            left = pace.left(done, total) if steady else ""
            bars.update(task, description=doing, completed=done, total=total, left=left)

        yield report


class Pace:
    """The time left at the average pace since the first report."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._first: tuple[int, float] | None = None

    def left(self, done: int, total: int | None) -> str:
        """The time left, for people; empty while there is nothing to tell it from.

        What was done at the first report, by an earlier run, says nothing of the pace.

        >>> pace = Pace(iter([0.0, 60.0]).__next__)
        >>> pace.left(500, 1000), pace.left(600, 1000)
        ('', '0:04:00 left')
        """
        now = self._clock()
        if self._first is None:
            self._first = done, now
        begun, at = self._first
        if total is None or done <= begun:
            return ""
        return f"{duration((now - at) * (total - done) / (done - begun))} left"


YEAR = 31_556_952
"""Seconds of a year."""


def duration(seconds: float) -> str:
    """A duration as hours, minutes and seconds, or in years if it is one or more.

    >>> duration(3725.2), duration(1e10), duration(0.4)
    ('1:02:05', '316 years', 'under a second')
    """
    whole = round(seconds)
    if not whole:
        return "under a second"
    if whole >= YEAR:
        return f"{whole // YEAR:,} years"
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def roughly(seconds: float, measured: bool) -> str:
    """A duration that is only estimated; `measured` says whether others as long were measured.

    >>> roughly(3725.2, True), roughly(1e10, False)
    ('very roughly 1:02:05', 'not known; going on from shorter ones, 316 years')
    """
    if measured:
        return f"very roughly {duration(seconds)}"
    return f"not known; going on from shorter ones, {duration(seconds)}"


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
