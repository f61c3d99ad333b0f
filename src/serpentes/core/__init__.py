"""The compiled modules: rules, move generation and solver loops, one module per board.

Stones are Python integers here, bit i for cell i in board order. The layer above,
`serpentes.games`, gives them names; use that unless you count nodes.
"""

from importlib import import_module
from types import ModuleType


def load(name: str) -> ModuleType:
    """The compiled module serpentes.core.NAME.

    Raises ImportError with what to do about it if the package was installed without its core.

    >>> load("serpent3").CELLS
    19
    """
    try:
        return import_module(f"{__name__}.{name}")
    except ImportError as error:
        raise ImportError(
            f"the compiled module {__name__}.{name} is missing or does not load ({error}); "
            "install serpentes again from a wheel or with a C compiler at hand"
        ) from error
