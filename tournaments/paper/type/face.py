"""The vendored fonts, and the order in which each language searches them for a character."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from threading import Lock
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from rulesets.languages import language as settings
from tournaments.paper.type.characters import PRIVATE, PRIVATE_END

WEIGHTS = ("regular", "bold", "serif", "serif_bold")
"""The weights.  The serif ones (Mincho, Song, a Latin serif) are for the text and title of certificates."""

OTHERS = {
    "NotoSansSC-Rare": (),
    "NotoSansKR-Regular": (),
    "NotoSansArabic-Regular": ((0x0600, 0x0900), (0xFB50, 0xFE00), (0xFE70, 0xFF00)),
    "NotoSansHebrew-Regular": ((0x0590, 0x0600), (0xFB1D, 0xFB50)),
    "NotoSansDevanagari-Regular": ((0x0900, 0x0980), (0xA8E0, 0xA900)),
    "NotoSansThai-Regular": ((0x0E00, 0x0E80),),
    "NotoEmoji-Regular": (),
}
"""Fallback fonts for foreign names, tried after those of the language, and the Unicode blocks of scripts that need
shaping.
"""

_SHAPED = tuple(block for blocks in OTHERS.values() for block in blocks)
_LOCK = Lock()


@dataclass(frozen=True, slots=True)
class Face:
    """A font.

    ``name``: as ReportLab knows it; ``widths``: by character code, in thousandths of the size; ``shaped``: whether its
    script needs shaping, that is, letters take forms that depend on their neighbours; ``heavier``: drawn with an
    outline to imitate bold, because there is no bold font.
    """

    name: str
    widths: Mapping[int, int]
    shaped: bool = False
    heavier: bool = False

    def has(self, text: str) -> bool:
        """Whether the font has every character of a text."""
        return all(ord(character) in self.widths for character in text)


@cache
def faces(language: str, weight: str) -> tuple[Face, ...]:
    """The fonts of a language and weight in search order, as named in the language's settings."""
    return tuple(face(name) for name in settings(language).paper[weight])


@lru_cache(maxsize=50_000)
def first_face(text: str, language: str, weight: str) -> Face | None:
    """The first font that has every character of a text: one of the language, or else one of the `OTHERS`, each loaded
    only when the search gets that far.
    """
    own = next((each for each in faces(language, weight) if each.has(text)), None)
    others = (replace(each, heavier=weight in ("bold", "serif_bold")) for each in map(face, OTHERS) if each.has(text))
    return own or next(others, None)


def face(name: str) -> Face:
    """The font with this file name, registered with ReportLab on first use."""
    # Registering a font twice would split the characters of a document between two fonts of the same name.
    with _LOCK:
        return _face(name)


@cache
def _face(name: str) -> Face:
    file = resources.files("tournaments.paper") / "fonts" / f"{name}.ttf"
    font = _Font(name, BytesIO(file.read_bytes()))
    pdfmetrics.registerFont(font)
    shaped = bool(OTHERS.get(name))
    # The Latin font has Devanagari as well, but without the glyphs that shaping needs.
    available = [code for code in font.face.charToGlyph if not shaped or code < PRIVATE or code > PRIVATE_END]
    codes = [code for code in available if shaped or not any(low <= code < end for low, end in _SHAPED)]
    return Face(name, {code: round(font.face.getCharWidth(code)) for code in codes}, shaped)


class _Font(TTFont):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's font, with characters beyond U+FFFF (𠮷) made searchable and copyable as well."""

    def addObjects(self, doc: Any) -> None:
        super().addObjects(doc)
        for key, pdf_object in doc.idToObject.items():
            if str(key).startswith("toUnicodeCMap:"):
                pdf_object.content = re.sub(r"> <([0-9A-F]{5,6})>", _surrogates, pdf_object.content)


def _surrogates(match: re.Match[str]) -> str:
    return f"> <{chr(int(match[1], 16)).encode('utf-16-be').hex().upper()}>"
