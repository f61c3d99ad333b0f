"""Verification of finished tables: every value from those of its successors, by another road.

The digests say whether a table is as it was written; this says whether it is right. A value with
plies follows from its successors' in fewer plies, so that checking each position proves them all.
Values of play that never ends hold each other up, and where such play is not simply drawn, whether
they are forced is found once more from nothing.
"""

from dataclasses import dataclass
from random import Random
from typing import cast

from serpentes.games.base import SearchablePosition
from serpentes.games.cores import SliceCheck
from serpentes.solve.driver import Report, Run, positive, running
from serpentes.solve.key_table import KeyTable
from serpentes.solve.slice_table import Men, SliceTable, below
from serpentes.solve.table import Table, check_table
from serpentes.solve.value import Value

CHUNK = 1 << 18
"""Positions of a slice that are checked in one go."""

CHUNKS = 16
"""Chunks between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a table: the first position whose value does not follow from its moves.

    `says` is what the table has and `follows` what the successors say, None if that cannot be told.
    `position` is None for what is wrong with a file as a whole.
    """

    reason: str
    position: SearchablePosition | None = None
    says: Value | None = None
    follows: Value | None = None

    def __str__(self) -> str:
        return self.reason


def verify(
    table: Table,
    *,
    sample: int | None = None,
    seed: int = 0,
    digests: bool = True,
    threads: int | None = None,
    progress: Report | None = None,
) -> Fault | None:
    """Check a table; the first fault, None if there is none.

    First digests and counts, unless `digests` is off; then the value of every position is computed
    again from those of its successors. With `sample`, only of so many random positions (of a table
    by material: spread evenly over its slices), drawn with `seed`; whether values of play that
    never ends are forced is left out then. `progress` is called as by `solve`.
    Raises ValueError if `sample` or `threads` is not positive.

    >>> import serpentes as sp
    >>> verify(sp.solve(sp.serpent.start(size=2))) is None
    True
    """
    check_table(table)
    if sample is not None:
        positive("sample", sample, 1)
    if digests:
        try:
            table.verify_digests()
            if isinstance(table, SliceTable):
                table.verify_counts()
        except ValueError as error:
            return Fault(str(error))
    if isinstance(table, SliceTable):
        with running(threads) as run:
            return _SliceVerifier(table, run, progress).first(sample, Random(seed))
    assert isinstance(table, KeyTable)
    return _of_keys(table, sample, Random(seed), progress)


# Tables by keys


def _of_keys(
    table: KeyTable, sample: int | None, random: Random, progress: Report | None
) -> Fault | None:
    places: range | list[int] = range(len(table))
    if sample is not None and sample < len(table):
        places = sorted(random.sample(places, sample))
    for done, place in enumerate(places):
        if progress is not None and done % 256 == 0:
            progress("checking positions", done, len(places))
        position = table.position_at(place)
        try:
            fault = _wrong(position, table.value_at(place), follows(table, position))
        except LookupError as error:
            return Fault(f"of '{position}' a successor is missing: {error}", position)
        if fault is not None:
            return fault
    return None


def follows(table: Table, position: SearchablePosition) -> Value:
    """The value of a position as it follows from the rules and the values of its successors.

    Raises LookupError if one of them is not in the table.
    """
    if position.outcome is not None:
        return Value(position.outcome, 0)
    return max(table[child].before() for _, child in position.children())


def _wrong(position: SearchablePosition, says: Value, expected: Value) -> Fault | None:
    if says == expected:
        return None
    reason = f"'{position}' is a {says} in the table, but from its moves follows a {expected}"
    return Fault(reason, position, says, expected)


# Tables by material


@dataclass
class _SliceVerifier:
    """The verification of one table by material."""

    table: SliceTable
    run: Run
    progress: Report | None
    done: int = 0
    total: int = 0

    def first(self, sample: int | None, random: Random) -> Fault | None:
        """The first fault, from few men to many."""
        order = sorted(self.table.slices, key=lambda men: (sum(men), men))
        if sample is not None:
            chosen = self._sampled(order, sample, random)
            self.total = sum(map(len, chosen.values()))
            checks = (self._some(men, indices) for men, indices in chosen.items())
        else:
            self.total = 2 * len(self.table)
            checks = (self._whole(men) for men in order)
        return next((fault for fault in checks if fault is not None), None)

    def _whole(self, men: Men) -> Fault | None:
        checker, size = self._checker(men), len(self.table.slices[men])

        def check(begin: int) -> int:
            return checker.check(begin, min(begin + CHUNK, size))

        for begin in range(0, size, CHUNKS * CHUNK):
            self._report(men, "checking moves")
            end = min(begin + CHUNKS * CHUNK, size)
            for place in self.run(check, range(begin, end, CHUNK)):
                if place != -1:
                    return self._unfollowed(men, checker, cast(int, place))
            self.done += end - begin
        if men[0] < men[1]:
            return None  # what play forces is found for both slices of a pair at once
        self._report(men, "checking play that never ends")
        unforced = checker.unforced(self.run)
        self.done += sum(len(self.table.slices[one]) for one in {men, men[::-1]})
        return None if unforced is None else self._unforced(unforced[:2], unforced[2])

    def _some(self, men: Men, indices: list[int]) -> Fault | None:
        checker = self._checker(men)
        for index in indices:
            self._report(men, "checking moves")
            if checker.check(index, index + 1) != -1:
                return self._unfollowed(men, checker, index)
            self.done += 1
        return None

    def _sampled(self, order: list[Men], sample: int, random: Random) -> dict[Men, list[int]]:
        """Indices by slice: equally many of each as far as there are so many."""
        share, more = divmod(sample, len(order))
        favoured = set(random.sample(order, more))
        chosen: dict[Men, list[int]] = {}
        for men in order:
            size = len(self.table.slices[men])
            number = min(share + (men in favoured), size)
            if number:
                chosen[men] = sorted(random.sample(range(size), number))
        return chosen

    def _checker(self, men: Men) -> SliceCheck:
        opposite = men[::-1]
        needed = {men, opposite, *below(men), *below(opposite)}
        start, slices = self.table.start, self.table.slices
        return start.core.SliceCheck(start.rules, *men, {m: slices[m] for m in needed})

    def _unfollowed(self, men: Men, checker: SliceCheck, index: int) -> Fault:
        position, says = self.table.position_at(men, index), self.table.value_at(men, index)
        fault = _wrong(position, says, Value.from_byte(checker.expected(index)))
        return fault or Fault(f"'{position}' is a {says} in the table, which does not follow")

    def _unforced(self, men: Men, index: int) -> Fault:
        position, says = self.table.position_at(men, index), self.table.value_at(men, index)
        reason = f"'{position}' is a {says} in the table, which is not what play forces"
        return Fault(reason, position, says)

    def _report(self, men: Men, doing: str) -> None:
        if self.progress is not None:
            self.progress(f"{men[0]} men against {men[1]}, {doing}", self.done, self.total)
