"""What the search makes of the rules, kept between runs: made once for a version of the rules, then read from files.

They lie in this Python environment, beside the runtime that judges on devices, and are as trusted as the code there.
Their names carry a fingerprint of everything that they are made from; those of other rules are removed.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from os import getpid
from pathlib import Path
from typing import TypeVar

from rulesets.kernel.registry import installed, names

T = TypeVar("T")
FOLDER = Path(sys.prefix) / "share" / "referee" / "search"


def kept(name: str, make: Callable[[], T]) -> T:
    """Return what has been made of the rules under a name, from its file, or made now and, where possible, kept."""
    file = FOLDER / f"{name}-{rules_fingerprint(names())}.pickle"
    with suppress(OSError, pickle.UnpicklingError, EOFError):
        found: T = pickle.loads(file.read_bytes())
        return found
    made = make()
    with suppress(OSError):  # an environment that may not be written to
        _keep(name, file, made)
    return made


def _keep(name: str, file: Path, made: object) -> None:
    """Write a file as a whole or not at all, and remove those of the same name that it replaces."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(f".{getpid()}")
    unfinished.write_bytes(pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
    unfinished.replace(file)
    for other in FOLDER.glob(f"{name}-*.pickle"):
        if other != file:
            other.unlink(missing_ok=True)


@cache
def rules_fingerprint(known: tuple[str, ...]) -> str:
    """Sixteen characters that change with the files of the rules, the rulesets known, other packages', and Python."""
    packages = {point.dist for point in installed() if point.dist}
    parts = [sys.version, *known, *sorted(f"{dist.name} {dist.version}" for dist in packages)]
    for package in ("rulesets", "tournaments", "referee"):
        folder = Path(str(files(package)))
        parts += _file_states(folder if package == "rulesets" else folder / "texts")
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _file_states(folder: Path) -> Iterator[str]:
    for file in sorted(folder.rglob("*.*")):
        if file.suffix in (".py", ".toml", ".txt"):
            state = file.stat()
            yield f"{file} {state.st_size} {state.st_mtime_ns}"
