"""The results of a round, table by table, best first."""

from __future__ import annotations

from dataclasses import dataclass

from rulesets import Money
from tournaments.paper.facts import PrintedPerson
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.page.rows import (
    ROW,
    PrintedColumn,
    PrintedRow,
    filling_row,
    filling_scale,
    roomier,
    scaled,
    table_pages,
)
from tournaments.paper.words import words

NAME = 38.0
"""The least width of a name in millimetres."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's result.

    ``assets``: None if only points were entered; ``points``: as published; ``note``: how it ended, such as
    `monopoly win` or `bankrupt (1st)`; ``won``: highlighted.
    """

    person: PrintedPerson
    order: int
    place: int
    points: str
    assets: int | None = None
    note: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class TableResults:
    number: int
    lines: tuple[ResultLine, ...]


@dataclass(frozen=True, slots=True)
class RoundResults:
    """The results of a round.  ``money``: of the game."""

    round: int
    tables: tuple[TableResults, ...]
    money: Money


def round_results(facts: RoundResults, layout: Layout, language: str) -> bytes:
    """The results as a PDF, as large as one sheet takes.  A table is never split over two pages."""
    texts = words(language)
    # In a final nobody is given points.
    pointed = any(line.points not in ("", "–") for table in facts.tables for line in table.lines) or not facts.tables
    noted = any(line.note for table in facts.tables for line in table.lines) or not facts.tables
    columns = [
        PrintedColumn(texts["table"], 13, "centre", "bold", 13),
        PrintedColumn(texts["rank"], 11, "centre"),
        PrintedColumn(texts["player"], 0, size=10.5, name=True),
        PrintedColumn(texts["start_order"], 17, "centre"),
        PrintedColumn(texts["assets"], 20, "figure"),
        *([PrintedColumn(texts["points"], 18, "figure", "bold")] if pointed else []),
        *([PrintedColumn("", 3), PrintedColumn(texts["note"], 24, size=8.5)] if noted else []),
    ]
    rows = [
        PrintedRow(_cells(facts, table, line, line is table.lines[0], pointed)[: len(columns)], band, line.won)
        for band, table in enumerate(facts.tables)
        for line in table.lines
    ]
    note = layout.class_finals(((facts.round, table.number) for table in facts.tables), language)
    across = NAME + sum(each.width for each in columns)
    sheet = roomier(len(rows), ROW, across, layout, note)
    room = body(layout, sheet, note)
    scale = filling_scale(len(rows), ROW, across, room, layout.scale)
    row = filling_row(len(rows), ROW, scale, room)
    pages = scaled(table_pages(columns, rows, room, scale, row=row), scale)
    aside = layout.round(facts.round, language)
    return framed(pages, layout, language, texts["round_results"], aside, sheet, note=note)


def _cells(facts: RoundResults, table: TableResults, line: ResultLine, first: bool, pointed: bool) -> tuple[str, ...]:
    assets, number = shown_assets(line, facts.money), str(table.number) if first else ""
    points = (line.points,) if pointed else ()
    return number, str(line.place), line.person.name, str(line.order), assets, *points, "", line.note


def shown_assets(line: ResultLine, money: Money) -> str:
    """A player's assets as money; empty if only points were entered, or nothing is left, as the note says."""
    return "" if line.assets is None or (line.note and not line.assets) else money.shown(line.assets)
