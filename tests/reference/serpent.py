"""The rules of Serpent (2025) in plain Python: a slow twin that keeps the compiled code honest.

Written from the rules alone and for reading: sets of cell names, a dict of neighbours,
breadth-first searches. It shares no code with the compiled rules, so that a slip would have to be
made twice.

>>> position = start(size=3)
>>> str(position)
'3/4/5/4/3 b -'
>>> position.moves()[:3]
['a1', 'a2', 'a3']
>>> str(position.play("c3"))
'3/4/2b2/4/3 w -'
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from .serpent_board import (
    SIZES,
    Cells,
    Terrain,
    board,
    dead_groups,
    ends_of,
    groups_of,
    is_snake,
    region,
    terrain,
)

COLOURS = ("b", "w")
OTHER = {"b": "w", "w": "b"}
HOSTILITY = ("until-owner-turn", "end-of-turn")
STUCK = ("loses", "passes")
HATCHED = {"-": "", "b": "b", "w": "w", "bw": "bw"}
PASS = "pass"


# --- Positions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A position, side to move and rulings included. Made by `start`, `parse` and `play`."""

    size: int
    black: Cells = frozenset()
    white: Cells = frozenset()
    side: str = "b"
    hatched: frozenset[str] = frozenset()
    hostility: str = HOSTILITY[0]
    stuck: str = STUCK[0]

    def __str__(self) -> str:
        """Return the position in the rules' notation, without the rulings."""
        rows = []
        for row in board(self.size).rows:
            marks = "".join(self.colour_at(cell) or "." for cell in row)
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), marks))
        hatched = "".join(colour for colour in COLOURS if colour in self.hatched) or "-"
        return f"{'/'.join(rows)} {self.side} {hatched}"

    def stones(self, colour: str) -> Cells:
        """Return the cells of a colour's stones."""
        return self.black if colour == "b" else self.white

    def colour_at(self, cell: str) -> str | None:
        """Return the colour of the stone on `cell`, None if it is empty."""
        return next((colour for colour in COLOURS if cell in self.stones(colour)), None)

    @property
    def empty(self) -> Cells:
        """The empty cells."""
        return frozenset(board(self.size).cells) - self.black - self.white

    @property
    def finished(self) -> bool:
        """Whether a colour has lost its last stone: one that is hatched and has none."""
        return any(not self.stones(colour) for colour in self.hatched)

    def terrain(self, colour: str) -> Terrain:
        """Return the board as a colour sees it."""
        return terrain(self.size, self.stones(colour), self.stones(OTHER[colour]))

    def groups(self, colour: str) -> tuple[Cells, ...]:
        """Return a colour's groups in board order."""
        return groups_of(self.size, self.stones(colour))

    def dead(self, colour: str) -> tuple[Cells, ...]:
        """Return a colour's dead groups in board order."""
        stones, others = self.stones(colour), self.stones(OTHER[colour])
        return dead_groups(self.size, stones, others, colour in self.hatched)

    def survival_path_length(self, of: str | Cells) -> float:
        """Return the length in cells of a shortest survival path, infinity if there is none.

        `of` is the cell of an end, or a whole group (then over its ends).
        """
        if isinstance(of, str):
            return self._terrain_of_end(of).length(of)
        colour = self.colour_at(min(of))
        if colour is None or of not in self.groups(colour):
            raise ValueError(f"{sorted(of)} is no group of {self}: expected a group or an end")
        return self.terrain(colour).group_length(of)

    def survival_paths(self, of: str | Cells) -> Iterator[tuple[str, ...]]:
        """Yield all shortest survival paths of an end or a group, each from that end on."""
        shortest = self.survival_path_length(of)
        ends = [of] if isinstance(of, str) else ends_of(self.size, of)
        for end in ends:
            view = self._terrain_of_end(end)
            if view.length(end) == shortest:
                yield from view.shortest_paths(end)

    def _terrain_of_end(self, cell: str) -> Terrain:
        colour = self.colour_at(cell)
        if colour is None or cell not in self.terrain(colour).ends:
            raise ValueError(f"{cell} is no end of a group of {self}")
        return self.terrain(colour)

    def moves(self) -> list[str]:
        """Return the legal moves: placements by cell, then snake moves by tail and new head.

        Without any there may be a pass, also where the game is drawn because neither side has an
        action. Of a move with either suffix, the one that names the
        mover's colour comes first.
        """
        return list(legal_moves(self))

    def play(self, text: str) -> Position:
        """Return the position after a move; ValueError if it is not one of `moves()`."""
        following = legal_moves(self).get(text)
        if following is None:
            legal = " ".join(self.moves()) or "none, there is no move"
            raise ValueError(f"{text} is not legal in {self}: expected one of {legal}")
        return following

    def result(self) -> str | None:
        """Return None while play goes on, else the colour that has won, or 'draw'."""
        if self.finished:
            (*winners,) = (c for c in COLOURS if c not in self.hatched or self.stones(c))
            return winners[0] if winners else "draw"
        if legal_actions(self):
            return None
        if self.stuck == "loses":
            return OTHER[self.side]
        return None if legal_actions(replace(self, side=OTHER[self.side])) else "draw"


def start(size: int = 3, *, hostility: str = HOSTILITY[0], stuck: str = STUCK[0]) -> Position:
    """Return the empty board of a size, Black to move."""
    return checked(Position(size, hostility=hostility, stuck=stuck))


def parse(text: str, *, hostility: str = HOSTILITY[0], stuck: str = STUCK[0]) -> Position:
    """Return the position written as `rows side hatched`; ValueError names what is wrong with it.

    >>> str(parse("1ww/2bb/wbw2/b1w1/bbw b bw"))
    '1ww/2bb/wbw2/b1w1/bbw b bw'
    """
    parts = text.split(" ")
    if len(parts) != 3:
        raise ValueError(f"position {text!r}: expected 'rows side hatched'")
    written, side, hatched = parts
    rows = written.split("/")
    if len(rows) % 2 == 0 or (len(rows) + 1) // 2 not in SIZES:
        raise ValueError(f"position {text!r}: {len(rows)} rows, expected 3, 5, 7, 9 or 11")
    size = (len(rows) + 1) // 2
    stones: dict[str, set[str]] = {"b": set(), "w": set()}
    for names, row in zip(board(size).rows, rows, strict=True):
        if not re.fullmatch(r"([bw]|[1-9][0-9]*)*", row):
            raise ValueError(f"row {row!r}: expected b, w and numbers of empty cells")
        marks = re.sub(r"[0-9]+", lambda run: "." * int(run[0]), row)
        if len(marks) != len(names):
            raise ValueError(f"row {row!r}: {len(marks)} cells, expected {len(names)}")
        for cell, mark in zip(names, marks, strict=True):
            if mark != ".":
                stones[mark].add(cell)
    if side not in COLOURS:
        raise ValueError(f"side to move {side!r}: expected b or w")
    if hatched not in HATCHED:
        raise ValueError(f"hatched {hatched!r}: expected -, b, w or bw")
    position = Position(
        size=size,
        black=frozenset(stones["b"]),
        white=frozenset(stones["w"]),
        side=side,
        hatched=frozenset(HATCHED[hatched]),
        hostility=hostility,
        stuck=stuck,
    )
    return checked(position)


def checked(position: Position) -> Position:
    """Return the position itself; ValueError if the rules refuse it."""
    if position.hostility not in HOSTILITY:
        raise ValueError(f"hostility {position.hostility!r}: expected one of {HOSTILITY}")
    if position.stuck not in STUCK:
        raise ValueError(f"stuck {position.stuck!r}: expected one of {STUCK}")
    board(position.size)
    for colour in COLOURS:
        groups = position.groups(colour)
        for group in groups:
            if not is_snake(position.size, group):
                raise ValueError(f"the {colour} group at {min(group)} is no snake")
        if len(groups) > 1 and colour not in position.hatched:
            raise ValueError(f"{colour} has {len(groups)} groups: expected it to be hatched")
    return position


# --- A turn --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Action:
    """A placement or a snake move, before the removals."""

    text: str
    own: Cells  # the mover's stones after it
    placed: str | None = None  # the cell of a placement, None for a snake move
    snake: Cells = frozenset()  # the moved snake with all it has joined
    joined: bool = False
    length_before: float = math.inf  # of the snake's shortest survival path


def placements(position: Position) -> Iterator[Action]:
    """Yield the stones that the side to move may put down, before the removals."""
    own = position.stones(position.side)
    for cell in board(position.size).cells:
        if cell not in position.empty:
            continue
        touched = board(position.size).neighbours[cell] & own
        groups = [group for group in position.groups(position.side) if group & touched]
        if all(len(group) == 1 for group in groups) and len(groups) <= 2:
            yield Action(text=cell, own=own | {cell}, placed=cell)


def snake_moves(position: Position) -> Iterator[Action]:
    """Yield the snake moves of the side to move, before the removals."""
    order = board(position.size).index
    view = position.terrain(position.side)
    snakes = {
        tail: group
        for group in view.groups
        if len(group) > 1
        for tail in ends_of(position.size, group)
    }
    for tail in sorted(snakes, key=order.__getitem__):
        snake = snakes[tail]
        (head,) = set(ends_of(position.size, snake)) - {tail}
        if view.length(head) > view.length(tail):
            continue  # with equal lengths, infinite ones included, either end may be the head
        # The cell that the tail leaves is not empty before the move, and no place to move it to.
        targets = board(position.size).neighbours[head] & position.empty
        for cell in sorted(targets, key=order.__getitem__):
            own = position.stones(position.side) - {tail} | {cell}
            moved = region(position.size, own, cell)
            if is_snake(position.size, moved):
                yield Action(
                    text=f"{tail}-{cell}",
                    own=own,
                    snake=moved,
                    joined=moved != snake - {tail} | {cell},
                    length_before=view.group_length(snake),
                )


def after_action(position: Position, action: Action) -> Position:
    """Return the position after an action and before the removals, the mover still to move.

    `hatched` is brought up to date here.
    """
    acted = with_stones(position, position.side, action.own)
    several = {colour for colour in COLOURS if len(acted.groups(colour)) > 1}
    return replace(acted, hatched=position.hatched | several)


def with_stones(position: Position, colour: str, stones: Cells) -> Position:
    """Return the position with other stones of one colour."""
    return replace(position, black=stones) if colour == "b" else replace(position, white=stones)


def after_removals(acted: Position, first: str) -> Position:
    """Return the position after the removals, colour `first` first, the other side to move."""
    position = acted
    for colour in (first, OTHER[first]):
        for group in position.dead(colour):
            position = with_stones(position, colour, position.stones(colour) - group)
        if position.finished:
            break  # the game ends with a colour's last stone, before the other colour's removals
    return replace(position, side=OTHER[acted.side])


def is_legal(acted: Position, after: Position, action: Action) -> bool:
    """Return whether the tests that a turn must pass hold for an action and its removals."""
    mover = acted.side
    removed = {colour: acted.stones(colour) - after.stones(colour) for colour in COLOURS}
    if action.placed is not None:
        if removed["b"] | removed["w"] == {action.placed}:
            return False
    elif not has_moved_on(after, mover, action):
        return False
    if any(leaves_friendly_terrain(after, colour, removed[colour]) for colour in COLOURS):
        return False
    if acted.hostility == "end-of-turn":
        return True
    return not reply_makes_friendly(after, mover, removed[mover])


def has_moved_on(after: Position, mover: str, action: Action) -> bool:
    """Return whether a moved snake still stands, and has joined another or come nearer to one."""
    if action.snake not in after.groups(mover):
        return False
    return action.joined or after.survival_path_length(action.snake) < action.length_before


def leaves_friendly_terrain(after: Position, colour: str, left: Cells) -> bool:
    """Return whether a region with a cell of `left` contains a survival path of `colour`.

    Cells of `left` that are no longer empty do not count.
    """
    regions = {region(after.size, after.empty, cell) for cell in left if cell in after.empty}
    return any(after.terrain(colour).has_path_in(cells) for cells in regions)


def reply_makes_friendly(after: Position, mover: str, left: Cells) -> bool:
    """Return whether a reply lets in a survival path where the mover's removed stones stood.

    Only replies count that are legal under `end-of-turn` and do not end the game.
    """
    if not left or after.finished:
        return False
    replies = legal_actions(replace(after, hostility="end-of-turn")).values()
    return any(
        leaves_friendly_terrain(reply, mover, left) for reply in replies if not reply.finished
    )


@lru_cache(maxsize=1 << 14)
def legal_actions(position: Position) -> dict[str, Position]:
    """Return the position after each legal action, by the move's text; a pass is no action."""
    found: dict[str, Position] = {}
    if position.finished:
        return found
    for action in [*placements(position), *snake_moves(position)]:
        acted = after_action(position, action)
        orders = {}
        for first in (position.side, OTHER[position.side]):
            after = after_removals(acted, first)
            if is_legal(acted, after, action):
                orders[first] = after
        if len(orders) == 2 and len(set(orders.values())) == 1:
            found[action.text] = next(iter(orders.values()))
        else:
            for first, after in orders.items():
                found[f"{action.text}~{first}"] = after
    return found


def legal_moves(position: Position) -> dict[str, Position]:
    """Return the position after each legal move, by the move's text; empty if the game is over."""
    actions = legal_actions(position)
    if actions or position.finished or position.stuck == "loses":
        return actions
    return {PASS: replace(position, side=OTHER[position.side])}


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of exactly `depth` moves.

    >>> [perft(start(size=2), depth) for depth in range(4)]
    [1, 7, 42, 210]
    """
    if depth == 0:
        return 1
    following = legal_moves(position)
    if depth == 1:
        return len(following)
    return sum(perft(after, depth - 1) for after in following.values())
