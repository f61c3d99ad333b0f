"""Tables by material: the value of every placement of so many men, slice by slice.

A slice (p, q) has the positions with p men of the side to move and q of the other, reachable or
not, up to the symmetries of the board and the exchange of colours; its values are one array of
bytes in the order of the core's perfect index.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from serpentes.games.base import MaterialPosition, Move, SearchablePosition
from serpentes.games.cores import Leaves, SliceIndex
from serpentes.solve import table_files as files
from serpentes.solve.hunt import hunt, is_hunter
from serpentes.solve.table import Table, described, start_of
from serpentes.solve.value import MOST_BYTE, Value

Men = tuple[int, int]
"""The numbers of men of the side to move and of the other."""

Bytes = NDArray[np.uint8]
OUTCOMES = ("win", "draw", "loss")

MOST_A_SIDE = 24
"""The most men of a side that a slice can have, which is as many as any game starts with."""


@dataclass(frozen=True, slots=True)
class SliceFacts:
    """What a manifest says of a slice.

    `histogram` has, for each byte that there is, how many positions up to symmetry have it as their
    value, and how many placements without symmetry.
    """

    positions: int
    placements: int
    histogram: Mapping[int, tuple[int, int]]
    digest: str

    @classmethod
    def of(cls, index: SliceIndex, values: Bytes) -> "SliceFacts":
        """The facts of a slice with these values."""
        positions, placements = index.histogram(values)
        counted = {b: (positions[b], placements[b]) for b in range(256) if positions[b]}
        return cls(index.size, index.placements, counted, files.array_digest(values))

    def document(self) -> dict[str, object]:
        """The facts as a manifest has them."""
        return {
            "positions": self.positions,
            "placements": self.placements,
            "histogram": {str(byte): list(two) for byte, two in self.histogram.items()},
            "digest": self.digest,
        }

    @classmethod
    def read(cls, document: object) -> "SliceFacts | None":
        """The facts in a manifest; None if they contradict themselves or are none."""
        if not isinstance(document, dict) or set(document) != _FACTS:
            return None
        numbers, histogram = (document["positions"], document["placements"]), document["histogram"]
        if type(document["digest"]) is not str or not isinstance(histogram, dict):
            return None
        bytes_, pairs = list(histogram), list(histogram.values())
        if not all(byte in _BYTES for byte in bytes_) or not all(map(_is_pair, pairs)):
            return None
        if numbers != (sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)):
            return None
        counted = {int(byte): (one, other) for byte, (one, other) in histogram.items()}
        return cls(*numbers, counted, document["digest"])


_FACTS = {"positions", "placements", "histogram", "digest"}
_BYTES = {str(byte) for byte in range(MOST_BYTE + 1)}


def _is_pair(thing: object) -> bool:
    return isinstance(thing, list) and len(thing) == 2 and all(type(n) is int for n in thing)


class SliceTable(Table):
    """The values of every placement of the numbers of men that it has slices for.

    `len` and `counts_up_to_symmetry` count positions up to symmetry; `counts` counts placements.

    >>> import serpentes as sp
    >>> table = sp.solve(sp.fighting.start(length=2))
    >>> str(table[sp.fighting.start(length=2)]), len(table.slices)
    ('loss by the number of men', 21)
    >>> table.counts()
    {'positions': 1932, 'win': 925, 'draw': 266, 'loss': 741}
    """

    __slots__ = ("_digest", "_facts", "_indices", "_slices")

    start: MaterialPosition

    def __init__(
        self, start: MaterialPosition, slices: Mapping[Men, Bytes], facts: Mapping[Men, SliceFacts]
    ) -> None:
        """A table of arrays, which are used as they are and must not change any more."""
        super().__init__(start)
        self._slices = {men: slices[men] for men in sorted(slices)}
        self._facts = {men: facts[men] for men in sorted(slices)}
        self._indices: dict[Men, SliceIndex] = {}
        self._digest: str | None = None

    @classmethod
    def opened(cls, folder: Path, manifest: files.Manifest) -> "SliceTable":
        """The table of a folder with this manifest; for `Table.open`, and raises as that does."""
        start = start_of(folder, manifest)
        if not isinstance(start, MaterialPosition):
            raise ValueError(f"table {folder}: {start.game} is not solved by material")
        facts = _facts(folder, start, manifest["slices"])
        slices = {
            men: files.map_array(folder / files.slice_name(men), files.BYTE_TYPE, (fact.positions,))
            for men, fact in facts.items()
        }
        table = cls(start, slices, facts)
        if manifest["counts"] != table._all_counts():
            raise ValueError(
                f"table {folder}: the counts of {files.MANIFEST} are not those of its slices"
            )
        table.path, table._digest = folder, manifest["digest"]
        return table

    def save(self, path: str | Path) -> None:
        """Write the table into a folder, whole or not at all; a table that is there is replaced.

        Raises ValueError if something else has the name, OSError if the folder cannot be written.
        """
        arrays = {files.slice_name(men): values for men, values in self._slices.items()}
        files.write(path, self.manifest(), arrays)

    def manifest(self) -> files.Manifest:
        """The manifest of the table."""
        fields = {
            **described(self.start),
            "counts": self._all_counts(),
            "slices": {files.slice_name(m): fact.document() for m, fact in self._facts.items()},
        }
        return files.make_manifest(files.SLICED, fields)

    def verify_digests(self) -> None:
        """Check the values of every slice by their digest.

        Raises ValueError that names the first slice which does not fit.
        """
        for men, values in self._slices.items():
            if files.array_digest(values) != self._facts[men].digest:
                file = files.slice_name(men)
                raise ValueError(f"{self._name}: {file} is damaged, as it does not fit its digest")

    def verify_counts(self) -> None:
        """Check what the manifest counts against the values, which takes longer than digests.

        Raises ValueError that names the first slice which does not fit.
        """
        for men, values in self._slices.items():
            if SliceFacts.of(self.index(men), values) != self._facts[men]:
                file = files.slice_name(men)
                raise ValueError(f"{self._name}: the histogram of {file} is not that of its values")

    @property
    def _name(self) -> str:
        return f"table {self.path}" if self.path else "table in memory"

    # What is in it

    @property
    def slices(self) -> Mapping[Men, Bytes]:
        """The bytes of the values of each slice, by its numbers of men; read only."""
        return MappingProxyType(self._slices)

    @property
    def facts(self) -> Mapping[Men, SliceFacts]:
        """The facts of each slice, by its numbers of men."""
        return MappingProxyType(self._facts)

    @property
    def most_men(self) -> int:
        """The greatest number of men, of both sides together, that it has a slice for."""
        return max((p + q for p, q in self._slices), default=0)

    @property
    def digest(self) -> str:
        """The digest of the table (BLAKE2b, hexadecimal): equal exactly for equal tables."""
        if self._digest is None:
            self._digest = self.manifest()["digest"]
        return self._digest

    @property
    def nbytes(self) -> int:
        """The bytes of all slices."""
        return sum(values.nbytes for values in self._slices.values())

    def __len__(self) -> int:
        return sum(fact.positions for fact in self._facts.values())

    def counts(self) -> dict[str, int]:
        """The numbers of placements, without symmetry and as the side to move sees them: in all,
        and won, drawn and lost."""
        return self._counted(1)

    def counts_up_to_symmetry(self) -> dict[str, int]:
        """The numbers of positions up to symmetry: in all, and won, drawn and lost."""
        return self._counted(0)

    def by_value(self) -> dict[Value, tuple[int, int]]:
        """For each value, best first: how many positions up to symmetry have it, and how many
        placements."""
        found: dict[Value, tuple[int, int]] = {}
        for fact in self._facts.values():
            for byte, (positions, placements) in fact.histogram.items():
                value = Value.from_byte(byte)
                before = found.get(value, (0, 0))
                found[value] = before[0] + positions, before[1] + placements
        return {value: found[value] for value in sorted(found, reverse=True)}

    def _counted(self, which: int) -> dict[str, int]:
        counts = dict.fromkeys(("positions", *OUTCOMES), 0)
        for value, numbers in self.by_value().items():
            counts["positions"] += numbers[which]
            counts[value.outcome] += numbers[which]
        return counts

    def _all_counts(self) -> dict[str, object]:
        return {**self.counts(), "up_to_symmetry": self.counts_up_to_symmetry()}

    def index(self, men: Men) -> SliceIndex:
        """The perfect index of a slice, which is kept; LookupError if there is no such slice."""
        found = self._indices.get(men)
        if found is None:
            self._slice(men)
            found = self.start.core.SliceIndex(self.start.rules, *men)
            self._indices[men] = found
        return found

    def position_at(self, men: Men, index: int) -> MaterialPosition:
        """The position of an index of a slice, Black to move.

        Raises LookupError (an IndexError for the index) if the table has no such slice or place.
        """
        place = range(len(self._slice(men)))[index]
        return self.start.placed(*self.index(men).position(place))

    def value_at(self, men: Men, index: int) -> Value:
        """The value at an index of a slice; raises as `position_at`."""
        values = self._slice(men)
        return Value.from_byte(int(values[range(len(values))[index]]))

    def __iter__(self) -> Iterator[MaterialPosition]:
        """The positions up to symmetry, Black to move, slice by slice."""
        for men, values in self._slices.items():
            yield from (self.position_at(men, index) for index in range(len(values)))

    def _slice(self, men: Men) -> Bytes:
        try:
            return self._slices[men]
        except KeyError:
            raise LookupError(f"the table has no slice of {men[0]} men against {men[1]}") from None

    # Looking up

    def _as_leaves(self) -> Leaves:
        return self.start.core.Leaves(self.start.rules, self._slices)

    def _known(self, position: SearchablePosition) -> Value | None:
        assert isinstance(position, MaterialPosition)
        men = position.men
        values = self._slices.get(men)
        if values is None:
            return None
        own, opponent = position.state[:2]
        index = self.index(men).index(own, opponent, position.side == "w")
        return Value.from_byte(int(values[index]))

    def _best(self, position: SearchablePosition) -> Move | None:
        assert isinstance(position, MaterialPosition)
        if is_hunter(position, self[position]):
            return hunt(position, self.__getitem__)
        return super()._best(position)

    def _absent(self, position: SearchablePosition) -> str:
        assert isinstance(position, MaterialPosition)
        own, opponent = position.men
        return (
            f"position '{position}' is not in the table: it has {own} men against {opponent}, the "
            f"table positions of at most {self.most_men} men in all; solve with more"
        )


def _facts(folder: Path, start: MaterialPosition, document: object) -> dict[Men, SliceFacts]:
    """The facts of the slices in a manifest, checked as far as can be without their values."""
    assert isinstance(document, dict)
    found: dict[Men, SliceFacts] = {}
    for name, says in document.items():
        men, fact = files.slice_men(name), SliceFacts.read(says)
        if men is None or fact is None or not is_slice(start, men):
            raise ValueError(f"table {folder}: manifest.json has no valid slice {name!r}")
        if (fact.positions, fact.placements) != start.core.slice_sizes(start.rules, *men):
            raise ValueError(f"table {folder}: manifest.json has the wrong size of {name}")
        found[men] = fact
    for men in found:
        missing = [other for other in (men[::-1], *below(men)) if other not in found]
        if missing:
            raise ValueError(
                f"table {folder}: has no {files.slice_name(missing[0])}, "
                f"on which {files.slice_name(men)} depends"
            )
    return found


def is_slice(start: MaterialPosition, men: Men) -> bool:
    """Whether there are positions of so many men on the board."""
    possible = min(men) >= 1 and max(men) <= MOST_A_SIDE
    return possible and sum(men) <= start.core.points(start.rules)


def below(men: Men) -> list[Men]:
    """The slices that captures from a slice lead to, seen by the side to move there.

    >>> below((2, 3))
    [(1, 2), (2, 2)]
    """
    own, opponent = men
    return [(left, own) for left in range(1, opponent)]
