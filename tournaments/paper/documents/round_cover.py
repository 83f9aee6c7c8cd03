"""The cover of everything for a round: what lies below it, in order, and what to do with each part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.languages.counted import fill
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.page.rows import PrintedColumn, PrintedRow, table_pages
from tournaments.paper.words import words

ROW = 30.0
"""The height of a line in millimetres."""

TO_A_SHEET = {"cover_cut": 2, "cover_table": 1}
"""For how many tables a sheet is, by what is done with it; a chart fills as many as it needs."""

PARTS = {
    "seating_by_name": "cover_wall",
    "seating_by_table": "cover_wall",
    "table_signs": "cover_cut",
    "score_sheet": "cover_table",
    "result_slips": "cover_cut",
}
"""The parts that there may be, and what is done with them, as keys of texts."""


@dataclass(frozen=True, slots=True)
class RoundCover:
    """The facts of the cover.  ``parts``: some of `PARTS`, in the order in which they lie; ``tables``: how many there
    are.
    """

    round: int
    parts: tuple[str, ...]
    tables: int


def round_cover(facts: RoundCover, layout: Layout, language: str) -> bytes:
    """The cover as a PDF of one page."""
    texts = words(language)
    columns = [
        PrintedColumn("", 12, "centre", "bold", 24),
        PrintedColumn("", 58, weight="bold", size=20, name=True),
        PrintedColumn("", 0, size=14, name=True),
        PrintedColumn("", 24, "right", size=14),
        PrintedColumn("", 16, "centre", size=28),
    ]
    rows = [
        PrintedRow((str(at), texts[part], texts[PARTS[part]], _sheets(PARTS[part], facts.tables, texts), "□"), at)
        for at, part in enumerate(facts.parts, 1)
    ]
    pages = table_pages(columns, rows, body(layout), 1, row=ROW)
    aside = layout.round(facts.round, language)
    return framed(pages, layout, language, texts["round_set"], aside)


def _sheets(done: str, tables: int, texts: Mapping[str, str]) -> str:
    """How many sheets a part has, so that one sees at the printer whether all are there."""
    each = TO_A_SHEET.get(done)
    return fill(texts["cover_sheets"], count=-(-tables // each)) if each else ""
