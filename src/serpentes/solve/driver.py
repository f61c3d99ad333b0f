"""What the drivers of all solvers share: threads, limits, and interruption between chunks."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from math import inf
from pathlib import Path

from serpentes.games.text import check_type

Report = Callable[[str, int, int | None], None]
"""Called with what is being done, how much of it is done, and how much there is (None: unknown)."""

Run = Callable[..., Iterator[object]]
"""`map`, or the `map` of a pool of threads."""


class LimitReached(ValueError):  # noqa: N818 (a limit is no error of the program)
    """The positions do not fit the limits; says what was reached."""


@contextmanager
def running(threads: int | None) -> Iterator[Run]:
    """A `run` on so many threads (None: one for each processor).

    Raises ValueError if the number is not positive.
    """
    threads = positive("threads", threads, os.cpu_count() or 1)
    with ThreadPoolExecutor(threads) as pool:
        yield pool.map if threads > 1 else map


@contextmanager
def deferred_interrupt(stop: Callable[[], None] | None = None) -> Iterator[Callable[[], bool]]:
    """Ctrl-C only sets a flag, which the function given tells: no chunk of work is cut in two.

    With `stop`, which is called then, a chunk may be ended early.
    """
    seen = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield seen.is_set
        return

    def interrupt(*_: object) -> None:
        seen.set()
        if stop is not None:
            stop()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield seen.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def check_seconds(seconds: float | None) -> None:
    """ValueError for a limit of seconds (None: none) that is not positive, or no number to wait."""
    if seconds is not None and not 0 < seconds < inf:
        raise ValueError(f"seconds are {seconds}; expected more than 0 and no infinity")


def positive(name: str, value: int | None, default: int) -> int:
    """The value, or the default for None; ValueError if it is not positive, TypeError if it is no
    whole number."""
    if value is None:
        return default
    check_type(name, value, int, "an int")
    if value < 1:
        raise ValueError(f"{name} is {value}; expected at least 1")
    return value


def machine_memory() -> int:
    """Bytes of memory of this machine; 8 GiB where it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 8 << 30


def checkpoint_of(target: Path) -> Path:
    """Where a run that is stopped is kept, be it a file or a folder."""
    return target.with_name(f"{target.name}.checkpoint")
