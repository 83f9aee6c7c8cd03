"""What others remember of the ends of the logs: a log cut off at its end is sound by itself, and only they can tell.

Backups know an end of every log, and so do this machine's notes (`referee.log.heads`) and the pages at the tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, text

from referee.backup.folder import UPLOADED, Backup
from referee.backup.read import BackupUnusable, parts
from referee.log.heads import Heads, restored_since
from referee.log.verify import Finding

ENTRY = text("SELECT hash FROM entry WHERE table_id = :id AND seq = :seq")
CHANGE = text("SELECT hash FROM change WHERE event_id = :id AND seq = :seq")
TABLE = text("SELECT seq, head FROM game_table WHERE id = :id")
EVENT = text("SELECT seq, head FROM event_chain WHERE event_id = :id")
MISSING = text("SELECT table_id, seq, hash, label, noted_at FROM missing_head ORDER BY table_id, label")


class Known(NamedTuple):
    """The ends of logs that somebody knows: ``source`` says who, ``heads`` what."""

    source: str
    heads: Heads


def of_backup(backup: Backup) -> Known:
    """What a backup knows.  Raises `BackupUnusable`."""
    found = Heads(backup.made_at, {}, {})
    for part in parts(backup.path):
        at = {name: number for number, name in enumerate(part.columns)}
        if part.table == "game_table":
            found.tables.update({row[at["id"]]: (row[at["seq"]], row[at["head"]]) for row in part.rows})
        elif part.table == "event_chain":
            found.events.update({row[at["event_id"]]: (row[at["seq"]], row[at["head"]]) for row in part.rows})
    return Known(backup.name, found)


def newest_readable(found: list[Backup]) -> tuple[Known | None, list[str]]:
    """The newest of some backups that can be read, and why those that are newer cannot."""
    faults: list[str] = []
    for backup in found:
        if backup.why == UPLOADED:
            continue  # of another service, perhaps
        try:
            return of_backup(backup), faults
        except BackupUnusable as error:
            faults.append(str(error))
    return None, faults


def head_findings(connection: Connection, known: Known) -> Iterator[Finding]:
    """The ends of logs that somebody knows and the database does not have; nothing of what was before a restore."""
    if restored_since(connection, known.heads.at):
        return
    for kind, heads, end, line in (
        ("log", known.heads.tables, TABLE, ENTRY), ("chain", known.heads.events, EVENT, CHANGE),
    ):  # fmt: skip
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


def missing(connection: Connection) -> Iterator[Known]:
    """The ends of logs that pages at the tables reported, and that were missing then."""
    for table_id, seq, digest, label, noted_at in connection.execute(MISSING):
        yield Known(label, Heads(noted_at, {table_id: (seq, digest)}, {}))
