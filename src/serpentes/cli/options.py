"""Arguments and options that several commands share, and how they become a position."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Annotated, Any

import typer

from serpentes.games import registry
from serpentes.games.base import (
    BoardParameter,
    Game,
    MaterialPosition,
    Position,
    SearchablePosition,
    SolvablePosition,
)
from serpentes.games.text import quoted

_GAMES = tuple(registry.game(name) for name in registry.games())


# What a command says of its options


def _of_each(says: Mapping[str, str], separator: str) -> str:
    return separator.join(f"{what} for {name}" for name, what in says.items() if what)


def _ranges(games: Iterable[Game]) -> str:
    return _of_each(
        {game.name: f"{game.board.low} to {game.board.high}" for game in games if game.board}, ", "
    )


def _rulings(game: Game) -> str:
    return "; ".join(
        f"{ruling.name}={' or '.join(ruling.options)} ({ruling.settles})"
        for ruling in game.rulings.rulings
    )


def _presets(game: Game) -> str:
    return "; ".join(f"{preset.name} ({preset.says})" for preset in game.rulings.presets)


def _by_game(says: Callable[[Game], str]) -> str:
    return "".join(f" For {game.name}: {says(game)}." for game in _GAMES if says(game))


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help=f"The game: {' or '.join(registry.games())}.")
]
PositionText = Annotated[
    str | None,
    typer.Argument(
        metavar="POSITION",
        help="A position in the notation of the rules, in quotes; the start if left out.",
        show_default=False,
    ),
]
TablePath = Annotated[str, typer.Argument(metavar="TABLE", help="The folder of a solved table.")]
RulingTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling",
        metavar="NAME=OPTION",
        help=f"A ruling; repeatable; the first option is the default.{_by_game(_rulings)}",
        show_default=False,
    ),
]
PresetName = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help=f"A named set of rulings, which --ruling may change.{_by_game(_presets)}",
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

Numbers = Mapping[str, int | None]
"""The numbers given by the options of boards (--size, --length), by name; None if left out."""
BOARDS: tuple[str, ...] = tuple(dict.fromkeys(g.board.name for g in _GAMES if g.board))
"""The names of those options."""


def _games_with(name: str) -> list[Game]:
    return [game for game in _GAMES if game.board and game.board.name == name]


def _number_option(name: str, *, needed: bool) -> Any:
    games = _games_with(name)
    defaults = _of_each({g.name: str(g.board.default) for g in games if g.board}, ", ")
    left_out = (
        "needed to solve from the start, as large boards cannot be solved"
        if needed
        else f"without a position {defaults} if left out"
    )
    return Annotated[
        int | None,
        typer.Option(
            f"--{name}",
            help=f"The board {name}: {_ranges(games)}; {left_out}.",
            show_default=False,
        ),
    ]


SolvedSize = _number_option("size", needed=True)
SolvedLength = _number_option("length", needed=True)

# From options to a position


Reader = Callable[[Game, str | None, Numbers, list[str] | None, str | None], Any]


def on_position(reader: Reader) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Turns a function of a position into a command with the arguments and options that say which.

    Those are GAME, POSITION, the numbers of boards (--size, --length), --ruling and --preset; the
    function is called with what `reader` makes of them (`read_position` or `read_solvable`), and
    its own parameters become further options.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def command(
            game: str,
            position: str | None,
            ruling: list[str] | None,
            preset: str | None,
            **own: Any,
        ) -> None:
            numbers = {name: own.pop(name) for name in BOARDS}
            function(reader(registry.game(game), position, numbers, ruling, preset), **own)

        own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
        parameters = _parameters(own, needed=reader is read_solvable)
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {each.name: each.annotation for each in parameters}
        return command

    return decorate


def _parameters(own: list[inspect.Parameter], *, needed: bool) -> list[inspect.Parameter]:
    def keyword(name: str, annotation: Any, default: object = None) -> inspect.Parameter:
        kind = inspect.Parameter.KEYWORD_ONLY
        return inspect.Parameter(name, kind, default=default, annotation=annotation)

    return [
        keyword("game", GameName, inspect.Parameter.empty),
        keyword("position", PositionText),
        *(keyword(name, _number_option(name, needed=needed)) for name in BOARDS),
        *(each for each in own if each.name != "as_json"),
        keyword("ruling", RulingTexts),
        keyword("preset", PresetName),
        *(each for each in own if each.name == "as_json"),
    ]


def read_position(
    game: Game,
    text: str | None,
    numbers: Numbers,
    ruling: list[str] | None = None,
    preset: str | None = None,
) -> Position:
    """The position that the arguments of a command describe.

    Options named by --ruling come before those of the preset. Raises ValueError for whatever is
    wrong with any of them, and if a number is given that is not of the position's board.
    """
    number = board_number(game, numbers)
    rulings = game.rulings.under(preset, game.rulings.parse(ruling or ()))
    if text is None:
        named = game.rulings.preset(preset).start if preset is not None else {}
        board = {game.board.name: number} if game.board and number is not None else {}
        return game.start(**{**named, **board}, **rulings)
    position = game.parse(text, **rulings)
    if game.board and number not in (None, position.board[game.board.name]):
        found = ", ".join(f"{name} {own}" for name, own in position.board.items())
        raise ValueError(
            f"--{game.board.name} {number} does not fit the position, which has {found}"
        )
    return position


def read_solvable(
    game: Game,
    text: str | None,
    numbers: Numbers,
    ruling: list[str] | None = None,
    preset: str | None = None,
) -> SearchablePosition:
    """As `read_position`, for commands that solve: a board or a position has to be named.

    Raises ValueError also if the game has no exhaustive solution.
    """
    named = game.rulings.preset(preset).start if preset is not None else {}
    unsaid = text is None and board_number(game, numbers) is None
    if game.board and unsaid and game.board.name not in named:
        raise ValueError(
            f"neither a position nor --{game.board.name} is given; expected one of them, "
            "as large boards cannot be solved"
        )
    position = read_position(game, text, numbers, ruling, preset)
    if not isinstance(position, SolvablePosition | MaterialPosition):
        raise ValueError(f"{game.name} cannot be solved exhaustively")
    return position


def board_number(game: Game, numbers: Numbers) -> int | None:
    """The number of the game's board, None if it is left out.

    Raises ValueError if a number is given that belongs to the boards of other games.

    >>> board_number(registry.game("serpent"), {"size": 3, "length": None})
    3
    """
    for name, number in numbers.items():
        if number is not None and not (game.board and game.board.name == name):
            expected = (
                f"expected --{game.board.name} {game.board.low} to {game.board.high}"
                if game.board
                else "the game has no board"
            )
            raise ValueError(f"--{name} is no option of {game.name}; {expected}")
    return numbers.get(game.board.name) if game.board else None


def board_range(text: str, board: BoardParameter) -> tuple[int, int]:
    """The least and the greatest number of a range of boards, such as 2:5, or of a single one.

    Raises ValueError for another text and for boards that there are not.

    >>> length = BoardParameter("length", 2, 16, 16)
    >>> board_range("2:5", length), board_range("4", length)
    ((2, 5), (4, 4))
    """
    low, colon, high = text.strip().partition(":")
    ends = (low, high if colon else low)
    if not all(end.isascii() and end.isdigit() and len(end) < 4 for end in ends):
        raise ValueError(
            f"--{board.name} {quoted(text)} cannot be read; "
            f"expected a number or a range such as {board.low}:{board.low + 2}"
        )
    first, last = (board.check(int(end)) for end in ends)
    if first > last:
        raise ValueError(
            f"--{board.name} {quoted(text)} is no range; expected the lower number first"
        )
    return first, last


def heading(position: Position) -> str:
    """The first line of every command's text: position and rulings."""
    return f"{position}  {position.rulings}".rstrip()


def described(position: Position) -> dict[str, object]:
    """The first keys of every command's JSON: game, board, rulings, position."""
    return {
        "game": position.game,
        **position.board,
        "rulings": position.rulings.as_dict(),
        "position": str(position),
    }


def memory_size(text: str | None) -> int | None:
    """A number of bytes from a text such as 600M or 4G (1024-based), or a plain number of bytes.

    Raises ValueError for another text.

    >>> memory_size("2K"), memory_size(None)
    (2048, None)
    """
    if text is None:
        return None
    digits, unit = text.strip().upper().removesuffix("B"), 1
    if digits and digits[-1] in "KMGT":
        digits, unit = digits[:-1], 1024 ** ("KMGT".index(digits[-1]) + 1)
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16 and int(digits)):
        raise ValueError(
            f"memory {quoted(text)} cannot be read; expected a size such as 600M or 4G"
        )
    return int(digits) * unit
