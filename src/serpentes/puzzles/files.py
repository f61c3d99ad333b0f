"""Reading and writing puzzle sets: one line for whatever is wrong, nothing half written."""

import errno
import os
import secrets
from pathlib import Path

from serpentes.games import documents
from serpentes.puzzles.model import PuzzleSet
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
    target = check_target(path)
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(documents.dumps(document.model_dump(mode="json", by_alias=True)))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def check_target(path: str | Path) -> Path:
    """The real path of a file to be written; raises OSError before anything is done for it."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder; expected the name of a file", str(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "is no regular file; expected the name of a file", str(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(target.parent))
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "the folder cannot be written to", str(target.parent))
    return target
