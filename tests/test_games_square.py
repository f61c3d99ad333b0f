"""The square board: names, numbers, centres, rotations; and texts that name boards."""

from itertools import product
from math import dist

import pytest

from serpentes.games.boards import BoardParameter
from serpentes.games.square import (
    BOARD,
    OFF,
    cell_names,
    cell_numbers,
    cells_of,
    centres,
    is_edge,
    set_of,
    turned,
)

SIDES = list(product(range(3, 9), repeat=2))
sides = pytest.mark.parametrize(("width", "height"), SIDES)


@sides
def test_names_and_numbers_of_cells(width: int, height: int) -> None:
    names = cell_names(width, height)
    assert len(names) == len(set(names.values())) == width * height
    assert (names[0], names[1], names[8]) == ("a1", "b1", "a2")
    assert list(names) == sorted(names)
    assert {cell: names[cell] for cell in cell_numbers(width, height).values()} == names
    assert next(reversed(names.values())) == f"{'abcdefgh'[width - 1]}{height}"


@sides
def test_centres_are_about_the_middle_one_apart(width: int, height: int) -> None:
    found = centres(width, height)
    for axis in (0, 1):
        assert sum(centre[axis] for centre in found.values()) == 0
    assert dist(found["a1"], found["b1"]) == dist(found["a1"], found["a2"]) == 1
    assert found["a2"][1] < found["a1"][1]  # y goes down, rows go up


@sides
def test_the_edge_is_what_lies_outside(width: int, height: int) -> None:
    edge = [cell for cell in cell_names(width, height) if is_edge(cell, width, height)]
    assert len(edge) == 2 * (width + height) - 4


@sides
def test_four_quarter_turns_are_none(width: int, height: int) -> None:
    cells = list(cell_names(width, height))
    for quarters in range(4):
        there = (height, width) if quarters % 2 else (width, height)
        images = [turned(cell, width, height, quarters) for cell in cells]
        assert sorted(images) == list(cell_names(*there))
        back = [turned(image, *there, (4 - quarters) % 4) for image in images]
        assert back == cells


def test_a_turn_is_clockwise() -> None:
    names, numbers = cell_names(4, 3), cell_numbers(3, 4)
    assert [names[turned(numbers[cell], 3, 4, 1)] for cell in ("a1", "a4", "c4", "c1")] == [
        "a3", "d3", "d1", "a1",
    ]  # fmt: skip


def test_sets_of_cells() -> None:
    assert cells_of(0) == ()
    assert cells_of(set_of((63, 0, 9))) == (0, 9, 63)
    assert OFF not in cell_names(8, 8)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1x9", "size 1x9 is out of range; expected 3x3 to 8x8"),
        ("2x3", "size 2x3 is out of range"),
        ("8x9", "size 8x9 is out of range"),
        ("0x0", "size 0x0 is out of range"),
        ("7", "size '7' cannot be read; expected WIDTHxHEIGHT, 3x3 to 8x8"),
        ("", "size '' cannot be read"),
        ("7X7", "size '7X7' cannot be read"),
        ("7×7", "size '7×7' cannot be read"),
        ("٧x٧", "cannot be read"),
        ("-3x3", "cannot be read"),
        ("3x3\n", "cannot be read"),
        (f"{'9' * 5000}x3", "cannot be read"),
    ],
)
def test_texts_that_are_no_grids(text: str, says: str) -> None:
    with pytest.raises(ValueError) as error:
        BOARD.read(text)
    assert says in str(error.value)
    assert str(error.value).isprintable()


def test_boards_that_are_read() -> None:
    assert BOARD.read("8x3") == {"width": 8, "height": 3}
    assert BoardParameter("size", 2, 6, 5).read("6") == {"size": 6}
    with pytest.raises(TypeError, match="width or height is the str '3'; expected an int, 3 to 8"):
        BOARD.check("3", 3)  # type: ignore[arg-type]
