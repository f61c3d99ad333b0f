"""JSON documents of files: bounded in size, checked against a model, errors in one line."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Tag, ValidationError

from serpentes.games.text import quoted

WIDTH = 110
_TAGGED = re.compile("<[a-z]+>")


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
    """The document of a file.

    Raises ValueError, one line that names the first wrong field and what was expected; OSError if
    the file cannot be read.
    """
    file = Path(path)
    with file.open("rb") as stream:
        data = stream.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise ValueError(f"{file}: is larger than {most_bytes:,} bytes; expected a {what}")
    try:
        return parse(data, model, what)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def parse(data: bytes, model: type[Document], what: str) -> Document:
    """The document of these bytes; ValueError names the first wrong field."""
    try:
        document = model.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
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
    expected = error["msg"][:1].lower() + error["msg"][1:].replace("Input should", "should")
    expected = expected.removeprefix("input should ")
    where = f"field {field}" if field else "the document"
    return f"{where} is {quoted(_shown(error['input']))}; expected it to {expected}"


def _named(location: tuple[str | int, ...]) -> str:
    """The field of an error, without the tags on the way there."""
    return ".".join(part for part in map(str, location) if not _TAGGED.fullmatch(part))


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
