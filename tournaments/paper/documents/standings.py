"""The standings after a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.paper.facts import PrintedPerson
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import Page, body, framed
from tournaments.paper.page.rows import (
    PrintedColumn,
    PrintedRow,
    alignment,
    filling_row,
    filling_scale,
    in_pages,
    roomier,
    scaled,
    table_pages,
)
from tournaments.paper.words import ranking, words

UPRIGHT = 6
"""The most columns besides rank and name on a portrait sheet; with more it is landscape."""
RANK, NAME, CLUB, TIGHT, ROW, DENSE = 13.0, 45.0, 30.0, 15.0, 7.6, 6.0
"""Millimetres: the widths of rank, name and club, the width below which figures are set smaller, the height of a row,
and of one where they take several sheets.
"""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A player in the standings.

    ``values``: for the columns, as published; ``goes_on``: has qualified, and is highlighted; ``penalties``: those that
    affect the standings, one line each below the name.
    """

    rank: int
    person: PrintedPerson
    values: tuple[str, ...]
    goes_on: bool = False
    penalties: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamsTable:
    """The standings of the teams, or of a class.  ``columns``: the criteria; ``lines``: rank, name, and its values;
    ``heading``: above the names.
    """

    columns: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class StandingsSheet:
    """The facts of the document.

    ``columns``: everything that the order comes from, in the reader's language, the deciding one first: the places in
    the final stages, the criteria, the rounds; ``ways``: those of them by which it is ordered, if that is not plain
    from the first column alone; ``final``: whether these are the final standings; ``classes`` and
    ``teams``: printed at the end on sheets of their own, None if there are no teams.
    """

    after_round: int
    columns: tuple[str, ...]
    lines: tuple[StandingLine, ...]
    final: bool = False
    teams: TeamsTable | None = None
    classes: tuple[TeamsTable, ...] = ()
    ways: tuple[str, ...] = ()


def standings(facts: StandingsSheet, layout: Layout, language: str) -> bytes:
    """The standings as a PDF, in the given order, as large as one sheet takes."""
    texts = words(language)
    has_clubs = any(line.person.club for line in facts.lines)
    note = order_note(facts.ways, (value for line in facts.lines for value in line.values), language)
    # Rank, name and club have fixed widths; the figures share the rest.
    fixed = RANK + NAME + CLUB * has_clubs
    count = sum(1 + len(line.penalties) for line in facts.lines)
    across = fixed + TIGHT * len(facts.columns)
    many = len(facts.columns) + has_clubs > UPRIGHT
    sheet = layout.landscape if many else roomier(count, ROW, across, layout, note)
    room = body(layout, sheet, note)
    scale = filling_scale(count, ROW, across, room, layout.scale)
    left = room.width / MM / scale - fixed
    each = min(24.0, left / max(len(facts.columns), 1))
    columns = [
        PrintedColumn(texts["rank"], RANK, "centre", "bold", 11),
        PrintedColumn(texts["player"], 0, size=11, name=True),
    ]
    columns += [PrintedColumn(texts["club"], CLUB, size=9, name=True)] if has_clubs else []
    columns += [
        PrintedColumn(
            title,
            each,
            alignment(line.values[at] for line in facts.lines),
            "regular" if at else "bold",
            11 if each > TIGHT else 9,
        )
        for at, title in enumerate(facts.columns)
    ]
    rows = []
    for at, line in enumerate(facts.lines):
        cells = (str(line.rank), line.person.name, *([line.person.club] if has_clubs else []), *line.values)
        rows.append(PrintedRow(cells, at, line.goes_on))
        rows += [PrintedRow(("", each, *[""] * (len(cells) - 2)), at, line.goes_on) for each in line.penalties]
    one_sheet = (len(rows) + 1) * ROW * scale * MM <= room.height
    row = filling_row(len(rows), ROW if one_sheet else DENSE, scale, room)
    if (sheets := len(in_pages(rows, room, scale, 1, row))) > 1:  # none with a few rows alone
        even = filling_row(-(-len(rows) // sheets), row, scale, room)
        row = even if len(in_pages(rows, room, scale, 1, even)) == sheets else row
    pages = scaled(table_pages(columns, rows, room, scale, row=row), scale)
    for each_class in facts.classes:
        pages += _teams(each_class, texts, room, layout.scale)
    if facts.teams is not None:
        pages += _teams(facts.teams, texts, room, layout.scale)
    after = texts["after_round"].format(round=layout.round(facts.after_round, language)) if facts.after_round else ""
    aside = texts["final_board"] if facts.final else after
    marked = [any(each.marked for block in page for each in block) for page in in_pages(rows, room, scale, 1, row)]
    asides = [f"{aside}　{texts['qualified_note']}" if key else aside for key in marked]
    asides += [aside] * (len(pages) - len(asides))
    return framed(pages, layout, language, texts["standings"], aside, sheet, note=note, asides=asides)


def order_note(ways: Sequence[str], values: Iterable[str], language: str) -> str:
    """By what people are ranked, if it is more than one thing: the first decides, then the next one; and that sums are
    not those of the rounded figures, where some of the values are rounded.
    """
    ranked = words(language)["ranked_by"].format(ways=ranking(ways)) if len(ways) > 1 else ""
    return "　".join(filter(None, (ranked, unrounded(values, language))))


def unrounded(values: Iterable[str], language: str) -> str:
    """The note that sums are of unrounded points; empty where every value is whole."""
    return words(language)["unrounded"] if any("." in value for value in values) else ""


def _teams(teams: TeamsTable, texts: Mapping[str, str], room: Box, scale: float) -> list[Page]:
    """The pages of the teams, or of a class."""
    left = room.width / MM / scale - RANK - NAME
    each = min(30.0, left / max(len(teams.columns), 1))
    columns = [
        PrintedColumn(texts["rank"], RANK, "centre", "bold", 11),
        PrintedColumn(teams.heading or texts["team"], 0, size=11, name=True),
    ]
    columns += [
        PrintedColumn(title, each, "figure", "regular" if at else "bold", 11) for at, title in enumerate(teams.columns)
    ]
    rows = [PrintedRow(line, at) for at, line in enumerate(teams.lines)]
    return table_pages(columns, rows, room, scale, row=ROW)
