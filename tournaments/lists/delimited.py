"""Delimited text: comma, semicolon or tab, quoted where needed; or whatever a first line ``sep=;`` says."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from tournaments.fault import Fault, Faulty
from tournaments.lists.record import MOST_ROWS, ListRecord

DELIMITERS = (",", ";", "\t")
LONGEST_LINE = 20_000
"""Characters in a line of the file."""
FIRST_LINES = 30
"""Lines that are looked at for the delimiter."""
_SAID = re.compile(r"\s*\"?sep=(.)\"?[ ,;\t]*\r?\n?", re.IGNORECASE)
"""The line with which Excel is told the delimiter."""


def delimiter_of(text: str, recognised: Callable[[Sequence[Sequence[str]]], int]) -> str:
    """The delimiter that the first line names, or else the one with which most titles are recognised.

    ``recognised``: how many titles the best of some rows has.  Where none is, the one that divides most lines; on a
    tie the first.
    """
    if said := _SAID.match(text):
        return said[1]
    counts = []
    for delimiter in DELIMITERS:
        rows = first_rows(text, delimiter)
        counts.append((recognised(rows), sum(len(row) > 1 for row in rows)))
    return DELIMITERS[counts.index(max(counts))]


def first_rows(text: str, delimiter: str) -> Sequence[Sequence[str]]:
    """The rows of the first lines of a text, as far as they can be read."""
    rows: list[list[str]] = []
    lines = (line[:LONGEST_LINE] for line in islice(io.StringIO(text, newline=""), FIRST_LINES))
    with suppress(csv.Error):
        rows.extend(cells for cells in csv.reader(lines, delimiter=delimiter) if any(cell.strip() for cell in cells))
    return rows


def text_records(text: str, delimiter: str) -> Iterator[ListRecord]:
    """The rows of a text that are not blank.

    Raises `Faulty` and stops reading if the text is unusable: an unclosed quote, more than 5,000 rows, or a line of
    more than 20,000 characters.
    """
    reader = csv.reader(_lines(text), delimiter=delimiter, strict=True)
    line, count = 1, 0
    said = _SAID.match(text) is not None
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not (said and line == 1):
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
