"""Serpent Master for tests: random decks, boards, tasks and games of the plain twin, and what the
compiled core calls them.

All that is random comes from a `random.Random`, so that a seed fixes it, or Hypothesis may lead it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hypothesis import strategies as st
from reference.master import HEADINGS, Board, Cell, Deck, Placement, Position, walk

State = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
Step = tuple[int, int, int]
MOST_CARDS = 32
# Paths as long as in the default deck, mostly; few boards have room for the longest allowed.
LENGTHS = (1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 9, 16)

# --- Cards and boards ----------------------------------------------------------------------------


def random_path(chance: random.Random, length: int) -> str:
    """Return a random path of so many letters."""
    while True:
        path = "F" + "".join(chance.choice("FLR") for _ in range(length - 1))
        if len({(0, 0), *walk((0, 0), "N", path)}) == length + 1:
            return path
        length = max(1, length - chance.randint(0, 1))  # long ones seldom come out well


def random_deck(chance: random.Random, cards: int, lengths: Iterable[int] = LENGTHS) -> Deck:
    """Return a deck of so many cards with random numbers; some may have the same path."""
    numbers = sorted(chance.sample(range(1, 100), cards), reverse=True)
    choices = list(lengths)
    return {number: random_path(chance, chance.choice(choices)) for number in numbers}


def random_board(chance: random.Random, least: int, most: int) -> Board:
    """Return a board of random sides, from open ones to those that are half blocked."""
    board = Board(chance.randint(least, most), chance.randint(least, most))
    share = chance.choice((0.0, 0.1, 0.25, 0.5))
    blocked = [cell for cell in board.cells if chance.random() < share]
    return Board(board.width, board.height, frozenset(blocked))


# --- Tasks and games -----------------------------------------------------------------------------


def random_task(chance: random.Random, most_cards: int = 5, most_side: int = 5) -> Position:
    """Return a small solo task of either mode, with or without a start; many have solutions."""
    board = random_board(chance, 3, most_side)
    cards = chance.randint(1, most_cards)
    deck = random_deck(chance, chance.randint(cards, MOST_CARDS), lengths=(1, 2, 2, 3, 3, 4, 5))
    free = [cell for cell in board.cells if board.is_free(cell)]
    start = chance.choice(free) if free and chance.random() < 0.5 else None
    return Position(
        board=board,
        hands=(frozenset(chance.sample(list(deck), cards)),),
        heads=(start,),
        deck=deck,
        mode=chance.choice(("regular", "challenging")),
        start=start,
    )


def laid_task(chance: random.Random, most_cards: int, most_spare: int) -> Position:
    """Return a solo task made backwards, on a board of any size: a random solution is laid, and of
    the other cells all but a few are blocked. So there is at least one solution."""
    board = Board(chance.randint(3, 8), chance.randint(3, 8))
    task = replace(
        random_start(chance, 1, most_cards, (3, 3)),
        board=board,
        mode=chance.choice(("regular", "challenging")),
    )
    games = [random_game(chance, task)[-1][-1] for _ in range(8)]
    longest = max(games, key=lambda after: len(after.history))
    if not longest.history:
        return laid_task(chance, most_cards, most_spare)
    placed = [played[0] for played in longest.history]
    others = [cell for cell in board.cells if cell not in {placed[0].start, *longest.stacks}]
    chance.shuffle(others)
    start = placed[0].start if chance.random() < 0.5 else None
    return replace(
        task,
        board=replace(board, blocked=frozenset(others[chance.randint(0, most_spare) :])),
        hands=(frozenset(placement.number for placement in placed),),
        heads=(start,),
        start=start,
    )


def random_start(
    chance: random.Random, players: int, cards: int, sides: tuple[int, int]
) -> Position:
    """Return a game before its first round, of so many players with so many cards each."""
    deck = random_deck(chance, chance.choice((cards, chance.randint(cards, MOST_CARDS))))
    hands = [frozenset(chance.sample(list(deck), cards)) for _ in range(players)]
    board = random_board(chance, *sides)
    return Position(board=board, hands=tuple(hands), heads=(None,) * players, deck=deck)


def random_round(chance: random.Random, game: Position) -> list[Position]:
    """Return what a random round leads to, card by card; the last position has it in its history.

    A solo game in which no card can be placed leads nowhere: the list is empty.
    """
    numbers = [chance.choice(game.choices(player)) for player in range(len(game.hands))]
    done: dict[int, Placement] = {}
    found = [game]
    for player in game.order(*numbers):
        resolutions = found[-1].resolutions(player, numbers[player])
        if not resolutions:
            return []
        done[player] = chance.choice(resolutions)
        found.append(found[-1].resolved(player, done[player]))
    return [*found[1:-1], found[-1].after_round(done)[1]]


def random_game(chance: random.Random, start: Position) -> list[list[Position]]:
    """Return a random game round by round, the start first, with the positions after each card."""
    game = [[start]]
    while any(game[-1][-1].hands):
        following = random_round(chance, game[-1][-1])
        if not following:
            break
        game.append(following)
    return game


def random_games(
    count: int, seed: int, players: int, most_cards: int, sides: tuple[int, int]
) -> Iterator[list[list[Position]]]:
    """Yield random games of so many players, the same in every run."""
    chance = random.Random(seed)
    for _ in range(count):
        start = random_start(chance, players, chance.randint(1, most_cards), sides)
        yield random_game(chance, start)


# Hypothesis leads the chances, and so shrinks what it finds.
chances = st.randoms(use_true_random=False)
tasks = st.builds(random_task, chances, most_cards=st.integers(1, 4), most_side=st.integers(3, 4))
games = st.builds(
    lambda chance, players, cards, most: random_game(
        chance, random_start(chance, players, cards, (3, most))
    ),
    chances,
    players=st.integers(1, 4),
    cards=st.integers(1, 4),
    most=st.integers(3, 8),
)

# --- In the terms of the core --------------------------------------------------------------------


def bit(cell: Cell) -> int:
    """Return the core's number of a cell.

    >>> bit((2, 1))
    10
    """
    return 8 * cell[1] + cell[0]


def mask(cells: Iterable[Cell]) -> int:
    """Return a set of cells as the core has it."""
    return sum(1 << bit(cell) for cell in cells)


def board_arguments(position: Position) -> tuple[int, int, int, tuple[str, ...]]:
    """Return width, height, blocked cells and paths, the highest card first."""
    board = position.board
    paths = tuple(position.deck[number] for number in cards(position))
    return board.width, board.height, mask(board.blocked), paths


def cards(position: Position) -> list[int]:
    """Return the numbers of the deck; the core names a card by its place here."""
    return sorted(position.deck, reverse=True)


def hand_mask(position: Position, player: int) -> int:
    """Return a hand as the core has it."""
    return sum(1 << cards(position).index(number) for number in position.hands[player])


def state(position: Position) -> State:
    """Return a position as the core has it."""
    players = range(len(position.hands))
    showing = [
        mask(cell for cell in position.stacks if position.showing(cell) == player)
        for player in players
    ]
    heads = [-1 if head is None else bit(head) for head in position.heads]
    hands = [hand_mask(position, player) for player in players]
    return tuple(showing), tuple(heads), tuple(hands), tuple(position.order())


def core_placement(placement: Placement) -> tuple[int, int, int, int]:
    """Return a placement as the core lists it: start, heading, tokens, end."""
    assert placement.start
    heading = HEADINGS.index(placement.heading)
    return bit(placement.start), heading, mask(placement.cells), bit(placement.cells[-1])


def core_step(position: Position, placement: Placement) -> Step:
    """Return what became of a card as the core has it in rounds and solutions."""
    card = cards(position).index(placement.number)
    if placement.start is None:
        return card, -1, -1
    return card, bit(placement.start), HEADINGS.index(placement.heading)
