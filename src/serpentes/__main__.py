"""The command `serpentes`, also as `python -m serpentes`."""

import os
import sys
from pathlib import Path


def main() -> None:
    """The entry point; ends the process with the exit code.

    The rest is imported here, so that Ctrl-C while that goes on is as quiet as later, and closed
    streams are replaced first, as libraries take them for open.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    try:
        from serpentes.cli.app import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
