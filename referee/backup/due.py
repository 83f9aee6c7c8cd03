"""Scheduled backups, and which process makes the next one.

All processes of a service share one row, `BackupTurn`: the process that manages to move its ``due_at`` has claimed the
next backup and makes it on its own machine.
"""

from __future__ import annotations

import logging
import platform
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import text

from referee.backup.faults import quoted
from referee.backup.folder import RESCUED, Backup, accept_rescued
from referee.backup.second import SecondPlace
from referee.backup.write import make
from referee.core.database.database import Database

LOG = logging.getLogger(__name__)

EVERY = 15 * 60 * 1000
"""Milliseconds from one backup to the next."""
CLAIM_LASTS = 5 * 60 * 1000
"""Milliseconds for which a claim holds; after that, another process makes the unfinished backup."""
RETRY = 60 * 1000
"""Milliseconds until the retry of a failed backup."""
CHECK_SECONDS = 5
"""How often a process checks whether a backup is due."""

DUE = "SELECT due_at FROM backup_turn WHERE name = 'backup'"
LAST = "SELECT made_at, machine, fault FROM backup_turn WHERE name = :name"
CLAIM = text(
    "INSERT INTO backup_turn (name, due_at) VALUES ('backup', :until)"
    " ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at"
    " WHERE backup_turn.due_at <= :now OR backup_turn.due_at > :future"
)
MADE = text(
    "INSERT INTO backup_turn (name, due_at, made_at, machine) VALUES ('backup', :due_at, :made_at, :machine)"
    " ON CONFLICT (name) DO UPDATE"
    " SET due_at = excluded.due_at, made_at = excluded.made_at, machine = excluded.machine, fault = NULL"
)
FAILED = text(
    "INSERT INTO backup_turn (name, due_at, fault) VALUES ('backup', :again, :fault)"
    " ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, fault = excluded.fault"
)


class LastBackup(NamedTuple):
    """The last backup of the service, on whichever machine it was made.

    ``made_at`` in ms since 1970, UTC, None before the first; ``fault``: why a later attempt failed, None if none did.
    """

    made_at: int | None
    machine: str | None
    fault: str | None


NEVER = LastBackup(None, None, None)
"""No backup was ever made."""


def last_backup(database: Database, name: str = "backup") -> LastBackup:
    """How the last backup of the service went; with the name ``copy``, how its last copy to the second place went."""
    rows = database.rows(database.sql(LAST), {"name": name})
    return LastBackup(*rows[0]) if rows else NEVER


def announce_backup(database: Database, backup: Backup) -> None:
    """Record a new backup for all processes, and when the next one is due."""
    values = {"due_at": backup.made_at + EVERY, "made_at": backup.made_at, "machine": platform.node()[:255]}
    with database.write() as session:
        session.connection().execute(MADE, values)


class Backups:
    """Makes the backups of one process, one after another in a thread of its own."""

    def __init__(self, database: Database, folder: Path, second: Path | None = None) -> None:
        self.database = database
        self.folder = folder
        self.second = SecondPlace(database, second)
        self._lock = threading.Lock()
        self._worker: ThreadPoolExecutor | None = None
        self._rescued: Backup | None = None

    def make_if_due(self) -> None:
        """Make a backup if one is due and no other process has claimed it, or if the file of the database was taken
        away.

        Raises OSError if it cannot be written, and the database's errors.
        """
        self._rescue_if_lost()
        if self._claim():
            self.begin("scheduled").result()

    def _claim(self) -> bool:
        now = self.database.now()
        rows = self.database.rows(DUE, {})
        future = now + EVERY + RETRY  # never set later than this: a later one means that the clock was put back
        if rows and now < rows[0][0] <= future:
            return False
        with self.database.write() as session:
            return (
                session.connection().execute(CLAIM, {"now": now, "future": future, "until": now + CLAIM_LASTS}).rowcount
                == 1
            )

    def _rescue_if_lost(self) -> None:
        """Back up, once, what can still be read from the open file of a database that was deleted or replaced: all that
        was acknowledged.  When this process ends, the file is gone.
        """
        if self.database.lost is None:
            if self._rescued is not None:  # the files are back where they were
                accept_rescued(self._rescued)
                self._rescued = None
        elif self._rescued is None and self.database.is_still_open() and self.folder.parent.is_dir():
            self._rescued = make(self.database, self.folder, RESCUED)
            LOG.error("the database was taken away; what was in it is in the backup %s", self._rescued.path)
            self.second.begin(self._rescued.path)

    def begin(self, why: str) -> Future[Backup]:
        """Queue a backup behind those that this process has begun before, and return its future.

        A failure is logged and recorded in the database (`last_backup`); nobody needs to wait for the result.
        """
        with self._lock:
            if self._worker is None:  # after the fork, and only where backups are made
                self._worker = ThreadPoolExecutor(1, "backup")
            return self._worker.submit(self._make, why)

    def close(self) -> None:
        """Wait for the backups under way and queued, and give a copy under way some time to finish."""
        try:
            self._rescue_if_lost()
        except Exception as error:
            LOG.error("what was in the database that was taken away could not be backed up: %s", error)
        with self._lock:
            if self._worker is not None:
                self._worker.shutdown()
                self._worker = None
        self.second.close()

    def _make(self, why: str) -> Backup:
        try:
            backup = make(self.database, self.folder, why)
            announce_backup(self.database, backup)
        except Exception as error:
            LOG.error("no backup could be made in %s: %s", self.folder, error)
            self._note_failure(quoted(error))
            raise
        LOG.info("backup %s made, %d bytes", backup.name, backup.size)
        self.second.begin(backup.path)
        return backup

    def _note_failure(self, fault: str) -> None:
        try:
            with self.database.write() as session:
                session.connection().execute(FAILED, {"again": self.database.now() + RETRY, "fault": fault})
        except Exception as error:
            LOG.error("that could not be noted either: %s", error)
