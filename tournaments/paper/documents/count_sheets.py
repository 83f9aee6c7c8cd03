"""A player's count sheet: every deed, the notes by value, and their totals; two on a sheet, to cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil

from rulesets.kernel.telling.counting import CountingSheet, SheetColumn, SheetRow
from tournaments.paper.facts import PrintedPerson, TableSeats
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import cut_sheets
from tournaments.paper.page.fields import signature
from tournaments.paper.page.ink import BOLD, FINE, LEAST, PLAIN, Ink, Type
from tournaments.paper.page.layout import OPEN, Layout
from tournaments.paper.page.press import framed, press
from tournaments.paper.type.fitting import STEP, TypeRoom, whole_name
from tournaments.paper.type.runs import width
from tournaments.paper.words import words

TALL = 10 * MM
"""The height of a line to write on, unless the paper leaves less."""
EDGE = 6 * MM, 6.5 * MM
"""The margins of a card, which are the same whatever those of a page are."""
HEAD = 6.8 * MM
GAP = 2.5 * MM
"""The space between the two parts of the deeds, and to the right of them."""
COUNTED = 11 * MM
"""The width of the values that are counted."""
SUMS, NARROW = 34 * MM, 30 * MM
"""The width of the notes and sums, and of the sums alone."""
BESIDE = 1.1 * MM
"""What stays free between a figure and the next column, which may be one to write in."""
TWO_LINES, BETWEEN = re.compile("[\u4e00-\u9fff]{4,}"), 1.3 * MM
"""The headings that take two lines, and the least space between two headings."""
MARKED = 6 * MM
"""The least width of a column that is filled in by hand."""
FIGURE = 7.5
"""The size of the figures of deeds."""
LARGEST, SMALLEST = 8.5, 7.0
"""The sizes of the names of deeds: all of a sheet are of the largest one at which each has room."""


@dataclass(frozen=True, slots=True)
class CountSheet:
    """The sheet of a player at a table.  ``order``: the player's position in the table's list, from 1."""

    table: TableSeats
    order: int


@dataclass(frozen=True, slots=True)
class CountSheets:
    """The sheets of a round, in printing order.  ``counting``: what the game's sheets have."""

    round: int
    counting: CountingSheet
    sheets: tuple[CountSheet, ...]


def count_sheets(facts: CountSheets, layout: Layout, language: str) -> bytes:
    """The sheets as a PDF, two on a page, in order once they are cut."""
    texts = words(language)
    if not facts.sheets:
        return framed([], layout, language, texts["count_sheets"])
    cards = [partial(_card, facts, layout, each) for each in facts.sheets]
    return press(cut_sheets(cards, 1, 2, layout.sheet), layout.sheet, layout, language, texts["count_sheets"])


def _card(facts: CountSheets, layout: Layout, sheet: CountSheet, ink: Ink, box: Box) -> None:
    ink, texts, kind = ink.plain, words(ink.language), facts.counting
    title, top, room = box.inset(*EDGE).rows(6 * MM, 9 * MM, 0, gap=1 * MM)
    what, printed = title.columns(0, title.width * 0.6, gap=3 * MM)
    round_ = layout.round(facts.round, ink.language, sheet.table.number)
    ink.say(f"{texts['count_sheet']}\u3000{round_}", what, Type(11, "bold"))
    notes = (layout.event[ink.language], layout.draft or layout.imprint)
    ink.say(" · ".join(filter(None, notes)), printed, Type(7.5, align="right"))
    ink.rule(title.x, title.bottom, title.right, title.bottom, BOLD)
    _player(ink, sheet.table, sheet.table.players[sheet.order - 1], sheet.order, top)
    half = -(-len(kind.rows) // 2)
    row = min(TALL, (room.height - HEAD) / half)
    figures = iter(zip(*(each.figures for each in kind.rows), strict=True))
    brief = []
    for column in kind.sheet.columns:
        own = () if column.by_hand else next(figures)
        whole = max((width(text, ink.language, "regular") for text in own), default=0) * FIGURE + BESIDE
        head = _head_width(texts.get(column.title, column.title), ink.language)
        if column.brief:
            brief.append((column, max(head, whole if own else MARKED)))

    def blanks(place: Box) -> None:
        *deeds, sums = place.columns(0, 0, SUMS if kind.notes else NARROW, gap=GAP)
        for number, column in enumerate(deeds):
            _deeds(ink, kind, brief, kind.rows[number * half : (number + 1) * half], row, column)
        _sums(ink, kind, sums)

    # The same on every card: stored once for each of the two places on a sheet.
    ink.stamp(f"count-{round(box.y)}", partial(blanks, room))


def _head_width(title: str, language: str) -> float:
    """The width of a column for its heading, on one line or on two."""
    words = max(width(each, language, "bold") for each in title.split())
    whole = ceil(len(title) / 2) if TWO_LINES.fullmatch(title) else words
    return whole * LEAST + BETWEEN


def _player(ink: Ink, table: TableSeats, person: PrintedPerson, order: int, box: Box) -> None:
    texts = words(ink.language)
    number, name, start = box.columns(30 * MM, 0, 30 * MM, gap=4 * MM)
    ink.frame(number, BOLD, 1.5 * MM)
    align = "centre" if table.shown else "left"
    ink.say(f"{texts['table']} {table.shown}".strip(), number.inset(2 * MM, 0.6 * MM), Type(14, "bold", align))
    if person.name:
        ink.name(person.name, name, Type(14, "bold"))
    else:
        label, line = name.columns(16 * MM, 0)
        ink.say(texts["player"], label, Type(9))
        ink.rule(line.x, line.bottom - 2 * MM, line.right, line.bottom - 2 * MM, FINE)
    if not table.rolled:
        ink.say(f"{texts['start_order']} {order if person.name else OPEN}", start, Type(11, align="right"))


def _deeds(
    ink: Ink,
    kind: CountingSheet,
    brief: Sequence[tuple[SheetColumn, float]],
    rows: Sequence[SheetRow],
    row: float,
    box: Box,
) -> None:
    texts = words(ink.language)
    head, *lines = box.rows(HEAD, *[row] * len(rows), 0.1)[: 1 + len(rows)]
    widths = (0, *(wide for _, wide in brief), COUNTED)
    cells = head.columns(*widths)
    titles = (kind.deed, *(texts.get(column.title, column.title) for column, _ in brief), texts["counts"])
    for title, cell in zip(titles, cells, strict=True):
        ink.write(
            title,
            cell.inset(0, 0.6 * MM),
            Type(LEAST, "bold", "left" if cell is cells[0] else "centre", "bottom", leading=1.1),
        )
    printed = [at for at, (column, _) in enumerate(brief, 1) if not column.by_hand]
    figures = [at for at, column in enumerate(each for each in kind.sheet.columns if not each.by_hand) if column.brief]
    size = _name_size(kind, Box(0, 0, cells[0].width, row).inset(0, 0.3 * MM), ink.language)
    for each, line in zip(rows, lines, strict=True):
        own = line.columns(*widths)
        ink.name(each.name, own[0].inset(0, 0.3 * MM), Type(size, least=1))
        for at, figure in zip(printed, figures, strict=True):
            cell = Box(own[at].x, own[at].y, own[at].width - BESIDE, own[at].height)
            ink.say(each.figures[figure], cell, Type(FIGURE, align="right"))
        ink.rule(line.x, line.bottom, line.right, line.bottom, FINE)
    ink.rule(head.x, head.bottom, head.right, head.bottom, PLAIN)
    if lines:
        for cell in (cells[at] for at in range(1, len(cells)) if at not in printed):
            ink.rule(cell.x, head.bottom, cell.x, lines[-1].bottom, FINE)


def _name_size(kind: CountingSheet, cell: Box, language: str) -> float:
    """The largest size at which every name of a deed has room in its cell, the smallest where that is too large."""
    size = LARGEST
    while size > SMALLEST and not all(
        whole_name(each.name, TypeRoom(cell.width, cell.height, size, 1), size, language, "regular")
        for each in kind.rows
    ):
        size -= STEP
    return size


def _sums(ink: Ink, kind: CountingSheet, box: Box) -> None:
    texts = words(ink.language)
    row = min(TALL, (box.height - HEAD) / (len(kind.notes) + 5))
    head, *lines = box.rows(HEAD, *[row] * (len(kind.notes) + 3), row * 2, 0)[:-1]
    notes, signed = lines[: len(kind.notes)], lines[-1]
    if kind.notes:
        ink.say(texts["notes_counted"], head, Type(7.5, "bold"))
    for value, line in zip(kind.notes, notes, strict=True):
        label, count, equals, product = line.columns(11.5 * MM, 8.5 * MM, 4 * MM, 0)
        ink.say(f"{value} ×", label.inset(0.4 * MM, 0), Type(9, align="right"))
        ink.say("=", equals, Type(9, align="centre"))
        for cell in (count, product):
            ink.rule(cell.x, cell.bottom - 1 * MM, cell.right, cell.bottom - 1 * MM, FINE)
    for key, line in zip(kind.sheet.sums[:3], lines[len(kind.notes) :], strict=False):
        _sum(ink, texts[key], line)
    signature(ink, texts["signature"], signed.inset(0, 1 * MM))


def _sum(ink: Ink, label: str, line: Box) -> None:
    left, cell = line.columns(line.width * 0.53, 0)
    ink.write(label, left.inset(0.8 * MM, 0.2 * MM), Type(9, "bold", "right", leading=1.15, least=0.8))
    ink.frame(cell.inset(0.5 * MM, 0.6 * MM), PLAIN)
