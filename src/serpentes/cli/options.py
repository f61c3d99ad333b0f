"""Arguments and options that several commands share, and how they become a position."""

from collections.abc import Mapping
from typing import Annotated

import typer

from serpentes.games import registry
from serpentes.games.base import Game, Position, SolvablePosition

_GAMES = tuple(registry.game(name) for name in registry.games())
_SIZES = ", ".join(
    f"{game.board.low} to {game.board.high} for {game.name}" for game in _GAMES if game.board
)
_DEFAULTS = ", ".join(f"{game.board.default} for {game.name}" for game in _GAMES if game.board)
_RULINGS = ". ".join(
    f"For {game.name}: "
    + "; ".join(f"{r.name}={' or '.join(r.options)} ({r.settles})" for r in game.rulings.rulings)
    for game in _GAMES
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as serpent.")]
PositionText = Annotated[
    str | None,
    typer.Argument(
        metavar="POSITION",
        help="A position in the notation of the rules, in quotes; the start if left out.",
        show_default=False,
    ),
]
TablePath = Annotated[str, typer.Argument(metavar="TABLE", help="The folder of a solved table.")]
Size = Annotated[
    int | None,
    typer.Option(
        "--size",
        help=f"The board size: {_SIZES}; without a position {_DEFAULTS} if left out.",
        show_default=False,
    ),
]
SolvedSize = Annotated[
    int | None,
    typer.Option(
        "--size",
        help=f"The board size: {_SIZES}; needed to solve from the start, as large boards cannot be "
        "solved.",
        show_default=False,
    ),
]
RulingTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling",
        metavar="NAME=OPTION",
        help=f"A ruling; repeatable; the first option is the default. {_RULINGS}.",
        show_default=False,
    ),
]
PresetName = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help="A named set of rulings.",
        show_default=False,
        hidden=not any(game.rulings.presets for game in _GAMES),
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


def read_position(
    game: Game,
    text: str | None,
    size: int | None,
    ruling: list[str] | None,
    preset: str | None = None,
) -> Position:
    """The position that the arguments of a command describe.

    Options named by --ruling come before those of the preset. Raises ValueError for whatever is
    wrong with any of them, and if a size is given that is not the position's.
    """
    named = game.rulings.preset(preset) if preset is not None else None
    rulings = {**(named.rulings if named else {}), **game.rulings.parse(ruling or ())}
    if text is None:
        return game.start(**_board(game, size, named.start if named else {}), **rulings)
    position = game.parse(text, **rulings)
    if size is not None and (not game.board or position.board[game.board.name] != size):
        found = ", ".join(f"{name} {number}" for name, number in position.board.items())
        raise ValueError(f"--size {size} does not fit the position, which has {found or 'no size'}")
    return position


def read_solvable(
    game: Game,
    text: str | None,
    size: int | None,
    ruling: list[str] | None,
    preset: str | None = None,
) -> SolvablePosition:
    """As `read_position`, for commands that solve: a size or a position has to be named.

    Raises ValueError also if the game has no exhaustive solution.
    """
    if text is None and size is None and game.board is not None:
        raise ValueError(
            f"neither a position nor --{game.board.name} is given; expected one of them, "
            "as large boards cannot be solved"
        )
    position = read_position(game, text, size, ruling, preset)
    if not isinstance(position, SolvablePosition):
        raise ValueError(f"{game.name} cannot be solved exhaustively")
    return position


def _board(game: Game, size: int | None, preset: Mapping[str, int | str]) -> dict[str, int | str]:
    keywords = dict(preset)
    if size is not None:
        if game.board is None:
            raise ValueError(f"--size {size} does not fit {game.name}, which has no board size")
        keywords[game.board.name] = size
    return keywords


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
        from serpentes.games.text import quoted

        raise ValueError(
            f"memory {quoted(text)} cannot be read; expected a size such as 600M or 4G"
        )
    return int(digits) * unit
