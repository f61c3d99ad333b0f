"""Programs in processes of their own, where a crash of compiled code can be seen."""

from __future__ import annotations

import subprocess
import sys

BEFORE = (
    "from serpentes.core import load",
    "def said(step):",
    "    try: print(step())",
    "    except (TypeError, ValueError, RuntimeError) as error: print(type(error).__name__)",
)


def printed_by(*lines: str) -> str:
    """Return the standard output of a Python program; a crash is an error.

    It has `load`, and `said(step)`, which prints what a step returns or the name of what it raises.
    """
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", "\n".join([*BEFORE, *lines])],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
