"""A table as an Excel sheet.

Text stays text (also 007 and =1+1), numbers are numbers, the header row is frozen, and columns are wide enough for
Japanese.  The same table always gives the same bytes.
"""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournaments.export.table import Cell, ExportTable, decimal

NARROWEST, WIDEST = 6, 60
_STAMP = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(<)")
_FIXED_STAMP = rb"\g<1>2000-01-01T00:00:00Z\g<2>"
_NOT_IN_TITLES = re.compile(r"[:\\/?*\[\]]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def to_xlsx(table: ExportTable) -> bytes:
    book = Workbook(write_only=True)
    sheet: Any = book.create_sheet(_NOT_IN_TITLES.sub(" ", table.title).strip("' ")[:31] or None)
    sheet.freeze_panes = "A2"
    columns = zip(*([column.title for column in table.columns], *table.rows), strict=True)
    for number, cells in enumerate(columns, 1):
        widest = max(_width(cell) for cell in cells)
        sheet.column_dimensions[get_column_letter(number)].width = min(max(widest + 2, NARROWEST), WIDEST)
    sheet.append([_cell(sheet, column.title, bold=True) for column in table.columns])
    for row in table.rows:
        sheet.append([_cell(sheet, cell) for cell in row])
    saved = io.BytesIO()
    book.save(saved)
    return _without_timestamps(saved.getvalue())


def _cell(sheet: Any, value: Cell, *, bold: bool = False) -> Any:
    if isinstance(value, bool) or value is None:
        return WriteOnlyCell(sheet, value)
    if isinstance(value, str):
        cell: Any = WriteOnlyCell(sheet, _UNPRINTABLE.sub("\ufffd", value))
        # Otherwise openpyxl would take =1+1 for a formula.
        cell.data_type = "s"
        cell.number_format = "@"
        if bold:
            cell.font = Font(bold=True)
        return cell
    number = decimal(value)
    # Decimals are written digit by digit, although the type hints allow floats only.
    cell = WriteOnlyCell(sheet)
    cell.value = number
    if value.denominator != 1:
        cell.number_format = "0.00####"
    return cell


def _width(cell: Cell) -> int:
    if cell is None:
        return 0
    text = cell if isinstance(cell, str) else f"{decimal(cell):f}"
    wide = (sum(1 + (unicodedata.east_asian_width(letter) in "WFA") for letter in line) for line in text.split("\n"))
    return max(wide)


def _without_timestamps(saved: bytes) -> bytes:
    """The workbook without its time of writing, in both its properties and its zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            new.writestr(
                entry, _STAMP.sub(_FIXED_STAMP, old.read(name)) if name == "docProps/core.xml" else old.read(name)
            )
    return out.getvalue()
