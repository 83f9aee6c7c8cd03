"""Workbooks: the rows of the first sheet of an Excel file (.xlsx), as text.

A workbook is a zip archive, so a small file may expand to a huge one: the unpacked size is checked before anything is
read.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from itertools import islice
from typing import Any

from tournaments.fault import Fault, Faulty

MARK = b"PK\x03\x04"
"""The first bytes of every zip archive; no text begins with them."""
MOST_UNPACKED = 30_000_000
"""Bytes that a workbook may unpack to."""
MOST_COLUMNS = 100


def is_workbook(data: bytes) -> bool:
    """Whether a file is a workbook, or at least a zip archive."""
    return data.startswith(MARK)


def sheet_rows(data: bytes, most: int) -> list[tuple[int, tuple[str, ...]]]:
    """The rows of the first visible sheet, each with its number from 1; at most ``most``, not counting blank ones.

    Raises `Faulty` if the file is not a workbook or is too large.
    """
    from openpyxl import load_workbook

    rows: list[tuple[int, tuple[str, ...]]] = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(each.file_size for each in packed.infolist())
        if unpacked <= MOST_UNPACKED:
            book: Any = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            shown = [each for each in book.worksheets if each.sheet_state == "visible"] or book.worksheets
            rows = list(islice(_rows(shown[0]), most))
    except Exception as error:  # openpyxl may raise anything on a broken file
        raise Faulty([Fault("", "list_not_workbook")]) from error
    if unpacked > MOST_UNPACKED:
        raise Faulty([Fault("", "list_too_large", {"size": unpacked, "most": MOST_UNPACKED})])
    return rows


def _rows(sheet: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
    # The dimensions that a sheet declares may be wrong or missing.
    sheet.reset_dimensions()
    for line, values in enumerate(sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS), 1):
        cells = [_text(value) for value in values]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield line, tuple(cells)


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
