"""Logs as CSV for spreadsheets: one row per entry."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from referee.core.chain import ChainLine
from referee.core.zone import local_time
from referee.exports.source import ExportedTable, lines
from referee.exports.table_text import unescaped
from referee.log.table_game import TableGames

COLUMNS = {
    "round": "number of the round",
    "table": "number of the table",
    "seq": "number of the entry",
    "at_utc": "when it was logged, UTC",
    "accepted": "1 or 0",
    "type": "type of the report",
    "player": "seat that the report is about",
    "report": "the report as JSON",
    "clauses": "clauses that a refused report breaks",
    "codes": "codes of the refusals",
    "reason": "why something was taken back",
    "author": "who reported",
    "client_id": "the reporter's id of the report",
    "account_id": "account of the author",
    "credential_id": "session or device that the report came by",
    "hash": "hash of the entry",
}
"""The columns and what they contain."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Prefixes that make a spreadsheet read a cell as a formula, full-width forms included."""


def sheet(games: TableGames, tables: Iterable[ExportedTable]) -> Iterator[str]:
    """Yield the rows as text, the column names first.

    The text begins with a byte order mark, by which spreadsheets recognize UTF-8.  A cell that would be read as a
    formula gets an apostrophe in front.
    """
    yield "\ufeff" + row(list(COLUMNS))
    for table in tables:
        for line in lines(games, table):
            yield row(cells(table, line))


def cells(table: ExportedTable, line: ChainLine) -> list[Any]:
    report = json.loads(line.report)
    refusals = json.loads(line.answer).get("refusals", ())
    kind, player = (report.get("type"), report.get("player")) if isinstance(report, dict) else (None, None)
    at = local_time(line.at)
    return [
        table.round_number,
        table.number,
        line.seq,
        f"{at:%Y-%m-%d %H:%M:%S}.{line.at % 1000:03}",
        int(line.accepted),
        kind,
        player,
        unescaped(line.report),
        " ".join(each["clause"] for each in refusals),
        " ".join(each["code"] for each in refusals),
        line.reason,
        line.author,
        line.client_id,
        line.account_id,
        line.credential_id,
        line.hash,
    ]


def row(values: list[Any]) -> str:
    """The cells as a line of CSV (RFC 4180)."""
    written = io.StringIO()
    csv.writer(written).writerow([escape_formula(value) for value in values])
    return written.getvalue().encode("utf-8", "replace").decode()


def escape_formula(value: Any) -> Any:
    """Escape a cell that a spreadsheet would evaluate as a formula."""
    if value is None or isinstance(value, int):
        return value
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA) else text
