"""Encoding: how the bytes of a list are decoded.

Tried in this order: a byte order mark (UTF-8, UTF-16); UTF-8; then the two national encodings of Excel, CP932
(Japanese) and GB18030 (Chinese).  Many byte sequences are valid in both of these: the one that yields a recognised
header row is preferred, else the first valid one.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable

from tournaments.fault import Fault, Faulty

MOST_BYTES = 2_000_000
BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
NATIONAL = ("cp932", "gb18030")
CP932_UNASSIGNED = frozenset("\x80\uf8f0\uf8f1\uf8f2\uf8f3")
"""The characters that Python's CP932 codec produces for unassigned bytes (80, A0, FD to FF)."""


def decode(data: bytes, understood: Callable[[str], bool]) -> tuple[str, str]:
    """Decode a list and return its text and the name of the encoding.

    ``understood``: whether a text has a header row that can be read.  Raises `Faulty` if there are more than two
    megabytes, nothing at all, or bytes that are not text.
    """
    if len(data) > MOST_BYTES:
        raise Faulty([Fault("", "list_too_large", {"size": len(data), "most": MOST_BYTES})])
    text, encoding = _decoded(data, understood)
    if "\0" in text:
        raise Faulty([Fault("", "list_not_text")])
    if not text.strip():
        raise Faulty([Fault("", "list_empty")])
    return text, encoding


def _decoded(data: bytes, understood: Callable[[str], bool]) -> tuple[str, str]:
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            read = _read(data[len(mark) :], (encoding,))
            break
    else:
        read = _read(data, ("utf-8",)) or _read(data, NATIONAL)
    if not read:
        raise Faulty([Fault("", "list_not_text")])
    return next((each for each in read if understood(each[0])), read[0])


def _read(data: bytes, encodings: tuple[str, ...]) -> list[tuple[str, str]]:
    found = []
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding != "cp932" or CP932_UNASSIGNED.isdisjoint(text):
            found.append((text, encoding))
    return found
