"""Rulings: named choices where the description of a game leaves one.

A game declares a `RulingSet`; a position carries a `Rulings`, which has an option for every ruling
of its game, so that nothing solved or printed depends on a default that is not written down.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from serpentes.games.text import quoted


@dataclass(frozen=True, slots=True)
class Ruling:
    """One choice: its name, its options with the default first, and what it settles."""

    name: str
    options: tuple[str, ...]
    settles: str

    @property
    def default(self) -> str:
        """The option taken where none is named."""
        return self.options[0]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named bundle: options of rulings, and further keywords for the game's `start`."""

    name: str
    says: str
    rulings: Mapping[str, str] = field(default_factory=dict)
    start: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RulingSet:
    """All rulings of one game, and its presets.

    >>> rulings = RulingSet("toy", (Ruling("stuck", ("loses", "passes"), "a player with no move"),))
    >>> rulings.choose({"stuck": "passes"}).stuck
    'passes'
    >>> rulings.choose({}).as_dict()
    {'stuck': 'loses'}
    >>> rulings.choose({"stuck": "dances"})
    Traceback (most recent call last):
    ValueError: ruling stuck has no option 'dances'; expected one of: loses, passes
    """

    game: str
    rulings: tuple[Ruling, ...]
    presets: tuple[Preset, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rulings, in the order of declaration."""
        return tuple(ruling.name for ruling in self.rulings)

    def choose(self, choices: Mapping[str, str]) -> "Rulings":
        """The rulings with the given options, and the default for each that is not named.

        Raises ValueError for a ruling or an option that the game does not have.
        """
        for name in choices:
            self._ruling(name)
        return Rulings(
            self, tuple(_option(r, choices.get(r.name, r.default)) for r in self.rulings)
        )

    def parse(self, texts: Iterable[str]) -> dict[str, str]:
        """Choices from texts `NAME=OPTION`, as the command line has them.

        Raises ValueError for a text of another form, a ruling or option that the game does not
        have, and a ruling that is given twice.

        >>> RulingSet("toy", (Ruling("stuck", ("loses", "passes"), ""),)).parse(["stuck=passes"])
        {'stuck': 'passes'}
        """
        choices: dict[str, str] = {}
        for text in texts:
            name, equals, option = text.partition("=")
            if not equals:
                raise ValueError(
                    f"ruling {quoted(text)} is not of the form NAME=OPTION; {self._expected()}"
                )
            ruling = self._ruling(name.strip())
            if ruling.name in choices:
                raise ValueError(f"ruling {ruling.name} is given more than once; expected it once")
            choices[ruling.name] = _option(ruling, option.strip())
        return choices

    def preset(self, name: str) -> Preset:
        """The preset of that name; ValueError lists those there are."""
        for preset in self.presets:
            if preset.name == name:
                return preset
        known = ", ".join(preset.name for preset in self.presets)
        expected = f"expected one of: {known}" if known else "the game has none"
        raise ValueError(f"{self.game} has no preset {quoted(name)}; {expected}")

    def under(self, preset: str | None, choices: Mapping[str, str]) -> dict[str, str]:
        """The choices of a preset (none if it is None), with others before them.

        Raises ValueError for a preset that the game does not have.
        """
        return {**(self.preset(preset).rulings if preset is not None else {}), **choices}

    def every(self) -> Iterator["Rulings"]:
        """Every combination of options, all defaults first."""
        for options in product(*(ruling.options for ruling in self.rulings)):
            yield Rulings(self, options)

    def _ruling(self, name: str) -> Ruling:
        for ruling in self.rulings:
            if ruling.name == name:
                return ruling
        raise ValueError(f"{self.game} has no ruling {quoted(name)}; {self._expected()}")

    def _expected(self) -> str:
        return f"expected one of: {', '.join(self.names)}" if self.rulings else "the game has none"


def _option(ruling: Ruling, option: str) -> str:
    if option in ruling.options:
        return option
    raise ValueError(
        f"ruling {ruling.name} has no option {quoted(option)}; "
        f"expected one of: {', '.join(ruling.options)}"
    )


class Rulings(Mapping[str, str]):
    """The option of every ruling of a game: a mapping that does not change, also by attribute.

    Made by `RulingSet.choose`. Two are equal when they are of the same game and choose the same.
    """

    __slots__ = ("_options", "_set")
    _set: RulingSet
    _options: tuple[str, ...]

    def __init__(self, ruling_set: RulingSet, options: Sequence[str]) -> None:
        object.__setattr__(self, "_set", ruling_set)
        object.__setattr__(self, "_options", tuple(options))

    def __getitem__(self, name: str) -> str:
        try:
            return self._options[self._set.names.index(name)]
        except ValueError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._set.names)

    def __len__(self) -> int:
        return len(self._options)

    def __getattr__(self, name: str) -> str:
        if not name.startswith("_") and name in self._set.names:
            return self[name]
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("rulings do not change; choose new ones")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rulings):
            return NotImplemented
        return self._set.game == other._set.game and self._options == other._options

    def __hash__(self) -> int:
        return hash((self._set.game, self._options))

    def __reduce__(self) -> tuple[type["Rulings"], tuple[RulingSet, tuple[str, ...]]]:
        return (type(self), (self._set, self._options))

    def __str__(self) -> str:
        return " ".join(f"{name}={option}" for name, option in self.items())

    def __repr__(self) -> str:
        return f"<Rulings of {self._set.game}: {self}>"

    def as_dict(self) -> dict[str, str]:
        """Every ruling with its option, spelled out."""
        return dict(self)

    def changed(self) -> dict[str, str]:
        """Only the rulings whose option is not the default."""
        return {r.name: self[r.name] for r in self._set.rulings if self[r.name] != r.default}
