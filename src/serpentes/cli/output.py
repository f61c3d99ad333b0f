"""Printing: JSON on one line, and rich consoles for what people read."""

import json
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

LONGEST_FRACTION = 40
"""Characters of a fraction that people are shown; others are in the JSON."""


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


def fraction(value: Fraction) -> str:
    """A fraction for people: with decimals that are easily compared, or these alone if it is long.

    >>> fraction(Fraction(-3, 7)), fraction(Fraction(1)), fraction(Fraction(10**20 + 1, 10**20))
    ('-3/7 (-0.4286)', '1', 'about 1.0000')
    """
    if value.denominator == 1:
        return str(value)
    short = len(str(value)) <= LONGEST_FRACTION
    return f"{value} ({float(value):.4f})" if short else f"about {float(value):.4f}"


def grid(columns: Mapping[str, Sequence[str]]) -> "Grid":
    """A table of texts by column, each as wide as it needs to be, to the right."""
    from rich.table import Table as Grid

    table = Grid(*columns)
    for column in table.columns:
        column.justify = "right"
    for row in zip(*columns.values(), strict=True):
        table.add_row(*row)
    return table
