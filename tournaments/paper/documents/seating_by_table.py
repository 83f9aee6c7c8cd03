"""The seating chart by table: who sits where, in start order unless that is rolled at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from tournaments.paper.facts import PrintedPerson, TableSeats
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.fields import order_box
from tournaments.paper.page.ink import FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.words import words

LINE = 6.4
GAP = 4.0
WIDE = 165 * MM
NEEDED, LARGEST, ROOMY = 46.0, 3.0, 1.6
"""The minimum width of a table in millimetres in normal print; the largest scale of a chart; and how much higher its
lines may become if only the width limits it.
"""


@dataclass(frozen=True, slots=True)
class SeatingChart:
    """The tables of a round."""

    round: int
    tables: tuple[TableSeats, ...]


class _Place(NamedTuple):
    """A table on the chart.  ``heading``: the class whose final it plays, empty for all others."""

    table: TableSeats
    heading: str

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return len(self.table.players) + bool(self.heading)


def seating_by_table(chart: SeatingChart, layout: Layout, language: str) -> bytes:
    """The chart as a PDF, scaled to fill one sheet if possible; otherwise on as few as that takes, all as full, with
    three tables side by side, or two in large print or between wide margins.
    """
    texts = words(language)
    room = body(layout)
    tables = [_Place(each, layout.classes.get((chart.round, each.number), "")) for each in chart.tables]
    across, scale = _filling(tables, room) or (0, 0)
    if scale < layout.scale:
        across, scale = (3 if layout.print == "normal" and room.width >= WIDE else 2), layout.scale
    rows = [tables[start : start + across] for start in range(0, len(tables), across)]
    parts = _even(rows, room.height, scale)
    high = min((_high(part, room) for part in parts), default=scale)
    scale = max(scale, _scale(high, across, room))
    stretch = min(ROOMY, high / scale)
    pages = [partial(_page, page, across, scale, stretch) for page in parts]
    aside = layout.round(chart.round, language)
    if any(table.rolled for table in chart.tables):
        aside = f"{aside}　{texts['order_rolled']}"
    return framed(pages, layout, language, texts["seating_by_table"], aside)


def _filling(tables: Sequence[_Place], room: Box) -> tuple[int, float] | None:
    """How many tables side by side, and at what scale, fill one sheet; None if there are no tables."""
    if not tables:
        return None
    fits = []
    for across in (1, 2, 3):
        rows = [tables[start : start + across] for start in range(0, len(tables), across)]
        fits.append((_scale(_high(rows, room), across, room), across))
    scale, across = max(fits)
    return across, scale


def _high(rows: Sequence[Sequence[_Place]], room: Box) -> float:
    """The scale at which rows fill the height of a sheet."""
    return (room.height - GAP * MM * (len(rows) - 1)) / sum(_height(row, 1) for row in rows)


def _scale(high: float, across: int, room: Box) -> float:
    """The scale of a chart whose height allows this one."""
    wide = (room.width - GAP * MM * (across - 1)) / across / (NEEDED * MM)
    return int(min(high, wide, LARGEST) * 20) / 20


def _height(row: Sequence[_Place], scale: float) -> float:
    """A row of tables is as high as its largest one."""
    return (max(4, *(each.lines for each in row)) * LINE + 3) * MM * scale


def _even(rows: Sequence[Sequence[_Place]], room: float, scale: float) -> list[list[Sequence[_Place]]]:
    """The rows of each sheet: as few sheets as have room for all, and none much fuller than the others."""
    fewest = len(_paged(rows, room, scale))
    filled = (_paged(rows, room * part / 20, scale) for part in range(1, 21))
    return next(parts for parts in filled if len(parts) == fewest)


def _paged(rows: Sequence[Sequence[_Place]], room: float, scale: float) -> list[list[Sequence[_Place]]]:
    pages: list[list[Sequence[_Place]]] = []
    left = 0.0
    for row in rows:
        height = _height(row, scale)
        if height > left:
            pages.append([])
            left = room
        pages[-1].append(row)
        left -= height + GAP * MM
    return pages


def _page(rows: Sequence[Sequence[_Place]], across: int, scale: float, stretch: float, ink: Ink, room: Box) -> None:
    ink = ink.scaled(scale)
    y = room.y
    for row in rows:
        line = Box(room.x, y, room.width, _height(row, ink.scale) * stretch)
        for place, box in zip(row, line.columns(*[0] * across, gap=GAP * MM), strict=False):
            _table(ink, place, stretch, box)
        y = line.bottom + GAP * MM


def _table(ink: Ink, place: _Place, stretch: float, box: Box) -> None:
    table = place.table
    number, names = box.columns(13 * MM * ink.scale, 0)
    ink.fill(number, 0.9, 1.5 * MM)
    ink.fill(Box(number.right - 2 * MM, number.y, 2 * MM, number.height), 0.9)
    ink.frame(box, PLAIN, 1.5 * MM)
    ink.say(str(table.number), number.inset(1 * MM), Type(32, "bold", "centre", least=0.4))
    height = LINE * MM * ink.scale * stretch
    lines = names.inset(2 * MM, 1.5 * MM * ink.scale * stretch)
    if place.heading:
        heading, lines = lines.rows(height, 0)
        ink.say(place.heading, heading, Type(9, least=0.5))
        ink.rule(heading.x, heading.bottom, heading.right, heading.bottom, PLAIN)
    for order, person in enumerate(table.players, 1):
        line = Box(lines.x, lines.y + (order - 1) * height, lines.width, height)
        _player(ink, 0 if table.rolled else order, person, line)
        if order > 1:
            ink.rule(line.x, line.y, line.right, line.y, FINE)


def _player(ink: Ink, order: int, person: PrintedPerson, line: Box) -> None:
    left, name = line.columns(5 * MM * ink.scale, 0)
    if order:
        ink.say(str(order), left, Type(7.5))
    else:
        order_box(ink, left.inset(0, 1.2 * MM))
    ink.name(person.name, name, Type(11, "bold", least=0.5))
