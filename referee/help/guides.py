"""The guides that there are, and in which languages: ``docs/NAME.md`` in English, ``docs/NAME.LANG.md`` in others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rulesets.languages import FALLBACK, LANGUAGES

GUIDES = ("tablet", "tournament", "arbiter", "players", "operating", "notation")
"""Those for people in the hall, in the order of the index."""
PROJECT = ("architecture", "law", "look", "security", "testing")
"""Those for whoever changes this program; what is in neither is for looking something up."""
FILES: Mapping[str, str] = {".svg": "image/svg+xml", ".service": "text/plain"}
"""What guides show or lead to besides, by the end of its name, with its kind."""
NAMED = re.compile(r"([\w-]+)(?:\.([a-z]{2}))?\.md")
"""The name of a guide's file: its name, its language."""


@cache
def folder() -> Path:
    """The folder of the guides, which a wheel has inside the package."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "docs"
    return inside if inside.is_dir() else package.parent / "docs"


@cache
def guides() -> Mapping[str, Mapping[str, Path]]:
    """The files of each guide by language, English first."""
    found: dict[str, dict[str, Path]] = {}
    for file in sorted(folder().glob("*.md")):
        if parts := NAMED.fullmatch(file.name):
            found.setdefault(parts[1], {})[parts[2] or FALLBACK] = file
    return {
        name: {code: files[code] for code in (FALLBACK, *LANGUAGES) if code in files}
        for name, files in found.items()
        if FALLBACK in files
    }


def reference() -> list[str]:
    """The names of the guides for looking something up."""
    return [name for name in guides() if name not in (*GUIDES, *PROJECT)]


def attachment(name: str) -> Path | None:
    """A file that guides show or lead to; None where there is none of that name."""
    known = {file.name: file for file in folder().iterdir() if file.suffix in FILES}
    return known.get(name)
