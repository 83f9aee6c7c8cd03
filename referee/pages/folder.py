"""Where the templates and the static files are: at the top of a checkout, inside the package of an installation."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def folder() -> Path:
    """The folder of the templates; ``static`` is in it."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"
