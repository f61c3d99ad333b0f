"""Solving: exhaustive tables, their statistics, and audits of rulings.

The subpackage is callable, because `serpentes.solve` is both this package and the function that the
README calls `sp.solve`: importing any module of the package binds the package to that name.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from serpentes.solve.table import Table


class _Callable(ModuleType):
    def __call__(self, *args: Any, **keywords: Any) -> "Table":
        from serpentes.solve.retrograde import solve

        return solve(*args, **keywords)


sys.modules[__name__].__class__ = _Callable
