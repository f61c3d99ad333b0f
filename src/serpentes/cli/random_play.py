"""Random play of a game of cards: what becomes of the players by seat."""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from serpentes.cli.options import board_keywords, deck_keywords
from serpentes.cli.output import count, grid, print_json
from serpentes.games import registry
from serpentes.games.base import Game

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from serpentes.games.hisss.play import PlayStats as HisssPlay
    from serpentes.games.master.play import PlayStats as MasterPlay
    from serpentes.games.random_play import RandomPlay


@dataclass(frozen=True, slots=True)
class Shown:
    """What there is to say of random play of a game besides wins: the setting, figures for JSON,
    those of each seat, columns of the table of seats, a further table, and lines below."""

    setting: str
    document: Mapping[str, object]
    seats: Sequence[Mapping[str, object]]
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    table: "Grid | None" = None
    lines: Sequence[str] = ()


def print_random_play(
    name: str,
    numbers: dict[str, int | None],
    size: str | None,
    deck: str | None,
    ruling: list[str] | None,
    *,
    as_json: bool,
) -> None:
    """Play a game at random and print what comes of it; numbers left out take their defaults."""
    from serpentes.cli.progress import reporting

    game = registry.game(name)
    assert game.cards is not None
    keywords = _keywords(game, numbers)
    rulings = game.rulings.parse(ruling or ())
    board, cards = board_keywords(game, {"size": size}), deck_keywords(game, deck)
    begin = perf_counter()
    with reporting(steady=True) as progress:
        found = game.cards.random_play(progress=progress, **keywords, **rulings, **board, **cards)
    seconds = round(perf_counter() - begin, 3)
    shown = _shown(found)
    if as_json:
        print_json({"game": name, **_document(found, shown), "seconds": seconds})
    else:
        _print(name, found, shown)


def _keywords(game: Game, numbers: Mapping[str, int | None]) -> dict[str, int]:
    assert game.cards is not None
    known = inspect.signature(game.cards.random_play).parameters
    keywords = {name: number for name, number in numbers.items() if number is not None}
    for name in keywords:
        if name not in known:
            raise ValueError(f"--{name} is no option of random play of {game.name}")
    return keywords


# Of all games


def _document(found: "RandomPlay", shown: Shown) -> dict[str, object]:
    return {
        "players": found.players,
        "games": found.games,
        "seed": found.seed,
        **shown.document,
        "shared_wins": found.shared,
        "seats": [
            {
                "seat": seat + 1,
                "wins": list(found.wins[seat]),
                "win_share": float(found.win_shares[seat]),
                **shown.seats[seat],
            }
            for seat in range(found.players)
        ],
    }


def _print(name: str, found: "RandomPlay", shown: Shown) -> None:
    from serpentes.cli.output import console

    screen = console()
    screen.print(
        f"{name}: {count(found.games)} random games {shown.setting}, seed {found.seed}",
        soft_wrap=True,
    )
    columns = {
        "seat": [str(seat + 1) for seat in range(found.players)],
        **shown.columns,
        "wins": [f"{float(share):.1%}" for share in found.win_shares],
    }
    for k in range(found.players):
        columns[f"shared by {k + 1}" if k else "alone"] = [count(wins[k]) for wins in found.wins]
    screen.print(grid(columns))
    if shown.table is not None:
        screen.print(shown.table)
    for line in shown.lines:
        screen.print(line)
    if found.players > 1:
        screen.print(f"games with a shared win: {found.shared:.1%}")


# Of each game


def _shown(found: "RandomPlay") -> Shown:
    from serpentes.games.hisss.play import PlayStats as HisssPlay
    from serpentes.games.master.play import PlayStats as MasterPlay

    if isinstance(found, MasterPlay):
        return _of_master(found)
    assert isinstance(found, HisssPlay)
    return _of_hisss(found)


def _of_master(found: "MasterPlay") -> Shown:
    return Shown(
        f"on {found.width}x{found.height}, players {found.players}, cards in a hand {found.cards}",
        {
            "width": found.width,
            "height": found.height,
            "cards": found.cards,
            "discards": found.discard_share,
            "placements_per_turn": found.placements_per_turn,
        },
        [
            {"tokens": tokens, "discards": discards}
            for tokens, discards in zip(found.mean_tokens, found.discard_shares, strict=True)
        ],
        columns={
            "tokens": [f"{tokens:.2f}" for tokens in found.mean_tokens],
            "discards": [f"{share:.1%}" for share in found.discard_shares],
        },
        lines=(
            f"placements per turn: {found.placements_per_turn:.3f}",
            f"cards discarded: {found.discard_share:.1%}",
        ),
    )


def _of_hisss(found: "HisssPlay") -> Shown:
    lengths = {length: number for length, number in enumerate(found.lengths) if number}
    table = grid(
        {
            "length": list(map(str, lengths)),
            "snakes completed": list(map(count, lengths.values())),
            "per game": [f"{number / found.games:.3f}" for number in lengths.values()],
        }
    )
    return Shown(
        f"of a deck of {len(found.deck)} cards, players {found.players}, {found.rulings}",
        {
            "rulings": found.rulings.as_dict(),
            "deck": found.deck.as_dict(),
            "lengths": {str(length): number for length, number in lengths.items()},
            "snakes_per_game": found.snakes_per_game,
            "mean_length": found.mean_length,
            "cards_left": found.left_share,
            "turns_with_choice": found.choice_share,
        },
        [{}] * found.players,
        table=table if lengths else None,
        lines=(
            f"snakes completed per game: {found.snakes_per_game:.2f}, "
            f"of {found.mean_length:.2f} cards on average",
            f"cards left on the table: {found.left_share:.1%}",
            f"turns with more than one move: {found.choice_share:.1%}",
        ),
    )
