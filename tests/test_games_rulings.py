"""Rulings: choosing, parsing, presets, and every error message."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serpentes.games.rulings import Preset, Ruling, RulingSet
from serpentes.games.serpent import RULINGS

TOY = RulingSet(
    "toy",
    (Ruling("capture", ("optional", "huff"), ""), Ruling("arc", ("corner", "row", "none"), "")),
    (Preset("bell", "as Bell has it", {"capture": "huff"}, {"length": 8}),),
)


def test_defaults_come_first() -> None:
    assert TOY.choose({}).as_dict() == {"capture": "optional", "arc": "corner"}
    assert TOY.choose({"arc": "none"}).changed() == {"arc": "none"}


def test_rulings_are_an_immutable_mapping_with_attributes() -> None:
    rulings = TOY.choose({"arc": "row"})
    assert (rulings.arc, rulings["arc"], dict(**rulings)) == ("row", "row", rulings.as_dict())
    assert str(rulings) == "capture=optional arc=row"
    with pytest.raises(AttributeError):
        rulings.arc = "none"
    with pytest.raises(AttributeError):
        _ = rulings.nothing
    with pytest.raises(KeyError):
        _ = rulings["nothing"]


def test_rulings_are_compared_hashed_copied_and_pickled_by_what_they_choose() -> None:
    rulings = TOY.choose({"arc": "row"})
    assert rulings == TOY.choose({"arc": "row"}) != TOY.choose({})
    assert len({rulings, TOY.choose({"arc": "row"})}) == 1
    assert pickle.loads(pickle.dumps(rulings)) == copy.deepcopy(rulings) == rulings


def test_every_combination_defaults_first() -> None:
    every = [str(rulings) for rulings in TOY.every()]
    assert len(set(every)) == 6
    assert every[0] == "capture=optional arc=corner"


def test_presets() -> None:
    assert TOY.preset("bell").start == {"length": 8}
    with pytest.raises(ValueError, match="toy has no preset 'x'; expected one of: bell"):
        TOY.preset("x")
    with pytest.raises(ValueError, match="serpent has no preset 'x'; the game has none"):
        RULINGS.preset("x")


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["arc"], "ruling 'arc' is not of the form NAME=OPTION; expected one of: capture, arc"),
        (["x=row"], "toy has no ruling 'x'; expected one of: capture, arc"),
        (["arc=x"], "ruling arc has no option 'x'; expected one of: corner, row, none"),
        (["arc="], "ruling arc has no option ''; expected one of: corner, row, none"),
        (["arc=row", "arc=row"], "ruling arc is given more than once; expected it once"),
    ],
)
def test_bad_texts(texts: list[str], message: str) -> None:
    with pytest.raises(ValueError) as error:
        TOY.parse(texts)
    assert str(error.value) == message


def test_choose_refuses_what_parse_refuses() -> None:
    with pytest.raises(ValueError, match="no ruling 'x'"):
        TOY.choose({"x": "row"})
    with pytest.raises(ValueError, match="no option 'x'"):
        TOY.choose({"arc": "x"})


@given(st.lists(st.text() | st.sampled_from(["arc=row", "capture=huff", "arc=x"]), max_size=4))
def test_parse_gives_choices_or_one_line(texts: list[str]) -> None:
    try:
        choices = TOY.parse(texts)
    except ValueError as error:
        assert len(str(error).splitlines()) == 1
        assert len(str(error)) < 300
    else:
        assert len(choices) == len(texts)
        assert TOY.choose(choices).as_dict().items() >= choices.items()
