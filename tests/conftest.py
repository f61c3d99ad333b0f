"""What tests of several files share."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

import serpentes as sp
from serpentes.solve.table import Table

# The plain twins are slow, and so are machines at times: no example has a deadline.
settings.register_profile("serpentes", deadline=None)
settings.load_profile("serpentes")


@pytest.fixture(scope="session", autouse=True)
def ctrl_c() -> None:
    """Ctrl-C works, also where the tests were started in the background, which switches it off."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def size_3() -> Table:
    """Serpent of size 3 solved from the empty board under the default rulings: 67 MB, 10 s."""
    return sp.solve(sp.serpent.start(size=3))
