"""Waking whoever waits for news of a table or an event."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from referee.core.database.data_version import DataVersion
from referee.core.database.database import Database
from referee.core.database.listen import Notices

NUMBERS = 1024
"""Topics share this many numbers: whoever is woken by another's news finds none, and memory stays flat."""


class Bus:
    """Topics, each with a number that goes up with every piece of news.  News themselves are read from the database.

    What other processes publish arrives too: by PostgreSQL's notices, or because SQLite's file has changed.
    """

    def __init__(self, database: Database) -> None:
        self.closed = False
        self._news = [0] * NUMBERS
        self._of_all = 0
        self._changed = threading.Condition()
        self._crossing = (
            DataVersion(database.url, self._on_news) if database.is_sqlite else Notices(database.url, self._on_news)
        )

    def publish(self, *topics: str) -> None:
        """Wake everybody who waits for one of the topics (ids of tables and events)."""
        self._on_news(topics)
        self._crossing.notify(topics)

    def seen(self, topic: str) -> int:
        """The number of the last news of the topic."""
        return self._news[hash(topic) % NUMBERS] + self._of_all

    def wait(self, topic: str, seen: int, seconds: float) -> int:
        """Wait until there is news after ``seen``, or for some seconds; the number of the last news."""
        self._crossing.listen(seconds)
        with self._changed:
            self._changed.wait_for(lambda: self.closed or self.seen(topic) != seen, seconds)
        return self.seen(topic)

    def _on_news(self, topics: Iterable[str] | None) -> None:
        """Count and wake; None: there may be news of everything."""
        with self._changed:
            if topics is None:
                self._of_all += 1
            for topic in topics or ():
                self._news[hash(topic) % NUMBERS] += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Stop what runs in the background, and let go of whoever waits."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()
        self._crossing.close()


class Streams:
    """The live streams of a process: how many are open, and whether another one may be; each holds a thread."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open = 0
        self._lock = threading.Lock()

    def enter(self) -> bool:
        """Take a place; False: all are taken."""
        with self._lock:
            if self.open >= self.most:
                return False
            self.open += 1
            return True

    def leave(self) -> None:
        """Give a place back."""
        with self._lock:
            self.open -= 1
