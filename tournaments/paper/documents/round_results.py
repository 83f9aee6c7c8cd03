"""The results of a round, table by table, best first."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.paper.facts import PrintedPerson
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.page.rows import PrintedColumn, PrintedRow, table_pages
from tournaments.paper.words import words


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's result.

    ``assets``: dollars, None if only points were entered; ``points``: as published; ``note``: how it ended, such as
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
    """The results of a round.  ``currency``: the symbol in front of assets."""

    round: int
    tables: tuple[TableResults, ...]
    currency: str = "$"


def round_results(facts: RoundResults, layout: Layout, language: str) -> bytes:
    """The results as a PDF.  A table is never split over two pages."""
    texts = words(language)
    columns = [
        PrintedColumn(texts["table"], 14, "centre", "bold", 13),
        PrintedColumn(texts["rank"], 13, "centre"),
        PrintedColumn(texts["player"], 0, size=10.5, name=True),
        PrintedColumn(texts["start_order"], 16, "centre"),
        PrintedColumn(texts["assets"], 24, "figure"),
        PrintedColumn(texts["points"], 20, "figure", "bold"),
        PrintedColumn(texts["note"], 32, size=8.5),
    ]
    rows = [
        PrintedRow(_cells(facts, table, line, line is table.lines[0]), band, line.won)
        for band, table in enumerate(facts.tables)
        for line in table.lines
    ]
    pages = table_pages(columns, rows, body(layout, layout.wide), layout.scale)
    aside = texts["round"].format(round=facts.round)
    return framed(pages, layout, language, texts["round_results"], aside, layout.wide)


def _cells(facts: RoundResults, table: TableResults, line: ResultLine, first: bool) -> tuple[str, ...]:
    assets = "" if line.assets is None else f"{facts.currency}{line.assets:,}"
    number = str(table.number) if first else ""
    return number, str(line.place), line.person.name, str(line.order), assets, line.points, line.note
