"""Printing: JSON on one line, and rich consoles for what people read."""

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def print_json(document: object) -> None:
    """One line of JSON on stdout."""
    sys.stdout.write(json.dumps(document) + "\n")


def console() -> "Console":
    """A rich console on stdout: colour where there is colour, no markup, wide where it is piped."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else 200
    return Console(markup=False, highlight=False, emoji=False, width=width)


def error_console() -> "Console":
    """A rich console on stderr, for progress."""
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def count(number: int) -> str:
    """A number for people, with its thousands apart.

    >>> count(6500000)
    '6,500,000'
    """
    return f"{number:,}"
