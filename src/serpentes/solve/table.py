"""Strong solutions: what tables of every kind have in common.

A table by keys (`serpentes.solve.key_table`) has the positions that can be reached from a start; a
table by material (`serpentes.solve.slice_table`) has every placement of so many men.
"""

from abc import ABC, abstractmethod
from pathlib import Path

from serpentes.games import registry
from serpentes.games.base import (
    MaterialPosition,
    Move,
    SearchablePosition,
    SolvablePosition,
    check_solvable,
)
from serpentes.games.cores import Leaves
from serpentes.games.text import check_type, quoted
from serpentes.solve import table_files as files
from serpentes.solve.value import Value


class Table(ABC):
    """The values of many positions, in memory or mapped from a folder.

    >>> import serpentes as sp
    >>> position = sp.serpent.start(size=2)
    >>> table = sp.solve(position)
    >>> len(table), table[position]
    (48, Value(outcome='loss', plies=5))
    >>> [str(move) for move in table.line(position)]
    ['a1', 'c2', 'b3', 'b1', 'a2']
    """

    __slots__ = ("_leaves", "path", "start")

    start: SearchablePosition
    """The position that was solved; the table is of its board and rulings."""

    path: Path | None
    """The folder of the table, None if it is in memory."""

    def __init__(self, start: SearchablePosition) -> None:
        """For the kinds of tables; a table comes from `sp.solve` or `Table.open`."""
        self.start = start
        self.path = None
        self._leaves: Leaves | None = None

    @staticmethod
    def open(path: str | Path, check: bool = False) -> "Table":
        """The table in a folder, of whichever kind, its arrays mapped into memory.

        The manifest is checked against its digest, the arrays by type, shape and file length; with
        `check` also by their digests, which reads them whole (about a second for each GB).

        Raises ValueError, one line, if the folder is no table, of another version, damaged or
        truncated; OSError if it is not there or cannot be read.
        """
        from serpentes.solve.key_table import KeyTable
        from serpentes.solve.slice_table import SliceTable

        folder = Path(path)
        manifest = files.read_manifest(folder)
        kind = KeyTable if manifest["format"] == files.KEYED else SliceTable
        table = kind.opened(folder, manifest)
        if check:
            table.verify_digests()
        return table

    @abstractmethod
    def save(self, path: str | Path) -> None:
        """Write the table into a folder, whole or not at all; a table that is there is replaced.

        Raises ValueError if something else has the name, OSError if the folder cannot be written.
        """

    @abstractmethod
    def verify_digests(self) -> None:
        """Check that the whole table is as it was written; ValueError says what is wrong."""

    @property
    @abstractmethod
    def digest(self) -> str:
        """The digest of the table (BLAKE2b, hexadecimal): equal exactly for equal tables."""

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """The bytes of its arrays."""

    @abstractmethod
    def __len__(self) -> int:
        """The number of positions, up to symmetry."""

    @abstractmethod
    def counts(self) -> dict[str, int]:
        """The numbers of positions: in all, and won, drawn and lost for the side to move."""

    @property
    def initial(self) -> Value | None:
        """The value of the start; None if it is not in the table."""
        try:
            return self[self.start]
        except LookupError:
            return None

    def __repr__(self) -> str:
        name = f"{self.start.game} {_words(self.start.board)}".strip()
        value = "" if self.initial is None else f", {self.initial}"
        return f"<Table {name}: {len(self):,} positions{value}>"

    # Looking up

    def __contains__(self, position: object) -> bool:
        if not isinstance(position, SolvablePosition | MaterialPosition):
            return False
        return not self._foreign(position) and self._known(position) is not None

    def __getitem__(self, position: SearchablePosition) -> Value:
        """The value of a position to its side to move.

        A position in which the game is over has its value whether or not it is in the table.
        Raises ValueError for another game, board or rulings, LookupError for a position that is not
        in the table, TypeError for what is no position.
        """
        self.check_fits(position)
        known = self._known(position)
        if known is not None:
            return known
        outcome = position.outcome
        if outcome is not None:
            return Value(outcome, 0)
        raise LookupError(self._absent(position))

    def check_fits(self, position: SearchablePosition) -> None:
        """ValueError for a position of another game, board or rulings, be it in the table or not.

        TypeError for what is no position.
        """
        check_solvable(position)
        foreign = self._foreign(position)
        if foreign:
            raise ValueError(foreign)

    @property
    def leaves(self) -> Leaves:
        """The table as searches end at it, made when it is first asked for."""
        if self._leaves is None:
            self._leaves = self._as_leaves()
        return self._leaves

    @abstractmethod
    def _as_leaves(self) -> Leaves:
        """The arrays as the compiled core takes them."""

    @abstractmethod
    def _known(self, position: SearchablePosition) -> Value | None:
        """The value of a position of this board and these rulings, None if it has none here."""

    @abstractmethod
    def _absent(self, position: SearchablePosition) -> str:
        """Why a position is not in the table."""

    def moves(self, position: SearchablePosition) -> list[tuple[Move, Value]]:
        """Every legal move with its value to the side that makes it, best first; none when the game
        is over. Plies are counted from this position. Of equal moves, those come first that come
        first in `position.moves()`. Raises as `table[position]`.
        """
        return [(move, value) for move, value, _ in self._children(position)]

    def line(self, position: SearchablePosition) -> tuple[Move, ...]:
        """One best line: the first of `moves` again and again, to the end of the game.

        Where play never ends, the line ends when a position comes back, up to symmetry. A side that
        needs other numbers of men for its value forces a capture as soon as it can.
        Raises as `table[position]`.
        """
        self[position]  # raises if there is nothing to find
        line: list[Move] = []
        seen: set[int] = set()
        while position.key not in seen:
            seen.add(position.key)
            move = self._best(position)
            if move is None:
                break
            line.append(move)
            position = position.play(move)
        return tuple(line)

    def _best(self, position: SearchablePosition) -> Move | None:
        """The move of the best line; None if it ends here."""
        children = self._children(position)
        return children[0][0] if children else None

    def _children(
        self, position: SearchablePosition
    ) -> list[tuple[Move, Value, SearchablePosition]]:
        self[position]  # raises if it is not in the table
        if position.finished:
            return []
        children = [(m, self[child].before(), child) for m, child in position.children()]
        return sorted(children, key=lambda child: child[1], reverse=True)

    def _foreign(self, position: SearchablePosition) -> str:
        """What keeps a position from being one of this table; empty if nothing does."""
        if position.rulings == self.start.rulings and position.board == self.start.board:
            return ""
        for what, own, other in (
            ("game", self.start.game, position.game),
            ("board", _words(self.start.board), _words(position.board)),
            ("rulings", str(self.start.rulings), str(position.rulings)),
        ):
            if own != other:
                return (
                    f"position '{position}' has the {what} {other}; expected {own} as in the table"
                )
        return ""


# Manifests of both kinds


def check_table(table: object) -> None:
    """TypeError if it is no table."""
    check_type("table", table, Table, "a table, such as Table.open(PATH)")


def described(start: SearchablePosition) -> dict[str, object]:
    """The fields of a manifest that say what the table is of."""
    return {
        "game": start.game,
        "board": start.board,
        "rulings": start.rulings.as_dict(),
        "start": str(start),
    }


def start_of(folder: Path, manifest: files.Manifest) -> SearchablePosition:
    """The start position of a manifest; ValueError says what is wrong with those fields."""
    try:
        game = registry.game(manifest["game"])
        if set(manifest["rulings"]) != set(game.rulings.names):
            raise ValueError(f"rulings are not all of {', '.join(game.rulings.names)}")
        start = game.parse(manifest["start"], **_texts(manifest["rulings"]))
    except ValueError as error:
        raise ValueError(f"table {folder}: {error}") from error
    if not isinstance(start, SearchablePosition) or start.board != manifest["board"]:
        raise ValueError(f"table {folder}: the board is not that of the start position")
    if str(start) != manifest["start"]:
        raise ValueError(f"table {folder}: the start position is not in canonical notation")
    return start


def _texts(rulings: dict[str, object]) -> dict[str, str]:
    for name, option in rulings.items():
        if not isinstance(option, str):
            raise ValueError(
                f"ruling {name} has the option {quoted(repr(option))}; expected a text"
            )
    return {name: str(option) for name, option in rulings.items()}


def _words(board: dict[str, int]) -> str:
    return " ".join(f"{name} {number}" for name, number in board.items())
