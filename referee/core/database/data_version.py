"""Notices that another process has written to the SQLite database."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

LOG = logging.getLogger(__name__)

POLL_SECONDS = 0.5
"""How often the database is checked."""
LINGER_SECONDS = 5
"""How long checking continues after the last listener has stopped."""


class DataVersion:
    """Polls SQLite's ``PRAGMA data_version`` while somebody listens, and calls ``on_news(None)`` when it changes.

    It tells neither what was changed nor whether this process did it.
    """

    def __init__(self, url: URL, on_news: Callable[[None], None]) -> None:
        # Never created: if the file was taken away, there is nothing to look at.
        self._address = f"{Path(url.database or '').absolute().as_uri()}?mode=rw"
        self._on_news = on_news
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._until = 0.0
        self._thread: threading.Thread | None = None

    def notify(self, topics: Iterable[str]) -> None:
        """Do nothing: other processes see that the database has changed."""

    def listen(self, seconds: float) -> None:
        """Poll the database for the next seconds."""
        with self._lock:
            self._until = max(self._until, time.monotonic() + seconds + LINGER_SECONDS)
            if self._thread is None and not self._stopping.is_set():
                self._thread = threading.Thread(target=self._poll, name="data-version", daemon=True)
                self._thread.start()

    def _poll(self) -> None:
        while self._is_wanted():
            try:
                self._poll_connection()
            except sqlite3.Error as error:
                LOG.warning("the database cannot be looked at: %s", error)
                self._stopping.wait(POLL_SECONDS)

    def _is_wanted(self) -> bool:
        with self._lock:
            wanted = time.monotonic() < self._until and not self._stopping.is_set()
            if not wanted:
                self._thread = None
            return wanted

    def _poll_connection(self) -> None:
        """Poll until nobody listens.  A data version is only meaningful within one connection, so the first one counts
        as news.
        """
        with closing(sqlite3.connect(self._address, uri=True, isolation_level=None)) as connection:
            known = None
            while time.monotonic() < self._until and not self._stopping.is_set():
                version = connection.execute("PRAGMA data_version").fetchone()
                if version != known:
                    known = version
                    self._on_news(None)
                self._stopping.wait(POLL_SECONDS)

    def close(self) -> None:
        """Stop polling."""
        with self._lock:
            self._stopping.set()
            thread = self._thread
        if thread is not None:
            thread.join(2 * POLL_SECONDS)
