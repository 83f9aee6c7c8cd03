"""The HTTP API of exports: a table, a round or an event, streamed whatever its size."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from flask import Response
from sqlmodel import col, select

from referee.calls.queries import calls_of
from referee.calls.views import NoteView, StaffCallView, staff_call_views
from referee.cases.queries import cases_of
from referee.cases.views import CaseView, case_view
from referee.core.access.guard import require_principal
from referee.core.access.scope import event_for, event_of, round_for, table_for
from referee.core.chain import ChainLine
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.fields import Integer, OneOf
from referee.core.http.responses import attachment
from referee.core.language import language
from referee.core.service import service
from referee.core.zone import local_time
from referee.events.plan import rounds_of
from referee.events.queries import EventView
from referee.exports.source import (
    ArchiveFile,
    ExportedTable,
    exported_tables,
    lines,
    record,
    table_json,
    table_name,
    tables_json,
    unescaped,
    zip_stream,
)
from referee.log.table_game import TableGames
from referee.models import Event, TableNote
from referee.rounds.views import RoundOut, round_rows
from referee.tables.schemas import EntryOut

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


FORMATS = ("record", "json", "csv")


@dataclass(frozen=True, slots=True)
class ExportQuery:
    """The format of an export."""

    format: Annotated[
        str,
        OneOf(FORMATS),
        "record: the record format; json: everything; csv: one row per entry, for spreadsheets.",
    ] = "record"


class TableExport(Protocol):
    """A table with its whole log and the resulting position and standing."""

    id: str
    event_id: str
    round_id: str
    round_number: int
    number: int
    state: str
    header: Mapping[str, Any]
    seq: int
    head: Annotated[str, "The hash of the last entry, or of the header."]
    created_at: int
    root: Annotated[str, "The text of the header that the log began with, if players were exchanged since."]
    entries: Sequence[Annotated[Mapping[str, Any], EntryOut]]
    position: Mapping[str, Any] | None
    standing: Sequence[Mapping[str, Any]] | None
    over: bool | None
    differs_at: Annotated[
        int | None,
        Integer(),
        "The first entry that today's rules judge differently; 0: its ruleset no longer exists.",
    ]


class RoundExport(Protocol):
    """A round with its tables."""

    round: RoundOut
    tables: Sequence[TableExport]


class EventExport(Protocol):
    """An event with its rounds, tables, calls, notes and cases."""

    event: EventView
    rounds: Sequence[RoundOut]
    calls: Annotated[Sequence[StaffCallView], "The calls, newest first."]
    notes: Annotated[
        Sequence[NoteView], "The notes left at tables, in order, including replaced and cleared (empty) ones."
    ]
    cases: Annotated[Sequence[CaseView], "The cases, newest first."]
    tables: Sequence[TableExport]


blueprint = StrictBlueprint("exports", __name__, url_prefix="/api/v1", description="Exports")

RECORD, ARCHIVE, SHEET, JSON = "application/x-ndjson", "application/zip", "text/csv", "application/json"
CHUNK_CHARACTERS = 16_384
"""The smallest chunk of the stream, in characters."""


def chunks(parts: Iterable[str]) -> Iterator[bytes]:
    """Join the parts of a text into larger chunks, encoded as UTF-8."""
    waiting: list[str] = []
    size = 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size >= CHUNK_CHARACTERS:
            yield "".join(waiting).encode()
            waiting.clear()
            size = 0
    yield "".join(waiting).encode()


def file_response(body: Iterator[bytes], kind: str, event: Event, name: str) -> Response:
    """The response that streams a file as a download."""
    headers = {"Content-Disposition": attachment(event.name, name), "Cache-Control": "private, no-store"}
    return Response(body, headers=headers, content_type=f"{kind}; charset=utf-8" if kind == SHEET else kind)


def tables_response(
    tables: list[ExportedTable], file_format: str, about: Mapping[str, Any], event: Event, name: str
) -> Response:
    """The response that streams several tables in the requested format."""
    games = service().part(TableGames)
    if file_format == "csv":
        return file_response(chunks(sheet(games, tables)), SHEET, event, f"{name}.csv")
    if file_format == "json":
        return file_response(chunks(tables_json(games, tables, about, language())), JSON, event, f"{name}.json")
    files = (ArchiveFile(f"{table_name(table)}.jsonl", table.created_at, record(games, table)) for table in tables)
    return file_response(zip_stream(files), ARCHIVE, event, f"{name}.zip")


@endpoint(blueprint, "GET", "/tables/<table_id>/export", query=ExportQuery, gives=TableExport, media=(RECORD, SHEET))
def export_table(query: ExportQuery, table_id: str) -> Response:
    """Export a table.

    `record` (application/x-ndjson): the record format, which `referee check` judges: the header, then every report,
    including refused ones, with the numbers of the log.  `json`: everything, with answers, authors, hashes, position
    and standing.  `csv`: one row per entry, UTF-8 with a byte order mark; cells that a spreadsheet would treat as a
    formula are prefixed with an apostrophe.  Its columns: `round` and `table` (numbers), `seq`, `at_utc`, `accepted` (1
    or 0), `type`, `player`, `report` (JSON), `clauses` and `codes` of the refusals, `reason`, `author`, `client_id`,
    `account_id`, `credential_id`, `hash`.
    """
    table_for("table.read", table_id)
    games = service().part(TableGames)
    (table,) = exported_tables(service().database, table_id=table_id)
    event = event_of(table.event_id)
    name = table_name(table)
    match query.format:
        case "csv":
            return file_response(chunks(sheet(games, [table])), SHEET, event, f"{name}.csv")
        case "json":
            return file_response(chunks(table_json(games, table, language())), JSON, event, f"{name}.json")
        case _:
            return file_response(chunks(record(games, table)), RECORD, event, f"{name}.jsonl")


@endpoint(blueprint, "GET", "/rounds/<round_id>/export", query=ExportQuery, gives=RoundExport, media=(ARCHIVE, SHEET))
def export_round(query: ExportQuery, round_id: str) -> Response:
    """Export all tables of a round.

    `record`: a zip archive with a record for each table, `round-1-table-1.jsonl` and so on.  `json` and `csv`: as for a
    table.
    """
    require_principal()
    database = service().database
    with database.read() as session:
        found = round_for(session, round_id, "event.export")
        (row,) = round_rows(session, [found])
    tables = exported_tables(database, round_id=round_id)
    about = {"round": dump(RoundOut, row)}
    return tables_response(tables, query.format, about, event_of(found.event_id), f"round-{found.number}")


@endpoint(blueprint, "GET", "/events/<event_id>/export", query=ExportQuery, gives=EventExport, media=(ARCHIVE, SHEET))
def export_event(query: ExportQuery, event_id: str) -> Response:
    """Export all tables of all rounds of an event.

    The formats are those of a round's export; `json` also contains calls, notes and cases.
    """
    event = event_for("event.export", event_id)
    database = service().database
    with database.read() as session:
        rounds = [dump(RoundOut, each) for each in round_rows(session, rounds_of(session, event_id))]
        views = staff_call_views(session, calls_of(session, event_id), database.now())
        calls = [dump(StaffCallView, each) for each in views]
        found = [case_view(session, each, database.now(), language()) for each in cases_of(session, event_id)]
        cases = [dump(CaseView, each) for each in found]
        noted = select(TableNote).where(TableNote.event_id == event_id).order_by(col(TableNote.id))
        notes = [dump(NoteView, each) for each in session.exec(noted)]
    about = {
        "event": dump(EventView, event),
        "rounds": rounds,
        "calls": calls,
        "notes": notes,
        "cases": cases,
    }
    return tables_response(exported_tables(database, event_id=event_id), query.format, about, event, "event")
