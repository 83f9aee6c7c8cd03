"""Tables of rows, with the column heads repeated on every page, in one or more blocks side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, FINE, LEAST, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import Page, body
from tournaments.paper.type.runs import width
from tournaments.paper.words import headed


@dataclass(frozen=True, slots=True)
class PrintedColumn:
    """A column.

    ``width``: millimetres, or 0 for a share of the remaining space; ``align``, ``weight``, ``size``: of its cells.
    ``align``: left, centre, right, or ``figure``: aligned at the decimal point, all in one size.  ``name``: its cells
    are names, and may take two lines; ``once``: what equals the row above is left out, but at the head of a block;
    ``edge``: a line at its left, where people write into it.
    """

    title: str
    width: float = 0
    align: str = "left"
    weight: str = "regular"
    size: float = 10
    name: bool = False
    once: bool = False
    edge: bool = False


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row.

    ``band``: rows with the same band belong together and stay on one page; every other band is grey.  ``marked``:
    highlighted by a bold rule at its left and bold letters, such as a qualified player.
    """

    cells: tuple[str, ...]
    band: int
    marked: bool = False


ROW = 7.0
"""The height of a row in millimetres, in normal print."""


LARGEST = 3.0
"""The largest scale of a chart for the wall."""


def filling_scale(rows: int, row: float, across: float, room: Box, least: float) -> float:
    """The scale at which so many rows and their heads fill one sheet.

    ``row``, ``across``: the height of a row and the width that its columns need, in millimetres at scale 1; ``least``:
    the scale of a chart that takes more than one sheet.
    """
    high, wide = room.height / ((rows + 1) * row * MM), room.width / (across * MM)
    return max(int(min(high, wide, LARGEST) * 20) / 20, least)


def roomier(rows: int, row: float, across: float, layout: Layout, note: str = "") -> Box:
    """The sheet on which a chart is larger: upright, or across where it has few rows, such as those of a final."""

    def scale(sheet: Box) -> float:
        return filling_scale(rows, row, across, body(layout, sheet, note), 0)

    return max(layout.wide, layout.landscape, key=scale)


ROOMY = 1.7
"""How much higher rows become, at most, where only the width limits how large a chart is."""


def filling_row(rows: int, row: float, scale: float, room: Box) -> float:
    """The height of a row at which so many rows and their heads fill one sheet, as far as that still reads as a table;
    ``row`` where they take more than one.
    """
    high = room.height / ((rows + 1) * scale * MM)
    return min(high, row * ROOMY) if high > row else row


def scaled(pages: Sequence[Page], scale: float) -> list[Page]:
    """Pages drawn at another scale."""
    return [partial(_scaled, page, scale) for page in pages]


def _scaled(page: Page, scale: float, ink: Ink, room: Box) -> None:
    page(ink.scaled(scale), room)


def table_pages(
    columns: Sequence[PrintedColumn],
    rows: Sequence[PrintedRow],
    room: Box,
    scale: float,
    blocks: int = 1,
    row: float = ROW,
) -> list[Page]:
    """Pages of rows.  ``room``: the body of a page; ``blocks``: how many side by side, each with its own heads."""
    rows = _with_even_figures(columns, rows)
    drawn = tuple(_figures(columns, rows))
    pages = in_pages(rows, room, scale, blocks, row)
    return [partial(_page, drawn, page, row * MM * scale, blocks) for page in pages]


def in_pages(
    rows: Sequence[PrintedRow], room: Box, scale: float, blocks: int = 1, row: float = ROW
) -> list[list[list[PrintedRow]]]:
    """The rows of each block of each page, as in `table_pages`: of more than one, all have about as many."""
    most = max(int((room.height + 0.01) // (row * MM * scale)) - 1, 1)
    parts = _parted(rows, most)
    count = -(-len(parts) // blocks) * blocks if len(parts) > 1 else 1
    for fewer in range(-(-len(rows) // count), most):
        if len(even := _parted(rows, fewer)) <= count:
            parts = even
            break
    return [parts[start : start + blocks] for start in range(0, len(parts), blocks)]


def _parted(rows: Sequence[PrintedRow], most: int) -> list[list[PrintedRow]]:
    """The rows in parts of so many at most; bands are not parted."""
    parts: list[list[PrintedRow]] = []
    for _, band in groupby(rows, lambda each: each.band):
        together = list(band)
        if not parts or len(parts[-1]) + len(together) > most:
            parts.append([])
        parts[-1] += together
    return parts


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A column with its widest figures, up to the decimal point and from there on."""

    column: PrintedColumn
    whole: str = ""
    part: str = ""


def _figures(columns: Sequence[PrintedColumn], rows: Sequence[PrintedRow]) -> Iterator[_Drawn]:
    for at, column in enumerate(columns):
        if column.align != "figure":
            yield _Drawn(column)
            continue
        found = [_split_at_point(row.cells[at]) for row in rows]
        yield _Drawn(column, *(max((each[side] for each in found), key=len, default="") for side in (0, 1)))


FIGURE = re.compile(r"[^\d.]?[^\d.]?[\d,]+(\.\d+)?")
"""A number as it is printed, with its sign and currency."""


def even(texts: Sequence[str]) -> list[str]:
    """Figures of one column, all with as many decimals as the longest has; what is no figure stays as it is."""
    found = [FIGURE.fullmatch(text) for text in texts]
    most = max((len(each[1] or "") for each in found if each), default=0)
    return [
        f"{text}{'' if each[1] else '.'}{'0' * (most - len(each[1] or '.'))}" if each and most else text
        for text, each in zip(texts, found, strict=True)
    ]


def alignment(texts: Iterable[str]) -> str:
    """How a column of figures is aligned: places, of one or two digits, in its middle, all others at the point."""
    return "centre" if all(len(text) < 3 for text in texts) else "figure"


def _with_even_figures(columns: Sequence[PrintedColumn], rows: Sequence[PrintedRow]) -> list[PrintedRow]:
    cells = [
        even([row.cells[at] for row in rows]) if column.align == "figure" else [row.cells[at] for row in rows]
        for at, column in enumerate(columns)
    ]
    return [replace(row, cells=own) for row, own in zip(rows, zip(*cells, strict=True), strict=True)] if rows else []


def _split_at_point(text: str) -> tuple[str, str]:
    """A figure split at its decimal point, which belongs to the second part; one with a word behind it (30.59M, 700K)
    stays whole: the points of millions and of thousands are not of the same size.
    """
    if text[-1:].isalpha():
        return text, ""
    whole, point, part = text.partition(".")
    return whole, point + part


def _page(
    columns: Sequence[_Drawn], parts: Sequence[Sequence[PrintedRow]], height: float, blocks: int, ink: Ink, box: Box
) -> None:
    for part, block in zip(parts, box.columns(*[0] * blocks, gap=7 * MM), strict=False):
        _block(columns, part, height, ink, block)


def _block(columns: Sequence[_Drawn], rows: Sequence[PrintedRow], height: float, ink: Ink, box: Box) -> None:
    widths = [each.column.width * MM * ink.scale for each in columns]
    lines = [Box(box.x, box.y + height * number, box.width, height) for number in range(len(rows) + 1)]
    for each, cell in zip(columns, lines[0].columns(*widths), strict=True):
        align = "right" if each.column.align == "figure" else each.column.align
        ink.write(
            headed(each.column.title),
            Box(cell.x + 1 * MM, cell.y, cell.width - 2 * MM, cell.height - 0.8 * MM),
            Type(max(7.5, LEAST / ink.scale), "bold", align, leading=1.1),
        )
        if each.column.edge:
            ink.rule(cell.x, cell.bottom, cell.x, lines[-1].bottom, FINE)
    for number, (row, line) in enumerate(zip(rows, lines[1:], strict=True)):
        if row.band % 2:
            ink.fill(line, 0.95)
        if row.marked:
            ink.fill(Box(line.x, line.y + 0.8 * MM, 1 * MM, line.height - 1.6 * MM), 0)
        for each, text, cell in zip(columns, row.cells, line.columns(*widths), strict=True):
            column = each.column
            if column.once and number and rows[number - 1].cells[columns.index(each)] == text:
                continue
            weight = "bold" if row.marked else column.weight
            type = Type(column.size, weight, column.align, least=0.45)
            if column.align == "figure":
                _figure(ink, each, text, type, cell.inset(1 * MM, 0.3 * MM))
                continue
            aside = 1 if column.align == "centre" else 1.5
            (ink.name if column.name else ink.say)(text, cell.inset(aside * MM, 0.3 * MM), type)
        last = number + 1 == len(rows) or rows[number + 1].band != row.band
        together = last and number and rows[number - 1].band == row.band
        ink.rule(line.x, line.bottom, line.right, line.bottom, PLAIN if together else FINE)
    for line in (lines[0], lines[-1]):
        ink.rule(box.x, line.bottom, box.right, line.bottom, BOLD)


def _figure(ink: Ink, drawn: _Drawn, text: str, type: Type, cell: Box) -> None:
    """Draw a figure aligned at the decimal point, at the size at which the widest ones fit."""
    across = width(drawn.whole, ink.language, "bold"), width(drawn.part, ink.language, "bold")
    size = max(min(type.size * ink.scale, int(4 * cell.width / (sum(across) or 1)) / 4), LEAST)
    one = replace(type, size=size / ink.scale, align="right", least=min(1.0, ink.scale))
    whole, part = _split_at_point(text)
    point = cell.right - across[1] * size
    ink.say(whole, Box(cell.x, cell.y, point - cell.x, cell.height), one)
    ink.say(part, Box(point, cell.y, cell.right - point + 1, cell.height), replace(one, align="left"))
