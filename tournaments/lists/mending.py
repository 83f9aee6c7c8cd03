"""Corrections that a user makes to a list in its preview: rows skipped, cells replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tournaments.lists.delimited import ImportedList, Record


@dataclass(frozen=True, slots=True)
class Mending:
    """The corrections to a list.

    ``skipped``: the lines that are left out; ``cells``: replacement texts for cells, by line and column number from 0.
    """

    skipped: frozenset[int] = frozenset()
    cells: Mapping[tuple[int, int], str] = field(default_factory=dict)


def mended(imported: ImportedList, mending: Mending) -> tuple[ImportedList, tuple[Record, ...]]:
    """The corrected list, and the rows that were left out of it."""
    records = tuple(_mended(each, mending) for each in imported.records)
    kept = tuple(each for each in records if each.line not in mending.skipped)
    return replace(imported, records=kept), tuple(each for each in records if each.line in mending.skipped)


def _mended(record: Record, mending: Mending) -> Record:
    texts = {place: text for (line, place), text in mending.cells.items() if line == record.line}
    if not texts:
        return record
    length = max(len(record.cells), max(texts) + 1)
    old = (*record.cells, *[""] * (length - len(record.cells)))
    return Record(record.line, tuple(texts.get(place, cell) for place, cell in enumerate(old)))
