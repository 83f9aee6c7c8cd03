"""Merged cells of a workbook: which cells stand for one that several rows share, such as a club written once."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Mapping
from xml.etree import ElementTree

from tournaments.lists.columns import column_number

_BOOK = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}sheet"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"')
MOST_MERGED = 10_000
MOST_LINES = 10_000
"""The last row that a merged cell is followed to."""


def shared_cells(packed: zipfile.ZipFile, sheet: str) -> Mapping[int, Mapping[int, int]]:
    """By row and column (from 0) of a sheet, the row that the value of a cell merged with those above it is in.

    Of a merged cell that is several columns wide, only the first column has the value, as in the spreadsheet itself.
    """
    found: dict[int, dict[int, int]] = {}
    for number, each in enumerate(_MERGED.finditer(packed.read(_path(packed, sheet)))):
        first, last = int(each[2]), min(int(each[3]), MOST_LINES)
        if number >= MOST_MERGED:
            break
        for line in range(first + 1, last + 1):
            found.setdefault(line, {})[column_number(each[1].decode())] = first
    return found


def _path(packed: zipfile.ZipFile, sheet: str) -> str:
    """The path of a sheet inside the archive."""
    relations = ElementTree.fromstring(packed.read("xl/_rels/workbook.xml.rels"))
    targets = {each.get("Id"): each.get("Target", "") for each in relations}
    sheets = ElementTree.fromstring(packed.read("xl/workbook.xml")).iter(_BOOK)
    target = targets[next(each.get(_ID) for each in sheets if each.get("name") == sheet)]
    return posixpath.normpath(posixpath.join("xl", target)).lstrip("/") if target[:1] != "/" else target[1:]
