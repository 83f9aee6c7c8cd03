"""The score sheet of a table: on the front, names in start order, notes, sums, extension, penalties and signatures.

On the back, every deed of the game has a line with the figures of its card; what it counts is written in its owner's
column, so that each column can be added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rulesets.kernel.telling.counting import CountingSheet, SheetRow
from tournaments.paper.documents import score_sheet_parts as parts
from tournaments.paper.documents.score_sheet_parts import ScoreSheets
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.type.runs import width
from tournaments.paper.words import words

SMALL, LARGE = 7.5, 9.0
PAD = 1.8 * MM
"""What a figure or a heading needs beside itself."""
TICK = 8 * MM
"""The least width of a column that is filled in by hand."""
GROUP = 23 * MM, 6.5 * MM
"""The width of the groups' names, and where they are turned because the figures need the room."""
NAME = 38 * MM, 24 * MM
"""The width of the deeds' names, and the least where the figures need the room."""
PLAYER = 10.4 * MM
"""The least width of a player's column."""


def score_sheets(facts: ScoreSheets, layout: Layout, language: str) -> bytes:
    """A sheet for each table, in the given order."""
    return parts.sheets(facts, _Deeds(facts.counting, language), layout, language)


def figure_widths(kind: CountingSheet, language: str) -> list[float]:
    """The width of each column for its heading and its figures."""
    texts, found = words(language), []
    printed = zip(*(row.figures for row in kind.rows), strict=True)
    for column in kind.sheet.columns:
        own = () if column.by_hand else next(printed)
        heading = width(texts.get(column.title, column.title), language, "bold")
        figures = max((width(text, language, "regular") for text in own), default=0)
        found.append(max(TICK if column.by_hand else 0, max(heading, figures) * SMALL + PAD))
    return found


@dataclass(frozen=True, slots=True)
class _Deeds:
    """The back of a sheet."""

    kind: CountingSheet
    language: str

    def _columns(self, box: Box, count: int) -> tuple[float, ...]:
        """The widths of group, name and columns."""
        figures = figure_widths(self.kind, self.language)
        free = box.width - sum(figures) - PLAYER * count
        roomy = free >= GROUP[0] + NAME[0]
        group = GROUP[0] if roomy else GROUP[1]
        return group, NAME[0] if roomy else max(NAME[1], min(NAME[0], free - group)), *figures

    def width(self, box: Box, count: int) -> float:
        return sum(self._columns(box, count))

    def draw(self, ink: Ink, count: int, box: Box) -> None:
        texts, columns = words(ink.language), self._columns(box, count)
        left = sum(columns)
        head, lines = box.rows(parts.head_height(box, left, count), 0)
        heads = [texts["group"] if columns[0] == GROUP[0] else "", self.kind.deed]
        heads += [texts.get(each.title, each.title) for each in self.kind.sheet.columns]
        for number, (title, cell) in enumerate(zip(heads, head.columns(*columns, 0), strict=False)):
            align = "left" if number < 2 else "centre"
            ink.say(title, cell.inset(0.8 * MM, 1 * MM), Type(SMALL, "bold", align, "bottom"))
        height, y = lines.height / len(self.kind.rows), lines.y
        for number, (group, rows) in enumerate(groupby(self.kind.rows, lambda row: row.group)):
            own = list(rows)
            part = Box(lines.x, y, lines.width, height * len(own))
            if number % 2 == 0:
                ink.fill(part, 0.945)
            self._group(ink, group, own, columns, part)
            y = part.bottom
        by_hand = [at for at, each in enumerate(self.kind.sheet.columns, 2) if each.by_hand]
        cells = lines.columns(*columns, 0)
        parts.verticals(ink, [cells[at] for at in by_hand], left, count, head, lines)

    def _group(self, ink: Ink, group: str, rows: Sequence[SheetRow], columns: Sequence[float], box: Box) -> None:
        name = box.columns(columns[0], 0)[0].inset(0.8 * MM, 0.3 * MM)
        if columns[0] == GROUP[0]:
            ink.write(group, name, Type(SMALL, leading=1.2))
        else:
            ink.turned_name(group, name, Type(SMALL, align="centre"))
        printed = [at for at, each in enumerate(self.kind.sheet.columns, 2) if not each.by_hand]
        for row, line in zip(rows, box.rows(*[0] * len(rows)), strict=True):
            cells = line.columns(*columns, 0)
            ink.name(row.name, cells[1].inset(0.8 * MM, 0), Type(LARGE, least=0.8))
            for at, figure in zip(printed, row.figures, strict=True):
                ink.say(figure, cells[at].inset(0.9 * MM, 0), Type(SMALL, align="right", least=1))
            ink.rule(cells[1].x, line.y, box.right, line.y, FINE)
        ink.rule(box.x, box.y, box.right, box.y, PLAIN)
