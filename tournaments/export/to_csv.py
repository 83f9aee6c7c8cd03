"""A table as CSV (RFC 4180): commas, CRLF, a header row of titles."""

from __future__ import annotations

import codecs
import csv
import io

from tournaments.export.table import Cell, Table, decimal
from tournaments.lists.guard import guarded


def to_csv(table: Table, *, mark: bool = True) -> bytes:
    """The table in UTF-8.  ``mark``: with a byte order mark, without which Excel misreads Japanese.

    A text that a spreadsheet would run as a formula (it begins with = + - @) gets an apostrophe, see
    `tournaments.lists.guard`.  True is 1, False is 0.
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
