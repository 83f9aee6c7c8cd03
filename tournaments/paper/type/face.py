"""The vendored fonts, and in which order each language looks for a character."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from threading import Lock
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from rulesets.languages import language as settings

WEIGHTS = ("regular", "bold", "serif", "serif_bold")
"""The serifs (Mincho) are for certificates, text and title; a language without one has the sans."""

_LOCK = Lock()


@dataclass(frozen=True, slots=True)
class Face:
    """A font.  ``name``: as ReportLab knows it; ``widths``: by character code, in thousandths of the size."""

    name: str
    widths: Mapping[int, int]

    def has(self, text: str) -> bool:
        """Whether the font has every character of a text."""
        return all(ord(character) in self.widths for character in text)


def faces(language: str, weight: str) -> tuple[Face, ...]:
    """The fonts of a language in the order in which a character is looked for, as its settings name them."""
    return tuple(face(name) for name in settings(language).paper[weight])


def face(name: str) -> Face:
    """A font by the name of its file, made known to ReportLab when it is first asked for."""
    # Two fonts of one name would share the characters of a document between them.
    with _LOCK:
        return _face(name)


@cache
def _face(name: str) -> Face:
    file = resources.files("tournaments.paper") / "fonts" / f"{name}.ttf"
    font = _Font(name, BytesIO(file.read_bytes()))
    pdfmetrics.registerFont(font)
    widths = {code: round(font.face.getCharWidth(code)) for code in font.face.charToGlyph}
    return Face(name, widths)


class _Font(TTFont):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's font, whose characters beyond U+FFFF can be found and copied, too (𠮷)."""

    def addObjects(self, doc: Any) -> None:
        super().addObjects(doc)
        for key, made in doc.idToObject.items():
            if str(key).startswith("toUnicodeCMap:"):
                made.content = re.sub(r"> <([0-9A-F]{5,6})>", _surrogates, made.content)


def _surrogates(match: re.Match[str]) -> str:
    return f"> <{chr(int(match[1], 16)).encode('utf-16-be').hex().upper()}>"
