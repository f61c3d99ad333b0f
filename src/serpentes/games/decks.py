"""The files of decks: one JSON document each, with a model for each game of cards.

The JSON Schema that is published as `decks/deck.schema.json` is generated from this module; after a
change here, `python -m serpentes.games.decks` writes it anew in a source tree.
"""

from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import Field, StringConstraints, model_validator
from pydantic.json_schema import models_json_schema

from serpentes.games import documents
from serpentes.games.documents import Strict
from serpentes.games.hisss.cards import CARD, CARDS, check_card
from serpentes.games.hisss.cards import MOST_CARDS as MOST_IN_DECK
from serpentes.games.hisss.deck import Deck as Counts
from serpentes.games.master.deck import HIGHEST, MOST_CARDS, PATH, Deck

SCHEMA_URI = "urn:serpentes:deck:1"
SCHEMA_FILE = Path(__file__).with_name("decks") / "deck.schema.json"
LONGEST_FILE = 1 << 20
"""Bytes of a file that is read; a deck has a few hundred."""


class DeckFile(Strict):
    """What the decks of all games have."""

    schema_uri: Literal["urn:serpentes:deck:1"] = Field(alias="$schema")
    title: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class MasterCard(Strict):
    """A card of Serpent Master."""

    number: Annotated[int, Field(ge=1, le=HIGHEST)] = Field(
        description="Cards are resolved from the highest number to the lowest."
    )
    path: Annotated[str, StringConstraints(pattern=f"^{PATH}$")] = Field(
        description="A step for each letter, straight on (F), after a turn to the left (L) or to "
        "the right (R); no cell twice, nor the one before the first step."
    )


class MasterDeck(DeckFile):
    """A deck of Serpent Master: every player has the same one."""

    game: Literal["master"]
    cards: Annotated[tuple[MasterCard, ...], Field(min_length=1, max_length=MOST_CARDS)] = Field(
        description="In any order; no number twice."
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        numbers = [card.number for card in self.cards]
        for number in numbers:
            if numbers.count(number) > 1:
                raise ValueError(f"card {number} is there twice; expected each number once")
        Deck({card.number: card.path for card in self.cards})
        return self


class HisssCard(Strict):
    """Cards of one kind of Hisss."""

    card: Annotated[str, StringConstraints(pattern=CARD)] = Field(
        description="A middle section by its two different colours (ro), a head or a tail by its "
        "colour (H:r, T:r), * for a rainbow one."
    )
    count: Annotated[int, Field(ge=1, le=MOST_IN_DECK)] = Field(
        description="How many of them there are."
    )


class HisssDeck(DeckFile):
    """A deck of Hisss, which all players draw from."""

    game: Literal["hisss"]
    cards: Annotated[tuple[HisssCard, ...], Field(min_length=1, max_length=len(CARDS))] = Field(
        description=f"In any order, each kind once; at most {MOST_IN_DECK} cards in all."
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        kinds = [check_card(entry.card) for entry in self.cards]
        for kind in kinds:
            if kinds.count(kind) > 1:
                raise ValueError(f"card {kind} is there twice; expected each kind once")
        Counts({entry.card: entry.count for entry in self.cards})
        return self


KINDS: Mapping[str, type[DeckFile]] = {"master": MasterDeck, "hisss": HisssDeck}
"""The models of all games of cards, by the names of the games."""

Kind = TypeVar("Kind", bound=DeckFile)


def read(path: str | Path, kind: type[Kind]) -> Kind:
    """The deck of a file, which has to be of that kind.

    Raises ValueError, one line that names the first wrong field and what was expected; OSError if
    the file cannot be read.
    """
    return documents.read(path, kind, "deck", LONGEST_FILE)


def default(kind: type[Kind]) -> Kind:
    """The deck of a game that is played with where none is named, as its file has it.

    >>> default(HisssDeck).title
    'Hisss: the 50 cards of the game'
    """
    game = next(name for name, one in KINDS.items() if one is kind)
    with as_file(files("serpentes.games") / "decks" / f"{game}.json") as path:
        return read(path, kind)


def schema() -> dict[str, Any]:
    """The JSON Schema of deck files.

    >>> schema()["$id"]
    'urn:serpentes:deck:1'
    """
    references, definitions = models_json_schema(
        [(kind, "validation") for kind in KINDS.values()], by_alias=True
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_URI,
        "oneOf": list(references.values()),
        **definitions,
    }


if __name__ == "__main__":
    SCHEMA_FILE.write_text(documents.dumps(schema()), encoding="utf-8")
