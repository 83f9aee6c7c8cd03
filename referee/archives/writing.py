"""Writing the archive of an event from the database, file by file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import version
from typing import Any

from referee.archives.derived import derived_rows
from referee.archives.facts import Archived, archived_of, facts_in
from referee.archives.gathering import Gathered
from referee.archives.naming import log_name
from referee.archives.public import Officials, public_report, public_rows, without_private
from referee.core.chain import ChainLine
from referee.core.database.database import Database
from referee.exports.source import ArchiveFile, ExportedTable, exported_tables, lines, unescaped, zip_stream
from referee.log.table_game import TableGames
from tournaments.archive import records
from tournaments.archive.lines import compact_json, moment_text
from tournaments.archive.pack import PackedLog, packed
from tournaments.fault import Faulty


def archive_stream(database: Database, games: TableGames, event_id: str, *, public: bool, now: int) -> Iterator[bytes]:
    """Yield the archive of an event as a zip file, as of the time of the call.

    ``public``: the variant for everybody; ``now``: the time that it bears, ms since 1970.
    """
    tables = exported_tables(database, event_id=event_id)
    with database.read() as session:
        gathered = Gathered(session, event_id)
    officials = Officials()
    rows = gathered.rows
    archived = archived_of(rows)
    if public:
        if archived.regulations:
            rows = public_rows(rows, archived, facts_in(archived), officials)
        else:  # nothing has been played or published yet
            rows = {"event.jsonl": rows["event.jsonl"]}
        archived = replace(archived_of(rows), public=True)
    rows = {**rows, **derived(archived)}
    about = {
        "variant": "public" if public else "organizer",
        "event": event_id,
        "name": gathered.event.name,
        "made_at": moment_text(now),
        "by": f"monopoly-referee {version('monopoly-referee')}",
    }
    kept = {each.log for each in archived.tables}
    shown = {each.number for each in archived.rounds if each.results_published_at is not None}
    logs = (
        packed_log(games, table, officials if public else None)
        for table in tables
        if log_name(table.round_number, table.number) in kept and (not public or table.round_number in shown)
    )
    files = packed(rows, logs, about, public=public)
    return zip_stream(ArchiveFile(each.name, now, each.parts) for each in files)


def derived(archived: Archived) -> dict[str, list[Any]]:
    """The derived lines; none if the regulation cannot count what was entered, which the event's pages say, too."""
    try:
        return derived_rows(archived)
    except Faulty:
        return {}


def packed_log(games: TableGames, table: ExportedTable, officials: Officials | None) -> PackedLog:
    """The log of a table.  ``officials``: for the public variant."""

    def record() -> Iterator[str]:
        yield unescaped(table.root or table.header) + "\n"
        for line in lines(games, table):
            if officials is None:
                yield unescaped(line.report) + "\n"
            else:
                report = public_report(json.loads(line.report), accepted=line.accepted, officials=officials)
                yield compact_json(report) + "\n"

    def entries() -> Iterator[records.FiledEntry]:
        for line in lines(games, table):
            found = entry(line)
            yield found if officials is None else without_private(found, officials)

    return PackedLog(log_name(table.round_number, table.number), record(), entries())


def entry(line: ChainLine) -> records.FiledEntry:
    """What is known about an entry besides its report."""
    return records.FiledEntry(
        line.seq,
        line.client_id,
        line.at,
        line.author,
        line.account_id,
        line.credential_id,
        line.accepted,
        json.loads(line.answer),
        line.reason,
        line.hash,
        line.made_at,
    )
