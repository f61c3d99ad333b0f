"""Serpentes solves, and makes puzzles for, games of snakes.

    >>> import serpentes as sp
    >>> position = sp.serpent.start(size=2)
    >>> [str(move) for move in position.moves()]
    ['a1', 'a2', 'b1', 'b2', 'b3', 'c1', 'c2']
    >>> table = sp.solve(position)
    >>> str(table[position])
    'loss in 5 plies'

Everything here is imported when it is first asked for, so that `import serpentes` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from serpentes import puzzles as puzzles
    from serpentes.games import fighting as fighting
    from serpentes.games import hisss as hisss
    from serpentes.games import master as master
    from serpentes.games import serpent as serpent
    from serpentes.games.registry import game as game
    from serpentes.games.registry import games as games_known
    from serpentes.solve.audit import audit as audit
    from serpentes.solve.chances import Chances as Chances
    from serpentes.solve.driver import LimitReached as LimitReached
    from serpentes.solve.packing import Packings as Packings
    from serpentes.solve.packing import solutions as solutions
    from serpentes.solve.proof_check import ProofFault as ProofFault
    from serpentes.solve.proof_check import check_proof as check_proof
    from serpentes.solve.proof_files import Proof as Proof
    from serpentes.solve.proof_search import ProofResult as ProofResult
    from serpentes.solve.proof_search import ProofSearch as ProofSearch
    from serpentes.solve.proof_search import prove as prove
    from serpentes.solve.rounds import Worth as Worth
    from serpentes.solve.sampling import Estimate as Estimate
    from serpentes.solve.sampling import estimate as estimate
    from serpentes.solve.search import SearchResult as SearchResult
    from serpentes.solve.search import search as search
    from serpentes.solve.solving import solve as solve
    from serpentes.solve.stats import stats as stats
    from serpentes.solve.table import Table as Table
    from serpentes.solve.value import Value as Value
    from serpentes.solve.verify import verify as verify

__version__ = "0.1.0"

__all__ = [
    "Chances",
    "Estimate",
    "LimitReached",
    "Packings",
    "Proof",
    "ProofFault",
    "ProofResult",
    "ProofSearch",
    "SearchResult",
    "Table",
    "Value",
    "Worth",
    "__version__",
    "audit",
    "check_proof",
    "estimate",
    "fighting",
    "game",
    "games_known",
    "hisss",
    "master",
    "prove",
    "puzzles",
    "search",
    "serpent",
    "solutions",
    "solve",
    "stats",
    "verify",
]

_MODULES = {
    "fighting": "serpentes.games.fighting",
    "hisss": "serpentes.games.hisss",
    "master": "serpentes.games.master",
    "puzzles": "serpentes.puzzles",
    "serpent": "serpentes.games.serpent",
    "solve": "serpentes.solve",
}
_NAMES = {
    "Chances": ("serpentes.solve.chances", "Chances"),
    "Estimate": ("serpentes.solve.sampling", "Estimate"),
    "LimitReached": ("serpentes.solve.driver", "LimitReached"),
    "Packings": ("serpentes.solve.packing", "Packings"),
    "Proof": ("serpentes.solve.proof_files", "Proof"),
    "ProofFault": ("serpentes.solve.proof_check", "ProofFault"),
    "ProofResult": ("serpentes.solve.proof_search", "ProofResult"),
    "ProofSearch": ("serpentes.solve.proof_search", "ProofSearch"),
    "SearchResult": ("serpentes.solve.search", "SearchResult"),
    "Table": ("serpentes.solve.table", "Table"),
    "Value": ("serpentes.solve.value", "Value"),
    "Worth": ("serpentes.solve.rounds", "Worth"),
    "audit": ("serpentes.solve.audit", "audit"),
    "check_proof": ("serpentes.solve.proof_check", "check_proof"),
    "estimate": ("serpentes.solve.sampling", "estimate"),
    "game": ("serpentes.games.registry", "game"),
    "games_known": ("serpentes.games.registry", "games"),
    "prove": ("serpentes.solve.proof_search", "prove"),
    "search": ("serpentes.solve.search", "search"),
    "solutions": ("serpentes.solve.packing", "solutions"),
    "stats": ("serpentes.solve.stats", "stats"),
    "verify": ("serpentes.solve.verify", "verify"),
}


def __getattr__(name: str) -> Any:
    # `solve` is a subpackage and a function in one: importing the subpackage binds its name here,
    # so the subpackage is itself callable (see serpentes/solve/__init__.py).
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name in _NAMES:
        module, attribute = _NAMES[name]
        return getattr(import_module(module), attribute)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
