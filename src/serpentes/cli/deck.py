"""serpentes deck: the deck that a game of cards is played with where none is named."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from serpentes.cli.options import CARD_GAMES, CardGameName, Json, game_of
from serpentes.cli.output import grid, print_json
from serpentes.games.text import numbered

if TYPE_CHECKING:
    from serpentes.games.decks import DeckFile, HisssDeck, MasterDeck

Columns = Mapping[str, Sequence[str]]


def deck(game: CardGameName, *, as_json: Json = False) -> None:
    """Print the deck that a game of cards is played with where none is named.

    With --json it is the document that --deck takes, to begin a deck of one's own with.
    """
    from serpentes.games.decks import KINDS, default

    name = game_of(game, CARD_GAMES, "deck").name
    found = default(KINDS[name])
    if as_json:
        print_json(found.model_dump(mode="json", by_alias=True))
    else:
        _print(found)


def _print(found: "DeckFile") -> None:
    from serpentes.cli.output import console
    from serpentes.games.decks import HisssDeck, MasterDeck

    screen = console()
    screen.print(found.title, soft_wrap=True)
    if isinstance(found, MasterDeck):
        columns, total = _of_master(found)
    else:
        assert isinstance(found, HisssDeck)
        columns, total = _of_hisss(found)
    screen.print(grid(columns))
    screen.print(total)


def _of_master(found: "MasterDeck") -> tuple[Columns, str]:
    tokens = [len(card.path) for card in found.cards]
    columns = {
        "number": [str(card.number) for card in found.cards],
        "path": [card.path for card in found.cards],
        "tokens": list(map(str, tokens)),
    }
    return columns, f"{numbered(len(tokens), 'card')}, {numbered(sum(tokens), 'token')}"


def _of_hisss(found: "HisssDeck") -> tuple[Columns, str]:
    counts = [entry.count for entry in found.cards]
    columns = {
        "card": [entry.card for entry in found.cards],
        "count": list(map(str, counts)),
    }
    return columns, f"{numbered(sum(counts), 'card')} of {numbered(len(counts), 'kind')}"
