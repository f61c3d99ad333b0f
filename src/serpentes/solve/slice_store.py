"""Where slices go as they are finished: into memory, or into a folder beside the table to be.

That folder is at any time a whole table of the slices that are finished, so that a run that is
stopped goes on from them; in the end it is given the name of the table.
"""

import logging
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from serpentes.games.base import MaterialPosition
from serpentes.games.text import quoted
from serpentes.solve import table_files as files
from serpentes.solve.driver import LimitReached, checkpoint_of
from serpentes.solve.slice_plan import Plan
from serpentes.solve.slice_table import Bytes, Men, SliceFacts, SliceTable

try:
    import fcntl
except ImportError:  # Windows, which does not let files be replaced that another process has open
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger(__name__)


class Store(Protocol):
    """Keeps finished slices, and gives them back."""

    @property
    def memory(self) -> int:
        """The bytes of memory that finished slices take."""
        ...

    def done(self) -> frozenset[Men]:
        """The slices that are finished."""
        ...

    def get(self, men: Men) -> Bytes:
        """The values of a finished slice."""
        ...

    def put(self, finished: Mapping[Men, Bytes]) -> None:
        """Keep slices that have just been finished."""
        ...

    def table(self) -> SliceTable:
        """The table of all that is kept, when everything is."""
        ...

    def close(self) -> None:
        """Let go of what is kept; the table stays as it is."""
        ...


class InMemory:
    """Finished slices in memory."""

    def __init__(self, start: MaterialPosition) -> None:
        self._start = start
        self._slices: dict[Men, Bytes] = {}
        self._facts: dict[Men, SliceFacts] = {}
        self.memory = 0
        """The bytes of memory that finished slices take: all of their values."""

    def done(self) -> frozenset[Men]:
        """The slices that are finished."""
        return frozenset(self._slices)

    def get(self, men: Men) -> Bytes:
        """The values of a finished slice."""
        return self._slices[men]

    def put(self, finished: Mapping[Men, Bytes]) -> None:
        """Keep slices that have just been finished."""
        for men, values in finished.items():
            values.flags.writeable = False
            self._slices[men], self._facts[men] = values, facts_of(self._start, men, values)
            self.memory += values.nbytes

    def table(self) -> SliceTable:
        """The table of all that is kept."""
        return SliceTable(self._start, self._slices, self._facts)

    def close(self) -> None:
        """Nothing has to be let go of."""


class Claim:
    """A folder that one process at a time writes to; made if it is not there.

    Raises ValueError if another process has claimed it, or something else has its name. The claim
    ends with the process, however that ends.
    """

    def __init__(self, folder: Path) -> None:
        name = f"checkpoint {quoted(str(folder))}"
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"{name} is no folder; choose another output")
        folder.mkdir(exist_ok=True)
        self._descriptor = os.open(folder, os.O_RDONLY)
        try:
            if fcntl is not None:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # A solve that has just ended may have given the folder the name of its table.
            claimed = folder.exists() and os.path.samestat(
                os.fstat(self._descriptor), folder.stat()
            )
        except BlockingIOError:
            claimed = False
        if not claimed:
            self.release()
            raise ValueError(f"{name} is in use by another solve; choose another output")

    def release(self) -> None:
        """Let others claim the folder."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class InFolder:
    """Finished slices in a folder, mapped when they are asked for."""

    def __init__(self, plan: Plan, output: str | Path) -> None:
        """Begin beside `output`, or go on where an earlier run has left off, which is logged.

        Raises ValueError, one line, if there is something else that is damaged or of another solve,
        or if another solve is at work there; LimitReached if the disk has no room for the table,
        OSError if it cannot be written.
        """
        self._start = plan.start
        self._output = output
        self._folder = checkpoint_of(files.check_target(output))
        self._facts: dict[Men, SliceFacts] = {}
        self._claim = Claim(self._folder)
        try:
            wanted = {men for pair in plan.pairs for men in pair.slices}
            self._facts = self._resumed(wanted)
            self._check_room(plan)
        except BaseException:
            self.close()
            raise

    @property
    def memory(self) -> int:
        """0, as finished slices are mapped from their files."""
        return 0

    def done(self) -> frozenset[Men]:
        """The slices that are finished."""
        return frozenset(self._facts)

    def get(self, men: Men) -> Bytes:
        """The values of a finished slice, mapped from its file."""
        shape = (self._facts[men].positions,)
        return files.map_array(self._folder / files.slice_name(men), files.BYTE_TYPE, shape)

    def put(self, finished: Mapping[Men, Bytes]) -> None:
        """Write slices that have just been finished, then name them in the manifest."""
        for men, values in finished.items():
            files.write_array(self._folder / files.slice_name(men), values)
            self._facts[men] = facts_of(self._start, men, values)
        self._write_manifest()

    def table(self) -> SliceTable:
        """The table of all that is kept, under the name of the output."""
        files.put_in_place(self._folder, self._output)
        folder = Path(self._output)
        return SliceTable.opened(folder, files.read_manifest(folder))

    def close(self) -> None:
        """Let another solve go on here; a folder in which nothing is finished is removed."""
        if not self._facts and self._only_slices():
            shutil.rmtree(self._folder, ignore_errors=True)
        self._claim.release()

    def _write_manifest(self) -> None:
        slices = {men: self.get(men) for men in self._facts}
        table = SliceTable(self._start, slices, self._facts)
        files.write_manifest(self._folder, table.manifest())

    def _resumed(self, wanted: set[Men]) -> dict[Men, SliceFacts]:
        name = f"checkpoint {quoted(str(self._folder))}"
        if not (self._folder / files.MANIFEST).exists() and self._only_slices():
            return {}  # stopped before the first pair was finished
        try:
            table = SliceTable.open(self._folder, check=True)
        except ValueError as error:
            raise ValueError(
                f"{name} is damaged ({error}); remove it to solve from the start"
            ) from error
        if not isinstance(table, SliceTable) or table.start != self._start:
            raise ValueError(
                f"{name} belongs to another position or other rulings; "
                "remove it or choose another output"
            )
        if not wanted >= set(table.slices):
            raise ValueError(
                f"{name} has slices of more men than are asked for; "
                "remove it or choose another output"
            )
        log.info("going on from a checkpoint with %s positions", f"{len(table):,}")
        return dict(table.facts)

    def _only_slices(self) -> bool:
        if not self._folder.is_dir():
            return False
        names = {entry.name for entry in self._folder.iterdir()}
        return all(files.slice_men(name) for name in names - {f".{files.MANIFEST}"})

    def _check_room(self, plan: Plan) -> None:
        needed = plan.disk - sum(fact.positions for fact in self._facts.values())
        free = shutil.disk_usage(self._folder.parent).free
        if needed > free:
            raise LimitReached(
                f"the table needs {needed:,} bytes more on disk, where {free:,} are free; "
                "choose another output or fewer men"
            )


def facts_of(start: MaterialPosition, men: Men, values: Bytes) -> SliceFacts:
    """The facts of a slice that has just been solved."""
    return SliceFacts.of(start.core.SliceIndex(start.rules, *men), values)
