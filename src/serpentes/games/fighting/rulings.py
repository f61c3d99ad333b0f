"""The rulings of Fighting Serpents, its presets, and how they are told to the compiled core."""

from functools import cache

from serpentes.games.rulings import Preset, Ruling, Rulings, RulingSet

RULINGS = RulingSet(
    "fighting",
    (
        Ruling(
            "capture",
            ("optional", "compulsory", "huff"),
            "whether an open capture must be made, or lets the other side huff a man",
        ),
        Ruling(
            "chain",
            ("stop", "full", "single"),
            "whether a capturing man may stop early, must go on, or jumps only once",
        ),
        Ruling("direction", ("any", "forward"), "whether men may go back toward their own side"),
        Ruling(
            "arc",
            ("corner", "row", "none"),
            "which jumps round the ends of the board there are",
        ),
        Ruling("rows", ("outer", "plain"), "whether lines lead along the outer rows"),
        Ruling("ends", ("empty", "filled"), "whether the ends of the middle row start with men"),
        Ruling(
            "shape",
            ("symmetric", "culin"),
            "whether the middle row has a right end",
        ),
        Ruling("adjudication", ("majority", "draw"), "the value of play that never ends"),
    ),
    (
        Preset("masters", "all defaults"),
        Preset(
            "bell",
            "captures by choice under threat of a huff, in full, forward only",
            {"capture": "huff", "chain": "full", "direction": "forward"},
        ),
        Preset(
            "kolowis",
            "captures compulsory and in full, as most sources have it",
            {"capture": "compulsory", "chain": "full"},
        ),
        Preset(
            "mosona",
            "Awithlaknan Mosona: length 8, ends filled, no outer lines and arcs, captures "
            "compulsory and in full",
            {
                "capture": "compulsory",
                "chain": "full",
                "arc": "none",
                "rows": "plain",
                "ends": "filled",
            },
            {"length": 8},
        ),
        Preset(
            "ludii-kolowis",
            "Kolowis Awithlaknannai as Ludii has it: Culin's board, single jumps, no arcs, White "
            "moves first",
            {"chain": "single", "arc": "none", "shape": "culin"},
            {"side": "w"},
        ),
        Preset(
            "ludii-mosona",
            "Awithlaknan Mosona as Ludii has it: length 8, ends filled, single jumps",
            {"chain": "single", "ends": "filled"},
            {"length": 8},
        ),
    ),
)

_SHIFTS = {
    "capture": 5,
    "chain": 7,
    "direction": 9,
    "arc": 10,
    "rows": 12,
    "shape": 13,
    "adjudication": 14,
}


@cache
def rules_of(length: int, rulings: Rulings) -> int:
    """Length and rulings as one integer, as the compiled core takes them.

    `ends` is not in it: that is about the initial position only.

    >>> rules_of(4, RULINGS.choose({"capture": "huff", "shape": "culin"}))
    8260
    """
    options = {ruling.name: ruling.options for ruling in RULINGS.rulings}
    return length | sum(
        options[name].index(rulings[name]) << shift for name, shift in _SHIFTS.items()
    )


def misfit(length: int, rulings: Rulings) -> str:
    """Why the rulings do not fit a board of that length; empty if they do.

    >>> misfit(3, RULINGS.choose({"ends": "filled"}))
    'length 3 does not fit ends=filled; expected an even length'
    """
    if rulings["ends"] == "filled" and rulings["shape"] == "culin":
        return "shape=culin does not fit ends=filled; expected shape=symmetric"
    for name, option in (("ends", "filled"), ("shape", "culin")):
        if rulings[name] == option and length % 2:
            return f"length {length} does not fit {name}={option}; expected an even length"
    return ""
