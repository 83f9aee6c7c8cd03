"""A table as CSV (RFC 4180) and as JSON."""

from __future__ import annotations

import codecs
import csv
import io
import json
from fractions import Fraction

from tournaments.export.table import Cell, ExportTable, decimal
from tournaments.lists.cells import guarded


def to_csv(table: ExportTable, *, mark: bool = True) -> bytes:
    """The table in UTF-8.  ``mark``: with a byte order mark, without which Excel misreads Japanese.

    A text that a spreadsheet would run as a formula (it begins with = + - @) gets an apostrophe, see
    `tournaments.lists.cells`.  True is 1, False is 0.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([guarded(column.title) for column in table.columns])
    writer.writerows([_written(cell) for cell in row] for row in table.rows)
    return (codecs.BOM_UTF8 if mark else b"") + text.getvalue().encode("utf-8")


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return guarded(cell)
    return f"{decimal(cell):f}"


def to_json(table: ExportTable) -> bytes:
    """The table in UTF-8.  Fractions become decimals, see `tournaments.export.table.decimal`."""
    keys = [column.key for column in table.columns]
    content = {
        "title": table.title,
        "columns": [{"key": column.key, "title": column.title} for column in table.columns],
        "rows": [dict(zip(keys, map(_plain, row), strict=True)) for row in table.rows],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def _plain(cell: Cell) -> str | int | float | bool | None:
    if not isinstance(cell, Fraction):
        return cell
    # A float only in the output: the shortest one that prints as the same decimal.
    return cell.numerator if cell.denominator == 1 else float(decimal(cell))
