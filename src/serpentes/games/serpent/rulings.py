"""The rulings of Serpent."""

from serpentes.games.rulings import Ruling, RulingSet

RULINGS = RulingSet(
    "serpent",
    (
        Ruling(
            "hostility",
            ("until-owner-turn", "end-of-turn"),
            "how long the terrain of removed stones of the mover must stay hostile",
        ),
        Ruling("stuck", ("loses", "passes"), "what becomes of a player without a legal action"),
    ),
)
