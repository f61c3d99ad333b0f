"""serpentes puzzles make GAME, for puzzles in which one move is right."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from serpentes.cli.made_sets import (
    CountOption,
    Force,
    Output,
    Seed,
    Without,
    check_known,
    publish,
)
from serpentes.cli.options import (
    Boards,
    Json,
    MadeLength,
    MadeSize,
    PresetName,
    RulingTexts,
    Threads,
    board_keywords,
    missing_board,
    read_solvable,
)
from serpentes.games import registry
from serpentes.games.boards import NUMBER
from serpentes.games.text import quoted

if TYPE_CHECKING:
    from serpentes.cli.progress import Report
    from serpentes.puzzles.model import PuzzleSet
    from serpentes.puzzles.moves.making import Wishes
    from serpentes.puzzles.moves.model import Kind
    from serpentes.solve.table import Table


def make(
    context: typer.Context,
    *,
    output: Output,
    size: MadeSize = None,
    length: MadeLength = None,
    men: Annotated[
        int | None,
        typer.Option(
            "--men",
            help="For fighting: composed endgames of at most so many men in all, placed at random, "
            "in place of positions from games.",
            show_default=False,
        ),
    ] = None,
    count: CountOption = 20,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            metavar="[win|count|draw|save]",
            help="Puzzles of this kind; repeatable; all that the game has if left out.",
            show_default=False,
        ),
    ] = None,
    plies: Annotated[
        str, typer.Option("--plies", metavar="LOW:HIGH", help="Plies that a win may take.")
    ] = "3:9",
    seed: Seed = 0,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            help="Games to look through at most, random ones or, on large boards, of a search "
            "against itself; of endgames, thousands of placements.",
        ),
    ] = 3000,
    table: Annotated[
        str | None,
        typer.Option(
            "--table",
            metavar="TABLE",
            help="A solved table, not to solve again.",
            show_default=False,
        ),
    ] = None,
    without: Without = None,
    force: Force = False,
    threads: Threads = None,
    ruling: RulingTexts = None,
    preset: PresetName = None,
    as_json: Json = False,
) -> None:
    """Make a set of puzzles, each with its proof.

    Small boards are solved; on large ones (serpent from size 4, fighting from length 8) wins are
    found by search, near the end of games of a search against itself. The same command makes the
    same file. Ctrl-C writes what is found so far. Exit code 1 if there is no such puzzle.
    """
    game = str(context.info_name)
    wishes = _wishes(count, kind, plies, seed, games)
    wishes.of(game)
    boards = {"size": size, "length": length}
    missing = missing_board(registry.game(game), boards, preset) if table is None else None
    if missing:
        raise ValueError(f"--{missing} is missing; expected a number, or a --table")
    if table is not None and men is not None:
        raise ValueError("--men and --table are both given; expected one of them")

    def generator(progress: "Report | None", others: "Sequence[PuzzleSet]") -> "PuzzleSet | None":
        from serpentes.puzzles.moves import make_searched, make_tabled
        from serpentes.puzzles.moves.games import moves_game
        from serpentes.solve.solving import solve

        if table is not None:
            solved = _opened(game, table, boards, ruling, preset)
            return make_tabled.make(solved, wishes, progress, others)
        start = read_solvable(registry.game(game), None, boards, ruling, preset)
        if men is None and max(start.board.values()) > moves_game(game).largest:
            return make_searched.make(
                start,
                wishes,
                progress,
                others,
                threads=threads,
                table=make_searched.endgames(start, threads, progress),
            )
        solved = solve(start, men=men, threads=threads, progress=progress)
        return make_tabled.make(solved, wishes, progress, others)

    publish(
        generator,
        output,
        count=count,
        within=f"{games} games",
        without=without,
        force=force,
        as_json=as_json,
    )


def _wishes(count: int, kind: list[str] | None, plies: str, seed: int, games: int) -> "Wishes":
    from serpentes.puzzles.moves.making import Wishes

    low, colon, high = plies.partition(":")
    if not (colon and re.fullmatch(NUMBER, low) and re.fullmatch(NUMBER, high)):
        raise ValueError(f"plies {quoted(plies)} cannot be read; expected LOW:HIGH, such as 3:9")
    kinds = tuple(dict.fromkeys(_kind(one) for one in kind)) if kind else ()
    return Wishes(count, kinds, int(low), int(high), seed, games)


def _kind(text: str) -> "Kind":
    from serpentes.puzzles.moves.model import Kind

    check_known("kind", text, get_args(Kind))
    return cast("Kind", text)


def _opened(
    name: str, path: str, boards: Boards, ruling: list[str] | None, preset: str | None
) -> "Table":
    """The table of a folder, which has to fit the options."""
    from serpentes.solve.table import Table

    game = registry.game(name)
    table = Table.open(path, check=True)
    named = game.rulings.preset(preset) if preset is not None else None
    wanted = {
        "game": name,
        **(named.start if named else {}),
        **(named.rulings if named else {}),
        **game.rulings.parse(ruling or ()),
        **board_keywords(game, boards),
    }
    start = table.start
    has = {"game": start.game, "side": start.side, **start.rulings, **start.board}
    for what, option in wanted.items():
        found = has.get(what)
        if str(found) != str(option):
            raise ValueError(f"table {path} has {what} {found}; expected {option} as asked for")
    return table
