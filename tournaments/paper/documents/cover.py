"""The cover of several documents in one file: what lies below it, in order, what to do with each, and how many sheets
it takes, so that one sees at the printer whether all are there.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulesets.languages.counted import fill
from tournaments.paper.page.box import MM
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.page.rows import PrintedColumn, PrintedRow, table_pages
from tournaments.paper.words import words

ROW = 30.0
"""The height of a line in millimetres, unless the page leaves less."""


@dataclass(frozen=True, slots=True)
class CoverLine:
    """A document.  ``part``, ``use``: the keys of its title and of what is done with it; ``sheets``: 0 for a chart that
    takes as many as it needs.
    """

    part: str
    use: str = ""
    sheets: int = 0


@dataclass(frozen=True, slots=True)
class Cover:
    """The facts of the cover.  ``title``: the key of its title; ``round``: None for papers of no round."""

    title: str
    round: int | None
    lines: tuple[CoverLine, ...]


def cover(facts: Cover, layout: Layout, language: str) -> bytes:
    """The cover as a PDF of one page."""
    texts, room = words(language), body(layout)
    columns = [
        PrintedColumn("", 12, "centre", "bold", 24),
        PrintedColumn("", 58, weight="bold", size=20, name=True),
        PrintedColumn("", 0, size=14, name=True),
        PrintedColumn("", 24, "right", size=14),
        PrintedColumn("", 16, "centre", size=28),
    ]
    rows = [
        PrintedRow(
            (
                str(at),
                texts[each.part],
                texts[each.use] if each.use else "",
                fill(texts["cover_sheets"], count=each.sheets) if each.sheets else "",
                "□",
            ),
            at,
        )
        for at, each in enumerate(facts.lines, 1)
    ]
    pages = table_pages(columns, rows, room, 1, row=min(ROW, room.height / MM / (len(rows) + 1)))
    aside = "" if facts.round is None else layout.round(facts.round, language)
    return framed(pages, layout, language, texts[facts.title], aside)
