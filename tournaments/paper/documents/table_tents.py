"""Table tents, printed once: a sheet folded in the middle with the number on both sides; and strips with a round's
names that are attached to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tournaments.paper.documents.table_signs import TableSigns
from tournaments.paper.facts import TableSeats
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import FOLD, NEAR, cut_sheets, fold
from tournaments.paper.page.fields import order_box
from tournaments.paper.page.ink import BOLD, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed, press
from tournaments.paper.words import words

STRIP = 34 * MM
"""The height of a strip; its place is marked on the tent."""
LABEL = 26 * MM
"""The width of the word for a table, and as much at the other side of the number."""
DIGIT = 0.85
"""The height that digits are given, as a fraction of that of their type."""
LOOK_ALIKE = frozenset("01689")
"""The digits that read as others upside down: a number of these with a 6 or 9 is underlined."""
HEAVY = 3.0
"""The height of that line, in points."""
TOP = 8 * MM
"""What stays free above the first strip: printers need it, and so do scissors."""


def table_tents(numbers: Sequence[int], layout: Layout, language: str) -> bytes:
    """A tent for each table number."""
    title = words(language)["table_tents"]
    if not numbers:
        return framed([], layout, language, title)
    pages = [partial(_tent, number, layout) for number in numbers]
    return press(pages, layout.sheet, layout, language, title)


def name_strips(signs: TableSigns, layout: Layout, language: str) -> bytes:
    """A strip with the names for each table, to cut: as many on a sheet as fit, as high as its place on the tent."""
    title = words(language)["name_strips"]
    if not signs.tables:
        return framed([], layout, language, title)
    cards = [partial(_strip, signs.round, table, layout) for table in signs.tables]
    down = int((layout.sheet.height - 2 * TOP) // STRIP)
    room = Box(0, TOP, layout.sheet.width, down * STRIP)
    return press(cut_sheets(cards, 1, down, room), layout.sheet, layout, language, title)


def _tent(number: int, layout: Layout, ink: Ink, sheet: Box) -> None:
    half = sheet.rows(0, 0)[1]
    _side(number, layout, ink.plain, half)
    ink.plain.upside_down(lambda turned: _side(number, layout, turned, half))
    fold(ink, sheet, y=half.y)
    ink.plain.say(
        words(ink.language)["fold_here"], Box(FOLD + NEAR + 2 * MM, half.y - 2 * MM, 30 * MM, 4 * MM), Type(7.5)
    )


def _side(number: int, layout: Layout, ink: Ink, box: Box) -> None:
    event, middle, strip = box.inset(layout.margin * MM, 9 * MM).rows(8 * MM, 0, STRIP, gap=2 * MM)
    texts = words(ink.language)
    ink.say(layout.event[ink.language], event, Type(14))
    ink.rule(event.x, event.bottom, event.right, event.bottom, BOLD)
    label, figure, _ = middle.columns(LABEL, 0, LABEL)
    ink.say(texts["table"], label, Type(24, "bold"))
    # Digits are lower than their type: they fill the height between the line and the strip.
    ink.say(str(number), figure.centred(figure.width, figure.height / DIGIT), Type(320, "bold", "centre", least=0.3))
    if set(str(number)) <= LOOK_ALIKE and set(str(number)) & {"6", "9"}:
        across = figure.centred(figure.width * 0.4, 0)
        ink.fill(Box(across.x, middle.bottom - HEAVY, across.width, HEAVY), 0)
    for x in (strip.x, strip.right):
        for y in (strip.y, strip.bottom):
            ink.dashed(x - 2 * MM, y, x + 2 * MM, y)
            ink.dashed(x, y - 2 * MM, x, y + 2 * MM)
    ink.say(texts["strip_here"], strip, Type(7.5, align="centre"))


def _strip(round: int, table: TableSeats, layout: Layout, ink: Ink, box: Box) -> None:
    ink = ink.plain
    inner, foot = box.inset(layout.margin * MM, 2 * MM).rows(0, 3.5 * MM, gap=0.5 * MM)
    number, names = inner.columns(26 * MM, 0, gap=4 * MM)
    label, figure = number.rows(6 * MM, 0)
    ink.say(layout.round(round, ink.language, table.number), label, Type(11, "bold", least=0.5))
    ink.say(f"{words(ink.language)['table']} {table.shown}", figure, Type(32, "bold", least=0.4))
    event, version = foot.columns(0, foot.width * 0.6, gap=4 * MM)
    ink.say(layout.event[ink.language], event, Type(7.5))
    ink.say(layout.draft or layout.imprint, version, Type(7.5, "bold" if layout.draft else "regular", "right"))
    down = max(2, -(-len(table.players) // 2))
    # The start order runs down the left column first.
    places = [names.grid(2, down, 0.5 * MM)[row * 2 + side] for side in range(2) for row in range(down)]
    for order, (person, place) in enumerate(zip(table.players, places, strict=False), 1):
        left, name, _gap = place.columns(8 * MM, 0, 1.5 * MM)
        if table.rolled:
            order_box(ink, left.inset(0, 1 * MM))
        else:
            ink.say(str(order), left, Type(14))
        ink.name(person.name, name.inset(0, 0.3 * MM), Type(26, "bold", least=0.4))
