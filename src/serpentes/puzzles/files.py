"""Reading and writing puzzle sets: one line for whatever is wrong, nothing half written."""

import errno
import json
import os
import secrets
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from serpentes.games.text import quoted
from serpentes.puzzles.model import PuzzleSet

LONGEST_FILE = 16 << 20
"""Bytes of a file that is read; a set of a hundred puzzles has about one million."""

WIDTH = 110


def read(path: str | Path) -> PuzzleSet:
    """The set of a file.

    Raises ValueError, one line that names the first wrong field and what was expected; OSError if
    the file cannot be read.
    """
    file = Path(path)
    with file.open("rb") as stream:
        data = stream.read(LONGEST_FILE + 1)
    if len(data) > LONGEST_FILE:
        raise ValueError(f"{file}: is larger than {LONGEST_FILE:,} bytes; expected a puzzle set")
    try:
        return parse(data)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def parse(data: bytes) -> PuzzleSet:
    """The set of the bytes of a JSON document; ValueError names the first wrong field.

    >>> parse(b'{"title": 3}')
    Traceback (most recent call last):
    ValueError: is no puzzle set: field $schema is missing
    """
    try:
        return PuzzleSet.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
    raise ValueError(f"is no puzzle set: {_flattened(first)}")


def _flattened(error: Any) -> str:
    field = ".".join(str(part) for part in error["loc"])
    if error["type"] == "json_invalid":
        return f"it is not JSON: {error['msg'].removeprefix('Invalid JSON: ')}"
    if error["type"] == "missing":
        return f"field {field} is missing"
    if error["type"] == "extra_forbidden":
        return f"field {quoted(field)} is unknown; expected no such field"
    expected = error["msg"][:1].lower() + error["msg"][1:].replace("Input should", "should")
    expected = expected.removeprefix("input should ")
    where = f"field {field}" if field else "the document"
    return f"{where} is {quoted(_shown(error['input']))}; expected it to {expected}"


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str)[:200]


def write(path: str | Path, document: PuzzleSet) -> None:
    """Write a set to a file, whole or not at all; a file that is there is replaced.

    Raises OSError if it cannot be written.
    """
    target = check_target(path)
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(dumps(document.model_dump(mode="json", by_alias=True)))
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


def dumps(document: object) -> str:
    """JSON for people and for version control: what fits on a line is on one line.

    >>> print(dumps({"a": [1, 2], "b": None}), end="")
    {"a": [1, 2], "b": null}
    """
    return _dumped(document, 0, 0) + "\n"


def _dumped(value: object, indent: int, before: int) -> str:
    line = json.dumps(value, ensure_ascii=False)
    if indent + before + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (indent + 1)
    if isinstance(value, list):
        parts = [inner + _dumped(one, indent + 1, 0) for one in value]
    else:
        names = [f"{json.dumps(name, ensure_ascii=False)}: " for name in value]
        parts = [
            inner + name + _dumped(one, indent + 1, len(name))
            for name, one in zip(names, value.values(), strict=True)
        ]
    left, right = "[]" if isinstance(value, list) else "{}"
    return f"{left}\n" + ",\n".join(parts) + f"\n{' ' * indent}{right}"
