"""Verifying everything but the logs themselves (see `referee.log.verify` for those).

- The hash chain of an event: the changes follow each other, and the rows are as the last change left them.
- The heads of logs that others remember: a truncated log is consistent in itself, and only they can tell.  Backups
  know a head of every log, and so do this machine's notes (`referee.log.heads`) and the pages at the tables.
- The integrity of the database itself: the pages of its file, and that no table is missing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import SQLModel

from referee.backup.faults import BackupUnusable
from referee.backup.folder import UPLOADED, Backup
from referee.backup.read import read_parts
from referee.core.database.changes import CHAINED, first_hash, next_hash
from referee.core.database.database import Database, consistent_read
from referee.log.heads import Heads, restored_since
from referee.log.verify import Finding
from referee.models import METADATA, Case, EventChain, Penalty, RowChange

Row = tuple[str, str]
"""The table and the key of a row."""
ENTRY_HASH = text("SELECT hash FROM entry WHERE table_id = :id AND seq = :seq")
CHANGE_HASH = text("SELECT hash FROM change WHERE event_id = :id AND seq = :seq")
TABLE_HEAD = text("SELECT seq, head FROM game_table WHERE id = :id")
EVENT_HEAD = text("SELECT seq, head FROM event_chain WHERE event_id = :id")
MISSING_HEADS = text("SELECT table_id, seq, hash, label, noted_at FROM missing_head ORDER BY table_id, label")
COUNTED = ("event", "account", "player", "game_table", "entry", "table_result", "ruling_case")
"""The tables whose rows are counted: those that mean something to people."""
MOST_FAULTS = 10
"""The most faults of the database file that are listed; a damaged one has thousands."""
HAS_AMCHECK = "SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'"
INDEXES = (
    "SELECT c.oid, c.relname FROM pg_class c JOIN pg_am a ON a.oid = c.relam JOIN pg_index i ON i.indexrelid = c.oid"
    " WHERE c.relkind = 'i' AND a.amname = 'btree' AND i.indisvalid AND c.relnamespace = current_schema()::regnamespace"
)
HEAPS = "SELECT oid, relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"


def change_findings(connection: Connection, event_id: str) -> Iterator[Finding]:
    """Verify the chain of an event: its cases, decisions, results and penalties."""
    last: dict[Row, tuple[int, Any]] = {}
    seq, head = 0, first_hash(event_id)
    changes = SQLModel.metadata.tables[str(RowChange.__tablename__)]
    query = select(changes).where(changes.c.event_id == event_id).order_by(changes.c.seq)
    for found in connection.execute(query):
        if found.seq != seq + 1:
            yield Finding(event_id, found.seq, "change_gap", {"before": seq})
        elif found.hash != next_hash(head, found.seq, found.at, found.kind, found.row_id, found.content):
            yield Finding(event_id, found.seq, "change_hash", {"kind": found.kind, "row": found.row_id})
        seq, head = found.seq, found.hash
        last[found.kind, found.row_id] = seq, found.content
    chains = SQLModel.metadata.tables[str(EventChain.__tablename__)]
    end = connection.execute(select(chains).where(chains.c.event_id == event_id)).one_or_none()
    noted = (end.seq, end.head) if end is not None else (0, first_hash(event_id))
    if noted != (seq, head):
        yield Finding(event_id, seq, "change_end", {"kept": noted[0]})
    yield from row_findings(connection, event_id, last)


def row_findings(connection: Connection, event_id: str, last: dict[Row, tuple[int, Any]]) -> Iterator[Finding]:
    """The rows of an event that differ from its chain.  ``last``: the last change of each row, its seq and content."""
    left = dict(last)
    for kind, row in rows_of(connection, event_id):
        facts = {"kind": kind, "row": row["id"]}
        if (kind, row["id"]) not in left:
            yield Finding(event_id, 0, "row_unchained", facts)
            continue
        seq, content = left.pop((kind, row["id"]))
        differ = differing_columns(row, content)
        if differ:
            yield Finding(event_id, seq, "row_altered", {**facts, "columns": ", ".join(differ)})
    for (kind, row_id), (seq, _) in left.items():
        yield Finding(event_id, seq, "row_missing", {"kind": kind, "row": row_id})


def differing_columns(row: dict[str, Any], content: str) -> list[str]:
    """The columns of a row that are not as a change left them; columns added since then are ignored."""
    try:
        kept = json.loads(content)
    except ValueError:
        return ["content"]
    return [name for name, value in kept.items() if row.get(name) != value]


def rows_of(connection: Connection, event_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """All chained rows of an event, with the name of their table."""
    tables = SQLModel.metadata.tables
    for model in CHAINED:
        table = tables[str(model.__tablename__)]
        query = select(table)
        for key, owner in (("case_id", Case), ("penalty_id", Penalty)):
            if key in table.c:
                head = tables[str(owner.__tablename__)]
                query = query.join(head, head.c.id == table.c[key]).where(head.c.event_id == event_id)
        if "event_id" in table.c:
            query = query.where(table.c.event_id == event_id)
        for row in connection.execute(query).mappings():
            yield table.name, dict(row)


class KnownHeads(NamedTuple):
    """The heads of logs that somebody remembers.  ``source``: who; ``heads``: what they remember."""

    source: str
    heads: Heads


def heads_in_backup(backup: Backup) -> KnownHeads:
    """The heads of logs in a backup.  Raises `BackupUnusable`."""
    found = Heads(backup.made_at, {}, {})
    for part in read_parts(backup.path):
        at = {name: number for number, name in enumerate(part.columns)}
        if part.table == "game_table":
            found.tables.update({row[at["id"]]: (row[at["seq"]], row[at["head"]]) for row in part.rows})
        elif part.table == "event_chain":
            found.events.update({row[at["event_id"]]: (row[at["seq"]], row[at["head"]]) for row in part.rows})
    return KnownHeads(backup.name, found)


def newest_readable(listed: list[Backup]) -> tuple[KnownHeads | None, list[BackupUnusable]]:
    """The heads of the newest readable backup, and why each newer one cannot be read."""
    faults: list[BackupUnusable] = []
    for backup in listed:
        if backup.why == UPLOADED:
            continue  # it may be another service's
        try:
            return heads_in_backup(backup), faults
        except BackupUnusable as error:
            faults.append(error)
    return None, faults


def lacks(database: Database, backup: Backup) -> bool:
    """Whether a database is damaged, or lacks entries or rows of a backup, unless an older one was restored since.

    A backup that cannot be read is lacked.
    """
    try:
        known, rows = heads_in_backup(backup), rows_in_backup(backup)
    except BackupUnusable:
        return True
    with consistent_read(database) as connection:
        if restored_since(connection, backup.made_at):
            return False
        if any(head_findings(connection, known)):
            return True
    if any(page_findings(database)):
        return True
    return any(database.rows(f"SELECT count(*) FROM {table}", {})[0][0] < rows[table] for table in COUNTED)


def rows_in_backup(backup: Backup) -> Counter[str]:
    """How many rows each table has in a backup.  Raises `BackupUnusable`."""
    found: Counter[str] = Counter()
    for part in read_parts(backup.path):
        found[part.table] += len(part.rows)
    return found


def head_findings(connection: Connection, known: KnownHeads) -> Iterator[Finding]:
    """The remembered heads of logs that the database lacks; none if an older backup was restored since."""
    if restored_since(connection, known.heads.at):
        return
    for kind, heads, end, line in (
        ("log", known.heads.tables, TABLE_HEAD, ENTRY_HASH),
        ("chain", known.heads.events, EVENT_HEAD, CHANGE_HASH),
    ):
        for about, (seq, digest) in heads.items():
            now = connection.execute(end, {"id": about}).one_or_none()
            if now == (seq, digest) or (seq == 0 and now is not None):
                continue
            facts = {"source": known.source, "last": 0 if now is None else now[0]}
            if now is None:
                yield Finding(about, seq, f"{kind}_gone", facts)
            elif now[0] < seq:
                yield Finding(about, seq, f"{kind}_shorter", facts)
            elif connection.scalar(line, {"id": about, "seq": seq}) != digest:
                yield Finding(about, seq, f"{kind}_other", facts)


def reported_missing_heads(connection: Connection) -> Iterator[KnownHeads]:
    """The heads of logs that pages at the tables have reported as missing."""
    for table_id, seq, digest, label, noted_at in connection.execute(MISSING_HEADS):
        yield KnownHeads(label, Heads(noted_at, {table_id: (seq, digest)}, {}))


def page_findings(database: Database) -> Iterator[Finding]:
    """What is wrong with the database itself: missing tables and damaged pages.

    PostgreSQL's pages cannot be checked without its extension amcheck (`can_check_pages`).
    """
    with consistent_read(database) as connection:
        try:
            absent = sorted({*METADATA.tables} - {*inspect(connection).get_table_names()})
        except DBAPIError as error:
            yield Finding("", 0, "damaged", {"fault": str(error.orig)})
            return
        yield from (Finding("", 0, "table_missing", {"name": name}) for name in absent)
        faults = sqlite_faults(connection) if database.is_sqlite else postgresql_faults(connection)
        for number, fault in enumerate(faults):
            if number == MOST_FAULTS:
                break
            yield Finding("", 0, "damaged", {"fault": fault})


def can_check_pages(database: Database) -> bool:
    return database.is_sqlite or bool(database.rows(HAS_AMCHECK, {})[0][0])


def sqlite_faults(connection: Connection) -> Iterator[str]:
    """The faults that SQLite's own integrity and foreign key checks report."""
    try:
        for (row,) in connection.execute(text("PRAGMA integrity_check")):
            yield from (line for line in str(row).splitlines() if line != "ok" and not line.startswith("***"))
        for table, row_id, parent, _ in connection.execute(text("PRAGMA foreign_key_check")):
            yield f"row {row_id} of {table} names a row of {parent} that is not there"
    except DBAPIError as error:
        yield str(error.orig)


def postgresql_faults(connection: Connection) -> Iterator[str]:
    """The faults that amcheck reports in indexes and tables; none if the extension is not installed."""
    if not connection.scalar(text(HAS_AMCHECK)):
        return
    for kind, check in ((INDEXES, "bt_index_check(:oid, true)"), (HEAPS, "verify_heapam(:oid)")):
        for oid, name in connection.execute(text(kind)).all():
            with connection.begin_nested() as attempt:
                try:
                    found = connection.execute(text(f"SELECT * FROM {check}"), {"oid": oid}).all()
                except DBAPIError as error:
                    attempt.rollback()
                    yield f"{name}: {str(error.orig).splitlines()[0]}"
                    continue
            yield from (f"{name}: {row[-1]}" for row in found if row[-1])
