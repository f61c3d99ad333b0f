"""The forms of puzzle sets put together: what a document may be, and the JSON Schema of all."""

from typing import Annotated, Any

from pydantic import Discriminator, RootModel

from serpentes.games.documents import tag
from serpentes.puzzles import model
from serpentes.puzzles.hisss.model import HisssSet
from serpentes.puzzles.master.model import MasterSet
from serpentes.puzzles.moves.model import SearchedSet, TableSet

FORMS = {
    None: "table",
    "serpent": "searched",
    "fighting": "searched",
    "master": "master",
    "hisss": "hisss",
}
"""The tags of the forms by the game in the parameters, which sets from a table do not have."""


def form_of(document: object) -> str | None:
    """The tag of the form of a document: that of the game in its parameters, if there is one.

    >>> form_of({"parameters": {"kinds": ["win"]}}), form_of({"parameters": {"game": "chess"}})
    ('<table>', None)
    """
    parameters = _part(document, "parameters")
    game = _part(parameters, "game")
    form = FORMS.get(game) if game is None or isinstance(game, str) else None
    return form and f"<{form}>"


def _part(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)


class AnySet(RootModel[model.PuzzleSet]):
    """A puzzle set of any form."""

    root: Annotated[
        Annotated[TableSet, tag("table")]
        | Annotated[SearchedSet, tag("searched")]
        | Annotated[MasterSet, tag("master")]
        | Annotated[HisssSet, tag("hisss")],
        Discriminator(
            form_of,
            custom_error_type="unknown_game",
            custom_error_message="have as parameters.game, if there is one, "
            f"one of: {', '.join(filter(None, FORMS))}",
        ),
    ]


def schema() -> dict[str, Any]:
    """The JSON Schema of a puzzle set.

    >>> schema()["$id"]
    'urn:serpentes:puzzle-set:1'
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": model.SCHEMA_URI,
        **AnySet.model_json_schema(by_alias=True),
    }
