"""Solving: exhaustive tables, their statistics, forward search, and audits of rulings."""

import sys
from inspect import signature
from types import ModuleType
from typing import Any

from serpentes.solve.solving import solve

__all__ = ["solve"]


class _Callable(ModuleType):
    # `serpentes.solve` is both this package and the function that users call as `sp.solve`, as
    # importing any module of the package binds the package to that name.
    __signature__ = signature(solve)

    def __call__(self, position: Any, **options: Any) -> Any:
        return solve(position, **options)


sys.modules[__name__].__class__ = _Callable
__doc__ = str(solve.__doc__)  # for help(sp.solve)
