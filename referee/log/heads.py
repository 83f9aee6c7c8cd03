"""A file that records how far the logs have come, so that the loss of acknowledged entries is noticed.

A database whose last pages were lost is sound by itself, only older.  So every few seconds the end of every log is
written to a file in this machine's data directory; an end that the database no longer has stays there.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import secrets
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, TableClause, column, select, table, text, tuple_

from referee.core.database.database import Database, consistent_read

LOG = logging.getLogger(__name__)

FILE = "heads.json"
ASIDE = "-damaged"
"""The suffix of a file that was damaged."""
EVERY_SECONDS = 3
"""How often to check whether there is something to write."""

PROGRESS = (
    "SELECT (SELECT count(*) + coalesce(sum(seq), 0) FROM game_table),"
    " (SELECT count(*) + coalesce(sum(seq), 0) FROM event_chain)"
)
TABLES = text("SELECT id, seq, head FROM game_table")
EVENTS = text("SELECT event_id, seq, head FROM event_chain")
ENTRIES = table("entry", column("table_id"), column("seq"), column("hash"))
CHANGES = table("change", column("event_id"), column("seq"), column("hash"))
RESTORED = text("SELECT count(*) FROM restored WHERE made_at < :at AND :at <= at")
NOT_RESTORED_SINCE = "NOT EXISTS (SELECT 1 FROM restored r WHERE r.made_at < m.noted_at AND m.noted_at <= r.at)"
NOTED = f"SELECT 1 FROM missing_head m WHERE table_id = :id AND label = :label AND seq >= :seq AND {NOT_RESTORED_SINCE}"
TRUNCATED = text(
    "SELECT DISTINCT t.number FROM missing_head m JOIN game_table t ON t.id = m.table_id"
    f" WHERE t.event_id = :event_id AND {NOT_RESTORED_SINCE} AND NOT EXISTS"
    " (SELECT 1 FROM entry e WHERE e.table_id = m.table_id AND e.seq = m.seq AND e.hash = m.hash) ORDER BY t.number"
)
NOTE = text(
    "INSERT INTO missing_head (table_id, label, seq, hash, noted_at) VALUES (:id, :label, :seq, :hash, :now)"
    " ON CONFLICT (table_id, label) DO UPDATE SET seq = excluded.seq, hash = excluded.hash,"
    " noted_at = excluded.noted_at"
)

AT_ONCE = 200
"""How many ends are looked for by one statement."""

Ends = dict[str, tuple[int, str]]
"""By table or event: the number of the last entry, and its hash."""


class Heads(NamedTuple):
    """The ends of logs as known ``at`` a moment, in ms since 1970."""

    at: int
    tables: Ends
    events: Ends


class HeadsDamaged(Exception):
    """This machine's file is not one that the service has written; the message says which file, and what is wrong."""


def read(data: Path) -> Heads | None:
    """Read this machine's file; None if there is none.

    Raises OSError if it cannot be opened, which does not mean that it is not there, and `HeadsDamaged`.
    """
    try:
        content = (data / FILE).read_bytes()
    except FileNotFoundError:
        return None
    try:
        found = json.loads(content)
        tables, events = (
            {str(about): (int(seq), str(digest)) for about, (seq, digest) in found[name].items()}
            for name in ("tables", "events")
        )
        return Heads(int(found["at"]), tables, events)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise HeadsDamaged(f"{data / FILE}: {error!r}") from error


def write(data: Path, heads: Heads) -> None:
    """Write the ends of logs to the file, atomically.  Raises OSError."""
    part = data / f"{FILE}-{secrets.token_hex(4)}"
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(json.dumps(heads._asdict()))
            file.flush()
            os.fsync(file.fileno())
        part.replace(data / FILE)
    finally:
        part.unlink(missing_ok=True)


def restored_since(connection: Connection, at: int) -> bool:
    """Whether a backup from before a moment was restored since: then what was known at that moment may be gone."""
    return bool(connection.scalar(RESTORED, {"at": at}))


def ends_of_logs(database: Database, before: Heads | None) -> tuple[Heads, Ends]:
    """The ends of all logs, and those of tables' logs that are lost; a lost end stays as it was ``before``."""
    at = database.now()
    with consistent_read(database) as connection:
        tables: Ends = {row[0]: (row[1], row[2]) for row in connection.execute(TABLES)}
        events: Ends = {row[0]: (row[1], row[2]) for row in connection.execute(EVENTS)}
        lost: Ends = {}
        if before is not None and not restored_since(connection, before.at):
            for now, then, log in ((tables, before.tables, ENTRIES), (events, before.events, CHANGES)):
                moved = {about: end for about, end in then.items() if end[0] and now.get(about) != end}
                for about, end in absent(connection, log, moved).items():
                    if now is tables and about in now:
                        lost[about] = end
                    now[about] = end
    return Heads(at, tables, events), lost


def absent(connection: Connection, logs: TableClause, ends: Ends) -> Ends:
    """Those of some ends that their logs do not have."""
    of, seq, digest = logs.c
    found, wanted = dict(ends), [(about, number) for about, (number, _) in ends.items()]
    for first in range(0, len(wanted), AT_ONCE):
        some = tuple_(of, seq).in_(wanted[first : first + AT_ONCE])
        for about, *end in connection.execute(select(of, seq, digest).where(some)):
            if found.get(about) == tuple(end):
                del found[about]
    return found


def note_missing(database: Database, table_id: str, label: str, end: tuple[int, str]) -> None:
    """Record that somebody remembers an end of a log that the log does not have; the furthest one of each is kept.

    ``label``: who remembers it.
    """
    seq, digest = end
    values = {"id": table_id, "label": label[:200], "seq": seq, "hash": digest, "now": database.now()}
    if database.rows(database.sql(NOTED), values):
        return
    with database.write() as session:
        session.connection().execute(NOTE, values)
    LOG.error("table %s: %s remembers entry %d, which the log does not have: `referee db verify`", table_id, label, seq)


def truncated_tables(connection: Connection, event_id: str) -> list[int]:
    """The numbers of the tables of an event whose logs lack an entry that somebody remembers."""
    return list(connection.scalars(TRUNCATED, {"event_id": event_id}))


class HeadNotes:
    """Keeps the file up to date from one process."""

    def __init__(self, database: Database, data: Path) -> None:
        self.database = database
        self.data = data
        self._sum: object = None
        self._noted: Ends = {}

    def note(self) -> None:
        """Write the ends of all logs if one has moved since the last time.

        Raises database errors, and OSError; a file that cannot be opened now still has what it has.
        """
        total = self.database.rows(PROGRESS, {})
        if total == self._sum:
            return
        heads, lost = ends_of_logs(self.database, self._before())
        for table_id, end in lost.items():
            if self._noted.get(table_id) != end:
                note_missing(self.database, table_id, platform.node(), end)
                self._noted[table_id] = end
        write(self.data, heads)
        self._sum = total

    def _before(self) -> Heads | None:
        """What the file says; a damaged one is kept under another name."""
        try:
            return read(self.data)
        except HeadsDamaged as error:
            LOG.error(
                "the notes of the logs' ends are damaged, are kept as %s%s, and begin anew: %s", FILE, ASIDE, error
            )
            (self.data / FILE).replace(self.data / f"{FILE}{ASIDE}")
            return None
