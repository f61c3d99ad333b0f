"""Names the extension modules; everything else about the project is in pyproject.toml.

Environment variables of the build:

SERPENTES_CHECKS=1
    compile bounds and None checks into the extensions, those of C arrays included: an index out of
    bounds ends the process (one step of the continuous integration runs the tests so).
SERPENTES_CFLAGS="-march=native"
    further flags for the C compiler; without it, the extensions take the machine's baseline
    instruction set and run anywhere.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CORE = "ext/serpentes/core"
CHECKS = os.environ.get("SERPENTES_CHECKS", "") not in ("", "0")
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKS,
    "wraparound": False,
    "cdivision": True,
    "nonecheck": CHECKS,
    "initializedcheck": CHECKS,
    "embedsignature": True,
    "binding": True,
}
FLAGS = [] if sys.platform == "win32" else ["-O3", "-fno-semantic-interposition"]
if CHECKS and FLAGS:
    FLAGS += ["-fsanitize=bounds", "-fsanitize-undefined-trap-on-error"]


def extension(name: str, *sources_read: str) -> Extension:
    """The module serpentes.core.NAME, built anew when one of the files it includes changes."""
    return Extension(
        f"serpentes.core.{name}",
        [f"{CORE}/{name}.pyx"],
        include_dirs=[CORE],
        depends=[str(p) for pattern in sources_read for p in sorted(Path(CORE).glob(pattern))],
        define_macros=[("SERPENTES_CHECKS", str(int(CHECKS)))],
        extra_compile_args=FLAGS + os.environ.get("SERPENTES_CFLAGS", "").split(),
    )


SERPENT = ("*.h", "serpent/*", "solvers/*")
FIGHTING = ("*.h", "fighting/*", "solvers/*")
MASTER = ("*.h", "master/*", "solvers/*")
HISSS = ("*.h", "hisss/*", "solvers/*")

setup(
    ext_modules=cythonize(
        [
            extension("serpent2", *SERPENT),
            extension("serpent3", *SERPENT),
            extension("serpent4", *SERPENT),
            extension("serpent5", *SERPENT),
            extension("serpent6", *SERPENT),
            extension("fighting", *FIGHTING),
            extension("master", *MASTER),
            extension("hisss", *HISSS),
        ],
        include_path=["ext", CORE],
        build_dir="build/cython-checked" if CHECKS else "build/cython",
        compiler_directives=DIRECTIVES,
        nthreads=0 if CHECKS else (os.cpu_count() or 1),
    ),
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
