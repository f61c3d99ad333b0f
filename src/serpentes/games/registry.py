"""The games by name. A game's module is imported when the game is first asked for."""

from importlib import import_module

from serpentes.games.base import Game
from serpentes.games.text import quoted

_MODULES = {
    "serpent": "serpentes.games.serpent",
    "fighting": "serpentes.games.fighting",
    "master": "serpentes.games.master",
    "hisss": "serpentes.games.hisss",
}


def games() -> tuple[str, ...]:
    """The names of all games, in a fixed order.

    >>> "serpent" in games()
    True
    """
    return tuple(_MODULES)


def game(name: str) -> Game:
    """The game of that name; ValueError lists the games there are.

    >>> game("serpent").title
    'Serpent (2025)'
    """
    if name not in _MODULES:
        raise ValueError(f"there is no game {quoted(name)}; expected one of: {', '.join(games())}")
    entry = import_module(_MODULES[name]).GAME
    assert isinstance(entry, Game)
    return entry
