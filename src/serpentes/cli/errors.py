"""From exceptions to exit codes and one line on stderr, for every command alike."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import typer
from typer.core import TyperGroup

from serpentes.games.text import quoted

LONGEST_LINE = 500
NO, BAD_INPUT, INTERRUPTED = 1, 2, 130
CUT_SHORT = 141
"""The exit code of a process that SIGPIPE ends, as it does to most commands before `| head`."""

_EMPTY_TABLE = re.compile(r"- *\|")
_UNQUOTED_POSITION = re.compile(r"extra argument\S* \((?:[bw]\b|hands?=)")


class CommandError(Exception):
    """Ends a command with an exit code and one line on stderr."""

    def __init__(self, line: str, code: int) -> None:
        super().__init__(line)
        self.code = code


class OneLineErrors(TyperGroup):
    """A command group that reports whatever is wrong with its input as one line on stderr."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command; ends the process unless `standalone_mode` is off."""
        run = partial(
            super().main,
            [_as_position(arg) for arg in (sys.argv[1:] if args is None else args)],
            prog_name,
            complete_var,
            standalone_mode=False,
            windows_expand_args=windows_expand_args,
            **extra,
        )
        return sys.exit(_guarded(run)) if standalone_mode else run()


def _as_position(arg: str) -> str:
    """An argument as it is, but a position that begins with a dash (for an empty table) with a
    space before it, as it would be taken for an option."""
    return f" {arg}" if _EMPTY_TABLE.match(arg) else arg


def _guarded(run: Callable[[], Any]) -> int:
    try:
        code = run()
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # The reader has left (typer ends the process for that, and for nothing else as it is run
        # here); the interpreter would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_SHORT
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except Exception as error:
        line, code = _reported(error)
        return report(line, code)
    if code == INTERRUPTED:
        return report("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else 0


def _reported(error: Exception) -> tuple[str, int]:
    """The line and exit code for an error that is the user's to mend; any other is raised again."""
    if isinstance(error, CommandError):
        return str(error), error.code
    if isinstance(error, OSError):
        what = error.strerror or str(error) or type(error).__name__
        return f"{error.filename}: {what}" if error.filename is not None else what, BAD_INPUT
    if isinstance(error, MemoryError):
        return "not enough memory", BAD_INPUT
    if isinstance(error, ValueError):
        return str(error), BAD_INPUT
    if hasattr(error, "format_message"):
        # A usage error; its class is typer's or click's, depending on the version.
        says = _usage(error)
        unquoted = _UNQUOTED_POSITION.search(says)
        hint = "Put the position in quotes, as it has spaces." if unquoted else "Try --help."
        end = "" if says.endswith("?") else "."
        return f"{says.rstrip('.')}{end} {hint}", BAD_INPUT
    raise error


def _usage(error: Any) -> str:
    """What is wrong with how a command is used, in words that do not depend on who checks it."""
    says = str(error.format_message())
    cause = error.__cause__
    if not hasattr(cause, "errors"):
        return says
    from serpentes.games.documents import expected

    (first, *_) = cause.errors()
    value = quoted(str(first["input"]))
    return f"{says.partition(': ')[0]}: {value}; expected it to {expected(first)}"


def report(line: str, code: int) -> int:
    """Print one line on stderr and return the exit code."""
    print(f"serpentes: {one_line(line)}", file=sys.stderr)
    return code


def one_line(text: str) -> str:
    """The text on one line, printable and not endless.

    >>> one_line("a\\n  b\\x1b")
    'a b\\\\x1b'
    """
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(text.split()))
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 3]}..."
