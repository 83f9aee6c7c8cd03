"""When each device was seen last: kept in memory, and once a minute in the database, where the desk looks.

A device asks for news every second; nothing is written for that.
"""

from __future__ import annotations

import threading
import time

from sqlalchemy import text

from referee.storage.database import Database

SECONDS = 60
"""How often it is written down."""
KEEP = text("UPDATE credential SET seen_at = :at WHERE id = :id AND (seen_at IS NULL OR seen_at < :at)")


class Seen:
    """The devices that this process has seen since it last wrote them down."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._seen: dict[str, int] = {}
        self._due = 0.0
        self._lock = threading.Lock()

    def note(self, credential_id: str) -> None:
        """A device has asked for something."""
        with self._lock:
            self._seen[credential_id] = self.database.now()

    def keep(self) -> None:
        """Write down whom this process has seen, if it is time.  For a ticker."""
        if time.monotonic() < self._due or not self._seen:
            return
        self._due = time.monotonic() + SECONDS
        with self._lock:
            seen, self._seen = self._seen, {}
        with self.database.write() as session:
            # By id: two processes that write down the same devices must not wait for each other.
            session.connection().execute(KEEP, [{"id": each, "at": at} for each, at in sorted(seen.items())])
