"""Wakes requests that are waiting for news of a table or an event."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.core.database.data_version import DataVersion
from referee.core.database.database import Database

if TYPE_CHECKING:
    from referee.core.database.listen import Notices

COUNTERS = 1024
"""Topics share this many counters, so that memory stays flat; a request woken by another topic's news finds nothing
new."""


class Bus:
    """Topics, each with a counter that goes up with every piece of news.  The news itself is read from the database.

    News published by other processes arrives too: through PostgreSQL's NOTIFY, or because SQLite's file has changed.
    """

    def __init__(self, database: Database) -> None:
        self.closed = False
        self._news = [0] * COUNTERS
        self._all_topics = 0
        self._changed = threading.Condition()
        self._other_processes = self._channel(database)

    def _channel(self, database: Database) -> DataVersion | Notices:
        if database.is_sqlite:
            return DataVersion(database.url, self._on_news)
        from referee.core.database.listen import Notices

        return Notices(database.url, self._on_news)

    def publish(self, *topics: str) -> None:
        """Wake everybody who waits for one of the topics (ids of tables and events)."""
        self._on_news(topics)
        self._other_processes.notify(topics)

    def seen(self, topic: str) -> int:
        """The topic's counter: it changes with every piece of news."""
        return self._news[hash(topic) % COUNTERS] + self._all_topics

    def wait(self, topic: str, seen: int, seconds: float) -> int:
        """Wait until the topic's counter differs from ``seen``, for at most ``seconds``; return the counter."""
        self._other_processes.listen(seconds)
        with self._changed:
            self._changed.wait_for(lambda: self.closed or self.seen(topic) != seen, seconds)
        return self.seen(topic)

    def _on_news(self, topics: Iterable[str] | None) -> None:
        """Count the news and wake those who wait; None: there may be news of every topic."""
        with self._changed:
            if topics is None:
                self._all_topics += 1
            for topic in topics or ():
                self._news[hash(topic) % COUNTERS] += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Stop the background threads and release everybody who waits."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()
        self._other_processes.close()
