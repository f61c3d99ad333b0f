"""Table folders: written beside and renamed into place; refused when anything is wrong with them.

    manifest.json     what the table is of, counts, digests; canonical JSON, so that equal tables
                      have equal manifests (there is no date and no machine in it)

    A table by keys, the format serpentes-table:
    keys.npy          uint64 (positions, key words): the keys, the most significant word first,
                      ascending
    values.npy        uint16 (positions,): the codes of the values (`serpentes.solve.value`)

    A table by material, the format serpentes-slices:
    slice-03-02.npy   uint8 (positions,): the bytes of the values of the positions in which the side
                      to move has 3 men and the other 2, in the order of the core's perfect index

The headers of the arrays are made here rather than by numpy: they then depend on nothing but the
shape, and reading is a comparison of bytes, not the evaluation of what a stranger's file says.
"""

import errno
import json
import os
import re
import secrets
import shutil
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from serpentes import __version__
from serpentes.games.text import quoted

KEYED, SLICED = "serpentes-table", "serpentes-slices"
FORMAT_VERSION = 1
MANIFEST, KEYS, VALUES = "manifest.json", "keys.npy", "values.npy"
KEY_TYPE, VALUE_TYPE, BYTE_TYPE = np.dtype("<u8"), np.dtype("<u2"), np.dtype("u1")
HEADER_BYTES = 128
DIGEST_BYTES = 32
LONGEST_MANIFEST = 1 << 23
CHUNK = 1 << 24
"""Bytes of an array that are hashed or written at once."""

Manifest = dict[str, Any]
_COMMON: Mapping[str, type] = {
    "format": str,
    "format_version": int,
    "tool_version": str,
    "game": str,
    "board": dict,
    "rulings": dict,
    "start": str,
    "counts": dict,
    "digest": str,
}
FIELDS: Mapping[str, Mapping[str, type]] = {
    KEYED: {**_COMMON, "key_words": int, "digests": dict},
    SLICED: {**_COMMON, "slices": dict},
}
"""The fields of the manifests of either format, with their types."""

_SLICE = re.compile(r"slice-(\d\d)-(\d\d)\.npy")


def slice_name(men: tuple[int, int]) -> str:
    """The name of the file of a slice.

    >>> slice_name((3, 12))
    'slice-03-12.npy'
    """
    own, opponent = men
    return f"slice-{own:02}-{opponent:02}.npy"


def slice_men(name: str) -> tuple[int, int] | None:
    """The numbers of men of the slice of a file of that name, None if it is no such name.

    >>> slice_men("slice-03-12.npy"), slice_men("slice-3-12.npy")
    ((3, 12), None)
    """
    found = _SLICE.fullmatch(name)
    return (int(found[1]), int(found[2])) if found and name.isascii() else None


def array_digest(array: NDArray[Any]) -> str:
    """The BLAKE2b digest of the bytes of a contiguous array, in hexadecimal."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    data = array.reshape(-1).view(np.uint8).data
    for begin in range(0, len(data), CHUNK):
        digest.update(data[begin : begin + CHUNK])
    return digest.hexdigest()


def content_digest(manifest: Mapping[str, Any]) -> str:
    """The digest of what the manifest says, through its digests also of the arrays.

    The version of the tool is left out: the same table made by another version has the same digest.
    """
    said = {k: v for k, v in manifest.items() if k not in ("tool_version", "digest")}
    return blake2b(_canonical(said), digest_size=DIGEST_BYTES).hexdigest()


def make_manifest(format: str, fields: Mapping[str, Any]) -> Manifest:
    """The manifest of a table of that format with its own digest."""
    manifest: Manifest = {
        "format": format,
        "format_version": FORMAT_VERSION,
        "tool_version": __version__,
        **fields,
    }
    return {**manifest, "digest": content_digest(manifest)}


# Writing


def check_target(path: str | Path) -> Path:
    """The real path of a folder to be written; raises before anything is done for it.

    Raises ValueError if something is there that is no table (it would be lost), FileNotFoundError
    if the folder above is missing, PermissionError if that cannot be written to.
    """
    folder = Path(os.path.realpath(path))
    if not folder.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(folder.parent))
    if not os.access(folder.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "the folder cannot be written to", str(folder.parent))
    if os.path.lexists(folder) and not _is_ours(folder):
        raise ValueError(f"{quoted(str(path))} is there and is no table; expected a free name")
    return folder


def write(path: str | Path, manifest: Manifest, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a table folder, the arrays by the names of their files: all of it appears under its
    name, or nothing.

    A table that is there is replaced. Raises ValueError or OSError as `check_target`, and OSError
    if the disk is full.
    """
    folder = check_target(path)
    beside = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.tmp")
    beside.mkdir()
    try:
        for name, array in arrays.items():
            write_array(beside / name, array)
        write_manifest(beside, manifest)
        _sync(beside)
        _rename_into_place(beside, folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    _sync(folder.parent)


def put_in_place(beside: Path, path: str | Path) -> None:
    """Give a whole table folder its name; raises as `write`."""
    folder = check_target(path)
    _rename_into_place(beside, folder)
    _sync(folder.parent)


def _rename_into_place(beside: Path, folder: Path) -> None:
    if not folder.exists():
        beside.rename(folder)
        return
    old = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.old")
    folder.rename(old)
    try:
        beside.rename(folder)
    except BaseException:
        old.rename(folder)
        raise
    shutil.rmtree(old)


def write_array(path: Path, array: NDArray[Any]) -> None:
    """Write an array, of one of the types of a table, into a file."""
    dtype = array.dtype.newbyteorder("<")
    with path.open("wb") as file:
        file.write(array_header(dtype, array.shape))
        data = np.ascontiguousarray(array, dtype).reshape(-1).view(np.uint8).data
        for begin in range(0, len(data), CHUNK):
            file.write(data[begin : begin + CHUNK])
        file.flush()
        os.fsync(file.fileno())


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder, whole or not at all."""
    beside = folder / f".{MANIFEST}"
    _write_bytes(beside, _canonical(manifest))
    beside.replace(folder / MANIFEST)


def _write_bytes(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_ours(folder: Path) -> bool:
    if folder.is_symlink() or not folder.is_dir():
        return False
    try:
        with open_to_read(folder / MANIFEST) as file:
            manifest = json.loads(file.read(LONGEST_MANIFEST))
    except (OSError, ValueError, RecursionError):
        return False
    kind = manifest.get("format") if isinstance(manifest, dict) else None
    names = {entry.name for entry in folder.iterdir()} - {MANIFEST}
    if kind == SLICED:
        return all(slice_men(name) for name in names)
    return kind == KEYED and names <= {KEYS, VALUES}


def array_header(dtype: np.dtype[Any], shape: tuple[int, ...]) -> bytes:
    """The header of an .npy file (format 1.0), always of 128 bytes.

    >>> array_header(VALUE_TYPE, (48,))[:6], len(array_header(KEY_TYPE, (10**9, 3)))
    (b'\\x93NUMPY', 128)
    """
    says = f"{{'descr': '{dtype.str}', 'fortran_order': False, 'shape': {shape}, }}"
    length = HEADER_BYTES - 10
    return b"\x93NUMPY\x01\x00" + length.to_bytes(2, "little") + f"{says:{length - 1}}\n".encode()


def _canonical(document: Mapping[str, Any]) -> bytes:
    return (json.dumps(document, indent=2, sort_keys=True) + "\n").encode()


# Reading


def open_to_read(path: Path) -> BinaryIO:
    """A file of a table, opened; ValueError if it is a pipe or device, which might never end."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise ValueError(f"table {path.parent}: {path.name} is no regular file")
    return path.open("rb")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a table folder, its own digest checked.

    Raises ValueError if it is missing, damaged, or of another format or version, OSError if it
    cannot be read.
    """
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such table folder", str(folder))
    try:
        with open_to_read(folder / MANIFEST) as file:
            data = file.read(LONGEST_MANIFEST + 1)
    except FileNotFoundError:
        raise ValueError(f"table {folder}: is no table, as it has no {MANIFEST}") from None
    try:
        manifest = json.loads(data) if len(data) <= LONGEST_MANIFEST else None
    except (ValueError, RecursionError):
        manifest = None
    if not isinstance(manifest, dict) or manifest.get("format") not in (KEYED, SLICED):
        raise ValueError(f"table {folder}: {MANIFEST} is damaged or not of a table")
    _check_manifest(folder, manifest, data)
    return manifest


def _check_manifest(folder: Path, manifest: Manifest, data: bytes) -> None:
    version = manifest.get("format_version")
    if version != FORMAT_VERSION or type(version) is not int:
        raise ValueError(
            f"table {folder}: has format version {quoted(str(version))}; expected {FORMAT_VERSION}"
        )
    for name, kind in FIELDS[manifest["format"]].items():
        if type(manifest.get(name)) is not kind:
            raise ValueError(
                f"table {folder}: {MANIFEST} has no valid {name}; expected {kind.__name__}"
            )
    if data != _canonical(manifest) or manifest["digest"] != content_digest(manifest):
        raise ValueError(f"table {folder}: {MANIFEST} is damaged, as it does not fit its digest")


def map_array(path: Path, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """The array of a file, mapped into memory to read.

    Raises ValueError if the file is missing or is not exactly an array of that type and shape,
    which is found from its header and length; the contents are not looked at.
    """
    expected = HEADER_BYTES + dtype.itemsize * int(np.prod(shape, dtype=object))
    try:
        with open_to_read(path) as file:
            header, length = file.read(HEADER_BYTES), os.fstat(file.fileno()).st_size
    except (FileNotFoundError, IsADirectoryError):
        raise ValueError(f"table {path.parent}: has no file {path.name}") from None
    if length != expected:
        raise ValueError(
            f"table {path.parent}: {path.name} has {length} bytes; expected {expected}"
        )
    if header != array_header(dtype, shape):
        raise ValueError(
            f"table {path.parent}: {path.name} is damaged or foreign; "
            f"expected an array {dtype.str} of shape {shape}"
        )
    mapped = np.memmap(path, dtype, "r", offset=HEADER_BYTES, shape=shape)
    return mapped.view(np.ndarray)
