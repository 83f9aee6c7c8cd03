"""Passes news between the processes that share a PostgreSQL database.

It uses NOTIFY, but never in the transaction of a move, because notifying transactions commit one after another.  One
thread sends what has gathered a moment later, and another one listens, each on a connection of its own.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL

from referee.models.base import new_id

LOG = logging.getLogger(__name__)

CHANNEL = "referee"
GATHERED_SECONDS = 0.05
"""How long news is gathered before it is sent."""
MOST_TOPICS = 300
"""The most topics in one notice, which may have 8,000 bytes; if there are more, there may be news of every topic."""
BLOCK_SECONDS = 0.25
"""How long the listener blocks at a time, and so how long a stop may take."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0
"""Seconds between two attempts to reconnect to a database that is away: the first pause, doubled up to the longest."""
KEEPALIVE = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""Connection options by which a dead connection is noticed."""


class Notices:
    """Calls ``on_news(topics)`` for news from other processes, and ``on_news(None)`` if some may have been missed."""

    def __init__(self, url: URL, on_news: Callable[[Iterable[str] | None], None]) -> None:
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._address = make_conninfo(address, **KEEPALIVE)
        self._on_news = on_news
        self._sender_id = new_id()
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._due = threading.Event()
        self._gathered: set[str] = set()
        self._threads: dict[str, threading.Thread] = {}

    def notify(self, topics: Iterable[str]) -> None:
        """Tell the other processes that there is news of the topics."""
        with self._lock:
            if len(self._gathered) <= MOST_TOPICS:
                self._gathered.update(topics)
        if not self._due.is_set():
            self._due.set()
        self._run("notify", self._notify_others)

    def listen(self, _seconds: float) -> None:
        """Listen to the other processes from now on."""
        self._run("listen", self._listen_to_others)

    def _run(self, name: str, work: Callable[[psycopg.Connection[Any]], None]) -> None:
        """Start a thread for the work, unless it has been started."""
        if name in self._threads:
            return
        with self._lock:
            if name not in self._threads and not self._stopping.is_set():
                thread = threading.Thread(
                    target=self._with_connection, args=(work,), name=f"notices-{name}", daemon=True
                )
                self._threads[name] = thread
                thread.start()

    def _with_connection(self, work: Callable[[psycopg.Connection[Any]], None]) -> None:
        """Do the work on a connection, and reconnect whenever it breaks."""
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    work(connection)
            except psycopg.Error as error:
                LOG.warning("news between processes stands still: %s", error)
                if time.monotonic() - began > LONGEST_PAUSE:  # the connection had worked
                    pause = FIRST_PAUSE
                self._stopping.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _notify_others(self, connection: psycopg.Connection[Any]) -> None:
        while not self._stopping.is_set():  # checked after `clear`, which may undo what `close` has set
            self._due.wait()
            self._stopping.wait(GATHERED_SECONDS)
            self._due.clear()
            with self._lock:
                topics, self._gathered = self._gathered, set()
            if not topics:
                continue
            payload = " ".join(topics) if len(topics) <= MOST_TOPICS else "*"
            try:
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self._sender_id} {payload}"))
            except psycopg.Error:
                with self._lock:
                    self._gathered |= topics
                self._due.set()
                raise

    def _listen_to_others(self, connection: psycopg.Connection[Any]) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        self._on_news(None)  # nobody knows what was missed until now
        while not self._stopping.is_set():
            for notice in connection.notifies(timeout=BLOCK_SECONDS):
                sender, *topics = notice.payload.split()
                if sender != self._sender_id:
                    self._on_news(None if topics == ["*"] else topics)

    def close(self) -> None:
        """Stop notifying and listening."""
        with self._lock:
            self._stopping.set()
            threads = list(self._threads.values())
        self._due.set()
        for thread in threads:
            thread.join(2.0)
