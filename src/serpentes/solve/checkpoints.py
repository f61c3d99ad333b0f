"""Checkpoints of a solve: one file beside the table to be, removed when that is written.

The file is a NumPy archive of the solver's snapshot, with what it belongs to as JSON in its first
array. It is written under another name and renamed into place.
"""

import json
import logging
import os
from pathlib import Path

import numpy as np

import serpentes
from serpentes.games.base import SolvablePosition
from serpentes.games.cores import Solver
from serpentes.games.text import quoted

log = logging.getLogger(__name__)

ABOUT = "about"
PARTS = ("counts", "keys", "pieces", "positions", "degrees", "edges", "bases")


def save(path: Path, position: SolvablePosition, solver: Solver) -> None:
    """Write a checkpoint, whole or not at all; OSError if it cannot be written."""
    about = np.frombuffer(json.dumps(_about(position)).encode(), dtype=np.uint8)
    arrays = {name: np.frombuffer(data, dtype=np.uint8) for name, data in solver.snapshot().items()}
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            np.savez(file, allow_pickle=False, **{ABOUT: about}, **arrays)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def restore(path: Path, position: SolvablePosition, solver: Solver) -> bool:
    """Bring a new solver to where a checkpoint left off; False if there is no such file.

    Logs that it does, at the level INFO.
    Raises ValueError, one line, if the file is damaged or belongs to another solve.
    """
    if not path.exists():
        return False
    name = f"checkpoint {quoted(str(path))}"
    if not path.is_file():
        raise ValueError(f"{name} is no regular file; choose another output")
    size = path.stat().st_size
    with path.open("rb") as file:
        try:
            archive = np.load(file, allow_pickle=False)
            if any(entry.file_size > size for entry in archive.zip.infolist()):
                raise ValueError("an array is larger than the file")
            about = json.loads(archive[ABOUT].tobytes())
            snapshot = {part: archive[part].tobytes() for part in PARTS}
        except Exception as error:  # a damaged archive makes NumPy and zipfile raise all sorts
            raise ValueError(f"{name} is damaged; remove it to solve from the start") from error
    if about != _about(position):
        raise ValueError(
            f"{name} belongs to another position, other rulings or another version; "
            "remove it or choose another output"
        )
    try:
        solver.restore(snapshot)
    except ValueError as error:
        raise ValueError(f"{name} is damaged ({error}); remove it") from error
    log.info("going on from a checkpoint with %s positions", f"{solver.positions:,}")
    return True


def _about(position: SolvablePosition) -> dict[str, object]:
    return {
        "version": serpentes.__version__,
        "game": position.game,
        "board": position.board,
        "rulings": position.rulings.as_dict(),
        "start": str(position),
    }
