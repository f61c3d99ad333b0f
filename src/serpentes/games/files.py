"""Writing files: whole or not at all."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def check_target(path: str | Path) -> Path:
    """The real path of a file to be written; raises OSError before anything is done for it."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder; expected the name of a file", str(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "is no regular file; expected the name of a file", str(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(target.parent))
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "the folder cannot be written to", str(target.parent))
    return target


def write(path: str | Path, data: bytes) -> None:
    """Write these bytes to a file, which has its name only when it is whole.

    A file that is there is replaced. Raises OSError if it cannot be written.
    """
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: str | Path) -> Iterator[BinaryIO]:
    """A file to write into, which gets its name when all is written; else nothing is changed."""
    target = check_target(path)
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException as error:
        beside.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)
        raise
