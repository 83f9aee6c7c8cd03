"""A table as JSON: its title, its columns, and one object per row, keyed by the columns' keys."""

from __future__ import annotations

import json
from fractions import Fraction

from tournaments.export.table import Cell, Table, decimal


def to_json(table: Table) -> bytes:
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
