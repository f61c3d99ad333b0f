"""What tests of the validator share: documents as JSON, and what can be changed in them."""

import json
from collections.abc import Iterator
from typing import Any

from serpentes.puzzles import check, files

Json = Any


def dumped(document: Json) -> bytes:
    return json.dumps(document).encode()


def problems(document: Json) -> list[check.Problem]:
    return list(check.problems(files.parse(dumped(document))))


def leaves(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of everything in a document that is no list and no object, and of their parts."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for part in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[part], (*path, part))


def changed(value: Json) -> list[Json]:
    """Other values of the same type, so that most changes get past the model."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(value - 1, 0)] if value else [value + 1]
    if isinstance(value, str):
        return ["b2" if value != "b2" else "a1", value[:-1] + ("1" if value[-1] != "1" else "2")]
    if isinstance(value, list):
        return [value[:-1], [*value, value[-1]]] if value else [["b2"]]
    return [{}, None] if isinstance(value, dict) else ["b2"]


def is_refused(document: Json) -> bool:
    try:
        return bool(problems(document))
    except ValueError:
        return True


def at(value: Json, path: Any) -> Json:
    for part in path:
        value = value[part]
    return value
