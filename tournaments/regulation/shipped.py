"""The regulations that come with the program, by name."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from tournaments.fault import Fault, Faulty
from tournaments.regulation.load import load_text
from tournaments.regulation.regulation import Regulation

SUFFIX = ".toml"


def names() -> tuple[str, ...]:
    return tuple(sorted(each.name.removesuffix(SUFFIX) for each in _folder().iterdir() if each.name.endswith(SUFFIX)))


def text(name: str) -> str:
    """The text of the file, including comments.  Raises `Faulty` for a name not in `names`."""
    if name not in names():
        raise Faulty([Fault("", "unknown_regulation", {"given": name, "known": ", ".join(names())})])
    return (_folder() / f"{name}{SUFFIX}").read_text(encoding="utf-8")


@cache
def load(name: str) -> Regulation:
    """Load a regulation by name.  Raises `Faulty` for a name not in `names`."""
    return load_text(text(name))


def _folder() -> Traversable:
    return resources.files("tournaments") / "regulations"
