"""Reads an imported list: delimited text, a workbook, or bare names, one per line; and what a person may choose of it.

Lists have titles above their header row, sheets in front of the one that is meant, and columns in words of their own.
What is found out by itself is only a proposal: `ListChoices` says otherwise.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice

from tournaments.fault import Fault, Faulty
from tournaments.lists.columns import Columns, Heading, heading_faults, read_heading
from tournaments.lists.encoding import DecodedText, decodings
from tournaments.lists.record import MOST_COLUMNS, MOST_ROWS, ListRecord
from tournaments.lists.workbook import is_workbook, read_sheets

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


FIRST_ROWS = 15
"""Rows that are not blank among which the header row is looked for."""
MOST_SAMPLES = 4
Required = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ListChoices:
    """What a person chose about a list; None: as it is found.

    ``heading``: the line of the header row, 0 for none; ``columns``: the key of each column from the first, empty for
    one that is not read; ``fingerprint``: that of the heading for which the columns were chosen, and they count for no
    other one; ``remembered``: columns chosen earlier, by the fingerprint of their heading.
    """

    encoding: str | None = None
    sheet: str | None = None
    heading: int | None = None
    columns: Sequence[str] | None = None
    fingerprint: str | None = None
    remembered: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EncodingSample:
    """How an encoding reads the letters of a list beyond ASCII."""

    encoding: str
    sample: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportedList:
    """A list as imported.  ``faults``: those of its header row and its structure.

    ``delimiter``: empty for a workbook; ``found``: the heading without anybody's choice; ``encodings``: those that it
    may be in, the likeliest first; ``sheets``: the names of the workbook's, ``sheet``: the one that was read; ``line``:
    that of the header row, 0 if there is none; ``first``: the first rows, among which it is.
    """

    encoding: str
    delimiter: str
    heading: Heading
    found: Heading
    records: tuple[ListRecord, ...]
    faults: tuple[Fault, ...]
    encodings: tuple[EncodingSample, ...] = ()
    sheets: tuple[str, ...] = ()
    sheet: str = ""
    line: int = 0
    first: tuple[ListRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class _Source:
    """The rows of a file."""

    records: tuple[ListRecord, ...]
    encoding: str
    delimiter: str = ""
    encodings: tuple[EncodingSample, ...] = ()
    sheets: tuple[str, ...] = ()
    sheet: str = ""


def read_list(
    data: bytes,
    columns: Columns,
    required: Required,
    alone: str | None = None,
    choices: ListChoices | None = None,
) -> ImportedList:
    """Read the rows of a file, skipping blank ones and those above the header row.

    The encoding, the delimiter, the sheet and the header row are those with which most titles are recognised.
    ``required``: the columns that have to be present, each with its alternatives.  ``alone``: the column assumed for a
    list that has one cell in every row and no recognised title; None if such lists are not accepted.  Raises `Faulty`
    and stops reading if the file is unusable: not text, an unclosed quote, more than 5,000 rows, or a line of more than
    20,000 characters.
    """
    chosen = choices or ListChoices()
    best = _Best(columns, required, chosen.remembered)
    source = _workbook(data, best, chosen) if is_workbook(data) else _text(data, best, chosen)
    if not source.records:
        raise Faulty([Fault("", "list_empty")])
    first = source.records[:FIRST_ROWS]
    place = best.row(first) if chosen.heading is None else _place(first, chosen.heading)
    if alone and place is None and all(len(_filled(each)) == 1 for each in source.records):
        names = tuple(ListRecord(each.line, _filled(each)) for each in source.records)
        found = Heading(("",), (alone,))
        return _imported(source, best.heading(found, chosen), found, names, [], None)
    if place is None and chosen.heading is None:
        place = 0
    records = source.records if place is None else source.records[place + 1 :]
    titles = () if place is None else first[place].cells
    found = read_heading(_padded(titles, records), columns)
    found = Heading(found.titles, _halved(found, records))
    heading = best.heading(found, chosen)
    faults = heading_faults(heading, 1 if place is None else first[place].line, required, columns)
    if not records:
        faults.append(Fault("", "list_without_rows"))
    return _imported(source, heading, found, records, faults, place)


def _imported(
    source: _Source,
    heading: Heading,
    found: Heading,
    records: tuple[ListRecord, ...],
    faults: list[Fault],
    place: int | None,
) -> ImportedList:
    first = source.records[:FIRST_ROWS]
    return ImportedList(
        source.encoding,
        source.delimiter,
        heading,
        found,
        records,
        tuple(faults),
        source.encodings,
        source.sheets,
        source.sheet,
        0 if place is None else first[place].line,
        first,
    )


@dataclass(frozen=True, slots=True)
class _Best:
    """What fits a kind of list best."""

    columns: Columns
    required: Required
    remembered: Mapping[str, Sequence[str]]

    def count(self, cells: Sequence[str]) -> int:
        """How well cells fit as a header row: how many columns they name, and whether all that are needed."""
        heading = read_heading(cells[:MOST_COLUMNS], self.columns)
        if heading.fingerprint in self.remembered:
            return 1_000
        found = {key for key in heading.keys if key}
        needed = all(any(key in found for key in alternatives) for alternatives in self.required)
        return len(found) + 100 * (needed and bool(found))

    def of_rows(self, rows: Sequence[Sequence[str]]) -> int:
        """How well the best of some rows fits."""
        return max(map(self.count, rows[:FIRST_ROWS]), default=0)

    def row(self, records: Sequence[ListRecord]) -> int | None:
        """The place of the header row among the first rows, None if nothing in them looks like one."""
        counts = [self.count(each.cells) for each in records]
        return counts.index(max(counts)) if any(counts) else None

    def heading(self, found: Heading, chosen: ListChoices) -> Heading:
        """The heading, as it is found, was chosen once, or is chosen now."""
        keys = self.remembered.get(found.fingerprint)
        if chosen.columns is not None and chosen.fingerprint in (None, found.fingerprint):
            keys = chosen.columns
        if keys is None:
            return found
        given = [each if each in self.columns.titles else None for each in keys[: len(found.titles)]]
        return Heading(found.titles, (*given, *[None] * (len(found.titles) - len(given))), True)


def _text(data: bytes, best: _Best, chosen: ListChoices) -> _Source:
    def understood(text: str) -> int:
        return best.of_rows(first_rows(text, delimiter_of(text, best.of_rows)))

    found = decodings(data, understood)
    taken = next((each for each in found if each.encoding == chosen.encoding), found[0])
    delimiter = delimiter_of(taken.text, best.of_rows)
    records = tuple(text_records(taken.text, delimiter))
    return _Source(records, taken.encoding, delimiter, tuple(_sample(each, delimiter, best) for each in found))


def _sample(decoded: DecodedText, delimiter: str, best: _Best) -> EncodingSample:
    rows = first_rows(decoded.text, delimiter)
    counts = [best.count(row) for row in rows]
    below = rows[counts.index(max(counts)) + 1 :] if any(counts) else rows  # names say more than titles
    lines = (line.split(delimiter) for line in decoded.text.splitlines() if not line.isascii())
    for cells in (chain.from_iterable(below), chain.from_iterable(islice(lines, FIRST_ROWS))):
        if told := dict.fromkeys(cell.strip()[:20] for cell in cells if not cell.isascii()):
            return EncodingSample(decoded.encoding, tuple(told)[:MOST_SAMPLES])
    return EncodingSample(decoded.encoding, ())


def _workbook(data: bytes, best: _Best, chosen: ListChoices) -> _Source:
    sheets = {each.name: each.records for each in read_sheets(data, {}, FIRST_ROWS)}
    fits = {name: best.of_rows([row.cells for row in rows]) for name, rows in sheets.items()}
    # Of sheets that fit equally, the first that is not empty.
    likely = max(sheets, key=lambda name: (fits[name], bool(sheets[name])), default="")
    sheet = chosen.sheet if chosen.sheet in sheets else likely
    (records,) = (each.records for each in read_sheets(data, {sheet: MOST_ROWS + 2}, 0) if each.name == sheet)
    if len(records) > MOST_ROWS + 1:
        raise Faulty([Fault("", "list_too_long", {"most": MOST_ROWS})])
    return _Source(records, "xlsx", sheets=tuple(sheets), sheet=sheet)


def _place(records: Sequence[ListRecord], line: int) -> int | None:
    return next((place for place, each in enumerate(records) if each.line == line), None)


def _filled(record: ListRecord) -> tuple[str, ...]:
    return tuple(cell for cell in record.cells if cell.strip())


def _padded(titles: Sequence[str], records: Sequence[ListRecord]) -> tuple[str, ...]:
    """The titles, and empty ones for columns without a title that most rows have."""
    width = len(titles)
    while records and 2 * sum(bool(each.cell(width).strip()) for each in records) > len(records):
        width += 1
    return (*titles, *[""] * (width - len(titles)))


def _halved(found: Heading, records: Sequence[ListRecord]) -> tuple[str | None, ...]:
    """The keys, with the two columns below a title that is merged over both as family and given name."""
    keys = list(found.keys)
    for whole, family, given in (("name", "family_name", "given_name"), ("reading", "family_reading", "given_reading")):
        place = found.place(whole)
        after = len(keys) if place is None else place + 1
        if place is None or after == len(keys) or found.titles[after] or not {family, given}.isdisjoint(keys):
            continue
        if 2 * sum(bool(each.cell(after).strip()) for each in records) > len(records):
            keys[place], keys[after] = family, given
    return tuple(keys)
