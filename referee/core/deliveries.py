"""Sends deliveries, rows written in the same transaction as what they tell of, and retries until they are accepted.

All processes share the rows: the process that moves a row's ``due_at`` is the one that tries it.  A process that dies
between sending a row and recording that causes it to be sent twice.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, Generic, TypeVar

from sqlmodel import col, delete, select, update

from referee.core.database.database import Database
from referee.core.outgoing import Interrupted, Refused
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
"""How many rows are sent to one receiver before the next look at what is due."""
MAX_RECEIVERS = 64
"""How many receivers a process sends to at once."""
WAIT_SECONDS = SECONDS - 1
"""How long a run waits for receivers: the next one is due soon after."""

Row = TypeVar("Row", bound=Delivery)


class Deliveries(Generic[Row]):
    """The rows of one table that are to be sent; one per process and table.

    ``stopping``: set when the service stops; ``cleared``: the text columns to clear once a row is sent; ``receiver``:
    the column that says to whom a row goes.  Each receiver has a thread of its own while something is sent to it, so
    one that answers slowly or never delays nobody else.
    """

    def __init__(
        self, database: Database, rows: type[Row], stopping: threading.Event, *cleared: str, receiver: str | None = None
    ) -> None:
        self.database, self.rows, self.stopping = database, rows, stopping
        self.cleared, self.receiver = cleared, receiver
        self._threads = ThreadPoolExecutor(MAX_RECEIVERS, thread_name_prefix=str(rows.__tablename__))
        self._sending: dict[str, Future[Exception | None]] = {}

    def send_due(self, send: Callable[[Row], None]) -> None:
        """Send the rows that are due, and wait a little for that, but not for receivers that take long.

        ``send`` raises OSError or ValueError if a row is not accepted.  Raises the last such error of the receivers
        that are done, except `Refused` and `Interrupted`.
        """
        failed = self._ended()
        for receiver in self._receivers():
            if receiver not in self._sending:
                self._sending[receiver] = self._threads.submit(self._send_to, receiver, send)
        ends = time.monotonic() + WAIT_SECONDS
        while not self.stopping.is_set() and time.monotonic() < ends:
            if not wait(self._sending.values(), 0.05).not_done:
                break
        failed = self._ended() or failed
        if failed is not None:
            raise failed

    def close(self) -> None:
        """Wait for what is under way, which ends at once when the service stops."""
        self._threads.shutdown()

    def forget(self) -> None:
        with self.database.write() as session:
            session.exec(delete(self.rows).where(col(self.rows.made_at) < self.database.now() - KEPT))

    def _ended(self) -> Exception | None:
        """Forget the receivers that are done, and return the last error."""
        done = [self._sending.pop(each) for each, sending in [*self._sending.items()] if sending.done()]
        failed = [error for error in (each.result() for each in done) if error is not None]
        return failed[-1] if failed else None

    def _receivers(self) -> list[str]:
        """To whom something is due."""
        if self.receiver is None:
            return [""]
        with self.database.read() as session:
            return [*session.exec(select(getattr(self.rows, self.receiver)).where(*self._waits()).distinct())]

    def _waits(self) -> tuple[Any, ...]:
        rows = self.rows
        return col(rows.sent_at).is_(None), col(rows.given_up_at).is_(None), col(rows.due_at) <= self.database.now()

    def _send_to(self, receiver: str, send: Callable[[Row], None]) -> Exception | None:
        """Send what is due to one receiver, in order; return the last error.  One that lets us wait until the time is
        over is asked no more in this round.
        """
        failed: Exception | None = None
        for row in self._due(receiver):
            if self.stopping.is_set():
                break
            if self._claim(row):
                failed = self._try(row, send) or failed
                if isinstance(failed, TimeoutError):
                    break
        return failed

    def _due(self, receiver: str) -> list[Row]:
        rows = self.rows
        query = select(rows).where(*self._waits()).order_by(col(rows.due_at), col(rows.id)).limit(BATCH_SIZE)
        if self.receiver is not None:
            query = query.where(getattr(rows, self.receiver) == receiver)
        with self.database.read() as session:
            return [*session.exec(query)]

    def _claim(self, row: Row) -> bool:
        """Claim a row for this process; False if another process was faster."""
        rows = self.rows
        same = col(rows.id) == row.id, col(rows.due_at) == row.due_at, col(rows.sent_at).is_(None)
        with self.database.write() as session:
            claimed = update(rows).where(*same).values(due_at=self.database.now() + CLAIM_MS)
            return session.exec(claimed).rowcount == 1

    def _try(self, row: Row, send: Callable[[Row], None]) -> Exception | None:
        """Try to send a row; return the error if that failed, which what we refuse or break off has not."""
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
            if isinstance(error, Interrupted):  # not its fault: the next start tries at once
                kept.due_at = now
            elif error is None:
                kept.sent_at, kept.fault = now, ""
                for column in self.cleared:
                    setattr(kept, column, "")
            else:
                kept.fault, kept.tries = _told(error)[:300], kept.tries + 1
                if kept.tries > len(RETRY_DELAYS):
                    kept.given_up_at = now
                else:
                    kept.due_at = now + RETRY_DELAYS[kept.tries - 1]
            session.add(kept)
        return None if isinstance(error, Interrupted | Refused) else error


def _told(error: Exception) -> str:
    """What people are told of an error: its sentence, without the name of a class or a number."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
