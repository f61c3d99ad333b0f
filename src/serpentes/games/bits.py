"""Sets of cells as integers whose bit i is cell i in board order."""

from collections.abc import Iterable


def permuted(cells: int, image: Iterable[int]) -> int:
    """The image of a set of cells: `image` has where each cell goes, in board order.

    >>> bin(permuted(0b011, (2, 1, 0)))
    '0b110'
    """
    moved = 0
    for cell, target in enumerate(image):
        moved |= (cells >> cell & 1) << target
    return moved
