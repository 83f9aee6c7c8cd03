"""How a list was read, and what may be chosen instead: encoding, sheet, header row, and what each column means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.core.language import text
from tournaments.lists.columns import Columns, column_name
from tournaments.lists.encoding import COUNTRIES, TITLES
from tournaments.lists.read import ImportedList, ListChoices
from tournaments.lists.record import MOST_COLUMNS
from tournaments.typed import whole

UNUSED = "-"
"""The value of a column that is not read; that of one that nobody chose anything for is empty."""
MOST_SHOWN = 40
"""Letters of a row among which the header row is chosen."""
MOST_EXAMPLES = 2


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """A way to read a list.  ``value``: what is submitted for it; ``said``: an example, or nothing."""

    value: str
    title: str
    chosen: bool
    said: str = ""


@dataclass(frozen=True, slots=True)
class ReadColumn:
    """A column.  ``field``: the name of its choice in the form; ``examples``: its first values; ``key``: what it
    means, or `UNUSED`.
    """

    field: str
    title: str
    examples: str
    key: str


@dataclass(frozen=True, slots=True)
class ListReading:
    """How a list was read.  ``encodings``: empty where it is certain; ``sheets``: empty where there is only one."""

    encodings: Sequence[ReadingChoice]
    sheets: Sequence[ReadingChoice]
    headings: Sequence[ReadingChoice]
    columns: Sequence[ReadColumn]
    meanings: Sequence[tuple[str, str]]
    fingerprint: str


def reading_of(found: ImportedList, language: str, known: Columns) -> ListReading:
    """How a list was read, for a page.  ``known``: the columns that it may have."""
    comma = text(language, "comma")
    encodings = [
        ReadingChoice(each.encoding, TITLES[each.encoding], each.encoding == found.encoding, comma.join(each.sample))
        for each in found.encodings
    ]
    lines = [ReadingChoice("0", text(language, "players_import_no_heading"), not found.line)]
    for record in found.first:
        shown = comma.join(cell.strip() for cell in record.cells if cell.strip())
        cut = f"{shown[:MOST_SHOWN]}…" if len(shown) > MOST_SHOWN else shown
        title = text(language, "players_import_heading_line", line=record.line, cells=cut)
        lines.append(ReadingChoice(str(record.line), title, record.line == found.line))
    return ListReading(
        encodings if found.encoding in COUNTRIES else (),
        [ReadingChoice(each, each, each == found.sheet) for each in found.sheets] if len(found.sheets) > 1 else (),
        lines,
        [_column(found, place, language) for place in range(len(found.heading.titles))],
        [(key, titles[language]) for key, titles in known.titles.items()],
        found.heading.fingerprint,
    )


def _column(found: ImportedList, place: int, language: str) -> ReadColumn:
    cells = (each.cell(place).strip() for each in found.records)
    examples = [cell[:20] for cell, _ in zip((cell for cell in cells if cell), range(MOST_EXAMPLES), strict=False)]
    title = found.heading.titles[place]
    name = text(language, "players_import_column", column=column_name(place))
    comma = text(language, "comma")
    return ReadColumn(f"column_{place}", title or name, comma.join(examples), found.heading.keys[place] or UNUSED)


def given_choices(form: Mapping[str, str]) -> ListChoices:
    """What was chosen in a form about how to read a list."""
    keys = [form.get(f"column_{place}", "") for place in range(MOST_COLUMNS)]
    while keys and not keys[-1]:
        keys.pop()
    return ListChoices(
        form.get("encoding") or None,
        form.get("sheet") or None,
        whole(form.get("heading", "")),
        ["" if key == UNUSED else key for key in keys] if keys else None,
        form.get("fingerprint") or None,
    )
