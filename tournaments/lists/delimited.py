"""Lists as they are brought: delimited text, with rows of cells between commas, semicolons or tabs, in quotes where
they need them; a workbook; or names alone, one a line.
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
"""Characters of a line of the file."""


@dataclass(frozen=True, slots=True)
class Record:
    """A row: the line of the file that it begins on, from 1, and its cells."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BroughtList:
    """A list as it was brought.  ``faults``: those of its header row and of its shape.  A workbook has no delimiter."""

    encoding: str
    delimiter: str
    heading: Heading
    records: tuple[Record, ...]
    faults: tuple[Fault, ...]


def read_list(
    data: bytes, columns: Columns, required: tuple[tuple[str, ...], ...], alone: str | None = None
) -> BroughtList:
    """The rows of a file, blank ones left out.

    The delimiter is the one by which most titles of the header row are understood.  ``required``: columns that have to
    be there, each with its alternatives.  ``alone``: the column that a list with one cell in every row and no title at
    all has; None: no such list is read.  Raises `Faulty` where there is nothing to go on with: no text, a quote that
    never closes, more than 5,000 rows, a line of more than 20,000 characters; nothing behind that is read.
    """
    records, encoding, delimiter = _brought(data, columns)
    if not records:
        raise Faulty([Fault("", "list_empty")])
    first, *rest = records
    heading = read_heading(first.cells, columns)
    if alone and not heading.recognised and all(len(_written(each)) == 1 for each in records):
        names = tuple(Record(each.line, _written(each)) for each in records)
        return BroughtList(encoding, delimiter, Heading(("",), (alone,)), names, ())
    faults = heading_faults(heading, first.line, required, columns)
    if not rest:
        faults.append(Fault("", "list_without_rows"))
    return BroughtList(encoding, delimiter, heading, tuple(rest), tuple(faults))


def _brought(data: bytes, columns: Columns) -> tuple[tuple[Record, ...], str, str]:
    """The rows of a file with the header row, its encoding and its delimiter."""
    if is_workbook(data):
        rows = sheet_rows(data, MOST_ROWS + 2)
        if len(rows) > MOST_ROWS + 1:
            raise Faulty([Fault("", "list_too_long", {"most": MOST_ROWS})])
        return tuple(Record(line, cells) for line, cells in rows), "xlsx", ""
    text, encoding = decode(data, lambda text: _understood(text, columns)[0] > 0)
    _, delimiter = _understood(text, columns)
    return tuple(_records(text, delimiter)), encoding, delimiter


def _written(record: Record) -> tuple[str, ...]:
    return tuple(cell for cell in record.cells if cell.strip())


def _understood(text: str, columns: Columns) -> tuple[int, str]:
    """How many titles are understood by the best delimiter, and which one that is; the first of equals."""
    header = next(iter(text.lstrip()[:LONGEST_LINE].splitlines()), "")
    counts = []
    for delimiter in DELIMITERS:
        cells = next(iter(csv.reader([header], delimiter=delimiter)), [])
        counts.append(len(read_heading(cells, columns).recognised))
    best = max(counts)
    return best, DELIMITERS[counts.index(best)]


def _records(text: str, delimiter: str) -> Iterator[Record]:
    reader = csv.reader(_lines(text), delimiter=delimiter, strict=True)
    line, count = 1, 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                count += 1
                if count > MOST_ROWS + 1:  # with the header row
                    raise Faulty([Fault("", "list_too_long", {"most": MOST_ROWS})])
                yield Record(line, tuple(cells))
            line = reader.line_num + 1
    except csv.Error:
        raise Faulty([Fault(f"{line}", "list_quote", {"line": line})]) from None


def _lines(text: str) -> Iterator[str]:
    # newline="": the reader itself knows CRLF, and keeps the ends of lines inside quotes.
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        if len(line) > LONGEST_LINE:
            raise Faulty([Fault(f"{number}", "list_line_long", {"length": len(line), "most": LONGEST_LINE})])
        yield line
