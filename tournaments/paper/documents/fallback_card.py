"""The organizer's card for a day without a computer: everybody's next tables by their first table and start order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations

from rulesets.languages.counted import fill
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import Page, body, framed
from tournaments.paper.page.rows import PrintedColumn, PrintedRow, table_pages
from tournaments.paper.words import words
from tournaments.seating.construction import rotation

TOP = 62.0
ROW, TALL = 7.0, 10.0
MANY = 6
"""From this many rounds on, the tables in a cell take two lines."""


@dataclass(frozen=True, slots=True)
class FallbackCard:
    """The size of the event.  ``seats``: at the largest table."""

    tables: int
    seats: int
    rounds: int = 3


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
    """The card as a PDF: the rule, whether it avoids rematches here, and a grid with a row per first table and a column
    per start order.
    """
    texts = words(language)
    columns = [PrintedColumn(texts["first_table"], 24, "centre", "bold", 13)]
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
    per_page = max(int((below.height + 0.01) // (row * MM * layout.scale)) - 1, 1)
    first_page = table_pages(columns, rows[:per_page], below, layout.scale, row=row)
    rest = table_pages(columns, rows[per_page:], room, layout.scale, row=row)
    pages: list[Page] = [partial(_first, card, first_page, top, below), *rest] if rows else []
    aside = f"{texts['round_short'].format(round=2)} – {texts['round_short'].format(round=card.rounds)}"
    return framed(pages, layout, language, texts["fallback_card"], aside)


def tables_of(card: FallbackCard, first: int, seat: int) -> str:
    """The tables of round two and later: `5 → 8`."""
    return " → ".join(str((first - 1 + round_ * seat) % card.tables + 1) for round_ in range(1, card.rounds))


def _first(card: FallbackCard, pages: list[Page], top: Box, below: Box, ink: Ink, room: Box) -> None:
    texts = words(ink.language)
    box = top.inset(0, 2 * MM)
    ink.frame(box, BOLD, 2 * MM)
    rule, order, holds = box.inset(5 * MM, 4 * MM).rows(0, 0, 0, gap=1.5 * MM)
    ink.write(texts["fallback_rule"], rule, Type(11, "bold"))
    ink.write(texts["fallback_order"], order, Type(11))
    if meets_twice(card):
        sentence = fill(texts["fallback_repeats"], tables=card.tables, reason=texts["fallback_warning"])
    else:
        sentence = fill(texts["fallback_meeting"], tables=card.tables, rounds=card.rounds)
    ink.write(sentence, holds, Type(11))
    for page in pages:
        page(ink, below)
