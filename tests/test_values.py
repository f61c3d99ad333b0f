"""Values: their order, their codes and bytes, their texts."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serpentes.solve.value import MOST_PLIES, Value

values = st.builds(
    Value, st.sampled_from(["win", "draw", "loss"]), st.none() | st.integers(0, MOST_PLIES)
)


@given(values)
def test_values_are_read_back_from_their_codes(value: Value) -> None:
    assert 0 <= value.code < 1 << 16
    assert Value.from_code(value.code) == value


@given(st.integers(0, (1 << 16) - 1))
def test_codes_are_values_or_refused(code: int) -> None:
    if code & 3 == 0 and code not in (0, 4, 12):
        with pytest.raises(ValueError, match=f"value code {code} stands for no value"):
            Value.from_code(code)
    else:
        assert Value.from_code(code).code == code


def test_the_order_of_values() -> None:
    best_first = [
        Value("win", 1), Value("win", 9), Value("win", None),
        Value("draw", 0), Value("draw", 4), Value("draw", None),
        Value("loss", None), Value("loss", 8), Value("loss", 0),
    ]  # fmt: skip
    assert sorted(best_first, reverse=True) == best_first
    assert all(better > worse for better, worse in pairwise(best_first))


def test_the_value_of_the_move_before() -> None:
    assert Value("loss", 4).before() == Value("win", 5)
    assert Value("win", 4).before() == Value("loss", 5)
    assert Value("draw", None).before() == Value("draw", None)
    assert Value("win", None).before() == Value("loss", None)


@given(st.integers(0, 255))
def test_bytes_are_values_without_a_gap(byte: int) -> None:
    value = Value.from_byte(byte)
    assert value.byte == byte
    if byte < 3:
        assert value == Value(("draw", "loss", "win")[byte], None)
    else:
        assert value == Value("win" if byte % 2 == 0 else "loss", byte - 3)


@given(values)
def test_a_value_has_its_own_byte_or_none(value: Value) -> None:
    plies = value.plies
    forced = plies is not None and plies <= 252 and value.outcome == ("loss", "win")[plies % 2]
    if forced or plies is None:
        assert Value.from_byte(value.byte) == value
    else:
        with pytest.raises(ValueError, match="is in no table by material"):
            _ = value.byte


@pytest.mark.parametrize("byte", [-1, 256])
def test_what_is_no_byte(byte: int) -> None:
    with pytest.raises(ValueError, match=f"^{byte} is no byte; expected 0 to 255$"):
        Value.from_byte(byte)


@pytest.mark.parametrize(
    ("outcome", "plies"), [("won", 1), ("won", None), ("win", -1), ("win", 1 << 14)]
)
def test_values_that_are_not(outcome: Any, plies: int | None) -> None:
    with pytest.raises(ValueError, match="expected"):
        Value(outcome, plies)


def test_texts_of_values() -> None:
    values = Value("win", 1), Value("loss", 18), Value("draw", None), Value("win", None)
    assert [str(value) for value in values] == [
        "win in 1 ply", "loss in 18 plies", "draw that never ends", "win by the number of men",
    ]  # fmt: skip
