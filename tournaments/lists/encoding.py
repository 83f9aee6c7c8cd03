"""Encoding: how the bytes of a list may be decoded, the likeliest way first.

A byte order mark and UTF-8 are certain.  Anything else was saved in the encoding of somebody's country, and a short
list may be text in several of them: charset-normalizer says which are likely, the list's own header row decides between
those, and whoever imports it sees a sample of each.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass

from tournaments.fault import Fault, Faulty

MOST_BYTES = 2_000_000
BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
COUNTRIES = ("cp932", "gb18030", "cp1252", "cp950", "cp949", "euc_jp", "cp1250", "cp1251", "mac_roman")
"""The encodings in which spreadsheets save lists, besides Unicode's.  Of equally likely ones, the first is taken."""
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", *COUNTRIES)
TITLES = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp932": "Shift_JIS (CP932)",
    "gb18030": "GB18030",
    "cp1252": "Windows-1252",
    "cp950": "Big5 (CP950)",
    "cp949": "EUC-KR (CP949)",
    "euc_jp": "EUC-JP",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "mac_roman": "Mac Roman",
}
"""What people call the encodings; the names are the same in every language."""
CP932_UNASSIGNED = frozenset("\x80\uf8f0\uf8f1\uf8f2\uf8f3")
"""The characters that Python's CP932 codec produces for unassigned bytes (80, A0, FD to FF)."""
LETTERS = frozenset({"cp1252", "cp1250", "cp1251", "mac_roman"})
"""The encodings in which every byte is a letter or sign."""
_SIGNS = re.compile(
    r"[¢-©¬®-±´¶¸¼-¾×÷ˆ-˝€-™∂-⌐◊](?=[^\W\d_])"  # in front of a letter
    r"|(?<=[^\W\d_])[^\x00-\x7f\w\s’·](?=[^\W\d_])"  # between letters
)
MOST_SAMPLED = 20_000
"""Bytes of lines with letters beyond ASCII that are looked at for the encoding."""


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A list as one encoding reads it."""

    encoding: str
    text: str


def decodings(data: bytes, understood: Callable[[str], int]) -> tuple[DecodedText, ...]:
    """The ways in which a list may be decoded, the likeliest first; one if it is certain.

    ``understood``: how many titles of columns are recognised in a text.  Raises `Faulty` if there are more than two
    megabytes, nothing at all, or bytes that are not text.
    """
    if len(data) > MOST_BYTES:
        raise Faulty([Fault("", "list_too_large", {"size": len(data), "most": MOST_BYTES})])
    found = _unicode(data) or _by_country(data, understood)
    if not found or any("\0" in each.text for each in found):
        raise Faulty([Fault("", "list_not_text")])
    if not found[0].text.strip():
        raise Faulty([Fault("", "list_empty")])
    return found


def _unicode(data: bytes) -> tuple[DecodedText, ...]:
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            text = _decoded(data[len(mark) :], encoding)
            if text is None:
                raise Faulty([Fault("", "list_not_text")])
            return (DecodedText(encoding, text),)
    text = _decoded(data, "utf-8")
    return () if text is None else (DecodedText("utf-8", text),)


def _by_country(data: bytes, understood: Callable[[str], int]) -> tuple[DecodedText, ...]:
    from charset_normalizer import from_bytes

    lines = b"\n".join(line for line in data.splitlines() if not line.isascii())
    likely = from_bytes(
        lines[:MOST_SAMPLED].rpartition(b"\n")[0] or lines, cp_isolation=[*COUNTRIES], enable_fallback=False
    )
    ranked = []
    for encoding in dict.fromkeys(encoding for match in likely for encoding in match.could_be_from_charset):
        text = _decoded(data, encoding)
        if text is not None and encoding in COUNTRIES:
            mess = round(likely[encoding].chaos + _oddity(text, encoding), 1)
            ranked.append((-understood(text), mess, COUNTRIES.index(encoding), DecodedText(encoding, text)))
    found: dict[str, DecodedText] = {}
    for *_, decoded in sorted(ranked, key=lambda row: row[:3]):
        found.setdefault(decoded.text, decoded)  # of those that read it alike, the likeliest
    return tuple(found.values())


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return text if encoding != "cp932" or CP932_UNASSIGNED.isdisjoint(text) else None


def _oddity(text: str, encoding: str) -> float:
    """How unlike names and clubs a text is: 0.1 where an encoding of one byte a letter puts signs into words, as in
    £ukasz, M¸ller or Pe–a.
    """
    return 0.1 if encoding in LETTERS and _SIGNS.search(text) else 0
