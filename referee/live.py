"""Waking whoever waits for news of a table or an event."""

from __future__ import annotations

import threading

from referee.storage.database import Database


class Bus:
    """Topics, each with a number that goes up with every piece of news.  News themselves are read from the database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._news: dict[str, int] = {}
        self._changed = threading.Condition()

    def publish(self, topic: str) -> None:
        """Wake everybody who waits for the topic (a table's or an event's id)."""
        with self._changed:
            self._news[topic] = self._news.get(topic, 0) + 1
            self._changed.notify_all()

    def seen(self, topic: str) -> int:
        """The number of the last news of the topic."""
        return self._news.get(topic, 0)

    def wait(self, topic: str, seen: int, seconds: float) -> int:
        """Wait until there is news after ``seen``, or for some seconds; the number of the last news."""
        with self._changed:
            self._changed.wait_for(lambda: self.seen(topic) != seen, seconds)
        return self.seen(topic)

    def close(self) -> None:
        """Stop what runs in the background."""
