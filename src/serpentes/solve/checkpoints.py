"""Checkpoints: one file with what a solver or a search knows, to go on from another day.

The file is a NumPy archive of arrays of bytes, with what it belongs to as JSON in the first one. It
is written under another name and renamed into place.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

import serpentes
from serpentes.games import files
from serpentes.games.base import SearchablePosition, SolvablePosition
from serpentes.games.cores import Solver
from serpentes.games.text import quoted

log = logging.getLogger(__name__)

ABOUT = "about"
PARTS = ("counts", "keys", "pieces", "positions", "degrees", "edges", "bases")

About = Mapping[str, object]


def save(path: Path, position: SolvablePosition, solver: Solver) -> None:
    """Write a checkpoint of a solver, whole or not at all; OSError if it cannot be written."""
    write(path, of_position(position), solver.snapshot())


def restore(path: Path, position: SolvablePosition, solver: Solver) -> bool:
    """Bring a new solver to where a checkpoint left off; False if there is no such file.

    Logs that it does, at the level INFO.
    Raises ValueError, one line, if the file is damaged or belongs to another solve.
    """
    snapshot = read(path, of_position(position), PARTS)
    if snapshot is None:
        return False
    try:
        solver.restore(snapshot)
    except ValueError as error:
        raise ValueError(f"{name(path)} is damaged ({error}); remove it") from error
    log.info("going on from a checkpoint with %s positions", f"{solver.positions:,}")
    return True


def name(path: Path) -> str:
    """A checkpoint in words."""
    return f"checkpoint {quoted(str(path))}"


def write(path: Path, about: About, parts: Mapping[str, bytes]) -> None:
    """Write these parts, with what they belong to, whole or not at all; OSError if that fails."""
    arrays = {name: np.frombuffer(data, dtype=np.uint8) for name, data in parts.items()}
    arrays[ABOUT] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    with files.replacing(path) as file:
        np.savez(file, allow_pickle=False, **arrays)


def read(path: Path, about: About, parts: Sequence[str]) -> dict[str, bytes] | None:
    """These parts of a checkpoint, None if there is no such file.

    Raises ValueError, one line, if the file is damaged, or does not belong to what is said.
    """
    if not path.exists():
        return None
    if not path.is_file():
        raise ValueError(f"{name(path)} is no regular file; choose another one")
    size = path.stat().st_size
    with path.open("rb") as file:
        try:
            archive = np.load(file, allow_pickle=False)
            if any(entry.file_size > size for entry in archive.zip.infolist()):
                raise ValueError("an array is larger than the file")
            found = json.loads(archive[ABOUT].tobytes())
            snapshot = {part: archive[part].tobytes() for part in parts}
        except Exception as error:  # a damaged archive makes NumPy and zipfile raise all sorts
            raise ValueError(
                f"{name(path)} is damaged, or is no checkpoint; remove it or choose another one"
            ) from error
    _check_about(path, found, about)
    return snapshot


def _check_about(path: Path, found: object, about: About) -> None:
    """ValueError that names the first thing in which a checkpoint is of something else."""
    for what, expected in about.items():
        said = found.get(what) if isinstance(found, dict) else None
        if said != expected:
            raise ValueError(
                f"{name(path)} is of {what} {quoted(_shown(said))}; "
                f"expected {quoted(_shown(expected))}, or another file"
            )


def _shown(thing: object) -> str:
    """A part of what a checkpoint belongs to, in a few words."""
    if isinstance(thing, dict):
        return " ".join(f"{name}={value}" for name, value in thing.items())
    return "none" if thing is None else str(thing)


def of_position(position: SearchablePosition) -> dict[str, object]:
    """What a checkpoint belongs to."""
    return {
        "version": serpentes.__version__,
        "game": position.game,
        "board": position.board,
        "rulings": position.rulings.as_dict(),
        "position": str(position),
    }
