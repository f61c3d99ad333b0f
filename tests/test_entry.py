"""The entry point in a process of its own: streams that are closed."""

import subprocess
import sys

import pytest

COMMAND = [sys.executable, "-m", "serpentes"]


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams(closed: str) -> None:
    line = f'exec "$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND, "perft", "serpent", "--size", "2", "--depth", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
