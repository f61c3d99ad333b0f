"""Tables by keys: the value of every position reachable from a start.

A table holds the positions in which play goes on or the side to move has no action, up to symmetry
and as the side to move sees them. Positions in which a colour has been wiped out are not stored
(the start aside); what they are worth can be seen.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from serpentes.games.base import SearchablePosition, SolvablePosition
from serpentes.games.cores import Leaves
from serpentes.solve import table_files as files
from serpentes.solve.table import Table, described, start_of
from serpentes.solve.value import Value

WORD = 64


class KeyTable(Table):
    """The values of all positions reachable from `start`, in memory or mapped from a folder.

    >>> import serpentes as sp
    >>> position = sp.serpent.start(size=2)
    >>> table = sp.solve(position)
    >>> len(table), table[position]
    (48, Value(outcome='loss', plies=5))
    >>> [str(move) for move in table.line(position)]
    ['a1', 'c2', 'b3', 'b1', 'a2']
    """

    __slots__ = ("_digest", "_keys", "_values")

    start: SolvablePosition

    def __init__(
        self, start: SolvablePosition, keys: NDArray[np.uint64], values: NDArray[np.uint16]
    ) -> None:
        """A table of arrays: keys (positions, key words), ascending, and the codes of the values.

        The arrays are used as they are and must not change any more. Raises ValueError if their
        types or shapes are not those of a table of this start.
        """
        shape = (len(values), start.key_words)
        if values.dtype != files.VALUE_TYPE or values.ndim != 1 or not len(values):
            raise ValueError(
                "values are no array of codes; expected one dimension of uint16, not empty"
            )
        if keys.dtype != files.KEY_TYPE or keys.shape != shape:
            raise ValueError(f"keys are of shape {keys.shape}; expected {shape}, of uint64")
        super().__init__(start)
        self._keys = np.ascontiguousarray(keys)
        self._values = np.ascontiguousarray(values)
        self._digest: str | None = None

    @classmethod
    def opened(cls, folder: Path, manifest: files.Manifest) -> "KeyTable":
        """The table of a folder with this manifest; for `Table.open`, and raises as that does."""
        start = start_of(folder, manifest)
        if not isinstance(start, SolvablePosition):
            raise ValueError(f"table {folder}: {start.game} is not solved by keys")
        positions = manifest["counts"].get("positions")
        if type(positions) is not int or not 0 < positions < 1 << 48:
            raise ValueError(f"table {folder}: manifest.json has no valid number of positions")
        if manifest["key_words"] != start.key_words:
            raise ValueError(f"table {folder}: manifest.json has the wrong number of key words")
        keys_shape = (positions, start.key_words)
        keys = files.map_array(folder / files.KEYS, files.KEY_TYPE, keys_shape)
        values = files.map_array(folder / files.VALUES, files.VALUE_TYPE, (positions,))
        table = cls(start, keys, values)
        table.path, table._digest = folder, manifest["digest"]
        return table

    def save(self, path: str | Path) -> None:
        """Write the table into a folder, whole or not at all; a table that is there is replaced.

        Raises ValueError if something else has the name, OSError if the folder cannot be written.
        """
        files.write(path, self._manifest(), {files.KEYS: self._keys, files.VALUES: self._values})

    def verify_digests(self) -> None:
        """Check the whole table: digests, order of the keys, values, counts.

        Raises ValueError that says what is wrong.
        """
        name = f"table {self.path}" if self.path else "table in memory"
        if self.path:
            manifest = files.read_manifest(self.path)
            arrays = ((files.KEYS, self._keys), (files.VALUES, self._values))
            for file, array in arrays:
                if files.array_digest(array) != manifest["digests"].get(file):
                    raise ValueError(f"{name}: {file} is damaged, as it does not fit its digest")
            if manifest["counts"] != self.counts():
                raise ValueError(
                    f"{name}: the counts of {files.MANIFEST} are not those of the values"
                )
        if not _ascending(self._keys):
            raise ValueError(f"{name}: the keys are not in ascending order")
        if ((self._values & 3 == 0) & (self._values != 0)).any():
            raise ValueError(f"{name}: a value stands for no outcome")
        if self._index(self.start.key) is None:
            raise ValueError(f"{name}: the start position is not among the keys")

    def _manifest(self) -> files.Manifest:
        digests = {
            files.KEYS: files.array_digest(self._keys),
            files.VALUES: files.array_digest(self._values),
        }
        return files.make_manifest(
            files.KEYED,
            {
                **described(self.start),
                "counts": self.counts(),
                "key_words": self.start.key_words,
                "digests": digests,
            },
        )

    # What is in it

    @property
    def keys(self) -> NDArray[np.uint64]:
        """The keys, (positions, key words), most significant word first, ascending; read only."""
        return self._keys

    @property
    def values(self) -> NDArray[np.uint16]:
        """The codes of the values, in the order of the keys; read only."""
        return self._values

    @property
    def digest(self) -> str:
        """The digest of the table (BLAKE2b, hexadecimal): equal exactly for equal tables."""
        if self._digest is None:
            self._digest = self._manifest()["digest"]
        return self._digest

    @property
    def nbytes(self) -> int:
        """The bytes of keys and values."""
        return int(self._keys.nbytes + self._values.nbytes)

    def __len__(self) -> int:
        return len(self._values)

    def counts(self) -> dict[str, int]:
        """The numbers of positions: in all, and won, drawn and lost for the side to move."""
        endless, loss, draw, win = (int(n) for n in np.bincount(self._values & 3, minlength=4))
        return {"positions": len(self), "win": win, "draw": draw + endless, "loss": loss}

    def position_at(self, index: int) -> SolvablePosition:
        """The canonical position, Black to move, whose key is at that place of `keys`.

        Raises IndexError if there is no such place.
        """
        return self.start.with_key(self._key_at(range(len(self))[index]))

    def value_at(self, index: int) -> Value:
        """The value at that place of `values`; IndexError if there is no such place."""
        return Value.from_code(int(self._values[range(len(self))[index]]))

    def __iter__(self) -> Iterator[SolvablePosition]:
        """The canonical positions, in the order of the keys."""
        return (self.position_at(index) for index in range(len(self)))

    # Looking up

    def _as_leaves(self) -> Leaves:
        return self.start.leaves(self._keys, self._values)

    def _known(self, position: SearchablePosition) -> Value | None:
        index = self._index(position.key)
        return None if index is None else self.value_at(index)

    def _absent(self, position: SearchablePosition) -> str:
        return (
            f"position '{position}' is not in the table: it is not reachable from '{self.start}'; "
            "solve from it to find its value"
        )

    def _index(self, key: int) -> int | None:
        place = self._insertion(key)
        return place if place < len(self) and self._key_at(place) == key else None

    def _insertion(self, key: int) -> int:
        """The first place whose key is not below this one."""
        if self.start.key_words == 1:
            return int(self._keys[:, 0].searchsorted(np.uint64(key)))
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._key_at(middle) < key:
                low = middle + 1
            else:
                high = middle
        return low

    def _key_at(self, index: int) -> int:
        return _whole(self._keys[index].tolist())


def _whole(words: list[int]) -> int:
    key = 0
    for word in words:
        key = key << WORD | word
    return key


def _ascending(keys: NDArray[np.uint64]) -> bool:
    # Lexicographic: each pair of rows differs, and the first word that differs ascends.
    undecided = np.ones(max(len(keys) - 1, 0), dtype=bool)
    for column in range(keys.shape[1]):
        before, after = keys[:-1, column], keys[1:, column]
        if (undecided & (before > after)).any():
            return False
        undecided &= before == after
    return not undecided.any()
