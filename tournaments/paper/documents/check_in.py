"""The check-in list: all players by reading, with a box to tick and room to sign."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournaments.paper.facts import PrintedPerson, person_key, spelled
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.page.rows import (
    PrintedColumn,
    PrintedRow,
    filling_row,
    filling_scale,
    roomier,
    scaled,
    table_pages,
)
from tournaments.paper.words import words

ROW = 9.0
"""The height of a line in millimetres."""
NAME = 40.0
"""The least width of a name in millimetres."""


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The facts of the list.  ``here``: the numbers of those already checked in; ``notes``: text beside a name, by
    number.
    """

    people: tuple[PrintedPerson, ...]
    here: frozenset[int] = frozenset()
    notes: tuple[tuple[int, str], ...] = ()


def check_in(facts: CheckIn, layout: Layout, language: str) -> bytes:
    """The list as a PDF."""
    texts, notes = words(language), dict(facts.notes)
    # The list is ordered by how a name is spelled: it says so where that is not as it is written.
    spelling = {each.number: spelled(each, language) for each in facts.people}
    read = any(spelling[each.number] != each.own_name for each in facts.people)
    clubs = any(each.club for each in facts.people)
    columns = [
        PrintedColumn(texts["checked_in"], 12, "centre", size=14),
        PrintedColumn(texts["number"], 11, "right"),
        PrintedColumn(texts["player"], 0, weight="bold", size=11, name=True),
        *([PrintedColumn(texts["reading"], 36, size=9, name=True)] if read else []),
        *([PrintedColumn(texts["club"], 34, size=9, name=True)] if clubs else []),
        PrintedColumn(texts["signature"], 45, size=9, name=True, edge=True),
    ]
    rows = [
        PrintedRow(
            (
                "✓" if each.number in facts.here else "□",
                str(each.number or ""),
                each.name,
                *([spelling[each.number] if spelling[each.number] != each.own_name else ""] if read else []),
                *([each.club] if clubs else []),
                notes.get(each.number, ""),
            ),
            at,
        )
        for at, each in enumerate(sorted(facts.people, key=lambda each: person_key(each, language)))
    ]
    across = NAME + sum(each.width for each in columns)
    sheet = roomier(len(rows), ROW, across, layout)
    room = body(layout, sheet)
    scale = filling_scale(len(rows), ROW, across, room, layout.scale)
    if scale == layout.scale:  # large print makes rows higher, but columns no wider
        columns = [each if not each.width else replace(each, width=each.width / scale) for each in columns]
    pages = scaled(table_pages(columns, rows, room, scale, row=filling_row(len(rows), ROW, scale, room)), scale)
    aside = f"{texts['checked_in']} {len(facts.here)} / {len(facts.people)}"
    return framed(pages, layout, language, texts["check_in"], aside, sheet)
