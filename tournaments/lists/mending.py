"""Mending: what somebody puts right in a list after having looked at it: rows left out, cells written anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tournaments.lists.delimited import BroughtList, Record


@dataclass(frozen=True, slots=True)
class Mending:
    """``skipped``: the lines that are left out; ``cells``: what stands in a cell instead, by its line and its number
    from 0.
    """

    skipped: frozenset[int] = frozenset()
    cells: Mapping[tuple[int, int], str] = field(default_factory=dict)


def mended(brought: BroughtList, mending: Mending) -> tuple[BroughtList, tuple[Record, ...]]:
    """A list put right, and the rows of it that are left out, as they stand."""
    records = tuple(_mended(each, mending) for each in brought.records)
    kept = tuple(each for each in records if each.line not in mending.skipped)
    return replace(brought, records=kept), tuple(each for each in records if each.line in mending.skipped)


def _mended(record: Record, mending: Mending) -> Record:
    texts = {place: text for (line, place), text in mending.cells.items() if line == record.line}
    if not texts:
        return record
    length = max(len(record.cells), max(texts) + 1)
    old = (*record.cells, *[""] * (length - len(record.cells)))
    return Record(record.line, tuple(texts.get(place, cell) for place, cell in enumerate(old)))
