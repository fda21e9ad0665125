"""Where the game's program is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from .errors import BinaryNotFoundError

VARIABLE = "GROGNARD"
"""The variable of the environment that names the program."""

PROGRAM = "grognard"
"""Its name on the `PATH`."""


def find_binary(binary: str | os.PathLike[str] | None = None) -> Path:
    """Return the program: the argument, else what `$GROGNARD` names, else `grognard` on the `PATH`.

    Raises:
        BinaryNotFoundError: what was named is no program that can be run, or there is none to be found.

    """
    named = os.environ.get(VARIABLE) or None
    if binary is not None:
        return _checked(os.fspath(binary), "the argument `binary`")
    if named is not None:
        return _checked(named, f"${VARIABLE}")
    found = shutil.which(PROGRAM)
    if found is None:
        raise BinaryNotFoundError(
            f"no `{PROGRAM}` on the PATH; pass `binary`, set ${VARIABLE} to the program, or install it"
        )
    return Path(found)


def _checked(name: str, source: str) -> Path:
    found = shutil.which(name)
    if found is None:
        raise BinaryNotFoundError(f"{source} is `{name}`; expected a program that can be run")
    return Path(found).absolute()
