"""Sends deliveries, rows written in the same transaction as what they tell of, and retries until they are accepted.

All processes share the rows: the process that moves a row's ``due_at`` is the one that tries it.  A process that dies
between sending a row and recording that causes it to be sent twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

from sqlmodel import col, delete, select, update

from referee.core.database.database import Database
from referee.models.deliveries import Delivery

LOG = logging.getLogger(__name__)

SECONDS = 5
"""How often to check whether a row is due."""
MINUTE = 60_000
CLAIM_MS = 5 * MINUTE
"""Milliseconds after which another process takes over a row that was claimed but not finished."""
RETRY_DELAYS = (MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 4 * 60 * MINUTE, 12 * 60 * MINUTE)
"""Milliseconds before each retry; when the last one has failed too, the row is given up."""
KEPT = 30 * 24 * 60 * MINUTE
"""Milliseconds after which a row is deleted, whatever became of it."""
BATCH_SIZE = 20

Row = TypeVar("Row", bound=Delivery)


class Deliveries(Generic[Row]):
    """The rows of one table that are to be sent.  ``cleared``: the text columns to clear once a row is sent."""

    def __init__(self, database: Database, rows: type[Row], *cleared: str) -> None:
        self.database, self.rows, self.cleared = database, rows, cleared

    def send_due(self, send: Callable[[Row], None]) -> None:
        """Send the rows that are due.  ``send`` raises OSError or ValueError if one is not accepted; the last such
        error is raised again when all rows have been tried.
        """
        failed: Exception | None = None
        for row in self._due():
            if self._claim(row):
                failed = self._try(row, send) or failed
        if failed is not None:
            raise failed

    def forget(self) -> None:
        """Delete old rows."""
        with self.database.write() as session:
            session.exec(delete(self.rows).where(col(self.rows.made_at) < self.database.now() - KEPT))

    def _due(self) -> list[Row]:
        rows = self.rows
        waits = col(rows.sent_at).is_(None), col(rows.given_up_at).is_(None), col(rows.due_at) <= self.database.now()
        with self.database.read() as session:
            return [
                *session.exec(select(rows).where(*waits).order_by(col(rows.due_at), col(rows.id)).limit(BATCH_SIZE))
            ]

    def _claim(self, row: Row) -> bool:
        """Claim a row for this process; False if another process was faster."""
        rows = self.rows
        same = col(rows.id) == row.id, col(rows.due_at) == row.due_at, col(rows.sent_at).is_(None)
        with self.database.write() as session:
            claimed = update(rows).where(*same).values(due_at=self.database.now() + CLAIM_MS)
            return session.exec(claimed).rowcount == 1

    def _try(self, row: Row, send: Callable[[Row], None]) -> Exception | None:
        """Try to send a row; return the error if that failed."""
        error: Exception | None = None
        try:
            send(row)  # may take seconds: not in a transaction
        except (OSError, ValueError) as failed:
            error = failed
            LOG.warning("%s %s was not taken: %s", self.rows.__tablename__, row.id, failed)
        with self.database.write() as session:
            kept = session.get(self.rows, row.id)
            if kept is None:  # deleted meanwhile, together with what it belongs to
                return None
            now = self.database.now()
            if error is None:
                kept.sent_at, kept.fault = now, ""
                for column in self.cleared:
                    setattr(kept, column, "")
            else:
                kept.fault, kept.tries = f"{type(error).__name__}: {error}"[:300], kept.tries + 1
                if kept.tries > len(RETRY_DELAYS):
                    kept.given_up_at = now
                else:
                    kept.due_at = now + RETRY_DELAYS[kept.tries - 1]
            session.add(kept)
        return error
