"""Runs the command line application inside the test process."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

from serpentes.cli.app import app


@dataclass(frozen=True)
class Result:
    """Exit code and what was printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one line of JSON on stdout."""
        assert self.code == 0, self.err
        assert self.out.count("\n") == 1
        return json.loads(self.out)


def run(*args: str) -> Result:
    """Run `serpentes ARGS...`."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            app(list(args), prog_name="serpentes")
        except SystemExit as stop:
            return Result(int(stop.code or 0), out.getvalue(), err.getvalue())
    raise AssertionError("the application did not end the process")


def refused(*args: str, code: int = 2) -> str:
    """Run a command that has to be refused; the one line it prints, checked to be one line."""
    result = run(*args)
    assert result.code == code, result
    assert result.out == ""
    assert result.err.endswith("\n")
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err
    return result.err.removeprefix("serpentes: ").rstrip("\n")
