"""Reading and writing puzzle sets: one line for whatever is wrong, nothing half written."""

from pathlib import Path

from serpentes.games import documents, files
from serpentes.puzzles.model import PuzzleSet, check_set
from serpentes.puzzles.sets import AnySet

LONGEST_FILE = 16 << 20
"""Bytes of a file that is read; a set of a hundred puzzles has about one million."""
WHAT = "puzzle set"


def read(path: str | Path) -> PuzzleSet:
    """The set of a file.

    Raises ValueError, one line that names the first wrong field and what was expected; OSError if
    the file cannot be read.
    """
    return documents.read(path, AnySet, WHAT, LONGEST_FILE).root


def parse(data: bytes) -> PuzzleSet:
    """The set of the bytes of a JSON document; ValueError names the first wrong field.

    >>> parse(b'{"title": 3}')
    Traceback (most recent call last):
    ValueError: is no puzzle set: field $schema is missing
    """
    return documents.parse(data, AnySet, WHAT).root


def write(path: str | Path, document: PuzzleSet) -> None:
    """Write a set to a file, whole or not at all; a file that is there is replaced.

    Raises OSError if it cannot be written.
    """
    check_set(document)
    text = documents.dumps(document.model_dump(mode="json", by_alias=True))
    files.write(path, text.encode())
