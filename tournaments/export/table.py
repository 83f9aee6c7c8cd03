"""A table for export: columns with a key and a title, and rows of plain values; as CSV (RFC 4180) and as JSON."""

from __future__ import annotations

import codecs
import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files

from rulesets.languages.texts import document, in_every_language
from tournaments.lists.cells import guarded
from tournaments.players.row import columns as player_columns
from tournaments.results_list.row import columns as result_columns

Cell = str | int | Fraction | bool | None
DECIMALS = 6
LEAST_DECIMALS = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A column.  ``key``: the same in every language; ``title``: what people read."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table.  ``title``: of the sheet or page.  Every row has a cell for each column; None is an empty cell."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


def decimal(number: int | Fraction) -> Decimal:
    """A number as a decimal for a cell.

    A whole number is exact and without decimals; any other has at least two: 5/2 is 2.50, 1/8 is 0.125.  Numbers that
    need more than six decimals are rounded half up (away from zero): 100/3 is 33.333333.
    """
    value = Fraction(number)
    if value.denominator == 1:
        return Decimal(value.numerator)
    units, decimals = int(abs(value) * 10**DECIMALS + Fraction(1, 2)), DECIMALS
    while decimals > LEAST_DECIMALS and units % 10 == 0:
        units, decimals = units // 10, decimals - 1
    # Built from digits: decimal arithmetic would round to the current context's precision.
    return Decimal((int(value < 0 < units), tuple(map(int, str(units))), -decimals))


def title(key: str, language: str) -> str:
    return _titles()[key][language]


def column(key: str, language: str) -> Column:
    """A column of a table, with the title that imports of results or players recognise, if there is one."""
    for known in (result_columns().titles, player_columns().titles, _titles()):
        if key in known:
            return Column(key, known[key][language])
    raise KeyError(key)


def player_column(key: str, language: str) -> Column:
    return Column(key, player_columns().titles[key][language])


@cache
def _titles() -> Mapping[str, Mapping[str, str]]:
    found = document(files("tournaments") / "export", "titles")
    return {key: in_every_language(titles) for key, titles in found.items()}


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
