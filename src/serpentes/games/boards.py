"""What fixes the board of a game: keywords of its `start`, and texts of the command line."""

import re
from dataclasses import dataclass

from serpentes.games.text import described, quoted

LONGEST_NUMBER = 9
"""Digits of a number that is read; nobody has a board of that size."""
NUMBER = f"0|[1-9][0-9]{{0,{LONGEST_NUMBER - 1}}}"
"""What a number looks like that is read, as a regular expression: no sign, no leading zeros."""


@dataclass(frozen=True, slots=True)
class BoardParameter:
    """The number that fixes a board: its name as a keyword of `start`, range and default."""

    name: str
    low: int
    high: int
    default: int

    @property
    def range(self) -> str:
        """The boards there are, for people."""
        return f"{self.low} to {self.high}"

    def check(self, number: int) -> int:
        """The number itself; ValueError if it is out of range, TypeError if it is no int.

        >>> BoardParameter("size", 2, 6, 5).check(9)
        Traceback (most recent call last):
        ValueError: size 9 is out of range; expected 2 to 6
        """
        if not isinstance(number, int):
            raise TypeError(f"{self.name} is {described(number)}; expected an int, {self.range}")
        if not self.low <= number <= self.high:
            raise ValueError(f"{self.name} {number} is out of range; expected {self.range}")
        return number

    def read(self, text: str) -> dict[str, int]:
        """The board of a text, as keywords of `start`; ValueError if it is none.

        >>> BoardParameter("size", 2, 6, 5).read("3")
        {'size': 3}
        """
        if not re.fullmatch(NUMBER, text):
            raise ValueError(
                f"{self.name} {quoted(text)} cannot be read; expected a number, {self.range}"
            )
        return {self.name: self.check(int(text))}

    def read_range(self, text: str) -> tuple[int, int]:
        """The least and the greatest number of a range of boards, such as 2:5, or of a single one.

        Raises ValueError for another text and for boards that there are not.

        >>> length = BoardParameter("length", 2, 16, 16)
        >>> length.read_range("2:5"), length.read_range("4")
        ((2, 5), (4, 4))
        """
        low, colon, high = text.partition(":")
        ends = (low, high if colon else low)
        if not all(re.fullmatch(NUMBER, end) for end in ends):
            raise ValueError(
                f"{self.name} {quoted(text)} cannot be read; "
                f"expected a number or a range such as {self.low}:{self.low + 2}"
            )
        first, last = (self.check(int(end)) for end in ends)
        if first > last:
            raise ValueError(
                f"{self.name} {quoted(text)} is no range; expected the lower number first"
            )
        return first, last


@dataclass(frozen=True, slots=True)
class GridParameter:
    """The width and height that fix a grid; `name` is what the two together are called."""

    name: str
    low: int
    high: int

    @property
    def range(self) -> str:
        """The boards there are, for people."""
        return f"{self.low}x{self.low} to {self.high}x{self.high}"

    def check(self, width: int, height: int) -> tuple[int, int]:
        """Width and height themselves; ValueError if one is out of range, TypeError if it is no
        int.

        >>> GridParameter("size", 3, 8).check(1, 9)
        Traceback (most recent call last):
        ValueError: size 1x9 is out of range; expected 3x3 to 8x8
        """
        for number in (width, height):
            if not isinstance(number, int):
                raise TypeError(
                    f"width or height is {described(number)}; "
                    f"expected an int, {self.low} to {self.high}"
                )
        if not all(self.low <= number <= self.high for number in (width, height)):
            raise ValueError(f"{self.name} {width}x{height} is out of range; expected {self.range}")
        return width, height

    def read(self, text: str) -> dict[str, int]:
        """The board of a text, as keywords of `start`; ValueError if it is none.

        >>> GridParameter("size", 3, 8).read("7x5")
        {'width': 7, 'height': 5}
        """
        found = re.fullmatch(f"({NUMBER})x({NUMBER})", text)
        if found is None:
            raise ValueError(
                f"{self.name} {quoted(text)} cannot be read; expected WIDTHxHEIGHT, {self.range}"
            )
        width, height = self.check(int(found[1]), int(found[2]))
        return {"width": width, "height": height}
