"""The organizer's card for a day without a computer: everybody's next tables by their first table and start order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations

from rulesets.languages.counted import fill
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import FINE, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import Page, body, framed
from tournaments.paper.page.rows import (
    PrintedColumn,
    PrintedRow,
    filling_row,
    filling_scale,
    scaled,
    table_pages,
)
from tournaments.paper.words import words
from tournaments.seating.construction import rotation

TOP = 56.0
FIRST, HEADED, CELL = 24.0, 20.0, 9.0
"""Millimetres: the width of the first table's column, of the others at least, and of each table in a cell."""
ROW, TALL = 7.0, 10.0
SMALLEST = 0.8
"""The scale below which the grid takes more than one sheet."""
MANY = 6
"""From this many rounds on, the tables in a cell take two lines."""


@dataclass(frozen=True, slots=True)
class FallbackCard:
    """The size of the event.  ``seats``: at the largest table; ``sizes``: of all tables, if they differ."""

    tables: int
    seats: int
    rounds: int = 3
    sizes: tuple[int, ...] = ()

    def seat_at(self, table: int, seat: int) -> bool:
        """Whether a table has this seat."""
        return not self.sizes or seat <= self.sizes[table - 1]


def meets_twice(card: FallbackCard) -> bool:
    """Whether any two players meet twice in these rounds if all tables are full."""
    first = tuple(tuple(f"{table}/{seat}" for seat in range(card.seats)) for table in range(card.tables))
    met: set[frozenset[str]] = set()
    for round_ in rotation(first, card.rounds):
        for table in round_:
            for pair in map(frozenset, combinations(table, 2)):
                if pair in met:
                    return True
                met.add(pair)
    return False


def fallback_card(card: FallbackCard, layout: Layout, language: str) -> bytes:
    """The card as a PDF: how to sit, whether anybody meets twice here, and a grid with a row per first table and a
    column per start order.
    """
    texts = words(language)
    columns = [PrintedColumn(texts["first_table"], FIRST, "centre", "bold", 13)]
    columns += [
        PrintedColumn(texts["order_head"].format(order=seat), 0, "centre", size=12, name=True)
        for seat in range(1, card.seats + 1)
    ]
    rows = [
        PrintedRow((str(first), *(tables_of(card, first, seat) for seat in range(1, card.seats + 1))), first)
        for first in range(1, card.tables + 1)
    ]
    room = body(layout)
    top, below = room.rows(TOP * MM * layout.scale, 0)
    row = ROW if card.rounds < MANY else TALL
    wide = FIRST + card.seats * max(HEADED, CELL * (card.rounds - 1))
    scale = filling_scale(len(rows), row, wide, below, 0)
    if scale < SMALLEST * layout.scale:
        scale = layout.scale
    per_page = max(int((below.height + 0.01) // (row * MM * scale)) - 1, 1)
    high = filling_row(len(rows), row, scale, below) if len(rows) <= per_page else row
    first_page = scaled(table_pages(columns, rows[:per_page], below, scale, row=high), scale)
    rest = scaled(table_pages(columns, rows[per_page:], room, scale, row=row), scale)
    pages: list[Page] = [partial(_first, card, first_page, top, below), *rest] if rows else []
    first, last = (layout.short_round(number, language) for number in (2, card.rounds))
    return framed(pages, layout, language, texts["fallback_card"], f"{first} – {last}" if card.rounds > 2 else first)


def tables_of(card: FallbackCard, first: int, seat: int) -> str:
    """The tables of round two and later, `5 → 8`; nothing for a seat that the first table does not have."""
    if not card.seat_at(first, seat):
        return ""
    return " → ".join(str((first - 1 + round_ * seat) % card.tables + 1) for round_ in range(1, card.rounds))


def _first(card: FallbackCard, pages: list[Page], top: Box, below: Box, ink: Ink, room: Box) -> None:
    texts = words(ink.language)
    twice = "fallback_repeats" if meets_twice(card) else "fallback_meeting"
    said = (
        ("fallback_tables", fill(texts["fallback_rule"], last=card.tables)),
        ("fallback_orders", texts["fallback_order"] + (f" {texts['fallback_throw']}" if card.sizes else "")),
        ("fallback_meetings", fill(texts[twice], tables=card.tables, rounds=card.rounds)),
    )
    for (label, sentence), line in zip(said, top.inset(0, 1 * MM).rows(0, 0, 0), strict=True):
        left, right = line.columns(34 * MM * ink.scale, 0, gap=3 * MM)
        ink.write(texts[label], left, Type(11, "bold"))
        ink.write(sentence, right.inset(0, 0.8 * MM), Type(11))
        ink.rule(line.x, line.bottom, line.right, line.bottom, FINE)
    for page in pages:
        page(ink, below)
