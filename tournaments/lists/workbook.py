"""Workbooks: the rows of the sheets of an Excel file (.xlsx), as text.

A workbook is a zip archive, so a small file may expand to a huge one: the unpacked size is checked before anything is
read.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import islice
from typing import Any
from xml.etree import ElementTree

from tournaments.fault import Fault, Faulty
from tournaments.lists.columns import column_number
from tournaments.lists.record import MOST_COLUMNS, ListRecord

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


MARK = b"PK\x03\x04"
"""The first bytes of every zip archive; no text begins with them."""
MOST_UNPACKED = 30_000_000
"""Bytes that a workbook may unpack to."""
MOST_SHEETS = 30


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """A sheet: its name and its rows that are not blank."""

    name: str
    records: tuple[ListRecord, ...]


def is_workbook(data: bytes) -> bool:
    """Whether a file is a workbook, or at least a zip archive."""
    return data.startswith(MARK)


def read_sheets(data: bytes, most: Mapping[str, int], otherwise: int) -> tuple[WorkbookSheet, ...]:
    """The visible sheets, or all if none is visible.

    ``most``: how many rows to read at most of a sheet, by name, not counting blank ones; ``otherwise``: of the others.
    Raises `Faulty` if the file is not a workbook or is too large.
    """
    from openpyxl import load_workbook

    sheets: list[WorkbookSheet] = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(each.file_size for each in packed.infolist())
            if unpacked <= MOST_UNPACKED:
                books: list[Any] = [
                    load_workbook(io.BytesIO(data), read_only=True, data_only=stored) for stored in (True, False)
                ]
                there = books[0].worksheets
                shown = [each for each in there if each.sheet_state == "visible"] or there
                for each in shown[:MOST_SHEETS]:
                    shared = shared_cells(packed, each.title)
                    rows = _rows(each, books[1][each.title], shared)
                    sheets.append(WorkbookSheet(each.title, tuple(islice(rows, most.get(each.title, otherwise)))))
    except Exception as error:  # openpyxl may raise anything on a broken file
        raise Faulty([Fault("", "list_not_workbook")]) from error
    if unpacked > MOST_UNPACKED:
        raise Faulty([Fault("", "list_too_large", {"size": unpacked, "most": MOST_UNPACKED})])
    return tuple(sheets)


def _rows(stored: Any, written: Any, shared: Mapping[int, Mapping[int, int]]) -> Iterator[ListRecord]:
    """The rows of a sheet.  ``stored``: with the values of formulas; ``written``: with the formulas themselves."""
    kept: dict[tuple[int, int], str] = {}
    tops = {(top, place) for row in shared.values() for place, top in row.items()}
    for sheet in (stored, written):
        sheet.reset_dimensions()  # the dimensions that a sheet declares may be wrong or missing
    both = zip(*(each.iter_rows(max_col=MOST_COLUMNS) for each in (stored, written)), strict=False)
    for line, (values, formulas) in enumerate(both, 1):
        cells = [_text(each.value) for each in values]
        uncomputed = frozenset(
            place
            for place, (value, formula) in enumerate(zip(values, formulas, strict=False))
            if value.value is None and formula.data_type == "f"
        )
        if any(cells) or uncomputed:  # a blank row stays blank, whatever is merged into it
            for place, top in shared.get(line, {}).items():
                cells += [""] * (place + 1 - len(cells))
                cells[place] = cells[place] or kept.get((top, place), "")
        kept |= {(line, place): cell for place, cell in enumerate(cells) if (line, place) in tops}
        while cells and not cells[-1] and len(cells) - 1 not in uncomputed:
            cells.pop()
        if cells:
            yield ListRecord(line, tuple(cells), uncomputed)


def _text(value: object) -> str:
    """A cell's value as it would be typed: whole numbers without decimals, dates as 2026-11-22, True as 1 and False as
    0.
    """
    match value:
        case None:
            return ""
        case bool():
            return "1" if value else "0"
        case float() if value.is_integer() and abs(value) < 10**15:
            return str(int(value))
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case date() | time():
            return value.isoformat()
    return str(value).strip()
