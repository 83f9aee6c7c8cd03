"""The backups that a service makes by itself, and whose turn it is.

All processes of a service share one row, `BackupTurn`: whoever moves its ``due_at`` makes the next backup, on the
machine that it runs on.
"""

from __future__ import annotations

import logging
import platform
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import text

from referee.backup.folder import Backup
from referee.backup.second import SecondPlace
from referee.backup.write import make
from referee.core.database.database import Database

LOG = logging.getLogger(__name__)

EVERY = 15 * 60 * 1000
"""Milliseconds from one backup to the next."""
CLAIMED = 5 * 60 * 1000
"""Milliseconds after which another process takes over from one that has not finished its backup."""
AGAIN = 60 * 1000
"""Milliseconds after which one that failed is tried again."""
LOOK_SECONDS = 5
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


class Last(NamedTuple):
    """The last backup of the service, on whichever machine.

    ``made_at`` in ms since 1970, UTC, None before the first; ``fault``: why another one failed since.
    """

    made_at: int | None
    machine: str | None
    fault: str | None


NEVER = Last(None, None, None)
"""Where none was ever made."""


def last(database: Database, name: str = "backup") -> Last:
    """How the last backup of the service went, or with ``copy`` its last copy in the second place."""
    rows = database.rows(database.sql(LAST), {"name": name})
    return Last(*rows[0]) if rows else NEVER


def announce_backup(database: Database, backup: Backup) -> None:
    """Tell all processes that there is a new backup."""
    values = {"due_at": backup.made_at + EVERY, "made_at": backup.made_at, "machine": platform.node()[:255]}
    with database.write() as session:
        session.connection().execute(MADE, values)


class Backups:
    """The backups of a service as one process makes them: one after another, in a thread of its own."""

    def __init__(self, database: Database, folder: Path, second: Path | None = None) -> None:
        self.database = database
        self.folder = folder
        self.second = SecondPlace(database, second)
        self._lock = threading.Lock()
        self._worker: ThreadPoolExecutor | None = None

    def due(self) -> None:
        """Make a backup if it is time for one and no other process has begun it.

        Raises OSError where it cannot be written, and the database's errors.
        """
        if self._claim():
            self.begin("scheduled").result()

    def _claim(self) -> bool:
        now = self.database.now()
        rows = self.database.rows(DUE, {})
        future = now + EVERY + AGAIN  # so far ahead nobody puts it: the clock was put back since
        if rows and now < rows[0][0] <= future:
            return False
        with self.database.write() as session:
            return (
                session.connection().execute(CLAIM, {"now": now, "future": future, "until": now + CLAIMED}).rowcount
                == 1
            )

    def begin(self, why: str) -> Future[Backup]:
        """Begin a backup, behind those that this process has begun before; what becomes of it.

        What goes wrong is in the service's log and with the turn (`last`); nobody needs to wait for it.
        """
        with self._lock:
            if self._worker is None:  # after the fork, and only where backups are made
                self._worker = ThreadPoolExecutor(1, "backup")
            return self._worker.submit(self._make, why)

    def close(self) -> None:
        """Finish what was begun."""
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
            self._note(str(error))
            raise
        LOG.info("backup %s made, %d bytes", backup.name, backup.size)
        self.second.begin(backup.path)
        return backup

    def _note(self, fault: str) -> None:
        try:
            with self.database.write() as session:
                session.connection().execute(FAILED, {"again": self.database.now() + AGAIN, "fault": fault})
        except Exception as error:
            LOG.error("that could not be noted either: %s", error)
