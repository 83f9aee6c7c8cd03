"""Reads an imported list: delimited text (comma, semicolon or tab, quoted where needed), a workbook, or bare names, one
per line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.fault import Fault, Faulty
from tournaments.lists.columns import Columns, Heading, heading_faults, read_heading
from tournaments.lists.encoding import decode
from tournaments.lists.workbook import is_workbook, sheet_rows

DELIMITERS = (",", ";", "\t")
MOST_ROWS = 5_000
LONGEST_LINE = 20_000
"""Characters in a line of the file."""


@dataclass(frozen=True, slots=True)
class ListRecord:
    """A row: its cells, and the line of the file on which it begins, from 1."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportedList:
    """A list as imported.  ``faults``: those of its header row and its structure.  The delimiter of a workbook is
    empty.
    """

    encoding: str
    delimiter: str
    heading: Heading
    records: tuple[ListRecord, ...]
    faults: tuple[Fault, ...]


def read_list(
    data: bytes, columns: Columns, required: tuple[tuple[str, ...], ...], alone: str | None = None
) -> ImportedList:
    """Read the rows of a file, skipping blank ones.

    The delimiter is the one with which most titles of the header row are recognised.  ``required``: the columns that
    have to be present, each with its alternatives.  ``alone``: the column assumed for a list that has one cell in every
    row and no recognised title; None if such lists are not accepted.  Raises `Faulty` and stops reading if the file is
    unusable: not text, an unclosed quote, more than 5,000 rows, or a line of more than 20,000 characters.
    """
    records, encoding, delimiter = _read_rows(data, columns)
    if not records:
        raise Faulty([Fault("", "list_empty")])
    first, *rest = records
    heading = read_heading(first.cells, columns)
    if alone and not heading.recognised and all(len(_filled_cells(each)) == 1 for each in records):
        names = tuple(ListRecord(each.line, _filled_cells(each)) for each in records)
        return ImportedList(encoding, delimiter, Heading(("",), (alone,)), names, ())
    faults = heading_faults(heading, first.line, required, columns)
    if not rest:
        faults.append(Fault("", "list_without_rows"))
    return ImportedList(encoding, delimiter, heading, tuple(rest), tuple(faults))


def _read_rows(data: bytes, columns: Columns) -> tuple[tuple[ListRecord, ...], str, str]:
    """The rows of a file including the header row, its encoding and its delimiter."""
    if is_workbook(data):
        rows = sheet_rows(data, MOST_ROWS + 2)
        if len(rows) > MOST_ROWS + 1:
            raise Faulty([Fault("", "list_too_long", {"most": MOST_ROWS})])
        return tuple(ListRecord(line, cells) for line, cells in rows), "xlsx", ""
    text, encoding = decode(data, lambda text: _best_delimiter(text, columns)[0] > 0)
    _, delimiter = _best_delimiter(text, columns)
    return tuple(_records(text, delimiter)), encoding, delimiter


def _filled_cells(record: ListRecord) -> tuple[str, ...]:
    return tuple(cell for cell in record.cells if cell.strip())


def _best_delimiter(text: str, columns: Columns) -> tuple[int, str]:
    """How many titles the best delimiter recognises, and that delimiter; on a tie the first one wins."""
    header = next(iter(text.lstrip()[:LONGEST_LINE].splitlines()), "")
    counts = []
    for delimiter in DELIMITERS:
        cells = next(iter(csv.reader([header], delimiter=delimiter)), [])
        counts.append(len(read_heading(cells, columns).recognised))
    best = max(counts)
    return best, DELIMITERS[counts.index(best)]


def _records(text: str, delimiter: str) -> Iterator[ListRecord]:
    reader = csv.reader(_lines(text), delimiter=delimiter, strict=True)
    line, count = 1, 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                count += 1
                if count > MOST_ROWS + 1:  # with the header row
                    raise Faulty([Fault("", "list_too_long", {"most": MOST_ROWS})])
                yield ListRecord(line, tuple(cells))
            line = reader.line_num + 1
    except csv.Error:
        raise Faulty([Fault(f"{line}", "list_quote", {"line": line})]) from None


def _lines(text: str) -> Iterator[str]:
    # newline="": csv.reader handles CRLF itself, and keeps line breaks inside quotes.
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        if len(line) > LONGEST_LINE:
            raise Faulty([Fault(f"{number}", "list_line_long", {"length": len(line), "most": LONGEST_LINE})])
        yield line
