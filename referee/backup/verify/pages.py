"""Whether the database itself is whole: the pages of its file, and the tables that there should be."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from referee.core.database.database import Database, consistent
from referee.log.verify import Finding
from referee.models import METADATA

MOST = 10
"""Faults of the file that are listed; a damaged one has thousands."""
HAS_AMCHECK = "SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'"
INDEXES = (
    "SELECT c.oid, c.relname FROM pg_class c JOIN pg_am a ON a.oid = c.relam JOIN pg_index i ON i.indexrelid = c.oid"
    " WHERE c.relkind = 'i' AND a.amname = 'btree' AND i.indisvalid AND c.relnamespace = current_schema()::regnamespace"
)
HEAPS = "SELECT oid, relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"


def page_findings(database: Database) -> Iterator[Finding]:
    """What is wrong with the database as a whole.

    PostgreSQL's pages cannot be checked without its extension amcheck (`looks_at_pages`).
    """
    with consistent(database) as connection:
        try:
            missing = sorted({*METADATA.tables} - {*inspect(connection).get_table_names()})
        except DBAPIError as error:
            yield Finding("", 0, "damaged", {"fault": str(error.orig)})
            return
        yield from (Finding("", 0, "table_missing", {"name": name}) for name in missing)
        faults = sqlite_faults(connection) if database.is_sqlite else postgresql_faults(connection)
        for number, fault in enumerate(faults):
            if number == MOST:
                break
            yield Finding("", 0, "damaged", {"fault": fault})


def looks_at_pages(database: Database) -> bool:
    """Whether the pages of a database can be looked at."""
    return database.is_sqlite or bool(database.rows(HAS_AMCHECK, {})[0][0])


def sqlite_faults(connection: Connection) -> Iterator[str]:
    """What SQLite says of its file."""
    try:
        for (row,) in connection.execute(text("PRAGMA integrity_check")):
            yield from (line for line in str(row).splitlines() if line != "ok" and not line.startswith("***"))
        for table, row_id, parent, _ in connection.execute(text("PRAGMA foreign_key_check")):
            yield f"row {row_id} of {table} names a row of {parent} that is not there"
    except DBAPIError as error:
        yield str(error.orig)


def postgresql_faults(connection: Connection) -> Iterator[str]:
    """What amcheck says of the indexes and the tables, where the database has it."""
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
