"""JSON documents of files: bounded in size, checked against a model, errors in one line."""

import codecs
import gzip
import json
import re
import zlib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Tag, ValidationError

from serpentes.games.text import numbered, quoted

WIDTH = 110
PACKED = ".gz"
"""What the names of files end in that are packed with gzip."""
_TAGGED = re.compile("<[a-z]+>")
_KEY = "[key]"
"""The last part of the place of an error that is in a name of an object, which stands before it."""
_EXPECTED: Mapping[str, str] = {
    "bool_type": "be true or false",
    "dict_type": "be an object",
    "greater_than_equal": "be {ge} or more",
    "int_parsing": "be an integer",
    "int_parsing_size": "be an integer that is not so large",
    "int_type": "be an integer",
    "less_than_equal": "be {le} or less",
    "literal_error": "be {expected}",
    "model_type": "be an object",
    "none_required": "be null",
    "string_pattern_mismatch": "match the pattern {pattern}",
    "string_too_long": "have at most {max_length} characters",
    "string_type": "be a text",
    "too_long": "have at most {max_length} parts",
    "tuple_type": "be a list",
}
"""What a field has to do, for each type of error of the models that has not more to say."""


class Strict(BaseModel):
    """No unknown fields, no conversions, no changes."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def tag(name: str) -> Tag:
    """The tag of one of several models that a field may have, which has no place in what is said of
    errors.

    >>> tag("pack").tag
    '<pack>'
    """
    return Tag(f"<{name}>")


Document = TypeVar("Document", bound=BaseModel)


def read(path: str | Path, model: type[Document], what: str, most_bytes: int) -> Document:
    """The document of a file, which is unpacked if its name ends in .gz.

    Raises ValueError, one line that names the first wrong field and what was expected, also for
    what is no regular file; OSError if the file cannot be read.
    """
    if not str(path):
        raise ValueError(f"the name of a file is empty; expected the file of a {what}")
    file = Path(path)
    if file.exists() and not (file.is_file() or file.is_dir()):
        # To open a pipe would be to wait for what may never come; of a folder opening it tells.
        raise ValueError(f"{file}: is no regular file; expected the file of a {what}")
    data = _unpacked(file, what, most_bytes + 1)
    if len(data) > most_bytes:
        raise ValueError(f"{file}: is larger than {most_bytes:,} bytes; expected a {what}")
    try:
        return parse(data, model, what)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def _unpacked(file: Path, what: str, most: int) -> bytes:
    """What is in a file, at most so many bytes of it; one whose name ends in .gz is unpacked."""
    if file.suffix != PACKED:
        with file.open("rb") as stream:
            return stream.read(most)
    try:
        with gzip.open(file) as stream:
            return stream.read(most)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"{file}: cannot be unpacked ({error}); expected a {what}") from None


def packed(path: str | Path, data: bytes) -> bytes:
    """The bytes of a file of that name with these data: packed with gzip if it ends in .gz.

    >>> packed("proof.json", b"{}"), packed("proof.json.gz", b"{}")[:2]
    (b'{}', b'\\x1f\\x8b')
    """
    # Without the time, so that equal data make equal files.
    return gzip.compress(data, mtime=0) if Path(path).suffix == PACKED else data


def parse(data: bytes, model: type[Document], what: str) -> Document:
    """The document of these bytes; ValueError names the first wrong field."""
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ValueError(f"is no {what}: it begins with a byte order mark; expected UTF-8 without")
    try:
        document = model.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ValueError(f"is no {what}: {_flattened(first)}") from None
    # A field that is there twice would be read in one way here and in another by the next reader.
    json.loads(data, object_pairs_hook=partial(_once, what))
    return document


def _once(what: str, pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in fields if names.count(name) > 1)
        raise ValueError(f"is no {what}: field {quoted(twice)} is there twice; expected it once")
    return fields


def _flattened(error: Any) -> str:
    field = _named(error["loc"])
    if error["type"] == "json_invalid":
        return f"it is not JSON: {error['msg'].removeprefix('Invalid JSON: ')}"
    if error["type"] == "missing":
        return f"field {field} is missing"
    if error["type"] == "extra_forbidden":
        return f"field {quoted(field)} is unknown; expected no such field"
    if error["type"] == "value_error":  # of a model's own, which says it all
        where = f"field {field}: " if field else ""
        return f"{where}{error['msg'].removeprefix('Value error, ')}"
    where = "the document" if not field else f"field {field}"
    if error["loc"] and error["loc"][-1] == _KEY:
        where = f"a name in field {field}"
    return f"{where} is {quoted(_shown(error['input']))}; expected it to {expected(error)}"


def expected(error: Any) -> str:
    """What a value has to do, from an error that says it does not.

    >>> expected({"type": "less_than_equal", "ctx": {"le": 5}, "msg": "..."})
    'be 5 or less'
    """
    context = error.get("ctx", {})
    if error["type"] == "too_short":
        return f"have {numbered(context['min_length'], 'part')} at least"
    if error["type"] == "string_too_short":
        return f"have {numbered(context['min_length'], 'character')} at least"
    known = _EXPECTED.get(error["type"])
    # What is not known are errors of forms, which have words of their own for them.
    return str(error["msg"]) if known is None else known.format_map(context)


def _named(location: tuple[str | int, ...]) -> str:
    """The field of an error, without the tags on the way there; that of an error in a name is the
    one that has the name."""
    parts = [part for part in map(str, location) if not _TAGGED.fullmatch(part)]
    return ".".join(parts[:-2] if parts[-1:] == [_KEY] else parts)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str)[:200]


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
