"""Arguments and options that several commands share, and how they become a position."""

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from serpentes.games import registry
from serpentes.games.base import (
    CardPosition,
    Game,
    MaterialPosition,
    Position,
    SearchablePosition,
    SolvablePosition,
    TwoPlayerPosition,
)
from serpentes.games.boards import BoardParameter
from serpentes.games.text import quoted

if TYPE_CHECKING:
    from serpentes.solve.table import Table

GAMES = tuple(registry.game(name) for name in registry.games())
"""The entries of all games."""
BOARD_GAMES = tuple(game for game in GAMES if game.cards is None)
"""Games that are solved by tables."""
CARD_GAMES = tuple(game for game in GAMES if game.cards is not None)
"""Games of cards."""
UNITS = "KMGT"
"""Of memory, each 1024 times as large as the one before."""


# What a command says of its options


def _of_each(says: Mapping[str, str], separator: str) -> str:
    return separator.join(f"{what} for {name}" for name, what in says.items() if what)


def _ranges(games: Iterable[Game]) -> str:
    return _of_each({game.name: game.board.range for game in games if game.board}, ", ")


def _rulings(game: Game) -> str:
    return "; ".join(
        f"{ruling.name}={' or '.join(ruling.options)} ({ruling.settles})"
        for ruling in game.rulings.rulings
    )


def _presets(game: Game) -> str:
    return "; ".join(f"{preset.name} ({preset.says})" for preset in game.rulings.presets)


def _by_game(says: Callable[[Game], str], games: Iterable[Game]) -> str:
    return "".join(f" For {game.name}: {says(game)}." for game in games if says(game))


def names(games: Iterable[Game]) -> str:
    """The names of games, as a command says which of them it takes.

    >>> names(CARD_GAMES)
    'master or hisss'
    """
    return " or ".join(game.name for game in games)


def game_argument(games: Iterable[Game]) -> Any:
    """The argument GAME of a command that takes these."""
    return Annotated[str, typer.Argument(metavar="GAME", help=f"The game: {names(games)}.")]


def game_of(name: str, games: Collection[Game], command: str) -> Game:
    """The game of that name; ValueError if there is none, or the command does not take it.

    >>> game_of("hisss", BOARD_GAMES, "audit")
    Traceback (most recent call last):
    ValueError: there is no audit of hisss; expected serpent or fighting
    """
    game = registry.game(name)
    if game not in games:
        raise ValueError(f"there is no {command} of {name}; expected {names(games)}")
    return game


def _ruling_option(games: Iterable[Game]) -> Any:
    return Annotated[
        list[str] | None,
        typer.Option(
            "--ruling",
            metavar="NAME=OPTION",
            help="A ruling; repeatable; the first option is the default."
            f"{_by_game(_rulings, games)}",
            show_default=False,
        ),
    ]


def _position_argument(games: Iterable[Game]) -> Any:
    dealt = any(game.cards is not None and game.cards.dealt for game in games)
    return Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION",
            help="A position in the notation of the rules, in quotes; the start if left out"
            f"{', which a game whose hands are dealt does not have' if dealt else ''}.",
            show_default=False,
        ),
    ]


BoardGameName = game_argument(BOARD_GAMES)
CardGameName = game_argument(CARD_GAMES)
PositionText = _position_argument(BOARD_GAMES)
TablePath = Annotated[str, typer.Argument(metavar="TABLE", help="The folder of a solved table.")]
LeafTable = Annotated[
    Path | None,
    typer.Option(
        "--table",
        metavar="TABLE",
        help="A solved table of this board and these rulings: what it knows is not searched.",
        show_default=False,
    ),
]


def leaf_table(path: Path | None) -> "Table | None":
    """The table at which a search ends, checked as a whole; None without one."""
    from serpentes.solve.table import Table

    return None if path is None else Table.open(path, check=True)


RulingTexts = _ruling_option(BOARD_GAMES)
CardRulings = _ruling_option(CARD_GAMES)
PresetName = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help=f"A named set of rulings, which --ruling may change.{_by_game(_presets, GAMES)}",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, on one line.")]
Threads = Annotated[
    int | None,
    typer.Option("--threads", min=1, help="Threads; all cores if left out.", show_default=False),
]
MaxPositions = Annotated[
    int | None,
    typer.Option(
        "--max-positions", min=1, help="Give up beyond this many positions.", show_default=False
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="Give up beyond this much memory, such as 600M or 4G.",
        show_default=False,
    ),
]

Boards = Mapping[str, str | None]
"""What is given by the options of boards (--size, --length), by name; None if left out."""
BOARDS: tuple[str, ...] = tuple(dict.fromkeys(g.board.name for g in GAMES if g.board))
"""The names of those options."""


def _board_option(name: str, games: Iterable[Game], *, needed: str = "") -> Any:
    """An option of boards, `needed` in words or not; None if none of the games has it."""
    games = [game for game in games if game.board and game.board.name == name]
    defaults = {g.name: g.board.default for g in games if isinstance(g.board, BoardParameter)}
    if needed:
        games = [game for game in games if game.name in defaults]
        left_out = needed
    else:
        shown = _of_each({name: str(default) for name, default in defaults.items()}, ", ")
        said = [game for game in games if game.name not in defaults]
        left_out = f"without a position {shown} if left out"
        left_out += f"; {names(said)} needs a position, which says it" if said else ""
    if not games:
        return None
    return Annotated[
        str | None,
        typer.Option(
            f"--{name}",
            metavar=name.upper(),
            help=f"The board {name}: {_ranges(games)}; {left_out}.",
            show_default=False,
        ),
    ]


SOLVED = "needed to solve from the start, as large boards cannot be solved"
MADE = "needed to make a set, unless there is a table or a preset that says it"
SolvedSize = _board_option("size", GAMES, needed=SOLVED)
MadeSize = _board_option("size", GAMES, needed=MADE)
MadeLength = _board_option("length", GAMES, needed=MADE)
DeckPath = Annotated[
    str | None,
    typer.Option(
        "--deck",
        metavar="FILE",
        help="For games of cards: the deck of this JSON file in place of the default one. A "
        "position of hisss has to be one that can come of the deck.",
        show_default=False,
    ),
]

# From options to a position


Reader = Callable[..., Any]


def on_position(
    reader: Reader, games: Collection[Game] = GAMES
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Turns a function of a position into a command with the arguments and options that say which.

    Those are GAME (one of the `games`), POSITION, boards (--size, --length), --ruling, --preset and
    --deck, as far as the games have them; the function is called with what `reader` makes of them
    (`read_position`, or one that needs to be told what to solve), and its own parameters become
    further options.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def command(
            game: str,
            position: str | None,
            ruling: list[str] | None,
            preset: str | None = None,
            deck: str | None = None,
            **own: Any,
        ) -> None:
            boards = {name: own.pop(name, None) for name in BOARDS}
            entry = game_of(game, games, function.__name__)
            function(reader(entry, position, boards, ruling, preset, deck=deck), **own)

        own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
        parameters = _parameters(own, games, needed="" if reader is read_position else SOLVED)
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {each.name: each.annotation for each in parameters}
        return command

    return decorate


def _parameters(
    own: list[inspect.Parameter], games: Collection[Game], *, needed: str
) -> list[inspect.Parameter]:
    def keyword(name: str, annotation: Any, default: object = None) -> inspect.Parameter:
        kind = inspect.Parameter.KEYWORD_ONLY
        return inspect.Parameter(name, kind, default=default, annotation=annotation)

    boards = {name: _board_option(name, games, needed=needed) for name in BOARDS}
    presets = any(game.rulings.presets for game in games)
    decks = any(game.cards is not None for game in games)
    return [
        keyword("game", game_argument(games), inspect.Parameter.empty),
        keyword("position", _position_argument(games)),
        *(keyword(name, option) for name, option in boards.items() if option is not None),
        *(each for each in own if each.name != "as_json"),
        keyword("ruling", _ruling_option(games)),
        *([keyword("preset", PresetName)] if presets else []),
        *([keyword("deck", DeckPath)] if decks else []),
        *(each for each in own if each.name == "as_json"),
    ]


def read_position(
    game: Game,
    text: str | None,
    boards: Boards,
    ruling: list[str] | None = None,
    preset: str | None = None,
    *,
    deck: str | None = None,
) -> Position:
    """The position that the arguments of a command describe.

    Options named by --ruling come before those of the preset. Raises ValueError for whatever is
    wrong with any of them, and if a board is given that is not the position's; OSError for a deck
    that cannot be read.
    """
    board = board_keywords(game, boards)
    rulings = game.rulings.under(preset, game.rulings.parse(ruling or ()))
    cards = deck_keywords(game, deck)
    if text is None:
        if game.cards is not None and game.cards.dealt:
            alone = f"--{game.board.name} alone says no hands" if game.board and board else ""
            raise ValueError(
                f"{alone or f'{game.name} has no one start, as hands are dealt'}; "
                f"expected a position, such as '{game.example}'"
            )
        named = game.rulings.preset(preset).start if preset is not None else {}
        return game.start(**{**named, **board}, **rulings, **cards)
    position = game.parse(text, **rulings, **cards)
    if game.board and not board.items() <= position.board.items():
        found = ", ".join(f"{name} {own}" for name, own in position.board.items())
        raise ValueError(
            f"--{game.board.name} {boards[game.board.name]} does not fit the position, "
            f"which has {found}"
        )
    return position


def read_solvable(
    game: Game,
    text: str | None,
    boards: Boards,
    ruling: list[str] | None = None,
    preset: str | None = None,
    *,
    deck: str | None = None,
) -> SearchablePosition:
    """As `read_position`, for commands that solve: a board or a position has to be named."""
    missing = missing_board(game, boards, preset) if text is None and not game.cards else None
    if missing:
        raise ValueError(
            f"neither a position nor --{missing} is given; expected one of them, "
            "as large boards cannot be solved"
        )
    position = read_position(game, text, boards, ruling, preset, deck=deck)
    assert isinstance(position, SolvablePosition | MaterialPosition)
    return position


def missing_board(game: Game, boards: Boards, preset: str | None) -> str | None:
    """The name of the option that would say on which board, if neither that nor a preset does."""
    named = game.rulings.preset(preset).start if preset is not None else {}
    if game.board is None or board_keywords(game, boards) or game.board.name in named:
        return None
    return game.board.name


def board_keywords(game: Game, boards: Boards) -> dict[str, int]:
    """The board of the game as keywords of its `start`, empty if it is left out.

    Raises ValueError for what is no board of it, and if one is given that belongs to other games.

    >>> board_keywords(registry.game("serpent"), {"size": "3", "length": None})
    {'size': 3}
    """
    for name, text in boards.items():
        if text is not None and not (game.board and game.board.name == name):
            expected = (
                f"expected --{game.board.name} {game.board.range}"
                if game.board
                else "the game has no board"
            )
            raise ValueError(f"--{name} is no option of {game.name}; {expected}")
    text = boards.get(game.board.name) if game.board else None
    return game.board.read(text) if game.board and text is not None else {}


def deck_keywords(game: Game, path: str | None) -> dict[str, object]:
    """The deck of a file as a keyword of `start` and `parse`, empty if it is left out.

    Raises ValueError for what is no deck of the game, OSError for a file that cannot be read.
    """
    if path is None:
        return {}
    if game.cards is None:
        raise ValueError(f"--deck is no option of {game.name}, which has no cards")
    return {"deck": game.cards.read_deck(path)}


def heading(position: Position) -> str:
    """The first line of every command's text: position and rulings."""
    return f"{position}  {position.rulings}".rstrip()


def described(position: Position) -> dict[str, object]:
    """The first keys of every command's JSON: game, board, rulings, deck if any, position."""
    return {
        "game": position.game,
        **position.board,
        "rulings": position.rulings.as_dict(),
        **({"deck": position.cards} if isinstance(position, CardPosition) else {}),
        "position": str(position),
    }


def result(position: Position) -> dict[str, object]:
    """How things stand in a position, for JSON: the outcome for the side to move, null while play
    goes on; of a game of cards the scores, and the winners once it is over."""
    if isinstance(position, CardPosition):
        return {
            "finished": position.finished,
            "scores": list(position.scores),
            "winners": list(position.winners),
        }
    return {"outcome": position.outcome if isinstance(position, TwoPlayerPosition) else None}


def table_size(text: str) -> int:
    """The bytes of the table of a search, from a text as in `memory_size`.

    Raises ValueError for another text, and for what is out of range.

    >>> table_size("64K")
    65536
    """
    size = memory_size(text)
    if size is None or not 1 << 16 <= size <= 1 << 44:
        raise ValueError(f"memory {quoted(text)} is out of range; expected 64K to 16384G")
    return size


def memory_size(text: str | None) -> int | None:
    """A number of bytes from a text such as 600M or 4G (1024-based), or a plain number of bytes.

    Raises ValueError for another text.

    >>> memory_size("2K"), memory_size(None)
    (2048, None)
    """
    if text is None:
        return None
    found = re.fullmatch(f"([1-9][0-9]{{0,14}})([{UNITS}]?)B?", text.upper(), re.ASCII)
    if found is None:
        raise ValueError(
            f"memory {quoted(text)} cannot be read; expected a size such as 600M or 4G"
        )
    number, unit = found.groups()
    factor: int = 1024 ** (UNITS.index(unit) + 1 if unit else 0)
    return int(number) * factor
